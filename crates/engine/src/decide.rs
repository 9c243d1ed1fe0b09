//! Decisions: from the view of a seat to its action. `pipeline` lists the stages of a play, the other files hold one stage each: a forced move,
//! else the strategies (or the nets) under the guards, then recorded cases, the exact solver and search, as far as the persona has
//! them. Bids take a way of their own. `cost` and `reading` serve those who
//! ask more about a decision.

mod limits;
mod pipeline;
mod stage;
mod ranking;
mod strategies;
mod weigh;
mod nets;
mod net_player;
mod cases;
mod case;
mod path;
mod published;
mod solver;
mod search;
mod noise;
pub(crate) mod pace;
mod cost;
mod reading;

use rules::{Action, Auction, Combo, Plays, Ruleset, Seat, Seed, Stage, Trick, View};

use crate::bid::{Bidder, Called};
use crate::cases::{Cases, Trees};
use crate::decision::{Candidates, Decider, Decision, Trace, Unit};
use crate::endgame::Memory;
use crate::net::Weights;
use crate::opponents::experience;
use crate::pass_on::gift;
use crate::persona::{Minimax, Persona};
use crate::profile::Profile;
use crate::rule_player::strategy::Ballot;
use crate::turn::{Turn, TurnBuffers};
use crate::wild_player;
pub use case::case;
pub use cost::{Cost, cost};
pub use limits::Limits;
use net_player::{NetPlayer, WeightsByRules, by_net, nets_judge, objective};
use pace::PacedTurn;
use ranking::Ranking;
pub use reading::{Reading, hand_plans, reading};
use stage::{Choice, Tools, Work};

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
        Scratch::of(NetPlayer::new(WeightsByRules::shipped()))
    }

    /// Makes empty buffers with other weights for every ruleset than those that came with this build.
    pub fn with(weights: Weights) -> Scratch {
        Scratch::of(NetPlayer::new(WeightsByRules::all(weights)))
    }

    fn of(nets: NetPlayer) -> Scratch {
        let solver = Memory::new(SOLVER_BYTES_MAX);
        let cases = Trees::shipped();
        let tools = Tools { ballot: Ballot::default(), solver, wild: None, minimax: None, nets, cases };
        Scratch { plays: Plays::new(), turns: TurnBuffers::new(), tools }
    }

    /// Puts another tree of cases in place, for the ruleset under which it was grown.
    pub fn with_cases(mut self, cases: Cases) -> Scratch {
        self.tools.cases.replace(cases);
        self
    }

    /// Returns the weights of the nets that decide with these buffers under a ruleset that nets know.
    pub fn weights(&self, rules: &Ruleset) -> &Weights {
        self.tools.nets.weights(rules)
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
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
    let decision = match stage {
        Stage::Play => play(view, persona, hand_seed, &mut limits, scratch),
        _ => Some(decide_before_play(view, persona, hand_seed, &limits, scratch)),
    };
    decision.ok_or(NotMyTurn { stage })
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
        Decider::Search if now.persona.params().minimax == Minimax::Published => Unit::Votes,
        Decider::Net | Decider::Search | Decider::Solver => Unit::of(objective(now.view, now.persona, now.profile)),
    }
}

/// Returns in how many of 1,000 likely deals the side of the seat on turn wins with its best play, as the seat-view net expects it. `None`
/// before the play and after it, for another seat, and where the nets have not learned to judge.
pub fn chance(view: &View, scratch: &mut Scratch) -> Option<i32> {
    let me = view.seat().filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play)?;
    let is_known = nets_judge(view);
    let Scratch { plays, tools, .. } = scratch;
    if is_known && view.rules().has_stand_ins() && wild_player::going_out(view).is_some() {
        return Some(1000);
    }
    is_known.then(|| tools.nets.chance(view, me, plays.fill_frugal(view.rules(), view.hand(), view.trick())))
}

/// Returns the grade of a play: the share of the other actions that promise more, in thousandths, as the nets expect it from the seat's
/// knowledge. `None` where there is no real choice (one legal action alone, or a play that goes out) and where the nets do not judge.
pub fn grade(view: &View, play: Option<Combo>, scratch: &mut Scratch) -> Option<u32> {
    let me = view.seat().filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play && nets_judge(view))?;
    let Scratch { plays, tools, .. } = scratch;
    let plays = plays.fill_frugal(view.rules(), view.hand(), view.trick());
    let others = usize::from(view.trick() != Trick::Lead);
    let is_choice = plays.len() + others > 1 && plays.iter().all(|play| play.cards() != view.hand());
    is_choice.then(|| tools.nets.place(view, me, plays, play))
}

