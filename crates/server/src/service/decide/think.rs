//! From a position to a decision within its budget. Personas without search decide inline. The others decide on the
//! pool; inline only if no thread would be free in time.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{Cost, Decider, Decision, Habits, Limits, NotMyTurn, Persona, Reading, Scratch, decide_within};
use game::refusal::{Reason, Refusal};
use rules::{Action, Combo, Seed, Stage, View};

use crate::call::context::Call;
use crate::convert::inbound::{Options, Position, Wants};
use crate::convert::outbound::Decided;
use crate::observe::metrics::{Degradation, PoolLabel};
use crate::pool::{JobError, StopSignal};
use crate::service::room_turn::TurnToDecide;
use crate::state::App;

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
pub(in crate::service) async fn think(
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
fn decide_inline(position: &Position, counts: DecisionLimits) -> Result<Decision, Refusal> {
    let Position { view, companion, hand_seed, .. } = position;
    let mut never = || false;
    let limits = counts.until(&mut never);
    SCRATCH
        .with_borrow_mut(|scratch| decide_within(view, &companion.persona, *hand_seed, limits, scratch))
        .map_err(not_my_turn)
}

/// Returns the chance that the side on turn wins, by the nets. It takes a fraction of a millisecond.
pub(in crate::service) fn chance(view: &View) -> Option<f64> {
    let chance = SCRATCH.with_borrow_mut(|scratch| engine::chance(view, scratch))?;
    Some(f64::from(chance) / 1000.0)
}

/// Returns the cost of an action compared with the decision. It takes a fraction of a millisecond.
pub(in crate::service) fn cost(position: &Position, made: Action, decision: &Decision) -> Option<Cost> {
    let Position { view, companion, .. } = position;
    SCRATCH.with_borrow_mut(|scratch| engine::cost(view, &companion.persona, made, decision, scratch))
}

/// Reads the hand as the persona sees it, if a trace is asked for. It takes a fraction of a millisecond.
pub(super) fn reading(position: &Position, wants: Wants, decision: &Decision) -> Option<Reading> {
    let Position { view, companion, habits, .. } = position;
    let read = |scratch: &mut Scratch| engine::reading(view, &companion.persona, habits, decision, scratch);
    if wants.trace { SCRATCH.with_borrow_mut(read) } else { None }
}

/// Grades a play by the nets; `None` if there was no real choice.
pub(in crate::service) fn grade(view: &View, play: Option<Combo>) -> Option<u32> {
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
) -> (Result<Decision, NotMyTurn>, bool) {
    let mut was_stopped = false;
    let mut ask = || {
        was_stopped |= stop.is_due();
        was_stopped
    };
    let decision = decide_within(view, persona, seed, counts.until(&mut ask), scratch);
    (decision, was_stopped)
}
