//! What is good: splitting a hand, judging it, choosing a play. Pure: no clock, no entropy, no I/O.
//!
//! The modules are listed in the order in which a newcomer should read them.

pub mod split;
pub mod eval;
