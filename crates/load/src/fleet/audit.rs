//! The audit: what the tables know themselves, and where the service differs from it.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::Serialize;
use tonic::Status;
use tonic_types::StatusExt;

/// Everything that is counted.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Audit {
    /// Hands that were played to their end, each compared with the room at its end.
    pub(crate) hands: u64,
    pub(crate) events: u64,
    pub(crate) decisions: u64,
    /// Decisions that were asked for twice, to compare the answers.
    pub(crate) compared: u64,
    /// Decisions of stateless calls, while the store was away, and of turns whose write the store did not confirm in time.
    pub(crate) without_store: u64,
    /// Calls without a room that ran beside the tables.
    pub(crate) stateless: u64,
    pub(crate) stateless_failed: u64,
    /// Calls that failed after all attempts of the policy, by reason or code.
    pub(crate) failed: BTreeMap<String, u64>,
    /// Calls in rooms on live nodes while another node of the cluster was away, and those that failed after all attempts.
    pub(crate) live_calls: u64,
    pub(crate) live_failed: u64,
    /// Events that were sent again because the store had lost the room, where the scenario allows that.
    pub(crate) resent: u64,
    /// Events that a room had acknowledged and no longer has.
    pub(crate) lost: u64,
    /// Events, or versions, that a room has and no table sent.
    pub(crate) duplicated: u64,
    /// Decisions that are illegal, differ when asked again, or belong to another version of the room.
    pub(crate) wrong: u64,
    /// Hands that could not be played to their end.
    pub(crate) abandoned: u64,
    /// The first problems, in words.
    pub(crate) problems: Vec<String>,
}

/// The most problems that are kept in words; all are counted.
const PROBLEMS_MAX: usize = 10;

/// The audit of all tables.
#[derive(Default)]
pub(crate) struct SharedAudit(Mutex<Audit>);

impl SharedAudit {
    pub(crate) fn note(&self, change: impl FnOnce(&mut Audit)) {
        change(&mut self.0.lock().expect("no code panics while it holds the lock"));
    }

    pub(crate) fn problem(&self, words: String, count: impl FnOnce(&mut Audit)) {
        self.note(|audit| {
            count(audit);
            if audit.problems.len() < PROBLEMS_MAX {
                audit.problems.push(words);
            }
        });
    }

    /// Counts a call that failed after all its attempts.
    pub(crate) fn failed(&self, status: &Status) {
        self.note(|audit| *audit.failed.entry(reason(status)).or_default() += 1);
    }

    pub(crate) fn read(&self) -> Audit {
        self.0.lock().expect("no code panics while it holds the lock").clone()
    }
}

/// Returns the reason of a refusal, or the code of another error.
pub(crate) fn reason(status: &Status) -> String {
    match status.get_details_error_info() {
        Some(info) => info.reason,
        None => format!("{:?}", status.code()),
    }
}
