//! The stage of winning orders, where nets choose: they judge one play at a time and see no order behind it.

use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{Candidate, Candidates, Decider};
use crate::rule_player::guard;
use crate::rule_player::strategy::{self, Verdict};

/// Puts the first play of a winning order in the place of the choice where the order holds in every deal. One that is nearly sure does not
/// decide: it counts deals evenly, and the net, which knows better who holds a bomb, wins more by its own choice.
/// But a search may try its first play.
pub(super) fn offer(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, choice, tools, trace, offered, .. } = work;
    let (row, ballot) = (strategy::path_row(now.trick), &mut tools.ballot);
    ballot.clear();
    let Verdict::Win(path) = (row.propose)(now, ballot) else { return StageResult::Undecided };
    let first = path.first().copied().filter(|&first| guard::broken(now, Some(first)).is_none());
    let Some(first) = first else { return StageResult::Undecided };
    if !strategy::is_sure(now, &path) {
        *offered = Some(first);
        return StageResult::Undecided;
    }
    let mut candidates = Candidates::NONE;
    candidates.offer(Candidate { play: Some(first), value: 1000 });
    let sure = Choice::unweighed(Some(first), row.name, Decider::Rules, Ground::Order);
    *choice = Choice { candidates, win_chance: Some(1000), ..sure };
    trace.win_path = Some(path);
    StageResult::Undecided
}
