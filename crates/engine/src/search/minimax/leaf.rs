//! What an open position is worth where the search ends: a sum of weights, fitted to how games of the rule player ended,
//! and certain wins where they can be seen at once.
//!
//! Values are thousandths of the logarithm of the landlord's odds, so that they add up; [`chance`] turns them into his
//! chance to win, which can be averaged over worlds.

use rules::{Hand, Rank, Ranks, Ruleset, Seat, Side, Trick};

use super::hand_values::{HandValue, HandValues};
use super::leaf_weights::WEIGHTS;
use crate::endgame::may_answer;
use crate::game_state::GameState;

/// Turns beyond this many weigh alike.
pub const TURNS_MAX: usize = 11;
/// How far apart two sides' turns may be before it weighs no more.
pub const RACE_MAX: i32 = 4;

/// The parameters of the leaf. Seats stand in the order of [`Seat::ALL`]; all speak for the landlord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By the fewest turns that a seat's hand takes.
    pub turns: [[i32; TURNS_MAX + 1]; 3],
    /// For each card of a rank that a seat holds.
    pub ranks: [[i32; 15]; 3],
    /// For each bomb, the rocket among them.
    pub bombs: [i32; 3],
    /// For each rank above all that a seat's enemies hold, as a single and as a pair.
    pub top: [[i32; 2]; 3],
    /// For a hand of one card (below ten, up to king, higher), and of two.
    pub last: [[i32; 4]; 3],
    /// Who is to play, and how many seats before it stands the one to be beaten; 0 steps is a lead.
    pub initiative: [[i32; 3]; 3],
    /// By how many turns more the landlord needs than the better of the peasants, from `-RACE_MAX` on; the first row
    /// when the landlord leads or stands, the second when a peasant does.
    pub race: [[i32; 2 * RACE_MAX as usize + 1]; 2],
}

impl Weights {
    /// The parameters in use.
    pub const FITTED: Weights = WEIGHTS;

    /// The value of a position, certain wins not looked for.
    pub fn value(&self, at: &GameState, rules: &Ruleset) -> i32 {
        self.params().zip(Weights::counts(at, rules).params()).map(|(weight, count)| weight * count).sum()
    }

    /// All nought.
    pub const ZERO: Weights = Weights {
        turns: [[0; TURNS_MAX + 1]; 3],
        ranks: [[0; 15]; 3],
        bombs: [0; 3],
        top: [[0; 2]; 3],
        last: [[0; 4]; 3],
        initiative: [[0; 3]; 3],
        race: [[0; 2 * RACE_MAX as usize + 1]; 2],
    };

    /// Every number, in a fixed order.
    pub fn params(&self) -> impl Iterator<Item = i32> {
        let by_seat = self.turns.iter().flatten().chain(self.ranks.iter().flatten()).chain(&self.bombs);
        let ends = self.top.iter().flatten().chain(self.last.iter().flatten());
        by_seat.chain(ends).chain(self.initiative.iter().flatten()).chain(self.race.iter().flatten()).copied()
    }

    /// The same, to be changed.
    pub fn params_mut(&mut self) -> impl Iterator<Item = &mut i32> {
        let by_seat = self.turns.iter_mut().flatten().chain(self.ranks.iter_mut().flatten()).chain(&mut self.bombs);
        let ends = self.top.iter_mut().flatten().chain(self.last.iter_mut().flatten());
        by_seat.chain(ends).chain(self.initiative.iter_mut().flatten()).chain(self.race.iter_mut().flatten())
    }

    /// How often each number counts in a position: its value is the sum of the products with the weights.
    pub fn counts(at: &GameState, rules: &Ruleset) -> Weights {
        let mut counts = Weights::ZERO;
        let mut turns = [0; 3];
        for seat in Seat::ALL {
            let (hand, index) = (at.hand(seat), seat.index());
            turns[index] = i32::from(crate::hand::split::count_turns(hand, rules));
            counts.turns[index][(turns[index] as usize).min(TURNS_MAX)] += 1;
            hand.ranks().for_each(|rank| counts.ranks[index][rank.index()] += i32::from(hand.count(rank)));
            counts.bombs[index] += bombs(hand);
            counts.top[index] = tops(at, seat);
            if let Some(band) = last(hand) {
                counts.last[index][band] += 1;
            }
        }
        let (turn, steps, holder) = initiative(at);
        counts.initiative[turn][steps] += 1;
        counts.race[holder][race(turns)] += 1;
        counts
    }

