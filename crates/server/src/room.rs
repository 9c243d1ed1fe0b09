//! Rooms: a table that the service remembers, as a pure state machine over events, and where it is stored.

pub mod occupant;
pub mod event;
pub mod habits;
pub mod state;
pub mod react;
pub mod store;
pub mod watch;
pub mod players;
pub mod service;

pub use service::{LoadedRoom, OpenTurn, Rooms};
pub use state::RoomState;
