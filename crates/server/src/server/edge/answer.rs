//! Answers of Connect calls: one message, or an error with its details as the protocol writes them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use game::refusal::{PUSHBACK_HEADER, Reason, Refusal, reason_of};
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use prost::Message;
use prost::bytes::Bytes;
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
pub(super) async fn convert(response: Response<Body>, form: Form, method: &Method, takes_gzip: bool) -> Response<Body> {
    if let Some(status) = Status::from_header_map(response.headers()) {
        return refusal_response(&status);
    }
    let (head, body) = response.into_parts();
    let collected = match body.collect().await {
        Ok(collected) => collected,
        Err(status) => return refusal_response(&status),
    };
    let trailers = collected.trailers().cloned().unwrap_or_default();
    let status = final_status(&trailers);
    if status.code() != Code::Ok {
        return refusal_response(&status);
    }
    let bytes = collected.to_bytes();
    let message = bytes.slice(PREFIX_BYTES.min(bytes.len())..);
    let mut answer = match form {
        Form::Proto => message_response("application/proto", message),
        Form::Json => match (method.write)(&message) {
            Ok(json) if takes_gzip && json.len() >= COMPRESSED_BYTES_MIN => gzip_response(&json),
            Ok(json) => message_response("application/json", json),
            Err(error) => return refusal_response(&Refusal::new(Reason::FAULT, error).into_status()),
        },
    };
    answer.headers_mut().extend(metadata(&head.headers));
    for (name, value) in metadata(&trailers) {
        let name = HeaderName::try_from(format!("trailer-{name}")).expect("it is a header's name behind a prefix");
        answer.headers_mut().append(name, value);
    }
    answer
}

fn message_response(kind: &'static str, message: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Body::new(Full::new(message.into())));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn gzip_response(json: &[u8]) -> Response<Body> {
    let mut response = message_response("application/json", web::gzip(json));
    response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response
}

/// Makes the answer to a refused request. Two reasons have an HTTP status of their own.
pub(super) fn refusal_response(refusal: &Status) -> Response<Body> {
    let mut response = message_response("application/json", error_object(refusal).to_string());
    *response.status_mut() = match reason_of(refusal) {
        Some(Reason::BODY_TOO_LARGE) => StatusCode::PAYLOAD_TOO_LARGE,
        Some(Reason::CALL_UNKNOWN) => StatusCode::NOT_FOUND,
        _ => StatusCode::from_u16(HTTP_STATUSES[refusal.code() as usize]).expect("the table has statuses"),
    };
    add_status_headers(refusal, response.headers_mut());
    response
}

/// The headers of a gRPC answer that another protocol writes in its own way.
const GRPC_HEADERS: [HeaderName; 8] = [
    CONTENT_TYPE,
    CONTENT_LENGTH,
    DATE,
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    HeaderName::from_static("grpc-encoding"),
    HeaderName::from_static("grpc-accept-encoding"),
];

/// Returns the headers, or trailers, that the service itself gave a gRPC answer.
pub(super) fn metadata(headers: &HeaderMap) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
    let given = headers.iter().filter(|(name, _)| !GRPC_HEADERS.contains(name));
    given.map(|(name, value)| (name.clone(), value.clone()))
}

/// Adds the headers of a status, and `retry-after` if it says when to ask again.
pub(super) fn add_status_headers(refusal: &Status, headers: &mut HeaderMap) {
    let metadata = refusal.metadata().clone().into_headers();
    headers.extend(self::metadata(&metadata));
    let pushback = metadata.get(PUSHBACK_HEADER).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
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

/// Reads the status at the end of a gRPC answer; its absence is an error.
pub(super) fn final_status(headers: &HeaderMap) -> Status {
    Status::from_header_map(headers).unwrap_or_else(|| Status::new(Code::Internal, "the answer ended without a status"))
}

#[cfg(test)]
mod tests {
    use super::super::stream::envelope;
    use super::*;

    #[tokio::test]
    async fn headers_and_trailers_of_the_service_reach_the_caller() {
        let mut trailers = HeaderMap::new();
        for (name, value) in [("grpc-status", "0"), ("x-end", "1"), ("x-end", "2")] {
            trailers.append(name, HeaderValue::from_static(value));
        }
        let body = Full::new(envelope(0, &[])).with_trailers(std::future::ready(Some(Ok(trailers))));
        let response = Response::builder().header("x-start", "0").header(CONTENT_TYPE, "application/grpc");
        let response = response.body(Body::new(body)).unwrap();
        let answer = convert(response, Form::Json, Method::named("ListPersonas").unwrap(), false).await;
        let values = |name: &str| answer.headers().get_all(name).iter().cloned().collect::<Vec<_>>();
        assert_eq!(
            (values("x-start"), values("trailer-x-end")),
            (vec!["0".parse().unwrap()], vec!["1".parse().unwrap(), "2".parse().unwrap()])
        );
        assert_eq!(
            (values("content-type"), values("trailer-grpc-status")),
            (vec!["application/json".parse().unwrap()], vec![])
        );
    }
}
