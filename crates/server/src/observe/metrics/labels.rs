//! The labels of series and their values: closed sets, each with the name that the page shows.

use companions::plan::Outcome;
use engine::Decider;

use crate::call::caller::CALLERS_MAX;
use crate::call::rpc::Rpc;
use crate::error::Reason;

/// The outcome of a hand that was to be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// It is counted now.
    Now,
    /// It was counted before.
    Before,
    /// The store took no write: the hand is lost for the record.
    Lost,
}

impl Counted {
    /// Every outcome.
    pub const ALL: [Counted; 3] = [Counted::Now, Counted::Before, Counted::Lost];

    /// The label in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Counted::Now => "counted",
            Counted::Before => "repeated",
            Counted::Lost => "lost",
        }
    }
}

pub(super) fn rpcs() -> Vec<&'static str> {
    Rpc::ALL.iter().map(|rpc| rpc.name()).collect()
}

/// Callers are named by the file of tokens: these are their places.
pub(super) fn callers() -> Vec<&'static str> {
    vec![""; CALLERS_MAX]
}

/// The pools, by their places on the page.
pub(super) const POOLS: [&str; 2] = ["play", "endgames"];

/// A pool, as a value of a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolLabel {
    /// The one that plays.
    Play,
    /// The one for what takes seconds.
    Endgames,
}

/// The names of gRPC codes, by their numbers.
pub const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];
pub(super) const DECIDERS: [&str; 6] = ["forced", "rules", "cases", "net", "search", "solver"];

/// The outcome of a table in a plan.
pub(super) fn companion_outcomes() -> Vec<&'static str> {
    Outcome::ALL.map(Outcome::name).to_vec()
}

/// The names of reasons, and one place for what carries none.
pub(super) fn reasons() -> Vec<&'static str> {
    Reason::ALL.iter().map(|reason| reason.name).chain([OTHER]).collect()
}

/// Why a simpler decider answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Degradation {
    /// No thread would have been free in time.
    Overload,
    /// The budget ended the thinking.
    Budget,
    /// The backend's list did not hold the choice.
    LegalPlays,
    /// The store of the rooms was away: the fallback was decided.
    Store,
}
pub(super) const DEGRADATIONS: [&str; 4] = ["overload", "budget", "legal_plays", "store"];

/// Why a call was refused without a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shed {
    /// Too many calls at a time.
    Inflight,
    /// No thread would have been free in time, and no simpler player can answer it.
    Queue,
    /// Its deadline had passed.
    Deadline,
}
pub(super) const SHEDS: [&str; 3] = ["inflight", "queue", "deadline"];

/// Why we hung up on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseReason {
    /// There were too many.
    Full,
    /// Nothing was heard from it for too long.
    Idle,
    /// It was the oldest of too many that had not said their first words.
    HalfOpen,
    /// Others needed its place, and it had made no call that was let in.
    Stranger,
}
pub(super) const CLOSE_REASONS: [&str; 4] = ["full", "idle", "half_open", "stranger"];

/// The finding of a solver of endgames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// The landlord wins.
    Landlord,
    /// The peasants win.
    Peasants,
    /// Nothing in time.
    Unknown,
    /// A puzzle was made.
    Puzzle,
}
pub(super) const SOLVED: [&str; 4] = ["landlord", "peasants", "unknown", "puzzle"];

/// The records of a room.
pub const EVENT_KINDS: [&str; 12] = [
    "dealt",
    "wild_shown",
    "passed_on",
    "called",
    "landlord_found",
    "raised",
    "shown",
    "played",
    "settled",
    "redealt",
    "seat_changed",
    "said",
];
/// The operations on the store of rooms.
pub const STORE_OPS: [&str; 8] = ["open", "read", "write", "close", "list", "count", "forget", "rank"];
/// The RPCs that ask for a turn in a room.
pub(super) const UNVERSIONED: [Rpc; 6] =
    [Rpc::Bid, Rpc::Play, Rpc::Follow, Rpc::Decide, Rpc::ReviewPlay, Rpc::RecordEvents];
/// In what a backend's list and a ruleset differ.
pub(super) const MISMATCHES: [&str; 3] = ["missing", "extra", "pass"];

pub(super) fn strategies() -> Vec<&'static str> {
    let rows = engine::rule_player::strategy::LEADING
        .iter()
        .chain(engine::rule_player::strategy::FOLLOWING)
        .map(|row| row.name);
    let mut names: Vec<&str> = rows
        .chain(["forced", "guarded", "solved", "searched", "kept", "outplayed", "voted", "learned", "cases"])
        .collect();
    names.sort_unstable();
    names.dedup();
    // Bids have reasons of their own, and engines grow: what is not listed here is counted together.
    names.push(OTHER);
    names
}
/// The value of a label for all that is not listed.
pub(super) const OTHER: &str = "other";

pub(super) fn decider_place(decider: Decider) -> usize {
    let name = match decider {
        Decider::Forced => "forced",
        Decider::Rules => "rules",
        Decider::Cases => "cases",
        Decider::Net => "net",
        Decider::Search => "search",
        Decider::Solver => "solver",
    };
    DECIDERS.iter().position(|known| *known == name).expect("every decider is listed")
}
