//! The composition root: a configuration becomes the state that all calls share.

use std::sync::Arc;

use crate::call::auth::Callers;
use crate::config::{self, BadFile, Config};
use crate::observe::metrics::Metrics;
use crate::placement::policy::{self, Policy};
use crate::room::Rooms;
use crate::roster::{Roster, RosterError};
use crate::state::App;

use super::tls::Tls;

/// The parts that need the files of a configuration.
struct Parts {
    roster: Arc<Roster>,
    policy: Policy,
    callers: Callers,
    rooms: Rooms,
    metrics: Arc<Metrics>,
}

/// Reads the files that the configuration names and puts the parts together. Starts the threads of the pool and the writer of
/// replay lines; listens on no port.
pub fn app(config: Config) -> Result<Arc<App>, StartError> {
    let Parts { roster, policy, callers, rooms, metrics } = read_files(&config)?;
    Ok(Arc::new(App::new(config, roster, policy, rooms, callers, metrics)))
}

/// Refuses files with which [`app`] or [`start`](super::serve::start) would fail.
pub fn check(config: &Config) -> Result<(), StartError> {
    read_files(config)?;
    Tls::load(&config.grpc.tls)?;
    Ok(())
}

fn read_files(config: &Config) -> Result<Parts, StartError> {
    let roster = Arc::new(Roster::load(&config.personas)?.disclosed_by(config.companions.disclosure));
    let own = config::text("companions.file", &config.companions.file)?;
    let policy = Policy::read(own.as_deref().unwrap_or(policy::DEFAULT), &roster);
    let policy = policy.map_err(|error| BadFile::new("companions.file", &config.companions.file, error))?;
    let path = config.grpc.tokens.file.as_str();
    let callers = Callers::load(path, config.callers);
    let callers = callers.map_err(|error| BadFile::new("grpc.tokens.file", path, error))?;
    let metrics = Arc::default();
    let rooms = Rooms::new(config, Arc::<Roster>::clone(&roster), &metrics)?;
    Ok(Parts { roster, policy, callers, rooms, metrics })
}

/// The reason why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The personas cannot be used.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] BadFile),
    /// A port cannot be listened on.
    #[error("{key} {address}: {error}{}", flag(key))]
    Listen {
        /// The key that names the address.
        key: &'static str,
        /// The address.
        address: std::net::SocketAddr,
        /// The fault.
        error: std::io::Error,
    },
    /// The system does not let the process open enough files.
    #[error("the limit on open files is {limit}, at least {needed} are needed (ulimit -n)")]
    Descriptors {
        /// The limit.
        limit: u64,
        /// The need of the smallest caps.
        needed: u64,
    },
}

/// Returns the end of the message, which names the flag of `serve` for another address; empty if there is none.
fn flag(key: &str) -> &'static str {
    match key {
        "grpc.listen" => "; serve --listen ADDRESS takes another",
        "admin.listen" => "; serve --admin-listen ADDRESS takes another",
        _ => "",
    }
}
