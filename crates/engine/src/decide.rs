//! Decisions: from the view of a seat to its action. `STAGES` lists the stages of a play, which the other files hold: a forced move; the
//! strategies or the nets, under the guards; advice (recorded cases, a winning order); the exact solver; search. The persona decides which
//! of them it uses. `calls` decides before the play. `cost` and `reading` tell callers more about a decision.

mod stage;
mod strategies;
mod nets;
mod advice;
mod solve;
mod search;
mod calls;
mod noise;
pub(crate) mod pace;
mod cost;
mod reading;

use rules::{Action, Combo, Plays, Ruleset, Seat, Seed, Stage, Trick, View};

use crate::cases::{Cases, Trees};
use crate::decision::{Decider, Decision, Trace, Unit};
use crate::endgame::Memory;
use crate::net::Weights;
use crate::opponents::habits::Habits;
use crate::persona::Persona;
use crate::profile::Family;
use crate::rule_player::ballot::Ballot;
use crate::search::LookaheadSearch;
use crate::turn::{Turn, TurnBuffers, nets_judge};
use crate::wild_player;
pub use advice::case;
pub use cost::{Cost, cost};
use nets::NetPlayer;
use pace::PacedTurn;
pub use reading::{Reading, hand_plans, reading};
use stage::{Choice, Ground, Ranking, StageResult, Tools, Work};

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
pub struct Scratch {
    plays: Plays,
    turns: TurnBuffers,
    tools: Tools,
}

/// Memory for solving endings: enough for the ends of ordinary hands.
const SOLVER_BYTES_MAX: usize = 16 << 20;

impl Scratch {
    /// Makes empty buffers.
    pub fn new() -> Scratch {
        Scratch::of(NetPlayer::shipped())
    }

    /// Makes empty buffers with these weights for every ruleset, instead of those that came with this build.
    pub fn with(weights: Weights) -> Scratch {
        Scratch::of(NetPlayer::with(weights))
    }

    fn of(nets: NetPlayer) -> Scratch {
        let (solver, lookahead) = (Memory::new(SOLVER_BYTES_MAX), LookaheadSearch::new());
        let tools = Tools { ballot: Ballot::default(), solver, lookahead, wild: None, nets, cases: Trees::shipped() };
        Scratch { plays: Plays::new(), turns: TurnBuffers::new(), tools }
    }

    /// Replaces the tree of cases for the ruleset under which `cases` was grown.
    pub fn with_cases(mut self, cases: Cases) -> Scratch {
        self.tools.cases.replace(cases);
        self
    }

    /// Returns the weights of the nets that decide under a ruleset.
    pub fn weights(&self, rules: &Ruleset) -> &Weights {
        self.tools.nets.weights(Family::of(rules))
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

/// The outside limits of one decision: bounds on top of the persona's own, and the players' habits.
pub struct Limits<'a> {
    /// The turn's clock, when the players have one: thinking time is advised within 60% of it.
    pub clock_ms: Option<u32>,
    /// The most worlds that are solved or played out; never more than the persona's own number; 0 leaves the decision to
    /// the strategies, or to the bare net. The number in a trace repeats a decision that a clock cut short.
    pub worlds_max: u32,
    /// The same for the positions that solving or searching enters.
    pub nodes_max: u64,
    /// The record of the players from earlier hands, by seat, or by chair before there is a landlord. It changes a persona's numbers and
    /// its belief about their cards.
    pub habits: [Habits; 3],
    /// A function that solver and search call from time to time. `true` ends them: then the finished part decides, or the strategies.
    pub halt: &'a mut dyn FnMut() -> bool,
}

impl<'a> Limits<'a> {
    /// Returns limits with the persona's own bounds, `halt`, and unknown players.
    pub fn until(halt: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        let habits = [Habits::default(); 3];
        Limits { clock_ms: None, worlds_max: u32::MAX, nodes_max: u64::MAX, habits, halt }
    }
}

/// A decision was asked for out of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to decide: the hand is at the stage {stage} and it is not this seat's turn")]
pub struct NotMyTurn {
    /// The stage of the hand.
    pub stage: Stage,
}

/// The random streams of a hand's seed. A number keeps its purpose for ever.
const CHOICE_STREAM: u64 = 1;
const PACE_STREAM: u64 = 2;
const BID_STREAM: u64 = 3;
const WORLD_STREAM: u64 = 4;

/// Returns the action of `persona` in `view`, when it is its turn. `hand_seed` stays the same for all turns of a hand; the turn is read
/// from the view. The same view, persona and seed give the same decision.
///
/// ```
/// use engine::{decide, Persona, Scratch};
/// use rules::{Seed, View};
/// let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse()?;
/// let rules = Persona::named("rules").expect("a built-in row");
/// let decision = decide(&view, &rules, Seed(1), &mut Scratch::new())?;
/// assert_eq!((decision.reason, decision.play().map(|play| play.to_string())), ("normal", Some("JJ".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
    decide_within(view, persona, hand_seed, Limits::until(&mut || false), scratch)
}

