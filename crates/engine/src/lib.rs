//! What is good: splitting a hand, judging it, choosing a play. Pure: no clock, no entropy, no I/O.
//!
//! The modules are listed in the order in which a newcomer should read them.

pub mod decide;
mod situation;
pub mod split;
pub mod eval;
mod judge;
mod leads;
pub mod strategy;
pub mod persona;
pub mod endgame;
pub mod decision;

pub use decide::{NotMyTurn, Scratch, decide};
pub use decision::{Candidate, Candidates, Decider, Decision, Trace};
pub use persona::Persona;
