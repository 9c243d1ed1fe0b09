//! Measured, not written by hand: `lab bids --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Row, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Row] = &rows(
    [-127, -118, -111, -106, -101, -97, -93, -89, -85, -81, -77, -73, -69, -65, -60, -55, -49, -41, -29, 63],
    [169, 216, 260, 260, 327, 327, 372, 372, 379, 424, 449, 462, 477, 477, 558, 575, 613, 636, 669, 771],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Row] = &rows(
    [-158, -142, -130, -121, -113, -106, -99, -92, -86, -80, -74, -68, -61, -55, -47, -40, -31, -20, -4, 127],
    [85, 130, 185, 219, 245, 301, 301, 343, 352, 385, 429, 480, 501, 543, 585, 615, 671, 729, 785, 882],
);
