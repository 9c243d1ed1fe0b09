//! Decide, Bid, Play and Follow: from a request to a recorded answer, within the call's budget. Quick decisions are made inline. The others
//! are made on the pool, or inline if there is no time or no thread for that.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{Decider, Decision as Choice, Limits, Scratch, decide_within};
use game::cards::CardForm;
use game::names::{self, require};
use game::refusal::{AtField, Reason, Refusal};
use prost::Message;
use rules::{Chair, Stage};
use wire::v1::{DecideRequest, Decision, DecisionOptions, Degraded, Trace, decide_request};

use super::replay;
use crate::call::Call;
use crate::convert::inbound::{self, Options, Position};
use crate::convert::legal::LegalPlays;
use crate::convert::outbound::{self, DecisionRecord};
use crate::convert::room::check_room_name;
use crate::observe::metrics::{Degradation, MismatchSide, PoolLabel};
use crate::pool::{JobError, with_scratch};
use crate::room::store::Answer;
use crate::room::watch::Update;
use crate::room::{LoadedRoom, OpenTurn, RoomState};
use crate::state::{App, Budget};

/// A bot's turn in a room, while it is decided.
pub(super) struct RoomTurn<'a> {
    /// The name of the room, as its caller knows it.
    room: &'a str,
    chair: Chair,
    seen: LoadedRoom,
    /// The mark that this turn is being decided; the end of the turn on this replica sets its flag.
    open: OpenTurn,
}

/// Answers Decide, Bid, Play and Follow. Large futures are boxed: otherwise this future would hold the space of all of them, and moving it
/// for every call would cost time.
pub(super) async fn answer(app: &Arc<App>, call: &Call, request: DecideRequest) -> Result<Decision, Refusal> {
    let missing = || Refusal::new(Reason::FIELD_MISSING, "is needed: hand, or room_id").at("hand");
    let position = request.position.ok_or_else(missing)?;
    let chair = require(names::chair(request.chair), "chair")?;
    let options = Options { sent: request.options.unwrap_or_default(), legal_plays: request.legal_plays };
    match position {
        decide_request::Position::Hand(mut hand) => {
            let position = inbound::hand_position(&app.roster, chair, &mut hand, &options)?;
            let decision = Box::pin(decide_turn(app, call, &position, &options, None)).await?;
            Ok(outbound::with_texts(&options, decision))
        }
        decide_request::Position::RoomId(room) => {
            check_persona(&options)?;
            check_room_name(&room)?;
            let version = request.room_version.map(u64::from);
            Box::pin(decide_in_room(app, call, &room, chair, version, &options, None)).await
        }
    }
}

/// Refuses any persona or strength: the room has those of its bots.
pub(super) fn check_persona(options: &Options) -> Result<(), Refusal> {
    let sent = &options.sent;
    let given = [(!sent.persona.is_empty(), "options.persona"), (sent.strength.is_some(), "options.strength")];
    let Some((_, field)) = given.into_iter().find(|(is_given, _)| *is_given) else { return Ok(()) };
    let message = "is given, but a room's bots are fixed when they sit down";
    Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(field))
}

/// Decides a bot's turn in a room, at a version if the caller names one. `seen` is the room if it is loaded already. Otherwise a call with a
/// budget or a deadline waits at most half of it for the room.
pub(super) async fn decide_in_room(
    app: &Arc<App>,
    call: &Call,
    room: &str,
    chair: Chair,
    version: Option<u64>,
    options: &Options,
    seen: Option<LoadedRoom>,
) -> Result<Decision, Refusal> {
    if version.is_none() {
        app.metrics.unversioned.at(call.rpc as usize, 0).increment(1);
    }
    // This comes before the load, so that a later end of the turn is noticed.
    let open = app.rooms.open_turn(&call.caller.room_key(room));
    let seen = match seen {
        Some(seen) => seen,
        None => {
            let (app, key) = (Arc::clone(app), open.room.clone());
            let until = app.store_deadline(call, options.sent.budget_ms);
            wait_on(until, async move { app.rooms.load_with_revision(&key).await }).await?
        }
    };
    let state = &seen.state;
    state.check_turn_version(version).at("room_version")?;
    let position = bot_position(state, chair)
        .map_err(|refusal| refusal.or_at("room_id").not_now().with("version", state.version))?;
    let turn = RoomTurn { room, chair, seen, open };
    let decision = decide_turn(app, call, &position, options, Some(&turn)).await?;
    Ok(outbound::with_texts(options, outbound::with_version_warning(decision, version.is_some())))
}

