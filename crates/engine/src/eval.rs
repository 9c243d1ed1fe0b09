//! What a split hand is worth. Three published measures; all are integers, so that every platform decides the same.
//!
//! [`points`] is the measure of the rule player, [`turn_weight`] that of the turn splitter.

mod points;
mod turn_weight;

pub use points::{KindPoints, Weights, best_points, points};
pub use turn_weight::turn_weight;
