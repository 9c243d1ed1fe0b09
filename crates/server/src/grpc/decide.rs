//! What Bid, Play and Follow share: from a position to a decision within its budget. Those who need no thread of their own
//! answer here and now, and so does everybody when no thread would be free in time.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{Decider, Decision, Habits, Limits, NotMyTurn, Persona, Scratch, decide_within};
use prost::Message;
use rules::{Seed, Stage, Trick, View};
use tracing::field;
use wire::v1;

use super::call::Call;
use super::rooms::{self, Turn};
use super::rpc::Rpc;
use crate::app::App;
use crate::budget::Budget;
use crate::config::WhenAway;
use crate::convert::cards::CardReader;
use crate::convert::digest::Digest;
use crate::convert::inbound::{self, Position};
use crate::convert::legal::{Chosen, LegalPlays};
use crate::convert::outbound::{self, Course, Wants};
use crate::error::{Reason, Refusal};
use crate::metrics::Degradation;
use crate::replay;
use crate::roster::Companion;
use crate::thinker::{Halt, NoThought, Wish};

/// Where a request says that the bot stands.
pub(super) enum Source {
    View(Box<v1::View>),
    Room(v1::RoomTurn),
}

/// A request of any of the three RPCs.
pub(super) struct Ask {
    pub(super) source: Option<Source>,
    pub(super) options: v1::DecisionOptions,
    pub(super) legal_plays: Option<v1::LegalPlays>,
    /// The digest of the whole request, where a room may have to tell it from another.
    pub(super) digest: u64,
}

impl Ask {
    /// The digest of a request that names a room; 0 for others, which nobody will compare.
    pub(super) fn digest_of(request: &impl Message, is_room: bool) -> u64 {
        if is_room { Digest::new().bytes(&request.encode_to_vec()).finish() } else { 0 }
    }
}

/// How far a decision may go as counts, besides the clock, and what is known of the players. The one place where a request's
/// limits become the engine's.
#[derive(Clone, Copy)]
struct Counts {
    clock_ms: Option<u32>,
    worlds_max: u32,
    nodes_max: u64,
    habits: [Habits; 3],
}

impl Counts {
    fn of(options: &v1::DecisionOptions, habits: [Habits; 3]) -> Counts {
        let limits = options.limits.unwrap_or_default();
        Counts {
            clock_ms: options.clock_ms,
            worlds_max: if limits.worlds == 0 { u32::MAX } else { limits.worlds },
            nodes_max: if limits.nodes == 0 { u64::MAX } else { limits.nodes },
            habits,
        }
    }

    /// Nothing that takes more than microseconds: the answer when there is no time to think.
    fn quick(self) -> Counts {
        Counts { worlds_max: 0, ..self }
    }

    fn until(self, halt: &mut dyn FnMut() -> bool) -> Limits<'_> {
        let Counts { clock_ms, worlds_max, nodes_max, habits } = self;
        Limits { clock_ms, worlds_max, nodes_max, habits, halt }
    }
}

/// The room of a turn, and whether an event has ended the turn meanwhile.
struct Seated {
    room: String,
    superseded: Arc<AtomicBool>,
}

/// What was decided, with all that the answer needs.
pub(super) struct Decided {
    pub(super) decision: Decision,
    pub(super) degraded: v1::Degraded,
    pub(super) took: Duration,
    pub(super) budget: Budget,
}

/// Decides for any of the three RPCs.
pub(super) async fn decide(app: &Arc<App>, call: &Call, ask: Ask) -> Result<v1::Decision, Refusal> {
    let Ask { source, options, legal_plays, digest } = ask;
    match source.ok_or_else(|| Refusal::new(Reason::FIELD_MISSING, "is needed: view, or room").at("view"))? {
        Source::View(view) => {
            let (position, reader) = stateless(app, &view, &options)?;
            check_phase(call.rpc, &position.view)?;
            let legal = read_legal(&reader, &position, legal_plays.as_ref())?;
            answer(app, call, position, &options, legal.as_ref(), None).await
        }
        Source::Room(turn) => {
            if !options.persona.is_empty() {
                let message = "is told, but a room's bots are fixed when they sit down";
                return Err(Refusal::new(Reason::PERSONA_FIXED, message).at("options.persona"));
            }
            match in_room(app, call, &turn, digest, &options, legal_plays.as_ref()).await {
                Err(refusal) if refusal.reason() == Reason::STORE_UNAVAILABLE => {
                    without_store(app, call, turn, options, legal_plays.as_ref(), refusal).await
                }
                decided => decided,
            }
        }
    }
}

