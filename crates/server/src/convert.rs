//! Edges translate: wire messages into rules and engine types, and back. No proto type goes further in.

pub mod inbound;
pub mod outbound;
