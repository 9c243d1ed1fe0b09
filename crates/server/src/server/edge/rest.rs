//! The unread rest of a request's body over HTTP/1.1. A refusal comes before the body is read. The transport would then close the
//! connection, and the caller's next call on it would be lost.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::CONNECTION;
use http::{HeaderValue, Request, Response, StatusCode, Version};
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::BodyExt;
use prost::bytes::Bytes;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tonic::Status;
use tonic::body::Body;

/// The most bytes that are read after the call has dropped its body.
const BYTES_MAX: u64 = 256 << 10;
/// The longest time for reading them. A caller sends head and body at once.
const PATIENCE: Duration = Duration::from_millis(500);

/// The rest of a body, once the call has dropped it.
pub(super) struct Rest(oneshot::Receiver<Body>);

impl Rest {
    /// Returns the request, and the rest of its body. `None` if it is empty, and over HTTP/2, where an unread body
    /// disturbs no other call.
    pub(super) fn of(request: Request<Body>) -> (Request<Body>, Option<Rest>) {
        if request.version() == Version::HTTP_2 || request.body().is_end_stream() {
            return (request, None);
        }
        let (back, rest) = oneshot::channel();
        let request = request.map(|inner| Body::new(Lent { inner, back: Some(back) }));
        (request, Some(Rest(rest)))
    }

    /// Reads the rest, so that the connection stays. If the rest is long or late, the response says that the connection
    /// closes.
    pub(super) async fn read(mut self, response: &mut Response<Body>) {
        // A body that was read to its end, or is still being read, needs nothing.
        let Ok(body) = self.0.try_recv() else { return };
        // After its deadline a call waits for nothing more.
        let is_late = response.status() == StatusCode::GATEWAY_TIMEOUT;
        if is_late || !timeout(PATIENCE, drain(body)).await.unwrap_or(false) {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
    }
}

/// Reads a body to its end; false if it is too long, or broken.
async fn drain(mut body: Body) -> bool {
    let mut read = 0;
    // Most heads tell the length.
    while read + body.size_hint().lower() <= BYTES_MAX {
        match body.frame().await {
            None => return true,
            Some(Err(_)) => return false,
            Some(Ok(frame)) => read += frame.data_ref().map_or(0, |data| data.len() as u64),
        }
    }
    false
}

/// A body that is sent back when the call drops it before its end.
struct Lent {
    inner: Body,
    back: Option<oneshot::Sender<Body>>,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let polled = Pin::new(&mut self.inner).poll_frame(context);
        if let Poll::Ready(None) = polled {
            self.back = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(back) = self.back.take().filter(|_| !self.inner.is_end_stream()) {
            let _ = back.send(std::mem::take(&mut self.inner));
        }
    }
}
