//! The edge: the way of a request from its connection to the service, as a list of layers; [`start_with`](super::serve::start_with) has the
//! list. This file has what layers are, and the layer that lets calls in. A layer tells the next ones what it learns by the extensions of
//! the request: [`RequestedCall`], then [`Call`].

pub(super) mod pages;
pub(super) mod protocols;
pub(super) mod connect;
mod answer;
mod stream;

use std::convert::Infallible;
use std::future::{poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal, readable, reason_of};
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use prost::bytes::Bytes;
use tokio::time::{Sleep, sleep_until, timeout_at};
use tonic::body::Body;
use tonic::service::Routes;
use tonic::{Code, Status};

use crate::call::auth::Grant;
use crate::call::caller::{BodyBytes, Caller, Using};
use crate::call::strangers::Standing;
use crate::call::{Call, Calls, EARLY, RequestId, RequestedCall, Rpc, TraceId};
use crate::observe::lines;
use crate::state::App;

/// The result of a request.
type Answered = Result<Response<Body>, Infallible>;
/// An answer under way.
pub(super) type Answer = Pin<Box<dyn Future<Output = Answered> + Send>>;

/// Makes an answer that is ready at once.
fn at_once(response: Response<Body>) -> Answer {
    Box::pin(ready(Ok(response)))
}

/// A layer: it answers a request, or lets those inside answer it.
pub(super) type Layer = fn(Next, Request<Body>) -> Answer;

/// The layers, and the services inside.
pub(super) struct Edge {
    pub(super) app: Arc<App>,
    pub(super) layers: &'static [Layer],
    /// The calls of the service, by path.
    pub(super) calls: Calls,
    pub(super) service: Box<dyn Fn(Request<Body>) -> Answer + Send + Sync>,
    /// The other services of gRPC.
    pub(super) others: Routes,
    /// The answers to browsers about pages of other origins.
    pub(super) cors: tower_http::cors::CorsLayer,
}

impl Edge {
    /// Answers a request.
    pub(super) fn answer(self: Arc<Edge>, request: Request<Body>) -> Answer {
        Next { edge: self, place: 0 }.answer(request)
    }

    /// Refuses a call that comes no further than its head: it is counted and logged all the same.
    fn refused(&self, rpc: Rpc, headers: &HeaderMap, refusal: Refusal) -> Status {
        CallGuard::begin(&self.app, rpc, headers).refused(refusal)
    }
}

/// The layers inside one of the edge, by its place in the list, and then the service.
#[derive(Clone)]
pub(super) struct Next {
    edge: Arc<Edge>,
    place: usize,
}

impl Next {
    fn answer(mut self, request: Request<Body>) -> Answer {
        match self.edge.layers.get(self.place) {
            Some(layer) => {
                self.place += 1;
                layer(self, request)
            }
            None => (self.edge.service)(request),
        }
    }
}

/// The result of polling the next part of a body.
type Polled = Poll<Option<Result<Frame<Bytes>, Status>>>;

/// A body whose parts a layer sees and may replace.
struct ObservedBody<F> {
    inner: Body,
    observe: F,
}

