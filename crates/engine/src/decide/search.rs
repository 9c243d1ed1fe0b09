//! The stages that look ahead: candidates race in likely worlds. Nets play on; among wild ranks the policy of rollouts plays natural hands
//! out, for which the wild cards stand.

use rules::{Combo, Seed};

use super::limits::Limits;
use super::net_player::far_behind;
use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{Decider, Trace};
use crate::persona::Minimax;
use crate::search::{SearchConfig, SearchResult, WildSearch};
use crate::turn::Turn;

/// Returns the bounds of a search, by the persona and the caller's limits.
fn search_config(now: &Turn, seed: Seed, limits: &Limits<'_>) -> SearchConfig {
    let params = now.persona.params();
    SearchConfig {
        seed,
        worlds_max: limits.worlds_max.min(params.search_worlds as u32),
        nodes_max: limits.nodes_max.min(params.search_nodes as u64),
        width: params.search_width as usize,
        switch_margin: params.switch_margin as u64,
        plies: params.search_plies as u32,
        minimax: (params.minimax == Minimax::Nets).then_some(params.minimax_bonus),
    }
}

/// Races the candidates of the nets, which play on.
pub(super) fn look_ahead(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, choice, trace, tools, limits, seed, ranking, offered, .. } = work;
    let (config, baseline) = (search_config(now, *seed, limits), choice.play);
    if config.worlds_max == 0 || baseline.is_some_and(|play| play.cards() == now.hand) {
        return StageResult::Decided;
    }
    let ranked = ranking.as_slice();
    let least = ranked.first().map_or(0, |best| best.value) - far_behind(now);
    // A winning order is worth a try whatever the net thinks of its first play.
    let offered = offered.map(Some).filter(|play| *play != baseline);
    let near = ranked.iter().filter(|each| each.value > least).map(|each| each.play);
    let challengers = near.filter(|&play| play != baseline && Some(play) != offered);
    let candidates = std::iter::once(baseline).chain(offered).chain(challengers);
    if let Some(found) = tools.nets.look_ahead(now, candidates, &config, limits.halt) {
        *choice = searched(&found, baseline, trace);
    }
    StageResult::Decided
}

/// Searches by roll-outs with stand-ins for the wild cards.
pub(super) fn play_out_stand_ins(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, choice, trace, tools, limits, seed, ranking, .. } = work;
    let (config, ranked) = (search_config(now, *seed, limits), ranking.as_slice());
    if config.worlds_max == 0 || ranked.is_empty() || choice.play.is_some_and(|play| play.cards() == now.hand) {
        return StageResult::Decided;
    }
    // A slip is the baseline as well.
    let challengers = ranked.iter().filter(|each| each.play != choice.play).map(|each| (each.play, each.wins));
    let candidates = std::iter::once((choice.play, ranking.wins(choice.play))).chain(challengers);
    let search = tools.wild.get_or_insert_with(|| Box::new(WildSearch::new()));
    if let Some(found) = search.decide(now, candidates, &config, limits.halt) {
        *choice = searched(&found, choice.play, trace);
    }
    StageResult::Decided
}

/// Returns the choice that a search came to.
fn searched(found: &SearchResult, baseline: Option<Combo>, trace: &mut Trace) -> Choice {
    (trace.worlds, trace.nodes, trace.error) = (found.worlds, found.nodes, Some(found.error));
    trace.taken_as_naive = found.naive.map(|seats| seats.map(|worlds| worlds * 1000 / found.worlds));
    let is_best = found.candidates.as_slice().first().is_some_and(|best| best.play == found.play);
    let reason = if found.play == baseline && is_best {
        "searched"
    } else if found.play == baseline {
        // Within the noise, or by less than what minimax overrates. Readers see the higher value.
        "kept"
    } else {
        trace.win_path = None;
        "outplayed"
    };
    let (candidates, win_chance) = (found.candidates, Some(found.wins));
    Choice { candidates, win_chance, ..Choice::unweighed(found.play, reason, Decider::Search, Ground::Judged) }
}
