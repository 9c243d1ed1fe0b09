//! Splitting a hand 拆牌: cutting it into combos that could each be played in one turn.
//!
//! [`rule_split`] imitates a person by an ordered search; `kickers` then lets triples and airplanes carry. [`crate::hand::eval`] judges a split.
//! [`turn_split`] and [`matrix_split`] choose among the ways to lay a hand down in the fewest turns; [`count_turns`] counts these turns, and
//! [`TurnsMemo`] remembers the count. [`plans()`] shows all these splits.

mod partition;
mod rule;
pub(crate) mod known;
mod runs;
mod kickers;
mod loose;
mod count;
mod each;
mod turns;
pub(crate) mod plans;

pub use count::{TurnsMemo, count_turns};
pub use each::{EnumerationEnd, each_partition};
pub use kickers::{Kickers, attach_kickers};
pub use partition::{PARTS_MAX, Partition};
pub use plans::{Plan, plans, turn_candidates};
pub use rule::{few_singles_split, rule_split};
pub use turns::{matrix_split, turn_split};
