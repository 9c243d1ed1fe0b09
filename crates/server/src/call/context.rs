//! The circumstances of a call: which RPC it is, when it came, until when it wants its answer, what it may see.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;
use tonic::Request;
use tracing::field::Empty;
use tracing::{Level, Span};

use super::rpc::{Rpc, Scope, Scopes};
use crate::call::trace::TraceId;
use crate::error::{Reason, Refusal};

/// When a call arrived and until when it waits.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When its headers were read.
    pub at: Instant,
    /// When the caller stops waiting, by `grpc-timeout`.
    pub deadline: Option<Instant>,
}

/// What is known of the connection that a call came on.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Places for `DecideMany` streams on this connection.
    pub streams: Arc<Semaphore>,
}

/// The circumstances of a call, which the call layer puts into its extensions.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Which RPC.
    pub rpc: Rpc,
    /// When it came, and until when it waits.
    pub arrival: Arrival,
    /// What its token allows.
    pub scopes: Scopes,
    /// The caller's trace, if it told one.
    pub trace: Option<TraceId>,
}

impl Call {
    /// What the call layer put into the request. A request that did not pass the layer is refused: its token was not checked.
    pub fn of<T>(request: &Request<T>) -> Result<Call, Refusal> {
        let missing = || Refusal::new(Reason::FAULT, "the call did not pass the layer that checks its token");
        request.extensions().get::<Call>().copied().ok_or_else(missing)
    }

    /// A call of this process, which needs no token.
    pub fn local(rpc: Rpc) -> Call {
        Call { rpc, arrival: Arrival { at: Instant::now(), deadline: None }, scopes: Scopes::ALL, trace: None }
    }

    /// Whether the call has a span. A span costs about as much as a decision by the strategies, so only calls with a trace
    /// and runs at the debug level get one.
    pub fn has_span(&self) -> bool {
        self.trace.is_some() || tracing::enabled!(Level::DEBUG)
    }

    /// The span of a call that has one; the empty fields are filled in by the decision.
    pub fn span(rpc: Rpc, trace: Option<TraceId>) -> Option<Span> {
        // The two differ in their level alone: a caller that sends a trace finds it on every line at the usual level.
        macro_rules! call {
            ($level:ident, $trace:expr) => {
                tracing::$level!(
                    "call",
                    rpc = rpc.name(),
                    trace = $trace,
                    room = Empty,
                    seat = Empty,
                    decider = Empty,
                    budget_ms = Empty
                )
            };
        }
        match trace {
            Some(trace) => Some(call!(info_span, display(trace))),
            None if tracing::enabled!(Level::DEBUG) => Some(call!(debug_span, Empty)),
            None => None,
        }
    }

    /// Refuses where the token does not allow `scope`.
    pub fn need(&self, scope: Scope) -> Result<(), Refusal> {
        if self.scopes.allow(scope) {
            return Ok(());
        }
        Err(Refusal::new(Reason::SCOPE_MISSING, format!("the token lacks the scope {:?}", scope.word())))
    }
}
