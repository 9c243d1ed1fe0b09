//! All plays of a hand that holds wild cards. Plays without a wild card and plays of wild cards alone come from the
//! natural walker; what is added here has both. For each body the missing copies are counted, every way to fill it is
//! taken once, and a play is listed once for each reading: cards, kind, length and key never repeat.

use super::read::keys;
use crate::classify::wing_cards;
use crate::combo::{Combo, Trick};
use crate::hand::{Hand, Ranks};
use crate::movegen::choose;
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::shape::{Kind, SHAPES, Shape, Wing};

/// Which plays are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// All of them.
    Complete,
    /// What a player looks at: natural cards before wild ones, unless that breaks four equal cards.
    Frugal,
}

impl Ruleset {
    /// The plays that search and players look at: every play without wild cards, and of those with some the ones that
    /// spend natural cards first. Where no rank is wild these are all plays.
    #[inline]
    pub fn each_frugal_play(&self, hand: Hand, trick: Trick, mut emit: impl FnMut(Combo)) {
        if self.has_wilds() {
            self.each_wild_play(hand, trick, Extent::Frugal, &mut emit);
        } else {
            self.each_play(hand, trick, emit);
        }
    }

    /// Every play of a hand where ranks are wild. A pass is not listed.
    pub(crate) fn each_wild_play(&self, hand: Hand, trick: Trick, extent: Extent, emit: &mut dyn FnMut(Combo)) {
        let wilds = self.wilds().ranks();
        let (natural, wild) = (hand.without(wilds), hand.only(wilds));
        let walker = Walker { rules: self, natural, wild, extent };
        let standing = match trick {
            Trick::Lead => None,
            Trick::Follow(standing) => Some(standing),
        };
        let fits = |shape: &&Shape| match standing {
            None => self.allows(shape.kind) && !matches!(shape.kind, Kind::Bomb | Kind::Rocket),
            Some(standing) => shape.kind == standing.kind() && !standing.is_bomb(),
        };
        for shape in SHAPES.iter().filter(fits) {
            let mut tell = |combo: Combo| emit(combo.among(wilds));
            self.walk_natural(shape, natural, standing, &mut tell);
            if self.is_chain_bomb(shape.kind) {
                continue;
            }
            self.walk_natural(shape, wild, standing, &mut tell);
            if !natural.is_empty() && !wild.is_empty() {
                walker.bodies(shape, standing, emit);
            }
        }
        walker.bombs(&mut |bomb| {
            if standing.is_none_or(|standing| self.beats(bomb, standing)) {
                emit(bomb);
            }
        });
        if let Some(standing) = standing {
            self.each_chain_bomb(natural, standing, &mut |chain| emit(chain));
        }
        if hand.contains(Hand::ROCKET) && standing.is_none_or(|standing| self.beats(Combo::ROCKET, standing)) {
            emit(Combo::ROCKET);
        }
    }
}

struct Walker<'a> {
    rules: &'a Ruleset,
    natural: Hand,
    wild: Hand,
    extent: Extent,
}

/// A body under way.
#[derive(Clone, Copy)]
struct Body<'a> {
    shape: &'a Shape,
    run: u8,
    key: Rank,
    ranks: Ranks,
}

