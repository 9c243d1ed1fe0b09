//! Decide, Bid, Play and Follow: from a request to a recorded answer, within the call's budget. Personas without search decide inline. The
//! others decide on the pool; inline only if no thread would be free in time.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{
    Cost, Decider, Decision as Choice, Habits, HandTrace, Limits, NotMyTurn, Persona, Scratch, decide_within,
};
use game::names::{self, needed};
use game::refusal::{Reason, Refusal};
use rules::{Action, Combo, Seed, Stage, View};
use wire::v1::{DecideRequest, Decision, decide_request};

use super::replay;
use super::room_turn::{self, TurnToDecide};
use crate::call::Call;
use crate::convert::inbound::{self, Options, Position, RoomTurn, Wants};
use crate::convert::legal::LegalPlays;
use crate::convert::outbound::{self, Decided};
use crate::convert::room_in::room_name;
use crate::observe::metrics::{Degradation, MismatchSide, PoolLabel};
use crate::pool::{JobError, StopSignal};
use crate::room::LoadedRoom;
use crate::state::App;

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
    decided.hand_trace = hand_trace(position, wants, &decided.decision);
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
    count(app, call, decided);
    if app.config.log.replay {
        replay::put(&app.config.log, call, position, decided, room);
    }
}

fn count(app: &App, call: &Call, decided: &Decided) {
    let Decided { decision, budget, took, .. } = decided;
    let metrics = &app.metrics;
    let is_late = call.at.elapsed() > budget.total;
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

/// The limits of a decision other than its time, and the habits of the players.
#[derive(Clone, Copy)]
struct DecisionLimits {
    clock_ms: Option<u32>,
    worlds_max: u32,
    nodes_max: u64,
    habits: [Habits; 3],
}

impl DecisionLimits {
    fn of(options: &Options, habits: [Habits; 3]) -> DecisionLimits {
        let sent = &options.sent;
        // A count of 0 means no limit.
        let worlds_max = if sent.worlds_max == 0 { u32::MAX } else { sent.worlds_max };
        let nodes_max = if sent.nodes_max == 0 { u64::MAX } else { sent.nodes_max };
        DecisionLimits { clock_ms: sent.clock_ms, worlds_max, nodes_max, habits }
    }

    /// Returns limits that need only microseconds, for an answer without time to think.
    fn quick(self) -> DecisionLimits {
        DecisionLimits { worlds_max: 0, ..self }
    }

    fn until(self, halt: &mut dyn FnMut() -> bool) -> Limits<'_> {
        let DecisionLimits { clock_ms, worlds_max, nodes_max, habits } = self;
        Limits { clock_ms, worlds_max, nodes_max, habits, halt }
    }
}

/// Decides a position. `turn` is the turn of a room, if it has one.
pub(super) async fn think(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &Options,
    turn: Option<&TurnToDecide>,
) -> Result<Decided, Refusal> {
    if is_slow(position) {
        // Boxed, because the future of a pool job is large and most decisions need none.
        return Box::pin(decide_on_pool(app, call, position, options, turn)).await;
    }
    let _place = app.admit(&call.caller)?;
    let budget = app.budget(call, options.sent.budget_ms);
    let started = Instant::now();
    let decision = decide_inline(position, DecisionLimits::of(options, position.habits))?;
    Ok(Decided::new(decision, None, started.elapsed(), budget))
}

