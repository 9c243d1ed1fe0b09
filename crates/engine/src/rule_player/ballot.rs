//! The plays that a row considers, with their values.

use rules::Combo;

use crate::decision::Candidate;
use crate::hand::split::Partition;

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
    /// As [`Verdict::Settle`]: the hand is won in this order.
    Win(Partition),
}

/// The most plays on a ballot. If there are more, the worst are dropped.
const BALLOT_MAX: usize = 64;

/// The plays that were put, with their values, in that order; never more than fit.
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
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Puts a play on the ballot; one that is there already keeps its better value.
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

    /// Gives every play on the ballot another value.
    pub(crate) fn revalue(&mut self, value: impl Fn(&Candidate) -> i32) {
        self.items[..self.len].iter_mut().for_each(|item| item.value = value(item));
    }

    /// Returns everything on the ballot.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.items[..self.len]
    }
}
