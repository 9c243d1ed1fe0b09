//! What is good: splitting a hand, judging it, choosing a play. Pure: no clock, no entropy, no I/O.
//!
//! The modules are listed in the order in which a newcomer should read them.

// No clock, thread, entropy, input or output: `clippy.toml` beside this crate's manifest lists what that means.
#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod decide;
mod situation;
pub mod split;
pub mod eval;
pub mod cover;
mod judge;
mod leads;
mod guard;
mod noise;
pub mod habits;
pub mod reflex;
pub mod belief;
mod endings;
pub mod strategy;
pub mod cases;
pub mod bid;
mod pace;
pub mod persona;
pub mod endgame;
pub mod net;
pub mod search;
pub mod decision;

pub use decide::{Limits, NotMyTurn, Scratch, decide, decide_within};
pub use decision::{Candidate, Candidates, Decider, Decision, Trace};
pub use habits::Habits;
pub use persona::Persona;
