//! The stage of the wild player: among wild ranks the plays are weighed by what the hands are worth that they leave.

use rules::Trick;

use super::noise;
use super::ranking::{RankedPlay, Ranking};
use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{Candidate, Candidates, Decider};
use crate::wild_player::{WeighedPlays, weigh};

/// Chooses by what hands are worth.
pub(super) fn choose(work: &mut Work<'_, '_>) -> StageResult {
    let now = work.now;
    let WeighedPlays { mut ballot, held_back } = weigh(now, work.limits.halt);
    work.trace.held_back = held_back;
    let Some(chosen) = noise::choose(&ballot, now.persona.params().noise, &mut work.rng) else {
        work.choice = Choice::guarded(now.plays.first().copied(), Candidates::NONE);
        return StageResult::Undecided;
    };
    let mut candidates = Candidates::NONE;
    ballot.iter().for_each(|&candidate| candidates.offer(candidate));
    candidates.include(chosen);
    let reason = match now.trick {
        Trick::Lead => "small-first",
        Trick::Follow(_) => "normal",
    };
    work.choice = Choice { candidates, ..Choice::unweighed(chosen.play, reason, Decider::Rules, Ground::Judged) };
    // A stable sort: plays of equal value stay in the order of the ballot.
    ballot.sort_by_key(|candidate| -candidate.value);
    let ranked = |&Candidate { play, value }: &Candidate| RankedPlay { value, play, wins: 0 };
    work.ranking = Ranking::of(ballot.iter().map(ranked));
    StageResult::Undecided
}
