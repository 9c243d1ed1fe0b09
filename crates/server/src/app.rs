//! The composition root: what the service is made of, and its life from start to drain.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Persona;

use crate::config::Config;
use crate::room::Rooms;

/// Everything that calls share.
pub struct App {
    /// The effective configuration.
    pub config: Config,
    /// Who can play, by name.
    pub personas: BTreeMap<String, Arc<Persona>>,
    /// The rooms.
    pub rooms: Rooms,
}