    /// What of the value is one seat's hand alone.
    pub(super) fn of_hand(&self, seat: Seat, hand: Hand, turns: u8) -> i32 {
        let index = seat.index();
        let cards: i32 = hand.ranks().map(|rank| self.ranks[index][rank.index()] * i32::from(hand.count(rank))).sum();
        let last = last(hand).map_or(0, |band| self.last[index][band]);
        self.turns[index][usize::from(turns).min(TURNS_MAX)] + cards + self.bombs[index] * bombs(hand) + last
    }
}

/// The row of a hand that is nearly gone.
fn last(hand: Hand) -> Option<usize> {
    match (hand.len(), hand.lowest()?) {
        (1, rank) if rank.index() < Rank::TEN.index() => Some(0),
        (1, rank) if rank.index() <= Rank::KING.index() => Some(1),
        (1, _) => Some(2),
        (2, _) => Some(3),
        _ => None,
    }
}

fn bombs(hand: Hand) -> i32 {
    hand.at_least(4).len() as i32 + i32::from(hand.contains(Hand::ROCKET))
}

/// The ranks of a seat above all of its enemies', singles and pairs.
#[inline]
fn tops(at: &GameState, seat: Seat) -> [i32; 2] {
    let enemies = match seat {
        Seat::Landlord => [at.hand(Seat::Down), at.hand(Seat::Up)],
        _ => [at.hand(Seat::Landlord), Hand::EMPTY],
    };
    [1, 2].map(|copies| {
        let theirs = enemies[0].at_least(copies).or(enemies[1].at_least(copies));
        let above = theirs.highest().map_or(Ranks::ALL, Ranks::printed_above);
        at.hand(seat).at_least(copies).and(above).len() as i32
    })
}

/// Who is to play, how far back the one to be beaten sits, and which side holds the initiative (0 the landlord's).
#[inline]
fn initiative(at: &GameState) -> (usize, usize, usize) {
    let holder = at.standing().map_or(at.turn(), |(owner, _)| owner);
    (at.turn().index(), holder.steps_to(at.turn()), usize::from(holder.side() == Side::Peasants))
}

#[inline]
fn race(turns: [i32; 3]) -> usize {
    ((turns[0] - turns[1].min(turns[2])).clamp(-RACE_MAX, RACE_MAX) + RACE_MAX) as usize
}

/// A value that is a sure win, less the plies to it; a win for the peasants is its negative.
pub const WIN: i32 = 1_000_000;
/// From here on a value is a sure win, seen or proved.
pub const SURE: i32 = WIN / 2;

/// Values positions, remembering what hands are worth.
pub(super) struct Leaf<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) hand_values: &'a mut HandValues,
    /// Whether certain wins are looked for.
    pub(super) recognises: bool,
}

impl Leaf<'_> {
    #[inline]
    pub(super) fn worth(&mut self, hand: Hand) -> HandValue {
        self.hand_values.of(hand, self.rules)
    }

    /// The value of a position in which the seat to play has a choice and cannot go out at once.
    pub(super) fn value(&mut self, at: &GameState) -> i32 {
        if self.recognises && is_stuck(at) {
            return -SURE;
        }
        let hand_values = Seat::ALL.map(|seat| self.worth(at.hand(seat)));
        let me = at.turn();
        if self.recognises && at.trick() == Trick::Lead && hand_values[me.index()].turns <= CASH_TURNS_MAX {
            let turns = hand_values[me.index()].turns;
            if self.cashes(at, at.hand(me), turns) {
                let sure = SURE + 100 - i32::from(turns);
                return if me.side() == Side::Landlord { sure } else { -sure };
            }
        }
        let hands: i32 = Seat::ALL.into_iter().map(|seat| hand_values[seat.index()].of(seat)).sum();
        let tops: i32 = Seat::ALL
            .into_iter()
            .map(|seat| {
                let ([single, pair], weights) = (tops(at, seat), WEIGHTS.top[seat.index()]);
                single * weights[0] + pair * weights[1]
            })
            .sum();
        let (turn, steps, holder) = initiative(at);
        let race = race(hand_values.map(|worth| i32::from(worth.turns)));
        hands + tops + WEIGHTS.initiative[turn][steps] + WEIGHTS.race[holder][race]
    }

    /// Whether the leader of `hand`, which takes `turns`, lays it down without ever being answered by an enemy: every
    /// combo but the last is beyond what they hold.
    fn cashes(&mut self, at: &GameState, hand: Hand, turns: u8) -> bool {
        if turns <= 1 {
            return true;
        }
        let me = at.turn();
        let mut found = false;
        let rules = self.rules;
        rules.each_lead(hand, |combo| {
            let answered = |seat: Seat| seat.side() != me.side() && may_answer(at.hand(seat), combo);
            if found || answered(me.next()) || answered(me.previous()) {
                return;
            }
            let rest = hand.minus(combo.cards()).expect("a play is held");
            found = self.worth(rest).turns == turns - 1 && self.cashes(at, rest, turns - 1);
        });
        found
    }
}

