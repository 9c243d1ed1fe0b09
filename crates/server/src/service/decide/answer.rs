//! The answer of a decision, and its record: the series, the call's span, the replay line.

use std::time::Duration;

use engine::Decider;
use rules::Action;
use tracing::field;
use wire::v1::Decision;

use super::think::{Decided, reading};
use crate::call::budget::Budget;
use crate::call::context::Call;
use crate::convert::ask::Options;
use crate::convert::inbound::Position;
use crate::convert::legal::{Chosen, LegalPlays};
use crate::convert::outbound::{self, AnswerMeta};
use crate::observe::metrics::Mismatch;
use crate::observe::replay;
use crate::state::App;

/// The decision, with the backend's own list heard.
pub(super) struct Answer {
    pub(super) message: Decision,
    pub(super) meta: AnswerMeta,
    decision: engine::Decision,
    /// The persona's decision, and the part of it: the list may have put another play in its place.
    decided: (Action, Decider),
    budget: Budget,
}

impl Answer {
    pub(super) fn of(
        position: &Position,
        options: &Options,
        legal: Option<&LegalPlays>,
        decided: Decided,
        room_version: Option<u64>,
    ) -> Answer {
        let Decided { mut decision, degraded, took, budget } = decided;
        let (mut chosen, mut mismatch) = (Chosen::Decided, None);
        let before = (decision.action, decision.decider);
        if let Some(legal) = legal {
            chosen = legal.choose(&position.view, &mut decision);
            mismatch = legal.mismatch(&position.view, &position.hand);
        }
        let reading = reading(position, options, &decision);
        let meta = AnswerMeta { degraded, compute_us: micros(took), chosen, mismatch, room_version, reading };
        let message = outbound::decision(position, &decision, options.wants, &meta);
        Answer { message, meta, decision, decided: before, budget }
    }

    /// Puts it on record.
    pub(super) fn record(&self, app: &App, call: &Call, position: &Position, room: Option<&str>) {
        self.count(app, call);
        if call.has_span() {
            self.note_in_span(position, room);
        }
        if app.replay.is_on() {
            self.log(app, call, position, room);
        }
    }

    /// Metrics.
    fn count(&self, app: &App, call: &Call) {
        let Answer { decision, meta, budget, .. } = self;
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
            let sides = [
                (Mismatch::Missing, !mismatch.missing.is_empty()),
                (Mismatch::Extra, !mismatch.extra.is_empty()),
                (Mismatch::Pass, mismatch.pass_differs),
            ];
            for (side, _) in sides.into_iter().filter(|(_, differs)| *differs) {
                metrics.legal_mismatch.at(side as usize, 0).increment(1);
            }
        }
    }

    fn note_in_span(&self, position: &Position, room: Option<&str>) {
        let (span, view) = (tracing::Span::current(), &position.view);
        if let Some(room) = room {
            span.record("room", room);
        }
        let seat = view.seat().map_or_else(|| view.chair().to_string(), |seat| seat.to_string());
        let decider = field::display(self.decision.decider);
        span.record("seat", seat).record("decider", decider).record("budget_ms", self.budget_ms());
        let persona = position.companion.persona.name();
        tracing::debug!(persona, reason = self.decision.reason, "decided");
    }

    /// The replay line.
    fn log(&self, app: &App, call: &Call, position: &Position, room: Option<&str>) {
        let (action, decider) = self.decided;
        app.replay.put(&replay::Line {
            rpc: call.rpc.name(),
            room,
            companion: &position.companion,
            experiment: position.experiment.as_deref(),
            seed: position.hand_seed.0,
            worlds: self.decision.trace.worlds,
            nodes: self.decision.trace.nodes,
            budget_ms: self.budget_ms(),
            habits: position.habits,
            view: &position.view,
            action,
            decider,
            is_replaced: self.meta.chosen != Chosen::Decided,
            is_degraded: self.meta.degradation().is_some(),
            weights: self.decision.trace.weights,
            caller: call.caller.name(),
            trace: call.trace,
            request: call.request.as_ref(),
        });
    }

    fn budget_ms(&self) -> u64 {
        self.budget.total.as_millis() as u64
    }
}

/// Whole microseconds, to the nearest: cut off, the mean of what takes ten would come out half a microsecond short.
fn micros(took: Duration) -> u32 {
    (took + Duration::from_nanos(500)).as_micros() as u32
}
