//! The worth of a split hand. Three published measures; all are integers, so that every platform decides the same.
//!
//! [`points`] is the measure of the rule player, [`turn_weight`] that of the turn splitter,
//! [`mean_weight`] that of the weight-matrix design.

mod points;
mod matrix;

pub use matrix::{BANDS, Context, Matrix, mean_weight};
pub(crate) use points::PER_STEP;
pub use points::{KindPoints, PointTable, points};

use rules::{Combo, Kind};

/// Returns the weight of a split by the turn splitter: how much of the hand is bound in big combos. Kickers weigh what they would weigh
/// alone, so carrying them changes turns and not weight.
pub fn turn_weight(parts: &[Combo]) -> u32 {
    parts.iter().map(|&combo| combo_weight(combo)).sum()
}

fn combo_weight(combo: Combo) -> u32 {
    let run = u32::from(combo.run());
    let body = match combo.kind() {
        Kind::Single => 1,
        Kind::Pair => 2,
        Kind::Triple | Kind::TripleSingle | Kind::TriplePair => 3,
        Kind::Straight => 4 + (run - 5),
        Kind::PairChain => 5 + 2 * (run - 3),
        Kind::Airplane | Kind::AirplaneSingles | Kind::AirplanePairs => 6 + 3 * (run - 2),
        Kind::Bomb | Kind::Rocket => 7,
        // The source has no weight for these: they weigh as much as their parts.
        Kind::FourSingles | Kind::FourPairs => 7,
        Kind::Shuttle | Kind::ShuttleSingles | Kind::ShuttlePairs => 7 * run,
    };
    // A wing weighs as much as it has cards: a single 1, a pair 2.
    let shape = combo.kind().shape();
    body + u32::from(shape.wings(combo.run()) * shape.wing.cards())
}
