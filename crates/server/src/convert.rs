//! Conversion of wire messages to our own types, and back. Besides this module and `service`, only the codec of stored rooms uses messages, as
//! `crates/rules/tests/all/tidy.rs` checks.

pub mod inbound;
pub mod legal;
pub mod outbound;
pub mod room;
