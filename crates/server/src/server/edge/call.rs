//! Calls: each is let in by its caller's token or certificate, scopes and quota, before a byte of its body is read, and counted with its
//! end. A call whose caller goes away is just dropped: the guard notices that too.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use game::refusal::{Reason, Refusal, readable, reason_of};
use http::{HeaderMap, Request, Response};
use tonic::body::Body;
use tonic::{Code, Status};

use super::answer::at_once;
use super::protocols::Asked;
use super::{Answer, Called, HttpService, Seen};
use crate::call::auth::Grant;
use crate::call::caller::Using;
use crate::call::context::{Arrival, Call, Peer, Tags};
use crate::call::rpc::Rpc;
use crate::call::strangers::UnderWay;
use crate::observe::lines;
use crate::state::App;

/// Lets the call of a known caller on, counts it and how it ends, and makes a panic a refusal. It leaves the [`Call`] in the request.
pub(super) fn check<S: HttpService>(app: &Arc<App>, inner: &mut S, mut request: Request<Body>) -> Answer {
    let rpc = Asked::of(&request).rpc;
    let arrival = request.extensions_mut().remove::<Arrival>().expect("the layer of protocols leaves it");
    let mut guard = CallMetricsGuard::begin(app, rpc, arrival.at, Tags::of(request.headers()));
    let Grant { caller, scopes } = match guard.let_in(&request) {
        Ok(grant) => grant,
        Err(refusal) => return at_once(guard.refused(refusal).into_http()),
    };
    let Tags { trace, request: id, .. } = guard.tags.clone();
    request.extensions_mut().insert(Call { rpc, arrival, caller, scopes, trace, request: id });
    let inner = caught(inner.call(request));
    if rpc.is_stream() {
        return Box::pin(stream(inner, guard));
    }
    Box::pin(unary(inner, guard))
}

/// Refuses a call that comes no further than its head: it is counted and logged all the same.
pub(super) fn refused(app: &Arc<App>, rpc: Rpc, headers: &HeaderMap, refusal: Refusal) -> Status {
    CallMetricsGuard::begin(app, rpc, Instant::now(), Tags::of(headers)).refused(refusal)
}

async fn unary(inner: impl Future<Output = Called>, mut guard: CallMetricsGuard) -> Called {
    inner.await.map(|response| match Status::from_header_map(response.headers()) {
        // Errors of unary calls come as trailers only.
        Some(status) => guard.failed(status, response),
        None => {
            guard.code = Code::Ok;
            response
        }
    })
}

async fn stream(inner: impl Future<Output = Called>, mut guard: CallMetricsGuard) -> Called {
    inner.await.map(|response| match Status::from_header_map(response.headers()) {
        Some(status) => guard.failed(status, response),
        // Until its trailers, a stream counts as cancelled.
        None => response.map(|inner| watched(inner, guard)),
    })
}

/// Keeps the guard of a call until its stream ends, and passes it the end.
fn watched(inner: Body, mut guard: CallMetricsGuard) -> Body {
    Seen::body(inner, move |polled, _| {
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(status) = frame.trailers_ref().and_then(Status::from_header_map)
        {
            match status.code() {
                Code::Ok => guard.code = Code::Ok,
                _ => guard.refuse(&status),
            }
        }
        polled
    })
}

/// Makes a panic a refusal: it is our fault, and costs its call only.
async fn caught(inner: impl Future<Output = Called>) -> Called {
    let mut inner = pin!(inner);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| inner.as_mut().poll(context))) {
        Ok(poll) => poll,
        Err(_) => {
            let refusal = Refusal::new(Reason::FAULT, "the server made a mistake; its log says more");
            Poll::Ready(Ok(refusal.into_status().into_http()))
        }
    })
    .await
}

/// A guard that counts a call under way and, when dropped, the code with which it ended.
struct CallMetricsGuard {
    app: Arc<App>,
    rpc: Rpc,
    at: Instant,
    code: Code,
    tags: Tags,
    /// The places that it takes within the limits of its caller and of its connection.
    _used: Option<(Using, Option<UnderWay>)>,
}

impl CallMetricsGuard {
    fn begin(app: &Arc<App>, rpc: Rpc, at: Instant, tags: Tags) -> CallMetricsGuard {
        app.metrics.opened(rpc, 1.0);
        CallMetricsGuard { app: Arc::clone(app), rpc, at, code: Code::Cancelled, tags, _used: None }
    }

    /// Checks the caller and its quota.
    fn let_in(&mut self, request: &Request<Body>) -> Result<Grant, Refusal> {
        let peer = request.extensions().get::<Peer>();
        let subjects = peer.map_or(&[][..], |peer| &peer.subjects[..]);
        let grant = self.app.callers.check(request.headers(), subjects).inspect_err(|_| {
            peer.inspect(|peer| peer.standing.refuse());
        })?;
        self.tags.caller = Some(Arc::clone(&grant.caller));
        grant.scopes.need(self.rpc.scope())?;
        let quota = self.app.begin(self.rpc, &grant.caller, peer.map(|peer| &*peer.standing))?;
        self._used = Some((quota, peer.map(|peer| peer.standing.count())));
        Ok(grant)
    }

    fn refused(mut self, refusal: Refusal) -> Status {
        let status = refusal.into_status();
        self.refuse(&status);
        status
    }

    /// Notes that the call was refused: it is counted by its reason, too.
    fn refuse(&mut self, status: &Status) {
        self.code = status.code();
        self.app.metrics.refused(reason_of(status));
        lines::call_failed(self.rpc.name(), status, &self.tags);
    }

    /// Counts a failed call. An error without our details comes from the transport, which could not read the request:
    /// it becomes a refusal.
    fn failed(&mut self, status: Status, response: Response<Body>) -> Response<Body> {
        let is_ours = !status.details().is_empty();
        let status = readable(status);
        self.refuse(&status);
        if is_ours { response } else { status.into_http() }
    }
}

impl Drop for CallMetricsGuard {
    fn drop(&mut self) {
        let metrics = &self.app.metrics;
        metrics.opened(self.rpc, -1.0);
        metrics.rpc_total.at(self.rpc as usize, self.code as usize).increment(1);
        if let Some(caller) = &self.tags.caller {
            metrics.caller_calls.of(caller, self.code as usize).increment(1);
        }
        metrics.rpc_seconds.at(self.rpc as usize, 0).record(self.at.elapsed().as_secs_f64());
    }
}
