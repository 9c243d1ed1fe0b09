//! The independent account: what the tables themselves know to have happened, and in what the service differed from it.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::Serialize;
use tonic::Status;
use tonic_types::StatusExt;

/// Everything that is counted.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Account {
    /// Hands that were played to their end, each compared with the room at its end.
    pub(crate) hands: u64,
    pub(crate) events: u64,
    pub(crate) decisions: u64,
    /// Decisions that were asked for twice, to compare the answers.
    pub(crate) compared: u64,
    /// Decisions by the fallback, while the store was away.
    pub(crate) by_fallback: u64,
    /// Calls without a room that ran beside the tables.
    pub(crate) stateless: u64,
    pub(crate) stateless_failed: u64,
    /// Calls that failed after all attempts of the policy, by reason or code.
    pub(crate) failed: BTreeMap<String, u64>,
    /// Events that were told again to a room that had lost them, where it was allowed to.
    pub(crate) told_again: u64,
    /// Events that a room had acknowledged and no longer has.
    pub(crate) lost: u64,
    /// Events, or versions, that a room has more than were told.
    pub(crate) doubled: u64,
    /// Decisions that are illegal, differ when asked again, or are about another state of the room.
    pub(crate) wrong: u64,
    /// Hands that could not be played to their end.
    pub(crate) given_up: u64,
    /// The first troubles, in words.
    pub(crate) troubles: Vec<String>,
}

/// So many troubles are told in words; all are counted.
const TROUBLES_MAX: usize = 10;

/// The account of all tables.
#[derive(Default)]
pub(crate) struct Book(Mutex<Account>);

impl Book {
    pub(crate) fn note(&self, change: impl FnOnce(&mut Account)) {
        change(&mut self.0.lock().expect("no code panics while it holds the book"));
    }

    pub(crate) fn trouble(&self, words: String, count: impl FnOnce(&mut Account)) {
        self.note(|account| {
            count(account);
            if account.troubles.len() < TROUBLES_MAX {
                account.troubles.push(words);
            }
        });
    }

    /// A call failed after all its attempts.
    pub(crate) fn failed(&self, status: &Status) {
        self.note(|account| *account.failed.entry(reason(status)).or_default() += 1);
    }

    pub(crate) fn read(&self) -> Account {
        self.0.lock().expect("no code panics while it holds the book").clone()
    }
}

/// The reason of a refusal, or the code of what was no refusal.
pub(crate) fn reason(status: &Status) -> String {
    match status.get_details_error_info() {
        Some(info) => info.reason,
        None => format!("{:?}", status.code()),
    }
}
