//! Rooms, from the pure state machine to the store, without a network.

mod table;
mod state;
mod rpc;
mod forms;
mod laws;
mod watch;
mod chaos;
mod honesty;
mod size;
mod unruly;
