//! The rule-based player: ordered strategies propose plays, guards remove blunders.
//!
//! [`strategy`] is the ordered list that decides, `leads` has its rows for leading.

pub mod ballot;
pub(crate) mod leads;
pub mod strategy;
pub mod guard;
