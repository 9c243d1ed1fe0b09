//! The pipeline from what a seat knows to what it does: a forced move, else the strategies (or the nets) under the guards,
//! then recorded cases, the exact solver and search, as far as the persona has them. Bids take a way of their own.

mod cases;
mod nets;
mod noise;
mod pace;
mod path;
mod published;
mod wild;

use std::cell::RefCell;

use rules::{Action, Combo, Plays, Rng, Ruleset, Seat, Seed, Stage, Trick, View};

use crate::bid;
use crate::cases::Cases;
use crate::decision::{Candidate, Candidates, Decider, Decision, Trace, Unit};
use crate::endgame::Memory;
use crate::hand::split::TurnsMemo;
use crate::net::{Objective, Weights};
use crate::opponents::belief::{BeliefConfig, TypePrior};
use crate::opponents::experience;
use crate::opponents::habits::Habits;
use crate::pass_on::gift;
use crate::persona::Persona;
use crate::profile::Profile;
use crate::rule_player::guard;
use crate::rule_player::situation::Situation;
use crate::rule_player::strategy::{self, Ballot, Verdict};
use crate::search::{RolloutSearch, SearchConfig, SearchResult, WildSearch, endings, minimax};
use crate::wild_player;
pub use cases::case;
use nets::{NetPlayer, WeightsByRules};
use pace::Moment;

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
pub struct Scratch {
    plays: Plays,
    ballot: Ballot,
    memo: RefCell<TurnsMemo>,
    solver: Memory,
    rollouts: RolloutSearch,
    /// Some megabytes that few rulesets need: made when one does.
    wild: Option<Box<WildSearch>>,
    /// Some megabytes that few personas need: made when one does.
    minimax: Option<Box<minimax::Scratch>>,
    nets: NetPlayer,
    cases: Vec<Cases>,
}

/// Memory for solving endings: enough for the ends of ordinary hands.
const SOLVER_BYTES_MAX: usize = 16 << 20;

impl Scratch {
    /// Empty buffers.
    pub fn new() -> Scratch {
        Scratch::of(NetPlayer::new(WeightsByRules::shipped()))
    }

    /// Empty buffers, and other weights for every ruleset than those that came with this build.
    pub fn with(weights: Weights) -> Scratch {
        Scratch::of(NetPlayer::new(WeightsByRules::all(weights)))
    }

    fn of(nets: NetPlayer) -> Scratch {
        let memo = RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC));
        let solver = Memory::new(SOLVER_BYTES_MAX);
        let rollouts = RolloutSearch::new();
        let cases = Ruleset::ALL.into_iter().filter_map(Cases::shipped).collect();
        Scratch {
            plays: Plays::new(),
            ballot: Ballot::default(),
            memo,
            solver,
            rollouts,
            wild: None,
            minimax: None,
            nets,
            cases,
        }
    }

    /// The same, with another tree of cases for the ruleset under which it was grown.
    pub fn with_cases(mut self, cases: Cases) -> Scratch {
        self.cases.retain(|known| known.metadata().ruleset.name() != cases.metadata().ruleset.name());
        self.cases.push(cases);
        self
    }

    /// The weights of the nets that decide with these buffers under a ruleset that nets know.
    pub fn weights(&self, rules: &Ruleset) -> &Weights {
        self.nets.weights(rules)
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
    /// Where the hand is.
    pub stage: Stage,
}

/// The random streams of a hand's seed. A number keeps its purpose for ever.
const CHOICE_STREAM: u64 = 1;
const PACE_STREAM: u64 = 2;
const BID_STREAM: u64 = 3;
const WORLD_STREAM: u64 = 4;

/// What `persona` does in `view`, when it is its turn. `hand_seed` stays the same for all turns of a hand; the turn is
/// read from the view. The same view, persona and seed give the same decision.
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

