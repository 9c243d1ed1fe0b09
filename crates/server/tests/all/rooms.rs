//! Rooms, from the pure state machine to the store, without a network except to Redis.

pub(crate) mod table;
pub(crate) mod rpc;
mod stores;
mod foreign;
pub(crate) mod forms;
mod told;
mod laws;
mod watch;
mod said;
mod bare_stores;
mod replicas;
mod trips;
mod cluster;
mod lost_writes;
mod players;
mod levels;
mod standings;
mod outcomes;
mod tls;
mod chaos;
mod honesty;
mod size;
mod unruly;
