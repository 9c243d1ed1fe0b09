//! The Connect protocol; JSON over HTTP is a part of it. A call goes on as the equal gRPC request, and its answer is translated back.

use std::cmp::Ordering;
use std::time::Duration;

use game::refusal::{Reason, Refusal};
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method as Verb, Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use prost::bytes::{Bytes, BytesMut};
use tokio::time::timeout;
use tonic::Status;
use tonic::body::Body;
use tower::BoxError;
use wire::json::{BadRequest, Method};

use super::answer::PREFIX_BYTES;
use super::stream;
use super::{AnswerFuture, Next, answer, ready_answer};
use crate::call::{Form, RequestedCall, Rpc};

/// The bytes that a JSON body may have for each byte that its message may have: JSON needs more bytes for the same
/// message.
const JSON_BYTES_FACTOR: usize = 4;
/// The longest time for a body: hyper does not limit it.
const BODY_TIME_MAX: Duration = Duration::from_secs(10);

pub(super) fn answer(next: Next, rpc: Rpc, method: &'static Method, mut request: Request<Body>) -> AnswerFuture {
    let form = match read_format(rpc, &request) {
        Ok(form) => form,
        Err((status, refusal)) => {
            let mut response = answer::refusal_response(&next.edge.refuse(&request, refusal));
            *response.status_mut() = status;
            if status == StatusCode::METHOD_NOT_ALLOWED {
                response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
            }
            return ready_answer(response);
        }
    };
    request.extensions_mut().insert(RequestedCall { rpc, method, connect: Some(form) });
    let takes_gzip = web::takes_gzip(request.headers());
    let answer = next.answer(request);
    Box::pin(async move {
        let response = answer.await?;
        Ok(match (Status::from_header_map(response.headers()), rpc.is_stream()) {
            (Some(refusal), true) => stream::refusal_response(&refusal, form),
            (Some(refusal), false) => answer::refusal_response(&refusal),
            (None, true) => stream::convert(response, form, method),
            (None, false) => answer::convert(response, form, method, takes_gzip)
                .await
                .unwrap_or_else(|refusal| answer::refusal_response(&refusal)),
        })
    })
}

/// Returns the format of a call's messages. Refuses a head that does not follow the protocol, with the HTTP status that says why.
fn read_format<B>(rpc: Rpc, request: &Request<B>) -> Result<Form, (StatusCode, Refusal)> {
    let unserved =
        |status: StatusCode, message: String| Err((status, Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message)));
    if request.method() != Verb::POST {
        let message = format!("{:.64} is not served: send POST", request.method().as_str());
        return unserved(StatusCode::METHOD_NOT_ALLOWED, message);
    }
    let kind = header_text(request.headers(), CONTENT_TYPE.as_str());
    let essence = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    let (prefix, encoding) = match rpc.is_stream() {
        true => ("application/connect+", "connect-content-encoding"),
        false => ("application/", "content-encoding"),
    };
    let form = match essence.strip_prefix(prefix) {
        Some("json") => Form::Json,
        Some("proto") => Form::Proto,
        _ => {
            let message = format!("{} does not take the content type {kind:.64?}: send {prefix}json", rpc.name());
            return unserved(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
        }
    };
    let encoding = header_text(request.headers(), encoding);
    if !matches!(encoding, "" | "identity") {
        return unserved(StatusCode::NOT_IMPLEMENTED, format!("the encoding {encoding:.64?} is not served"));
    }
    let version = header_text(request.headers(), "connect-protocol-version");
    if !matches!(version, "" | "1") {
        let message = format!("version {version:.64?} of the Connect protocol is not served: send 1");
        return unserved(StatusCode::BAD_REQUEST, message);
    }
    Ok(form)
}

fn header_text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
}

/// Lets the service answer a Connect call that was let in: reads its body, and translates it. The headers stay, except the one of gRPC that
/// the service reads.
pub(super) fn answer_translated(next: Next, call: RequestedCall, form: Form, request: Request<Body>) -> AnswerFuture {
    Box::pin(async move {
        let (mut head, body) = request.into_parts();
        head.headers.remove("grpc-encoding");
        match read_message(call, form, body, next.edge.app.config.grpc.message_bytes_max).await {
            Ok(message) => {
                let framed = Full::new(stream::envelope(0, &message));
                next.answer(Request::from_parts(head, Body::new(framed))).await
            }
            Err(refusal) => Ok(refusal.into_http()),
        }
    })
}

async fn read_message(call: RequestedCall, form: Form, body: Body, bytes_max: usize) -> Result<Bytes, Status> {
    let bytes_max = match form {
        Form::Json => JSON_BYTES_FACTOR * bytes_max,
        Form::Proto => bytes_max,
    };
    let RequestedCall { rpc, method, .. } = call;
    let bytes_max = bytes_max + if rpc.is_stream() { PREFIX_BYTES } else { 0 };
    let late = |_| Refusal::new(Reason::DEADLINE_PASSED, "the body was not complete in time");
    // Copied: a piece that is kept would keep the whole buffer into which the connection read it.
    let read = async {
        let (mut body, mut bytes) = (Limited::new(body, bytes_max), BytesMut::new());
        while let Some(frame) = body.frame().await {
            if let Ok(data) = frame?.into_data() {
                bytes.extend_from_slice(&data);
            }
        }
        Ok::<_, BoxError>(bytes.freeze())
    };
    let body = timeout(BODY_TIME_MAX, read).await.map_err(late)?;
    let body = body.map_err(|error| body_refusal(error, bytes_max))?;
    let message = if rpc.is_stream() { read_envelope(&body)? } else { body };
    Ok(match form {
        Form::Json => (method.read)(&message).map_err(unreadable_request)?.into(),
        Form::Proto => message,
    })
}

fn body_refusal(error: BoxError, bytes_max: usize) -> Status {
    let refusal = match error.downcast::<Status>() {
        // The bodies of all calls take too many bytes.
        Ok(refusal) if !refusal.details().is_empty() => return *refusal,
        // The caller has probably gone; if not, it gets this answer.
        Ok(_) => Refusal::new(Reason::REQUEST_UNREADABLE, "the body ended too early"),
        Err(_) => Refusal::new(Reason::BODY_TOO_LARGE, format!("the body has more than {bytes_max} bytes")),
    };
    refusal.into_status()
}

/// Reads the one message of a stream's request. Refuses none, and more than one.
fn read_envelope(body: &Bytes) -> Result<Bytes, Refusal> {
    let unreadable = |message: &str| Err(Refusal::new(Reason::REQUEST_UNREADABLE, message));
    if body.is_empty() {
        return Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, "the body is empty: the call takes one message"));
    }
    let Some((&[0, a, b, c, d], message)) = body.split_first_chunk::<PREFIX_BYTES>() else {
        return unreadable("five bytes come before a stream's message: flags of 0, and four of the message's length");
    };
    match (u32::from_be_bytes([a, b, c, d]) as usize).cmp(&message.len()) {
        Ordering::Equal => Ok(body.slice(PREFIX_BYTES..)),
        Ordering::Greater => unreadable("the message is shorter than its first five bytes say"),
        Ordering::Less => {
            let message = "more follows the message that the first five bytes begin: the call takes one";
            Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message))
        }
    }
}

fn unreadable_request(error: BadRequest) -> Refusal {
    let BadRequest { field, message, line, column } = error;
    Refusal::new(Reason::REQUEST_UNREADABLE, message).at(field).with("line", line).with("column", column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_holds_one_message() {
        let reason = |bytes: &'static [u8]| read_envelope(&Bytes::from_static(bytes)).map_err(|it| it.reason());
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
