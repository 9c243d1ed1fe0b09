//! Measured, not written by hand: `lab bids --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Row, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Row] = &rows(
    [-127, -118, -111, -106, -101, -97, -93, -89, -85, -81, -77, -73, -69, -65, -60, -55, -49, -41, -29, 63],
    [166, 215, 257, 257, 324, 324, 368, 368, 374, 419, 442, 460, 478, 478, 552, 570, 611, 632, 672, 775],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Row] = &rows(
    [-158, -142, -130, -121, -113, -106, -99, -92, -86, -80, -74, -68, -61, -55, -47, -40, -31, -20, -4, 127],
    [84, 130, 181, 214, 244, 293, 293, 341, 349, 382, 425, 473, 499, 539, 583, 609, 671, 728, 787, 890],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Row] = &rows(
    [141, 184, 221, 257, 290, 323, 356, 390, 423, 457, 492, 528, 565, 603, 644, 685, 730, 782, 844, 999],
    [124, 160, 188, 226, 247, 277, 313, 336, 377, 389, 432, 454, 484, 525, 564, 603, 637, 684, 752, 834],
);
