//! Measured, not written by hand: `lab bids --ruleset unshuffled dealer=clusters --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-103, -89, -79, -70, -62, -55, -49, -42, -35, -29, -22, -15, -7, 0, 9, 19, 30, 45, 64, 157],
    [222, 280, 321, 361, 375, 391, 407, 414, 422, 422, 422, 422, 422, 422, 422, 422, 422, 422, 422, 422],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-112, -88, -73, -60, -48, -38, -28, -19, -9, 0, 9, 19, 29, 40, 51, 64, 80, 98, 126, 224],
    [162, 235, 270, 309, 344, 372, 399, 413, 435, 445, 445, 445, 446, 447, 447, 447, 447, 447, 462, 492],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [303, 408, 489, 555, 610, 658, 700, 738, 771, 800, 827, 850, 872, 892, 910, 927, 942, 958, 976, 997],
    [166, 214, 255, 280, 303, 335, 355, 375, 403, 418, 434, 454, 474, 505, 528, 545, 574, 620, 662, 688],
);
