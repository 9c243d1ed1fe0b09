//! The audit: counts of the tables, and of differences between them and the service.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tonic::Status;
use tonic_types::StatusExt;

use super::Scenario;
use crate::{Measure, Report};

#[derive(Clone, Debug, Default)]
pub(crate) struct Audit {
    pub(crate) faults: u64,
    /// Hands that were played to their end, each compared with the room at its end.
    pub(crate) hands: u64,
    pub(crate) events: u64,
    pub(crate) decisions: u64,
    /// Decisions that were asked for twice, to compare the answers.
    pub(crate) compared: u64,
    /// Decisions of stateless calls while the store was down, and of turns whose write was not confirmed.
    pub(crate) without_store: u64,
    /// Answered calls without a room that ran at the same time as the tables.
    pub(crate) stateless: u64,
    pub(crate) stateless_failed: u64,
    /// Failed calls after which a table waited or gave up, by reason or code.
    pub(crate) failed: BTreeMap<String, u64>,
    /// Calls in rooms on live nodes while another node of the cluster was down, and the failed ones of these.
    pub(crate) live_calls: u64,
    pub(crate) live_failed: u64,
    /// Events that were sent again because the store had lost them, if the scenario allows that.
    pub(crate) resent: u64,
    /// Acknowledged events that a room lacks, without the `resent`; 1 for a room that differs otherwise.
    pub(crate) lost: u64,
    /// More events or versions of a room than its table sent.
    pub(crate) duplicated: u64,
    /// Decisions that are illegal, differ when asked again, or belong to another version of the room; refusals of right calls.
    pub(crate) wrong: u64,
    /// Tables that gave up: the room could not be opened, or a hand not be played to its end.
    pub(crate) abandoned: u64,
    /// Log and replay lines that replicas dropped.
    pub(crate) lines_dropped: u64,
    /// Probes of `/livez` that failed.
    pub(crate) probes_failed: u64,
    /// The longest time from SIGTERM to the end of a replica, in seconds.
    pub(crate) longest_stop_s: f64,
    /// The first problems, as text.
    pub(crate) problems: Vec<String>,
}

/// The most problems that are kept as text.
const PROBLEMS_MAX: usize = 10;

#[derive(Default)]
pub(crate) struct SharedAudit(Mutex<Audit>);

impl SharedAudit {
    pub(crate) fn update(&self, change: impl FnOnce(&mut Audit)) {
        change(&mut self.0.lock().expect("no code panics while it holds the lock"));
    }

    pub(crate) fn add_problem(&self, words: String, count: impl FnOnce(&mut Audit)) {
        self.update(|audit| {
            count(audit);
            if audit.problems.len() < PROBLEMS_MAX {
                audit.problems.push(words);
            }
        });
    }

    pub(crate) fn read(&self) -> Audit {
        self.0.lock().expect("no code panics while it holds the lock").clone()
    }
}

pub(crate) fn reason(status: &Status) -> String {
    match status.get_details_error_info() {
        Some(info) => info.reason,
        None => format!("{:?}", status.code()),
    }
}

/// The share of calls in rooms on live nodes that must succeed, in thousandths.
const LIVE_SUCCESS_PERMILLE: u64 = 999;
/// The longest time that a replica may take to stop, in seconds: calls that are under way end first.
const STOP_MAX_S: f64 = 10.0;
/// The fewest faults that a run needs.
const FAULTS_MIN: u64 = 2;

impl Audit {
    /// Returns the title, the figures with what they have to be, and the first problems in words.
    pub(crate) fn report(self, scenario: Scenario, tables: u64, retries: usize, seconds: f64) -> Report {
        let Audit { hands, events, decisions, compared, without_store, .. } = &self;
        let title = format!(
            "{scenario:?}: {tables} tables for {seconds:.0} s; {hands} hands, {events} events, {decisions} decisions \
             ({compared} compared, {without_store} without the store), {retries} retries"
        );
        (title, self.measures(scenario, tables), self.problems)
    }

    fn measures(&self, scenario: Scenario, tables: u64) -> Vec<Measure> {
        let none = |what: &str, found: u64| Measure::new(what, found.to_string(), "0", found == 0);
        let some = |what: &str, found: u64, least: u64| {
            Measure::new(what, found.to_string(), format!("≥ {least}"), found >= least)
        };
        let mut measures = vec![
            some("faults", self.faults, FAULTS_MIN),
            some("hands played to their end", self.hands, tables),
            none("hands given up", self.abandoned),
            none("events lost", self.lost),
            none("events duplicated", self.duplicated),
            none("wrong decisions", self.wrong),
            some("calls without a room", self.stateless, 10),
            none("of them failed", self.stateless_failed),
        ];
        if scenario == Scenario::Rollback {
            // Otherwise the rollback took nothing back, and the run shows nothing.
            measures.push(some("events sent again", self.resent, 1));
        }
        if scenario == Scenario::BlockedLog {
            // A log that is not read costs only lines.
            let Audit { lines_dropped, probes_failed, longest_stop_s, .. } = *self;
            measures.push(some("lines dropped and counted", lines_dropped, 1));
            measures.push(none("probes of /livez without an answer", probes_failed));
            let (stop, most) = (format!("{longest_stop_s:.1} s"), format!("≤ {STOP_MAX_S} s"));
            measures.push(Measure::new("longest stop after SIGTERM", stop, most, longest_stop_s <= STOP_MAX_S));
        }
        measures.push(self.failures(scenario));
        measures
    }

    /// Compares the calls that failed after all attempts with what the scenario allows.
    fn failures(&self, scenario: Scenario) -> Measure {
        let failed: u64 = self.failed.values().sum();
        let found = format!("{failed} {:?}", self.failed);
        match scenario {
            Scenario::Cluster => {
                let most = self.live_calls * (1000 - LIVE_SUCCESS_PERMILLE) / 1000;
                let found = format!("{} of {}", self.live_failed, self.live_calls);
                let fine = self.live_calls > 0 && self.live_failed <= most;
                Measure::new("calls failed beside a node that is away", found, "≤ 0.1%", fine)
            }
            Scenario::Kill | Scenario::Roll | Scenario::BlockedLog => {
                Measure::new("calls failed after all attempts", found, "0", failed == 0)
            }
            Scenario::RedisRestart | Scenario::RedisLoss | Scenario::Rollback => {
                let documented = ["STORE_UNAVAILABLE", "ROOM_NOT_FOUND"];
                let rest = self.failed.keys().filter(|reason| !documented.contains(&reason.as_str())).count();
                Measure::new("calls failed after all attempts", found, "STORE_UNAVAILABLE or ROOM_NOT_FOUND", rest == 0)
            }
        }
    }
}
