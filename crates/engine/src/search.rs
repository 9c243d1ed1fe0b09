//! Search: what would come of each play, in worlds that agree with what is known.
//!
//! The player that plays is a race of candidates: [`belief`](crate::opponents::belief) says what the others may hold, every
//! candidate is played out in every world by a fast policy that sees no more than a seat does, and candidates that fall
//! behind leave. [`minimax`] is the published way, kept and improved to be measured beside it.
//! `docs/develop/search.md` says what each part is worth.

mod race;
mod rollout;
mod lookahead;
pub(crate) mod endings;
pub mod minimax;

pub(crate) use lookahead::{Foresight, WIDTH_MAX};
pub(crate) use rollout::{Found, Search, Terms};
