//! The stage of the nets: they rank the plays, and the best that breaks no guard is chosen.

use rules::Rng;

use super::net_player::reported;
use super::noise;
use super::ranking::{RankedPlay, Ranking};
use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{CANDIDATES_MAX, Candidate, Candidates, Decider};
use crate::turn::Turn;

/// Wins in 1,000 that count as one quarter point where slips are concerned.
const WINS_PER_NOISE: i32 = 8;

/// The reason of a play that the net chose.
const LEARNED: &str = "learned";

/// Chooses the play that the seat-view net expects to win most often, of those that break no guard.
pub(super) fn choose(work: &mut Work<'_, '_>) -> StageResult {
    let Work { now, tools, rng, trace, .. } = work;
    let ranking = tools.nets.rank(now, trace);
    let chosen = best(now, &ranking, rng);
    work.choice = chosen.unwrap_or_else(|| Choice::guarded(now.plays.first().copied(), Candidates::NONE));
    work.ranking = ranking;
    StageResult::Undecided
}

/// Chooses the best of the ranked plays, or one near it for personas that slip; `None` where every play breaks a guard.
fn best(now: &Turn, ranking: &Ranking, rng: &mut Rng) -> Option<Choice> {
    let objective = now.persona.objective_in(now.profile);
    let mut candidates = Candidates::NONE;
    for &RankedPlay { value, play, .. } in ranking.as_slice().iter().take(CANDIDATES_MAX) {
        candidates.offer(Candidate { play, value: reported(objective, value) });
    }
    let noise = now.persona.params().noise * WINS_PER_NOISE;
    let chosen = noise::choose(candidates.as_slice(), noise, rng)?;
    let win_chance = Some(ranking.wins(chosen.play));
    let chosen = Choice::unweighed(chosen.play, LEARNED, Decider::Net, Ground::Judged);
    Some(Choice { candidates, win_chance, ..chosen })
}
