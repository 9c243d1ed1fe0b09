//! Measured, not written by hand: `lab bids --ruleset journey --matrix --deals 20000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many tenths of a weight, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller, by the mean weight of a turn in tenths; wins as points promise them.
pub(super) const MATRIX: &[Percentile] = &rows(
    [293, 310, 322, 332, 342, 351, 360, 368, 380, 390, 400, 412, 425, 440, 456, 476, 501, 532, 596, 1090],
    [147, 171, 184, 196, 206, 213, 227, 238, 246, 259, 271, 281, 291, 305, 320, 334, 354, 375, 402, 439],
);
