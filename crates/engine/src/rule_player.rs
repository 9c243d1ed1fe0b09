//! The rule-based player: ordered strategies propose plays, guards strike out blunders.
//!
//! [`situation`] holds the facts of a turn, `judge` says what a hand is worth, `leads` lists what a hand would lead.
//! [`strategy`] is the ordered list that decides.

pub mod situation;
pub(crate) mod judge;
pub(crate) mod leads;
pub mod strategy;
pub(crate) mod guard;
pub(crate) mod taste;
