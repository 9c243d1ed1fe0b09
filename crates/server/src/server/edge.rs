//! The edge: the way of a request from its connection to the service, as a list of layers. The layer of `pages` checks its origin. Those of this file
//! find its call and its protocol, and let it in. A layer puts what it learned into the extensions of the request: [`RequestedCall`], then [`Call`].
//! gRPC passes unchanged; `connect` translates JSON over HTTP and Connect, and their answers.

pub(super) mod pages;
mod connect;
mod answer;
mod stream;

use std::convert::Infallible;
use std::future::ready;
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::stream::poll_fn;
use futures_util::{FutureExt as _, StreamExt as _, poll};
use game::refusal::{Reason, Refusal, reason_of, with_transport_reason};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method as Verb, Request, Response, Uri};
use http_body::{Body as _, Frame};
use http_body_util::{BodyStream, Full, StreamBody};
use prost::bytes::Bytes;
use tokio::time::{sleep_until, timeout_at};
use tonic::body::Body;
use tonic::service::Routes;
use tonic::{Code, Status};
use tonic_web::GrpcWebLayer;
use tower::{Layer as _, Service, service_fn};
use wire::json::Method;

use super::connection::ConnectionState;
use super::reflection;
use crate::call::auth::Grant;
use crate::call::caller::{BodyBytes, Caller, UsageGuard};
use crate::call::{Call, DEADLINE_MARGIN, FindRpc, RequestId, RequestedCall, Rpc, TraceId};
use crate::observe::lines;
use crate::state::App;

type Answer = Result<Response<Body>, Infallible>;
pub(super) type AnswerFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

fn ready_answer(response: Response<Body>) -> AnswerFuture {
    Box::pin(ready(Ok(response)))
}

/// A layer: it answers a request, or lets those inside answer it.
type Layer = fn(Next, Request<Body>) -> AnswerFuture;

const LAYERS: [Layer; 3] = [pages::check_origin, find_call, admit_call];

/// The services inside the layers, and what the layers share.
pub(super) struct Edge {
    pub(super) app: Arc<App>,
    /// The calls of the service, by path.
    pub(super) calls: FindRpc,
    pub(super) service: Box<dyn Fn(Request<Body>) -> AnswerFuture + Send + Sync>,
    /// The other services of gRPC.
    pub(super) others: Routes,
    /// The layer that answers browsers about pages of other origins.
    pub(super) cors: tower_http::cors::CorsLayer,
}

impl Edge {
    pub(super) fn answer(self: Arc<Edge>, request: Request<Body>) -> AnswerFuture {
        Next { edge: self, place: 0 }.answer(request)
    }

    /// Refuses a request by its head alone. A call is still counted.
    fn refuse(&self, request: &Request<Body>, refusal: Refusal) -> Status {
        match (self.calls)(request.uri().path()) {
            Some((rpc, _)) => CallGuard::begin(&self.app, rpc, request.headers()).refuse(refusal),
            None => refusal.into_status(),
        }
    }
}

/// The rest of a request's way through the edge: the layers from this place in the list on, and then the service.
#[derive(Clone)]
struct Next {
    edge: Arc<Edge>,
    place: usize,
}

impl Next {
    fn answer(mut self, request: Request<Body>) -> AnswerFuture {
        match LAYERS.get(self.place) {
            Some(layer) => {
                self.place += 1;
                layer(self, request)
            }
            None => (self.edge.service)(request),
        }
    }
}

fn find_call(next: Next, request: Request<Body>) -> AnswerFuture {
    let found = (next.edge.calls)(request.uri().path());
    let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    match (kind.strip_prefix(b"application/grpc"), found) {
        (Some(format @ ([] | [b'+' | b';', ..])), _) => match check_grpc(request.method(), format) {
            Ok(()) => answer_grpc(next, found, request),
            Err(refusal) => ready_answer(next.edge.refuse(&request, refusal).into_http()),
        },
        (Some([b'-', b'w', b'e', b'b', ..]), _) => {
            let as_grpc = service_fn(move |request| answer_grpc(next.clone(), found, request));
            Box::pin(GrpcWebLayer::new().layer(as_grpc).call(request))
        }
        (_, Some((rpc, method))) => connect::answer(next, rpc, method, request),
        (_, None) => ready_answer(answer_page(&next.edge, request)),
    }
}

