//! File descriptors: the soft limit is raised to the hard one, and the caps on connections have to fit under it. Otherwise a process might run out of
//! descriptors before its caps.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

use super::accept::HALF_OPEN_MAX;
use super::admin;
use crate::config::Fault;
use crate::observe::lines;

/// The descriptors for everything else: standard streams, listeners, the runtime, Redis, files that are read again.
const OTHER_DESCRIPTORS: u64 = 128;
/// The fewest connections to which a configured number is lowered.
const CONNECTIONS_MIN: u64 = 16;

/// Returns the number of connections that the gRPC port may have: the configured number, or fewer if the system has no descriptors for them. Refuses
/// if those would be fewer than [`CONNECTIONS_MIN`].
pub(super) fn connections_max(configured: usize) -> Result<usize, Fault> {
    let limit = raise_limit();
    let reserved = OTHER_DESCRIPTORS + (HALF_OPEN_MAX + admin::CONNECTIONS_MAX) as u64;
    let left = limit.saturating_sub(reserved);
    if configured as u64 <= left {
        return Ok(configured);
    }
    if left < CONNECTIONS_MIN {
        let needed = reserved + CONNECTIONS_MIN;
        return Err(Fault(format!("the limit on open files is {limit}, at least {needed} are needed (ulimit -n)")));
    }
    let reason = format_args!(
        "the limit on open files is {limit}, of which {reserved} are reserved: grpc.connections_max is {left}, not {configured}"
    );
    lines::DESCRIPTORS_LIMITED.log(reason);
    Ok(left as usize)
}

/// Raises the soft limit to the hard one; returns the limit, as far as it is known.
fn raise_limit() -> u64 {
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return u64::MAX };
    if soft < hard && setrlimit(Resource::RLIMIT_NOFILE, hard, hard).is_ok() { hard } else { soft }
}
