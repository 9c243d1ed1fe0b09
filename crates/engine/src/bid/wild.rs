//! Measured, not written by hand: `lab bids --ruleset laizi --deals 12000 --seed 1` (one wild rank) and `--ruleset laizi-tiandi --deals 4000
//! --seed 1` (two, of which a caller has seen one and the landlord both). Rows as in the table of natural hands.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom: one wild rank.
pub(super) const SEVENTEEN_ONE: &[Percentile] = &rows(
    [-76, -59, -46, -35, -26, -19, -13, -7, -1, 4, 9, 15, 20, 25, 31, 38, 46, 54, 68, 154],
    [105, 125, 150, 188, 206, 206, 217, 229, 234, 267, 296, 296, 297, 304, 320, 348, 367, 367, 401, 469],
);

/// The landlord's 20 cards: one wild rank.
pub(super) const LANDLORD_ONE: &[Percentile] = &rows(
    [-97, -69, -53, -41, -31, -23, -15, -8, -1, 5, 12, 18, 24, 32, 39, 46, 55, 66, 84, 199],
    [74, 114, 135, 160, 170, 196, 223, 223, 223, 249, 275, 300, 339, 354, 354, 354, 378, 402, 421, 459],
);

/// The 17 cards of a caller with the expected bottom: two wild ranks.
pub(super) const SEVENTEEN_TWO: &[Percentile] = &rows(
    [-77, -60, -47, -37, -27, -20, -13, -7, 0, 4, 10, 15, 20, 26, 31, 38, 46, 55, 69, 140],
    [126, 147, 156, 180, 196, 196, 196, 196, 196, 196, 211, 227, 227, 227, 227, 227, 236, 252, 272, 297],
);

/// The landlord's 20 cards: two wild ranks.
pub(super) const LANDLORD_TWO: &[Percentile] = &rows(
    [-27, -6, 8, 19, 29, 36, 42, 48, 55, 60, 67, 73, 79, 86, 94, 102, 111, 123, 143, 225],
    [85, 117, 130, 145, 165, 170, 180, 191, 191, 209, 227, 240, 253, 253, 254, 257, 260, 270, 300, 340],
);
