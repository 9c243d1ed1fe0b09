//! Measured, not written by hand: `lab bids --ruleset laizi` (one wild rank) and `--ruleset laizi-tiandi` (two, of which one is
//! shown in the auction), each with `--deals 4000 --seed 1`. Rows as in the table of natural hands.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom: one wild rank.
pub(super) const SEVENTEEN_ONE: &[Percentile] = &rows(
    [-77, -60, -47, -37, -27, -20, -13, -7, 0, 4, 10, 15, 20, 26, 31, 38, 46, 55, 69, 140],
    [85, 100, 120, 160, 175, 210, 225, 285, 285, 285, 310, 310, 330, 330, 375, 375, 375, 375, 390, 420],
);

/// The landlord's 20 cards: one wild rank.
pub(super) const LANDLORD_ONE: &[Percentile] = &rows(
    [-98, -70, -55, -41, -31, -23, -14, -7, 0, 6, 12, 19, 24, 32, 39, 47, 55, 67, 84, 171],
    [45, 95, 135, 135, 190, 190, 230, 230, 265, 265, 265, 295, 315, 360, 360, 380, 380, 415, 415, 415],
);

/// The 17 cards of a caller with the expected bottom: two wild ranks.
pub(super) const SEVENTEEN_TWO: &[Percentile] = &rows(
    [-77, -60, -47, -37, -27, -20, -13, -7, 0, 4, 10, 15, 20, 26, 31, 38, 46, 55, 69, 140],
    [90, 145, 155, 155, 230, 230, 230, 230, 230, 230, 230, 230, 255, 255, 260, 260, 260, 260, 260, 285],
);

/// The landlord's 20 cards: two wild ranks.
pub(super) const LANDLORD_TWO: &[Percentile] = &rows(
    [-98, -70, -55, -41, -31, -23, -14, -7, 0, 6, 12, 19, 24, 32, 39, 47, 55, 67, 84, 171],
    [130, 130, 145, 145, 185, 185, 230, 230, 230, 230, 230, 230, 230, 250, 250, 250, 250, 335, 335, 335],
);
