//! The result of a decision: the action, which part decided it and why, and the candidates.

use std::fmt;

use rules::{Action, Combo, Hand, Seat};

use crate::hand::split::Partition;
use crate::net::Objective;
use crate::profile::Profile;

/// The part of the engine that settled the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decider {
    /// Only one action was legal.
    Forced,
    /// Written rules, such as the strategies and the player of wild ranks.
    Rules,
    /// A tree of recorded cases.
    Cases,
    /// The nets.
    Net,
    /// A search in sampled deals.
    Search,
    /// The exact endgame solver.
    Solver,
}

impl Decider {
    /// The names of all deciders, in their order.
    pub const NAMES: [&str; 6] = ["forced", "rules", "cases", "net", "search", "solver"];
}

const _: () = assert!(Decider::NAMES.len() == Decider::Solver as usize + 1);

impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Decider::NAMES[*self as usize])
    }
}

/// The unit of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// Quarter points; only differences have a meaning.
    Quarters,
    /// The deals of 1,000 in which the play wins.
    Wins,
    /// 500 plus half the expected score in thousandths of the stake, bombs included. It may be negative, and above 1,000.
    Score,
    /// The thousandths of the sampled deals that vote for the play.
    Votes,
}

impl Unit {
    pub(crate) const fn of(objective: Objective) -> Unit {
        match objective {
            Objective::Wins => Unit::Wins,
            Objective::Score => Unit::Score,
        }
    }

    /// Converts a value for a reader: to points, a chance or a share of votes from 0 to 1, or stakes won or lost.
    pub fn display_value(self, value: i32) -> f64 {
        let even = if self == Unit::Score { 500 } else { 0 };
        self.display_difference(value - even)
    }

    /// Converts the difference of two values for a reader, to the unit of [`Unit::display_value`].
    pub fn display_difference(self, difference: i32) -> f64 {
        f64::from(difference)
            / match self {
                Unit::Quarters => 4.0,
                Unit::Wins | Unit::Votes => 1000.0,
                Unit::Score => 500.0,
            }
    }
}

/// A play that was considered, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The play; `None` is a pass.
    pub play: Option<Combo>,
    /// The value, in the decision's [`Unit`].
    pub value: i32,
}

/// The most candidates that a decision reports.
pub const CANDIDATES_MAX: usize = 8;

/// Candidates, best first: at most [`CANDIDATES_MAX`].
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    len: usize,
    items: [Candidate; CANDIDATES_MAX],
}

impl Candidates {
    /// No candidate.
    pub const NONE: Candidates = Candidates { len: 0, items: [Candidate { play: None, value: 0 }; CANDIDATES_MAX] };

    /// Keeps `candidate` if it is among the best. Of candidates with equal values the earlier one stays first.
    pub fn offer(&mut self, candidate: Candidate) {
        if self.len == CANDIDATES_MAX {
            if self.items[CANDIDATES_MAX - 1].value >= candidate.value {
                return;
            }
            self.len -= 1;
        }
        let mut place = self.len;
        while place > 0 && self.items[place - 1].value < candidate.value {
            self.items[place] = self.items[place - 1];
            place -= 1;
        }
        self.items[place] = candidate;
        self.len += 1;
    }

    /// Lists `candidate`, such as the chosen play, even if better ones fill the list.
    pub(crate) fn include(&mut self, candidate: Candidate) {
        if !self.as_slice().contains(&candidate) {
            self.offer(candidate);
        }
        if !self.as_slice().contains(&candidate) {
            self.items[self.len - 1] = candidate;
        }
    }

    /// Returns the candidates, best first.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.items[..self.len]
    }
}

impl FromIterator<Candidate> for Candidates {
    fn from_iter<T: IntoIterator<Item = Candidate>>(candidates: T) -> Candidates {
        let mut best = Candidates::NONE;
        candidates.into_iter().for_each(|candidate| best.offer(candidate));
        best
    }
}

