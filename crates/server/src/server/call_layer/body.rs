//! Bodies: a request's, whose bytes count until it is decoded, and the answer of a stream, which ends with its trailers or at its
//! deadline.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::body::Body;
use tonic::codegen::Bytes;
use tonic::{Code, Status};

use super::guard::CallMetricsGuard;
use crate::call::bodies::Kept;
use crate::call::context::Arrival;
use crate::call::deadline;
use crate::error::{Reason, Refusal};

/// A request's body.
pub(super) struct CountedBody {
    inner: Body,
    kept: Kept,
}

impl CountedBody {
    pub(super) fn body(inner: Body, kept: Kept) -> Body {
        Body::new(CountedBody { inner, kept })
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.inner).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
            && let Err(refusal) = this.kept.add(data.len())
        {
            return Poll::Ready(Some(Err(refusal.into_status())));
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

/// The time at which a stream ends, whatever its task does, and the reason that its reader is told.
pub(super) struct StreamEnd {
    at: Pin<Box<Sleep>>,
    reason: Reason,
    message: String,
}

impl StreamEnd {
    /// At the caller's deadline, or after `longest`.
    pub(super) fn of(arrival: Arrival, longest: Option<Duration>) -> Option<StreamEnd> {
        let deadline = arrival.deadline.map(|deadline| deadline.checked_sub(deadline::EARLY).unwrap_or(arrival.at));
        let longest = longest.map(|longest| (arrival.at + longest, longest));
        let (at, reason, message) = match (deadline, longest) {
            (deadline, Some((at, longest))) if deadline.is_none_or(|deadline| at < deadline) => {
                let message = format!("over HTTP/1.1 a stream lasts {} s: open it again", longest.as_secs_f64());
                (at, Reason::STREAM_IDLE, message)
            }
            (deadline, _) => (deadline?, Reason::DEADLINE_PASSED, String::from("the stream's deadline has passed")),
        };
        Some(StreamEnd { at: Box::pin(sleep_until(Instant::from_std(at))), reason, message })
    }
}

/// A body that keeps the call's guard until it ends.
pub(super) struct GuardedBody {
    inner: Body,
    guard: CallMetricsGuard,
    end: Option<StreamEnd>,
    is_over: bool,
}

impl GuardedBody {
    pub(super) fn body(inner: Body, guard: CallMetricsGuard, end: Option<StreamEnd>) -> Body {
        Body::new(GuardedBody { inner, guard, end, is_over: false })
    }

    fn end(&mut self, status: &Status) -> Frame<Bytes> {
        self.is_over = true;
        self.guard.refuse(status);
        let mut trailers = http::HeaderMap::new();
        if status.add_header(&mut trailers).is_err() {
            trailers.insert("grpc-status", http::HeaderValue::from(status.code() as i32));
        }
        Frame::trailers(trailers)
    }
}

impl HttpBody for GuardedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if this.is_over {
            return Poll::Ready(None);
        }
        match Pin::new(&mut this.inner).poll_frame(context) {
            Poll::Ready(frame) => {
                let trailers = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.trailers_ref());
                if let Some(status) = trailers.and_then(Status::from_header_map) {
                    match status.code() {
                        Code::Ok => this.guard.set(Code::Ok),
                        _ => this.guard.refuse(&status),
                    }
                }
                Poll::Ready(frame)
            }
            Poll::Pending => match this.end.take_if(|end| end.at.as_mut().poll(context).is_ready()) {
                Some(end) => {
                    let status = Refusal::new(end.reason, end.message).into_status();
                    Poll::Ready(Some(Ok(this.end(&status))))
                }
                None => Poll::Pending,
            },
        }
    }

    fn is_end_stream(&self) -> bool {
        self.is_over || self.inner.is_end_stream()
    }
}
