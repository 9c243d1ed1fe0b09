//! Measured, not written by hand: `lab bids --matrix --deals 20000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many tenths of a weight, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller, by the mean weight of a turn in tenths; wins as points promise them.
pub(super) const MATRIX: &[Percentile] = &rows(
    [318, 337, 351, 363, 374, 385, 397, 408, 420, 432, 446, 458, 475, 492, 514, 536, 567, 610, 680, 1416],
    [254, 290, 311, 330, 350, 362, 379, 396, 409, 424, 442, 461, 472, 486, 507, 534, 561, 594, 640, 691],
);
