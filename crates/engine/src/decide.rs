//! Decisions: from the view of a seat to its action. `calls` decides before the play, `play` during it: its `STAGES` lists the stages, which
//! the files after it hold. `cost` and `reading` tell callers more about a decision.

mod play;
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

use rules::{Combo, Plays, Ruleset, Seed, Stage, Trick, View};

use crate::cases::{Cases, Trees};
use crate::decision::Decision;
use crate::endgame::Memory;
use crate::net::Weights;
use crate::opponents::habits::Habits;
use crate::persona::Persona;
use crate::profile::Family;
use crate::rule_player::ballot::Ballot;
use crate::search::LookaheadSearch;
use crate::turn::{TurnBuffers, nets_judge};
use crate::wild_player;
pub use advice::case;
pub use cost::{Cost, cost};
use nets::NetPlayer;
pub use reading::{Reading, hand_plans, reading};
use stage::StageBuffers;

/// Buffers that decisions reuse, so that most of them do not allocate, and the nets and trees of cases that they read.
pub struct Scratch {
    plays: Plays,
    turns: TurnBuffers,
    buffers: StageBuffers,
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
        let buffers =
            StageBuffers { ballot: Ballot::default(), solver, lookahead, wild: None, nets, cases: Trees::shipped() };
        Scratch { plays: Plays::new(), turns: TurnBuffers::new(), buffers }
    }

    /// Replaces the tree of cases for the ruleset under which `cases` was grown.
    pub fn with_cases(mut self, cases: Cases) -> Scratch {
        self.buffers.cases.replace(cases);
        self
    }

    /// Returns the weights of the nets that decide under a ruleset.
    pub fn weights(&self, rules: &Ruleset) -> &Weights {
        self.buffers.nets.weights(Family::of(rules))
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
        Stage::Play => play::decide(view, persona, hand_seed, &mut limits, scratch),
        _ => calls::decide(view, persona, hand_seed, &limits, scratch),
    })
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
    Some(scratch.buffers.nets.chance(view, me, scratch.plays.fill_frugal(rules, hand, trick)))
}

/// Returns the grade of a play: the share of the other actions that promise more, in thousandths, as the nets expect it from the seat's
/// knowledge. `None` if there is no real choice (only one legal action, or a play that goes out) or if the nets do not judge.
pub fn grade(view: &View, play: Option<Combo>, scratch: &mut Scratch) -> Option<u32> {
    let me = view.seat().filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play && nets_judge(view))?;
    let Scratch { plays, buffers, .. } = scratch;
    let plays = plays.fill_frugal(view.rules(), view.hand(), view.trick());
    let others = usize::from(view.trick() != Trick::Lead);
    let is_choice = plays.len() + others > 1 && plays.iter().all(|play| play.cards() != view.hand());
    is_choice.then(|| buffers.nets.place(view, me, plays, play))
}
