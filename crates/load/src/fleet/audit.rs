//! The audit: counts of the tables, and of differences between them and the service.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tonic::Status;
use tonic_types::StatusExt;

use super::Scenario;
use super::faults::ReplicaCounts;
use crate::Measure;

#[derive(Clone, Debug, Default)]
pub(crate) struct Audit {
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

    pub(crate) fn count_failed_call(&self, status: &Status) {
        self.update(|audit| *audit.failed.entry(reason(status)).or_default() += 1);
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

pub(crate) struct FleetFigures {
    pub(crate) scenario: Scenario,
    pub(crate) tables: u64,
    pub(crate) faults: u64,
    pub(crate) retries: usize,
    pub(crate) seconds: f64,
    pub(crate) observed: ReplicaCounts,
    pub(crate) audit: Audit,
}

impl FleetFigures {
    /// Returns the title, the figures with what they have to be, and the first problems in words.
    pub(crate) fn report(self) -> (String, Vec<Measure>, Vec<String>) {
        let FleetFigures { scenario, tables, seconds, retries, audit, .. } = &self;
        let Audit { hands, events, decisions, compared, without_store, .. } = audit;
        let title = format!(
            "{scenario:?}: {tables} tables for {seconds:.0} s; {hands} hands, {events} events, {decisions} decisions \
             ({compared} compared, {without_store} without the store), {retries} retries"
        );
        (title, self.measures(), self.audit.problems)
    }

    fn measures(&self) -> Vec<Measure> {
        let audit = &self.audit;
        let none = |what: &str, found: u64| Measure::new(what, found.to_string(), "0", found == 0);
        let some = |what: &str, found: u64, least: u64| {
            Measure::new(what, found.to_string(), format!("≥ {least}"), found >= least)
        };
        let mut measures = vec![
            some("faults", self.faults, FAULTS_MIN),
            some("hands played to their end", audit.hands, self.tables),
            none("hands given up", audit.abandoned),
            none("events lost", audit.lost),
            none("events duplicated", audit.duplicated),
            none("wrong decisions", audit.wrong),
            some("calls without a room", audit.stateless, 10),
            none("of them failed", audit.stateless_failed),
        ];
        if self.scenario == Scenario::Rollback {
            // Otherwise the rollback took nothing back, and the run shows nothing.
            measures.push(some("events sent again", audit.resent, 1));
        }
        if self.scenario == Scenario::BlockedLog {
            // A log that is not read costs only lines.
            let ReplicaCounts { lines_dropped, probes_failed, longest_stop_s } = self.observed;
            measures.push(some("lines dropped and counted", lines_dropped, 1));
            measures.push(none("probes of /livez without an answer", probes_failed));
            let (stop, most) = (format!("{longest_stop_s:.1} s"), format!("≤ {STOP_MAX_S} s"));
            measures.push(Measure::new("longest stop after SIGTERM", stop, most, longest_stop_s <= STOP_MAX_S));
        }
        measures.push(self.failures());
        measures
    }

    /// Compares the calls that failed after all attempts with what the scenario allows.
    fn failures(&self) -> Measure {
        let audit = &self.audit;
        let failed: u64 = audit.failed.values().sum();
        let found = format!("{failed} {:?}", audit.failed);
        match self.scenario {
            Scenario::Cluster => {
                let most = audit.live_calls * (1000 - LIVE_SUCCESS_PERMILLE) / 1000;
                let found = format!("{} of {}", audit.live_failed, audit.live_calls);
                let fine = audit.live_calls > 0 && audit.live_failed <= most;
                Measure::new("calls failed beside a node that is away", found, "≤ 0.1%", fine)
            }
            Scenario::Kill | Scenario::Roll | Scenario::BlockedLog => {
                Measure::new("calls failed after all attempts", found, "0", failed == 0)
            }
            Scenario::RedisRestart | Scenario::RedisLoss | Scenario::Rollback => {
                let documented = ["STORE_UNAVAILABLE", "ROOM_NOT_FOUND"];
                let rest = audit.failed.keys().filter(|reason| !documented.contains(&reason.as_str())).count();
                Measure::new("calls failed after all attempts", found, "STORE_UNAVAILABLE or ROOM_NOT_FOUND", rest == 0)
            }
        }
    }
}