/// Decides a bot's turn in a room, and has the room remember it.
async fn in_room(
    app: &Arc<App>,
    call: &Call,
    turn: &v1::RoomTurn,
    digest: u64,
    options: &v1::DecisionOptions,
    legal_plays: Option<&v1::LegalPlays>,
) -> Result<v1::Decision, Refusal> {
    let (position, seen, open) = match rooms::position(app, call, turn, digest).await? {
        Turn::Decided(decision) => return Ok(*decision),
        Turn::Open { position, seen, open } => (position, seen, open),
    };
    check_phase(call.rpc, &position.view).map_err(Refusal::in_room)?;
    let reader = CardReader::of(position.codec);
    let legal = read_legal(&reader, &position, legal_plays)?;
    let seated = Seated { room: turn.room_id.clone(), superseded: Arc::clone(open.superseded()) };
    let decision = answer(app, call, *position, options, legal.as_ref(), Some(seated)).await?;
    let decision = v1::Decision { room_version: Some(seen.state.version), ..decision };
    rooms::remember(app, turn, *seen, digest, decision).await
}

/// The store of the rooms is away: the turn is decided by its fallback where the operator wants that, and refused otherwise.
async fn without_store(
    app: &Arc<App>,
    call: &Call,
    turn: v1::RoomTurn,
    options: v1::DecisionOptions,
    legal_plays: Option<&v1::LegalPlays>,
    refusal: Refusal,
) -> Result<v1::Decision, Refusal> {
    let is_wanted = app.config.rooms.redis.when_away == WhenAway::Stateless;
    let Some(fallback) = turn.fallback.filter(|_| is_wanted) else { return Err(refusal) };
    let v1::RoomFallback { view, persona } = *fallback;
    let within = |refusal: Refusal| refusal.within("room.fallback");
    let view = view.ok_or_else(|| within(Refusal::missing("view")))?;
    let options = v1::DecisionOptions { persona, ..options };
    let (position, reader) = stateless(app, &view, &options).map_err(within)?;
    check_phase(call.rpc, &position.view).map_err(within)?;
    let legal = read_legal(&reader, &position, legal_plays)?;
    let decided = think(app, call, &position, &options, None).await?;
    let decided = Decided { degraded: v1::Degraded::Store, ..decided };
    Ok(finish(app, call, position, &options, legal.as_ref(), decided, Some(turn.room_id)))
}

/// Decides a view that came another way than by gRPC, within the budget of `call`.
pub async fn decide_view(
    app: &Arc<App>,
    call: &Call,
    view: View,
    companion: Arc<Companion>,
) -> Result<Decision, Refusal> {
    let hand_seed = inbound::present_seed(&view);
    let hand = inbound::SentHand::Text(view.hand());
    let habits = [Habits::default(); 3];
    let position = Position { view, hand, codec: None, companion, hand_seed, habits, disclosed: false };
    let Decided { decision, degraded, took, budget } =
        think(app, call, &position, &v1::DecisionOptions::default(), None).await?;
    let compute_us = took.as_micros() as u32;
    let course = Course { degraded, compute_us, chosen: Chosen::Decided, mismatch: None };
    let is_degraded = count(app, call, &decision, &course, budget);
    tell(app, call, position, &decision, Told { is_degraded, budget, room: None });
    Ok(decision)
}

/// A position that carries all that it needs.
pub(super) fn stateless(
    app: &App,
    view: &v1::View,
    options: &v1::DecisionOptions,
) -> Result<(Position, CardReader), Refusal> {
    let sent = inbound::view(view).map_err(|refusal| refusal.within("view"))?;
    let companion = app.roster.named(&options.persona).map_err(|refusal| refusal.within("options"))?;
    let reader = CardReader::new(view.card_codec).map_err(|refusal| refusal.within("view"))?;
    let position = Position {
        view: sent.view,
        hand: sent.hand,
        codec: reader.codec(),
        companion,
        hand_seed: options.hand_seed.map_or(sent.seed, Seed),
        habits: sent.habits,
        disclosed: options.disclosed,
    };
    Ok((position, reader))
}

fn read_legal(
    reader: &CardReader,
    position: &Position,
    legal: Option<&v1::LegalPlays>,
) -> Result<Option<LegalPlays>, Refusal> {
    legal.map(|legal| LegalPlays::read(reader, position.view.hand(), legal)).transpose()
}

