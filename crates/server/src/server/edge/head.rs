//! The call that a request asks for, and the head of a Connect call: JSON or protobuf, one message or a stream, and until when its caller waits.

use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, Method, Request, StatusCode};

use crate::call::context::Arrival;
use crate::call::rpc::Rpc;

/// Format of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Json,
    Proto,
}

/// A call that can be translated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) form: Form,
    /// True if messages come in envelopes, as those of streams do.
    pub(super) is_stream: bool,
}

/// The call that a request asks for, and how it is spoken.
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

/// A head that cannot be served, with the HTTP status that says so more exactly than the code does.
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

/// Reads when the call came and until when it waits. A timeout that cannot be read is refused: the caller expects it to hold.
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