fn answer_grpc(next: Next, found: Option<(Rpc, &'static Method)>, mut request: Request<Body>) -> AnswerFuture {
    let path = request.uri().path();
    match found {
        Some((rpc, method)) => {
            request.extensions_mut().insert(RequestedCall { rpc, method, connect: None });
            next.answer(request)
        }
        None if path.strip_prefix('/').is_some_and(|path| path.starts_with(wire::SERVICE_NAME)) => {
            ready_answer(Rpc::unknown_path(path).into_status().into_http())
        }
        None => {
            if path == reflection::OLDER_PATH {
                *request.uri_mut() = Uri::from_static(reflection::PATH);
            }
            Box::pin(next.edge.others.clone().call(request))
        }
    }
}

/// Answers a request that is no call: with a file of the page, or the reason for none.
fn answer_page(edge: &Edge, request: Request<Body>) -> Response<Body> {
    let config = &edge.app.config;
    if config.serves_page() && [Verb::GET, Verb::HEAD].contains(request.method()) {
        let response = web::answer(&request.into_parts().0, &config.web.hosts);
        return response.map(|body| Body::new(Full::new(Bytes::from(body))));
    }
    answer::refusal_response(&Rpc::unknown_path(request.uri().path()).into_status())
}

/// Refuses a gRPC call that is no POST or has no protobuf, because the inner layer would accept it. `format` is the rest of the content type.
fn check_grpc(verb: &Verb, format: &[u8]) -> Result<(), Refusal> {
    let format = format.strip_prefix(b"+").map(|format| format.split(|&byte| byte == b';').next());
    let message = match (verb, format) {
        (&Verb::POST, None | Some(Some(b"proto"))) => return Ok(()),
        (&Verb::POST, _) => String::from("the format of messages is not served: send application/grpc"),
        _ => format!("{:.64} is not served: send POST", verb.as_str()),
    };
    Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message))
}

/// Lets a call in by the caller's token or certificate, scopes and quota, before its body is read. Leaves the [`Call`] in the request, and counts the
/// bytes of its body. Answers in time, counts the call and how it ends, and makes a panic a refusal. A call whose caller goes away is just dropped:
/// the guard notices that too.
fn admit_call(next: Next, mut request: Request<Body>) -> AnswerFuture {
    let requested: RequestedCall = *request.extensions().get().expect("the layer of protocols lets only calls through");
    let mut guard = CallGuard::begin(&next.edge.app, requested.rpc, request.headers());
    let call = match requested.deadline(request.headers(), guard.at).and_then(|end| guard.admit(&request, end)) {
        Ok(call) => call,
        Err(refusal) => return ready_answer(guard.refuse(refusal).into_http()),
    };
    let until = call.deadline.map(|deadline| deadline.checked_sub(DEADLINE_MARGIN).unwrap_or(call.at).max(call.at));
    let bytes = BodyBytes::new(&guard.app.body_bytes, &call.caller);
    request.extensions_mut().insert(call);
    let request = request.map(|body| count_bytes(body, bytes));
    let inner = match requested.connect {
        None => next.answer(request),
        Some(form) => connect::answer_translated(next, requested, form, request),
    };
    Box::pin(finish(catch_panic(inner), until, guard))
}

/// Counts the bytes of a call's body until it is dropped. A byte over the limit ends it with a refusal.
fn count_bytes(inner: Body, mut bytes: BodyBytes) -> Body {
    let counted = BodyStream::new(inner).map(move |frame| -> Result<Frame<Bytes>, Status> {
        let frame = frame?;
        if let Some(data) = frame.data_ref() {
            bytes.add(data.len())?;
        }
        Ok(frame)
    });
    Body::new(StreamBody::new(counted))
}

