//! Measured, not written by hand: `lab bids --ruleset unshuffled --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-89, -76, -67, -60, -53, -48, -42, -37, -32, -27, -22, -17, -12, -6, 0, 6, 15, 25, 42, 153],
    [130, 158, 182, 212, 229, 245, 266, 273, 281, 293, 313, 339, 352, 355, 393, 429, 443, 473, 511, 556],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-105, -86, -74, -64, -55, -47, -40, -33, -26, -20, -13, -6, 1, 8, 16, 25, 35, 48, 68, 214],
    [82, 108, 135, 156, 177, 206, 235, 271, 292, 292, 327, 368, 374, 397, 432, 452, 481, 522, 566, 613],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [399, 497, 566, 620, 664, 702, 734, 763, 789, 813, 835, 854, 873, 890, 907, 922, 936, 952, 969, 997],
    [99, 132, 159, 184, 210, 231, 252, 274, 300, 326, 336, 362, 389, 416, 452, 479, 509, 562, 648, 743],
);
