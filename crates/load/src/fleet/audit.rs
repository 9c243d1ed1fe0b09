//! The audit: what the tables know themselves, and where the service differs from it.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

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
    #[serde(skip)]
    pub(crate) times: Times,
    /// The first problems, in words.
    pub(crate) problems: Vec<String>,
}

/// The times that answers took, in milliseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    /// Of decisions of turns with a budget, by tables that ask without the room while the store is away.
    pub(crate) asking_without: Vec<u32>,
    /// Of decisions of turns with a budget, by the other tables.
    pub(crate) without: Vec<u32>,
    /// Of calls without a room.
    pub(crate) stateless: Vec<u32>,
}

impl Times {
    /// The part of `times` above `most`; 0 of none.
    pub(crate) fn above(times: &[u32], most: u32) -> f64 {
        let above = times.iter().filter(|&&took| took > most).count();
        above as f64 / times.len().max(1) as f64
    }
}

/// Whole milliseconds.
pub(crate) fn millis(took: Duration) -> u32 {
    took.as_millis() as u32
}

/// Problems kept in words; all are counted.
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

/// The reason of a refusal, or the code of what was no refusal.
pub(crate) fn reason(status: &Status) -> String {
    match status.get_details_error_info() {
        Some(info) => info.reason,
        None => format!("{:?}", status.code()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_above_a_limit() {
        assert_eq!(Times::above(&[3, 21, 20, 900], 20), 0.5);
        assert_eq!(Times::above(&[], 20), 0.0);
    }
}
