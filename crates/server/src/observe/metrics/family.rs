//! One series with all its labels, and the values of labels: closed sets, each with the name that the page shows. Handles are made once and
//! then found by their places in these sets, so that recording costs no look-up by name.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use metrics::{Counter, Gauge, Histogram, Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::PrometheusRecorder;

use crate::call::Rpc;
use crate::call::caller::{CALLERS_MAX, Caller};
use game::closed_set;
use game::refusal::Reason;

/// A counter, gauge or histogram.
pub trait Handle: Sized {
    /// Prometheus' name for the sort.
    const SORT: &'static str;
    /// Describes the series on the page.
    fn describe(recorder: &PrometheusRecorder, name: &'static str, about: &'static str);
    /// Makes the handle of a key.
    fn register(recorder: &PrometheusRecorder, key: &Key) -> Self;
}

macro_rules! handle {
    ($type:ty, $sort:literal, $describe:ident, $register:ident) => {
        impl Handle for $type {
            const SORT: &'static str = $sort;

            fn describe(recorder: &PrometheusRecorder, name: &'static str, about: &'static str) {
                recorder.$describe(name.into(), None, about.into());
            }

            fn register(recorder: &PrometheusRecorder, key: &Key) -> Self {
                recorder.$register(key, &Metadata::new("thirdseat", Level::INFO, None))
            }
        }
    };
}

handle!(Counter, "counter", describe_counter, register_counter);
handle!(Gauge, "gauge", describe_gauge, register_gauge);
handle!(Histogram, "histogram", describe_histogram, register_histogram);

/// The handles of a series, by the places of its labels' values. A handle registers at its first use, so the page shows no
/// combination that has not occurred.
pub struct Family<H> {
    name: &'static str,
    labels: Vec<(&'static str, Vec<&'static str>)>,
    columns: usize,
    slots: Vec<OnceLock<H>>,
    names: Mutex<Vec<Vec<String>>>,
    recorder: Arc<PrometheusRecorder>,
}

impl<H: Handle> Family<H> {
    /// Makes a series with its labels, each with all its values. The first label is the row; the last of several is the
    /// column.
    pub(super) fn new(
        recorder: &Arc<PrometheusRecorder>,
        name: &'static str,
        about: &'static str,
        labels: Vec<(&'static str, Vec<&'static str>)>,
    ) -> Family<H> {
        H::describe(recorder, name, about);
        let rows = labels.first().map_or(1, |(_, values)| values.len());
        let columns = labels.iter().skip(1).next_back().map_or(1, |(_, values)| values.len());
        let slots = (0..rows * columns).map(|_| OnceLock::new()).collect();
        Family { name, labels, columns, slots, names: Mutex::default(), recorder: Arc::clone(recorder) }
    }

    /// Returns the handle for the labels' values at these places; 0 for a label that the series lacks.
    pub fn at(&self, row: usize, column: usize) -> &H {
        let first = self.labels.first().map(|(_, values)| values[row]);
        self.handle(row, first.as_slice(), column)
    }

    /// Returns the handle of a series whose first label is a caller: a closed set, whose names come from the file of tokens.
    pub fn of(&self, caller: &Caller, column: usize) -> &H {
        self.handle(caller.place(), &[caller.label()], column)
    }

    /// Returns the handle of a series whose first labels get their values at run time. The last row is for all values that find no row.
    pub fn named<const N: usize>(&self, names: [&str; N], column: usize) -> &H {
        let rows = self.slots.len() / self.columns;
        let mut known = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|row| row.iter().zip(names).all(|(one, name)| one == name));
        let place = place.unwrap_or_else(|| {
            if known.len() < rows - 1 {
                known.push(names.map(str::to_owned).to_vec());
                return known.len() - 1;
            }
            rows - 1
        });
        let is_other = place == rows - 1;
        drop(known);
        self.handle(place, if is_other { &[OTHER; N] } else { &names }, column)
    }

    fn handle(&self, row: usize, names: &[&str], column: usize) -> &H {
        assert!(column < self.columns, "{} has no column {column}", self.name);
        self.slots[row * self.columns + column].get_or_init(|| {
            let first = self.labels.iter().zip(names).map(|((label, _), name)| Label::new(*label, (*name).to_owned()));
            let last = self.labels[names.len()..].iter().map(|(label, values)| Label::new(*label, values[column]));
            H::register(&self.recorder, &Key::from_parts(self.name, first.chain(last).collect::<Vec<_>>()))
        })
    }

    /// Returns the handle of a series without labels.
    pub fn one(&self) -> &H {
        self.at(0, 0)
    }
}

closed_set! {
    /// The outcome of counting a hand.
    Counted {
        /// It is counted now.
        Now = "counted",
        /// It was counted before.
        Before = "repeated",
        /// The store took no write: the hand is lost for the record.
        Lost = "lost",
    }
}

