//! The results of a fleet, each with what it had to be.

use serde::Serialize;

use super::Scenario;
use super::audit::Audit;
use super::faults::Observed;
use crate::figures::Measure;

/// The share of calls in rooms on live nodes that must succeed, in thousandths.
const LIVE_PERMILLE: u64 = 999;
/// The longest time that a replica may take to stop, in seconds: calls that are under way end first.
const STOP_MAX_S: f64 = 10.0;

/// The results.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FleetFigures {
    pub(crate) scenario: Scenario,
    pub(crate) tables: usize,
    pub(crate) faults: u64,
    pub(crate) retries: usize,
    pub(crate) seconds: f64,
    /// Processor time of the replicas and of Redis, in milliseconds a hand. Only without faults: the processor time of a process
    /// that was killed is lost.
    pub(crate) cpu_ms: Option<[f64; 2]>,
    pub(crate) observed: Observed,
    pub(crate) audit: Audit,
}

impl FleetFigures {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let audit = &self.audit;
        let none = |what: &str, found: u64| Measure::new(what, found.to_string(), "0", found == 0);
        let some = |what: &str, found: u64, least: u64| {
            Measure::new(what, found.to_string(), format!("≥ {least}"), found >= least)
        };
        let least = if self.scenario == Scenario::None { 0 } else { 2 };
        let mut measures = vec![
            some("faults", self.faults, least),
            some("hands played to their end", audit.hands, self.tables as u64),
            none("hands given up", audit.abandoned),
            none("events lost", audit.lost),
            none("events duplicated", audit.duplicated),
            none("wrong decisions", audit.wrong),
            some("calls without a room", audit.stateless, 10),
            none("of them failed", audit.stateless_failed),
        ];
        if self.scenario == Scenario::Rollback {
            // Otherwise nothing was taken back, and nothing is shown.
            measures.push(some("events sent again", audit.resent, 1));
        }
        measures.extend(self.of_blocked_log());
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
                let most = audit.live_calls * (1000 - LIVE_PERMILLE) / 1000;
                let found = format!("{} of {}", audit.live_failed, audit.live_calls);
                let fine = audit.live_calls > 0 && audit.live_failed <= most;
                Measure::new("calls failed beside a node that is away", found, "≤ 0.1%", fine)
            }
            Scenario::None | Scenario::Kill | Scenario::Roll | Scenario::BlockedLog => {
                Measure::new("calls failed after all attempts", found, "0", failed == 0)
            }
            Scenario::RedisRestart | Scenario::RedisLoss | Scenario::Rollback => {
                let documented = ["STORE_UNAVAILABLE", "ROOM_NOT_FOUND"];
                let others = audit.failed.keys().filter(|reason| !documented.contains(&reason.as_str())).count();
                Measure::new("calls failed after all attempts", found, "STORE_UNAVAILABLE alone", others == 0)
            }
        }
    }

    /// Checks that a log that is not read costs lines, and nothing else.
    fn of_blocked_log(&self) -> Vec<Measure> {
        if self.scenario != Scenario::BlockedLog {
            return Vec::new();
        }
        let Observed { lines_dropped, probes, probes_failed, longest_stop_s, .. } = self.observed;
        vec![
            Measure::new("lines dropped and counted", lines_dropped.to_string(), "≥ 1", lines_dropped > 0),
            Measure::new(
                "probes of /livez without an answer",
                format!("{probes_failed} of {probes}"),
                "0",
                probes_failed == 0,
            ),
            Measure::new(
                "longest stop after SIGTERM",
                format!("{longest_stop_s:.1} s"),
                format!("≤ {STOP_MAX_S} s"),
                longest_stop_s <= STOP_MAX_S,
            ),
        ]
    }
}
