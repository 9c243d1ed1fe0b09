//! The three-seat search. Two peasants share their win, so a pass can be worth more than an answer, and a card that is
//! higher is not always better: the partner may want to play over it.
//!
//! It also searches rulesets that no shortcut fits, because they are not plain: their ranks have another order or are wild, or combos have
//! other answers. Their endgames have two seats (the absent seat holds nothing and passes) or three, and no play is left out.

use rules::{Combo, Hand, Ranks, Ruleset, Seat, Side};

use crate::endgame::category::{Category, answer_keys, may_answer};
use crate::endgame::dominance::Dominance;
use crate::endgame::key::{three_seat_key, unsqueezed_key};
use crate::endgame::memory::{Memory, TranspositionTable};
use crate::endgame::meter::{Meter, Stopped};
use crate::endgame::turns::{ScoredPlay, TURN_WEIGHT, TurnsCache, UntriedPlays, score};

/// Hands in the order of [`Seat::ALL`].
pub(crate) type Hands = [Hand; 3];

pub(crate) struct ThreeSeatSearch<'a> {
    rules: &'a Ruleset,
    /// True if the shortcuts apply that need printed ranks and answers in kind.
    is_plain: bool,
    table: &'a mut TranspositionTable<2>,
    turns: TurnsCache<'a>,
    pub(crate) meter: Meter<'a>,
    plays: UntriedPlays,
}

type Standing = (Seat, Combo);

/// The score of a pass, added to that of the hand's turns. On the partner's combo a pass comes before the bombs and before answers that leave
/// two or more turns more than the hand has, on an enemy's after all answers.
const PASS_ON_PARTNER: u32 = 2 * TURN_WEIGHT;
const PASS_ON_ENEMY: u32 = 64 * TURN_WEIGHT;

const fn winner_of(fact: u64) -> Option<Side> {
    match fact {
        1 => Some(Side::Landlord),
        2 => Some(Side::Peasants),
        _ => None,
    }
}

