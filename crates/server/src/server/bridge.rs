//! The HTTP bridge: the convention that open-source servers already use with DouZero, so that they can switch without a
//! change. `POST /decide_play` takes a position and answers `{"action": […]}`, an empty list being a pass; whatever goes
//! wrong answers another status than 200 with `{"error"}` and never an `action`. `POST /decide_bid` is the same for the auction,
//! `POST /predict` and `/legal` are the forms of RLCard-Showdown's page. `GET /health` says whether to send more.
//!
//! The reading of a position stands in `fields`; its decision is given by who composes the service.

pub(super) mod backend;
pub(super) mod record;
mod fields;
mod bids;
mod showdown;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use engine::Decision;
use rules::card::Codec;
use rules::{Hand, Ruleset};
use serde::Serialize;

use crate::call::bodies::{self, Kept, Unread};
use crate::call::caller::{Caller, Using};

pub use fields::{Asked, BadRequest, read};
use showdown::Form;

/// The largest request that is read; a whole hand with its history takes some three thousand bytes.
pub const BODY_BYTES_MAX: usize = 64 << 10;

/// The time that a request may take from its head to its answer, so that slow senders hold nothing for long.
const REQUEST_MAX: Duration = Duration::from_secs(10);

/// The asking caller may not.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Denied {
    /// There is no token, or one that is not known.
    #[error("{0}")]
    Unknown(String),
    /// The token does not allow it.
    #[error("{0}")]
    Forbidden(String),
    /// This caller uses as much as it may.
    #[error("{0}")]
    Exceeded(String, Arc<Caller>),
}

/// One that may ask, and what the request uses of its quota.
#[derive(Debug)]
pub struct Pass {
    pub(super) caller: Arc<Caller>,
    pub(super) kept: Kept,
    pub(super) _using: Using,
}

/// The asking caller, where callers are known.
#[derive(Clone)]
struct Asking(Option<Arc<Caller>>);

/// Why a position was not decided, though it could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Too much is asked at once.
    #[error("too busy; ask again in {retry_after_s} s")]
    Overloaded {
        /// When to ask again.
        retry_after_s: u32,
    },
    /// The service is about to stop.
    #[error("the service is stopping")]
    Stopping,
    /// It is our fault.
    #[error("the decision failed; the service's log says why")]
    Failed,
}

/// The outcome of a position: the decision, and what to play where the sender's own list has nothing that the ruleset knows.
pub type Deciding = Pin<Box<dyn Future<Output = Result<(Decision, Option<Hand>), Refused>> + Send>>;

/// True if a request's headers carry a token that allows it.
pub type Allow = dyn Fn(&HeaderMap) -> Result<Option<Pass>, Denied> + Send + Sync;

/// The part of the service that the bridge needs.
#[derive(Clone)]
pub struct Bridge {
    /// The rules at the tables that ask, where a request does not say.
    pub rules: Ruleset,
    /// Decides a position of which it is the turn, within the service's budget.
    pub decide: Arc<dyn Fn(Asked, Option<Arc<Caller>>) -> Deciding + Send + Sync>,
    /// The callers that may ask.
    pub allow: Arc<Allow>,
    /// True if the service wants more to do.
    pub ready: Arc<dyn Fn() -> bool + Send + Sync>,
}

const PATHS: &str = "there are POST /decide_play, /decide_bid, /predict, /legal, and GET /health";

/// The pages of the bridge.
pub fn router(bridge: Bridge) -> Router {
    Router::new()
        .route("/decide_play", post(decide_play))
        .route("/decide_bid", post(decide_bid))
        .route("/predict", post(predict))
        .route("/legal", post(legal))
        .route_layer(middleware::from_fn_with_state(bridge.clone(), admit))
        .route("/health", get(health))
        .fallback(|| async { error(StatusCode::NOT_FOUND, PATHS) })
        .method_not_allowed_fallback(|| async { error(StatusCode::METHOD_NOT_ALLOWED, PATHS) })
        .layer(middleware::from_fn(in_time))
        .with_state(bridge)
}

#[derive(Serialize)]
struct Answer {
    action: Vec<u32>,
    /// The stand-ins of the cards, where some are wild.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_for: Option<String>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: &'a str,
}

/// The error, for the record: the forms of RLCard-Showdown answer 200 even then.
#[derive(Clone)]
pub(super) struct Problem {
    pub(super) status: StatusCode,
    pub(super) sentence: String,
}

fn error(status: StatusCode, sentence: &str) -> Response {
    let response = (status, Json(ErrorBody { error: sentence })).into_response();
    with_problem(response, status, sentence)
}

fn with_problem(mut response: Response, status: StatusCode, sentence: &str) -> Response {
    response.extensions_mut().insert(Problem { status, sentence: sentence.to_owned() });
    response
}

async fn in_time(request: Request, next: Next) -> Response {
    let late = || error(StatusCode::REQUEST_TIMEOUT, "the request took too long");
    tokio::time::timeout(REQUEST_MAX, next.run(request)).await.unwrap_or_else(|_| late())
}

