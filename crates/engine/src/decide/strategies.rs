//! The stages that choose without nets. Of the strategies, the first row that settles the turn without breaking a guard decides. With wild
//! ranks the wild player weighs plays by the hands that they leave.

use rules::{Rng, Trick};

use super::noise;
use super::stage::{Choice, ChoiceGround, DecisionState, RankedPlay, Ranking, StageResult};
use crate::decision::{Candidate, Candidates, Decider, HeldBackPlay, Trace};
use crate::net::Logit;
use crate::rule_player::ballot::{Ballot, Verdict};
use crate::rule_player::guard;
use crate::rule_player::strategy;
use crate::turn::Turn;
use crate::wild_player::{WeighedPlays, weigh};

pub(super) fn choose(work: &mut DecisionState<'_, '_>) -> StageResult {
    work.choice = choice_by_strategies(work.now, &mut work.buffers.ballot, &mut work.rng, work.trace);
    StageResult::Undecided
}

pub(super) fn choice_by_strategies(now: &Turn, ballot: &mut Ballot, rng: &mut Rng, trace: &mut Trace) -> Choice {
    trace.is_published = now.persona.is_published();
    let rows = || strategy::rows(now.trick, now.me, now.persona.is_published());
    for (skipped, row) in rows().enumerate() {
        ballot.clear();
        let verdict = (row.propose)(now, ballot);
        if verdict == Verdict::Skip {
            continue;
        }
        ballot.retain(|candidate| match guard::first_broken(now, candidate.play) {
            None => true,
            Some(guard) => {
                trace.held_back = Some(HeldBackPlay { guard: guard.name, play: candidate.play });
                false
            }
        });
        if ballot.as_slice().is_empty() {
            continue;
        }
        let noise = if verdict == Verdict::Choose { now.persona.params().noise } else { 0 };
        let chosen = noise::choose(ballot.as_slice(), noise, rng).expect("the ballot is not empty");
        let mut candidates: Candidates = ballot.as_slice().iter().copied().collect();
        candidates.include(chosen);
        let ground = match &verdict {
            Verdict::Win(path) => {
                trace.win_path = (path.first().copied() == chosen.play).then_some(*path);
                ChoiceGround::Order
            }
            Verdict::GoOut => ChoiceGround::GoesOut,
            _ => ChoiceGround::Judged,
        };
        (trace.rows_skipped, trace.row) = (skipped, Some(row.name));
        return Choice { candidates, ..Choice::unweighed(chosen.play, row.name, Decider::Rules, ground) };
    }
    trace.rows_skipped = rows().count();
    // Every row skipped the turn or broke a guard. Take a play that breaks none, otherwise the first legal play.
    let passes = (now.trick != Trick::Lead).then_some(None);
    let mut all = now.plays.iter().copied().map(Some).chain(passes);
    let play = all.clone().find(|&play| guard::first_broken(now, play).is_none()).or_else(|| all.next()).flatten();
    Choice::guarded(play)
}

pub(super) fn choose_with_wilds(work: &mut DecisionState<'_, '_>) -> StageResult {
    let now = work.now;
    let WeighedPlays { mut ballot, held_back } = weigh(now, work.limits.halt);
    work.trace.held_back = held_back;
    let Some(chosen) = noise::choose(&ballot, now.persona.params().noise, &mut work.rng) else {
        work.choice = Choice::guarded(now.plays.first().copied());
        return StageResult::Undecided;
    };
    let mut candidates: Candidates = ballot.iter().copied().collect();
    candidates.include(chosen);
    let reason = match now.trick {
        Trick::Lead => "small-first",
        Trick::Follow(_) => "normal",
    };
    work.choice = Choice { candidates, ..Choice::unweighed(chosen.play, reason, Decider::Rules, ChoiceGround::Judged) };
    // A stable sort: plays of equal value stay in the order of the ballot.
    ballot.sort_by_key(|candidate| -candidate.value);
    let ranked = |&Candidate { play, value }: &Candidate| RankedPlay { value, play, logit: Logit(i32::MIN) };
    work.ranking = Ranking::of(ballot.iter().map(ranked));
    StageResult::Undecided
}
