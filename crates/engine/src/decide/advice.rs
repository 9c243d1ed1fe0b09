//! The stages of advice. Recorded cases may overrule the strategies; the first play of a winning order may overrule the nets.

use rules::{Seed, Stage, Trick, View};

use super::stage::{CHOICE_STREAM, Choice, ChoiceGround, DecisionState, Scratch, StageResult};
use super::strategies::choice_by_strategies;
use crate::cases::{Case, CaseContext};
use crate::decision::{Candidate, Candidates, Decider, Trace};
use crate::persona::Persona;
use crate::rule_player::ballot::Verdict;
use crate::rule_player::guard;
use crate::rule_player::strategy;
use crate::turn::Turn;

/// True if cases may overrule the strategies' choice. In a winning order they may not, unless a guard removed its first play.
fn may_ask_cases(ground: ChoiceGround, trace: &Trace) -> bool {
    matches!(ground, ChoiceGround::Judged | ChoiceGround::Order) && trace.win_path.is_none()
}

/// Overrules the choice of the strategies if recorded cases prefer another move. A slip is not overruled.
pub(super) fn ask_cases(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, choice, buffers, trace, .. } = work;
    if !may_ask_cases(choice.ground, trace) {
        return StageResult::Undecided;
    }
    let Some(cases) = buffers.cases.of(now.persona, now.rules(), now.profile) else { return StageResult::Undecided };
    let candidates = choice.candidates;
    let context = CaseContext::new(now, choice.play, &candidates);
    let Some(play) = (!context.is_slip()).then(|| cases.ask(&context)?.play(&context)).flatten() else {
        return StageResult::Undecided;
    };
    if context.value(play).is_none() {
        // The play gets the value of the strategies' best play, because cases do not say how much better it is.
        let value = candidates.as_slice().first().map_or(0, |best| best.value);
        choice.candidates.include(Candidate { play, value });
    }
    choice.play = play;
    choice.reason = "cases";
    choice.decider = Decider::Cases;
    choice.ground = ChoiceGround::Judged;
    StageResult::Undecided
}

/// Replaces the choice of the nets by the first play of a winning order: the nets judge one play at a time and see no order. The order must
/// hold in every deal. If it is only nearly sure, the first play is offered to a search.
pub(super) fn try_win_path(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, choice, buffers, trace, offered, .. } = work;
    let (row, ballot) = (strategy::win_path_row(now.trick), &mut buffers.ballot);
    ballot.clear();
    let Verdict::Win(path) = (row.propose)(now, ballot) else { return StageResult::Undecided };
    let first = path.first().copied().filter(|&first| guard::first_broken(now, Some(first)).is_none());
    let Some(first) = first else { return StageResult::Undecided };
    if !now.is_sure_path(&path) {
        *offered = Some(first);
        return StageResult::Undecided;
    }
    let candidates = Candidates::from_iter([Candidate { play: Some(first), value: 1000 }]);
    let sure = Choice::unweighed(Some(first), row.name, Decider::Rules, ChoiceGround::Order);
    *choice = Choice { candidates, win_chance: Some(1000), ..sure };
    trace.win_path = Some(path);
    StageResult::Undecided
}

/// Returns the turn as cases record it, before the cases are asked. `None` if cases may not overrule the strategies, for example outside the
/// seat's turn, in a winning order or after a slip.
pub fn case(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Option<Case> {
    if !view.is_my_turn() || view.board().stage() != Stage::Play {
        return None;
    }
    let Scratch { plays, turns, buffers } = scratch;
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        return None;
    }
    let now = Turn::new(view, persona, plays, turns.for_rules(view.rules()));
    let mut rng = hand_seed.stream(CHOICE_STREAM).stream(u64::from(now.number)).rng();
    let mut trace = Trace::of(now.profile, Some(now.me), now.hand);
    let choice = choice_by_strategies(&now, &mut buffers.ballot, &mut rng, &mut trace);
    let context = CaseContext::new(&now, choice.play, &choice.candidates);
    (may_ask_cases(choice.ground, &trace) && !context.is_slip()).then(|| Case::of(&context))
}
