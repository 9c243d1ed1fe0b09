//! Rooms, from the pure state machine to the store, without a network except to Redis.

pub(crate) mod table;
pub(crate) mod rpc;
mod stores;
pub(crate) mod forms;
mod told;
mod laws;
mod watch;
mod said;
mod faults;
mod redis;
mod players;
mod levels;
mod chaos;
pub(crate) mod size;
mod unruly;
