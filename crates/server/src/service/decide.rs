//! The common part of Decide, Bid, Play and Follow: from a request to a recorded answer. `think` decides.

mod think;

use std::ops::ControlFlow;
use std::sync::Arc;

use game::names::{self, needed};
use game::refusal::{Reason, Refusal};
use wire::v1::{DecideRequest, Decision, decide_request};

use super::room_turn;
use crate::call::context::Call;
use crate::convert::inbound::{self, Options, Position, RoomTurn, Wants};
use crate::convert::legal::{Chosen, LegalPlays};
use crate::convert::outbound::{self, Decided};
use crate::convert::room_in::room_name;
use crate::observe::metrics::{Degradation, MismatchSide};
use crate::observe::replay;
use crate::room::LoadedRoom;
use crate::state::App;
pub(super) use think::{chance, cost, grade, think};

/// Answers Decide, Bid, Play and Follow. Futures that may wait are boxed: otherwise this future would hold the space of all of them,
/// eleven kilobytes, and moving it for every call cost a fifth of a decision.
pub(super) async fn answer(app: &Arc<App>, call: &Call, request: DecideRequest) -> Result<Decision, Refusal> {
    let missing = || Refusal::new(Reason::FIELD_MISSING, "is needed: hand, or room_id").at("hand");
    let position = request.position.ok_or_else(missing)?;
    let chair = needed(names::chair(request.chair), "chair")?;
    let options = Options::read(request.options.unwrap_or_default(), request.legal_plays);
    match position {
        decide_request::Position::Hand(hand) => {
            let position = inbound::told(&app.roster, chair, &hand, &options)?;
            let decision = Box::pin(decide_hand(app, call, &position, &options)).await?;
            Ok(outbound::said(&options, decision))
        }
        decide_request::Position::RoomId(room) => {
            check_persona(&options)?;
            room_name(&room)?;
            let turn = RoomTurn { room, chair, version: request.room_version.map(u64::from) };
            decide_in_room(app, call, &turn, &options, None).await
        }
    }
}

/// Decides a hand of the request.
async fn decide_hand(app: &Arc<App>, call: &Call, position: &Position, options: &Options) -> Result<Decision, Refusal> {
    let of_hand = |refusal: Refusal| refusal.or_at("hand");
    if let Some(decision) = outbound::on_odd_standing(position, call.rpc, options, None).map_err(of_hand)? {
        return Ok(decision);
    }
    let call = &call.as_rpc(inbound::check_phase(call.rpc, &position.view).map_err(of_hand)?);
    let legal = options.legal_plays(position)?;
    let mut decided = think(app, call, position, options, None).await?;
    let message = answered(position, options.wants(), legal.as_ref(), &mut decided, None);
    record(app, call, position, &decided, None);
    Ok(message)
}

/// Chooses from the backend's own list, if there is one, and makes the answer.
pub(super) fn answered(
    position: &Position,
    wants: Wants,
    legal: Option<&LegalPlays>,
    decided: &mut Decided,
    room_version: Option<u64>,
) -> Decision {
    if let Some(legal) = legal {
        decided.hear(legal, position);
    }
    decided.reading = think::reading(position, wants, &decided.decision);
    outbound::decision(position, decided, wants, room_version)
}

/// Refuses any persona or strength: a room's bot keeps those with which it sat down.
pub(super) fn check_persona(options: &Options) -> Result<(), Refusal> {
    let sent = &options.sent;
    let given = [(!sent.persona.is_empty(), "options.persona"), (sent.strength.is_some(), "options.strength")];
    let Some((_, field)) = given.into_iter().find(|(is_given, _)| *is_given) else { return Ok(()) };
    let message = "is given, but a room's bots are fixed when they sit down";
    Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(field))
}

/// Decides a turn in a room; `seen` is the room if it is loaded already.
pub(super) async fn decide_in_room(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &Options,
    seen: Option<LoadedRoom>,
) -> Result<Decision, Refusal> {
    let decision = Box::pin(in_room(app, call, turn, options, seen)).await?;
    Ok(outbound::said(options, outbound::warned(decision, turn.version.is_some())))
}

/// Decides a bot's turn in a room, and keeps the answer in the room. An answer is recorded only if it counts: not if its turn
/// was over, or if another caller already got one.
///
/// A call with a budget or a deadline waits at most half of it for the read of the room. The decision goes out in time even if its write is
/// not confirmed, and says so.
async fn in_room(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &Options,
    seen: Option<LoadedRoom>,
) -> Result<Decision, Refusal> {
    let until = call.store_until(options.sent.budget_ms);
    let open = match room_turn::open(app, call, turn, options, seen, until).await? {
        ControlFlow::Break(decision) => return Ok(decision),
        ControlFlow::Continue(open) => open,
    };
    let call = &call.as_rpc(open.rpc);
    let mut decided = think(app, call, &open.position, options, Some(&open)).await?;
    let (position, legal) = (&open.position, open.legal.as_ref());
    let message = answered(position, options.wants(), legal, &mut decided, Some(open.seen.state.version));
    let remembered = room_turn::remember(app, call, turn, open.seen, room_turn::key(legal), options.wants(), &message);
    let latest = app.budget(call, options.sent.budget_ms).latest;
    let decision = match tokio::time::timeout_at(latest.into(), remembered).await {
        Ok(Ok(before)) => before.unwrap_or(message),
        Ok(Err(refusal)) if refusal.reason() != Reason::STORE_UNAVAILABLE => return Err(refusal),
        _ => {
            decided.degraded = Some(Degradation::Store);
            outbound::without_store(message)
        }
    };
    if !decision.source().repeated {
        record(app, call, position, &decided, Some(&turn.room));
    }
    Ok(decision)
}

/// Records a decision: in the metrics, and as a replay line.
fn record(app: &App, call: &Call, position: &Position, decided: &Decided, room: Option<&str>) {
    let budget_ms = decided.budget.total.as_millis() as u64;
    count(app, call, decided);
    if app.replay.is_on() {
        let ((action, decider), trace) = (decided.own, &decided.decision.trace);
        app.replay.put(&replay::Line {
            rpc: call.rpc.name(),
            room,
            companion: &position.companion,
            seed: position.hand_seed.0,
            worlds: trace.worlds,
            nodes: trace.nodes,
            budget_ms,
            habits: position.habits,
            view: &position.view,
            action,
            decider,
            is_replaced: decided.chosen != Chosen::Decided,
            is_degraded: decided.degradation().is_some(),
            weights: trace.weights,
            caller: call.caller.name(),
            trace: call.trace,
            request: call.request.as_ref(),
        });
    }
}

fn count(app: &App, call: &Call, decided: &Decided) {
    let Decided { decision, budget, took, .. } = decided;
    let metrics = &app.metrics;
    let is_late = call.arrival.at.elapsed() > budget.total;
    metrics.decided(call.rpc, decision.decider, *took, is_late);
    if let Some(reason) = decided.degradation() {
        metrics.degraded(&call.caller, reason);
    }
    if decision.trace.worlds > 0 {
        metrics.search_worlds.one().record(f64::from(decision.trace.worlds));
    }
    if let Some(mismatch) = &decided.mismatch {
        let sides = [
            (MismatchSide::Missing, !mismatch.missing.is_empty()),
            (MismatchSide::Extra, !mismatch.extra.is_empty()),
            (MismatchSide::Pass, mismatch.pass_differs),
        ];
        for (side, _) in sides.into_iter().filter(|(_, differs)| *differs) {
            metrics.legal_mismatch.at(side as usize, 0).increment(1);
        }
    }
}