/// Decides at a position, and records the decision in metrics and log. One in a room is kept in the store. It is recorded only if it counts: not
/// if the store says that its turn was over, or has an earlier answer. It goes out in time even if its write is not confirmed, and says so.
async fn decide_turn(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &Options,
    turn: Option<&RoomTurn<'_>>,
) -> Result<Decision, Refusal> {
    // The phase is checked before a stored answer is used, so that a wrong RPC is refused: the answer does not depend on the RPC.
    let rpc = inbound::check_rpc(call.rpc, position).map_err(|refusal| match turn {
        Some(_) => refusal.or_at("room_id").not_now(),
        None => refusal.or_at("hand"),
    })?;
    let call = &Call { rpc, ..call.clone() };
    let legal = options.legal_plays.as_ref().map_or(Ok(None), |sent| LegalPlays::read(position, sent))?;
    let (legal, options) = (legal.as_ref(), &options.sent);
    let version = turn.map(|turn| turn.seen.state.version);
    if position.odd_standing {
        return Ok(outbound::decision_on_odd_standing(position, legal, options, version));
    }
    // The key of the question at this version and chair: the plays that the backend accepts. Budget and wanted extras are not part of it,
    // because they do not change the kept action.
    let question = legal.map_or(0, LegalPlays::digest);
    // To decide quickly and then find the earlier answer costs less than to ask for it.
    if let Some(turn) = turn.filter(|turn| !turn.seen.is_new_turn && !position.companion.persona.is_quick()) {
        let until = app.store_deadline(call, options.budget_ms);
        let (app, key, state) = (Arc::clone(app), turn.open.room.clone(), Arc::clone(&turn.seen.state));
        let kept = wait_on(until, async move { app.rooms.load_answer(&key, &state).await }).await?;
        if let Some(decision) = kept.and_then(|kept| read_answer(turn, &kept, question, options)) {
            return Ok(decision);
        }
    }
    let mut decided = decide_position(app, call, position, options, legal, turn).await?;
    let mut message = outbound::decision(position, &decided, options, version);
    if let Some(turn) = turn {
        let kept = keep_decision(app, turn, question, options, &message);
        let latest = app.budget(call, options.budget_ms).latest;
        match tokio::time::timeout_at(latest.into(), kept).await {
            Ok(Ok(Some(before))) => return Ok(before),
            Ok(Ok(None)) => {}
            Ok(Err(refusal)) if refusal.reason() != Reason::STORE_UNAVAILABLE => return Err(refusal),
            _ => {
                decided.degraded = Some(Degradation::Store);
                message.source.get_or_insert_default().degraded = Degraded::Store as i32;
            }
        }
    }
    record_decision(app, call, position, &decided, turn.map(|turn| turn.room));
    Ok(message)
}

/// Waits for work on the store, at most until `until`, and then refuses with STORE_UNAVAILABLE, so that the caller can ask without the
/// room. The work continues after that, so that a late write completes and a silent store is noticed.
pub(super) async fn wait_on<T: Send + 'static>(
    until: Option<Instant>,
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    let Some(until) = until else { return work.await };
    let answer = match tokio::time::timeout_at(until.into(), tokio::spawn(work)).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panicked)) => std::panic::resume_unwind(panicked.into_panic()),
        Err(_) => {
            let message = "the store of the rooms did not answer within its share of the call's time";
            Err(Refusal::new(Reason::STORE_UNAVAILABLE, message))
        }
    };
    answer.map_err(|refusal| match refusal.reason() {
        Reason::STORE_UNAVAILABLE => refusal.no_grpc_retry(),
        _ => refusal,
    })
}

fn bot_position(state: &RoomState, chair: Chair) -> Result<Position, Refusal> {
    let bot = state
        .people
        .bot(chair)
        .ok_or_else(|| Refusal::new(Reason::NOT_A_BOT, format!("no bot sits on the {chair} chair")).at("chair"))?;
    let Some(hand) = &state.hand else {
        return Err(Refusal::new(Reason::HAND_MISMATCH, "no hand was dealt yet"));
    };
    if hand.settled().is_some() {
        return Err(Refusal::new(Reason::HAND_CLOSED, format!("hand {} is over", state.hand_number)));
    }
    let seed = Some(bot.hand_seed(state.hand_number));
    let habits = Chair::ALL.map(|other| state.people.habits_of(chair, other).unwrap_or_default());
    let form = CardForm::of(state.codec.clone());
    let position = inbound::position(hand, &state.rules, chair, &bot.companion, form, seed, &habits)?;
    Ok(Position { disclosed: bot.disclosed, ..position })
}

