//! Why calls are refused: the refusals of [`game`], which reads what they name.

pub use game::refusal::*;
