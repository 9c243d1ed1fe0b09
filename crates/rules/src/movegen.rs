//! The generator of all legal plays. The walker reads rows of [`SHAPES`]: the number of neighbouring ranks in the body, the copies of each
//! rank, and the sort of wings. The ruleset decides which wings are allowed. [`crate::wild`] has the plays with wild ranks.

use crate::classify::wing_cards;
use crate::combo::{Combo, Trick};
use crate::hand::{Hand, Ranks};
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::shape::{Kind, SHAPES, Shape, Wing};
use crate::wild::{Emit, Extent};

impl Ruleset {
    /// Calls `emit` with every combo that may be led from `hand`. Each multiset of cards comes once, with its preferred reading; while a
    /// wild rank is shown, it comes once for each reading.
    #[inline]
    pub fn each_lead(&self, hand: Hand, mut emit: impl FnMut(Combo)) {
        if self.shows_wilds() {
            return self.each_wild_play(hand, Trick::Lead, Extent::Complete, &mut (&mut emit as Emit<'_>));
        }
        self.each_natural_lead(hand, emit);
    }

    #[inline]
    fn each_natural_lead(&self, hand: Hand, mut emit: impl FnMut(Combo)) {
        for shape in &SHAPES {
            if self.allows(shape.kind) {
                self.walk_shape(shape, hand, Bounds::Lead, &mut emit);
            }
        }
    }

    /// Calls `emit` with every combo of `hand` that beats `standing`. Each multiset of cards comes once, with its highest reading that
    /// beats `standing`; while a wild rank is shown, it comes once for each reading that beats `standing`. A pass is not listed.
    #[inline]
    pub fn each_follow(&self, hand: Hand, standing: Combo, mut emit: impl FnMut(Combo)) {
        if self.shows_wilds() {
            let trick = Trick::Follow(standing);
            return self.each_wild_play(hand, trick, Extent::Complete, &mut (&mut emit as Emit<'_>));
        }
        self.each_natural_follow(hand, standing, emit);
    }

    #[inline]
    fn each_natural_follow(&self, hand: Hand, standing: Combo, mut emit: impl FnMut(Combo)) {
        let kind = standing.kind();
        if kind == Kind::Rocket {
            return self.each_chain_bomb(hand, standing, &mut emit);
        }
        if kind != Kind::Bomb && !self.may_not_answer(kind) {
            self.walk_shape(kind.shape(), hand, Bounds::Above(standing), &mut emit);
        }
        if !self.has_plain_answers() {
            self.each_special_follow(hand, standing, &mut emit);
        }
        let fours = hand.at_least(4);
        // Without four equal cards the ranks that beat `standing` need not be computed.
        if !fours.is_empty() {
            for rank in fours.and(self.natural_bombs_on(standing)) {
                emit(Combo::new(Ranks::one(rank).copies(4), Kind::Bomb, 1, rank));
            }
        }
        if hand.contains(Hand::ROCKET) && !(self.chain_bomb() && kind == Kind::Shuttle) {
            emit(Combo::ROCKET);
        }
    }

    /// Lists the chain bombs that beat a combo of another kind, or a shorter chain.
    pub(crate) fn each_chain_bomb(&self, hand: Hand, standing: Combo, emit: &mut impl FnMut(Combo)) {
        if self.chain_bomb() {
            self.walk_shape(Kind::Shuttle.shape(), hand, Bounds::Lead, &mut |chain| {
                if standing.kind() != Kind::Shuttle || chain.run() > standing.run() {
                    emit(chain);
                }
            });
        }
    }

    /// Lists the answers by special rules: a triple on a single or pair, a 2 as the pass card, and a chain bomb on a combo of another kind
    /// or on a shorter chain.
    fn each_special_follow(&self, hand: Hand, standing: Combo, emit: &mut impl FnMut(Combo)) {
        for rank in hand.at_least(3).and(self.triples_on(standing)) {
            emit(Combo::new(Ranks::one(rank).copies(3), Kind::Triple, 1, rank));
        }
        let two = Combo::single(Rank::TWO);
        // If the 2 beats a standing single as a higher single, it is listed already.
        let higher = standing.kind() == Kind::Single && self.above(standing).has(Rank::TWO);
        if hand.contains(two.cards()) && self.pass_card_beats(standing) && !higher {
            emit(two);
        }
        self.each_chain_bomb(hand, standing, emit);
    }

    /// Lists every play for `trick`; see [`Ruleset::each_lead`] and [`Ruleset::each_follow`].
    pub fn each_play(&self, hand: Hand, trick: Trick, emit: impl FnMut(Combo)) {
        match trick {
            Trick::Lead => self.each_lead(hand, emit),
            Trick::Follow(standing) => self.each_follow(hand, standing, emit),
        }
    }

    fn each_natural_play(&self, hand: Hand, trick: Trick, emit: impl FnMut(Combo)) {
        match trick {
            Trick::Lead => self.each_natural_lead(hand, emit),
            Trick::Follow(standing) => self.each_natural_follow(hand, standing, emit),
        }
    }

    /// Returns the plays of [`Ruleset::each_play`] as a vector, for hands of any size.
    pub fn plays(&self, hand: Hand, trick: Trick) -> Vec<Combo> {
        let mut plays = Vec::new();
        self.each_play(hand, trick, |combo| plays.push(combo));
        plays
    }

    /// Lists the plays of one kind in which no card stands for another.
    pub(crate) fn walk_natural_shape(
        &self,
        shape: &Shape,
        hand: Hand,
        standing: Option<Combo>,
        emit: &mut impl FnMut(Combo),
    ) {
        self.walk_shape(shape, hand, standing.map_or(Bounds::Lead, Bounds::Above), emit);
    }

    #[inline]
    fn walk_shape(&self, shape: &Shape, hand: Hand, bounds: Bounds, emit: &mut impl FnMut(Combo)) {
        if shape.kind == Kind::Rocket {
            if hand.contains(Hand::ROCKET) {
                emit(Combo::ROCKET);
            }
            return;
        }
        let have = hand.at_least(shape.body);
        let (run_min, run_max) = match bounds {
            Bounds::Lead => (shape.run_min, shape.run_max),
            Bounds::Above(standing) => (standing.run(), standing.run()),
        };
        if run_max == 1 {
            let keys = match bounds {
                Bounds::Lead => have,
                Bounds::Above(standing) => have.and(self.order().above(standing.key())),
            };
            for key in keys {
                self.each_play_of_body(shape, hand, Body { run: 1, key, ranks: Ranks::one(key) }, bounds, emit);
            }
            return;
        }
        let have = have.and(Ranks::RUN);
        let mut starts = have;
        for step in 1..run_min {
            starts = starts.and(have.down(u32::from(step)));
        }
        for run in run_min..=run_max {
            if starts.is_empty() {
                return;
            }
            let top = u32::from(run) - 1;
            let fitting = match bounds {
                Bounds::Lead => starts,
                Bounds::Above(standing) => starts.and(Ranks::printed_above(standing.key()).down(top)),
            };
            for start in fitting {
                let key = Rank::at(start.index() as u32 + top);
                let run = u32::from(run);
                self.each_play_of_body(shape, hand, Body { run, key, ranks: Ranks::run(start, run) }, bounds, emit);
            }
            starts = starts.and(have.down(u32::from(run)));
        }
    }

    #[inline]
    fn each_play_of_body(&self, shape: &Shape, hand: Hand, body: Body, bounds: Bounds, emit: &mut impl FnMut(Combo)) {
        let cards = body.ranks.copies(shape.body);
        if shape.wing == Wing::None {
            return emit(Combo::new(cards, shape.kind, body.run as u8, body.key));
        }
        let spare = wing_cards(self, shape, body.run as u8, body.ranks, hand.without(body.ranks));
        let wings = u32::from(shape.wings(body.run as u8));
        // The same cards may also be another chain with wings: each multiset is listed once.
        let is_ambiguous = body.run > 1 && (self.wings_lengthen || self.wings_quad_as_pairs);
        let reading = Combo::new(cards, shape.kind, body.run as u8, body.key);
        let mut put = |wing: u64| {
            let combo = reading.with_cards(Hand::from_bits_unchecked(cards.bits() + wing));
            if !is_ambiguous || self.is_preferred(combo, bounds) {
                emit(combo);
            }
        };
        if shape.wing == Wing::Pair {
            return each_choice(spare.bits() >> 1 & PAIR_BITS, wings, 0, &mut |pairs| put(pairs << 1));
        }
        let big = Hand::one(Rank::BIG_JOKER).bits();
        if spare.contains(Hand::ROCKET) && !self.allows_rocket_wings(shape, body.run as u8) {
            let small = Hand::one(Rank::SMALL_JOKER).bits();
            each_choice(spare.bits() - big, wings, 0, &mut put);
            each_choice(spare.bits() - big - small, wings - 1, big, &mut put);
        } else {
            each_choice(spare.bits(), wings, 0, &mut put);
        }
    }

    fn is_preferred(&self, combo: Combo, bounds: Bounds) -> bool {
        // With wild ranks each reading is a play of its own.
        if self.shows_wilds() {
            return true;
        }
        let best = match bounds {
            Bounds::Lead => self.read(combo.cards()),
            Bounds::Above(standing) => self.read_answer(combo.cards(), standing),
        };
        best == Some(combo)
    }
}

/// The bits that count the pairs of each rank.
const PAIR_BITS: u64 = 0x0333_3333_3333_3333;

#[derive(Clone, Copy)]
enum Bounds {
    Lead,
    Above(Combo),
}

#[derive(Clone, Copy)]
struct Body {
    /// The number of ranks, as a `u32`, because a `u8` is slower here.
    run: u32,
    key: Rank,
    ranks: Ranks,
}

/// Calls `put` with each way to take `wanted` units out of the four-bit counters `units`. Each result is added to `taken`.
pub(crate) fn each_choice(units: u64, wanted: u32, taken: u64, put: &mut impl FnMut(u64)) {
    let held = Hand::from_bits_unchecked(units);
    let mut ones = OneBits(held.ranks().bits());
    // One or two units need no call for each rank, which saves time in long lists.
    match wanted {
        0 => put(taken),
        1 => ones.for_each(|one| put(taken + one)),
        2 => {
            let twice = held.at_least(2).bits();
            while let Some(one) = ones.next() {
                ones.for_each(|other| put(taken + one + other));
                if twice & one != 0 {
                    put(taken + 2 * one);
                }
            }
        }
        _ => ones.for_each(|one| {
            let above = units & (one << 4).wrapping_neg();
            let held = (units >> one.trailing_zeros()) as u32 & 0xF;
            for copies in 1..held.min(wanted) + 1 {
                each_choice(above, wanted - copies, taken + one * u64::from(copies), put);
            }
        }),
    }
}

/// An iterator over the one-bits of a word, lowest first.
#[derive(Clone, Copy)]
pub(crate) struct OneBits(pub(crate) u64);

impl Iterator for OneBits {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let one = self.0 & self.0.wrapping_neg();
        self.0 -= one;
        (one != 0).then_some(one)
    }
}

/// The most plays that a hand of up to 20 cards has under any ruleset without wild ranks, overrides included. The example `widest_lead`
/// goes through all hands of 20 cards under the ruleset that allows everything. Every answer is also a legal lead.
/// `tests/all/deck_counts.rs` has a hand with this number of plays.
pub const PLAYS_MAX: usize = 806;

/// The most cards that a seat can hold.
pub const HAND_MAX: u32 = 20;

/// A reusable list of plays. [`Plays::fill`] allocates memory only while a wild rank is shown, and then only to grow.
#[derive(Clone)]
pub struct Plays {
    /// The number of plays in `combos`, or [`LEN_IN_VECTOR`] if the list is in `many`.
    len: usize,
    combos: [Combo; PLAYS_MAX],
    /// The plays with wild ranks: a hand may have more than [`PLAYS_MAX`].
    many: Vec<Combo>,
}

const LEN_IN_VECTOR: usize = usize::MAX;

impl Default for Plays {
    fn default() -> Self {
        Plays { len: 0, combos: [Combo::FILLER; PLAYS_MAX], many: Vec::new() }
    }
}

impl Plays {
    /// Makes an empty list.
    pub fn new() -> Plays {
        Plays::default()
    }

    /// Replaces the list by every play that `hand` has for `trick`.
    ///
    /// # Panics
    /// If `hand` has more than [`HAND_MAX`] cards.
    pub fn fill(&mut self, rules: &Ruleset, hand: Hand, trick: Trick) -> &[Combo] {
        assert!(hand.len() <= HAND_MAX, "{hand} has more than {HAND_MAX} cards");
        if rules.shows_wilds() {
            return self.fill_wild_plays(rules, hand, trick, Extent::Complete);
        }
        self.len = 0;
        rules.each_natural_play(hand, trick, |combo| {
            self.combos[self.len] = combo;
            self.len += 1;
        });
        self
    }

    /// Replaces the list by the plays of [`Ruleset::each_frugal_play`].
    ///
    /// # Panics
    /// The same as [`Plays::fill`].
    pub fn fill_frugal(&mut self, rules: &Ruleset, hand: Hand, trick: Trick) -> &[Combo] {
        if !rules.shows_wilds() {
            return self.fill(rules, hand, trick);
        }
        assert!(hand.len() <= HAND_MAX, "{hand} has more than {HAND_MAX} cards");
        self.fill_wild_plays(rules, hand, trick, Extent::Frugal)
    }

    fn fill_wild_plays(&mut self, rules: &Ruleset, hand: Hand, trick: Trick, extent: Extent) -> &[Combo] {
        self.len = LEN_IN_VECTOR;
        self.many.clear();
        rules.each_wild_play(hand, trick, extent, &mut |combo| self.many.push(combo));
        &self.many
    }
}

impl std::ops::Deref for Plays {
    type Target = [Combo];

    fn deref(&self) -> &[Combo] {
        self.combos.get(..self.len).unwrap_or(&self.many)
    }
}
