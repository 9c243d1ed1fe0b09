//! Measured, not written by hand: `lab bids --ruleset unshuffled --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-89, -76, -67, -60, -54, -48, -43, -38, -33, -28, -23, -17, -12, -6, 0, 6, 14, 25, 41, 153],
    [133, 160, 186, 211, 223, 242, 262, 278, 294, 304, 326, 337, 357, 377, 389, 412, 448, 484, 518, 562],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-105, -86, -74, -64, -55, -48, -40, -34, -27, -20, -14, -7, 0, 7, 15, 24, 34, 47, 66, 214],
    [83, 106, 132, 164, 185, 212, 230, 255, 294, 308, 333, 369, 379, 405, 439, 453, 494, 530, 564, 629],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [407, 508, 577, 631, 673, 708, 738, 765, 788, 809, 828, 845, 861, 876, 891, 904, 918, 933, 949, 997],
    [103, 137, 167, 192, 209, 230, 249, 263, 291, 310, 333, 361, 372, 397, 429, 458, 488, 544, 650, 770],
);
