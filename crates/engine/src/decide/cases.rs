//! Decisions from cases: recorded hands may overrule the choice of the strategies.

use rules::{Seed, Stage, Trick, View};

use super::pipeline::{Ground, StageResult, Work};
use super::strategies::by_strategies;
use super::{CHOICE_STREAM, Scratch, turn_number};
use crate::cases::{Case, CaseContext};
use crate::decision::{Candidate, Decider, Trace};
use crate::persona::Persona;
use crate::turn::Turn;

/// Returns the turn as cases record it, for a persona as it plays without them. `None` where cases are not asked: outside the play,
/// where there is no choice, and where a win is being cashed in.
pub fn case(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Option<Case> {
    if !view.is_my_turn() || view.board().stage() != Stage::Play {
        return None;
    }
    let Scratch { plays, turns, tools } = scratch;
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        return None;
    }
    let now = Turn::new(view, persona, plays, turns.under(view.rules()));
    let mut rng = hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn_number(view))).rng();
    let mut trace = Trace::of(view);
    let choice = by_strategies(&now, &mut tools.ballot, &mut rng, &mut trace);
    let context = CaseContext::new(&now, choice.play, &choice.candidates);
    (asks_cases(choice.ground, &trace) && !context.is_slip()).then(|| Case::of(&context))
}

/// True if cases may overrule. A winning order of which a guard struck the first play out is no win that is being cashed in.
fn asks_cases(ground: Ground, trace: &Trace) -> bool {
    matches!(ground, Ground::Judged | Ground::Order) && trace.win_path.is_none()
}

/// Overrules the choice of the strategies where recorded cases speak for another move: not a win that is being cashed in, a slip, or the
/// one play that the guards left.
pub(super) fn overrule(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, choice, tools, trace, .. } = work;
    if !asks_cases(choice.ground, trace) {
        return StageResult::Undecided;
    }
    let Some(cases) = tools.cases.of(now.persona, now.rules()) else { return StageResult::Undecided };
    let candidates = choice.candidates;
    let context = CaseContext::new(now, choice.play, &candidates);
    let Some(play) = (!context.is_slip()).then(|| cases.ask(&context)?.play(&context)).flatten() else {
        return StageResult::Undecided;
    };
    if context.value(play).is_none() {
        // In the unit of the strategies it counts as much as their best: cases do not say how much more.
        let value = candidates.as_slice().first().map_or(0, |best| best.value);
        choice.candidates.include(Candidate { play, value });
    }
    choice.play = play;
    choice.reason = "cases";
    choice.decider = Decider::Cases;
    choice.ground = Ground::Judged;
    StageResult::Undecided
}
