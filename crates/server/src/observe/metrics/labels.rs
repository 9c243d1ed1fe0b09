//! The values of labels, by the names that the page shows.

use game::closed_set;
use game::refusal::Reason;

closed_set! {
    /// The outcome of counting a hand.
    CountOutcome {
        /// It is counted now.
        Now = "counted",
        /// The record stays as it was.
        Before = "repeated",
        /// The store failed, or too many hands waited.
        Lost = "lost",
    }
}

closed_set! {
    /// A pool, as a value of a label.
    PoolLabel {
        /// The pool for decisions.
        Play = "play",
        /// The pool for endgames, which may take seconds.
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

/// The names of reasons, and `other` for errors without one.
pub(super) const REASON_NAMES: [&str; Reason::ALL.len() + 1] = {
    let (mut names, mut place) = ([OTHER_LABEL; Reason::ALL.len() + 1], 0);
    while place < Reason::ALL.len() {
        names[place] = Reason::ALL[place].name;
        place += 1;
    }
    names
};

closed_set! {
    /// The reason why an answer is degraded.
    Degradation {
        /// The pool was too busy, or another caller needed the thread.
        Overload = "overload",
        /// The budget ended the thinking, or left no time for it.
        Budget = "budget",
        /// The backend's list did not hold the choice.
        LegalPlays = "legal_plays",
        /// The store of the rooms did not confirm the decision.
        Store = "store",
    }
}

closed_set! {
    /// The reason why we closed a connection.
    CloseReason {
        /// All places were taken.
        Full = "full",
        /// It was silent, read nothing or was being opened for too long.
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
        /// A value or an answer is read, or rows are.
        Read = "read",
        /// A value is changed by compare-and-set, or an answer is kept.
        Write = "write",
        /// A room is deleted, or a turn is marked as over.
        Close = "close",
        /// A player's record or rows are deleted.
        Forget = "forget",
        /// A row of a board is written or removed.
        Rank = "rank",
    }
}

closed_set! {
    /// The side of a difference between a backend's list and a ruleset.
    MismatchSide {
        /// The list lacks a play.
        Missing = "missing",
        /// The list has a play that the ruleset does not allow.
        Extra = "extra",
        /// Only one of them allows a pass.
        Pass = "pass",
    }
}

/// The value of a label for all that is not listed.
pub(super) const OTHER_LABEL: &str = "other";

closed_set! {
    /// A record that counts a player's hands.
    RecordLabel {
        /// The record of what the table saw.
        Seen = "seen",
        /// The record of the grades.
        Graded = "graded",
    }
}

closed_set! {
    /// The state of a job of a pool.
    JobState {
        /// A thread works on it.
        Running = "running",
        /// It waits for one.
        Waiting = "waiting",
    }
}

closed_set! {
    /// The state of a server of the store.
    NodeState {
        /// It has not failed since its last answer.
        Up = "up",
        /// It has failed since its last answer.
        Down = "down",
    }
}

closed_set! {
    /// A fault of an operation on the store.
    StoreFault {
        /// There was no usable answer in time.
        Unanswered = "unanswered",
        /// The store takes no writes.
        Full = "full",
        /// Another writer was faster.
        Conflict = "conflict",
    }
}

closed_set! {
    /// Files that are read again while the server runs.
    ReloadedFile {
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
        /// A bot sat down with the cards of a hand.
        LeftDuring = "left_during",
        /// A bot sat down without cards.
        LeftAfter = "left_after",
    }
}

/// The number of rows for kinds of bots. The last row counts all further kinds as `other`.
pub(super) const BOT_KINDS_MAX: usize = 256;

/// A kind of bots: the persona's name, and the skill that its strength has reached.
pub type BotKind<'a> = [&'a str; 2];