/// Whether the landlord's only card beats nothing that the peasants hold or have laid, and they have the initiative: it
/// will never leave his hand.
#[inline]
fn is_stuck(at: &GameState) -> bool {
    let card = at.hand(Seat::Landlord);
    if card.len() != 1 {
        return false;
    }
    let theirs = at.hand(Seat::Down).ranks().or(at.hand(Seat::Up).ranks());
    card.lowest().map(Rank::index) <= theirs.lowest().map(Rank::index)
        && match at.standing() {
            None => at.turn() != Seat::Landlord,
            Some((owner, combo)) => owner != Seat::Landlord && !may_answer(card, combo),
        }
}

/// Longer hands are seldom cashed and cost more to look through.
const CASH_TURNS_MAX: u8 = 4;

/// The chance to win in ten-thousandths, for a value.
pub fn chance(value: i32) -> i32 {
    let size = value.abs();
    let likelier = if size >= SURE {
        10_000
    } else if size >= STEP * (LOGISTIC.len() as i32 - 1) {
        LOGISTIC[LOGISTIC.len() - 1]
    } else {
        let place = (size / STEP) as usize;
        LOGISTIC[place] + (LOGISTIC[place + 1] - LOGISTIC[place]) * (size % STEP) / STEP
    };
    if value >= 0 { likelier } else { 10_000 - likelier }
}

const STEP: i32 = 250;
/// `10_000 / (1 + exp(-x))` for x = 0, 0.25, 0.5, … 8.
const LOGISTIC: [i32; 33] = [
    5_000, 5_622, 6_225, 6_792, 7_311, 7_773, 8_176, 8_520, 8_808, 9_047, 9_241, 9_399, 9_526, 9_627, 9_707, 9_770,
    9_820, 9_859, 9_890, 9_914, 9_933, 9_948, 9_959, 9_968, 9_975, 9_981, 9_985, 9_988, 9_991, 9_993, 9_994, 9_996,
    9_997,
];

#[cfg(test)]
mod tests {
    use rules::{Seed, View};

    use super::*;
    use crate::search::minimax::uniform;

    #[test]
    fn the_quick_value_is_the_sum_of_the_weights() {
        let mut hand_values = HandValues::new();
        for (line, number) in [
            ("me=landlord hand=3344556677889TJQKA2X left=20,17,17", 0),
            ("me=up hand=33445566TTJQK left=9,11,13 standing=down:77", 1),
            ("me=down hand=3333XD2 left=2,7,1 standing=landlord:99", 2),
        ] {
            let view: View = line.parse().unwrap();
            for world in 0..50 {
                let hands = uniform(&view, Seed(number), world);
                let at = GameState::new(hands, view.seat().unwrap(), view.course().standing());
                let mut leaf = Leaf { rules: view.rules(), hand_values: &mut hand_values, recognises: false };
                assert_eq!(leaf.value(&at), Weights::FITTED.value(&at, view.rules()), "{hands:?}");
            }
        }
    }

    #[test]
    fn chances_rise_with_the_value() {
        for value in -12_000..12_000 {
            assert!(chance(value) <= chance(value + 1) && chance(value) + chance(-value) == 10_000, "{value}");
        }
        assert_eq!([0, 1_000, -2_000, SURE, -WIN].map(chance), [5_000, 7_311, 1_192, 10_000, 0]);
    }
}
