//! The learned player: small integer nets that say how likely a seat's side wins after a play.
//!
//! For each seat there are two nets. The *closed* one sees what the seat sees, and chooses plays. The *open* one sees all
//! hands; it judges worlds that somebody thinks of, and gave the closed one its lessons. [`features`] says what they look
//! at, [`weights`] how they are kept. All arithmetic is on integers: the same answer on any machine and build.
//! `docs/develop/training.md` says how they were trained.

mod best;
pub mod features;
mod past;
mod think;
pub mod weights;

pub use best::best_play;
pub use features::{Others, Scene};
pub use past::Past;
pub(crate) use think::CHANCE_ONE;
pub use think::{Thought, chance};
pub use weights::{BadWeights, UNIT_LOGIT, Weights};
