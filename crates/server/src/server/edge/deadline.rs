//! Deadlines: a call is answered a little before its deadline, whatever the handler does.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use game::refusal::{Reason, Refusal};
use http::{Request, Response};
use http_body::{Body as HttpBody, Frame};
use tokio::time::{Instant, Sleep, sleep_until, timeout_at};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Bytes;
use tower::Service;

use super::answer::Answer;
use crate::call::context::{Arrival, Call, Peer};
use crate::call::deadline::EARLY;
use crate::state::App;

/// The time beyond its budget that a unary call without a deadline gets: no caller may hold a call open for ever.
const PATIENCE: Duration = Duration::from_secs(10);

/// The layer that answers calls in time.
#[derive(Clone)]
pub(super) struct Deadlines<S> {
    pub(super) inner: S,
    pub(super) app: Arc<App>,
}

impl<S> Service<Request<Body>> for Deadlines<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let call = request.extensions().get::<Call>().expect("the layer of metrics leaves it");
        let (rpc, arrival) = (call.rpc, call.arrival);
        if arrival.deadline.is_some_and(|deadline| deadline <= arrival.at) {
            return Box::pin(std::future::ready(Ok(late())));
        }
        if rpc.is_stream() {
            let longest = request.extensions().get::<Peer>().and_then(|peer| peer.stream_max);
            return Box::pin(stream(self.inner.call(request), StreamEnd::of(arrival, longest)));
        }
        let until = match arrival.deadline {
            Some(deadline) => deadline.checked_sub(EARLY).unwrap_or(arrival.at).max(arrival.at),
            None => arrival.at + Duration::from_millis(self.app.longest_budget_ms) + PATIENCE,
        };
        Box::pin(unary(self.inner.call(request), Instant::from_std(until)))
    }
}

fn late() -> Response<Body> {
    let message = "the deadline has passed before there was an answer";
    Refusal::new(Reason::DEADLINE_PASSED, message).into_status().into_http()
}

type Called = Result<Response<Body>, Infallible>;

async fn unary(inner: impl Future<Output = Called>, until: Instant) -> Called {
    let mut inner = pin!(inner);
    // Most calls are answered at once: those take no timer.
    match poll_fn(|context| Poll::Ready(inner.as_mut().poll(context))).await {
        Poll::Ready(answer) => answer,
        Poll::Pending => timeout_at(until, inner).await.unwrap_or_else(|_| Ok(late())),
    }
}

async fn stream(inner: impl Future<Output = Called>, end: Option<StreamEnd>) -> Called {
    inner.await.map(|response| match end {
        Some(end) if Status::from_header_map(response.headers()).is_none() => {
            response.map(|inner| Body::new(TimedBody { inner, end: Some(end), is_over: false }))
        }
        _ => response,
    })
}

/// The time at which a stream ends, whatever its task does, and the reason that its reader is told.
struct StreamEnd {
    at: Pin<Box<Sleep>>,
    reason: Reason,
    message: String,
}

impl StreamEnd {
    /// Makes an end at the caller's deadline, or after `longest`.
    fn of(arrival: Arrival, longest: Option<Duration>) -> Option<StreamEnd> {
        let deadline = arrival.deadline.map(|deadline| deadline.checked_sub(EARLY).unwrap_or(arrival.at));
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

/// The answer of a stream that ends in time.
struct TimedBody {
    inner: Body,
    end: Option<StreamEnd>,
    is_over: bool,
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = self.get_mut();
        if this.is_over {
            return Poll::Ready(None);
        }
        let polled = Pin::new(&mut this.inner).poll_frame(context);
        if polled.is_ready() {
            return polled;
        }
        match this.end.take_if(|end| end.at.as_mut().poll(context).is_ready()) {
            Some(end) => {
                this.is_over = true;
                Poll::Ready(Some(Ok(last(&Refusal::new(end.reason, end.message).into_status()))))
            }
            None => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.is_over || self.inner.is_end_stream()
    }
}

fn last(status: &Status) -> Frame<Bytes> {
    let mut trailers = http::HeaderMap::new();
    if status.add_header(&mut trailers).is_err() {
        trailers.insert("grpc-status", http::HeaderValue::from(status.code() as i32));
    }
    Frame::trailers(trailers)
}
