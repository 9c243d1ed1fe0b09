//! Inference on a ballot. It is asked only if it could change the choice, because it takes longer than the rest.

use rules::Combo;

use crate::decision::Candidate;
use crate::rule_player::ballot::Ballot;
use crate::turn::{Turn, is_certain};

/// The largest shift of odds that inference is expected to bring, in deals of 1,000. If only a larger one could change the choice,
/// inference is not asked: that won nothing.
const SHIFT_MAX: i32 = 150;

/// The worth of a change of odds by inference, in quarter points for a change in all 1,000 deals.
pub(crate) struct ShiftWorth {
    /// The loss of a play by the further deals that cover it.
    pub(crate) covered: i32,
    /// The gain of a pass by the deals in which the partner, who plays next, covers the standing combo.
    pub(crate) partner: Option<(Combo, i32)>,
}

/// Changes the values on a ballot by what the others' acts say.
pub(crate) fn weigh_in(now: &Turn, ballot: &mut Ballot, stakes: &ShiftWorth) {
    if !now.infers() {
        return;
    }
    // The most that a candidate loses by inference, and the most that it gains.
    let reach = |candidate: &Candidate| match candidate.play {
        None => [stakes.partner.map_or(0, |(_, worth)| worth.abs() / 2); 2],
        Some(play) => match now.odds_covered(play) {
            odds if is_certain(odds) => [0; 2],
            odds => [1000 - odds, odds].map(|deals| stakes.covered.abs() * deals.min(SHIFT_MAX) / 1000),
        },
    };
    let least = ballot.as_slice().iter().map(|each| each.value - reach(each)[0]).max();
    let noise = now.persona.params().noise;
    let contends = |candidate: &Candidate| Some(candidate.value + reach(candidate)[1] + noise) >= least;
    let contenders = || ballot.as_slice().iter().filter(|each| contends(each));
    if contenders().count() < 2 || contenders().all(|each| reach(each) == [0; 2]) {
        return;
    }
    ballot.revalue(|candidate| match candidate.play {
        _ if !contends(candidate) => candidate.value,
        None => candidate.value + stakes.partner.map_or(0, |(standing, worth)| left_to_partner(now, standing, worth)),
        Some(play) => candidate.value - stakes.covered * (now.odds_inferred(play) - now.odds_covered(play)) / 1000,
    });
}

/// Returns the worth of a pass if a partner who plays next may cover `standing`.
fn left_to_partner(now: &Turn, standing: Combo, worth: i32) -> i32 {
    now.partner_covers(standing).map_or(0, |covers| worth * (covers - 500) / 1000)
}
