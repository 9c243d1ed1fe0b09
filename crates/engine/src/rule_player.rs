//! The rule-based player: ordered strategies propose plays, guards strike out blunders.
//!
//! `leads` lists what a hand would lead. [`strategy`] is the ordered list that decides.

pub(crate) mod inferred;
pub(crate) mod leads;
pub mod strategy;
mod blunder;
pub mod guard;
pub(crate) mod taste;
