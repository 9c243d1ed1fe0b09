//! The answers of the bridge: a decision in the fields of DouZero's servers, or a refusal as an HTTP status.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rules::{Auction, Call, Ruleset};
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;
use wire::reason::Reason;
use wire::v1::action::What;
use wire::v1::{self, Decision};

pub(crate) type Answer = Result<Json<Value>, Refusal>;

/// An answer without an action: an HTTP status and a sentence.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    /// The sentence, which names the field at fault.
    pub sentence: String,
    retry_after_s: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        let is_for_now = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        Refusal { status, sentence: sentence.into(), retry_after_s: is_for_now.then_some(1) }
    }

    pub(crate) fn bad_request(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, sentence)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(json!({"error": self.sentence}))).into_response();
        self.retry_after_s.map(|seconds| response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds)));
        response
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::bad_request(format!("the request is no JSON object of known fields: {error}"))
    }
}

impl From<Status> for Refusal {
    fn from(refused: Status) -> Refusal {
        let reason = refused.get_details_error_info().map(|info| info.reason).unwrap_or_default();
        let status = match refused.code() {
            Code::Unauthenticated => StatusCode::UNAUTHORIZED,
            Code::PermissionDenied => StatusCode::FORBIDDEN,
            Code::ResourceExhausted if reason == Reason::QUOTA_EXCEEDED.name => StatusCode::TOO_MANY_REQUESTS,
            Code::ResourceExhausted | Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            // The client itself ends a late call as cancelled.
            Code::DeadlineExceeded | Code::Cancelled => StatusCode::GATEWAY_TIMEOUT,
            Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => StatusCode::BAD_REQUEST,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let mut refusal = Refusal::new(status, refused.message());
        let delay = refused.get_details_retry_info().and_then(|info| info.retry_delay).unwrap_or_default();
        refusal.retry_after_s = refusal.retry_after_s.map(|least| least.max(delay.as_millis().div_ceil(1000) as u64));
        refusal
    }
}

/// Makes the answer: a play, cards to pass on, points, or a word in an auction without points. The request had DouZero's numbers of cards, so
/// the decision has them too.
pub(crate) fn answer(rules: &Ruleset, decision: &Decision) -> Answer {
    let wrong_phase =
        || Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the service answered an action of another phase");
    let ids = |combo: &v1::Combo| json!(combo.cards.as_ref().map(|cards| &cards.ids));
    let mut answer = match decision.action.as_ref().and_then(|action| action.what.as_ref()) {
        Some(What::Passed(_)) => json!({"action": []}),
        Some(What::Play(combo)) if combo.stands_for.is_empty() => json!({"action": ids(combo)}),
        Some(What::Play(combo)) => json!({"action": ids(combo), "stands_for": combo.stands_for}),
        Some(What::PassOn(cards)) => json!({"pass_on": cards.ids}),
        Some(What::Call(call)) => {
            let call = v1::Call::try_from(*call).ok().and_then(Option::<Call>::from).ok_or_else(wrong_phase)?;
            match (rules.auction(), call) {
                (Auction::Score | Auction::FirstScore | Auction::Rounds, Call::Score(points)) => json!({"bid": points}),
                (Auction::Score | Auction::FirstScore | Auction::Rounds, _) => json!({"bid": 0}),
                (_, call) => json!({"call": call.word()}),
            }
        }
        _ => return Err(wrong_phase()),
    };
    answer["think_time_ms"] = json!(decision.think_time_ms);
    answer["reason"] = json!(decision.reason().text);
    Ok(Json(answer))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Duration;

    use tonic_types::ErrorDetails;

    use super::*;

    #[test]
    fn refusals_of_the_service_become_statuses_and_retry_times() {
        for (reason, delay_ms, status, retry_after_s) in [
            (Reason::TOKEN_UNKNOWN, 0, 401, None),
            (Reason::SCOPE_MISSING, 0, 403, None),
            (Reason::QUOTA_EXCEEDED, 400, 429, Some(1)),
            (Reason::OVERLOADED, 1_500, 503, Some(2)),
            (Reason::SHUTTING_DOWN, 0, 503, Some(1)),
            (Reason::DEADLINE_PASSED, 0, 504, None),
            (Reason::UNKNOWN_PERSONA, 0, 400, None),
            (Reason::STRICT_EVENT, 0, 400, None),
            (Reason::FAULT, 0, 500, None),
        ] {
            let mut details = ErrorDetails::with_error_info(reason.name, "thirdseat", HashMap::new());
            details.set_retry_info((delay_ms > 0).then(|| Duration::from_millis(delay_ms)));
            let refusal = Refusal::from(Status::with_error_details(reason.code, "a sentence", details));
            assert_eq!((refusal.status.as_u16(), refusal.retry_after_s), (status, retry_after_s), "{}", reason.name);
            assert_eq!(refusal.sentence, "a sentence");
        }
    }
}
