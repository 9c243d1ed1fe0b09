//! Rooms: a table that the service remembers, as a pure state machine over events, and where it is stored.

pub mod cards;
pub mod event;
pub mod now;
pub mod hand;
pub mod habits;
pub mod state;
pub mod react;
pub mod pin;
pub mod stored;
pub mod store;
pub mod memory;
pub use state::State;

use crate::config;

/// Every room of this replica.
pub struct Rooms {}

impl Rooms {
    /// No room is open.
    pub fn new(_config: &config::Rooms) -> Rooms {
        Rooms {}
    }
}
