//! The plays that a row considers, with their values. Inference changes the values only if it could change the choice, because it takes
//! longer than the rest.

use rules::Combo;

use crate::decision::Candidate;
use crate::hand::split::Partition;
use crate::turn::{Turn, is_certain};

/// The verdict of a row on a turn.
#[expect(clippy::large_enum_variant, reason = "it lives for one call and must not allocate")]
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The row does not apply.
    Skip,
    /// One of the plays on the ballot: the best, or one near it for a persona that slips.
    Choose,
    /// The best play on the ballot, for every persona.
    Settle,
    /// As [`Verdict::Settle`]: the whole hand goes out.
    GoOut,
    /// As [`Verdict::Settle`]: the hand should win in this order.
    Win(Partition),
}

/// The most plays on a ballot. If there are more, the worst are dropped.
const BALLOT_MAX: usize = 64;

/// The plays that a row has put on the ballot, with their values: at most `BALLOT_MAX`.
pub struct Ballot {
    len: usize,
    items: [Candidate; BALLOT_MAX],
}

impl Default for Ballot {
    fn default() -> Ballot {
        Ballot { len: 0, items: [Candidate { play: None, value: 0 }; BALLOT_MAX] }
    }
}

impl Ballot {
    /// Removes all plays.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Puts a play on the ballot; a play that is there already keeps its better value.
    pub fn put(&mut self, play: Option<Combo>, value: i32) {
        if let Some(known) = self.items[..self.len].iter_mut().find(|known| known.play == play) {
            known.value = known.value.max(value);
            return;
        }
        if self.len < BALLOT_MAX {
            self.items[self.len] = Candidate { play, value };
            self.len += 1;
            return;
        }
        let worst = self.items.iter_mut().min_by_key(|item| item.value).expect("a full ballot has items");
        if worst.value < value {
            *worst = Candidate { play, value };
        }
    }

    /// Drops the plays for which `keep` is false.
    pub fn retain(&mut self, mut keep: impl FnMut(&Candidate) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            if keep(&self.items[index]) {
                self.items[kept] = self.items[index];
                kept += 1;
            }
        }
        self.len = kept;
    }

    pub(crate) fn revalue(&mut self, value: impl Fn(&Candidate) -> i32) {
        self.items[..self.len].iter_mut().for_each(|item| item.value = value(item));
    }

    /// Returns everything on the ballot.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.items[..self.len]
    }
}

/// The largest shift of odds that inference is expected to bring, in deals of 1,000. If only a larger one could change the choice,
/// inference is not asked.
const ODDS_SHIFT_MAX: i32 = 150;

/// The worth of a change of odds by inference, in quarter points for a change in all 1,000 deals.
pub(crate) struct ShiftWorth {
    /// The loss of a play for the further deals in which it is covered.
    pub(crate) covered: i32,
    /// The standing combo, and the gain of a pass for the deals in which the partner, who plays next, covers this combo.
    pub(crate) partner: Option<(Combo, i32)>,
}

pub(crate) fn apply_inference(now: &Turn, ballot: &mut Ballot, shift: &ShiftWorth) {
    if !now.uses_inference() {
        return;
    }
    // The expected bounds of a candidate's loss and gain by inference.
    let reach = |candidate: &Candidate| match candidate.play {
        None => [shift.partner.map_or(0, |(_, worth)| worth.abs() / 2); 2],
        Some(play) => match now.odds_covered(play) {
            odds if is_certain(odds) => [0; 2],
            odds => [1000 - odds, odds].map(|deals| shift.covered.abs() * deals.min(ODDS_SHIFT_MAX) / 1000),
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
        None => candidate.value + shift.partner.map_or(0, |(standing, worth)| worth_of_pass(now, standing, worth)),
        Some(play) => candidate.value - shift.covered * (now.odds_inferred(play) - now.odds_covered(play)) / 1000,
    });
}

/// Returns the worth of leaving `standing` to a partner who plays next: 0 if the partner covers it in half of the deals.
fn worth_of_pass(now: &Turn, standing: Combo, worth: i32) -> i32 {
    now.partner_cover_odds(standing).map_or(0, |covers| worth * (covers - 500) / 1000)
}
