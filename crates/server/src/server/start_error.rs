//! The errors of a start.

use crate::config::BadFile;
use crate::roster::RosterError;

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
    #[error("{key} {address}: {error}{}", flags(key))]
    Listen {
        /// The key that names the address.
        key: &'static str,
        /// The address.
        address: std::net::SocketAddr,
        /// The fault.
        error: std::io::Error,
    },
    /// Certificates that do not fit.
    #[error("{0}")]
    Tls(String),
    /// The system does not let the process open enough files.
    #[error("the limit on open files is {limit}, at least {needed} are needed (ulimit -n)")]
    Descriptors {
        /// The limit.
        limit: u64,
        /// The smallest limit with which the server starts.
        needed: u64,
    },
}

/// Returns the end of the message, which names the flags of `serve` for other addresses; empty if there is none. Who has one port taken has the
/// other one taken too: by another server.
fn flags(key: &str) -> &'static str {
    match key {
        "grpc.listen" | "admin.listen" => "; serve --listen ADDRESS --admin-listen ADDRESS takes others",
        _ => "",
    }
}
