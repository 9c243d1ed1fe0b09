//! Decisions of the play: a forced move; the strategies or the nets, under the guards; advice (recorded cases, a winning order); the exact
//! solver; search. The persona and the turn decide which stages are asked.

use rules::{Action, Combo, Seat, Seed, Trick, View};

use super::pace::{self, PacedTurn};
use super::stage::{CHOICE_STREAM, Choice, ChoiceGround, Limits, PACE_STREAM, Ranking, Scratch};
use super::stage::{DecisionState, StageResult, WORLD_STREAM};
use super::{advice, nets, search, solve, strategies};
use crate::decision::{Decider, Decision, Trace, Unit};
use crate::persona::Persona;
use crate::turn::Turn;
use crate::turn_facts::TurnFacts;
use crate::wild_player;

struct PlayStage {
    is_asked: fn(&Turn) -> bool,
    run: fn(&mut DecisionState<'_, '_>) -> StageResult,
}

const fn stage(is_asked: fn(&Turn) -> bool, run: fn(&mut DecisionState<'_, '_>) -> StageResult) -> PlayStage {
    PlayStage { is_asked, run }
}

/// Every stage, in order. The first stage that decides ends the decision, so no later one can veto it. Vetoes are
/// [guards](crate::rule_player::guard).
const STAGES: &[PlayStage] = &[
    // The choice: one of these three.
    stage(plays_by_nets, nets::choose),
    stage(|now| !plays_by_nets(now) && has_wild_ranks(now), strategies::choose_with_wilds),
    stage(plays_by_strategies, strategies::choose),
    // The cases do not fit players who play differently from the recorded ones.
    stage(|now| plays_by_strategies(now) && now.persona.params().cases && !now.is_beyond_cases, advice::ask_cases),
    stage(|now| plays_by_nets(now) && !has_wild_ranks(now), advice::try_win_path),
    // This stage always ends the decision.
    stage(votes_as_published, search::vote_as_published),
    stage(|_| true, solve::overrule),
    // The look ahead: at most one of these two.
    stage(|now| uses_search(now) && has_wild_ranks(now), search::play_out_stand_ins),
    stage(|now| uses_search(now) && plays_by_nets(now) && !has_wild_ranks(now), search::look_ahead),
];

fn has_wild_ranks(turn: &TurnFacts) -> bool {
    turn.rules().has_wild_ranks()
}

fn plays_by_nets(now: &Turn) -> bool {
    now.past.is_some()
}

fn plays_by_strategies(now: &Turn) -> bool {
    !plays_by_nets(now) && !has_wild_ranks(now)
}

fn votes_as_published(now: &Turn) -> bool {
    now.persona.is_published() && now.persona.params().minimax && now.rules().is_plain()
}

fn uses_search(now: &Turn) -> bool {
    now.persona.params().search_worlds > 0
}

/// Returns the choice if only one action is listed, or with wild ranks if the whole hand may be played: the frugal list may lack that play.
fn unweighed_choice(turn: &TurnFacts, plays: &[Combo]) -> Option<Choice> {
    let out = || wild_player::whole_hand_play(turn.rules(), turn.hand, turn.trick);
    if let Some(out) = has_wild_ranks(turn).then(out).flatten() {
        return Some(Choice::unweighed(Some(out), "one-combo", Decider::Rules, ChoiceGround::GoesOut));
    }
    let is_forced = plays.is_empty() || (plays.len() == 1 && turn.trick == Trick::Lead);
    is_forced.then(|| Choice::unweighed(plays.first().copied(), "forced", Decider::Forced, ChoiceGround::Judged))
}

pub(super) fn decide(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    limits: &mut Limits<'_>,
    scratch: &mut Scratch,
) -> Decision {
    let Scratch { plays, turns, buffers } = scratch;
    let turn = TurnFacts::of(view).expect("a seat that plays has a name");
    // With wild ranks no turns are counted, so the cache of turn counts stays as it is.
    let (plays, turns) = if has_wild_ranks(&turn) {
        (plays.fill_frugal(turn.rules(), turn.hand, turn.trick), &*turns)
    } else {
        (plays.fill(turn.rules(), turn.hand, turn.trick), turns.for_rules(turn.rules()))
    };
    let (seed, clock_ms) = (hand_seed.stream(PACE_STREAM), limits.clock_ms);
    let mut trace = Trace::of(turn.profile, Some(turn.me), turn.hand);
    let (choice, unit) = match unweighed_choice(&turn, plays) {
        Some(choice) => (choice, Unit::Quarters),
        None => {
            let now = Turn::with_habits(turn, persona, &limits.habits, plays, turns);
            let mut work = DecisionState {
                now: &now,
                choice: Choice::guarded(None),
                ranking: Ranking::NONE,
                offered: None,
                rng: hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn.number)).rng(),
                seed: hand_seed.stream(WORLD_STREAM).stream(u64::from(turn.number)),
                trace: &mut trace,
                buffers,
                limits,
            };
            let mut asked = STAGES.iter().filter(|stage| (stage.is_asked)(&now));
            asked.find(|stage| (stage.run)(&mut work) == StageResult::Decided);
            let unit = unit(&now, work.choice.decider);
            (work.choice, unit)
        }
    };
    let paced = PacedTurn {
        seed,
        turn: turn.number,
        closeness: pace::closeness(choice.candidates.as_slice()),
        passes: choice.play.is_none(),
        tense: Seat::ALL.iter().any(|&seat| turn.left(seat) <= 3),
        clock_ms,
    };
    Decision {
        action: Action::Play(choice.play),
        reason: choice.reason,
        decider: choice.decider,
        candidates: choice.candidates,
        unit,
        win_chance: choice.win_chance,
        trace,
        urge_s: persona.params().urge_s as u32,
        think_ms: pace::think_ms(persona.params(), &paced),
    }
}

fn unit(now: &Turn, decider: Decider) -> Unit {
    match decider {
        Decider::Forced | Decider::Rules | Decider::Cases => Unit::Quarters,
        Decider::Search if votes_as_published(now) => Unit::Votes,
        Decider::Net | Decider::Search | Decider::Solver => Unit::of(now.objective),
    }
}
