//! The stages that look ahead: `look_ahead` by the nets, `play_out_stand_ins` with wild ranks, and `vote_as_published` for the published
//! minimax.

use rules::{Combo, Seed};

use super::nets::challenger_distance;
use super::stage::{Choice, ChoiceGround, DecisionState, Limits, StageBuffers, StageResult};
use crate::decision::{Candidate, Decider, Trace};
use crate::endgame::SolveLimits;
use crate::persona::PersonaParams;
use crate::search::minimax::{PublishedParams, vote_published};
use crate::search::{SearchConfig, SearchResult, WildSearch};

fn search_config(params: &PersonaParams, seed: Seed, limits: &Limits<'_>) -> SearchConfig {
    SearchConfig {
        seed,
        worlds_max: limits.worlds_max.min(params.search_worlds as u32),
        nodes_max: limits.nodes_max.min(params.search_nodes as u64),
        width: params.search_width as usize,
        switch_margin: params.switch_margin as u64,
        plies: params.search_plies as u32,
        minimax: params.minimax.then_some(params.minimax_bonus),
    }
}

pub(super) fn look_ahead(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, choice, trace, buffers, limits, seed, ranking, offered, .. } = work;
    let (config, baseline) = (search_config(now.persona.params(), *seed, limits), choice.play);
    if config.worlds_max == 0 || baseline.is_some_and(|play| play.cards() == now.hand) {
        return StageResult::Decided;
    }
    let ranked = ranking.as_slice();
    let least = ranked.first().map_or(0, |best| best.value) - challenger_distance(now.objective);
    // A winning order is tried even if the net gives its first play a low value.
    let offered = offered.map(Some).filter(|play| *play != baseline);
    let near = ranked.iter().filter(|each| each.value > least).map(|each| each.play);
    let challengers = near.filter(|&play| play != baseline && Some(play) != offered);
    let candidates = std::iter::once(baseline).chain(offered).chain(challengers);
    let StageBuffers { nets, lookahead, .. } = &mut **buffers;
    let weights = nets.weights(now.profile.family());
    if weights.has_full_information()
        && let Some(found) = lookahead.decide(now, weights, candidates, &config, limits.halt)
    {
        *choice = searched_choice(&found, baseline, trace);
    }
    StageResult::Decided
}

pub(super) fn play_out_stand_ins(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, choice, trace, buffers, limits, seed, ranking, .. } = work;
    let (config, ranked) = (search_config(now.persona.params(), *seed, limits), ranking.as_slice());
    if config.worlds_max == 0 || ranked.is_empty() || choice.play.is_some_and(|play| play.cards() == now.hand) {
        return StageResult::Decided;
    }
    // The baseline is the choice, even if it is a slip.
    let challengers = ranked.iter().filter(|each| each.play != choice.play).map(|each| (each.play, each.wins()));
    let candidates = std::iter::once((choice.play, ranking.wins(choice.play))).chain(challengers);
    let search = buffers.wild.get_or_insert_with(|| Box::new(WildSearch::new()));
    if let Some(found) = search.decide(now, candidates, &config, limits.halt) {
        *choice = searched_choice(&found, choice.play, trace);
    }
    StageResult::Decided
}

/// Decides as the published minimax does: it searches some equally likely deals with open cards, and each votes for a play. It asks no
/// guard and has no baseline. If it must stop before the first deal was searched, the choice so far is kept.
pub(super) fn vote_as_published(work: &mut DecisionState<'_, '_>) -> StageResult {
    let DecisionState { now, choice, trace, limits, seed, .. } = work;
    let SearchConfig { worlds_max, nodes_max, plies, .. } = search_config(now.persona.params(), *seed, limits);
    if worlds_max == 0 || (limits.halt)() {
        return StageResult::Decided;
    }
    let (depth, leaf) = (plies.max(1), now.persona.params().minimax_leaf);
    let params = PublishedParams { samples: worlds_max, depth, leaf, limits: SolveLimits { nodes_max } };
    let Ok(vote) = vote_published(now.view, *seed, &params, limits.halt) else { return StageResult::Decided };
    (trace.worlds, trace.nodes, trace.win_path) = (vote.worlds, vote.nodes, None);
    let share = |each: &Candidate| Candidate { value: each.value * 1000 / vote.worlds as i32, ..*each };
    let voted = Choice::unweighed(vote.play(), "voted", Decider::Search, ChoiceGround::Judged);
    *choice = Choice { candidates: vote.plays.as_slice().iter().map(share).collect(), ..voted };
    StageResult::Decided
}

fn searched_choice(found: &SearchResult, baseline: Option<Combo>, trace: &mut Trace) -> Choice {
    (trace.worlds, trace.nodes, trace.error) = (found.worlds, found.nodes, Some(found.error));
    trace.taken_as_naive = found.naive.map(|seats| seats.map(|worlds| worlds * 1000 / found.worlds));
    let is_best = found.candidates.as_slice().first().is_some_and(|best| best.play == found.play);
    let reason = if found.play == baseline && is_best {
        "searched"
    } else if found.play == baseline {
        // Another play has a higher value, but is not clearly ahead.
        "kept"
    } else {
        trace.win_path = None;
        "outplayed"
    };
    let (candidates, win_chance) = (found.candidates, Some(found.wins));
    Choice { candidates, win_chance, ..Choice::unweighed(found.play, reason, Decider::Search, ChoiceGround::Judged) }
}