/// What bears on one decision from outside its view: bounds on top of the persona's own, and what is known of the players.
pub struct Limits<'a> {
    /// The turn's clock, when the players have one: thinking time is advised within 60% of it.
    pub clock_ms: Option<u32>,
    /// At most this many worlds are solved or played out, and at most the persona's own number; 0 leaves the decision to
    /// the strategies, or to the bare net. The number in a trace repeats a decision that a clock cut short.
    pub worlds_max: u32,
    /// The same for the positions that solving or searching enters.
    pub nodes_max: u64,
    /// What earlier hands showed of the players, by seat; by chair before there is a landlord. It moves a persona's own numbers and what
    /// search believes of their cards.
    pub habits: [Habits; 3],
    /// Called now and then while endings are solved or plays are searched. `true` ends that: the finished part decides, or
    /// the strategies.
    pub halt: &'a mut dyn FnMut() -> bool,
}

impl<'a> Limits<'a> {
    /// The persona's own bounds, `halt`, and unknown players.
    pub fn until(halt: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        let habits = [Habits::default(); 3];
        Limits { clock_ms: None, worlds_max: u32::MAX, nodes_max: u64::MAX, habits, halt }
    }
}

/// [`decide`] within limits. The clock changes the advised thinking time and nothing else. The same worlds, nodes and habits
/// give the same decision. `halt` may end it early.
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
    Ok(match (stage, view.seat()) {
        (Stage::Play, Some(me)) => play(view, persona, me, hand_seed, &mut limits, scratch),
        (Stage::PassOn, _) => pass_on(view, persona, hand_seed, limits.clock_ms),
        _ => decide_before_play(view, persona, hand_seed, &limits, scratch),
    })
}

/// The number of a turn within its hand, the same with and without a history.
fn turn_number(view: &View) -> u32 {
    let played: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
    (54 - played) * 4 + u32::from(view.course().passes())
}

/// True if the nets can judge the view: every card is accounted for, and every wild rank is shown. A seat that took over without the
/// played cards is better off with the strategies.
fn nets_judge(view: &View) -> bool {
    view.discarded() == 0 && !view.rules().awaits_wild()
}

/// True if the nets choose.
fn by_net(view: &View, persona: &Persona) -> bool {
    persona.params().net == 1 && nets_judge(view)
}

/// What the persona plays for: where the nets do not choose, the chance to win.
fn objective(view: &View, persona: &Persona) -> Objective {
    if by_net(view, persona) { persona.objective_in(view.rules()) } else { Objective::Wins }
}

/// What the candidates of a decider count.
fn unit(view: &View, persona: &Persona, decider: Decider) -> Unit {
    match decider {
        Decider::Forced | Decider::Rules | Decider::Cases => Unit::Quarters,
        Decider::Net | Decider::Search | Decider::Solver => match objective(view, persona) {
            Objective::Wins => Unit::Wins,
            Objective::Score => Unit::Score,
        },
    }
}

/// In how many of 1,000 likely deals the side of the seat on turn wins with its best play, as the seat-view net expects it. `None`
/// before the play and after it, for another seat, and where the nets have not learned to judge.
pub fn chance(view: &View, scratch: &mut Scratch) -> Option<i32> {
    let me = view.seat().filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play)?;
    let is_known = nets_judge(view);
    let Scratch { plays, nets, .. } = scratch;
    if is_known && Profile::of(view.rules()).has_stand_ins() && wild_player::going_out(view).is_some() {
        return Some(1000);
    }
    is_known.then(|| nets.chance(view, me, plays.fill_frugal(view.rules(), view.hand(), view.trick())))
}