pub(super) fn rpcs() -> Vec<&'static str> {
    Rpc::ALL.iter().map(|rpc| rpc.name()).collect()
}

/// Returns empty values for the callers' label; the file of tokens names them.
pub(super) fn callers() -> Vec<&'static str> {
    vec![""; CALLERS_MAX]
}

closed_set! {
    /// A pool, as a value of a label.
    PoolLabel {
        /// The pool for decisions.
        Play = "play",
        /// The pool for endgames, which take seconds.
        Endgames = "endgames",
    }
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
/// The engine's deciders, in its order.
pub(super) const DECIDERS: [&str; 6] = ["forced", "rules", "cases", "net", "search", "solver"];

/// Returns the names of reasons, and `other` for errors without one.
pub(super) fn reasons() -> Vec<&'static str> {
    Reason::ALL.iter().map(|reason| reason.name).chain([OTHER]).collect()
}

closed_set! {
    /// The reason why an answer is degraded.
    Degradation {
        /// No thread would have been free in time.
        Overload = "overload",
        /// The budget ended the thinking.
        Budget = "budget",
        /// The backend's list did not hold the choice.
        LegalPlays = "legal_plays",
        /// The store of the rooms did not confirm the decision in time.
        Store = "store",
    }
}

closed_set! {
    /// The reason why we closed a connection.
    CloseReason {
        /// There were too many.
        Full = "full",
        /// Nothing was heard from it for too long.
        Idle = "idle",
        /// It was the oldest of too many connections that were still being opened.
        HalfOpen = "half_open",
        /// Others needed its place, and it had made no call that was let in.
        Stranger = "stranger",
    }
}

closed_set! {
    /// An operation on the store of rooms.
    StoreOp {
        /// A value is created.
        Open = "open",
        /// A value is read.
        Read = "read",
        /// A value is changed by compare-and-set.
        Write = "write",
        /// A room is deleted.
        Close = "close",
        /// A player's record or rows are deleted.
        Forget = "forget",
        /// A row of a board changes.
        Rank = "rank",
    }
}

/// The RPCs that ask for a turn in a room.
pub(super) const UNVERSIONED: [Rpc; 5] = [Rpc::Bid, Rpc::Play, Rpc::Follow, Rpc::Decide, Rpc::RecordEvents];

closed_set! {
    /// The side of a difference between a backend's list and a ruleset.
    MismatchSide {
        /// The list lacks a play.
        Missing = "missing",
        /// The list has a play that the ruleset does not know.
        Extra = "extra",
        /// Only one of them allows a pass.
        Pass = "pass",
    }
}

/// The value of a label for all that is not listed.
pub(super) const OTHER: &str = "other";

closed_set! {
    /// A record that counts a player's hands.
    Record {
        /// The acts that the table saw.
        Seen = "seen",
        /// The grades of the choices.
        Graded = "graded",
    }
}

closed_set! {
    /// A job of a pool.
    JobState {
        /// A thread works on it.
        Running = "running",
        /// It waits for one.
        Waiting = "waiting",
    }
}

closed_set! {
    /// A server of the store.
    NodeState {
        /// It answered when it was last asked.
        Up = "up",
        /// It did not.
        Down = "down",
    }
}

closed_set! {
    /// A fault of an operation on the store.
    StoreFault {
        /// There was no answer, or none in time.
        Unanswered = "unanswered",
        /// The store has no memory or disk left.
        Full = "full",
        /// Another writer was faster.
        Conflict = "conflict",
    }
}

closed_set! {
    /// Files that are read again while the server runs.
    Reloaded {
        /// Certificates of the gRPC port.
        Certificates = "certificates",
        /// Tokens.
        Tokens = "tokens",
        /// Personas.
        Personas = "personas",
    }
}

closed_set! {
    /// The outcome of a hand for a bot.
    BotOutcome {
        /// It won as landlord.
        LandlordWon = "landlord_won",
        /// It lost as landlord.
        LandlordLost = "landlord_lost",
        /// It won as peasant.
        PeasantWon = "peasant_won",
        /// It lost as peasant.
        PeasantLost = "peasant_lost",
    }
}

closed_set! {
    /// An act of a player in a bot's company.
    PlayerAct {
        /// The player urged the bot.
        Urged = "urged",
        /// A bot took the player's seat during a hand.
        LeftDuring = "left_during",
        /// A bot took the player's seat after a hand.
        LeftAfter = "left_after",
    }
}

/// The most kinds of bots that a process tells apart; those beyond are counted as `other`.
const KINDS_MAX: usize = 256;

/// Returns the values of a label that kinds of bots fill as they come.
pub(super) fn kinds() -> Vec<&'static str> {
    vec![""; KINDS_MAX]
}

/// A kind of bots: the persona's name, and the skill that its strength has reached.
pub type BotKind<'a> = [&'a str; 2];
