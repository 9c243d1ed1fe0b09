//! Decisions by the published vote of Monte Carlo minimax.

use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{Candidate, Candidates, Decider};
use crate::endgame::SolveLimits;
use crate::persona::Minimax;
use crate::search::minimax;
use crate::turn::Turn;

/// True if the persona decides so, and the ruleset can be searched.
pub(super) fn is_asked(now: &Turn) -> bool {
    now.persona.params().minimax == Minimax::Published && now.rules().is_plain()
}

/// Decides by the published vote of open games in deals that are all as likely. It asks no guard and knows no baseline; where time is up
/// before one deal was searched, the choice stays.
pub(super) fn vote(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, choice, trace, tools, limits, seed, .. } = work;
    let params = now.persona.params();
    let samples = limits.worlds_max.min(params.search_worlds as u32);
    if samples == 0 || (limits.halt)() {
        return StageResult::Decided;
    }
    let (ties, leaf) = (params.minimax_ties, params.minimax_leaf);
    let nodes = SolveLimits { nodes_max: limits.nodes_max.min(params.search_nodes as u64) };
    let depth = params.search_plies.max(1) as u32;
    let published = minimax::Published { samples, depth, leaf, ties, limits: nodes };
    let scratch = tools.minimax.get_or_insert_default();
    let Ok(vote) = minimax::published(now.view, *seed, &published, limits.halt, scratch) else {
        return StageResult::Decided;
    };
    (trace.worlds, trace.nodes, trace.win_path) = (vote.worlds, vote.nodes, None);
    let mut candidates = Candidates::NONE;
    let value = |wins: u32| (wins * 1000 / vote.worlds) as i32;
    vote.top().iter().for_each(|voted| candidates.offer(Candidate { play: voted.play, value: value(voted.wins) }));
    let reason = "voted";
    *choice = Choice { candidates, ..Choice::unweighed(vote.play(), reason, Decider::Search, Ground::Judged) };
    StageResult::Decided
}
