//! Decisions of the play: a forced move; the strategies or the nets, under the guards; advice (recorded cases, a winning order); the exact
//! solver; search. The persona decides which of these stages it uses.

use rules::{Action, Seat, Seed, Trick, View};

use super::pace::{self, PacedTurn};
use super::stage::{Choice, ChoiceGround, Ranking, StageResult, Work};
use super::{CHOICE_STREAM, Limits, PACE_STREAM, Scratch, WORLD_STREAM, advice, nets, search, solve, strategies};
use crate::decision::{Decider, Decision, Trace, Unit};
use crate::persona::Persona;
use crate::turn::{Turn, turn_number};
use crate::wild_player;

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
        work.choice = Choice::unweighed(Some(out), "one-combo", Decider::Rules, ChoiceGround::GoesOut);
        return StageResult::Decided;
    }
    if now.plays.is_empty() || (now.plays.len() == 1 && now.trick == Trick::Lead) {
        work.choice = Choice::unweighed(now.plays.first().copied(), "forced", Decider::Forced, ChoiceGround::Judged);
        return StageResult::Decided;
    }
    StageResult::Undecided
}

/// Decides the play of the seat on turn.
pub(super) fn decide(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    limits: &mut Limits<'_>,
    scratch: &mut Scratch,
) -> Decision {
    let Scratch { plays, turns, buffers } = scratch;
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
        buffers,
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

/// Returns the unit of a decider's candidates.
fn unit(now: &Turn, decider: Decider) -> Unit {
    match decider {
        Decider::Forced | Decider::Rules | Decider::Cases => Unit::Quarters,
        Decider::Search if votes_as_published(now) => Unit::Votes,
        Decider::Net | Decider::Search | Decider::Solver => Unit::of(now.objective),
    }
}
