//! The turn that facts are about, and values that are derived from it once: turns, odds.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::{ControlFlow, Deref};

use rules::shape::Wing;
use rules::{Combo, Hand, Kind, Plays, Rank, Ranks, Seat, Trick};

use super::part::Who;
use crate::hand::cover::{self, Bombs, Chance, Estimate, UnseenCards};
use crate::hand::split::{self, EnumerationEnd, Kickers, Partition, TurnsMemo};
use crate::turn_facts::TurnFacts;

/// A turn of the play, with values for explanations.
pub(super) struct Scene<'a> {
    turn: TurnFacts<'a>,
    /// The cards that some enemy may hold.
    pub(super) against: Hand,
    /// The answers to the standing combo, with wild ranks only the frugal ones; empty for a lead.
    pub(super) answers: &'a [Combo],
    memo: &'a RefCell<TurnsMemo>,
    turns: Cell<Option<u32>>,
    odds: OnceCell<(UnseenCards, Estimate)>,
    /// True if the fewest turns of the hand are counted; with several wild cards this takes too long.
    pub(super) counts_turns: bool,
}

/// The most wild cards of a hand whose turns are counted.
const WILDS_MAX: u32 = 1;

/// The number of cards up to which a player is nearly out.
const NEARLY_OUT_CARDS: u32 = 2;

/// The strength of a play against all cards that the enemies may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hold {
    /// No enemy can beat it.
    Sure,
    /// No enemy can hold a higher one of its kind; a bomb may be out.
    ButBombs,
    /// The number of deals, of 100, in which no enemy can beat it.
    Odds(u32),
    /// It may well be beaten, or nothing is known of it.
    Open,
}

/// The odds below which a play counts as open.
pub(super) const ODDS_MIN: u32 = 70;

/// The estimated chance of being covered, in millionths, beyond which the exact count is not worth its time.
const COVERED_ESTIMATE_MAX: u32 = 340_000;

/// One play or a pass, and values that are derived from it once.
pub(super) struct PlayFacts {
    pub(super) play: Option<Combo>,
    pub(super) rest: Hand,
    turns: Cell<Option<u32>>,
    hold: Cell<Option<Hold>>,
    parts: OnceCell<Partition>,
}

impl<'a> Deref for Scene<'a> {
    type Target = TurnFacts<'a>;

    fn deref(&self) -> &TurnFacts<'a> {
        &self.turn
    }
}

impl<'a> Scene<'a> {
    pub(super) fn new(turn: TurnFacts<'a>, plays: &'a mut Plays, memo: &'a RefCell<TurnsMemo>) -> Scene<'a> {
        let (view, rules, hand) = (turn.view, turn.rules(), turn.hand);
        let answers = match turn.trick {
            Trick::Lead => &[],
            trick => plays.fill_frugal(rules, hand, trick),
        };
        let against = if turn.me == Seat::Landlord { view.unseen() } else { view.possible_cards(Seat::Landlord) };
        let counts_turns = hand.only(rules.wilds().ranks()).len() <= WILDS_MAX;
        let (turns, odds) = (Cell::new(None), OnceCell::new());
        Scene { turn, against, answers, memo, turns, odds, counts_turns }
    }

    pub(super) fn facts_of(&self, play: Option<Combo>) -> PlayFacts {
        let rest = play.map_or(self.hand, |play| self.after(play));
        PlayFacts { play, rest, turns: Cell::new(None), hold: Cell::new(None), parts: OnceCell::new() }
    }

    pub(super) fn is_lead(&self) -> bool {
        self.trick == Trick::Lead
    }

    pub(super) fn enemy_standing(&self) -> Option<(Seat, Combo)> {
        self.course().standing().filter(|&(owner, _)| self.is_enemy(owner))
    }

    pub(super) fn partner_standing(&self) -> Option<(Seat, Combo)> {
        self.course().standing().filter(|&(owner, _)| !self.is_enemy(owner))
    }

    /// True if the standing combo is of an enemy who is nearly out: then it is useless to save cards for later.
    pub(super) fn is_urgent(&self) -> bool {
        self.enemy_standing().is_some_and(|(owner, _)| self.left(owner) <= NEARLY_OUT_CARDS)
    }

    /// True if the partner plays next, and no seat passed on the standing combo.
    pub(super) fn partner_may_answer(&self) -> bool {
        self.partner_playing_next().is_some() && self.course().passes() == 0
    }

    pub(super) fn who(&self, seat: Seat) -> Who {
        match (seat, self.me) {
            (Seat::Landlord, _) => Who::Landlord,
            (_, Seat::Landlord) => Who::Peasant,
            _ => Who::Partner,
        }
    }

    pub(super) fn enemy_side(&self) -> Who {
        if self.me == Seat::Landlord { Who::Peasants } else { Who::Landlord }
    }

    pub(super) fn answers_except_bombs(&self) -> impl Iterator<Item = Combo> + Clone + use<'a> {
        self.answers.iter().copied().filter(|answer| !answer.is_bomb())
    }

