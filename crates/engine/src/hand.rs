//! One hand by itself: its splits into combos, the worth of a split, and the chance that a combo is covered.

pub mod split;
pub mod eval;
pub mod cover;

use rules::{Combo, Rank, Ruleset};

/// Returns the place of a word in a cache of 2 to the power of `slots_log2` places. The multiplication spreads the counters into the
/// top bits (Fibonacci hashing).
#[inline]
pub(crate) const fn cache_place(word: u64, slots_log2: u32) -> usize {
    (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - slots_log2)) as usize
}

/// Returns the value of a rank: 3 to 17.
pub(crate) fn face_value(rank: Rank, rules: &Ruleset) -> i32 {
    rules.order().place(rank) as i32 + 3
}

/// Returns the value of a combo's key: 3 to 17. Runs use the printed order.
#[inline]
pub(crate) fn key_value(combo: Combo, rules: &Ruleset) -> i32 {
    rules.height(combo) as i32 + 3
}

// The word of a hand has a four-bit counter for each rank. Marks stand at the lowest bits of counters.

/// A mark at every rank.
pub(crate) const MARKS: u64 = 0x0111_1111_1111_1111;
/// A mark at every rank of straights, 3 to ace.
pub(crate) const RUN_MARKS: u64 = 0x1111_1111_1111;
pub(crate) const ROCKET: u64 = 0x0110_0000_0000_0000;

#[inline]
pub(crate) const fn at_least_1(hand: u64) -> u64 {
    (hand | hand >> 1 | hand >> 2) & MARKS
}

#[inline]
pub(crate) const fn at_least_2(hand: u64) -> u64 {
    (hand >> 1 | hand >> 2) & MARKS
}

#[inline]
pub(crate) const fn at_least_3(hand: u64) -> u64 {
    (hand & hand >> 1 | hand >> 2) & MARKS
}
