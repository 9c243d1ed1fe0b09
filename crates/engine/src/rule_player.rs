//! The rule-based player: ordered strategies propose plays, guards remove blunders.
//!
//! [`strategy`] has the ordered lists that decide, `leads` some of the rows for leading.

pub mod ballot;
pub(crate) mod leads;
pub mod strategy;
pub mod guard;
