//! All plays of a hand with wild cards. The natural walker lists plays without wild cards and plays with only wild cards. This module
//! adds plays with both, the bombs and the rocket. For each body it counts the missing cards and lists the choices of wild cards for
//! them. No two plays have the same cards, kind, length and key.

use super::read::possible_keys;
use super::subsets::{MissingCounts, WildSubset, WildSubsets};
use crate::classify::wing_cards;
use crate::combo::{Combo, Trick};
use crate::hand::{Hand, Ranks};
use crate::movegen::{OneBits, each_choice};
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::shape::{Kind, SHAPES, Shape, Wing};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    Complete,
    /// Fewer plays: natural cards are used before wild cards, unless this splits four equal cards.
    Frugal,
}

/// The function that receives plays. It is a trait object, so that its users share one compiled walker.
pub(crate) type Emit<'a> = &'a mut dyn FnMut(Combo);

impl Ruleset {
    /// Lists the plays for `trick`. While a wild rank is shown, these are every play without wild cards and some plays with them.
    /// Otherwise they are all plays.
    #[inline]
    pub fn each_frugal_play(&self, hand: Hand, trick: Trick, mut emit: impl FnMut(Combo)) {
        if self.shows_wilds() {
            self.each_wild_play(hand, trick, Extent::Frugal, &mut (&mut emit as Emit<'_>));
        } else {
            self.each_play(hand, trick, emit);
        }
    }

    /// Lists the plays of a hand, complete or frugal, under a ruleset with shown wild ranks. A pass is not listed.
    pub(crate) fn each_wild_play(&self, hand: Hand, trick: Trick, extent: Extent, emit: &mut impl FnMut(Combo)) {
        let wilds = self.wilds().ranks();
        let walker = Walker::new(self, hand, extent);
        let (natural, wild) = (walker.natural, hand.only(wilds));
        let standing = match trick {
            Trick::Lead => None,
            Trick::Follow(standing) => Some(standing),
        };
        let fits = |shape: &&Shape| match standing {
            None => self.allows(shape.kind) && !matches!(shape.kind, Kind::Bomb | Kind::Rocket),
            Some(standing) => shape.kind == standing.kind() && !standing.is_bomb(),
        };
        for shape in SHAPES.iter().filter(fits) {
            self.walk_natural_shape(shape, natural, standing, emit);
            if self.is_chain_bomb(shape.kind) || wild.is_empty() {
                continue;
            }
            if u32::from(shape.cards(shape.run_min)) <= walker.wild_len {
                self.walk_natural_shape(shape, wild, standing, &mut |combo| emit(combo.with_wilds(wilds)));
            }
            // A single card is either natural or wild, and both are listed above.
            if !natural.is_empty() && shape.kind != Kind::Single {
                walker.each_play_of_shape(shape, standing, emit);
            }
        }
        walker.each_bomb(wild, &mut |bomb| {
            if standing.is_none_or(|standing| self.beats(bomb, standing)) {
                emit(bomb);
            }
        });
        if let Some(standing) = standing {
            self.each_chain_bomb(natural, standing, emit);
        }
        if hand.contains(Hand::ROCKET) && standing.is_none_or(|standing| self.beats(Combo::ROCKET, standing)) {
            emit(Combo::ROCKET);
        }
    }
}

struct Walker<'a> {
    rules: &'a Ruleset,
    natural: Hand,
    /// The natural cards that each rank can give to a body, for bodies with one to four copies of each rank.
    given: [Hand; 4],
    wild_len: u32,
    is_frugal: bool,
    subsets: WildSubsets,
}

/// The natural cards and the number of wild cards that are chosen so far.
#[derive(Clone, Copy)]
struct WildBody {
    cards: u64,
    spent: u32,
}

/// The wings that a reading needs, before they are chosen.
#[derive(Clone, Copy)]
struct Wings {
    reading: Combo,
    wanted: u32,
    /// The natural cards that may be wings.
    spare: Hand,
    /// True if both jokers are among `spare`, but only one of them may be a wing.
    splits_rocket: bool,
}

impl<'a> Walker<'a> {
    fn new(rules: &'a Ruleset, hand: Hand, extent: Extent) -> Walker<'a> {
        let wilds = rules.wilds();
        let (natural, wild) = (hand.without(wilds.ranks()), hand.only(wilds.ranks()));
        let is_frugal = extent == Extent::Frugal;
        let subsets = WildSubsets::new(wilds.in_order(), wild, is_frugal);
        let mut given = 0;
        let given = [1, 2, 3, 4].map(|copies| {
            given += natural.at_least(copies).bits();
            Hand::from_bits_unchecked(given)
        });
        Walker { rules, natural, given, wild_len: wild.len(), is_frugal, subsets }
    }

    /// Lists the plays of this shape that have natural and wild cards.
    fn each_play_of_shape(&self, shape: &Shape, standing: Option<Combo>, emit: &mut impl FnMut(Combo)) {
        let (run_min, run_max) = standing.map_or((shape.run_min, shape.run_max), |combo| (combo.run(), combo.run()));
        let above = standing.map_or(Ranks::ALL, |standing| self.rules.above(standing));
        let given = self.given[usize::from(shape.body) - 1];
        let mut lacking = MissingCounts::new(possible_keys(shape, 1), self.wild_len);
        for run in 1..=run_max {
            if u32::from(shape.cards(run)) > self.natural.len() + self.wild_len {
                return;
            }
            lacking.lengthen(run, shape.body, given);
            if run >= run_min {
                for key in lacking.keys.and(above) {
                    let reading = Combo::new(Hand::EMPTY, shape.kind, run, key);
                    let cards = given.only(reading.body_ranks());
                    self.each_play_of_body(reading, cards, lacking.of(key), emit);
                }
            }
        }
    }

    /// Lists the plays of one body. The hand has the natural `cards` of the body and lacks `missing` cards.
    fn each_play_of_body(&self, reading: Combo, cards: Hand, missing: u32, emit: &mut impl FnMut(Combo)) {
        let shape = reading.kind().shape();
        // In the frugal list wild cards replace only cards of four equal cards, so that these four stay together.
        let loose = if self.is_frugal { cards.only(self.natural.at_least(4)) } else { cards };
        if missing == 0 && loose.is_empty() && shape.wing == Wing::None {
            return;
        }
        let (body, loose) = (WildBody { cards: cards.bits(), spent: missing }, loose.bits());
        let rest = self.natural.without(reading.body_ranks());
        let wings = |spare| Wings {
            reading,
            wanted: u32::from(shape.wings(reading.run())),
            spare,
            splits_rocket: spare.contains(Hand::ROCKET) && !self.rules.allows_rocket_wings(shape, reading.run()),
        };
        match shape.wing {
            Wing::None => {
                self.each_body(body, loose, &mut |body| expand(reading, body.cards, self.subsets.of(body.spent), emit));
            }
            Wing::Single => {
                let wings = wings(wing_cards(self.rules, shape, reading.run(), reading.body_ranks(), rest));
                self.each_body(body, loose, &mut |body| self.each_single_wings(&wings, body, emit));
            }
            Wing::Pair => {
                let fours = if self.is_frugal { rest.at_least(4) } else { Ranks::NONE };
                let wings = wings(rest.without(fours.or(Ranks::JOKERS)));
                if self.is_frugal {
                    self.each_body(body, loose, &mut |body| self.frugal_pair_wings(&wings, body, emit));
                } else {
                    let ranks = (wings.spare.ranks().bits(), wings.spare.at_least(2).bits());
                    self.each_body(body, loose, &mut |body| self.each_pair_wings(&wings, ranks, body, emit));
                }
            }
        }
    }

    /// Calls `put` with bodies in which wild cards replace some of the `loose` cards, or none.
    fn each_body(&self, body: WildBody, loose: u64, put: &mut impl FnMut(WildBody)) {
        if !self.is_frugal || body.cards != 0 {
            put(body);
        }
        let free = self.wild_len - body.spent;
        let mut left = if free > 0 { loose } else { 0 };
        while left != 0 {
            let shift = left.ilog2() & !3;
            let held = (left >> shift) as u32;
            left -= u64::from(held) << shift;
            let higher = loose & (!0xF << shift);
            let fewest = if self.is_frugal { held } else { 1 };
            for taken in fewest..held.min(free) + 1 {
                let body = WildBody { cards: body.cards - (u64::from(taken) << shift), spent: body.spent + taken };
                if body.spent < self.wild_len {
                    self.each_body(body, higher, put);
                } else if !self.is_frugal || body.cards != 0 {
                    put(body);
                }
            }
        }
    }

    /// Lists single wings of natural and wild cards. The frugal list takes a wild one only if natural ones outside fours are too few.
    fn each_single_wings(&self, wings: &Wings, body: WildBody, emit: &mut impl FnMut(Combo)) {
        let free = self.wild_len - body.spent;
        // The natural walker lists plays without a wild card.
        let fewest = u32::from(body.spent == 0);
        if !self.is_frugal {
            for riders in fewest..wings.wanted.min(free) + 1 {
                self.each_wild_singles(wings, riders, body, emit);
            }
            return;
        }
        let lacking = |spare: Hand| wings.wanted.saturating_sub(spare.len() - u32::from(wings.splits_rocket));
        let outside = wings.spare.without(self.natural.at_least(4));
        let (spare, riders) = match lacking(outside) {
            riders if riders <= free => (outside, riders),
            _ => (wings.spare, lacking(wings.spare)),
        };
        if (fewest..=free).contains(&riders) {
            self.each_wild_singles(&Wings { spare, ..*wings }, riders, body, emit);
        }
    }

    /// Lists single wings of which `riders` are wild.
    fn each_wild_singles(&self, wings: &Wings, riders: u32, body: WildBody, emit: &mut impl FnMut(Combo)) {
        let Wings { reading, spare, wanted, splits_rocket } = *wings;
        let wanted = wanted - riders;
        let (big, small) = (Hand::one(Rank::BIG_JOKER).bits(), Hand::one(Rank::SMALL_JOKER).bits());
        let subsets = self.subsets.of(body.spent + riders);
        let choice = |without: u64, wanted| UnitChoice { units: spare.bits() - without, copies: 1, wanted };
        if !splits_rocket {
            return expand_each(reading, choice(0, wanted), body.cards, subsets, emit);
        }
        expand_each(reading, choice(big, wanted), body.cards, subsets, emit);
        if wanted > 0 {
            expand_each(reading, choice(big + small, wanted - 1), body.cards + big, subsets, emit);
        }
    }

    /// Lists every choice of `wanted` pairs. Each rank in `any` has a card, which a wild card can make a pair; each rank in `whole`
    /// has a pair. Missing pairs are wild.
    fn each_pair_wings(&self, wings: &Wings, (any, whole): (u64, u64), body: WildBody, emit: &mut impl FnMut(Combo)) {
        let (Wings { reading, wanted, .. }, WildBody { cards, spent }) = (*wings, body);
        let free = self.wild_len - spent;
        if free == 0 {
            let choice = UnitChoice { units: any & whole, copies: 2, wanted };
            return expand_each(reading, choice, cards, self.subsets.of(spent), emit);
        }
        if 2 * wanted <= free {
            expand(reading, cards, self.subsets.of(spent + 2 * wanted), emit);
        }
        let (for_whole, for_half) = (self.subsets.of(spent), self.subsets.of(spent + 1));
        let fewer = Wings { wanted: wanted - 1, ..*wings };
        let mut left = OneBits(any);
        while let Some(one) = left.next() {
            let is_whole = whole & one != 0;
            if wanted == 1 {
                expand(reading, cards + one, for_half, emit);
                if is_whole {
                    expand(reading, cards + 2 * one, for_whole, emit);
                }
                continue;
            }
            self.each_pair_wings(&fewer, (left.0, whole), WildBody { cards: cards + one, spent: spent + 1 }, emit);
            if is_whole {
                self.each_pair_wings(&fewer, (left.0, whole), WildBody { cards: cards + 2 * one, spent }, emit);
            }
        }
    }

    /// Lists pairs as wings: whole pairs if there are enough. Otherwise all whole pairs, then pairs that a wild card completes, then wild
    /// pairs.
    fn frugal_pair_wings(&self, wings: &Wings, body: WildBody, emit: &mut impl FnMut(Combo)) {
        let whole = wings.spare.at_least(2);
        let alone = wings.spare.ranks().except(whole);
        let lacking = wings.wanted.saturating_sub(whole.len());
        let halves = lacking.min(alone.len());
        let spent = body.spent + 2 * lacking - halves;
        if spent == 0 || spent > self.wild_len {
            return;
        }
        let subsets = self.subsets.of(spent);
        if lacking == 0 {
            let choice = UnitChoice { units: whole.bits(), copies: 2, wanted: wings.wanted };
            return expand_each(wings.reading, choice, body.cards, subsets, emit);
        }
        let choice = UnitChoice { units: alone.bits(), copies: 1, wanted: halves };
        expand_each(wings.reading, choice, body.cards + whole.copies(2).bits(), subsets, emit);
    }

    fn each_bomb(&self, wild: Hand, put: &mut impl FnMut(Combo)) {
        let wilds = self.rules.wilds().ranks();
        let bomb = |cards: Hand, key| Combo::new(cards, Kind::Bomb, 1, key).with_wilds(wilds);
        for key in self.natural.at_least(4).or(wild.at_least(4)) {
            put(bomb(Ranks::one(key).copies(4), key));
        }
        for key in self.natural.ranks().except(Ranks::JOKERS) {
            let held = u32::from(self.natural.count(key));
            let reading = Combo::new(Hand::EMPTY, Kind::Bomb, 1, key);
            let fewest = if self.is_frugal { held } else { 1 };
            for taken in fewest..=held {
                let cards = Ranks::one(key).copies(taken as u8).bits();
                for size in 4.max(taken + 1)..self.rules.bomb_cards_max().min(taken + self.wild_len) + 1 {
                    expand(reading, cards, self.subsets.of(size - taken), put);
                }
            }
        }
        if wilds.len() == 2 {
            for subset in (4..=self.wild_len).flat_map(|size| self.subsets.of(size)) {
                self.rules.mixed_bomb(Hand::from_bits_unchecked(subset.cards)).into_iter().for_each(&mut *put);
            }
        }
    }
}

/// A choice of further cards: `wanted` units out of `units`. Each unit has `copies` cards.
#[derive(Clone, Copy)]
struct UnitChoice {
    units: u64,
    copies: u64,
    wanted: u32,
}

/// Emits plays with the natural `cards`, a `choice` of further cards and one of the `subsets`.
fn expand_each(reading: Combo, choice: UnitChoice, cards: u64, subsets: &[WildSubset], emit: &mut impl FnMut(Combo)) {
    let UnitChoice { units, copies, wanted } = choice;
    match *subsets {
        [] => {}
        // The cards of a single subset are added before the loop.
        [subset] if cards != 0 || wanted > 0 => {
            let (reading, cards) = (reading.with_wild_bits(subset.wild), cards + subset.cards);
            each_choice(units, wanted, 0, &mut |taken| {
                emit(reading.with_cards(Hand::from_bits_unchecked(cards + copies * taken)));
            });
        }
        _ => each_choice(units, wanted, 0, &mut |taken| expand(reading, cards + copies * taken, subsets, emit)),
    }
}

#[inline]
fn expand(reading: Combo, cards: u64, subsets: &[WildSubset], emit: &mut impl FnMut(Combo)) {
    // The natural walker lists the plays with only wild cards.
    if cards != 0 {
        for subset in subsets {
            emit(reading.with_cards(Hand::from_bits_unchecked(cards + subset.cards)).with_wild_bits(subset.wild));
        }
    }
}
