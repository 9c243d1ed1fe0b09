//! The other players: what they may hold, and how they may play.
//!
//! [`belief`] draws worlds that agree with a view. [`habits`] counts what earlier hands showed of a player, and
//! experience turns strong habits into changes of a persona's own numbers. Inference reads the others' acts in this hand and shifts the
//! odds that a combo is covered. [`naive`] is a way to play that an opponent may have; Net evidence asks the nets which hands make plays
//! natural; the opponent model puts all of it together.

pub mod habits;
pub(crate) mod experience;
pub mod naive;
pub mod belief;
pub(crate) mod net_evidence;
pub(crate) mod inference;
pub(crate) mod opponent_model;
