//! The stage of the strategies: the first row that settles the turn without breaking a guard.

use rules::{Rng, Trick};

use super::noise;
use super::stage::{Choice, Ground, StageResult, Work};
use crate::decision::{Candidates, Decider, HeldBack, Trace};
use crate::rule_player::guard;
use crate::rule_player::strategy::{self, Ballot, Verdict};
use crate::turn::Turn;

/// Chooses by the strategies.
pub(super) fn choose(work: &mut Work<'_, '_>) -> StageResult {
    work.choice = by_strategies(work.now, &mut work.tools.ballot, &mut work.rng, &mut work.trace);
    StageResult::Undecided
}

/// Returns the choice of the strategies.
pub(super) fn by_strategies(now: &Turn, ballot: &mut Ballot, rng: &mut Rng, trace: &mut Trace) -> Choice {
    let mut candidates = Candidates::NONE;
    trace.row_order = now.persona.row_order();
    let rows = || strategy::rows(now.trick, now.me, now.persona.row_order());
    for (skipped, row) in rows().enumerate() {
        ballot.clear();
        let verdict = (row.propose)(now, ballot);
        if verdict == Verdict::Skip {
            continue;
        }
        ballot.retain(|candidate| match guard::broken(now, candidate.play) {
            None => true,
            Some(guard) => {
                trace.held_back = Some(HeldBack { guard: guard.name, play: candidate.play });
                false
            }
        });
        if ballot.as_slice().is_empty() {
            continue;
        }
        let noise = if verdict == Verdict::Choose { now.persona.params().noise } else { 0 };
        let chosen = noise::choose(ballot.as_slice(), noise, rng).expect("the ballot is not empty");
        ballot.as_slice().iter().for_each(|&candidate| candidates.offer(candidate));
        candidates.include(chosen);
        let ground = match &verdict {
            Verdict::Win(path) => {
                trace.win_path = (path.first().copied() == chosen.play).then_some(*path);
                Ground::Order
            }
            Verdict::GoOut => Ground::GoesOut,
            _ => Ground::Judged,
        };
        (trace.rows_skipped, trace.row) = (skipped, Some(row.name));
        return Choice { candidates, ..Choice::unweighed(chosen.play, row.name, Decider::Rules, ground) };
    }
    trace.rows_skipped = rows().count();
    // Every row broke a guard. Any play that breaks none is the mildest way out, else the first legal play.
    let passes = (now.trick != Trick::Lead).then_some(None);
    let mut all = now.plays.iter().copied().map(Some).chain(passes);
    let play = all.clone().find(|&play| guard::broken(now, play).is_none()).or_else(|| all.next()).flatten();
    Choice::guarded(play, candidates)
}
