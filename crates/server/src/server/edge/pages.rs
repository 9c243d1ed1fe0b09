//! The check of a request's origin. Calls of pages of other origins are refused unless the configuration lists them: a page in a developer's browser
//! must not reach a server on loopback. The server's own page, the browser table, is allowed. Its files are in the crate `web`.

use std::pin::Pin;
use std::time::Duration;

use futures_util::stream::poll_fn;
use game::refusal::{HEADERS, Reason, Refusal};
use http::header::{AUTHORIZATION, CONNECTION, CONTENT_TYPE, ORIGIN, RETRY_AFTER};
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, Version};
use http_body::Body as _;
use http_body_util::{BodyExt, StreamBody};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tonic::body::Body;
use tower::{Layer, Service, service_fn};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use super::{AnswerFuture, Edge, Next, answer, ready_answer};
use crate::call::{REQUEST_ID_HEADER, RequestId, Rpc};
use crate::config;

/// The entry of `web.origins` that stands for every page.
const ANY_ORIGIN: &str = "*";
/// The time for which a browser may remember the answer to a preflight.
const PREFLIGHT_AGE: Duration = Duration::from_secs(7200);

pub(in crate::server) fn cors_layer(config: &config::Web) -> CorsLayer {
    let name = HeaderName::from_static;
    let cors = CorsLayer::new()
        .allow_methods([Method::POST])
        .allow_headers([
            CONTENT_TYPE,
            AUTHORIZATION,
            name("connect-protocol-version"),
            name("connect-timeout-ms"),
            name("traceparent"),
            name(REQUEST_ID_HEADER),
            name("x-grpc-web"),
            name("x-user-agent"),
            name("grpc-timeout"),
        ])
        .expose_headers(
            ["grpc-status", "grpc-message", "grpc-status-details-bin", RETRY_AFTER.as_str(), REQUEST_ID_HEADER]
                .into_iter()
                .chain(HEADERS)
                .map(name)
                .collect::<Vec<_>>(),
        )
        .max_age(PREFLIGHT_AGE);
    if config.origins.iter().any(|origin| origin == ANY_ORIGIN) {
        return cors.allow_origin(Any);
    }
    let origins = config.origins.iter().map(|origin| origin.parse().expect("the configuration was checked"));
    cors.allow_origin(AllowOrigin::list(origins))
}

/// Checks the origin of a request. Also adds the caller's name for the call to the answer.
pub(super) fn check_origin(next: Next, request: Request<Body>) -> AnswerFuture {
    let id = RequestId::of(request.headers());
    let (request, rest) = track_unread_body(request);
    let answer = match is_of_listed_page(&next.edge, &request) {
        Ok(false) => next.answer(request),
        Ok(true) => {
            let cors = next.edge.cors.clone();
            Box::pin(cors.layer(service_fn(move |request| next.clone().answer(request))).call(request))
        }
        Err(refusal) => ready_answer(answer::refusal_response(&next.edge.refuse(&request, refusal))),
    };
    if id.is_none() && rest.is_none() {
        return answer;
    }
    Box::pin(async move {
        let mut response = answer.await?;
        if let Some(rest) = rest {
            read_unread_body(rest, &mut response).await;
        }
        if let Some(id) = id {
            response.headers_mut().insert(REQUEST_ID_HEADER, id.header());
        }
        Ok(response)
    })
}

/// True for a page whose origin is listed; false for another request that is allowed.
fn is_of_listed_page(edge: &Edge, request: &Request<Body>) -> Result<bool, Refusal> {
    let (uri, headers) = (request.uri(), request.headers());
    let config = &edge.app.config;
    let refuse = |message: String| Err(Refusal::new(Reason::ORIGIN_REFUSED, message));
    match headers.get(ORIGIN) {
        Some(origin) if config.web.origins.iter().any(|listed| listed == ANY_ORIGIN || origin == listed) => Ok(true),
        Some(_) if config.serves_page() && web::is_own_origin(uri, headers, &config.web.hosts) => Ok(false),
        Some(origin) => refuse(format!("{origin:?} is not listed in web.origins")),
        None if Rpc::of_path(uri.path()).is_some() && web::is_foreign_fetch(headers) => {
            refuse(String::from("a page of another origin calls without saying which"))
        }
        None => Ok(false),
    }
}

/// The limit for reading a body that the call has dropped, in bytes.
const UNREAD_BYTES_MAX: u64 = 256 << 10;
/// The longest time for reading the rest of a body. A caller usually sends head and body together.
const UNREAD_TIME_MAX: Duration = Duration::from_millis(500);

/// Returns the request, and the receiver of the unread rest of its body, if the call drops the body before its end. A refusal may come before the
/// body is read. The transport would then close the connection, and the caller's next call on it would be lost. `None` if the body is empty, and over
/// HTTP/2, where an unread body disturbs no other call.
fn track_unread_body(request: Request<Body>) -> (Request<Body>, Option<oneshot::Receiver<Body>>) {
    if request.version() == Version::HTTP_2 || request.body().is_end_stream() {
        return (request, None);
    }
    let (back, rest) = oneshot::channel();
    let returning = |inner| {
        let mut returned = ReturnedBody { inner, back: Some(back) };
        Body::new(StreamBody::new(poll_fn(move |context| Pin::new(&mut returned.inner).poll_frame(context))))
    };
    (request.map(returning), Some(rest))
}

/// Reads the rest, so that the connection stays. If that fails, the response says that the connection closes.
async fn read_unread_body(mut rest: oneshot::Receiver<Body>, response: &mut Response<Body>) {
    // A body that is still being read needs nothing.
    let Ok(body) = rest.try_recv() else { return };
    // After its deadline a call waits for nothing more: only a body that was read to its end, or came as a whole, is drained by then.
    let time_max = if response.status() == StatusCode::GATEWAY_TIMEOUT { Duration::ZERO } else { UNREAD_TIME_MAX };
    if !timeout(time_max, drain(body)).await.unwrap_or(false) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

/// Reads a body to its end; returns false if it is too long, or broken.
async fn drain(mut body: Body) -> bool {
    let mut read = 0;
    // Most heads tell the length.
    while read + body.size_hint().lower() <= UNREAD_BYTES_MAX {
        match body.frame().await {
            None => return true,
            Some(Err(_)) => return false,
            Some(Ok(frame)) => read += frame.data_ref().map_or(0, |data| data.len() as u64),
        }
    }
    false
}

/// A body that is sent back when the call drops it before its end.
struct ReturnedBody {
    inner: Body,
    back: Option<oneshot::Sender<Body>>,
}

impl Drop for ReturnedBody {
    fn drop(&mut self) {
        if let Some(back) = self.back.take().filter(|_| !self.inner.is_end_stream()) {
            let _ = back.send(std::mem::take(&mut self.inner));
        }
    }
}