/// Chooses the three cards that go to another chair. Every persona chooses them alike.
fn pass_on(view: &View, persona: &Persona, profile: Profile, hand_seed: Seed, clock_ms: Option<u32>) -> Decision {
    let seed = hand_seed.stream(PACE_STREAM);
    let moment = PacedTurn { seed, turn: 0, closeness: None, passes: false, tense: false, clock_ms };
    Decision {
        action: Action::PassOn(gift(view.hand(), view.rules())),
        reason: "pass-on",
        decider: Decider::Rules,
        candidates: Candidates::NONE,
        unit: Unit::Quarters,
        win_chance: None,
        trace: Trace::of(view, profile),
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &moment),
    }
}

fn decide_before_play(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    limits: &Limits<'_>,
    scratch: &mut Scratch,
) -> Decision {
    let (stage, profile) = (view.board().stage(), Profile::of(view.rules()));
    if stage == Stage::PassOn {
        return pass_on(view, persona, profile, hand_seed, limits.clock_ms);
    }
    let said = view.log().len() as u64;
    // Where a seat is asked again, it draws once: another draw would make every middling hand call in the end.
    let draw = if view.rules().auction() == Auction::Rounds { view.chair().index() as u64 } else { said };
    let rng = hand_seed.stream(BID_STREAM).stream(draw).rng();
    let Scratch { plays, tools, .. } = scratch;
    let is_auction = stage == Stage::Auction;
    let weights = tools.nets.weights(view.rules());
    // The expectation of the Journey's net for a hand has no measured place among all hands, and nothing says what an open hand loses.
    let knows_stage = match stage {
        Stage::Auction => true,
        // A peasant asks the full-information nets, which files for wild ranks do not have.
        Stage::Doubling => weights.judges_worlds(),
        _ => false,
    };
    let asks_nets = knows_stage && by_net(view, persona) && profile.bids_by_nets();
    let nets = asks_nets.then_some((weights, plays));
    let weights = nets.as_ref().map(|(weights, _)| weights.digest());
    let me = view.chair();
    let others = [me.next(), me.next().next()].map(|chair| &limits.habits[chair.index()]);
    let places = if is_auction { experience::bid_places(persona, profile, others) } else { 0 };
    let bidder = Bidder { persona, profile, places };
    let Called { action, strength, expected, reason } = bidder.decide(view, nets, rng);
    let moment = PacedTurn {
        seed: hand_seed.stream(PACE_STREAM),
        turn: said as u32,
        // The landlord's seat is a close call for a middling hand, and clear at both ends.
        closeness: Some(1.0 - f64::from((strength.rank - 500).abs()) / 500.0),
        passes: false,
        tense: false,
        clock_ms: limits.clock_ms,
    };
    Decision {
        action,
        reason,
        decider: if weights.is_some() { Decider::Net } else { Decider::Rules },
        candidates: Candidates::NONE,
        unit: Unit::Quarters,
        win_chance: None,
        trace: Trace { strength: Some(strength), expected, weights, ..Trace::of(view, profile) },
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &moment),
    }
}

/// Chooses the play of the seat on turn.
fn play(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    limits: &mut Limits<'_>,
    scratch: &mut Scratch,
) -> Option<Decision> {
    let me = view.seat()?;
    let Scratch { plays, turns, tools } = scratch;
    // Among wild ranks nothing counts turns, so the memory of other turns stays.
    let (plays, turns) = if view.rules().has_stand_ins() {
        (plays.fill_frugal(view.rules(), view.hand(), view.trick()), &*turns)
    } else {
        (plays.fill(view.rules(), view.hand(), view.trick()), turns.under(view.rules()))
    };
    let learned = experience::learned(persona, view.rules(), me, &limits.habits);
    let now = Turn::with(view, persona, learned.as_ref(), plays, turns);
    let is_beyond_cases = learned.as_ref().is_some_and(|known| known.is_beyond_cases);
    let turn = u64::from(turn_number(view));
    let clock_ms = limits.clock_ms;
    let work = Work {
        now: &now,
        choice: Choice::none(),
        ranking: Ranking::NONE,
        offered: None,
        rng: hand_seed.stream(CHOICE_STREAM).stream(turn).rng(),
        seed: hand_seed.stream(WORLD_STREAM).stream(turn),
        trace: Trace::of(view, now.profile),
        tools,
        limits,
    };
    let (choice, trace) = pipeline::run(work, is_beyond_cases);
    let moment = PacedTurn {
        seed: hand_seed.stream(PACE_STREAM),
        turn: turn_number(view),
        closeness: pace::closeness(choice.candidates.as_slice()),
        passes: choice.play.is_none(),
        tense: Seat::ALL.iter().any(|&seat| view.course().left(seat) <= 3),
        clock_ms,
    };
    Some(Decision {
        action: Action::Play(choice.play),
        reason: choice.reason,
        decider: choice.decider,
        candidates: choice.candidates,
        unit: unit(&now, choice.decider),
        win_chance: choice.win_chance,
        trace,
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &moment),
    })
}