/// Each RPC has its phase; the wrong one is told the right one.
fn check_phase(rpc: Rpc, view: &View) -> Result<(), Refusal> {
    let stage = view.board().stage();
    let fits = match (stage, view.trick()) {
        (Stage::Auction | Stage::Doubling | Stage::Showing, _) => "Bid",
        (Stage::Play, Trick::Lead) => "Play",
        (Stage::Play, Trick::Follow(_)) => "Follow",
        (Stage::Bottom, _) => {
            let message = "the auction is over and the bottom cards have not been shown: nobody is to act";
            return Err(Refusal::new(Reason::WRONG_PHASE, message).at("view"));
        }
        (Stage::Over | Stage::Redeal, _) => {
            let message = format!("the hand is at the stage {stage}: nobody is to act");
            return Err(Refusal::new(Reason::WRONG_PHASE, message).at("view"));
        }
    };
    if !view.is_my_turn() {
        let turn = view.board().turn().map_or_else(String::new, |chair| chair.to_string());
        let turn = view
            .board()
            .landlord()
            .zip(view.board().turn())
            .map_or(turn, |(landlord, chair)| chair.seat(landlord).to_string());
        let message = format!("it is the turn of {turn}");
        return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("view").with("turn", turn));
    }
    if rpc.name() != fits && rpc != Rpc::ReviewPlay {
        let message = format!("{} does not fit the stage {stage} with {}: ask {fits}", rpc.name(), facing(view));
        return Err(Refusal::new(Reason::WRONG_PHASE, message).at("view").with("expected_rpc", fits));
    }
    Ok(())
}

fn facing(view: &View) -> String {
    match view.trick() {
        Trick::Lead => String::from("nothing to beat"),
        Trick::Follow(combo) => format!("{combo} to beat"),
    }
}

/// Thinks, and makes the answer of what was thought.
async fn answer(
    app: &Arc<App>,
    call: &Call,
    position: Position,
    options: &v1::DecisionOptions,
    legal: Option<&LegalPlays>,
    seated: Option<Seated>,
) -> Result<v1::Decision, Refusal> {
    let (room, superseded) = seated.map_or((None, None), |seated| (Some(seated.room), Some(seated.superseded)));
    let decided = think(app, call, &position, options, superseded).await?;
    Ok(finish(app, call, position, options, legal, decided, room))
}

/// The answer of what was decided, with the backend's own list heard and everything on record.
fn finish(
    app: &App,
    call: &Call,
    position: Position,
    options: &v1::DecisionOptions,
    legal: Option<&LegalPlays>,
    decided: Decided,
    room: Option<String>,
) -> v1::Decision {
    let Decided { mut decision, degraded, took, budget } = decided;
    let (mut chosen, mut mismatch) = (Chosen::Decided, None);
    if let Some(legal) = legal {
        chosen = legal.choose(&position.view, &mut decision);
        mismatch = legal.mismatch(&position.view, &position.hand);
    }
    let course = Course { degraded, compute_us: took.as_micros() as u32, chosen, mismatch };
    let is_degraded = count(app, call, &decision, &course, budget);
    let wants = Wants { alternatives: options.want_alternatives, trace: options.want_trace };
    let answer = outbound::decision(&position, &decision, wants, course);
    tell(app, call, position, &decision, Told { is_degraded, budget, room });
    answer
}

/// Decides a position whose turn it is.
pub(super) async fn think(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &v1::DecisionOptions,
    superseded: Option<Arc<AtomicBool>>,
) -> Result<Decided, Refusal> {
    let _place = app.admit(call.rpc)?;
    let most_ms = call.rpc.budget_ms(&app.config.budgets).unwrap_or(app.config.budgets.follow_ms);
    let margin = Duration::from_micros(app.config.thinking.reply_margin_us);
    let budget = Budget::of(call.arrival, options.budget_ms, most_ms, margin);
    let started = Instant::now();
    let decided = |decision, degraded| Decided { decision, degraded, took: started.elapsed(), budget };
    let counts = Counts::of(options, position.habits);

    if position.companion.is_quick() || !position.view.course_is_played() {
        return Ok(decided(here_and_now(position, counts)?, v1::Degraded::Unspecified));
    }
    let left = budget.left(started);
    if left.is_zero() {
        return Ok(decided(here_and_now(position, counts.quick())?, v1::Degraded::Budget));
    }
    // Waiting may take a quarter of what is left: a thought that starts later is worth less than an answer now.
    if app.thinker.wait() > left / 4 {
        return Ok(decided(here_and_now(position, counts.quick())?, v1::Degraded::Overload));
    }
    let (companion, view, seed) = (Arc::clone(&position.companion), position.view.clone(), position.hand_seed);
    let wish = Wish { until: budget.until, superseded: superseded.clone(), expected: app.expected(call.rpc) };
    let thought = app
        .thinker
        .think(wish, move |scratch, halt| decide_until(&view, &companion.persona, seed, counts, halt, scratch));
    let is_superseded = || superseded.as_deref().is_some_and(|flag| flag.load(Ordering::Relaxed));
    match thought.await {
        Ok(thought) => {
            app.metrics.queue_wait_seconds.one().record(thought.waited.as_secs_f64());
            app.learn(call.rpc, thought.took);
            if is_superseded() {
                return Err(superseded_refusal());
            }
            let (decision, was_halted) = thought.answer;
            let decision = decision.map_err(not_my_turn)?;
            // A search uses what time there is: it is worse for being cut short when it had to begin late.
            let searched = decision.decider == Decider::Search && thought.took * 4 >= budget.total * 3;
            let degraded = if was_halted && !searched { v1::Degraded::Budget } else { v1::Degraded::Unspecified };
            Ok(decided(decision, degraded))
        }
        Err(NoThought::Busy) => Ok(decided(here_and_now(position, counts.quick())?, v1::Degraded::Overload)),
        Err(NoThought::Failed) if is_superseded() => Err(superseded_refusal()),
        Err(NoThought::Failed) => Err(Refusal::new(Reason::FAULT, "thinking failed; the server's log says more")),
    }
}

