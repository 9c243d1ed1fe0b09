//! The learned player: small integer nets that say how likely a seat's side wins after a play.
//!
//! For each seat there are two nets. The *seat-view* net sees what the seat sees, and chooses plays. The *full-information* net sees
//! all hands: it values the worlds of a search, and gives the seat-view net targets in training. [`features`] says what they look
//! at, [`weights`] how they are kept. All arithmetic is on integers: the same answer on any machine and build.
//! `docs/develop/engine.md` says how they were trained.

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
