//! Metrics and the log: every call is counted, with its end. A call is dropped when its caller cancels; the guard counts that too.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use game::refusal::{Reason, Refusal, readable, reason_of};
use http::{Request, Response};
use tonic::body::Body;
use tonic::{Code, Status};

use super::caller::Used;
use super::protocols::Asked;
use super::{Answer, Called, HttpService, Seen};
use crate::call::auth::Grant;
use crate::call::context::{Arrival, Call, Tags};
use crate::call::rpc::Rpc;
use crate::observe::lines;
use crate::state::App;

/// Counts a call and how it ends, and makes a panic a refusal. It leaves the [`Call`] in the request.
pub(super) fn count<S: HttpService>(app: &Arc<App>, inner: &mut S, mut request: Request<Body>) -> Answer {
    let rpc = Asked::of(&request).rpc;
    let Tags { trace, request: id, .. } = Tags::of(request.headers());
    let learned = request.extensions_mut();
    let arrival = learned.remove::<Arrival>().expect("the layer of protocols leaves it");
    let Grant { caller, scopes } = learned.remove().expect("the layer of callers leaves it");
    let used = learned.remove::<Used>();
    let call = Call { rpc, arrival, caller, scopes, trace, request: id };
    let mut guard = CallMetricsGuard::begin(app, rpc, arrival.at, call.tags());
    guard._used = used;
    learned.insert(call);
    let inner = caught(inner.call(request));
    if rpc.is_stream() {
        return Box::pin(stream(inner, guard));
    }
    Box::pin(unary(inner, guard))
}

/// Refuses a call before it is under way: it is counted and logged all the same.
pub(super) fn refused(app: &Arc<App>, rpc: Rpc, request: &Request<Body>, refusal: Refusal) -> Status {
    let learned = request.extensions();
    let at = learned.get::<Arrival>().map_or_else(Instant::now, |arrival| arrival.at);
    let caller = learned.get::<Grant>().map(|grant| Arc::clone(&grant.caller));
    let tags = Tags { caller, ..Tags::of(request.headers()) };
    let status = refusal.into_status();
    CallMetricsGuard::begin(app, rpc, at, tags).refuse(&status);
    status
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
    /// The places that the call holds.
    _used: Option<Used>,
}

impl CallMetricsGuard {
    fn begin(app: &Arc<App>, rpc: Rpc, at: Instant, tags: Tags) -> CallMetricsGuard {
        app.metrics.opened(rpc, 1.0);
        CallMetricsGuard { app: Arc::clone(app), rpc, at, code: Code::Cancelled, tags, _used: None }
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