impl<'a> ThreeSeatSearch<'a> {
    pub(crate) fn new(rules: &'a Ruleset, memory: &'a mut Memory, meter: Meter<'a>) -> ThreeSeatSearch<'a> {
        let (is_plain, table) = (rules.is_plain(), memory.three_seat_table(rules));
        ThreeSeatSearch { rules, is_plain, table, turns: TurnsCache::new(rules), meter, plays: UntriedPlays::default() }
    }

    pub(crate) fn winner_after(
        &mut self,
        hands: Hands,
        seat: Seat,
        standing: Option<Standing>,
        play: Option<Combo>,
    ) -> Result<Side, Stopped> {
        let Some(combo) = play else { return self.winner_from(hands, seat.next(), standing) };
        let rest = hands[seat.index()].minus(combo.cards()).expect("a play is held");
        if rest.is_empty() {
            return Ok(seat.side());
        }
        let mut hands = hands;
        hands[seat.index()] = rest;
        self.winner_from(hands, seat.next(), Some((seat, combo)))
    }

    /// Returns the winner when it is the turn of `seat`. Seats that surely cannot answer are skipped.
    fn winner_from(&mut self, hands: Hands, seat: Seat, standing: Option<Standing>) -> Result<Side, Stopped> {
        let mut seat = seat;
        while let Some((player, combo)) = standing {
            if seat == player {
                return self.winner(hands, seat, None);
            }
            let hand = hands[seat.index()];
            if if self.is_plain { may_answer(hand, combo) } else { !hand.is_empty() } {
                return self.winner(hands, seat, standing);
            }
            seat = seat.next();
        }
        self.winner(hands, seat, None)
    }

    fn winner(&mut self, hands: Hands, seat: Seat, standing: Option<Standing>) -> Result<Side, Stopped> {
        let hand = hands[seat.index()];
        if self.turns.is_one(hand) && standing.is_none_or(|(_, combo)| self.rules.read_answer(hand, combo).is_some()) {
            return Ok(seat.side());
        }
        self.meter.tick()?;
        let answers = standing.map_or(Ranks::ALL, |(_, combo)| answer_keys(hand, combo));
        let last = standing.is_some_and(|(player, _)| seat.next() == player);
        let role = seat as u64 | u64::from(last) << 2;
        let key = if self.is_plain {
            let category = standing.map_or(Category::LEAD, |(_, combo)| Category::of(combo));
            let after = match standing {
                Some((_, combo)) if !last => answer_keys(hands[seat.next().index()], combo),
                _ => Ranks::NONE,
            };
            let first = if standing.is_some() { answers } else { Ranks::NONE };
            three_seat_key(hands, role, category, [first, after])
        } else {
            unsqueezed_key(hands, role, standing.map(|(_, combo)| combo), self.rules)
        };
        if let Some(winner) = winner_of(self.table.probe(key)) {
            return Ok(winner);
        }
        let base = self.plays.len();
        self.list_plays(hands, seat, standing, answers);
        let mut winner = seat.side().other();
        while let Some(play) = self.plays.next(base) {
            if self.winner_after(hands, seat, standing, play)? == seat.side() {
                winner = seat.side();
                break;
            }
        }
        self.plays.truncate(base);
        self.table.store(key, winner as u64 + 1);
        Ok(winner)
    }

    fn list_plays(&mut self, hands: Hands, seat: Seat, standing: Option<Standing>, answers: Ranks) {
        let hand = hands[seat.index()];
        let dominance = self.dominance(hands, seat, answers);
        let base = self.plays.len();
        let (turns, plays) = (&mut self.turns, &mut self.plays);
        let mut put = |combo: Combo| {
            if dominance.as_ref().is_none_or(|dominance| dominance.keeps(combo)) {
                let rest = hand.minus(combo.cards()).expect("a play is held");
                plays.push(ScoredPlay { combo: Some(combo), score: score(combo, turns.of(rest)) });
            }
        };
        match standing {
            None => self.rules.each_lead(hand, put),
            Some((player, combo)) => {
                self.rules.each_follow(hand, combo, &mut put);
                let friend = player.side() == seat.side();
                let score = TURN_WEIGHT * self.turns.of(hand) + if friend { PASS_ON_PARTNER } else { PASS_ON_ENEMY };
                self.plays.push(ScoredPlay { combo: None, score });
            }
        }
        self.plays.order(base);
    }

    /// Returns the plays that need not be tried; `None` if all must be.
    fn dominance(&self, hands: Hands, seat: Seat, answers: Ranks) -> Option<Dominance> {
        if !self.is_plain {
            return None;
        }
        let others = [hands[seat.next().index()], hands[seat.previous().index()]];
        let partner = seat.partner().map_or(Hand::EMPTY, |partner| hands[partner.index()]);
        Some(Dominance::new(self.rules, hands[seat.index()], &others, partner, answers))
    }

    /// Returns the plays, with true if worth trying; these come first.
    pub(crate) fn ordered_plays(
        &mut self,
        hands: Hands,
        seat: Seat,
        standing: Option<Standing>,
    ) -> Vec<(Option<Combo>, bool)> {
        let hand = hands[seat.index()];
        let answers = standing.map_or(Ranks::ALL, |(_, combo)| answer_keys(hand, combo));
        let base = self.plays.len();
        self.list_plays(hands, seat, standing, answers);
        let mut order = Vec::new();
        while let Some(play) = self.plays.next(base) {
            order.push((play, true));
        }
        let Some(dominance) = self.dominance(hands, seat, answers) else { return order };
        let left_out = |combo: Combo| if dominance.keeps(combo) { None } else { Some((Some(combo), false)) };
        match standing {
            None => self.rules.each_lead(hand, |combo| order.extend(left_out(combo))),
            Some((_, combo)) => self.rules.each_follow(hand, combo, |combo| order.extend(left_out(combo))),
        }
        order
    }
}
