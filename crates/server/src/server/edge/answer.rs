//! Answers of Connect calls: one message, or an error with its details as the protocol writes them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use game::refusal::{PUSHBACK_HEADER, Reason, Refusal, reason_of};
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use prost::Message;
use serde_json::{Value, json};
use tonic::body::Body;
use tonic::{Code, Status};
use wire::json::Method;

use crate::call::Form;
use crate::observe::metrics::CODES;

/// The bytes before each message of a stream: one of flags, and four of the length.
pub(super) const PREFIX_BYTES: usize = 5;
/// The size below which answers are not compressed.
const COMPRESSED_BYTES_MIN: usize = 4096;

/// The HTTP status of each code, in the order of the codes.
const HTTP_STATUSES: [u16; 17] = [200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401];

fn code_name(code: Code) -> String {
    match code {
        Code::Cancelled => String::from("canceled"),
        _ => CODES[code as usize].to_ascii_lowercase(),
    }
}

/// Turns a gRPC answer with one message into a Connect answer.
pub(super) async fn convert(
    response: Response<Body>,
    form: Form,
    method: &Method,
    takes_gzip: bool,
) -> Result<Response<Body>, Status> {
    let (head, body) = response.into_parts();
    let collected = body.collect().await?;
    let trailers = collected.trailers().cloned().unwrap_or_default();
    if let Some(status) = Status::from_header_map(&trailers).filter(|status| status.code() != Code::Ok) {
        return Err(status);
    }
    let message = collected.to_bytes().slice(PREFIX_BYTES..);
    let mut answer = match form {
        Form::Proto => response_of("application/proto", Body::new(Full::new(message))),
        Form::Json => {
            let json = to_json(method, &message)?;
            let is_packed = takes_gzip && json.len() >= COMPRESSED_BYTES_MIN;
            let body = Full::from(if is_packed { web::gzip(&json) } else { json });
            let mut answer = response_of("application/json", Body::new(body));
            if is_packed {
                answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
            answer
        }
    };
    answer.headers_mut().extend(own_headers(&head.headers));
    for (name, value) in own_headers(&trailers) {
        let name = HeaderName::try_from(format!("trailer-{name}")).expect("it is a header's name behind a prefix");
        answer.headers_mut().append(name, value);
    }
    Ok(answer)
}

/// Returns the headers, or trailers, that the service itself gave a gRPC answer: not those that another protocol writes in its own way.
pub(super) fn own_headers(headers: &HeaderMap) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
    let is_own =
        |name: &HeaderName| ![CONTENT_TYPE, CONTENT_LENGTH, DATE].contains(name) && !name.as_str().starts_with("grpc-");
    let own = headers.iter().filter(move |(name, _)| is_own(name));
    own.map(|(name, value)| (name.clone(), value.clone()))
}

pub(super) fn to_json(method: &Method, message: &[u8]) -> Result<Vec<u8>, Status> {
    (method.write)(message).map_err(|error| Refusal::new(Reason::FAULT, error).into_status())
}

pub(super) fn response_of(kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Makes the answer to a refused request. Two reasons have an HTTP status of their own.
pub(super) fn refusal_response(refusal: &Status) -> Response<Body> {
    let mut response = response_of("application/json", Body::new(Full::from(error_object(refusal).to_string())));
    *response.status_mut() = match reason_of(refusal) {
        Some(Reason::BODY_TOO_LARGE) => StatusCode::PAYLOAD_TOO_LARGE,
        Some(Reason::CALL_UNKNOWN) => StatusCode::NOT_FOUND,
        _ => StatusCode::from_u16(HTTP_STATUSES[refusal.code() as usize]).expect("the table has statuses"),
    };
    add_status_headers(refusal, response.headers_mut());
    response
}

/// Adds the headers of a status, and `retry-after` if it says when to ask again.
pub(super) fn add_status_headers(refusal: &Status, headers: &mut HeaderMap) {
    let mut own = refusal.metadata().clone().into_headers();
    // A gRPC answer without a message has its status beside its content type.
    own.remove(CONTENT_TYPE);
    let pushback = own.get(PUSHBACK_HEADER).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    headers.extend(own);
    if let Some(ms) = pushback {
        headers.insert(RETRY_AFTER, HeaderValue::from(ms.div_ceil(1000)));
    }
}

pub(super) fn error_object(status: &Status) -> Value {
    let mut error = json!({"code": code_name(status.code()), "message": status.message()});
    let details = tonic_types::pb::Status::decode(status.details()).map(|status| status.details).unwrap_or_default();
    if !details.is_empty() {
        error["details"] = details.iter().map(detail_object).collect();
    }
    error
}

fn detail_object(any: &prost_types::Any) -> Value {
    let name = any.type_url.rsplit('/').next().unwrap_or_default();
    let mut object = json!({"type": name, "value": STANDARD_NO_PAD.encode(&any.value)});
    if let Some(debug) = wire::json::detail_to_json(any) {
        object["debug"] = debug;
    }
    object
}