/// Decides as [`decide`] does, within limits. The clock changes the advised thinking time and nothing else. The same worlds, nodes and
/// habits give the same decision. `halt` may end it early.
pub fn decide_within(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    mut limits: Limits<'_>,
    scratch: &mut Scratch,
) -> Result<Decision, NotMyTurn> {
    let stage = view.board().stage();
    if !view.is_my_turn() {
        return Err(NotMyTurn { stage });
    }
    Ok(match stage {
        Stage::Play => play(view, persona, hand_seed, &mut limits, scratch),
        _ => calls::decide(view, persona, hand_seed, &limits, scratch),
    })
}

/// Returns the number of a turn within its hand, the same with and without a history.
fn turn_number(view: &View) -> u32 {
    let played: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
    (54 - played) * 4 + u32::from(view.course().passes())
}

/// Returns the unit of a decider's candidates.
fn unit(now: &Turn, decider: Decider) -> Unit {
    match decider {
        Decider::Forced | Decider::Rules | Decider::Cases => Unit::Quarters,
        Decider::Search if votes_as_published(now) => Unit::Votes,
        Decider::Net | Decider::Search | Decider::Solver => Unit::of(now.objective),
    }
}

/// Returns in how many of 1,000 likely deals the side of the seat on turn wins with its best play, as the seat-view net expects it. `None`
/// before the play and after it, for another seat, or if the nets cannot judge.
pub fn chance(view: &View, scratch: &mut Scratch) -> Option<i32> {
    let me = view.seat().filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play)?;
    if !nets_judge(view) {
        return None;
    }
    let (rules, hand, trick) = (view.rules(), view.hand(), view.trick());
    if rules.has_stand_ins() && wild_player::going_out(rules, hand, trick).is_some() {
        return Some(1000);
    }
    Some(scratch.tools.nets.chance(view, me, scratch.plays.fill_frugal(rules, hand, trick)))
}

/// Returns the grade of a play: the share of the other actions that promise more, in thousandths, as the nets expect it from the seat's
/// knowledge. `None` if there is no real choice (only one legal action, or a play that goes out) or if the nets do not judge.
pub fn grade(view: &View, play: Option<Combo>, scratch: &mut Scratch) -> Option<u32> {
    let me = view.seat().filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play && nets_judge(view))?;
    let Scratch { plays, tools, .. } = scratch;
    let plays = plays.fill_frugal(view.rules(), view.hand(), view.trick());
    let others = usize::from(view.trick() != Trick::Lead);
    let is_choice = plays.len() + others > 1 && plays.iter().all(|play| play.cards() != view.hand());
    is_choice.then(|| tools.nets.place(view, me, plays, play))
}

/// A stage of a play.
struct PlayStage {
    is_asked: fn(&Turn) -> bool,
    run: fn(&mut Work<'_, '_>) -> StageResult,
}

const fn row(is_asked: fn(&Turn) -> bool, run: fn(&mut Work<'_, '_>) -> StageResult) -> PlayStage {
    PlayStage { is_asked, run }
}

