//! The other players: the cards that they may hold, and the ways in which they may play.
//!
//! [`belief`] draws worlds that agree with a view. [`habits`] counts what earlier hands showed of a player, and `experience` turns strong
//! habits into changes of a persona's own numbers. `inference` reads the others' acts in this hand and shifts the odds that a combo is
//! covered. [`naive`] is a simple way to play. `opponent_model` draws worlds for a search, in which naive players
//! play on naively, and asks the nets how natural a player's plays are with a guessed hand.

pub mod habits;
pub(crate) mod experience;
pub mod naive;
pub mod belief;
pub(crate) mod inference;
pub(crate) mod opponent_model;
