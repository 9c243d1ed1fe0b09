//! The other players: the cards that they may hold, and the ways in which they may play.

pub mod habits;
pub(crate) mod experience;
pub mod naive;
pub mod belief;
pub(crate) mod inference;
pub(crate) mod opponent_model;
