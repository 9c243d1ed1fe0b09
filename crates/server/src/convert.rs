//! Edges translate: wire messages into rules and engine types, and back. No proto type goes further in, and the only
//! places where `wire` and `rules` meet are here.

pub mod names;
pub mod cards;
pub mod events;
pub mod inbound;
pub mod legal;
pub mod outbound;
pub mod digest;
pub mod room_in;
pub mod room_out;
