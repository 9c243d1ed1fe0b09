//! Bodies of requests. The bytes of a gRPC body count until they are decoded. A Connect body is read here, once its call was let in,
//! and goes on as the equal gRPC request.

use std::cmp::Ordering;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use game::refusal::{Reason, Refusal};
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TE};
use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use http_body_util::Full;
use prost::bytes::Bytes;
use tokio::time::{Instant, timeout_at};
use tonic::body::Body;
use wire::json::{Method, Unreadable};

use super::protocols::{Asked, Form, Head, Unserved};
use super::stream::{self, PREFIX_BYTES};
use super::{Answer, HttpService, Seen};
use crate::call::bodies::{self, Kept, Unread};
use crate::call::context::Call;
use crate::state::App;

/// The bytes that a JSON body may have for each byte that its message may have: JSON needs more bytes for the same
/// message.
const JSON_SHARE: usize = 4;
/// The longest time for a body: hyper limits only the time of heads.
const BODY_PATIENCE: Duration = Duration::from_secs(10);

/// Counts the body of a gRPC call, and translates that of a Connect call.
pub(super) fn read<S: HttpService>(app: &Arc<App>, inner: &mut S, request: Request<Body>) -> Answer {
    let Asked { method, connect, .. } = Asked::of(&request);
    let call = request.extensions().get::<Call>().expect("the layer of calls leaves it").clone();
    let Some(head) = connect else {
        let kept = Kept::new(&app.bodies, &call.caller);
        return inner.call(request.map(|body| counted(body, kept)));
    };
    let (app, mut inner) = (Arc::clone(app), inner.clone());
    Box::pin(async move {
        match translated(&app, call, method, head, request).await {
            Ok(request) => inner.call(request).await,
            Err((status, refusal)) => {
                let mut refused = refusal.into_status().into_http();
                // The layer of protocols answers with this status.
                status.map(|status| refused.extensions_mut().insert(status));
                Ok(refused)
            }
        }
    })
}

/// Translates a request to the equal gRPC request.
async fn translated(
    app: &App,
    call: Call,
    method: &Method,
    head: Head,
    request: Request<Body>,
) -> Result<Request<Body>, Unserved> {
    let (mut parts, body) = request.into_parts();
    let arrival = call.arrival;
    let bytes_max = match head.form {
        Form::Json => JSON_SHARE * app.config.grpc.message_bytes_max,
        Form::Proto => app.config.grpc.message_bytes_max,
    };
    let bytes_max = bytes_max + if head.is_stream { PREFIX_BYTES } else { 0 };
    let until = arrival.deadline.map_or(arrival.at + BODY_PATIENCE, |at| at.min(arrival.at + BODY_PATIENCE));
    let mut kept = Kept::new(&app.bodies, &call.caller);
    let body = whole(body, &mut kept, bytes_max, Instant::from_std(until)).await?;
    let message = if head.is_stream { enveloped(&body).map_err(|refusal| (None, refusal))? } else { body };
    let message = match head.form {
        Form::Json => (method.read)(&message).map_err(|error| (None, unreadable(error)))?.into(),
        Form::Proto => message,
    };
    let framed = stream::envelope(0, &message);
    as_grpc(&mut parts.headers);
    Ok(Request::from_parts(parts, Body::new(Full::new(framed))))
}

/// Makes the headers those of a gRPC call. Tokens and traces stay, because they are the same in gRPC.
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

/// Reads the whole body, and counts its bytes.
async fn whole(body: Body, kept: &mut Kept, bytes_max: usize, until: Instant) -> Result<Bytes, Unserved> {
    let late = |_| (None, Refusal::new(Reason::DEADLINE_PASSED, "the body was not complete in time"));
    let read = timeout_at(until, bodies::whole(body, bytes_max, |bytes| kept.add(bytes))).await.map_err(late)?;
    read.map_err(|unread| match unread {
        Unread::TooLarge => {
            let message = format!("the body has more than {bytes_max} bytes");
            (Some(StatusCode::PAYLOAD_TOO_LARGE), Refusal::new(Reason::BODY_TOO_LARGE, message))
        }
        // The caller has probably gone; if not, it gets this answer.
        Unread::Broken => (None, Refusal::new(Reason::REQUEST_UNREADABLE, "the body ended too early")),
        Unread::Refused(refusal) => (None, refusal),
    })
}

/// Reads the one message of a stream's request. It refuses another number of messages.
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

/// Counts the bytes of a body. A byte over the limit ends it with a refusal.
fn counted(inner: Body, mut kept: Kept) -> Body {
    Seen::body(inner, move |polled, _| match &polled {
        Poll::Ready(Some(Ok(frame))) => match frame.data_ref().map_or(Ok(()), |data| kept.add(data.len())) {
            Ok(()) => polled,
            Err(refusal) => Poll::Ready(Some(Err(refusal.into_status()))),
        },
        _ => polled,
    })
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
        let said = refusal("Follow", r#"{"hand": {}, "roomId": "r"}"#);
        assert_eq!(said, "`roomId` is told twice, or beside a field that excludes it, at line 1 column 21");
        let said = refusal("Follow", r#"{"handd": {}}"#);
        assert!(said.starts_with("unknown field `handd`, expected one of ") && said.ends_with("at line 1 column 8"));
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