/// Keeps the decision of `turn`, unless it is too large, and tells it to the watchers; or returns an earlier answer, which counts instead. Refuses if
/// the turn is over.
async fn keep_decision(
    app: &App,
    turn: &RoomTurn<'_>,
    question: u64,
    options: &DecisionOptions,
    decision: &Decision,
) -> Result<Option<Decision>, Refusal> {
    let (room, state) = (&turn.open.room, &turn.seen.state);
    let answer = Answer { turn: state.turn_version(), chair: turn.chair, question, decision: encode(decision) };
    let before = app.rooms.add_answer(room, state, &answer).await?;
    let before = before.and_then(|before| read_answer(turn, &before, question, options));
    if before.is_none() {
        let whole = || Answer { decision: decision.encode_to_vec(), ..answer };
        app.rooms.watchers.send(room, || Update::Decided(Arc::new(whole())));
    }
    Ok(before)
}

/// Writes the answer to keep, without the position in the trace, which follows from the room.
fn encode(decision: &Decision) -> Vec<u8> {
    let Some(trace) = &decision.trace else { return decision.encode_to_vec() };
    let trace = Some(Box::new(Trace { position: String::new(), ..(**trace).clone() }));
    Decision { trace, ..decision.clone() }.encode_to_vec()
}

/// Reads a kept answer, without the extras that this caller does not want; `None` if it answers another question, or if its bytes are no answer.
fn read_answer(turn: &RoomTurn<'_>, kept: &Answer, question: u64, options: &DecisionOptions) -> Option<Decision> {
    let is_asked = (kept.chair, kept.question) == (turn.chair, question);
    let mut decision = Decision::decode(&*kept.decision).ok().filter(|_| is_asked)?;
    if let (Some(trace), Some(view)) = (&mut decision.trace, turn.seen.state.view(turn.chair)) {
        trace.position = view.to_string();
    }
    if !options.want_trace {
        decision.trace = None;
        decision.alternatives.iter_mut().for_each(|alternative| alternative.covered = None);
    }
    if !options.want_alternatives {
        decision.alternatives.clear();
    }
    if let Some(source) = &mut decision.source {
        source.repeated = true;
    }
    Some(decision)
}

