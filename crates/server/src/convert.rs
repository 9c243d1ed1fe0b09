//! Wire messages into types of `rules` and `engine`, and back. A handler in `service` names its request and its response, and takes
//! and fills their own fields; every message inside them is read and built here. `tests/module_order.rs` holds that.

pub mod names;
pub mod cards;
pub mod events;
pub mod inbound;
pub mod told;
pub mod legal;
pub mod ask;
pub mod reasons;
pub mod outbound;
pub mod digest;
pub mod room_in;
pub mod progress;
pub mod room_out;
pub mod cached;
pub mod watch_out;
pub mod endgames;
pub mod catalog;
pub mod plan;
pub mod players;
pub mod review;
pub mod hand_review;
