//! Measured, not written by hand: `lab bids --deals 20000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Row, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Row] = &rows(
    [-127, -117, -111, -105, -101, -96, -92, -88, -85, -81, -77, -73, -69, -65, -60, -55, -49, -41, -29, 47],
    [172, 269, 269, 309, 309, 363, 363, 395, 404, 404, 413, 442, 454, 538, 538, 583, 605, 639, 687, 747],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Row] = &rows(
    [-159, -142, -131, -122, -113, -106, -99, -93, -86, -80, -74, -68, -61, -55, -48, -39, -30, -19, -4, 124],
    [90, 136, 169, 237, 276, 277, 298, 304, 430, 430, 430, 498, 498, 504, 603, 609, 648, 742, 773, 888],
);
