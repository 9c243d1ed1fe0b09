//! Measured, not written by hand: `lab bids --ruleset unshuffled dealer=recycled --deals 100000 --seed 1 --write` of version 0.1.0. A row is a twentieth of
//! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.

use super::{Percentile, rows};

/// The 17 cards of a caller with the expected bottom.
pub(super) const SEVENTEEN: &[Percentile] = &rows(
    [-106, -93, -83, -76, -69, -63, -58, -52, -47, -42, -36, -31, -25, -19, -12, -5, 3, 14, 32, 158],
    [165, 214, 237, 267, 300, 309, 335, 358, 385, 408, 414, 434, 459, 489, 509, 528, 567, 593, 621, 667],
);

/// The landlord's 20 cards.
pub(super) const LANDLORD: &[Percentile] = &rows(
    [-119, -99, -85, -74, -64, -56, -48, -41, -34, -27, -19, -12, -5, 3, 12, 21, 32, 46, 67, 224],
    [98, 146, 185, 226, 253, 284, 307, 349, 390, 401, 424, 462, 501, 535, 559, 571, 603, 646, 673, 687],
);

/// The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.
pub(super) const LEARNED: &[Percentile] = &rows(
    [255, 338, 400, 455, 505, 552, 595, 635, 674, 710, 743, 775, 806, 835, 863, 890, 915, 939, 963, 1000],
    [142, 187, 220, 250, 274, 293, 323, 351, 378, 406, 434, 464, 492, 517, 556, 592, 627, 679, 749, 829],
);
