//! The composition root: a configuration becomes the state that all calls share.

use std::sync::Arc;

use crate::call::auth::Callers;
use crate::config::{self, Config, Fault};
use crate::observe::metrics::Metrics;
use crate::policy::{self, Policy};
use crate::room::Rooms;
use crate::roster::Roster;
use crate::state::App;

use super::tls::Tls;

/// Reads configured files, except those of `grpc.tls`, and puts the parts together. Starts the threads of the pools; listens on no port.
pub fn app(config: Config) -> Result<Arc<App>, Fault> {
    let (roster, policy, rooms, callers, metrics) = read_files(&config)?;
    Ok(Arc::new(App::new(config, roster, policy, rooms, callers, metrics)))
}

/// Refuses files with which [`app`] or [`start`](super::serve::start) would fail.
pub fn check(config: &Config) -> Result<(), Fault> {
    read_files(config)?;
    Tls::load(&config.grpc.tls)?;
    Ok(())
}

type AppParts = (Arc<Roster>, Policy, Rooms, Callers, Arc<Metrics>);

fn read_files(config: &Config) -> Result<AppParts, Fault> {
    let roster = Arc::new(Roster::load(config)?);
    let own: Option<String> = config::read_if_named("companions.file", &config.companions.file)?;
    let policy = Policy::read(own.as_deref().unwrap_or(policy::DEFAULT_TOML), &roster);
    let policy = policy.map_err(|error| Fault::of_file("companions.file", &config.companions.file, error))?;
    let path = config.grpc.tokens.file.as_str();
    let callers = Callers::load(path, config.callers);
    let callers = callers.map_err(|error| Fault::of_file("grpc.tokens.file", path, error))?;
    let metrics = Arc::default();
    let rooms = Rooms::new(config, Arc::clone(&roster), &metrics)?;
    Ok((roster, policy, rooms, callers, metrics))
}
