//! A hand's word as four-bit counters, one for each rank, and marks at their lowest bits.

/// A mark at every rank.
pub(super) const ONES: u64 = 0x0111_1111_1111_1111;
/// A mark at every rank of straights, 3 to ace.
pub(super) const RUN: u64 = 0x1111_1111_1111;
/// Both jokers.
pub(super) const ROCKET: u64 = 0x0110_0000_0000_0000;

/// Marks the ranks that a hand holds.
#[inline]
pub(super) const fn at_least_1(hand: u64) -> u64 {
    (hand | hand >> 1 | hand >> 2) & ONES
}

/// Marks the ranks of which a hand holds two or more.
#[inline]
pub(super) const fn at_least_2(hand: u64) -> u64 {
    (hand >> 1 | hand >> 2) & ONES
}

/// Marks the ranks of which a hand holds three or more.
#[inline]
pub(super) const fn at_least_3(hand: u64) -> u64 {
    (hand & hand >> 1 | hand >> 2) & ONES
}
