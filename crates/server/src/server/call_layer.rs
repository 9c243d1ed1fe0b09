//! The outermost layer. Calls of other services (health, reflection) pass untouched. Ours go straight to our service: on the way
//! through tonic's router, which is axum's, each call would be boxed and its path looked up twice more.

mod admit;
mod body;
mod guard;

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{Request, Response};
use tokio::time::Instant;
use tonic::body::Body;
use tonic::{Code, Status};
use tower::Service;
use tracing::Instrument;

pub(super) use self::admit::{Admitted, Carried, admit};
use self::body::{CountedBody, GuardedBody, StreamEnd};
pub(super) use self::guard::CallMetricsGuard;
use crate::call::auth::Grant;
use crate::call::bodies::Kept;
use crate::call::context::{Arrival, Call, Peer, Tags};
use crate::call::deadline;
use crate::call::rpc::{Calls, Rpc};
use crate::call::trace;
use crate::error::{Reason, Refusal, readable};
use crate::observe::metrics::CODES;
use crate::state::App;

/// A unary call without a deadline gets this long beyond its budget: no caller may hold a call open for ever.
const PATIENCE: Duration = Duration::from_secs(10);

/// Times, checks and records every call.
#[derive(Clone)]
pub struct CallService<C, S> {
    app: Arc<App>,
    calls: Calls,
    companions: C,
    other_services: S,
}

impl<C, S> CallService<C, S> {
    /// For `calls` to `app`, which `companions` answers; the router has the other services.
    pub fn new(app: &Arc<App>, calls: Calls, companions: C, other_services: S) -> CallService<C, S> {
        CallService { app: Arc::clone(app), calls, companions, other_services }
    }
}

/// An answer under way.
pub(super) type Answer = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl<C, S> Service<Request<Body>> for CallService<C, S>
where
    C: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    C::Future: Send + 'static,
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        match self.companions.poll_ready(context) {
            Poll::Ready(Ok(())) => self.other_services.poll_ready(context),
            other => other,
        }
    }

    fn call(&mut self, mut request: Request<Body>) -> Answer {
        let path = request.uri().path();
        let Some((rpc, _)) = (self.calls)(path) else {
            if path.strip_prefix('/').is_some_and(|path| path.starts_with(wire::SERVICE_NAME)) {
                let refused = Rpc::unknown(path).into_status().into_http();
                return Box::pin(async { Ok(refused) });
            }
            return Box::pin(self.other_services.call(request));
        };
        let tags = Tags::of(request.headers());
        // A call that was translated was admitted before its body was read.
        let is_translated = request.extensions().get::<Carried>().is_some();
        let carried = request.extensions_mut().remove::<Carried>().and_then(|carried| carried.take());
        let at = || deadline::arrival(request.headers());
        let admitted = carried.map_or_else(|| admit(&self.app, rpc, at(), &request), Ok);
        let Admitted { guard, grant: Grant { caller, scopes }, arrival } = match admitted {
            Ok(admitted) => admitted,
            Err(status) => return Box::pin(async move { Ok(status.into_http()) }),
        };
        // A DecideMany stream is read as long as it lives, one message at a time: its places are counted.
        if !is_translated && rpc != Rpc::DecideMany {
            let kept = Kept::new(&self.app.bodies, &caller);
            request = request.map(|body| CountedBody::body(body, kept));
        }
        // tonic would enforce it a second time, with another code.
        let stream_max = request.extensions().get::<Peer>().and_then(|peer| peer.stream_max);
        request.headers_mut().remove(deadline::HEADER);
        let call = Call { rpc, arrival, caller, scopes, trace: tags.trace, request: tags.request };
        let span = if rpc.is_stream() { None } else { call.span() };
        request.extensions_mut().insert(call);
        let app = Arc::clone(&self.app);
        let inner = self.companions.call(request);
        if rpc.is_stream() {
            return Box::pin(stream(inner, guard, StreamEnd::of(arrival, stream_max)));
        }
        let answer = unary(app, inner, guard, arrival);
        match span {
            Some(span) => Box::pin(answer.instrument(span)),
            None => Box::pin(answer),
        }
    }
}

fn late() -> Refusal {
    Refusal::new(Reason::DEADLINE_PASSED, "the deadline has passed before there was an answer")
}

/// Answers a little before the deadline, whatever the handler does.
async fn unary<E>(
    app: Arc<App>,
    inner: impl Future<Output = Result<Response<Body>, E>>,
    mut guard: CallMetricsGuard,
    arrival: Arrival,
) -> Result<Response<Body>, E> {
    let until = match arrival.deadline {
        Some(deadline) => deadline.checked_sub(deadline::EARLY).unwrap_or(arrival.at).max(arrival.at),
        None => arrival.at + Duration::from_millis(app.longest_budget_ms) + PATIENCE,
    };
    let mut inner = pin!(caught(inner));
    // Most calls are answered at once: those take no timer.
    let first = poll_fn(|context| Poll::Ready(inner.as_mut().poll(context))).await;
    let answer = match first {
        Poll::Ready(answer) => answer,
        Poll::Pending => match tokio::time::timeout_at(Instant::from_std(until), inner).await {
            Ok(answer) => answer,
            Err(_) => Ok(late().into_status().into_http()),
        },
    };
    let answer = answer.map(|response| match Status::from_header_map(response.headers()) {
        // Errors of unary calls come as trailers only.
        Some(status) => refused(status, response, &mut guard),
        None => {
            guard.set(Code::Ok);
            response
        }
    });
    if trace::exports() {
        tracing::Span::current().record("code", CODES[guard.code() as usize]);
    }
    answer
}

/// The answer of a call that failed; what the transport could not read is its caller's fault, not ours.
fn refused(status: Status, response: Response<Body>, guard: &mut CallMetricsGuard) -> Response<Body> {
    let is_ours = !status.details().is_empty();
    let status = readable(status);
    guard.refuse(&status);
    if is_ours { response } else { status.into_http() }
}

async fn stream<E>(
    inner: impl Future<Output = Result<Response<Body>, E>>,
    mut guard: CallMetricsGuard,
    end: Option<StreamEnd>,
) -> Result<Response<Body>, E> {
    let answer = caught(inner).await;
    answer.map(|response| {
        if let Some(status) = Status::from_header_map(response.headers()) {
            return refused(status, response, &mut guard);
        }
        // Until its trailers a stream counts as given up by its reader.
        guard.set(Code::Cancelled);
        response.map(|body| GuardedBody::body(body, guard, end))
    })
}

/// A panic is our fault, and costs its call only.
async fn caught<E>(inner: impl Future<Output = Result<Response<Body>, E>>) -> Result<Response<Body>, E> {
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
