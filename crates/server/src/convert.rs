//! Conversion of wire messages to our own types, and back. Beside this module and `service` only the codec of stored rooms names messages, as
//! `crates/rules/tests/all/tidy.rs` checks.

pub mod inbound;
pub mod legal;
pub mod outbound;
pub mod room;
