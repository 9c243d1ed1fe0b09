//! Open endgames: who wins, and puzzles.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::endgame::{Ask, BadEndgame, Endgame, Grade, Limits, Memory, Outcome, Puzzle, Stopped, solve};
use rules::card::Codec;
use rules::{Combo, Hand, Ruleset, Seat, Seed, Side, Trick};
use wire::v1::*;

use crate::call::context::Call;
use crate::convert::cards::{CardReader, cards_of, combo_of};
use crate::convert::names::{self, needed};
use crate::convert::outbound::ENGINE_VERSION;
use crate::error::{Reason, Refusal};
use crate::observe::metrics::{Shed, Solved};
use crate::pool::{JobError, JobSpec, StopSignal};
use crate::state::App;

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
    let rules = names::ruleset(&request.ruleset)?;
    let reader = CardReader::new(request.card_codec)?;
    let game = read_endgame(&rules, &reader, &request)?;
    let ask = Ask { all_first_plays: request.want_all_first_plays, line: request.want_line };
    let nodes_max = if request.nodes_max == 0 { u64::MAX } else { request.nodes_max };
    // Only endgames for two are graded.
    let want_hints = request.want_hints && game.hand(Seat::Up).is_empty();
    let work = move |stop: &StopSignal| {
        let (limits, mut stop) = (Limits { nodes_max }, || stop.is_due());
        let outcome = MEMORY.with_borrow_mut(|memory| {
            // What an earlier solve left behind would change how far the nodes reach.
            memory.clear();
            solve(&game, ask, memory, limits, &mut stop)
        });
        // A request without time left for hints still gets the answer.
        let is_won = want_hints && outcome.winner == Some(Side::Landlord);
        let puzzle = is_won.then(|| Puzzle::of(&game, limits, &mut stop).ok().flatten());
        (outcome, puzzle.flatten())
    };
    let ((outcome, puzzle), took) = decide_on_pool(app, call, request.budget_ms, work).await?;
    let solved = match outcome.winner {
        Some(Side::Landlord) => Solved::Landlord,
        Some(Side::Peasants) => Solved::Peasants,
        None => Solved::Unknown,
    };
    record(app, solved, took, outcome.nodes);
    let hints = puzzle.iter().flat_map(|puzzle| &puzzle.hints).map(ToString::to_string).collect();
    let grade = puzzle.map(|puzzle| puzzle.grade.to_string()).unwrap_or_default();
    Ok(SolveEndgameResponse { hints, grade, ..to_solved(&reader, &game, &outcome, took) })
}

fn read_endgame(rules: &Ruleset, reader: &CardReader, request: &SolveEndgameRequest) -> Result<Endgame, Refusal> {
    let hands = request.hands.as_ref().ok_or_else(|| Refusal::missing("hands"))?;
    let read = |cards: &Option<Cards>, seat: Seat| match cards {
        Some(cards) => reader.hand(cards).map_err(|refusal| refusal.within(&format!("hands.{seat}"))),
        None => Ok(Hand::EMPTY),
    };
    let [landlord, down, up] =
        [read(&hands.landlord, Seat::Landlord)?, read(&hands.down, Seat::Down)?, read(&hands.up, Seat::Up)?];
    let turn = names::seat(request.turn).map_err(|refusal| refusal.at("turn"))?.unwrap_or(Seat::Landlord);
    let game = match up.is_empty() {
        true => Endgame::two(*rules, landlord, down),
        false => Endgame::three(*rules, [landlord, down, up]),
    };
    let game = game.map_err(|error| bad_endgame(&error))?;
    let game = match &request.standing {
        None => game.led_by(turn),
        Some(standing) => {
            let owner = needed(names::seat(standing.seat), "standing.seat")?;
            let combo = standing.combo.as_ref().ok_or_else(|| Refusal::missing("standing.combo"))?;
            let combo = reader.combo(rules, Trick::Lead, combo).map_err(|refusal| refusal.within("standing.combo"))?;
            game.answering(turn, combo, owner)
        }
    };
    game.map_err(|error| bad_endgame(&error))
}

fn bad_endgame(error: &BadEndgame) -> Refusal {
    let field = match error {
        BadEndgame::EmptyHand { .. } | BadEndgame::TooManyCards { .. } | BadEndgame::NotOneDeck { .. } => "hands",
        BadEndgame::Absent { .. } => "turn",
        BadEndgame::Unsolved { .. } => "ruleset",
        _ => "standing",
    };
    Refusal::new(Reason::BAD_ENDGAME, error.to_string()).at(field)
}

