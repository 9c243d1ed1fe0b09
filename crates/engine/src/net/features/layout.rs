//! The numbers of the first layer's rows. Weights files depend on them.

use rules::{Kind, Rank};

use super::super::past::{SKIPS, SORTS};

/// The version of the row numbers. A weights file of another version is refused.
pub const LAYOUT: u32 = 4;

// The number of rows of each block.
pub(super) const CARDS: usize = 54;
pub(super) const LEFT: usize = 21;
pub(super) const COMBOS: usize = Kind::Rocket as usize * Rank::COUNT + Rank::COUNT;
pub(super) const RUNS: usize = 13;
pub(super) const LET_PASS: usize = SORTS * Rank::COUNT;
pub(super) const SHOWN_BY_ONE: usize = (2 * SORTS + SKIPS) * Rank::COUNT;
pub(super) const STRAIGHTS: usize = 8;
pub(super) const PAIR_CHAINS: usize = 10;
pub(super) const AIRPLANES: usize = 11;
pub(super) const RANKS: usize = 16;
pub(super) const PAIRS: usize = 14;
pub(super) const TRIPLES: usize = 8;
pub(super) const LOOSE: usize = 10;
pub(super) const STRUCTURE: usize = STRAIGHTS + PAIR_CHAINS + AIRPLANES + RANKS + PAIRS + TRIPLES + LOOSE;

pub(super) const OWN_CARDS: usize = 0;
pub(super) const OWN_STRUCTURE: usize = OWN_CARDS + CARDS;
pub(super) const LEFTS: usize = OWN_STRUCTURE + STRUCTURE;
/// The combo that stands after the play: my own, or (`THEIRS`) that of the seat before me.
pub(super) const MINE: usize = LEFTS + 3 * LEFT;
pub(super) const THEIRS: usize = MINE + COMBOS + RUNS;
/// The row that is set if the next seat leads after my pass.
pub(super) const NEXT_LEADS: usize = THEIRS + COMBOS + RUNS;
pub(super) const OTHERS: usize = NEXT_LEADS + 1;
// Seat view: the unseen cards, the cards played by the next and the previous seat, the landlord's known cards, and the combos that the
// next and the previous seat let pass.
pub(super) const UNSEEN: usize = OTHERS;
pub(super) const PLAYED: usize = UNSEEN + CARDS;
pub(super) const KNOWN: usize = PLAYED + 2 * CARDS;
pub(super) const PASSED: usize = KNOWN + CARDS;
/// Full information: the hands of the next and the previous seat, and their structure.
pub(super) const HANDS: usize = OTHERS;

/// Seat view: the combos that the next and the previous seat led and answered with, and the ranks that they skipped.
pub(super) const SHOWN: usize = PASSED + 2 * LET_PASS;

/// The number of features of a seat-view net.
pub const SEAT_VIEW_FEATURES: usize = SHOWN + 2 * SHOWN_BY_ONE;
/// The number of features of a full-information net.
pub const FULL_INFORMATION_FEATURES: usize = HANDS + 2 * (CARDS + STRUCTURE);
/// The limit of rows in one situation: at most 15 + 33 of the own hand, 3 of cards left, 2 of the standing combo, 15 unseen, 30 played,
/// 15 known, 8 let pass, 37 led or answered with and 52 skipped. Wild ranks add at most 16 and take 10 cards out of those blocks; their
/// runs count among the 33.
pub const ACTIVE_MAX: usize = 224;
