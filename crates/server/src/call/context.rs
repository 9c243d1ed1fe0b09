//! The circumstances of a call: which RPC it is, when it came, until when it wants its answer, what it may see.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use http::HeaderMap;
use tonic::Request;

use super::rpc::{Rpc, Scope, Scopes};
use crate::call::caller::Caller;
use crate::call::strangers::Standing;
use crate::call::trace::{RequestId, TraceId};

/// The time of a call's arrival, and the time until which it waits.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The time at which its headers were read.
    pub at: Instant,
    /// The time at which the caller stops waiting, by `grpc-timeout`.
    pub deadline: Option<Instant>,
}

/// The knowledge of the connection that a call came on.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The one behind the connection: a caller, or a stranger so far.
    pub standing: Arc<Standing>,
    /// The longest time that a stream on it lasts; `None` over HTTP/2, whose pings say that the caller is there.
    pub stream_max: Option<Duration>,
    /// The names in the certificate that the client has shown: its common name, DNS names and URIs.
    pub subjects: Arc<[String]>,
}

/// The names of a call on lines of the log.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// The caller, once that is known.
    pub caller: Option<Arc<Caller>>,
    /// The caller's trace, if it told one.
    pub trace: Option<TraceId>,
    /// The caller's name for its call, if it told that.
    pub request: Option<RequestId>,
}

impl Tags {
    /// Reads a call's headers, before its token was checked.
    pub fn of(headers: &HeaderMap) -> Tags {
        Tags { caller: None, trace: TraceId::of(headers), request: RequestId::of(headers) }
    }
}

/// The circumstances of a call, which the call layer puts into its extensions.
#[derive(Clone, Debug)]
pub struct Call {
    /// The RPC.
    pub rpc: Rpc,
    /// The time of its arrival, and the time until which it waits.
    pub arrival: Arrival,
    /// The caller.
    pub caller: Arc<Caller>,
    /// The scopes of its token.
    pub scopes: Scopes,
    /// The caller's trace, if it told one.
    pub trace: Option<TraceId>,
    /// The caller's name for it, if it told that.
    pub request: Option<RequestId>,
}

impl Call {
    /// Returns the call layer's part of the request. A request that did not pass the layer is refused: its token was not checked.
    pub fn of<T>(request: &Request<T>) -> Result<Call, Refusal> {
        let missing = || Refusal::new(Reason::FAULT, "the call did not pass the layer that checks its token");
        request.extensions().get::<Call>().cloned().ok_or_else(missing)
    }

    /// Returns the same call as another RPC.
    pub fn as_rpc(&self, rpc: Rpc) -> Call {
        Call { rpc, ..self.clone() }
    }

    /// Returns the time until which a call that decides waits for the store of the rooms: for half of its own time, so that the caller can
    /// still ask without the room. `None` for a call without a budget and without a deadline.
    pub fn store_until(&self, budget_ms: Option<u32>) -> Option<Instant> {
        let Arrival { at, deadline } = self.arrival;
        let asked = budget_ms.map(|ms| Duration::from_millis(u64::from(ms)));
        let left = deadline.map(|deadline| deadline.saturating_duration_since(at));
        let own = asked.into_iter().chain(left).min()?;
        Some(at + own / 2)
    }

    /// Returns the names of the call on lines of the log.
    pub fn tags(&self) -> Tags {
        Tags { caller: Some(Arc::clone(&self.caller)), trace: self.trace, request: self.request.clone() }
    }

    /// Refuses where the token does not allow `scope`.
    pub fn need(&self, scope: Scope) -> Result<(), Refusal> {
        if self.scopes.allow(scope) {
            return Ok(());
        }
        Err(Refusal::new(Reason::SCOPE_MISSING, format!("the token lacks the scope {:?}", scope.name())))
    }
}
