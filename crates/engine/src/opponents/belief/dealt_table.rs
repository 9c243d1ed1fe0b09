//! Places of the cards of a rank where the deck keeps its order, written by `lab belief --dealers FILE --hands 1000000 --seed 1`.

use super::dealt::DealerWeights;

pub(super) const BLOCKS: DealerWeights = ([199, 80, -98, -120, -51, -188, -307, 224, 228, 201], [27, 1, -150, -66]);

pub(super) const CLUSTERS: DealerWeights = ([232, 26, 40, -110, 79, -82, -125, 94, 261, 672], [88, -55, 36, 519]);

pub(super) const RECYCLED: DealerWeights = ([160, 24, 7, -49, 46, -33, -75, 139, 66, 324], [62, -50, -32, 180]);
