//! A hand of the game as a caller tells it. This crate reads the message `Hand` and its events, plays them by [`rules`], and says what each
//! chair knows. No other crate replays a hand, reads `Present`, or turns a chair into a place in the order of speaking.
//!
//! Read [`read`] first: it makes a [`hand::Game`] from a message. Every fault is a [`refusal::Refusal`], which names the field at fault.

pub mod closed_set;
pub mod refusal;
pub mod names;
pub mod cards;
pub mod reader;
pub mod event;
pub mod violation;
pub mod hand;
pub mod read;
