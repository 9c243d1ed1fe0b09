//! The learned player: small integer nets that expect a result for a seat's side after a play.
//!
//! Each seat has its own nets. The *seat-view* net sees the seat's hand and public facts, and chooses plays. The *full-information* net sees
//! all hands, and values worlds; there is none for wild ranks. Some files also have a *deep* seat-view net for each seat.
//! [`features`] has the input of the nets, [`weights`] their form in a file. All arithmetic is on integers: the same answer on any
//! machine and build.
//! `docs/develop/engine.md` describes their use and training.

pub mod features;
mod prediction;
mod past;
mod accumulator;
pub mod deep;
pub mod weights;

pub use accumulator::Accumulator;
pub use features::{NetInput, Others};
pub use past::Past;
pub use prediction::{CHANCE_ONE, Logit, Objective, Prediction, SCORE_ONE};
pub use weights::{BadWeights, Layout, UNIT_FACTOR, UNIT_LOGIT, Weights};
