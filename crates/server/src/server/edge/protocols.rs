//! Protocols: the call of a request, and its protocol. gRPC passes unchanged. Answers to JSON over HTTP, Connect and gRPC-Web
//! are translated back. Requests for other gRPC services and for the page end here.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use prost::bytes::Bytes;
use tonic::body::Body;
use tonic::service::Routes;
use tonic::{Code, Status};
use tonic_web::GrpcWebLayer;
use tower::{Layer, Service};

use super::answer::{self, at_once};
use super::stream::{self, PREFIX_BYTES};
use super::{Answer, HttpService, call};
use crate::call::context::Arrival;
use crate::call::rpc::{Calls, Rpc};
use crate::state::App;

/// The size below which answers are not compressed: decisions are smaller.
const PACKED_BYTES_MIN: usize = 4096;

/// The layer that finds the call of a request. It puts the call and its arrival into the request's extensions.
#[derive(Clone)]
pub(super) struct Protocols<S> {
    inner: S,
    others: Routes,
    app: Arc<App>,
    calls: Calls,
}

impl<S> Protocols<S> {
    pub(super) fn new(inner: S, app: &Arc<App>, calls: Calls, others: Routes) -> Protocols<S> {
        Protocols { inner, others, app: Arc::clone(app), calls }
    }
}

impl<S: HttpService> Service<Request<Body>> for Protocols<S> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let asked = (self.calls)(request.uri().path());
        match (Speech::of(&request), asked) {
            (Speech::Grpc, asked) => match check_grpc(&request) {
                Ok(()) => self.grpc(request),
                Err(refusal) => at_once(match asked {
                    Some((rpc, _)) => call::refused(&self.app, rpc, request.headers(), refusal).into_http(),
                    None => refusal.into_status().into_http(),
                }),
            },
            (Speech::GrpcWeb, _) => Box::pin(GrpcWebLayer::new().layer(AsGrpc(self.clone())).call(request)),
            (_, Some(call)) => self.connect(call, request),
            (_, None) => at_once(self.looked_at(request)),
        }
    }
}

impl<S: HttpService> Protocols<S> {
    /// Lets the service answer, or another one with gRPC.
    fn grpc(&mut self, mut request: Request<Body>) -> Answer {
        let path = request.uri().path();
        match (self.calls)(path) {
            Some((rpc, method)) => {
                let arrival = Arrival::of(request.headers());
                request.extensions_mut().insert(arrival);
                request.extensions_mut().insert(Asked { rpc, method, connect: None });
                self.inner.call(request)
            }
            None if path.strip_prefix('/').is_some_and(|path| path.starts_with(wire::SERVICE_NAME)) => {
                at_once(Rpc::unknown(path).into_status().into_http())
            }
            None => Box::pin(self.others.call(request)),
        }
    }

    /// Lets the service answer, and translates the answer to the Connect protocol.
    fn connect(&mut self, (rpc, method): (Rpc, &'static wire::json::Method), mut request: Request<Body>) -> Answer {
        let head = match Head::of(rpc, &request) {
            Ok(head) => head,
            Err(unserved) => return at_once(self.unserved(rpc, &request, None, unserved)),
        };
        let arrival = match arrival(request.headers()) {
            Ok(arrival) => arrival,
            Err(unserved) => return at_once(self.unserved(rpc, &request, Some(head), unserved)),
        };
        request.extensions_mut().insert(arrival);
        request.extensions_mut().insert(Asked { rpc, method, connect: Some(head) });
        let takes_gzip = web::takes_gzip(request.headers());
        let answer = self.inner.call(request);
        Box::pin(async move {
            let response = answer.await?;
            Ok(match head.is_stream {
                true => stream::answer(response, head.form, method),
                false => unary(response, head.form, method, takes_gzip).await,
            })
        })
    }

    /// Refuses a Connect call because of its head. The body of a stream contains everything, errors too.
    fn unserved(&self, rpc: Rpc, request: &Request<Body>, head: Option<Head>, unserved: Unserved) -> Response<Body> {
        let (status, refusal) = unserved;
        let told = call::refused(&self.app, rpc, request.headers(), refusal);
        match head {
            Some(head) if head.is_stream => stream::refused(&told, head.form),
            _ => answer::refused(&told, status),
        }
    }

    /// Answers a request that is no call: with a file of the page, or with 404.
    fn looked_at(&self, request: Request<Body>) -> Response<Body> {
        let config = &self.app.config;
        if config.serves_page() && [Method::GET, Method::HEAD].contains(request.method()) {
            let response = web::answer(&request.into_parts().0, &config.web.hosts);
            return response.map(|body| Body::new(Full::new(Bytes::from(body))));
        }
        answer::refused(&Rpc::unknown(request.uri().path()).into_status(), Some(StatusCode::NOT_FOUND))
    }
}

/// Format of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Json,
    Proto,
}

