//! Search: what would come of each play, in worlds that agree with what is known.
//!
//! The player that plays is a race of candidates: [`belief`](crate::belief) says what the others may hold, every
//! candidate is played out in every world by a fast policy that sees no more than a seat does, and candidates that fall
//! behind leave. [`minimax`] is the published way, kept and improved to be measured beside it.
//! `docs/develop/search.md` says what each part is worth.

pub mod playing;
pub mod policy;
mod race;
mod company;
mod contest;
mod foresight;
pub mod minimax;

pub(crate) use contest::{Found, Search, Terms};
pub(crate) use foresight::{Foresight, WIDTH_MAX};
