//! One request over the wire, and its outcome.

use std::time::Duration;

use anyhow::Context;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::companion_service_client::CompanionServiceClient;

use crate::positions::Question;
use crate::stats::Outcome;

/// The options of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestOptions {
    /// The persona.
    pub(crate) persona: String,
    /// The budget that is sent.
    pub(crate) budget_ms: Option<u32>,
    /// The deadline that is sent.
    pub(crate) deadline: Option<Duration>,
}

/// Connections to one server, used in turn.
#[derive(Clone)]
pub(crate) struct Connections(Vec<Channel>);

impl Connections {
    /// Opens `count` connections to `address`, as in `127.0.0.1:50051`.
    pub(crate) async fn open(address: &str, count: usize) -> anyhow::Result<Connections> {
        let endpoint =
            Endpoint::from_shared(format!("http://{address}")).with_context(|| format!("--address {address}"))?;
        let mut channels = Vec::with_capacity(count);
        for _ in 0..count {
            channels.push(endpoint.connect().await.with_context(|| format!("no server at {address}"))?);
        }
        Ok(Connections(channels))
    }

    pub(crate) fn pick(&self, number: usize) -> Channel {
        self.0[number % self.0.len()].clone()
    }
}

/// Asks, and returns the outcome.
pub(crate) async fn ask(channel: Channel, question: &Question, options: &RequestOptions, seed: u64) -> Outcome {
    let sent = Some(v1::DecisionOptions {
        persona: options.persona.clone(),
        hand_seed: Some(seed),
        budget_ms: options.budget_ms,
        ..Default::default()
    });
    let position = Some(v1::decide_request::Position::Hand(question.hand.clone()));
    let chair = question.chair.into();
    let mut request = Request::new(v1::DecideRequest { chair, position, options: sent, ..Default::default() });
    if let Some(deadline) = options.deadline {
        request.set_timeout(deadline);
    }
    match CompanionServiceClient::new(channel).follow(request).await {
        Ok(decision) => Outcome::of(&decision.into_inner()),
        Err(status) => outcome(&status),
    }
}

/// Returns the outcome of a refusal or a failure.
pub(crate) fn outcome(status: &Status) -> Outcome {
    match status.code() {
        Code::ResourceExhausted => Outcome::Refused { advised: status.get_details_retry_info().is_some() },
        // A client's own clock ends a call as CANCELLED where the server did not answer in time.
        Code::DeadlineExceeded | Code::Cancelled => Outcome::Expired,
        code => Outcome::Failed(code),
    }
}

#[cfg(test)]
mod tests {
    use tonic_types::ErrorDetails;

    use super::*;

    #[test]
    fn refusals_are_told_from_failures() {
        let details = ErrorDetails::with_retry_info(Some(Duration::from_millis(20)));
        let advised = Status::with_error_details(Code::ResourceExhausted, "busy", details);
        assert_eq!(outcome(&advised), Outcome::Refused { advised: true });
        assert_eq!(outcome(&Status::resource_exhausted("busy")), Outcome::Refused { advised: false });
        assert_eq!(outcome(&Status::deadline_exceeded("")), Outcome::Expired);
        assert_eq!(outcome(&Status::invalid_argument("")), Outcome::Failed(Code::InvalidArgument));
    }
}
