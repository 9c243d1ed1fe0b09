//! A hand of the game as a caller tells it. It reads the message `Hand` and its events, plays them by [`rules`], and says what each chair
//! knows. No other crate replays a hand, reads `Present`, or turns a chair into a place in the order of speaking.
//!
//! [`read`] begins: it makes a [`hand::Game`] of a message. Every fault is a [`refusal::Refusal`] that names the field.

pub mod closed_set;
pub mod refusal;
pub mod names;
pub mod cards;
pub mod reader;
pub mod event;
pub mod violation;
pub mod hand;
pub mod read;
