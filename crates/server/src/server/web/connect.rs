//! The Connect protocol: a call becomes a gRPC request, and the gRPC answer becomes a Connect answer.

use std::cmp::Ordering;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TE};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use prost::bytes::Bytes;
use tokio::time::{Instant, timeout_at};
use tonic::body::Body;
use tonic::{Code, Status};
use tower::Service;
use wire::json::{Method, Unreadable};

use super::answer;
use super::head::{self, Form, Head, Unserved};
use super::stream;
use crate::call::bodies::{self, Kept, Unread};
use crate::call::caller::Caller;
use crate::call::context::{Arrival, Tags};
use crate::call::rpc::Rpc;
use crate::error::{Reason, Refusal};
use crate::server::call_layer::{Answer, CallMetricsGuard, Carried, admit};
use crate::state::App;

/// A body that takes longer is given up: hyper times heads alone.
const BODY_PATIENCE: Duration = Duration::from_secs(10);
/// Shorter answers are not worth the time that packing them takes: those that play go at once.
const PACKED_BYTES_MIN: usize = 4096;
/// Before each message of a stream: a byte of flags, and four of the length.
pub(super) const PREFIX_BYTES: usize = 5;

/// Answers a call of the service.
pub(super) async fn answer<S>(
    mut inner: S,
    app: Arc<App>,
    (rpc, method): (Rpc, &'static Method),
    request: Request<Body>,
) -> Response<Body>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future = Answer>,
{
    let tags = Tags::of(request.headers());
    let head = match Head::of(rpc, &request) {
        Ok(head) => head,
        Err(unserved) => return refuse(&app, rpc, std::time::Instant::now(), tags, None, unserved),
    };
    let arrival = match head::arrival(request.headers()) {
        Ok(arrival) => arrival,
        Err(unserved) => return refuse(&app, rpc, std::time::Instant::now(), tags, Some(head), unserved),
    };
    let takes_gzip = web::takes_gzip(request.headers());
    // A stranger's body is not read.
    let mut admitted = match admit(&app, rpc, arrival, &request) {
        Ok(admitted) => admitted,
        Err(told) => return shown(&told, None, Some(head)),
    };
    let mut request = match translated(&app, &admitted.grant.caller, method, head, arrival, request).await {
        Ok(request) => request,
        Err((status, refusal)) => {
            let told = refusal.into_status();
            admitted.guard.refuse(&told);
            return shown(&told, status, Some(head));
        }
    };
    request.extensions_mut().insert(Carried::new(admitted));
    let Ok(response) = inner.call(request).await;
    match head.is_stream {
        true => stream::answer(response, head.form, method),
        false => unary(response, head.form, method, takes_gzip).await,
    }
}

/// The call does not reach the layer that counts calls, so it is counted here.
fn refuse(
    app: &Arc<App>,
    rpc: Rpc,
    at: std::time::Instant,
    tags: Tags,
    head: Option<Head>,
    (status, refusal): Unserved,
) -> Response<Body> {
    let told = refusal.into_status();
    CallMetricsGuard::begin(app, rpc, at, tags).refuse(&told);
    shown(&told, status, head)
}

/// A stream says everything in its body, errors too.
fn shown(told: &Status, status: Option<StatusCode>, head: Option<Head>) -> Response<Body> {
    match head {
        Some(head) if head.is_stream => stream::refused(told, head.form),
        _ => answer::refused(told, status),
    }
}

/// The gRPC request that says the same.
async fn translated(
    app: &App,
    caller: &Arc<Caller>,
    method: &Method,
    head: Head,
    arrival: Arrival,
    request: Request<Body>,
) -> Result<Request<Body>, Unserved> {
    let (mut parts, body) = request.into_parts();
    let bytes_max = match head.form {
        Form::Json => app.config.web.json_bytes_max,
        Form::Proto => app.config.grpc.message_bytes_max,
    };
    let bytes_max = bytes_max + if head.is_stream { PREFIX_BYTES } else { 0 };
    let until = arrival.deadline.map_or(arrival.at + BODY_PATIENCE, |at| at.min(arrival.at + BODY_PATIENCE));
    let mut kept = Kept::new(&app.bodies, caller);
    let body = read(body, &mut kept, bytes_max, Instant::from_std(until)).await?;
    let message = if head.is_stream { enveloped(&body).map_err(|refusal| (None, refusal))? } else { body };
    let message = match head.form {
        Form::Json => (method.read)(&message).map_err(|error| (None, unreadable(error)))?.into(),
        Form::Proto => message,
    };
    let framed = stream::envelope(0, &message);
    as_grpc(&mut parts.headers);
    Ok(Request::from_parts(parts, Body::new(Full::new(framed))))
}

/// Everything else stays: tokens and traces are read as those of gRPC calls are.
fn as_grpc(headers: &mut HeaderMap) {
    let name = HeaderName::from_static;
    for header in [
        CONTENT_LENGTH,
        CONTENT_ENCODING,
        ACCEPT_ENCODING,
        name("connect-timeout-ms"),
        name("connect-protocol-version"),
        name("connect-content-encoding"),
        name("connect-accept-encoding"),
        name("grpc-timeout"),
        name("grpc-encoding"),
        name("grpc-accept-encoding"),
    ] {
        headers.remove(header);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    headers.insert(TE, HeaderValue::from_static("trailers"));
}

/// The whole body, whose bytes are counted as those of a body that comes in.
async fn read(body: Body, kept: &mut Kept, bytes_max: usize, until: Instant) -> Result<Bytes, Unserved> {
    let late = |_| (None, Refusal::new(Reason::DEADLINE_PASSED, "the body was not complete in time"));
    let read = timeout_at(until, bodies::whole(body, bytes_max, |bytes| kept.add(bytes))).await.map_err(late)?;
    read.map_err(|unread| match unread {
        Unread::TooLarge => {
            let message = format!("the body has more than {bytes_max} bytes");
            (Some(StatusCode::PAYLOAD_TOO_LARGE), Refusal::new(Reason::BODY_TOO_LARGE, message))
        }
        // Its caller is probably gone; the answer is for one that is not.
        Unread::Broken => (None, Refusal::new(Reason::REQUEST_UNREADABLE, "the body ended too early")),
        Unread::Refused(refusal) => (None, refusal),
    })
}

/// The one message of a stream's request. Another number of messages is another kind of call, as gRPC has it too.
fn enveloped(body: &Bytes) -> Result<Bytes, Refusal> {
    let unreadable = |message: &str| Err(Refusal::new(Reason::REQUEST_UNREADABLE, message));
    if body.is_empty() {
        return Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, "the body is empty: the call takes one message"));
    }
    let Some((&[flags, a, b, c, d], message)) = body.split_first_chunk::<PREFIX_BYTES>() else {
        return unreadable(
            "it has less than five bytes: a stream's message begins with a byte of flags and four of its length",
        );
    };
    if flags != 0 {
        let message =
            format!("its first byte is {flags}: five bytes come before the message, flags of 0 and four of its length");
        return unreadable(&message);
    }
    match (u32::from_be_bytes([a, b, c, d]) as usize).cmp(&message.len()) {
        Ordering::Equal => Ok(body.slice(PREFIX_BYTES..)),
        Ordering::Greater => unreadable("the message is shorter than its first five bytes say"),
        Ordering::Less => {
            let message = "more follows the message that the first five bytes begin: the call takes one";
            Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message))
        }
    }
}