/// The three cards that go to another chair. Every persona chooses them alike.
fn pass_on(view: &View, persona: &Persona, hand_seed: Seed, clock_ms: Option<u32>) -> Decision {
    let seed = hand_seed.stream(PACE_STREAM);
    let moment = Moment { seed, turn: 0, closeness: None, tense: false, clock_ms };
    Decision {
        action: Action::PassOn(gift(view.hand(), view.rules())),
        reason: "pass-on",
        why: "Without these three cards the hand is worth most.",
        decider: Decider::Rules,
        candidates: Candidates::NONE,
        unit: Unit::Quarters,
        win_chance: None,
        trace: Trace::of(view),
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
    let said = view.log().len() as u64;
    let rng = hand_seed.stream(BID_STREAM).stream(said).rng();
    let Scratch { plays, nets, .. } = scratch;
    let (stage, profile) = (view.board().stage(), Profile::of(view.rules()));
    let is_auction = stage == Stage::Auction;
    let weights = nets.weights(view.rules());
    // What the net of the Journey expects of a hand has no measured place among all hands, and nothing says what an open hand loses.
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
    let (action, strength, reason, why) = bid::decide(view, persona, places, nets, rng);
    let moment = Moment {
        seed: hand_seed.stream(PACE_STREAM),
        turn: said as u32,
        // The landlord's seat is a close call for a middling hand, and clear at both ends.
        closeness: Some(1.0 - f64::from((strength.rank - 500).abs()) / 500.0),
        tense: false,
        clock_ms: limits.clock_ms,
    };
    Decision {
        action,
        reason,
        why,
        decider: if weights.is_some() { Decider::Net } else { Decider::Rules },
        candidates: Candidates::NONE,
        unit: Unit::Quarters,
        win_chance: None,
        trace: Trace { strength: Some(strength), weights, ..Trace::of(view) },
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &moment),
    }
}

/// A play, and what chose it.
struct Choice {
    play: Option<Combo>,
    reason: (&'static str, &'static str),
    decider: Decider,
    candidates: Candidates,
    win_chance: Option<i32>,
}

fn play(
    view: &View,
    persona: &Persona,
    me: Seat,
    hand_seed: Seed,
    limits: &mut Limits<'_>,
    scratch: &mut Scratch,
) -> Decision {
    let Scratch { plays, ballot, memo, solver, rollouts, wild, minimax, nets, cases } = scratch;
    let turn = turn_number(view);
    let mut trace = Trace::of(view);
    let mut rng = hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn)).rng();
    let profile = Profile::of(view.rules());
    if profile.has_stand_ins() {
        let turn = wild::Turn { view, persona, me, seed: hand_seed.stream(WORLD_STREAM).stream(u64::from(turn)) };
        let nets = by_net(view, persona).then_some(nets);
        let choice = wild::play(&turn, &mut rng, (plays, solver, wild), nets, limits, &mut trace);
        return decision(view, persona, hand_seed, limits.clock_ms, &choice, trace);
    }
    if memo.get_mut().rules() != view.rules() {
        *memo = RefCell::new(TurnsMemo::new(view.rules()));
    }
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    let choice = if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        let reason = ("forced", "There is nothing else to do.");
        let candidates = Candidates::NONE;
        Choice { play: plays.first().copied(), reason, decider: Decider::Forced, candidates, win_chance: None }
    } else {
        let learned = experience::learned(persona, profile, me, &limits.habits);
        let unknown = (persona.seat_params(me), 0);
        let numbers = learned.as_ref().map_or(unknown, |learned| (&learned.seat_params, learned.covers));
        let now = Situation::with(view, persona, numbers, me, plays, memo);
        let seed = hand_seed.stream(WORLD_STREAM).stream(u64::from(turn));
        let by_net = by_net(view, persona);
        let mut choice = match by_net {
            true => nets.choose(&now, rng, &mut trace),
            false => by_strategies(&now, ballot, rng, &mut trace),
        };
        let has_cases = persona.params().cases == 1 && !learned.as_ref().is_some_and(|learned| learned.is_beyond_cases);
        if !by_net && has_cases {
            cases::overrule(&now, &mut choice, cases, &trace);
        }
        let path = path::ask(&now, by_net, &mut choice, ballot, &mut trace);
        let turn = endings::Turn { view, persona, me, plays: plays.len() };
        let allowed = |play| guard::broken(&now, play).is_none();
        if published::is_asked(&now) {
            published::vote(&now, choice, minimax, seed, limits, &mut trace)
        } else if by_solver(&turn, allowed, &mut choice, solver, limits, &mut trace) {
            choice
        } else {
            match path {
                path::Word::Decides => choice,
                path::Word::Offers(play) => nets.look_ahead(&now, choice, Some(play), seed, limits, &mut trace),
                path::Word::None if by_net => nets.look_ahead(&now, choice, None, seed, limits, &mut trace),
                path::Word::None => by_rollouts(&now, choice, rollouts, minimax, seed, limits, &mut trace),
            }
        }
    };
    decision(view, persona, hand_seed, limits.clock_ms, &choice, trace)
}

