//! Decisions from cases: recorded hands may overrule the choice of the strategies.

use super::stage::{Ground, StageResult, Work};
use crate::cases::CaseContext;
use crate::decision::{Candidate, Decider, Trace};

/// True if cases may overrule. A winning order of which a guard struck the first play out is no win that is being cashed in.
pub(super) fn asks_cases(ground: Ground, trace: &Trace) -> bool {
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
