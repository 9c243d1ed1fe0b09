//! The other players: what they may hold, and how they may play.
//!
//! [`belief`] draws worlds that agree with a view. [`habits`] counts what earlier hands showed of a player. [`naive`] and
//! [`rule_based`] are two ways to play that an opponent may have; the opponent model puts all of it together.

pub mod habits;
pub mod naive;
pub mod belief;
pub mod rule_based;
pub(crate) mod opponent_model;