impl<F> ObservedBody<F>
where
    F: FnMut(Polled, &mut Context<'_>) -> Polled + Send + Unpin + 'static,
{
    fn body(inner: Body, observe: F) -> Body {
        Body::new(ObservedBody { inner, observe })
    }
}

impl<F> HttpBody for ObservedBody<F>
where
    F: FnMut(Polled, &mut Context<'_>) -> Polled + Unpin,
{
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Polled {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.inner).poll_frame(context);
        (this.observe)(polled, context)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// The layer that lets calls in: by the caller's token or certificate, scopes and quota, before a byte of the body is read. It leaves the
/// [`Call`] in the request, and counts the bytes of a gRPC body. It answers in time, counts the call and how it ends, and makes a panic a
/// refusal. A call whose caller goes away is just dropped: the guard notices that too.
pub(super) fn let_in(next: Next, mut request: Request<Body>) -> Answer {
    let requested: RequestedCall = *request.extensions().get().expect("the layer of protocols lets only calls through");
    let mut guard = CallGuard::begin(&next.edge.app, requested.rpc, request.headers());
    let call = match requested.deadline(request.headers(), guard.at).and_then(|end| guard.let_in(&request, end)) {
        Ok(call) => call,
        Err(refusal) => return at_once(guard.refused(refusal).into_http()),
    };
    let (at, deadline) = (call.at, call.deadline);
    if deadline.is_some_and(|deadline| deadline <= at) {
        return at_once(guard.refused(late()).into_http());
    }
    if requested.connect.is_none() {
        let bytes = BodyBytes::new(&guard.app.body_bytes, &call.caller);
        request = request.map(|body| counted(body, bytes));
    }
    let longest = guard.standing.as_ref().and_then(|standing| standing.stream_max);
    request.extensions_mut().insert(call);
    let inner = caught(next.answer(request));
    let until = deadline.map(|deadline| deadline.checked_sub(EARLY).unwrap_or(at).max(at));
    if requested.rpc.is_stream() {
        return Box::pin(stream(inner, stream_end(at, until, longest), guard));
    }
    Box::pin(unary(inner, until, guard))
}

/// Counts the bytes of a gRPC call's body until they are decoded. A byte over the limit ends it with a refusal.
fn counted(inner: Body, mut bytes: BodyBytes) -> Body {
    ObservedBody::body(inner, move |polled, _| match &polled {
        Poll::Ready(Some(Ok(frame))) => match frame.data_ref().map_or(Ok(()), |data| bytes.add(data.len())) {
            Ok(()) => polled,
            Err(refusal) => Poll::Ready(Some(Err(refusal.into_status()))),
        },
        _ => polled,
    })
}

/// The time beyond its budget that a unary call without a deadline gets: no caller may hold a call open forever.
const PATIENCE: Duration = Duration::from_secs(10);

fn late() -> Refusal {
    Refusal::new(Reason::DEADLINE_PASSED, "the deadline has passed before there was an answer")
}

async fn unary(inner: impl Future<Output = Answered>, until: Option<Instant>, mut guard: CallGuard) -> Answered {
    let mut inner = pin!(inner);
    // Most calls are answered at once, and need no timer.
    let answered = match poll_fn(|context| Poll::Ready(inner.as_mut().poll(context))).await {
        Poll::Ready(answered) => answered,
        Poll::Pending => {
            let patience = Duration::from_millis(guard.app.longest_budget_ms) + PATIENCE;
            let answered = timeout_at(until.unwrap_or(guard.at + patience).into(), inner).await;
            answered.unwrap_or_else(|_| Ok(late().into_status().into_http()))
        }
    };
    answered.map(|response| match Status::from_header_map(response.headers()) {
        // Errors of unary calls come as trailers only.
        Some(status) => guard.failed(status, response),
        None => {
            guard.code = Code::Ok;
            response
        }
    })
}

async fn stream(inner: impl Future<Output = Answered>, end: Option<StreamEnd>, mut guard: CallGuard) -> Answered {
    inner.await.map(|response| match Status::from_header_map(response.headers()) {
        Some(status) => guard.failed(status, response),
        // Until its trailers, a stream counts as cancelled.
        None => response.map(|inner| watched(inner, end, guard)),
    })
}

/// Makes a panic a refusal: it is our fault, and costs its call only.
async fn caught(inner: impl Future<Output = Answered>) -> Answered {
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

/// The time at which a stream ends in any case, and the refusal that its reader gets.
type StreamEnd = (Pin<Box<Sleep>>, Refusal);

/// Makes an end at the caller's deadline, or at the end of the longest time that a stream lasts.
fn stream_end(at: Instant, deadline: Option<Instant>, longest: Option<Duration>) -> Option<StreamEnd> {
    let (end, reason, message) = match longest {
        Some(longest) if deadline.is_none_or(|deadline| at + longest < deadline) => {
            let message = format!("over HTTP/1.1 a stream lasts {} s: open it again", longest.as_secs_f64());
            (at + longest, Reason::STREAM_IDLE, message)
        }
        _ => (deadline?, Reason::DEADLINE_PASSED, String::from("the stream's deadline has passed")),
    };
    Some((Box::pin(sleep_until(end.into())), Refusal::new(reason, message)))
}

/// Ends a stream in time, and keeps the guard of its call until then.
fn watched(inner: Body, mut end: Option<StreamEnd>, mut guard: CallGuard) -> Body {
    let mut is_over = false;
    ObservedBody::body(inner, move |mut polled, context| {
        if is_over {
            return Poll::Ready(None);
        }
        if polled.is_pending()
            && end.as_mut().is_some_and(|(at, _)| at.as_mut().poll(context).is_ready())
            && let Some((_, refusal)) = end.take()
        {
            is_over = true;
            polled = Poll::Ready(Some(Ok(last(&refusal.into_status()))));
        }
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

fn last(status: &Status) -> Frame<Bytes> {
    let mut trailers = HeaderMap::new();
    if status.add_header(&mut trailers).is_err() {
        trailers.insert("grpc-status", HeaderValue::from(status.code() as i32));
    }
    Frame::trailers(trailers)
}

/// A guard that counts a call under way and, when dropped, the code with which it ended.
struct CallGuard {
    app: Arc<App>,
    rpc: Rpc,
    at: Instant,
    code: Code,
    trace: Option<TraceId>,
    request: Option<RequestId>,
    /// The caller, once that is known.
    caller: Option<Arc<Caller>>,
    /// The places that it takes within the limits of its caller and of its connection.
    using: Option<Using>,
    standing: Option<Arc<Standing>>,
}

impl CallGuard {
    fn begin(app: &Arc<App>, rpc: Rpc, headers: &HeaderMap) -> CallGuard {
        app.metrics.opened(rpc, 1.0);
        CallGuard {
            app: Arc::clone(app),
            rpc,
            at: Instant::now(),
            code: Code::Cancelled,
            trace: TraceId::of(headers),
            request: RequestId::of(headers),
            caller: None,
            using: None,
            standing: None,
        }
    }

    /// Checks the caller and its quota.
    fn let_in(&mut self, request: &Request<Body>, deadline: Option<Instant>) -> Result<Call, Refusal> {
        let standing = request.extensions().get::<Arc<Standing>>();
        let subjects = standing.map_or(&[][..], |standing| &standing.subjects[..]);
        let Grant { caller, scopes } = self.app.callers.check(request.headers(), subjects).inspect_err(|_| {
            standing.inspect(|standing| standing.refuse());
        })?;
        self.caller = Some(Arc::clone(&caller));
        scopes.need(self.rpc.scope())?;
        self.using = Some(self.app.begin(self.rpc, &caller, standing.map(Arc::as_ref))?);
        self.standing = standing.inspect(|standing| standing.begin_call()).map(Arc::clone);
        let (rpc, at, trace, request) = (self.rpc, self.at, self.trace, self.request.clone());
        Ok(Call { rpc, at, deadline, caller, scopes, trace, request })
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
        lines::call_failed(self.rpc.name(), status, self.caller.as_deref(), self.trace, self.request.as_ref());
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

impl Drop for CallGuard {
    fn drop(&mut self) {
        let metrics = &self.app.metrics;
        metrics.opened(self.rpc, -1.0);
        metrics.rpc_total.at(self.rpc as usize, self.code as usize).increment(1);
        if let Some(caller) = &self.caller {
            metrics.caller_calls.of(caller, self.code as usize).increment(1);
        }
        metrics.rpc_seconds.at(self.rpc as usize, 0).record(self.at.elapsed().as_secs_f64());
        self.standing.as_ref().inspect(|standing| standing.end_call());
    }
}