/// The choice with its advice on pace.
fn decision(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    clock_ms: Option<u32>,
    choice: &Choice,
    trace: Trace,
) -> Decision {
    let moment = Moment {
        seed: hand_seed.stream(PACE_STREAM),
        turn: turn_number(view),
        closeness: pace::closeness(choice.candidates.as_slice()),
        tense: Seat::ALL.iter().any(|&seat| view.course().left(seat) <= 3),
        clock_ms,
    };
    Decision {
        action: Action::Play(choice.play),
        reason: choice.reason.0,
        why: choice.reason.1,
        decider: choice.decider,
        candidates: choice.candidates,
        unit: unit(view, persona, choice.decider),
        win_chance: choice.win_chance,
        trace,
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &moment),
    }
}

/// The first row that settles the turn without breaking a guard.
fn by_strategies(now: &Situation, ballot: &mut Ballot, mut rng: Rng, trace: &mut Trace) -> Choice {
    let mut candidates = Candidates::NONE;
    for (skipped, row) in strategy::rows(now.trick, now.me).enumerate() {
        ballot.clear();
        let verdict = (row.propose)(now, ballot);
        if verdict == Verdict::Skip {
            continue;
        }
        ballot.retain(|candidate| match guard::broken(now, candidate.play) {
            None => true,
            Some(guard) => {
                trace.held_back = Some((guard.name, guard.why));
                false
            }
        });
        if ballot.as_slice().is_empty() {
            continue;
        }
        let noise = if verdict == Verdict::Choose { now.persona.params().noise } else { 0 };
        let chosen = noise::choose(ballot.as_slice(), noise, &mut rng).expect("the ballot is not empty");
        ballot.as_slice().iter().for_each(|&candidate| candidates.offer(candidate));
        candidates.include(chosen);
        if let Verdict::Win(path) = &verdict {
            trace.win_path = (path.first().copied() == chosen.play).then_some(*path);
        }
        trace.rows_skipped = skipped;
        let (reason, decider) = ((row.name, row.why), Decider::Rules);
        return Choice { play: chosen.play, reason, decider, candidates, win_chance: None };
    }
    trace.rows_skipped = strategy::rows(now.trick, now.me).count();
    // Every row broke a guard. Any play that breaks none is the mildest way out, else the first legal play.
    let passes = (now.trick != Trick::Lead).then_some(None);
    let mut all = now.plays.iter().copied().map(Some).chain(passes);
    let play = all.clone().find(|&play| guard::broken(now, play).is_none()).or_else(|| all.next()).flatten();
    let reason = ("guarded", "Everything else would be a blunder.");
    Choice { play, reason, decider: Decider::Rules, candidates, win_chance: None }
}

/// Where few deals remain, solves each of them: an allowed play that wins in more of them replaces the choice. Returns `false` when
/// nothing was solved; then the choice stays.
fn by_solver(
    now: &endings::Turn<'_>,
    is_allowed: impl Fn(Option<Combo>) -> bool + Clone,
    choice: &mut Choice,
    memory: &mut Memory,
    limits: &mut Limits<'_>,
    trace: &mut Trace,
) -> bool {
    if choice.reason.0 == "one-combo" {
        return true;
    }
    let params = now.persona.params();
    let worlds_max = limits.worlds_max.min(params.solve_worlds as u32);
    let nodes_max = limits.nodes_max.min(params.solve_nodes as u64);
    let belief = belief_config(now.view, now.persona, now.me, limits);
    let Some(vote) = endings::vote(now, memory, belief, worlds_max, nodes_max, limits.halt) else { return false };
    (trace.worlds, trace.nodes) = (vote.worlds, vote.nodes);
    let allowed = vote.plays().filter(|&(play, _)| is_allowed(play));
    let objective = objective(now.view, now.persona);
    let worth = |play: Option<Combo>, wins: i32| match objective {
        Objective::Wins => wins,
        // As in `Unit::Score`: a bomb doubles what is won and what is lost.
        Objective::Score => 500 + ((wins - 500) << u32::from(play.is_some_and(Combo::is_bomb))),
    };
    let Some(best) = allowed.clone().map(|(play, wins)| worth(play, wins)).max() else { return true };
    let wins = vote.wins(choice.play);
    if worth(choice.play, wins) >= best {
        choice.win_chance = Some(wins);
        return true;
    }
    let mut candidates = Candidates::NONE;
    allowed.for_each(|(play, wins)| candidates.offer(Candidate { play, value: worth(play, wins) }));
    trace.win_path = None;
    let reason = ("solved", "Every deal of the unseen cards was played to its end: this does best over all of them.");
    let play = candidates.as_slice()[0].play;
    let win_chance = Some(vote.wins(play));
    *choice = Choice { play, reason, decider: Decider::Solver, candidates, win_chance };
    true
}

