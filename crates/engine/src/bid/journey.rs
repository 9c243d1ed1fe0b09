//! Measured, not written by hand: `lab bids --deals 100000 --seed 1 --ruleset "journey" --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-153, -143, -137, -131, -127, -122, -118, -115, -111, -107, -103, -99, -95, -91, -86, -80, -74, -66, -53, 63],
    [99, 136, 136, 183, 183, 222, 222, 222, 222, 262, 281, 286, 297, 317, 317, 388, 388, 430, 437, 555],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-179, -165, -155, -147, -139, -133, -126, -120, -114, -108, -102, -96, -89, -82, -75, -66, -56, -44, -26, 127],
    [57, 88, 116, 121, 153, 153, 191, 191, 207, 227, 252, 285, 289, 341, 351, 367, 431, 458, 538, 671],
);