/// The form of a Connect call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) form: Form,
    /// True if messages come in envelopes, as those of streams do.
    pub(super) is_stream: bool,
}

/// The call of a request, and its protocol.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) rpc: Rpc,
    pub(super) method: &'static wire::json::Method,
    /// The head of a Connect call; `None` for gRPC.
    pub(super) connect: Option<Head>,
}

impl Asked {
    pub(super) fn of<B>(request: &Request<B>) -> Asked {
        *request.extensions().get().expect("the layer of protocols lets only calls through")
    }
}

/// A refusal because of a request's head, with an HTTP status in place of that of its code.
pub(super) type Unserved = (Option<StatusCode>, Refusal);

/// The most digits of a timeout in the Connect protocol.
const TIMEOUT_DIGITS_MAX: usize = 10;

impl Head {
    pub(super) fn of<B>(rpc: Rpc, request: &Request<B>) -> Result<Head, Unserved> {
        let unserved = |status: StatusCode, message: String| {
            Err((Some(status), Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message)))
        };
        if request.method() != Method::POST {
            let message = format!("{:.64} is not served: send POST", request.method().as_str());
            return unserved(StatusCode::METHOD_NOT_ALLOWED, message);
        }
        let kind = text(request.headers(), CONTENT_TYPE.as_str());
        let essence = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        let head = |form, is_stream| Head { form, is_stream };
        let head = match essence.as_str() {
            "application/json" => head(Form::Json, false),
            "application/proto" => head(Form::Proto, false),
            "application/connect+json" => head(Form::Json, true),
            "application/connect+proto" => head(Form::Proto, true),
            _ => {
                let message = format!("the content type {kind:.64?} is not served: send application/json");
                return unserved(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
            }
        };
        if head.is_stream != rpc.is_stream() {
            let wanted = if rpc.is_stream() { "application/connect+json" } else { "application/json" };
            let message = format!("{} does not take {essence:?}: send {wanted}", rpc.name());
            return unserved(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
        }
        let encoding = match head.is_stream {
            true => text(request.headers(), "connect-content-encoding"),
            false => text(request.headers(), CONTENT_ENCODING.as_str()),
        };
        if !matches!(encoding, "" | "identity") {
            return unserved(StatusCode::NOT_IMPLEMENTED, format!("the encoding {encoding:.64?} is not served"));
        }
        let version = text(request.headers(), "connect-protocol-version");
        if !matches!(version, "" | "1") {
            let message = format!("version {version:.64?} of the Connect protocol is not served: send 1");
            return unserved(StatusCode::BAD_REQUEST, message);
        }
        Ok(head)
    }
}

/// Notes the arrival and reads the deadline. A malformed timeout is refused, because the caller relies on it.
pub(super) fn arrival(headers: &HeaderMap) -> Result<Arrival, Unserved> {
    const HEADER: &str = "connect-timeout-ms";
    let at = Instant::now();
    let Some(value) = headers.get(HEADER) else { return Ok(Arrival { at, deadline: None }) };
    let value = value.to_str().unwrap_or("");
    let is_count = (1..=TIMEOUT_DIGITS_MAX).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
    let Some(ms) = is_count.then(|| value.parse::<u64>().ok()).flatten() else {
        let message = format!("{value:.64?} is no timeout: 1 to {TIMEOUT_DIGITS_MAX} digits, in milliseconds");
        return Err((None, Refusal::new(Reason::VALUE_UNKNOWN, message).at(HEADER)));
    };
    Ok(Arrival { at, deadline: Some(at + Duration::from_millis(ms)) })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// The service behind the translation of gRPC-Web: it gets only gRPC.
#[derive(Clone)]
struct AsGrpc<S>(Protocols<S>);

impl<S: HttpService> Service<Request<Body>> for AsGrpc<S> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        self.0.grpc(request)
    }
}

/// Refuses a gRPC call that is no POST or has no protobuf, because the inner layer would accept it.
fn check_grpc<B>(request: &Request<B>) -> Result<(), Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let format = kind.strip_prefix(b"application/grpc+").map(|format| format.split(|&byte| byte == b';').next());
    let message = match (request.method(), format) {
        (&Method::POST, None | Some(Some(b"proto"))) => return Ok(()),
        (&Method::POST, _) => String::from("the format of messages is not served: send application/grpc"),
        (method, _) => format!("{:.64} is not served: send POST", method.as_str()),
    };
    Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message))
}

/// The protocol of a call, by its content type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Speech {
    Grpc,
    GrpcWeb,
    Other,
}

