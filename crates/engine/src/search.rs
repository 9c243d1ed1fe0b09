//! Search: the outcomes of plays in worlds that agree with the view.
//!
//! A race of candidates decides. [`opponents`](crate::opponents) draws worlds and plays on for naive seats.
//! `lookahead` plays on with the nets, or searches trees of their choices (`net_tree`); `wild` plays hands with wild ranks out by the
//! policy of [`rollout`]. Candidates that fall behind leave. [`minimax`] is the published way, kept for comparison.
//! `docs/develop/engine.md` explains them.

mod race;
mod net_judge;
pub mod rollout;
mod lookahead;
mod net_tree;
mod wild;
pub mod minimax;

pub(crate) use lookahead::LookaheadSearch;
pub(crate) use race::{SearchConfig, SearchResult, WIDTH_MAX};
pub(crate) use wild::WildSearch;
