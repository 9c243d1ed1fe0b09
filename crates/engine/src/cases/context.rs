//! The input of facts and moves: the situation, the choice of the strategies, and values that several of them need.

use rules::{Combo, Hand, Kind, Seat};

use crate::decision::{Candidate, Candidates};
use crate::hand::key_value;
use crate::hand::split::Partition;
use crate::turn::Turn;

pub(crate) struct CaseContext<'a> {
    pub(super) now: &'a Turn<'a>,
    /// The choice of the strategies.
    pub(super) usual: Option<Combo>,
    /// The best plays that the strategies weighed, the best first.
    pub(super) weighed: &'a [Candidate],
}

/// The sorts of plays, as facts number them.
pub(super) mod sort {
    pub(in crate::cases) const PASS: i32 = 0;
    pub(in crate::cases) const SINGLE: i32 = 1;
    pub(in crate::cases) const PAIR: i32 = 2;
    pub(in crate::cases) const TRIPLE: i32 = 3;
    pub(in crate::cases) const CHAIN: i32 = 4;
    pub(in crate::cases) const FOUR: i32 = 5;
    pub(in crate::cases) const BOMB: i32 = 6;
}

pub(super) fn sort_of(play: Option<Combo>) -> i32 {
    let Some(play) = play else { return sort::PASS };
    match play.kind() {
        Kind::Single => sort::SINGLE,
        Kind::Pair => sort::PAIR,
        Kind::Triple | Kind::TripleSingle | Kind::TriplePair => sort::TRIPLE,
        Kind::Bomb | Kind::Rocket => sort::BOMB,
        Kind::FourSingles | Kind::FourPairs | Kind::Shuttle | Kind::ShuttleSingles | Kind::ShuttlePairs => sort::FOUR,
        _ => sort::CHAIN,
    }
}

impl<'a> CaseContext<'a> {
    pub(crate) fn new(now: &'a Turn<'a>, usual: Option<Combo>, candidates: &'a Candidates) -> CaseContext<'a> {
        CaseContext { now, usual, weighed: candidates.as_slice() }
    }

    /// True if the strategies chose something worse than their best: cases do not correct a slip.
    pub(crate) fn is_slip(&self) -> bool {
        self.value(self.usual).zip(self.weighed.first()).is_some_and(|(value, best)| value < best.value)
    }

    pub(super) fn persona_split(&self) -> &Partition {
        &self.now.splits()[0]
    }

    pub(super) fn split_combos(&self) -> impl Iterator<Item = Combo> {
        self.now.splits().iter().flat_map(|parts| parts.iter().copied())
    }

    pub(super) fn second_choice(&self) -> Option<&Candidate> {
        self.weighed.iter().find(|candidate| candidate.play != self.usual)
    }

    pub(crate) fn value(&self, play: Option<Combo>) -> Option<i32> {
        self.weighed.iter().find(|candidate| candidate.play == play).map(|candidate| candidate.value)
    }

    pub(super) fn usual_rest(&self) -> Hand {
        self.usual.map_or(self.now.hand, |play| self.now.after(play))
    }

    /// Returns the value of a play's key, 3 to 17; 0 for a pass.
    pub(super) fn key(&self, play: Option<Combo>) -> i32 {
        play.map_or(0, |play| key_value(play, self.now.rules()))
    }

    pub(super) fn standing(&self) -> Option<(Seat, Combo)> {
        self.now.course().standing()
    }
}
