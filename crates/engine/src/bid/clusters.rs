//! Measured, not written by hand: `lab bids --ruleset unshuffled dealer=clusters --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-103, -89, -79, -70, -63, -56, -49, -42, -36, -29, -22, -15, -8, 0, 8, 18, 30, 44, 64, 157],
    [227, 284, 323, 348, 371, 394, 412, 429, 429, 429, 429, 429, 429, 429, 429, 429, 429, 429, 429, 429],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-112, -89, -73, -60, -49, -39, -29, -20, -10, -1, 8, 18, 28, 38, 50, 63, 79, 98, 125, 224],
    [162, 229, 274, 310, 339, 379, 412, 422, 437, 453, 453, 453, 453, 453, 453, 453, 453, 453, 470, 504],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [306, 416, 499, 566, 621, 667, 707, 743, 773, 799, 823, 845, 864, 882, 898, 914, 929, 945, 963, 998],
    [185, 241, 271, 297, 322, 336, 361, 382, 388, 412, 438, 444, 464, 494, 508, 531, 571, 606, 670, 764],
);