fn superseded_refusal() -> Refusal {
    Refusal::new(Reason::SUPERSEDED, "an event ended the turn while the bot was thinking about it")
}

fn not_my_turn(error: NotMyTurn) -> Refusal {
    Refusal::new(Reason::NOT_YOUR_TURN, error.to_string()).at("view")
}

/// Whether there is anything that a thinking thread could be needed for: bids take microseconds.
trait CourseIsPlayed {
    fn course_is_played(&self) -> bool;
}

impl CourseIsPlayed for View {
    fn course_is_played(&self) -> bool {
        self.board().stage() == Stage::Play
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// Decides on this very thread: for those who take microseconds.
fn here_and_now(position: &Position, counts: Counts) -> Result<Decision, Refusal> {
    let Position { view, companion, hand_seed, .. } = position;
    let mut never = || false;
    let limits = counts.until(&mut never);
    SCRATCH
        .with_borrow_mut(|scratch| decide_within(view, &companion.persona, *hand_seed, limits, scratch))
        .map_err(not_my_turn)
}

/// Decides until told to stop; says whether it was.
fn decide_until(
    view: &View,
    persona: &Persona,
    seed: Seed,
    counts: Counts,
    halt: &Halt,
    scratch: &mut Scratch,
) -> (Result<Decision, NotMyTurn>, bool) {
    let mut was_halted = false;
    let mut ask = || {
        was_halted |= halt.is_due();
        was_halted
    };
    let decision = decide_within(view, persona, seed, counts.until(&mut ask), scratch);
    (decision, was_halted)
}

/// Metrics. Says whether the answer counts as degraded.
fn count(app: &App, call: &Call, decision: &Decision, course: &Course, budget: Budget) -> bool {
    let metrics = &app.metrics;
    let took = Duration::from_micros(u64::from(course.compute_us));
    metrics.decided(call.rpc, decision.decider, decision.reason, took, budget.total);
    let degradation = match (&course.chosen, course.degraded) {
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
    if let Some(mismatch) = &course.mismatch {
        let sides = [mismatch.missing_count > 0, mismatch.extra_count > 0, mismatch.pass_differs];
        for (side, _) in sides.into_iter().enumerate().filter(|(_, differs)| *differs) {
            metrics.legal_mismatch.at(side, 0).increment(1);
        }
    }
    degradation.is_some()
}

/// What is told of a decision beside what its position says.
struct Told {
    is_degraded: bool,
    budget: Budget,
    room: Option<String>,
}

/// The call's span, if it has one, and the replay line. Takes the position: a copy of its history for every line would cost
/// as much as writing it.
fn tell(app: &App, call: &Call, position: Position, decision: &Decision, told: Told) {
    let Position { view, companion, hand_seed, habits, .. } = position;
    let Told { is_degraded, budget, room } = told;
    let budget_ms = budget.total.as_millis() as u64;
    if call.has_span() {
        let span = tracing::Span::current();
        if let Some(room) = &room {
            span.record("room", room.as_str());
        }
        let seat = view.seat().map_or_else(|| view.chair().to_string(), |seat| seat.to_string());
        span.record("seat", seat).record("decider", field::display(decision.decider)).record("budget_ms", budget_ms);
        tracing::debug!(persona = companion.persona.name(), reason = decision.reason, "decided");
    }
    if app.replay.is_on() {
        app.replay.put(replay::Line {
            rpc: call.rpc.name(),
            room,
            companion,
            seed: hand_seed.0,
            worlds: decision.trace.worlds,
            nodes: decision.trace.nodes,
            budget_ms,
            habits,
            view,
            action: decision.action,
            decider: decision.decider,
            is_degraded,
            weights: decision.trace.weights,
            trace: call.trace,
        });
    }
}