/// Plays the candidates out in many likely worlds, for personas that search without the nets.
fn by_rollouts(
    now: &Situation,
    choice: Choice,
    rollouts: &mut RolloutSearch,
    minimax: &mut Option<Box<minimax::Scratch>>,
    seed: Seed,
    limits: &mut Limits<'_>,
    trace: &mut Trace,
) -> Choice {
    let config = search_config(now.view, now.persona, now.me, limits);
    if config.worlds_max == 0 || choice.play.is_some_and(|play| strategy::is_proven_win(now, play)) {
        return choice;
    }
    match rollouts.decide(now, choice.play, seed, &config, minimax, limits.halt) {
        Some(found) => searched(&found, choice.play, trace),
        None => choice,
    }
}

/// What a search may do, by the persona and the caller's limits.
fn search_config(view: &View, persona: &Persona, me: Seat, limits: &Limits<'_>) -> SearchConfig {
    let params = persona.params();
    SearchConfig {
        worlds_max: limits.worlds_max.min(params.search_worlds as u32),
        nodes_max: limits.nodes_max.min(params.search_nodes as u64),
        width: params.search_width as usize,
        switch_margin: params.switch_margin as u64,
        plies: params.search_plies as u32,
        minimax: (params.minimax == 1).then_some(params.minimax_bonus),
        belief: belief_config(view, persona, me, limits),
    }
}

/// What the persona assumes of the other players.
fn belief_config(view: &View, persona: &Persona, me: Seat, limits: &Limits<'_>) -> BeliefConfig {
    let params = persona.params();
    BeliefConfig::FITTED
        .with_experience(&limits.habits, view.rules(), me)
        .with_naive_prior(TypePrior::of(params.prior_naive))
        .with_rule_based_prior(TypePrior::of(params.prior_rule_based))
        .with_net_trust(params.net_trust)
}

/// The choice that a search came to.
fn searched(found: &SearchResult, baseline: Option<Combo>, trace: &mut Trace) -> Choice {
    (trace.worlds, trace.nodes, trace.error) = (found.worlds, found.nodes, Some(found.error));
    let share = |worlds: Option<[u32; 3]>| worlds.map(|seats| seats.map(|worlds| worlds * 1000 / found.worlds));
    (trace.taken_as_naive, trace.taken_as_rule_based) = (share(found.stats.naive), share(found.stats.rule_based));
    let is_best = found.candidates.as_slice().first().is_some_and(|best| best.play == found.play);
    let reason = if found.play == baseline && is_best {
        ("searched", "Played out in many likely deals, nothing does better than this, which comes naturally.")
    } else if found.play == baseline {
        // Within the noise, or by less than what minimax overrates. Readers see the higher value, so the sentence owns to it.
        (
            "kept",
            "In many likely deals another play looks better, but not by enough to leave this, which comes naturally.",
        )
    } else {
        trace.win_path = None;
        ("outplayed", "Played out in many likely deals, this does clearly better than what comes naturally.")
    };
    let (play, candidates, win_chance) = (found.play, found.candidates, Some(found.wins));
    Choice { play, reason, decider: Decider::Search, candidates, win_chance }
}
