//! The stage of the exact solver: where few deals remain, each of them is solved, and a play that wins in more of them replaces the
//! choice. With one deal left no guard holds it back.

use rules::Combo;

use super::net_player::objective;
use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{Candidate, Candidates, Decider};
use crate::net::Objective;
use crate::rule_player::guard;
use crate::search::endings::{self, EndingLimits};

/// Overrules the choice by the exact solver. A hand that was solved is decided.
pub(super) fn overrule(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, choice, trace, tools, limits, .. } = work;
    if choice.ground == Ground::GoesOut {
        return StageResult::Decided;
    }
    let params = now.persona.params();
    let bounds = EndingLimits {
        worlds_max: limits.worlds_max.min(params.solve_worlds as u32),
        nodes_max: limits.nodes_max.min(params.solve_nodes as u64),
    };
    let Some(vote) = endings::vote(now, &mut tools.solver, bounds, limits.halt) else {
        // An order that the strategies found decides: rollouts would only doubt it.
        return if choice.ground == Ground::Order { StageResult::Decided } else { StageResult::Undecided };
    };
    (trace.worlds, trace.nodes) = (vote.worlds, vote.nodes);
    let objective = objective(now.view, now.persona, now.profile);
    let worth = |play: Option<Combo>, wins: i32| match objective {
        Objective::Wins => wins,
        // As in `Unit::Score`: a bomb doubles what is won and what is lost.
        Objective::Score => 500 + ((wins - 500) << u32::from(play.is_some_and(Combo::is_bomb))),
    };
    let (mut listed, mut kept) = (Candidates::NONE, Candidates::NONE);
    for (play, wins) in vote.plays().filter(|(play, _)| play.is_none_or(|play| now.plays.contains(&play))) {
        let candidate = Candidate { play, value: worth(play, wins) };
        listed.offer(candidate);
        if guard::broken(now, play).is_none() {
            kept.offer(candidate);
        }
    }
    let best_of = |candidates: &Candidates| candidates.as_slice().first().copied();
    let value_of = |candidates: &Candidates| best_of(candidates).map(|best| best.value);
    // A guard speaks for most deals. Where one deal is left, a win that breaks a guard is no blunder.
    let breaks_guards = vote.worlds == 1 && value_of(&listed) > value_of(&kept);
    let candidates = if breaks_guards { listed } else { kept };
    let Some(Candidate { play, value }) = best_of(&candidates) else { return StageResult::Decided };
    let wins = vote.wins(choice.play);
    if worth(choice.play, wins) >= value {
        choice.win_chance = Some(wins);
        return StageResult::Decided;
    }
    trace.win_path = None;
    let reason = "solved";
    trace.held_back = trace.held_back.filter(|held| held.play != play);
    let win_chance = Some(vote.wins(play));
    *choice = Choice { play, reason, decider: Decider::Solver, ground: Ground::Judged, candidates, win_chance };
    StageResult::Decided
}
