//! Measured, not written by hand: `lab bids --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-127, -118, -111, -106, -101, -97, -92, -89, -85, -81, -77, -73, -69, -65, -60, -55, -48, -40, -28, 63],
    [193, 230, 249, 280, 325, 356, 362, 369, 378, 399, 434, 464, 502, 528, 553, 579, 602, 654, 729, 824],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-158, -142, -130, -121, -113, -106, -99, -92, -86, -80, -74, -68, -61, -54, -47, -39, -30, -19, -3, 127],
    [105, 152, 195, 227, 264, 287, 310, 339, 364, 408, 453, 473, 510, 553, 592, 646, 697, 758, 836, 931],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [163, 210, 249, 286, 321, 356, 390, 424, 459, 494, 530, 566, 603, 642, 681, 722, 765, 812, 869, 995],
    [132, 160, 188, 219, 248, 280, 314, 346, 375, 402, 438, 476, 510, 541, 583, 628, 675, 731, 803, 894],
);