    pub(super) fn turns(&self) -> u32 {
        cached(&self.turns, || self.turns_of(self.hand))
    }

    pub(super) fn turns_of(&self, hand: Hand) -> u32 {
        let natural = hand.without(self.wilds());
        let mut memo = self.memo.borrow_mut();
        if natural == hand || natural.is_empty() {
            return u32::from(memo.turns(hand));
        }
        // The wild card stands for a rank, or lengthens a bomb where bombs may be longer.
        let wild = hand.only(self.wilds());
        let stands = Ranks::ALL.except(Ranks::JOKERS).filter_map(|rank| natural.plus(Hand::one(rank)));
        let lengthens = |rank: Rank| self.is_one_combo(natural.only(Ranks::one(rank)).plus(wild).unwrap_or(wild));
        let lengthens = natural.at_least(4).any(lengthens).then_some(natural);
        u32::from(stands.chain(lengthens).map(|hand| memo.turns(hand)).min().expect("a rank has room"))
    }

    pub(super) fn wilds(&self) -> Ranks {
        self.rules().wilds().ranks()
    }

    /// Returns the ranks of which the cards make a group. Wild cards beside a natural one may fill it.
    fn groups(&self, cards: Hand, copies: u8) -> Ranks {
        let wild = cards.only(self.wilds()).len() as u8;
        let natural = copies.saturating_sub(wild).max(1);
        let soft = cards.at_least(natural).except(self.wilds()).except(Ranks::JOKERS);
        cards.at_least(copies).or(if copies > 1 { soft } else { Ranks::NONE })
    }

    pub(super) fn groups_against(&self, copies: u8) -> Ranks {
        self.groups(self.against, copies)
    }

    pub(super) fn turns_after(&self, facts: &PlayFacts) -> u32 {
        if facts.play.is_none() {
            return self.turns();
        }
        cached(&facts.turns, || self.turns_of(facts.rest))
    }

    /// Returns the turns that a play leaves beyond those of another one; 0 if they are not compared.
    pub(super) fn more_turns(&self, facts: &PlayFacts, other: &PlayFacts) -> u32 {
        let are_plays = facts.play.is_some() && other.play.is_some();
        if are_plays && self.counts_turns { self.turns_after(facts).saturating_sub(self.turns_after(other)) } else { 0 }
    }