/// Writes the replay line of a decision, and counts it in the metrics.
fn record_decision(app: &App, call: &Call, position: &Position, decided: &DecisionRecord, room: Option<&str>) {
    if app.config.log.replay {
        replay::put_line(&app.config.log, call, position, decided, room);
    }
    let DecisionRecord { decision, budget, took, .. } = decided;
    let metrics = &app.metrics;
    metrics.decision_seconds.at(call.rpc as usize, decision.decider as usize).record(took.as_secs_f64());
    if call.at.elapsed() > *budget {
        metrics.budget_overruns.at(call.rpc as usize, 0).increment(1);
    }
    if let Some(reason) = decided.degraded {
        metrics.degraded.of_caller(&call.caller, reason as usize).increment(1);
    }
    if decision.trace.worlds > 0 {
        metrics.search_worlds.unlabelled().record(f64::from(decision.trace.worlds));
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

/// Decides at a position. A play that the backend's list lacks is replaced by one of the list.
pub(super) async fn decide_position(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &DecisionOptions,
    legal: Option<&LegalPlays>,
    turn: Option<&RoomTurn<'_>>,
) -> Result<DecisionRecord, Refusal> {
    let _place = app.admit(&call.caller)?;
    let (budget, started) = (app.budget(call, options.budget_ms), Instant::now());
    let (mut decision, degraded) = if is_slow(position) {
        // Boxed, because the future of a pool job is large.
        Box::pin(decide_on_pool(app, call, position, options, budget, turn)).await?
    } else {
        (decide_inline(position, options, true), None)
    };
    let (took, own) = (started.elapsed(), (decision.action, decision.decider));
    let replaced = legal.and_then(|legal| legal.choose(&position.view, &mut decision));
    let mismatch = legal.and_then(|legal| legal.mismatch(&position.view));
    let degraded = if replaced.is_some() { Some(Degradation::LegalPlays) } else { degraded };
    Ok(DecisionRecord { decision, own, degraded, took, budget: budget.total, replaced, mismatch })
}

/// Returns the decision, and the reason why it is degraded, if it is.
async fn decide_on_pool(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &DecisionOptions,
    budget: Budget,
    turn: Option<&RoomTurn<'_>>,
) -> Result<(Choice, Option<Degradation>), Refusal> {
    // The write of the decision is expected to take as long as the room's load or change took.
    let budget = budget.with_reserve(turn.map_or(Duration::ZERO, |turn| turn.seen.took));
    let superseded = turn.map(|turn| turn.open.superseded());
    let started = Instant::now();
    let at_once = |degraded| Ok((decide_inline(position, options, false), Some(degraded)));

    let left = budget.left(started);
    if left.is_zero() {
        return at_once(Degradation::Budget);
    }
    // If the job would lose much of its budget by waiting, an answer at once is better.
    if app.pool.estimated_wait(call.caller.place()) > left.saturating_sub(thinking_share(budget.total)) {
        return at_once(Degradation::Overload);
    }
    let (own, sent) = (position.clone(), options.clone());
    let spec = app.job_spec(call, budget.until, superseded.cloned());
    let job = app.pool.think(spec, move |scratch, stop| {
        let mut was_stopped = false;
        let mut halt = || {
            was_stopped |= stop();
            was_stopped
        };
        let decision = decide_with(&own, &sent, true, &mut halt, scratch);
        (decision, was_stopped)
    });
    let finished = tokio::time::timeout_at(budget.latest.into(), job).await;
    match &finished {
        Ok(Ok(result)) => {
            app.metrics.queue_wait_seconds.at(PoolLabel::Play as usize, 0).record(result.waited.as_secs_f64());
            let ended = started + result.waited + result.took;
            app.lateness.note_delay(ended.min(budget.until).elapsed());
        }
        Ok(Err(_)) => {}
        // The thread was late, or none was free, contrary to the forecast.
        Err(_) => app.lateness.note_delay(budget.until.elapsed()),
    }
    if superseded.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        return Err(Refusal::new(Reason::SUPERSEDED, "an event ended the turn while the bot was thinking about it"));
    }
    let result = match finished {
        Ok(Ok(result)) => result,
        Ok(Err(JobError::Busy)) => return at_once(Degradation::Overload),
        Ok(Err(JobError::Failed)) => {
            return Err(Refusal::new(Reason::FAULT, "thinking failed; the server's log says more"));
        }
        Err(_) => return at_once(Degradation::Budget),
    };
    let (decision, was_stopped) = result.answer;
    app.note_job_time(call.rpc, result.took, was_stopped);
    // A search usually uses its whole time, so a stop alone does not degrade it.
    let searched = decision.decider == Decider::Search && result.took >= thinking_share(budget.total);
    let degraded = match was_stopped && !searched {
        true if result.preempted => Some(Degradation::Overload),
        true => Some(Degradation::Budget),
        false => None,
    };
    Ok((decision, degraded))
}

/// Returns the part of a budget that a search needs: three quarters of it.
fn thinking_share(total: Duration) -> Duration {
    total * 3 / 4
}

/// True if the decision may need a thread of the pool, by persona, stage and ruleset. Bids are quick, and so are gifts without wild ranks.
fn is_slow(position: &Position) -> bool {
    match position.view.board().stage() {
        Stage::Play => !position.companion.persona.is_quick(),
        Stage::PassOn => position.view.rules().has_wild_ranks(),
        _ => false,
    }
}

/// Decides on this thread.
fn decide_inline(position: &Position, options: &DecisionOptions, has_time: bool) -> Choice {
    with_scratch(|scratch| decide_with(position, options, has_time, &mut || false, scratch))
}

/// Decides within the options, and stops early if `halt` says so. Without time to think, it looks into no world.
fn decide_with(
    position: &Position,
    options: &DecisionOptions,
    has_time: bool,
    halt: &mut dyn FnMut() -> bool,
    scratch: &mut Scratch,
) -> Choice {
    let worlds_max = match options.worlds_max {
        _ if !has_time => 0,
        0 => u32::MAX,
        worlds => worlds,
    };
    let nodes_max = if options.nodes_max == 0 { u64::MAX } else { options.nodes_max };
    let limits = Limits { clock_ms: options.clock_ms, worlds_max, nodes_max, habits: position.habits, halt };
    let Position { view, companion, hand_seed, .. } = position;
    let decision = decide_within(view, &companion.persona, *hand_seed, limits, scratch);
    decision.expect("a position is that of a chair to act")
}
