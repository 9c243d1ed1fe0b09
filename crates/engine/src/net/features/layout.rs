//! The numbers of the first layer's rows. Weights files depend on them.

use rules::{Kind, Rank};

use super::super::past::{SKIPPED_SORTS, SORT_COUNT};

/// The version of the row numbers. A weights file of another version is refused.
pub const LAYOUT_VERSION: u32 = 4;

// The number of rows of each block.
pub(super) const CARD_ROWS: usize = 54;
pub(super) const LEFT_ROWS: usize = 21;
pub(super) const COMBO_ROWS: usize = Kind::Rocket as usize * Rank::COUNT + Rank::COUNT;
pub(super) const RUN_ROWS: usize = 13;
pub(super) const LET_PASS_ROWS: usize = SORT_COUNT * Rank::COUNT;
pub(super) const SHOWN_ROWS: usize = (2 * SORT_COUNT + SKIPPED_SORTS) * Rank::COUNT;
pub(super) const STRAIGHT_ROWS: usize = 8;
pub(super) const PAIR_CHAIN_ROWS: usize = 10;
pub(super) const AIRPLANE_ROWS: usize = 11;
pub(super) const RANK_ROWS: usize = 16;
pub(super) const PAIR_ROWS: usize = 14;
pub(super) const TRIPLE_ROWS: usize = 8;
pub(super) const LOOSE_ROWS: usize = 10;
pub(super) const STRUCTURE_ROWS: usize =
    STRAIGHT_ROWS + PAIR_CHAIN_ROWS + AIRPLANE_ROWS + RANK_ROWS + PAIR_ROWS + TRIPLE_ROWS + LOOSE_ROWS;

pub(super) const HELD_START: usize = 0;
pub(super) const OWN_STRUCTURE_START: usize = HELD_START + CARD_ROWS;
pub(super) const LEFT_START: usize = OWN_STRUCTURE_START + STRUCTURE_ROWS;
/// The combo that stands after the play: my own, or (`PREVIOUS_COMBO_START`) that of the seat before me.
pub(super) const OWN_COMBO_START: usize = LEFT_START + 3 * LEFT_ROWS;
pub(super) const PREVIOUS_COMBO_START: usize = OWN_COMBO_START + COMBO_ROWS + RUN_ROWS;
/// The row that is set if the next seat leads after my pass.
pub(super) const NEXT_LEADS_ROW: usize = PREVIOUS_COMBO_START + COMBO_ROWS + RUN_ROWS;
pub(super) const OTHERS_START: usize = NEXT_LEADS_ROW + 1;
// Seat view: the unseen cards, the cards played by the next and the previous seat, the landlord's known cards, and the combos that the
// next and the previous seat let pass.
pub(super) const UNSEEN_START: usize = OTHERS_START;
pub(super) const PLAYED_START: usize = UNSEEN_START + CARD_ROWS;
pub(super) const KNOWN_START: usize = PLAYED_START + 2 * CARD_ROWS;
pub(super) const LET_PASS_START: usize = KNOWN_START + CARD_ROWS;
/// Full information: the hands of the next and the previous seat, and their structure.
pub(super) const HANDS_START: usize = OTHERS_START;

/// Seat view: the combos that the next and the previous seat led and answered with, and the ranks that they skipped.
pub(super) const SHOWN_START: usize = LET_PASS_START + 2 * LET_PASS_ROWS;

/// The number of features of a seat-view net for natural cards.
pub const SEAT_VIEW_FEATURES: usize = SHOWN_START + 2 * SHOWN_ROWS;
/// The number of features of a full-information net.
pub const FULL_INFORMATION_FEATURES: usize = HANDS_START + 2 * (CARD_ROWS + STRUCTURE_ROWS);
/// An upper limit for the rows in one situation.
pub const ACTIVE_ROWS_MAX: usize = 224;