fn unreadable(error: Unreadable) -> Refusal {
    let Unreadable { field, message, line, column } = error;
    Refusal::new(Reason::REQUEST_UNREADABLE, message).at(field).with("line", line).with("column", column)
}

/// The Connect answer of a gRPC answer with one message.
async fn unary(response: Response<Body>, form: Form, method: &Method, takes_gzip: bool) -> Response<Body> {
    if let Some(status) = Status::from_header_map(response.headers()) {
        return answer::refused(&status, None);
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

    fn refusal(rpc: &str, json: &str) -> String {
        let error = (Method::named(rpc).unwrap().read)(json.as_bytes()).unwrap_err();
        unreadable(error).message().to_owned()
    }

    #[test]
    fn what_cannot_be_read_is_said_in_our_words() {
        let said = refusal("Follow", r#"{"hand": {}, "room": {}}"#);
        assert_eq!(said, "`room` is told twice, or beside a field that excludes it, at line 1 column 19");
        let said = refusal("Follow", r#"{"handd": {}}"#);
        assert!(said.starts_with("unknown field `handd`, expected one of ") && said.ends_with("at line 1 column 8"));
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
        let answer = unary(response, Form::Json, Method::named("ListPersonas").unwrap(), false).await;
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

    #[test]
    fn an_envelope_holds_one_message() {
        let reason = |bytes: &'static [u8]| enveloped(&Bytes::from_static(bytes)).map_err(|it| it.reason());
        assert_eq!(reason(b"\0\0\0\0\x02ab"), Ok(Bytes::from_static(b"ab")));
        assert_eq!(reason(b"\0\0\0\0\0"), Ok(Bytes::new()));
        for bytes in [&b"\0\0\0\0"[..], b"\0\0\0\0\x03ab", b"\x01\0\0\0\x02ab"] {
            assert_eq!(reason(bytes), Err(Reason::REQUEST_UNREADABLE), "{bytes:?}");
        }
        for bytes in [&b""[..], b"\0\0\0\0\x01ab", b"\0\0\0\0\0\0\0\0\0\0"] {
            assert_eq!(reason(bytes), Err(Reason::PROTOCOL_UNSUPPORTED), "{bytes:?}");
        }
    }
}
