//! Conversion of wire messages to types of `rules` and `engine`, and back, where several groups of calls share it. The messages of one
//! group are read and built in its file of `service`. No other module names messages: `crates/rules/tests/all/tidy.rs` holds that.

pub mod names;
pub mod inbound;
pub mod legal;
pub mod reasons;
pub mod outbound;
pub mod digest;
pub mod room_in;
pub mod room_out;
