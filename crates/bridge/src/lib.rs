//! The HTTP bridge, for servers that talk to DouZero. `POST /decide_play` takes a position and answers `{"action": […]}`; an empty list is a
//! pass. A [`Refusal`] has another status than 200 and the body `{"error": …}`. `POST /decide_bid` answers with a call, or with cards to pass
//! on. `GET /health` tells if the service is ready.
//!
//! The bridge decides nothing and knows no callers: it reads a position (`fields`, `bids`) into a request and asks the service
//! (`service`), which has the callers, quotas, metrics and log.

mod answers;
mod fields;
mod bids;
mod service;
mod listen;

use std::path::PathBuf;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::ORIGIN;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use rules::Ruleset;
use serde_json::json;
use tokio::time::{Instant, timeout_at};

use answers::Answer;
pub use answers::Refusal;
pub use fields::read;
pub use listen::{CONNECTIONS_MAX, serve};
use service::{CallContext, REQUEST_ID, Service};

/// The largest body that is read.
pub const BODY_BYTES_MAX: usize = 64 << 10;

/// The longest time from a request's head to its decision, against slow senders.
const REQUEST_TIME_MAX: Duration = Duration::from_secs(10);

/// The settings of a bridge.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The service: http://HOST:PORT, or https:// with --ca-file
    #[arg(long, default_value = "http://127.0.0.1:50051", env = "THIRDSEAT_BRIDGE_SERVICE")]
    pub service: String,
    /// The certificates of the authorities that the service's certificate may come from
    #[arg(long, value_name = "FILE", env = "THIRDSEAT_BRIDGE_CA_FILE")]
    pub ca_file: Option<PathBuf>,
    /// The bridge's token, for requests without an Authorization header; the file is read for each such request
    #[arg(long, value_name = "FILE", env = "THIRDSEAT_BRIDGE_TOKEN_FILE")]
    pub token_file: Option<PathBuf>,
    /// The persona of requests that name none
    #[arg(long, default_value = "rules", env = "THIRDSEAT_BRIDGE_PERSONA")]
    pub persona: String,
    /// The ruleset of requests that name none
    #[arg(long, default_value = "douzero", env = "THIRDSEAT_BRIDGE_RULESET")]
    pub ruleset: Ruleset,
}

const PATHS_HELP: &str = "there are POST /decide_play, /decide_bid, and GET /health";

/// Makes the routes of a bridge, which connects at the first request. Must be called within a runtime.
pub fn router(options: &Options) -> anyhow::Result<Router> {
    let refused = |status| move || async move { Refusal::new(status, PATHS_HELP) };
    let router = Router::new()
        .route("/decide_play", post(decide_play))
        .route("/decide_bid", post(decide_bid))
        .route("/health", get(health))
        .fallback(refused(StatusCode::NOT_FOUND))
        .method_not_allowed_fallback(refused(StatusCode::METHOD_NOT_ALLOWED))
        .layer(middleware::from_fn(admit));
    Ok(router.with_state(Service::new(options)?))
}

/// Reads the body of a request in time. Refuses requests with an origin: they come from web pages. Repeats the request's id in the answer.
async fn admit(request: Request, next: Next) -> Response {
    let until = Instant::now() + REQUEST_TIME_MAX;
    let (mut parts, body) = request.into_parts();
    let id = parts.headers.get(REQUEST_ID).cloned();
    let read = match parts.headers.contains_key(ORIGIN) {
        true => Err(Refusal::new(StatusCode::FORBIDDEN, "the bridge is for servers, not for pages")),
        false => read_whole_body(body, until).await,
    };
    let mut response = match read {
        Ok(body) => {
            parts.extensions.insert(CallContext::of(&parts.headers, until));
            next.run(Request::from_parts(parts, body)).await
        }
        Err(refusal) => refusal.into_response(),
    };
    id.map(|id| response.headers_mut().insert(REQUEST_ID, id));
    response
}

async fn read_whole_body(body: Body, until: Instant) -> Result<Body, Refusal> {
    match timeout_at(until, Limited::new(body, BODY_BYTES_MAX).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes().into()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let sentence = format!("the request has more than {BODY_BYTES_MAX} bytes");
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, sentence))
        }
        Ok(Err(_)) => Err(Refusal::new(StatusCode::BAD_REQUEST, "the body ended too early")),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long")),
    }
}

async fn decide_play(State(service): State<Service>, Extension(asker): Extension<CallContext>, body: Bytes) -> Answer {
    let (view, question) = read(service.options.ruleset, &body)?;
    answers::answer(view.rules(), &service.decide(asker, question).await?)
}

async fn decide_bid(State(service): State<Service>, Extension(asker): Extension<CallContext>, body: Bytes) -> Answer {
    let (rules, question) = bids::read(service.options.ruleset, &body)?;
    answers::answer(&rules, &service.decide(asker, question).await?)
}

async fn health(State(service): State<Service>) -> Answer {
    match service.is_ready().await {
        true => Ok(Json(json!({"status": "ok"}))),
        false => Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the service is not ready")),
    }
}
