//! The record of a decision: the series, the call's span, the replay line.

use std::time::Duration;

use engine::{Decider, Decision};
use rules::Action;
use tracing::field;

use crate::call::budget::Budget;
use crate::call::context::Call;
use crate::convert::inbound::Position;
use crate::convert::outbound::AnswerMeta;
use crate::observe::replay;
use crate::state::App;

/// Metrics.
pub(super) fn count(app: &App, call: &Call, decision: &Decision, meta: &AnswerMeta, budget: Budget) {
    let metrics = &app.metrics;
    let took = Duration::from_micros(u64::from(meta.compute_us));
    let is_late = call.arrival.at.elapsed() > budget.total;
    metrics.decided(call.rpc, decision.decider, decision.reason, took, budget.total, is_late);
    if let Some(reason) = meta.degradation() {
        metrics.degraded(call.rpc, reason);
        metrics.caller_degraded.of(&call.caller, reason as usize).increment(1);
    }
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
}

/// The log of a decision beside what its position says.
#[derive(Clone, Copy)]
pub(super) struct LoggedDecision<'a> {
    pub(super) decided: (Action, Decider),
    pub(super) is_replaced: bool,
    pub(super) is_degraded: bool,
    pub(super) budget: Budget,
    pub(super) room: Option<&'a str>,
}

/// The call's span, if it has one, and the replay line.
pub(super) fn log_decision(
    app: &App,
    call: &Call,
    position: &Position,
    decision: &Decision,
    logged: LoggedDecision<'_>,
) {
    let Position { view, companion, hand_seed, habits, .. } = position;
    let LoggedDecision { decided: (action, decider), is_replaced, is_degraded, budget, room } = logged;
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
            experiment: position.experiment.as_deref(),
            seed: hand_seed.0,
            worlds: decision.trace.worlds,
            nodes: decision.trace.nodes,
            budget_ms,
            habits: *habits,
            view,
            action,
            decider,
            is_replaced,
            is_degraded,
            weights: decision.trace.weights,
            caller: call.caller.name(),
            trace: call.trace,
            request: call.request.as_ref(),
        });
    }
}