/// Decides by a thread of the pool, or inline when none would be free in time.
async fn decide_on_pool(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &Options,
    turn: Option<&TurnToDecide>,
) -> Result<Decided, Refusal> {
    let _place = app.admit(&call.caller)?;
    // The write of the decision is expected to take as long as the room's read took.
    let write = turn.map_or(Duration::ZERO, |turn| turn.seen.took);
    let superseded = turn.map(|turn| Arc::clone(turn.open.superseded()));
    let budget = app.budget(call, options.sent.budget_ms).keeping(write);
    let started = Instant::now();
    let decided = |decision, degraded| Decided::new(decision, degraded, started.elapsed(), budget);
    let counts = DecisionLimits::of(options, position.habits);

    let left = budget.left(started);
    if left.is_zero() {
        return Ok(decided(decide_inline(position, counts.quick())?, Some(Degradation::Budget)));
    }
    // If the job would lose much of its budget by waiting, an answer at once is better.
    if app.pool.wait(call.caller.place()) > left.saturating_sub(thinking_share(budget.total)) {
        return Ok(decided(decide_inline(position, counts.quick())?, Some(Degradation::Overload)));
    }
    let (companion, view, seed) = (Arc::clone(&position.companion), position.view.clone(), position.hand_seed);
    let spec = app.job(call, budget.until, superseded.clone());
    let job =
        app.pool.think(spec, move |scratch, stop| decide_until(&view, &companion.persona, seed, counts, stop, scratch));
    let is_superseded = || superseded.as_deref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    let Ok(finished) = tokio::time::timeout_at(budget.latest.into(), job).await else {
        // The thread was late, or none was free, contrary to the forecast.
        app.lateness.learn(budget.until.elapsed());
        if is_superseded() {
            return Err(superseded_refusal());
        }
        return Ok(decided(decide_inline(position, counts.quick())?, Some(Degradation::Budget)));
    };
    match finished {
        Ok(result) => {
            app.metrics.waited(PoolLabel::Play, result.waited);
            let ended = started + result.waited + result.took;
            app.lateness.learn(ended.min(budget.until).elapsed());
            if is_superseded() {
                return Err(superseded_refusal());
            }
            let (decision, was_stopped) = result.answer;
            app.learn(call.rpc, result.took, was_stopped);
            let decision = decision.map_err(not_my_turn)?;
            // A search always uses its whole time, so only a late start degrades it, not a stop.
            let searched = decision.decider == Decider::Search && result.took >= thinking_share(budget.total);
            let degraded = match was_stopped && !searched {
                true if result.preempted => Some(Degradation::Overload),
                true => Some(Degradation::Budget),
                false => None,
            };
            Ok(decided(decision, degraded))
        }
        Err(JobError::Busy) => Ok(decided(decide_inline(position, counts.quick())?, Some(Degradation::Overload))),
        Err(JobError::Failed) if is_superseded() => Err(superseded_refusal()),
        Err(JobError::Failed) => Err(Refusal::new(Reason::FAULT, "thinking failed; the server's log says more")),
    }
}

/// Returns the part of a budget that a search needs: three quarters of it.
fn thinking_share(total: Duration) -> Duration {
    total * 3 / 4
}

fn superseded_refusal() -> Refusal {
    Refusal::new(Reason::SUPERSEDED, "an event ended the turn while the bot was thinking about it")
}

fn not_my_turn(error: NotMyTurn) -> Refusal {
    Refusal::new(Reason::NOT_YOUR_TURN, error.to_string()).at("view")
}

/// True if the decision may need a thread of the pool, by persona and stage. Bids take at most a tenth of a millisecond. Gifts take a
/// tenth too, but with wild ranks some take ten milliseconds.
fn is_slow(position: &Position) -> bool {
    match position.view.board().stage() {
        Stage::Play => !position.companion.persona.is_quick(),
        Stage::PassOn => position.view.rules().has_stand_ins(),
        _ => false,
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// Decides on this thread: for decisions that take microseconds.
fn decide_inline(position: &Position, counts: DecisionLimits) -> Result<Choice, Refusal> {
    let Position { view, companion, hand_seed, .. } = position;
    let mut never = || false;
    let limits = counts.until(&mut never);
    SCRATCH
        .with_borrow_mut(|scratch| decide_within(view, &companion.persona, *hand_seed, limits, scratch))
        .map_err(not_my_turn)
}

/// Returns the chance that the side on turn wins, by the nets. It takes a fraction of a millisecond.
pub(super) fn chance(view: &View) -> Option<f64> {
    let chance = SCRATCH.with_borrow_mut(|scratch| engine::chance(view, scratch))?;
    Some(f64::from(chance) / 1000.0)
}

/// Returns the cost of an action compared with the decision. It takes a fraction of a millisecond.
pub(super) fn cost(position: &Position, made: Action, decision: &Choice) -> Option<Cost> {
    let Position { view, companion, .. } = position;
    SCRATCH.with_borrow_mut(|scratch| engine::cost(view, &companion.persona, made, decision, scratch))
}

/// Returns the hand as the persona sees it, if a trace is asked for. It takes a fraction of a millisecond.
fn hand_trace(position: &Position, wants: Wants, decision: &Choice) -> Option<HandTrace> {
    let Position { view, companion, habits, .. } = position;
    let trace = |scratch: &mut Scratch| engine::hand_trace(view, &companion.persona, habits, decision, scratch);
    if wants.trace { SCRATCH.with_borrow_mut(trace) } else { None }
}

/// Grades a play by the nets; `None` if there was no real choice.
pub(super) fn grade(view: &View, play: Option<Combo>) -> Option<u32> {
    SCRATCH.with_borrow_mut(|scratch| engine::grade(view, play, scratch))
}

/// Decides until it must stop. The flag is true if it was stopped.
fn decide_until(
    view: &View,
    persona: &Persona,
    seed: Seed,
    counts: DecisionLimits,
    stop: &StopSignal,
    scratch: &mut Scratch,
) -> (Result<Choice, NotMyTurn>, bool) {
    let mut was_stopped = false;
    let mut ask = || {
        was_stopped |= stop.is_due();
        was_stopped
    };
    let decision = decide_within(view, persona, seed, counts.until(&mut ask), scratch);
    (decision, was_stopped)
}
