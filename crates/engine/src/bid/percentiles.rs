//! Measured, not written by hand: `lab bids --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-127, -118, -111, -106, -101, -97, -93, -89, -85, -81, -77, -73, -69, -65, -60, -55, -49, -41, -29, 63],
    [166, 215, 257, 257, 324, 324, 368, 368, 374, 419, 442, 460, 478, 478, 552, 570, 611, 632, 672, 775],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-158, -142, -130, -121, -113, -106, -99, -92, -86, -80, -74, -68, -61, -55, -47, -40, -31, -20, -4, 127],
    [84, 130, 181, 214, 244, 293, 293, 341, 349, 382, 425, 473, 499, 539, 583, 609, 671, 728, 787, 890],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [151, 194, 231, 267, 299, 332, 365, 398, 431, 465, 500, 536, 573, 611, 652, 694, 740, 791, 851, 997],
    [123, 155, 187, 208, 240, 269, 303, 319, 368, 381, 418, 449, 498, 519, 563, 599, 633, 695, 746, 836],
);
