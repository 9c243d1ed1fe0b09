//! Wire messages into types of `rules` and `engine`, and back. A handler in `service` takes a request apart field by field and
//! fills the top level of its response; everything inside a message is read and built here.

pub mod names;
pub mod cards;
pub mod events;
pub mod inbound;
pub mod legal;
pub mod outbound;
pub mod digest;
pub mod room_in;
pub mod room_out;
pub mod endgames;
pub mod catalog;
pub mod plan;
