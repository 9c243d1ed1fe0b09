//! Streams of the Connect protocol: each message in an envelope, and a last envelope that says how the stream ended.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use game::refusal::{Reason, Refusal};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Response};
use http_body::{Body as HttpBody, Frame};
use http_body_util::Full;
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
    if let Some(status) = Status::from_header_map(response.headers()) {
        return refusal_response(&status, form);
    }
    let (head, inner) = response.into_parts();
    let body = Envelopes { inner, form, method, partial: BytesMut::new(), is_over: false };
    let mut response = with_content_type(Body::new(body), form);
    response.headers_mut().extend(answer::metadata(&head.headers));
    response
}

/// Makes a stream that ends with an error before its first message. Its HTTP status is 200, as the protocol asks.
pub(super) fn refusal_response(status: &Status, form: Form) -> Response<Body> {
    let mut response = with_content_type(Body::new(Full::new(end_envelope(status))), form);
    answer::add_status_headers(status, response.headers_mut());
    response
}

fn with_content_type(body: Body, form: Form) -> Response<Body> {
    let mut response = Response::new(body);
    let kind = match form {
        Form::Json => "application/connect+json",
        Form::Proto => "application/connect+proto",
    };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
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

/// The frames of a gRPC answer as envelopes.
struct Envelopes {
    inner: Body,
    form: Form,
    method: &'static Method,
    /// The beginning of a message whose rest has not come.
    partial: BytesMut,
    is_over: bool,
}

impl Envelopes {
    fn take_envelopes(&mut self) -> Result<Bytes, Status> {
        let mut out = BytesMut::new();
        while let Some(&[_, a, b, c, d]) = self.partial.first_chunk::<PREFIX_BYTES>() {
            let length = u32::from_be_bytes([a, b, c, d]) as usize;
            if self.partial.len() < PREFIX_BYTES + length {
                break;
            }
            self.partial.advance(PREFIX_BYTES);
            let message = self.partial.split_to(length);
            out.extend(match self.form {
                Form::Proto => envelope(0, &message),
                Form::Json => {
                    let json = (self.method.write)(&message)
                        .map_err(|error| Refusal::new(Reason::FAULT, error.0).into_status())?;
                    envelope(0, &json)
                }
            });
        }
        Ok(out.freeze())
    }

    fn end_frame(&mut self, status: &Status) -> Option<Result<Frame<Bytes>, Status>> {
        self.is_over = true;
        Some(Ok(Frame::data(end_envelope(status))))
    }
}

impl HttpBody for Envelopes {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        loop {
            if this.is_over {
                return Poll::Ready(None);
            }
            let frame = match ready!(Pin::new(&mut this.inner).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                Some(Err(status)) => return Poll::Ready(this.end_frame(&status)),
                None => return Poll::Ready(this.end_frame(&answer::final_status(&HeaderMap::new()))),
            };
            match frame.into_data() {
                Ok(data) => {
                    this.partial.extend_from_slice(&data);
                    match this.take_envelopes() {
                        Ok(envelopes) if envelopes.is_empty() => {}
                        Ok(envelopes) => return Poll::Ready(Some(Ok(Frame::data(envelopes)))),
                        Err(status) => return Poll::Ready(this.end_frame(&status)),
                    }
                }
                Err(frame) => {
                    let trailers = frame.into_trailers().unwrap_or_default();
                    return Poll::Ready(this.end_frame(&answer::final_status(&trailers)));
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.is_over
    }
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