/// Works on a thinking thread within the call's budget. No simpler player can answer: without a thread in time the call is refused.
async fn decide_on_pool<T: Send + 'static>(
    app: &Arc<App>,
    call: &Call,
    budget_ms: Option<u32>,
    work: impl FnOnce(&StopSignal) -> T + Send + 'static,
) -> Result<(T, Duration), Refusal> {
    let _place = app.admit(call.rpc)?;
    let most_ms = call.rpc.budget_ms(&app.config.budgets).expect("solving has a budget");
    let budget = app.budget(call.arrival, budget_ms, most_ms);
    let started = Instant::now();
    let busy = |wait: Duration| {
        app.metrics.shed(call.rpc, Shed::Queue);
        let message = "no thread would be free to solve it in time";
        Refusal::new(Reason::OVERLOADED, message).retry_after(wait.max(Duration::from_millis(10)))
    };
    let wait = app.pool.wait();
    if wait > budget.left(started) / 2 {
        return Err(busy(wait));
    }
    let spec = JobSpec { until: budget.until, superseded: None, expected: app.expected(call.rpc) };
    match app.pool.think(spec, move |_, stop| work(stop)).await {
        Ok(thought) => {
            app.metrics.queue_wait_seconds.one().record(thought.waited.as_secs_f64());
            app.learn(call.rpc, thought.took, Instant::now() >= budget.until);
            Ok((thought.answer, started.elapsed()))
        }
        Err(JobError::Busy) => Err(busy(wait)),
        Err(JobError::Failed) => Err(Refusal::new(Reason::FAULT, "solving failed; the server's log says more")),
    }
}

fn record(app: &App, solved: Solved, took: Duration, nodes: u64) {
    app.metrics.endgame_seconds.at(solved as usize, 0).record(took.as_secs_f64());
    app.metrics.search_nodes.one().increment(nodes);
}

fn to_solved(reader: &CardReader, game: &Endgame, outcome: &Outcome, took: Duration) -> SolveEndgameResponse {
    let of = |play| action(reader.codec(), game.rules(), play);
    let first = |play: &engine::endgame::FirstPlay| FirstPlay { action: Some(of(play.play)), wins: play.wins };
    let side = |side| names::to_side(side) as i32;
    SolveEndgameResponse {
        winner: outcome.winner.map_or(0, side),
        guess: side(outcome.guess),
        first_plays: outcome.first_plays.iter().map(first).collect(),
        line: line(reader.codec(), game.rules(), &outcome.line),
        nodes: outcome.nodes,
        stopped: match outcome.stopped {
            None => SolveStopped::Unspecified,
            Some(Stopped::Halted) => SolveStopped::Budget,
            Some(Stopped::Nodes) => SolveStopped::Nodes,
        } as i32,
        compute_us: took.as_micros() as u32,
        engine_version: ENGINE_VERSION.to_owned(),
        ..SolveEndgameResponse::default()
    }
}

fn action(codec: Option<Codec>, rules: &Ruleset, play: Option<Combo>) -> wire::v1::Action {
    let sent = match play {
        Some(combo) => action::What::Play(combo_of(codec, rules, combo)),
        None => action::What::Passed(Pass {}),
    };
    wire::v1::Action { what: Some(sent) }
}

fn line(codec: Option<Codec>, rules: &Ruleset, line: &[(Seat, Option<Combo>)]) -> Vec<LineStep> {
    let step = |&(seat, play): &(Seat, Option<Combo>)| LineStep {
        seat: names::to_seat(seat) as i32,
        action: Some(action(codec, rules, play)),
    };
    line.iter().map(step).collect()
}

pub(super) async fn generate_endgame(
    app: &Arc<App>,
    call: &Call,
    request: GenerateEndgameRequest,
) -> Result<GenerateEndgameResponse, Refusal> {
    let rules = names::ruleset(&request.ruleset)?;
    if !rules.is_plain() {
        return Err(bad_endgame(&BadEndgame::Unsolved { ruleset: rules.name() }));
    }
    let codec = CardReader::new(request.card_codec)?.codec();
    let grade = Grade::from_name(&request.grade).ok_or_else(|| {
        let names = Grade::ALL.map(Grade::name).join(", ");
        let message = format!("{:.40?} is no grade; there are {names}", request.grade);
        Refusal::new(Reason::UNKNOWN_GRADE, message).at("grade")
    })?;
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
    let cards = |seat| Some(cards_of(codec, puzzle.game.hand(seat)));
    Ok(GenerateEndgameResponse {
        grade: puzzle.grade.name().to_owned(),
        points: puzzle.features.points(),
        hands: Some(SeatCards { landlord: cards(Seat::Landlord), down: cards(Seat::Down), up: None }),
        winning: puzzle.winning.iter().map(|&combo| combo_of(codec, &rules, combo)).collect(),
        solution: line(codec, &rules, &puzzle.solution),
        hints: puzzle.hints.iter().map(ToString::to_string).collect(),
        first_plays: puzzle.features.first_plays,
        compute_us: took.as_micros() as u32,
        ruleset: rules.to_string(),
        engine_version: ENGINE_VERSION.to_owned(),
    })
}
