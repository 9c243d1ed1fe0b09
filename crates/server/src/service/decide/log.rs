//! What is put on record about a decision: the series, the call's span, the replay line.

use std::time::Duration;

use engine::Decision;
use tracing::field;
use wire::v1;

use crate::call::budget::Budget;
use crate::call::context::Call;
use crate::convert::inbound::Position;
use crate::convert::legal::Chosen;
use crate::convert::outbound::AnswerMeta;
use crate::observe::metrics::Degradation;
use crate::observe::replay;
use crate::state::App;

/// Metrics. Says whether the answer counts as degraded.
pub(super) fn count(app: &App, call: &Call, decision: &Decision, meta: &AnswerMeta, budget: Budget) -> bool {
    let metrics = &app.metrics;
    let took = Duration::from_micros(u64::from(meta.compute_us));
    metrics.decided(call.rpc, decision.decider, decision.reason, took, budget.total);
    let degradation = match (&meta.chosen, meta.degraded) {
        (Chosen::Other | Chosen::Unknown(_), _) => Some(Degradation::LegalPlays),
        (_, v1::Degraded::Overload) => Some(Degradation::Overload),
        (_, v1::Degraded::Store) => Some(Degradation::Store),
        (_, v1::Degraded::Budget) => Some(Degradation::Budget),
        _ => None,
    };
    degradation.into_iter().for_each(|reason| metrics.degraded(call.rpc, reason));
    if decision.trace.worlds > 0 {
        metrics.search_worlds.one().record(f64::from(decision.trace.worlds));
        metrics.search_nodes.one().increment(decision.trace.nodes);
    }
    if let Some(mismatch) = &meta.mismatch {
        let sides = [mismatch.missing_total > 0, mismatch.extra_total > 0, mismatch.pass_differs];
        for (side, _) in sides.into_iter().enumerate().filter(|(_, differs)| *differs) {
            metrics.legal_mismatch.at(side, 0).increment(1);
        }
    }
    degradation.is_some()
}

/// What is told of a decision beside what its position says.
#[derive(Clone, Copy)]
pub(super) struct LoggedDecision<'a> {
    pub(super) is_degraded: bool,
    pub(super) budget: Budget,
    pub(super) room: Option<&'a str>,
}

/// The call's span, if it has one, and the replay line.
pub(super) fn log_decision(app: &App, call: &Call, position: &Position, decision: &Decision, told: LoggedDecision<'_>) {
    let Position { view, companion, hand_seed, habits, .. } = position;
    let LoggedDecision { is_degraded, budget, room } = told;
    let budget_ms = budget.total.as_millis() as u64;
    if call.has_span() {
        let span = tracing::Span::current();
        if let Some(room) = room {
            span.record("room", room);
        }
        let seat = view.seat().map_or_else(|| view.chair().to_string(), |seat| seat.to_string());
        span.record("seat", seat).record("decider", field::display(decision.decider)).record("budget_ms", budget_ms);
        tracing::debug!(persona = companion.persona.name(), reason = decision.reason, "decided");
    }
    if app.replay.is_on() {
        app.replay.put(&replay::Line {
            rpc: call.rpc.name(),
            room,
            companion,
            seed: hand_seed.0,
            worlds: decision.trace.worlds,
            nodes: decision.trace.nodes,
            budget_ms,
            habits: *habits,
            view,
            action: decision.action,
            decider: decision.decider,
            is_degraded,
            weights: decision.trace.weights,
            trace: call.trace,
        });
    }
}
