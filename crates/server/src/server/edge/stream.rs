//! Streams of the Connect protocol: each message in an envelope, and a last envelope that says how the stream ended.

use futures_util::StreamExt as _;
use futures_util::stream::unfold;
use http::{HeaderMap, Response};
use http_body::Frame;
use http_body_util::{BodyExt as _, Full, StreamBody};
use prost::bytes::{Buf, BufMut, Bytes, BytesMut};
use serde_json::json;
use tonic::body::Body;
use tonic::{Code, Status};
use wire::json::Method;

use super::answer::{self, PREFIX_BYTES};
use crate::call::Form;

/// The flag of the last envelope.
const END_FLAG: u8 = 2;

/// Turns a gRPC answer that is a stream into a Connect answer.
pub(super) fn convert(response: Response<Body>, form: Form, method: &'static Method) -> Response<Body> {
    let (head, inner) = response.into_parts();
    let envelopes = unfold(Some(inner), move |left| next_envelopes(left, form, method)).fuse();
    let frames = envelopes.map(|bytes| Ok::<_, Status>(Frame::data(bytes)));
    let mut response = answer::response_of(content_type(form), Body::new(StreamBody::new(frames)));
    response.headers_mut().extend(answer::own_headers(&head.headers));
    response
}

/// Makes a stream that ends with an error before its first message. Its HTTP status is 200, as the protocol asks.
pub(super) fn refusal_response(status: &Status, form: Form) -> Response<Body> {
    let mut response = answer::response_of(content_type(form), Body::new(Full::new(end_envelope(status))));
    answer::add_status_headers(status, response.headers_mut());
    response
}

fn content_type(form: Form) -> &'static str {
    match form {
        Form::Json => "application/connect+json",
        Form::Proto => "application/connect+proto",
    }
}

/// Puts a message after its five bytes, which frames of gRPC have too.
pub(super) fn envelope(flags: u8, message: &[u8]) -> Bytes {
    let mut bytes = BytesMut::with_capacity(PREFIX_BYTES + message.len());
    bytes.put_u8(flags);
    bytes.put_u32(message.len() as u32);
    bytes.put_slice(message);
    bytes.freeze()
}

/// Writes the end of the stream: the error, if there is one, and the trailers.
fn end_envelope(status: &Status) -> Bytes {
    let mut object = json!({});
    if status.code() != Code::Ok {
        object["error"] = answer::error_object(status);
    }
    let mut trailers = HeaderMap::new();
    answer::add_status_headers(status, &mut trailers);
    for name in trailers.keys() {
        let values = trailers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
        object["metadata"][name.as_str()] = values.collect();
    }
    envelope(END_FLAG, object.to_string().as_bytes())
}

/// Turns a frame of a gRPC answer into envelopes. tonic puts only whole messages into a frame, each behind the five bytes of an envelope.
fn to_envelopes(mut data: Bytes, form: Form, method: &Method) -> Result<Bytes, Status> {
    if form == Form::Proto {
        return Ok(data);
    }
    let mut out = BytesMut::new();
    while !data.is_empty() {
        let (_flags, length) = (data.get_u8(), data.get_u32());
        let message = data.split_to(length as usize);
        out.extend_from_slice(&envelope(0, &answer::to_json(method, &message)?));
    }
    Ok(out.freeze())
}

/// Returns the next envelopes of an answer, with what is left of it; `None` after its end.
async fn next_envelopes(left: Option<Body>, form: Form, method: &Method) -> Option<(Bytes, Option<Body>)> {
    let mut inner = left?;
    let status = match inner.frame().await {
        Some(Ok(frame)) => match frame.into_data().map(|data| to_envelopes(data, form, method)) {
            Ok(Ok(envelopes)) => return Some((envelopes, Some(inner))),
            Ok(Err(status)) => Some(status),
            Err(frame) => frame.into_trailers().ok().and_then(|trailers| Status::from_header_map(&trailers)),
        },
        Some(Err(status)) => Some(status),
        None => None,
    };
    let status = status.unwrap_or_else(|| Status::internal("the answer ended without a status"));
    Some((end_envelope(&status), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_has_the_error_and_every_trailer() {
        let object = |end: Bytes| serde_json::from_slice::<serde_json::Value>(&end[PREFIX_BYTES..]).unwrap();
        assert_eq!(object(end_envelope(&Status::ok(""))), json!({}));
        let mut status = Status::not_found("gone");
        for value in ["1", "2"] {
            status.metadata_mut().append("x-end", value.parse().unwrap());
        }
        let error = json!({"code": "not_found", "message": "gone"});
        assert_eq!(object(end_envelope(&status)), json!({"error": error, "metadata": {"x-end": ["1", "2"]}}));
    }
}