impl Speech {
    fn of<B>(request: &Request<B>) -> Speech {
        let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        match kind.strip_prefix(b"application/grpc") {
            Some([] | [b'+' | b';', ..]) => Speech::Grpc,
            Some([b'-', b'w', b'e', b'b', ..]) => Speech::GrpcWeb,
            _ => Speech::Other,
        }
    }
}

/// Turns a gRPC answer with one message into a Connect answer.
async fn unary(response: Response<Body>, form: Form, method: &wire::json::Method, takes_gzip: bool) -> Response<Body> {
    if let Some(status) = Status::from_header_map(response.headers()) {
        return answer::refused(&status, response.extensions().get().copied());
    }
    let (head, body) = response.into_parts();
    let collected = match body.collect().await {
        Ok(collected) => collected,
        Err(status) => return answer::refused(&status, None),
    };
    let trailers = collected.trailers().cloned().unwrap_or_default();
    let status = answer::ending(&trailers);
    if status.code() != Code::Ok {
        return answer::refused(&status, None);
    }
    let bytes = collected.to_bytes();
    let message = bytes.slice(PREFIX_BYTES.min(bytes.len())..);
    let mut answer = match form {
        Form::Proto => answer::whole("application/proto", message),
        Form::Json => match (method.write)(&message) {
            Ok(json) if takes_gzip && json.len() >= PACKED_BYTES_MIN => answer::packed("application/json", &json),
            Ok(json) => answer::whole("application/json", json),
            Err(error) => return answer::refused(&Refusal::new(Reason::FAULT, error.0).into_status(), None),
        },
    };
    answer.headers_mut().extend(answer::metadata(&head.headers));
    for (name, value) in answer::metadata(&trailers) {
        let name = HeaderName::try_from(format!("trailer-{name}")).expect("it is a header's name behind a prefix");
        answer.headers_mut().append(name, value);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grpc_is_a_post_of_protobuf() {
        let reason = |method: Method, kind: &str| {
            let request = Request::builder().method(method).header(CONTENT_TYPE, kind).body(()).unwrap();
            check_grpc(&request).map_err(|refusal| refusal.reason())
        };
        for kind in ["application/grpc", "application/grpc+proto", "application/grpc;a=b", "application/grpc+proto;a=b"]
        {
            assert_eq!(reason(Method::POST, kind), Ok(()), "{kind}");
            assert_eq!(reason(Method::DELETE, kind), Err(Reason::PROTOCOL_UNSUPPORTED), "{kind}");
        }
        for kind in ["application/grpc+json", "application/grpc+", "application/grpc+protox"] {
            assert_eq!(reason(Method::POST, kind), Err(Reason::PROTOCOL_UNSUPPORTED), "{kind}");
        }
    }

    #[test]
    fn content_types_tell_what_is_spoken() {
        for (kind, speech) in [
            ("application/grpc", Speech::Grpc),
            ("application/grpc+proto", Speech::Grpc),
            ("application/grpc;charset=utf-8", Speech::Grpc),
            ("application/grpc-web", Speech::GrpcWeb),
            ("application/grpc-web-text+proto", Speech::GrpcWeb),
            ("application/grpcx", Speech::Other),
            ("application/json", Speech::Other),
        ] {
            let request = Request::builder().header(CONTENT_TYPE, kind).body(()).unwrap();
            assert_eq!(Speech::of(&request), speech, "{kind}");
        }
        assert_eq!(Speech::of(&Request::new(())), Speech::Other);
    }

    #[tokio::test]
    async fn headers_and_trailers_of_the_service_reach_the_caller() {
        let mut trailers = HeaderMap::new();
        for (name, value) in [("grpc-status", "0"), ("x-end", "1"), ("x-end", "2")] {
            trailers.append(name, HeaderValue::from_static(value));
        }
        let body = Full::new(stream::envelope(0, &[])).with_trailers(std::future::ready(Some(Ok(trailers))));
        let response = Response::builder().header("x-start", "0").header(CONTENT_TYPE, "application/grpc");
        let response = response.body(Body::new(body)).unwrap();
        let answer = unary(response, Form::Json, wire::json::Method::named("ListPersonas").unwrap(), false).await;
        let told = |name: &str| answer.headers().get_all(name).iter().cloned().collect::<Vec<_>>();
        assert_eq!(
            (told("x-start"), told("trailer-x-end")),
            (vec!["0".parse().unwrap()], vec!["1".parse().unwrap(), "2".parse().unwrap()])
        );
        assert_eq!(
            (told("content-type"), told("trailer-grpc-status")),
            (vec!["application/json".parse().unwrap()], vec![])
        );
    }
}