/// The time that a call without a deadline gets beyond the longest budget: no caller may hold a call open forever. A stream has begun by then.
const NO_DEADLINE_EXTRA: Duration = Duration::from_secs(10);

fn late_refusal() -> Refusal {
    Refusal::new(Reason::DEADLINE_PASSED, "the deadline has passed before there was an answer")
}

async fn finish(inner: impl Future<Output = Answer>, until: Option<Instant>, mut guard: CallGuard) -> Answer {
    let mut inner = pin!(inner);
    // A call that is answered at once needs no timer.
    let answered = match poll!(inner.as_mut()) {
        Poll::Ready(answered) => answered,
        Poll::Pending => {
            let patience = Duration::from_millis(guard.app.longest_budget_ms) + NO_DEADLINE_EXTRA;
            let answered = timeout_at(until.unwrap_or(guard.at + patience).into(), inner).await;
            answered.unwrap_or_else(|_| Ok(late_refusal().into_status().into_http()))
        }
    };
    let Ok(response) = answered;
    Ok(match Status::from_header_map(response.headers()) {
        // An error before the first message comes as trailers only.
        Some(status) => guard.note_failure(status),
        // Until its trailers, a stream counts as cancelled.
        None if guard.rpc.is_stream() => response.map(|inner| limit_stream(inner, until, guard)),
        None => {
            guard.code = Code::Ok;
            response
        }
    })
}

/// Makes a panic a refusal: it is our fault, and costs only its call.
async fn catch_panic(inner: AnswerFuture) -> Answer {
    AssertUnwindSafe(inner).catch_unwind().await.unwrap_or_else(|_| {
        let refusal = Refusal::new(Reason::FAULT, "the server made a mistake; its log says more");
        Ok(refusal.into_status().into_http())
    })
}

/// Returns the time at which a stream ends, and the refusal that its reader gets then: the earlier of the caller's deadline and the end of the
/// longest time of a stream. `None` without either.
fn stream_end(at: Instant, deadline: Option<Instant>, longest: Option<Duration>) -> Option<(Instant, Refusal)> {
    let (end, reason, message) = match longest {
        Some(longest) if deadline.is_none_or(|deadline| at + longest < deadline) => {
            let message = format!("over HTTP/1.1 a stream lasts {} s: open it again", longest.as_secs_f64());
            (at + longest, Reason::STREAM_IDLE, message)
        }
        _ => (deadline?, Reason::DEADLINE_PASSED, String::from("the stream's deadline has passed")),
    };
    Some((end, Refusal::new(reason, message)))
}

/// Ends a stream in time, and keeps the guard of its call as long as the body.
fn limit_stream(mut inner: Body, deadline: Option<Instant>, mut guard: CallGuard) -> Body {
    let longest = guard.standing.as_ref().and_then(|standing| standing.stream_max);
    let end = stream_end(guard.at, deadline, longest);
    let mut end = end.map(|(at, refusal)| (Box::pin(sleep_until(at.into())), refusal));
    let frames = poll_fn(move |context| {
        let mut polled = Pin::new(&mut inner).poll_frame(context);
        if polled.is_pending()
            && end.as_mut().is_some_and(|(at, _)| at.as_mut().poll(context).is_ready())
            && let Some((_, refusal)) = end.take()
        {
            inner = Body::empty();
            let mut trailers = HeaderMap::new();
            refusal.into_status().add_header(&mut trailers).expect("a refusal fits into headers");
            polled = Poll::Ready(Some(Ok(Frame::trailers(trailers))));
        }
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(status) = frame.trailers_ref().and_then(Status::from_header_map)
        {
            match status.code() {
                Code::Ok => guard.code = Code::Ok,
                _ => guard.note_refusal(&status),
            }
        }
        polled
    });
    Body::new(StreamBody::new(frames))
}