/// Lets in who may ask, and reads the body of no other. What the request uses of the caller's quota and of the bytes of all bodies is
/// given back with the answer, and the caller is named on it for the record.
async fn admit(State(bridge): State<Bridge>, request: Request, next: Next) -> Response {
    let (mut response, caller) = match (bridge.allow)(request.headers()) {
        Ok(mut pass) => {
            let caller = pass.as_ref().map(|pass| Arc::clone(&pass.caller));
            let (mut parts, body) = request.into_parts();
            let count = |bytes| pass.as_mut().map_or(Ok(()), |pass| pass.kept.add(bytes));
            let response = match bodies::whole(body, BODY_BYTES_MAX, count).await {
                Ok(body) => {
                    parts.extensions.insert(Asking(caller.clone()));
                    next.run(Request::from_parts(parts, body.into())).await
                }
                Err(unread) => not_read(unread),
            };
            drop(pass);
            (response, caller)
        }
        Err(denied) => deny(denied),
    };
    caller.map(|caller| response.extensions_mut().insert(caller));
    response
}

fn deny(denied: Denied) -> (Response, Option<Arc<Caller>>) {
    let sentence = denied.to_string();
    match denied {
        Denied::Unknown(_) => (error(StatusCode::UNAUTHORIZED, &sentence), None),
        Denied::Forbidden(_) => (error(StatusCode::FORBIDDEN, &sentence), None),
        Denied::Exceeded(_, caller) => (retry(error(StatusCode::TOO_MANY_REQUESTS, &sentence), 1), Some(caller)),
    }
}

/// The answer to a request whose body is not read.
fn not_read(unread: Unread) -> Response {
    match unread {
        Unread::TooLarge => {
            error(StatusCode::PAYLOAD_TOO_LARGE, &format!("the request has more than {BODY_BYTES_MAX} bytes"))
        }
        Unread::Broken => error(StatusCode::BAD_REQUEST, "the body ended too early"),
        Unread::Refused(refusal) => retry(error(StatusCode::SERVICE_UNAVAILABLE, refusal.message()), 1),
    }
}

/// An answer; one that says what went wrong is the error.
type Answered = Result<Response, Response>;

async fn decide_play(
    State(bridge): State<Bridge>,
    Extension(Asking(caller)): Extension<Asking>,
    body: Bytes,
) -> Answered {
    let asked = read(bridge.rules, &body).map_err(|bad| bad_request(&bad))?;
    let rules = *asked.view.rules();
    let (decision, unknown) = (bridge.decide)(asked, caller).await.map_err(refuse)?;
    let known = decision.play().filter(|combo| unknown.is_none() && combo.wild_cards() > 0);
    let stands_for = known.map(|combo| rules.stands_for(combo));
    let cards = unknown.or_else(|| decision.play().map(|combo| combo.cards()));
    let action = cards.map_or(Vec::new(), |cards| Codec::Douzero.encode(cards));
    Ok(Json(Answer { action, stands_for }).into_response())
}

async fn decide_bid(
    State(bridge): State<Bridge>,
    Extension(Asking(caller)): Extension<Asking>,
    body: Bytes,
) -> Answered {
    let view = bids::read(bridge.rules, &body).map_err(|bad| bad_request(&bad))?;
    let rules = *view.rules();
    let (decision, _) = (bridge.decide)(Asked { view, legal: None }, caller).await.map_err(refuse)?;
    Ok(Json(bids::answer(&rules, decision.action)).into_response())
}

async fn predict(State(bridge): State<Bridge>, Extension(Asking(caller)): Extension<Asking>, body: Bytes) -> Answered {
    let form = Form::read(&body);
    let view = showdown::read(bridge.rules, &form).map_err(|wrong| form_error(StatusCode::BAD_REQUEST, wrong))?;
    let decided = (bridge.decide)(Asked { view, legal: None }, caller).await;
    let (decision, _) = decided.map_err(|refused| form_error(refused.status(), (-1, refused.to_string())))?;
    Ok(Json(showdown::answer(&decision)).into_response())
}

async fn legal(State(bridge): State<Bridge>, body: Bytes) -> Answered {
    let form = Form::read(&body);
    let plays = showdown::legal(bridge.rules, &form).map_err(|wrong| form_error(StatusCode::BAD_REQUEST, wrong))?;
    Ok(Json(plays).into_response())
}

fn bad_request(bad: &BadRequest) -> Response {
    error(StatusCode::BAD_REQUEST, &bad.to_string())
}

/// The answer to a form that cannot be used, or not now.
fn form_error(status: StatusCode, wrong: showdown::Wrong) -> Response {
    let sentence = wrong.1.clone();
    with_problem(Json(showdown::refused(wrong)).into_response(), status, &sentence)
}

fn retry(mut response: Response, after_s: u32) -> Response {
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(after_s));
    response
}

impl Refused {
    fn status(self) -> StatusCode {
        match self {
            Refused::Overloaded { .. } | Refused::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            Refused::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

fn refuse(refused: Refused) -> Response {
    let response = error(refused.status(), &refused.to_string());
    if let Refused::Overloaded { retry_after_s } = refused { retry(response, retry_after_s) } else { response }
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

async fn health(State(bridge): State<Bridge>) -> Response {
    if (bridge.ready)() { Json(Health { status: "ok" }).into_response() } else { refuse(Refused::Stopping) }
}