impl PartialEq for Candidates {
    fn eq(&self, other: &Candidates) -> bool {
        self.as_slice() == other.as_slice()
    }
}

/// A play that a guard removed from the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldBackPlay {
    /// The name of the guard.
    pub guard: &'static str,
    /// The play; `None` is a pass.
    pub play: Option<Combo>,
}

/// The way in which a decision was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The data that decides under this ruleset: its own or the nearest family's.
    pub profile: Profile,
    /// The seat that decided; `None` before the landlord is known.
    pub seat: Option<Seat>,
    /// The hand before the action.
    pub hand: Hand,
    /// The number of strategies that were asked and did not settle the turn.
    pub rows_skipped: usize,
    /// The name of the strategy that chose; `None` if the strategies were not asked, or none chose.
    pub row: Option<&'static str>,
    /// True if a published persona asked the strategies.
    pub is_published: bool,
    /// The plays of the winning order that the decision follows, if it follows one.
    pub win_path: Option<Partition>,
    /// The last play that a guard removed when the strategies or the player of wild ranks chose.
    pub held_back: Option<HeldBackPlay>,
    /// The number of deals that were solved or searched; 0 if there were none.
    pub worlds: u32,
    /// The number of nodes that solving or searching counted.
    pub nodes: u64,
    /// The standard error of [`Decision::win_chance`] if a search estimated it, in the same unit.
    pub error: Option<i32>,
    /// The worlds of 1,000 in which each seat was modelled as a naive player; `None` if that type was not modelled.
    pub taken_as_naive: Option<[u32; 3]>,
    /// The digest of the nets' weights, if the nets were asked about the play, the call or the doubling.
    pub weights: Option<u64>,
    /// The strength of the hand among all hands, for calls, doublings and open hands.
    pub strength: Option<Strength>,
    /// The score that the nets expect before the first lead, if they decide a doubling; [`SCORE_ONE`](crate::net::SCORE_ONE) is one
    /// stake.
    pub expected: Option<i32>,
}

/// A persona's action, and the ground that settled it.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The action.
    pub action: Action,
    /// The name of the ground that settled the turn, such as a strategy. [`crate::explain`] finds the reasons for people.
    pub reason: &'static str,
    /// The part of the engine that decided.
    pub decider: Decider,
    /// The best plays that were weighed, with the chosen one, best first; empty if nothing was weighed.
    pub candidates: Candidates,
    /// The unit of the candidates' values.
    pub unit: Unit,
    /// The likely deals of 1,000 in which the seat's side wins with this play, if all play on as modelled; `None` if it is unknown.
    pub win_chance: Option<i32>,
    /// The way in which the decision was made.
    pub trace: Trace,
    /// The advised seconds without a play, after which the companion urges the others.
    pub urge_s: u32,
    /// The time that a person would think, in milliseconds, as advice. The engine itself never waits.
    pub think_ms: u32,
}

/// The strength of a hand before the first play: its points, its place among all hands, and its chance as landlord.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Quarter points. For 17 cards they include the expected gain from three more. For a call by the nets: the deals of 1,000 in which the net
    /// expects to win. For a call by the weight matrix: tenths of the mean weight of a turn.
    pub points: i32,
    /// The place among 1,000 hands, weakest first.
    pub rank: i32,
    /// The deals of 1,000 in which a landlord with such a hand wins, in self-play.
    pub wins: i32,
}

impl Trace {
    pub(crate) fn of(profile: Profile, seat: Option<Seat>, hand: Hand) -> Trace {
        Trace {
            profile,
            seat,
            hand,
            rows_skipped: 0,
            row: None,
            is_published: false,
            win_path: None,
            held_back: None,
            worlds: 0,
            nodes: 0,
            error: None,
            taken_as_naive: None,
            weights: None,
            strength: None,
            expected: None,
        }
    }
}

impl Decision {
    /// Returns the combo that is played; `None` for a pass and for everything that is no play.
    pub fn play(&self) -> Option<Combo> {
        match self.action {
            Action::Play(play) => play,
            _ => None,
        }
    }
}
