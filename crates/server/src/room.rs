//! Rooms: a table that the service remembers, as a pure state machine over events, and where it is stored.

pub mod state;
pub mod store;
pub mod memory;

use crate::config;

/// Every room of this replica.
pub struct Rooms {}

impl Rooms {
    /// No room is open.
    pub fn new(_config: &config::Rooms) -> Rooms {
        Rooms {}
    }
}
