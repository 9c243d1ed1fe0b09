//! The worth of a split hand. Three published measures; all are integers, so that every platform decides the same.
//!
//! [`points`] is the measure of the rule player, [`turn_weight`] that of the turn splitter,
//! [`matrix`] that of the weight-matrix design.

mod points;
mod turn_weight;
mod matrix;

pub use matrix::{BANDS, Matrix, Relation, matrix};
pub(crate) use points::STEP;
pub use points::{KindPoints, PointTable, points};
pub use turn_weight::turn_weight;
