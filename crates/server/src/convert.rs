//! Conversion of wire messages to our own types, and back, where several groups of calls share it. The messages of one group are read and built in
//! its file of `service`. Of the other modules only the codec of stored rooms names messages, as `crates/rules/tests/all/tidy.rs` checks.

pub mod inbound;
pub mod legal;
pub mod outbound;
pub mod room;
