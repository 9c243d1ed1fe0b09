//! Open endgames: who wins, and puzzles.

use std::cell::RefCell;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::endgame::{
    Ask, BadEndgame, Endgame, Jobs, Memory, Outcome, Puzzle, SolveLimits, Stopped, exchange, longest_defence, solve,
};
use rules::{Seat, Seed, Side};
use tokio::sync::oneshot;
use tracing::Instrument;
use tracing::field::Empty;
use wire::v1::{GenerateEndgameRequest, GenerateEndgameResponse, SolveEndgameRequest, SolveEndgameResponse};

use crate::call::context::Call;
use crate::convert::ask::language;
use crate::convert::cards::CardReader;
use crate::convert::endgames::{self, OpenHand};
use crate::convert::names::{self, needed};
use crate::error::{AtField, Reason, Refusal};
use crate::observe::metrics::{PoolLabel, Shed, Solved};
use crate::observe::spans::{self, part};
use crate::pool::{JobError, StopSignal};
use crate::state::App;
use engine::Profile;

/// Memory that a thinking thread may take for solving.
const SOLVER_BYTES_MAX: usize = 64 << 20;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new(SOLVER_BYTES_MAX));
}

pub(super) async fn solve_endgame(
    app: &Arc<App>,
    call: &Call,
    request: SolveEndgameRequest,
) -> Result<SolveEndgameResponse, Refusal> {
    let sent = request.hand.as_ref().ok_or_else(|| Refusal::missing("hand"))?;
    let open = endgames::open_hand(sent).within("hand")?;
    let game = open.game;
    let language = language(&request.language)?;
    if request.pass_on {
        return solve_exchange(app, call, open, &request).await;
    }
    let want_longest = request.want_longest;
    let ask = Ask { all_first_plays: request.want_all_first_plays, line: request.want_line && !want_longest };
    let nodes_max = if request.nodes_max == 0 { u64::MAX } else { request.nodes_max };
    // Only endgames for two are graded.
    let want_hints = request.want_hints && game.hand(Seat::Up).is_empty();
    // With a limit of nodes the same request finds the same on any machine: one thread alone.
    let (divide, divided) = oneshot::channel();
    let divide = (request.nodes_max == 0).then_some(divide);
    let work = move |stop: &StopSignal| {
        let (limits, mut stop) = (SolveLimits { nodes_max }, || stop.is_due());
        let outcome = MEMORY.with_borrow_mut(|memory| {
            // The remains of an earlier solve would change how far the nodes reach.
            memory.clear();
            let mut outcome = match divide {
                Some(divide) => solve_with_help(&game, ask, memory, divide, &mut stop),
                None => solve(&game, ask, memory, limits, &mut stop),
            };
            if want_longest && outcome.winner.is_some() {
                let left = SolveLimits { nodes_max: nodes_max.saturating_sub(outcome.nodes) };
                let defence = longest_defence(&game, memory, left, &mut stop);
                outcome.line = defence.map(|defence| defence.line).unwrap_or_default();
            }
            outcome
        });
        // A request without time left for hints still gets the answer.
        let is_won = want_hints && outcome.winner == Some(Side::Landlord);
        let puzzle = is_won.then(|| Puzzle::of(&game, limits, &mut stop).ok().flatten());
        (outcome, puzzle.flatten())
    };
    let ((outcome, puzzle), took) = tokio::select! {
        answer = decide_on_pool(app, call, request.budget_ms, work) => answer?,
        never = help(app, call, request.budget_ms, divided) => match never {},
    };
    record(app, solved(outcome.winner), took, outcome.nodes);
    Ok(endgames::to_solved(&open, &outcome, puzzle.as_ref(), language, took))
}

/// An endgame that begins with an exchange of cards.
async fn solve_exchange(
    app: &Arc<App>,
    call: &Call,
    OpenHand { game, codec, .. }: OpenHand,
    request: &SolveEndgameRequest,
) -> Result<SolveEndgameResponse, Refusal> {
    let asks =
        [("want_line", request.want_line), ("want_longest", request.want_longest), ("want_hints", request.want_hints)];
    if let Some((field, _)) = asks.into_iter().find(|&(_, is_asked)| is_asked) {
        return Err(Refusal::new(Reason::FIELD_CONFLICT, "is not found after an exchange of cards").at(field));
    }
    let all = request.want_all_first_plays;
    let nodes_max = if request.nodes_max == 0 { u64::MAX } else { request.nodes_max };
    let work = move |stop: &StopSignal| {
        MEMORY.with_borrow_mut(|memory| {
            memory.clear();
            exchange(&game, all, memory, SolveLimits { nodes_max }, &mut || stop.is_due())
        })
    };
    let (exchanged, took) = decide_on_pool(app, call, request.budget_ms, work).await?;
    let exchanged = exchanged.map_err(|error| endgames::bad_exchange(&error))?;
    record(app, solved(exchanged.winner), took, exchanged.nodes);
    Ok(endgames::to_exchanged(codec, &exchanged, took))
}

/// Count of a solved endgame.
fn solved(winner: Option<Side>) -> Solved {
    match winner {
        Some(Side::Landlord) => Solved::Landlord,
        Some(Side::Peasants) => Solved::Peasants,
        None => Solved::Unknown,
    }
}