impl Walker<'_> {
    fn is_frugal(&self) -> bool {
        self.extent == Extent::Frugal
    }

    fn wild_len(&self) -> u32 {
        self.wild.len()
    }

    /// Every body of natural and wild cards, or of either with wings of the other.
    fn bodies(&self, shape: &Shape, standing: Option<Combo>, emit: &mut dyn FnMut(Combo)) {
        let (run_min, run_max) = standing.map_or((shape.run_min, shape.run_max), |combo| (combo.run(), combo.run()));
        for run in run_min..=run_max {
            if u32::from(shape.cards(run)) > self.natural.len() + self.wild_len() {
                return;
            }
            let above = standing.map_or(Ranks::ALL, |standing| self.rules.above(standing));
            for key in keys(shape, run).and(above) {
                let ranks = Ranks::run(Rank::at((key.index() + 1) as u32 - u32::from(run)), u32::from(run));
                let body = Body { shape, run, key, ranks };
                if self.missing(body, ranks) <= self.wild_len() {
                    self.fill(body, ranks, 0, 0, emit);
                }
            }
        }
    }

    /// How many wild cards these ranks of a body need at least.
    fn missing(&self, body: Body<'_>, ranks: Ranks) -> u32 {
        let held = self.natural.only(ranks);
        let enough: u32 = (1..=body.shape.body).map(|copies| held.at_least(copies).len()).sum();
        ranks.len() * u32::from(body.shape.body) - enough
    }

    /// Takes natural cards of each rank that is left of the body; wild cards fill the rest.
    fn fill(&self, body: Body<'_>, mut left: Ranks, cards: u64, spent: u32, emit: &mut dyn FnMut(Combo)) {
        let Some(rank) = left.next() else {
            if !self.is_frugal() || cards != 0 {
                self.ride(body, cards, spent, emit);
            }
            return;
        };
        let (held, copies) = (self.natural.count(rank), body.shape.body);
        let most = held.min(copies);
        let later = self.missing(body, left);
        for taken in (0..=most).rev() {
            let spent = spent + u32::from(copies - taken);
            if spent + later > self.wild_len() {
                return;
            }
            // A four that the body would break may stay whole.
            if self.is_frugal() && taken < most && !(held == 4 && taken == 0) {
                continue;
            }
            let part = Hand::of(rank, taken).expect("a part of the hand");
            self.fill(body, left, cards + part.bits(), spent, emit);
        }
    }

    /// Adds wings to a body of `cards` and `spent` wild ones.
    fn ride(&self, body: Body<'_>, cards: u64, spent: u32, emit: &mut dyn FnMut(Combo)) {
        let wings = u32::from(body.shape.wings(body.run));
        let rest = self.natural.without(body.ranks);
        let free = self.wild_len() - spent;
        match body.shape.wing {
            Wing::None => self.tell(body, cards, spent, emit),
            Wing::Single => {
                let spare = wing_cards(self.rules, body.shape, body.run, body.ranks, rest);
                if !self.is_frugal() {
                    for riders in 0..=wings.min(free) {
                        self.singles(body, spare, wings - riders, &mut |wing| {
                            self.tell(body, cards + wing, spent + riders, emit);
                        });
                    }
                    return;
                }
                // Wild cards ride only where natural ones outside fours are too few.
                let outside = spare.without(rest.at_least(4));
                let (few, riders) = match wings.saturating_sub(self.singles_max(body, outside)) {
                    riders if riders <= free => (outside, riders),
                    _ => (spare, wings.saturating_sub(self.singles_max(body, spare))),
                };
                if riders <= free {
                    self.singles(body, few, wings - riders, &mut |wing| {
                        self.tell(body, cards + wing, spent + riders, emit);
                    });
                }
            }
            Wing::Pair => {
                let rest = rest.without(Ranks::JOKERS);
                let rest = if self.is_frugal() { rest.without(rest.at_least(4)) } else { rest };
                // Of each rank none, one that a wild card makes a pair, or two.
                let units = rest.at_least(1).bits() + rest.at_least(2).bits();
                let whole = rest.at_least(2).len();
                self.pairs(units, wings, 0, 0, &mut |wing, halves, wild_pairs| {
                    let riders = halves + 2 * wild_pairs;
                    let natural = wings - halves - wild_pairs;
                    let wasteful = self.is_frugal()
                        && (natural < wings.min(whole) || (wild_pairs > 0 && halves + natural < rest.ranks().len()));
                    if riders <= free && !wasteful {
                        self.tell(body, cards + wing, spent + riders, emit);
                    }
                });
            }
        }
    }

    /// The most natural cards that may ride.
    fn singles_max(&self, body: Body<'_>, spare: Hand) -> u32 {
        let both = spare.contains(Hand::ROCKET) && !self.rules.rocket_rides(body.shape, body.run);
        spare.len() - u32::from(both)
    }

    fn singles(&self, body: Body<'_>, spare: Hand, wanted: u32, put: &mut dyn FnMut(u64)) {
        let big = Hand::one(Rank::BIG_JOKER).bits();
        let small = Hand::one(Rank::SMALL_JOKER).bits();
        if spare.contains(Hand::ROCKET) && !self.rules.rocket_rides(body.shape, body.run) {
            choose(spare.bits() - big, wanted, 0, &mut |wing| put(wing));
            if wanted > 0 {
                choose(spare.bits() - big - small, wanted - 1, big, &mut |wing| put(wing));
            }
        } else {
            choose(spare.bits(), wanted, 0, &mut |wing| put(wing));
        }
    }

    /// Every choice of at most `wanted` wings among counters of two: the cards, how many are single, how many pairs are missing.
    fn pairs(&self, units: u64, wanted: u32, taken: u64, halves: u32, put: &mut dyn FnMut(u64, u32, u32)) {
        put(taken, halves, wanted);
        if wanted == 0 {
            return;
        }
        let mut left = units;
        while left != 0 {
            let shift = left.trailing_zeros() & !3;
            let held = (left >> shift) & 0xF;
            left &= !(0xF << shift);
            self.pairs(left, wanted - 1, taken + (1 << shift), halves + 1, put);
            if held > 1 {
                self.pairs(left, wanted - 1, taken + (2 << shift), halves, put);
            }
        }
    }

    /// A play of these natural cards and so many wild ones, for each choice among two wild ranks.
    fn tell(&self, body: Body<'_>, cards: u64, spent: u32, emit: &mut dyn FnMut(Combo)) {
        // The natural walker lists what has no wild card, and what has nothing else.
        if spent == 0 || cards == 0 {
            return;
        }
        self.split(cards, spent, &mut |cards| {
            emit(Combo::new(cards, body.shape.kind, body.run, body.key).among(self.rules.wilds().ranks()));
        });
    }

    fn split(&self, cards: u64, spent: u32, put: &mut dyn FnMut(Hand)) {
        let mut ranks = self.rules.wilds().in_order();
        let first = ranks.next().expect("a wild rank is shown");
        let Some(second) = ranks.next() else {
            let part = Hand::of(first, spent as u8).expect("a part of the hand");
            return put(Hand::from_bits_unchecked(cards + part.bits()));
        };
        let held = |rank| u32::from(self.wild.count(rank));
        let (most, least) = (spent.min(held(first)), spent.saturating_sub(held(second)));
        for taken in least..=most {
            if self.is_frugal() && taken != least && taken != most {
                continue;
            }
            let one = Hand::of(first, taken as u8).expect("a part of the hand");
            let other = Hand::of(second, (spent - taken) as u8).expect("a part of the hand");
            put(Hand::from_bits_unchecked(cards + one.bits() + other.bits()));
        }
    }

    /// Bombs of every size and grade.
    fn bombs(&self, put: &mut dyn FnMut(Combo)) {
        let wilds = self.rules.wilds().ranks();
        let bomb = |cards: Hand, key| Combo::new(cards, Kind::Bomb, 1, key).among(wilds);
        for key in self.natural.at_least(4).or(self.wild.at_least(4)) {
            put(bomb(Hand::of(key, 4).expect("four of a rank"), key));
        }
        for key in self.natural.ranks().except(Ranks::JOKERS) {
            let held = self.natural.count(key);
            let fewest = if self.is_frugal() { held } else { 1 };
            for taken in fewest..=held {
                let cards = Hand::of(key, taken).expect("a part of the hand").bits();
                let sizes = 4.max(u32::from(taken) + 1)..=self.rules.bomb_max().min(u32::from(taken) + self.wild_len());
                for size in sizes {
                    self.split(cards, size - u32::from(taken), &mut |cards| put(bomb(cards, key)));
                }
            }
        }
        if wilds.len() == 2 {
            for size in 4..=self.wild_len() {
                self.split(0, size, &mut |cards| self.rules.mixed_bomb(cards).into_iter().for_each(&mut *put));
            }
        }
    }
}
