//! Deadlines: a call is always answered a little before its deadline.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use game::refusal::{Reason, Refusal};
use http::{Request, Response};
use http_body::Frame;
use tokio::time::{Instant, Sleep, sleep_until, timeout_at};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Bytes;

use super::answer::at_once;
use super::{Answer, Called, HttpService, Seen};
use crate::call::context::{Arrival, Call, EARLY, Peer};
use crate::state::App;

/// The time beyond its budget that a unary call without a deadline gets: no caller may hold a call open forever.
const PATIENCE: Duration = Duration::from_secs(10);

/// Answers a call in time.
pub(super) fn keep<S: HttpService>(app: &Arc<App>, inner: &mut S, request: Request<Body>) -> Answer {
    let call = request.extensions().get::<Call>().expect("the layer of calls leaves it");
    let (rpc, arrival) = (call.rpc, call.arrival);
    if arrival.deadline.is_some_and(|deadline| deadline <= arrival.at) {
        return at_once(late());
    }
    if rpc.is_stream() {
        let longest = request.extensions().get::<Peer>().and_then(|peer| peer.stream_max);
        return Box::pin(stream(inner.call(request), StreamEnd::of(arrival, longest)));
    }
    let until = match arrival.deadline {
        Some(deadline) => deadline.checked_sub(EARLY).unwrap_or(arrival.at).max(arrival.at),
        None => arrival.at + Duration::from_millis(app.longest_budget_ms) + PATIENCE,
    };
    Box::pin(unary(inner.call(request), Instant::from_std(until)))
}

fn late() -> Response<Body> {
    let message = "the deadline has passed before there was an answer";
    Refusal::new(Reason::DEADLINE_PASSED, message).into_status().into_http()
}

async fn unary(inner: impl Future<Output = Called>, until: Instant) -> Called {
    let mut inner = pin!(inner);
    // Most calls are answered at once, and need no timer.
    match poll_fn(|context| Poll::Ready(inner.as_mut().poll(context))).await {
        Poll::Ready(answer) => answer,
        Poll::Pending => timeout_at(until, inner).await.unwrap_or_else(|_| Ok(late())),
    }
}

async fn stream(inner: impl Future<Output = Called>, end: Option<StreamEnd>) -> Called {
    inner.await.map(|response| match end {
        Some(end) if Status::from_header_map(response.headers()).is_none() => response.map(|inner| timed(inner, end)),
        _ => response,
    })
}

/// The time at which a stream ends in any case, and the reason that its reader gets.
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

/// Ends a stream in time.
fn timed(inner: Body, mut end: StreamEnd) -> Body {
    let mut is_over = false;
    Seen::body(inner, move |polled, context| {
        if is_over {
            return Poll::Ready(None);
        }
        if polled.is_ready() || end.at.as_mut().poll(context).is_pending() {
            return polled;
        }
        is_over = true;
        let message = std::mem::take(&mut end.message);
        Poll::Ready(Some(Ok(last(&Refusal::new(end.reason, message).into_status()))))
    })
}

fn last(status: &Status) -> Frame<Bytes> {
    let mut trailers = http::HeaderMap::new();
    if status.add_header(&mut trailers).is_err() {
        trailers.insert("grpc-status", http::HeaderValue::from(status.code() as i32));
    }
    Frame::trailers(trailers)
}