/// Every stage, in order. The first that decides ends it, so a stage cannot veto what an earlier one decided: that is what
/// [guards](crate::rule_player::guard) are for.
const STAGES: &[PlayStage] = &[
    row(|_| true, without_choice),
    // The choice: one of these three.
    row(|now| now.by_nets, nets::choose),
    row(|now| !now.by_nets && has_stand_ins(now), strategies::choose_among_wilds),
    row(by_strategies, strategies::choose),
    // Cases say nothing about players who play unlike the recorded ones.
    row(|now| by_strategies(now) && now.persona.params().cases && !now.is_beyond_cases, advice::ask_cases),
    row(|now| now.by_nets && !has_stand_ins(now), advice::offer_path),
    // The published player asks nothing else.
    row(votes_as_published, search::vote_as_published),
    row(|_| true, solve::overrule),
    // The look ahead: one of these two.
    row(|now| searches(now) && has_stand_ins(now), search::play_out_stand_ins),
    row(|now| searches(now) && now.by_nets && !has_stand_ins(now), search::look_ahead),
];

fn has_stand_ins(now: &Turn) -> bool {
    now.rules().has_stand_ins()
}

fn by_strategies(now: &Turn) -> bool {
    !now.by_nets && !has_stand_ins(now)
}

fn votes_as_published(now: &Turn) -> bool {
    now.persona.is_published() && now.persona.params().minimax && now.rules().is_plain()
}

fn searches(now: &Turn) -> bool {
    now.persona.params().search_worlds > 0
}

/// Takes the only legal play; among wild ranks also the whole hand, which the frugal list may lack.
fn without_choice(work: &mut Work<'_, '_>) -> StageResult {
    let now = work.now;
    let out = || wild_player::going_out(now.rules(), now.hand, now.trick);
    if let Some(out) = has_stand_ins(now).then(out).flatten() {
        work.choice = Choice::unweighed(Some(out), "one-combo", Decider::Rules, Ground::GoesOut);
        return StageResult::Decided;
    }
    if now.plays.is_empty() || (now.plays.len() == 1 && now.trick == Trick::Lead) {
        work.choice = Choice::unweighed(now.plays.first().copied(), "forced", Decider::Forced, Ground::Judged);
        return StageResult::Decided;
    }
    StageResult::Undecided
}

/// Chooses the play of the seat on turn.
fn play(view: &View, persona: &Persona, hand_seed: Seed, limits: &mut Limits<'_>, scratch: &mut Scratch) -> Decision {
    let Scratch { plays, turns, tools } = scratch;
    // With wild ranks no turns are counted, so the cache of turn counts stays as it is.
    let (plays, turns) = if view.rules().has_stand_ins() {
        (plays.fill_frugal(view.rules(), view.hand(), view.trick()), &*turns)
    } else {
        (plays.fill(view.rules(), view.hand(), view.trick()), turns.under(view.rules()))
    };
    let now = Turn::with(view, persona, &limits.habits, plays, turns);
    let (turn, clock_ms) = (turn_number(view), limits.clock_ms);
    let mut work = Work {
        now: &now,
        choice: Choice::guarded(None),
        ranking: Ranking::NONE,
        offered: None,
        rng: hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn)).rng(),
        seed: hand_seed.stream(WORLD_STREAM).stream(u64::from(turn)),
        trace: Trace::of(now.profile, Some(now.me), now.hand),
        tools,
        limits,
    };
    for stage in STAGES.iter().filter(|stage| (stage.is_asked)(&now)) {
        if (stage.run)(&mut work) == StageResult::Decided {
            break;
        }
    }
    let Work { choice, trace, .. } = work;
    let moment = PacedTurn {
        seed: hand_seed.stream(PACE_STREAM),
        turn,
        closeness: pace::closeness(choice.candidates.as_slice()),
        passes: choice.play.is_none(),
        tense: Seat::ALL.iter().any(|&seat| now.left(seat) <= 3),
        clock_ms,
    };
    Decision {
        action: Action::Play(choice.play),
        reason: choice.reason,
        decider: choice.decider,
        candidates: choice.candidates,
        unit: unit(&now, choice.decider),
        win_chance: choice.win_chance,
        trace,
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &moment),
    }
}