/// Solves, and divides what takes long among those who receive it.
fn solve_with_help(
    game: &Endgame,
    ask: Ask,
    memory: &mut Memory,
    divide: oneshot::Sender<Arc<Jobs>>,
    stop: &mut dyn FnMut() -> bool,
) -> Outcome {
    let mut alone = solve(game, ask, memory, SolveLimits { nodes_max: Jobs::ALONE_NODES_MAX }, stop);
    if alone.stopped != Some(Stopped::Nodes) {
        return alone;
    }
    let nodes = alone.nodes;
    alone = match Jobs::new(game, ask, memory).map(Arc::new) {
        Some(jobs) => {
            // Without a caller there is no help, and the work ends soon.
            let _ = divide.send(Arc::clone(&jobs));
            jobs.work(SolveLimits::NONE, stop);
            jobs.finish(memory, stop)
        }
        None => solve(game, ask, memory, SolveLimits::NONE, stop),
    };
    alone.nodes += nodes;
    alone
}

/// A decision that comes while threads of its pool help with a solve finds this many idle; the next ones wait until a helper looks up.
/// There are as many threads that decide as cores: besides, one stays idle for each thread that solves, so that a core is left for calls that
/// need no thread.
const SPARE_THREADS: usize = 1;

/// Lets idle threads of both pools help with a solve once it is divided; never ends by itself.
async fn help(app: &App, call: &Call, budget_ms: Option<u32>, divided: oneshot::Receiver<Arc<Jobs>>) -> Infallible {
    if let Ok(jobs) = divided.await {
        let work = move |stop: &StopSignal| jobs.work(SolveLimits::NONE, &mut || stop.is_due());
        let spec = app.job(call, app.budget(call, budget_ms).until, None);
        let spare = SPARE_THREADS + app.endgame_pool.threads();
        tokio::join!(app.endgame_pool.help(spec.clone(), 0, work.clone()), app.pool.help(spec, spare, work),);
    }
    std::future::pending().await
}

/// Works on a thinking thread within the call's budget. No simpler player can answer: without a thread in time the call is refused.
async fn decide_on_pool<T: Send + 'static>(
    app: &Arc<App>,
    call: &Call,
    budget_ms: Option<u32>,
    work: impl FnOnce(&StopSignal) -> T + Send + 'static,
) -> Result<(T, Duration), Refusal> {
    let _place = app.admit(call.rpc, &call.caller)?;
    let budget = app.budget(call, budget_ms);
    let started = Instant::now();
    let busy = |wait: Duration| {
        app.metrics.shed(call.rpc, Shed::Queue);
        let message = "no thread would be free to solve it in time";
        Refusal::new(Reason::OVERLOADED, message).retry_after(wait.max(Duration::from_millis(10)))
    };
    let wait = app.endgame_pool.wait(call.caller.place());
    if wait > budget.left(started) / 2 {
        return Err(busy(wait));
    }
    let spec = app.job(call, budget.until, None);
    let span = part!("pool", pool = "endgames", waited_us = Empty, took_us = Empty);
    match app.endgame_pool.think(spec, move |_, stop| work(stop)).instrument(span.clone()).await {
        // A partial finding is no answer.
        Ok(result) if result.preempted => Err(busy(wait)),
        Ok(result) => {
            app.metrics.waited(PoolLabel::Endgames, result.waited);
            spans::note(&span, "waited_us", result.waited);
            spans::note(&span, "took_us", result.took);
            app.learn(call.rpc, result.took, Instant::now() >= budget.until);
            Ok((result.answer, started.elapsed()))
        }
        Err(JobError::Busy) => Err(busy(wait)),
        Err(JobError::Failed) => Err(Refusal::new(Reason::FAULT, "solving failed; the server's log says more")),
    }
}

/// The winner with open cards, by at most `nodes_max` positions; `None` where that was not found out.
pub(super) async fn winner(app: &Arc<App>, call: &Call, game: Endgame, nodes_max: u64) -> Option<Side> {
    let work = move |stop: &StopSignal| {
        MEMORY.with_borrow_mut(|memory| {
            memory.clear();
            let ask = Ask { all_first_plays: false, line: false };
            solve(&game, ask, memory, SolveLimits { nodes_max }, &mut || stop.is_due()).winner
        })
    };
    decide_on_pool(app, call, None, work).await.ok()?.0
}

fn record(app: &App, solved: Solved, took: Duration, nodes: u64) {
    app.metrics.endgame_seconds.at(solved as usize, 0).record(took.as_secs_f64());
    app.metrics.search_nodes.one().increment(nodes);
}

pub(super) async fn generate_endgame(
    app: &Arc<App>,
    call: &Call,
    request: GenerateEndgameRequest,
) -> Result<GenerateEndgameResponse, Refusal> {
    let rules = names::ruleset(&request.ruleset)?;
    if !Profile::of(&rules).has_puzzles() {
        return Err(endgames::bad_endgame(&BadEndgame::NoPuzzles { ruleset: rules.name() }));
    }
    let codec = CardReader::new(request.card_codec)?.codec();
    let grade = needed(names::grade(request.grade), "grade")?;
    let language = language(&request.language)?;
    let seed = Seed(request.seed);
    let work = move |stop: &StopSignal| Puzzle::generate(&rules, grade, seed, &mut || stop.is_due());
    let (puzzle, took) = decide_on_pool(app, call, request.budget_ms, work).await?;
    let Ok(puzzle) = puzzle else {
        record(app, Solved::Unknown, took, 0);
        let message =
            "no puzzle of this grade was found in time; a longer budget finds it, another seed perhaps sooner";
        return Err(Refusal::new(Reason::DEADLINE_PASSED, message));
    };
    record(app, Solved::Puzzle, took, 0);
    Ok(endgames::to_puzzle(codec, &puzzle, language, took))
}
