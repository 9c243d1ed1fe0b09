//! Measured, not written by hand: `lab bids --ruleset unshuffled dealer=recycled --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-106, -93, -84, -76, -70, -64, -58, -53, -48, -43, -37, -32, -26, -20, -14, -6, 1, 13, 30, 158],
    [169, 205, 241, 266, 287, 324, 339, 365, 398, 405, 405, 444, 483, 487, 509, 539, 562, 594, 631, 662],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-119, -99, -85, -74, -65, -57, -49, -42, -35, -28, -21, -14, -7, 1, 10, 19, 30, 44, 65, 224],
    [96, 148, 189, 223, 251, 287, 315, 343, 375, 403, 446, 487, 512, 536, 553, 573, 617, 653, 672, 687],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [256, 339, 404, 459, 509, 556, 598, 638, 675, 709, 741, 771, 800, 826, 851, 875, 899, 921, 945, 1000],
    [150, 194, 226, 262, 294, 313, 339, 366, 393, 422, 445, 478, 502, 522, 555, 584, 626, 684, 768, 870],
);