    pub(super) fn parts_after<'l>(&self, facts: &'l PlayFacts) -> &'l Partition {
        facts.parts.get_or_init(|| {
            split::attach_kickers(&split::rule_split(facts.rest, self.rules()), self.rules(), Kickers::Smallest)
        })
    }

    /// True if a search over at most `nodes_max` nodes finds a wanted partition of `hand` within the number of turns.
    pub(super) fn finds_partition(
        &self,
        hand: Hand,
        turns_max: u32,
        nodes_max: u32,
        is_wanted: impl Fn(&Partition) -> bool,
    ) -> bool {
        let visit = |parts: &Partition| match is_wanted(parts) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let ended = split::each_partition(hand, &mut self.memo.borrow_mut(), turns_max as u8, nodes_max, visit);
        ended == EnumerationEnd::Stopped
    }

    pub(super) fn is_one_combo(&self, cards: Hand) -> bool {
        self.rules().read(cards).is_some()
    }

    /// True if an enemy could go out on a combo of the play's length: then no play is too high.
    pub(super) fn lets_enemy_out(&self, facts: &PlayFacts) -> bool {
        facts.play.is_some_and(|play| self.enemies().any(|seat| self.left(seat) == play.len()))
    }

    pub(super) fn big_cards(&self, cards: Hand) -> Hand {
        cards.only(Ranks::JOKERS.or(Ranks::one(Rank::TWO)))
    }

    /// Returns the hold of a play against the enemies; a pass is open.
    pub(super) fn hold_of(&self, facts: &PlayFacts) -> Hold {
        facts.play.map_or(Hold::Open, |play| cached(&facts.hold, || self.hold(play)))
    }

    pub(super) fn hold(&self, combo: Combo) -> Hold {
        match self.certain_hold(combo) {
            Hold::Open if self.has_odds(combo) => self.hold_by_odds(combo),
            hold => hold,
        }
    }

    /// Returns the hold of a combo without counting odds: sure, sure but for bombs, or open.
    pub(super) fn certain_hold(&self, combo: Combo) -> Hold {
        match (self.may_be_topped(combo), self.may_be_bombed(combo)) {
            (false, false) => Hold::Sure,
            (false, true) => Hold::ButBombs,
            _ => Hold::Open,
        }
    }

    /// True if the odds of a combo are counted. They are not counted for bombs (players hardly count the bombs that are out), for combos with
    /// wings (that takes much longer), and with wild ranks or chain bombs (their bombs are not counted, so no number would be true).
    pub(super) fn has_odds(&self, combo: Combo) -> bool {
        let are_bombs_counted = !self.rules().has_wild_ranks() && !self.rules().chain_bomb();
        are_bombs_counted && !combo.is_bomb() && combo.wings().is_empty()
    }

    fn hold_by_odds(&self, combo: Combo) -> Hold {
        let (_, estimate) = self.unseen_and_estimate();
        if estimate.chance_covered(combo, self.rules()).as_millionths() > COVERED_ESTIMATE_MAX {
            return Hold::Open;
        }
        let held = self.deals_held(combo);
        if held < ODDS_MIN { Hold::Open } else { Hold::Odds(held.min(99)) }
    }

    /// Returns the number of deals, of 100, in which no enemy can beat a combo.
    pub(super) fn deals_held(&self, combo: Combo) -> u32 {
        let (unseen, _) = self.unseen_and_estimate();
        let covered = cover::chance_covered(unseen, combo, self.rules(), Bombs::Counted);
        (Chance::CERTAIN.as_millionths() - covered.as_millionths()) / 10_000
    }

    fn unseen_and_estimate(&self) -> &(UnseenCards, Estimate) {
        self.odds.get_or_init(|| {
            let unseen = self.hidden_cards(self.view.unseen());
            (unseen, Estimate::new(&unseen))
        })
    }

    /// True if some enemy's possible cards may make a higher combo of the kind, or another answer that is no bomb.
    fn may_be_topped(&self, combo: Combo) -> bool {
        if combo.kind() == Kind::Rocket {
            return false;
        }
        self.enemies().any(|seat| self.may_top(seat, combo))
    }

    fn may_top(&self, seat: Seat, combo: Combo) -> bool {
        let (rules, run) = (self.rules(), u32::from(combo.run()));
        let (left, cards) = (self.left(seat), self.view.possible_cards(seat));
        let by_triple = left >= 3 && !cards.at_least(3).and(rules.triples_on(combo)).is_empty();
        let by_pass_card = cards.count(Rank::TWO) > 0 && rules.pass_card_beats(combo);
        if by_triple || by_pass_card {
            return true;
        }
        if left < combo.len() || rules.may_not_answer(combo.kind()) {
            return false;
        }
        let copies = combo.kind().shape().body;
        if run == 1 {
            return !self.groups(cards, copies).and(rules.above(combo)).is_empty();
        }
        let wild = cards.only(self.wilds()).len();
        let lowest = combo.body_ranks().lowest().expect("a body has ranks");
        let lacks = |rank: Rank| u32::from(copies.saturating_sub(cards.count(rank)));
        let is_there =
            |start: Rank| (0..run).flat_map(|step| Ranks::one(start).up(step)).map(lacks).sum::<u32>() <= wild;
        let starts = (0..run).fold(Ranks::RUN, |starts, step| starts.and(Ranks::RUN.down(step)));
        starts.and(Ranks::printed_above(lowest)).any(is_there)
    }

    /// True if some enemy has enough cards for a combo of a play's kind, and its possible cards hold the body of that rank and any
    /// wing. Only for plays with one rank in the body.
    pub(super) fn may_carry(&self, play: Combo, rank: Rank) -> bool {
        let shape = play.kind().shape();
        let of_wing = match shape.wing {
            Wing::None => 0,
            Wing::Single => 1,
            Wing::Pair => 2,
        };
        self.enemies().any(|seat| {
            let cards = self.view.possible_cards(seat);
            let has_wing = || !self.groups(cards, of_wing).except(Ranks::one(rank)).is_empty();
            self.left(seat) >= play.len() && self.groups(cards, shape.body).has(rank) && (of_wing == 0 || has_wing())
        })
    }

    /// True if only higher combos of its kind and bombs answer a play.
    pub(super) fn has_only_kind_answers(&self, play: Combo) -> bool {
        self.rules().triples_on(play).is_empty() && !self.rules().pass_card_beats(play)
    }

    pub(super) fn may_be_bombed(&self, combo: Combo) -> bool {
        let rules = self.rules();
        if rules.chain_bomb() {
            return true;
        }
        self.enemies().any(|seat| {
            let (left, cards) = (self.left(seat), self.view.possible_cards(seat));
            let wild = cards.only(self.wilds()).len();
            // With wild ranks bombs are compared by size and grade: any of them may be the higher one.
            let is_any = wild > 0 || self.rules().has_wild_ranks() && combo.is_bomb();
            let bombs = if is_any { Ranks::ALL } else { rules.bombs_on(combo) };
            let by_four = left >= 4 && (wild >= 4 || !self.groups(cards, 4).and(bombs).is_empty());
            by_four || (left >= 2 && cards.contains(Hand::ROCKET))
        })
    }

    /// True if a rank is lower than another, compared as single cards.
    pub(super) fn is_below(&self, rank: Rank, other: Rank) -> bool {
        self.rules().order().is_above(other, rank)
    }
}

fn cached<T: Copy>(place: &Cell<Option<T>>, make: impl FnOnce() -> T) -> T {
    place.get().unwrap_or_else(|| {
        let made = make();
        place.set(Some(made));
        made
    })
}