/// A guard that counts a call under way and, when dropped, the code with which it ended.
struct CallGuard {
    app: Arc<App>,
    rpc: Rpc,
    at: Instant,
    code: Code,
    trace: Option<TraceId>,
    request: Option<RequestId>,
    caller: Option<Arc<Caller>>,
    /// The place that it takes within the limits of its caller.
    using: Option<UsageGuard>,
    standing: Option<Arc<ConnectionState>>,
}

impl CallGuard {
    fn begin(app: &Arc<App>, rpc: Rpc, headers: &HeaderMap) -> CallGuard {
        app.metrics.add_inflight(rpc, 1.0);
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

    fn admit(&mut self, request: &Request<Body>, deadline: Option<Instant>) -> Result<Call, Refusal> {
        let standing: &Arc<ConnectionState> = request.extensions().get().expect("a request comes on a connection");
        let granted = self.app.callers.check(request.headers(), &standing.subjects);
        let Grant { caller, scopes } = granted.inspect_err(|_| standing.note_unknown_token())?;
        self.caller = Some(Arc::clone(&caller));
        scopes.require(self.rpc.scope())?;
        let assigned = standing.assign_caller(&caller);
        let begun = assigned.and_then(|()| caller.begin(self.rpc.is_stream(), Instant::now()));
        let using = begun.map_err(|(limit, refusal)| {
            self.app.metrics.quota_exceeded.of_caller(&caller, limit as usize).increment(1);
            refusal
        });
        self.using = Some(using?);
        standing.begin_call();
        self.standing = Some(Arc::clone(standing));
        if deadline.is_some_and(|deadline| deadline <= self.at) {
            return Err(late_refusal());
        }
        let (rpc, at, trace, request) = (self.rpc, self.at, self.trace, self.request.clone());
        Ok(Call { rpc, at, deadline, caller, scopes, trace, request })
    }

    fn refuse(mut self, refusal: Refusal) -> Status {
        let status = refusal.into_status();
        self.note_refusal(&status);
        status
    }

    fn note_refusal(&mut self, status: &Status) {
        self.code = status.code();
        let reason = reason_of(status);
        self.app.metrics.count_refused(reason);
        if let Some((reason, line)) = reason.and_then(|reason| Some((reason, lines::of_reason(reason)?))) {
            let (rpc, message) = (self.rpc.name(), status.message());
            let (caller, request) = (self.caller.as_deref(), self.request.as_ref());
            line.log_call(caller, self.trace, request, format_args!("{rpc}: {}: {message}", reason.name));
        }
    }

    /// Counts a failed call, and makes its answer. If the transport could not read the request, the error becomes a refusal.
    fn note_failure(&mut self, status: Status) -> Response<Body> {
        let status = with_transport_reason(status);
        self.note_refusal(&status);
        status.into_http()
    }
}

impl Drop for CallGuard {
    fn drop(&mut self) {
        let metrics = &self.app.metrics;
        metrics.add_inflight(self.rpc, -1.0);
        metrics.rpc_total.at(self.rpc as usize, self.code as usize).increment(1);
        if let Some(caller) = &self.caller {
            metrics.caller_calls.of_caller(caller, self.code as usize).increment(1);
        }
        metrics.rpc_seconds.at(self.rpc as usize, 0).record(self.at.elapsed().as_secs_f64());
        self.standing.as_ref().inspect(|standing| standing.end_call());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grpc_calls_are_posts_of_protobuf() {
        let reason =
            |verb: Verb, format: &str| check_grpc(&verb, format.as_bytes()).map_err(|refusal| refusal.reason());
        for format in ["", "+proto", ";a=b", "+proto;a=b"] {
            assert_eq!(reason(Verb::POST, format), Ok(()), "{format}");
            assert_eq!(reason(Verb::DELETE, format), Err(Reason::PROTOCOL_UNSUPPORTED), "{format}");
        }
        for format in ["+json", "+", "+protox"] {
            assert_eq!(reason(Verb::POST, format), Err(Reason::PROTOCOL_UNSUPPORTED), "{format}");
        }
    }
}
