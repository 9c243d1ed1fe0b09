//! Our metrics series, each declared once, in the table below. `docs/generated/metrics.md` is written from the table, and a test compares
//! the live page with it. The values of labels are limited: a room or player is never a label.

mod labels;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use engine::Decider;
use engine::persona::Skill;
use game::refusal::Reason;
use metrics::{Counter, Gauge, Histogram, Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use tonic::Code;

use labels::{BOT_KINDS_MAX, OTHER_LABEL, REASON_NAMES};
pub use labels::{
    BotKind, BotOutcome, CODES, CloseReason, CountOutcome, Degradation, JobState, MismatchSide, NodeState, PlayerAct,
    PoolLabel, RecordLabel, ReloadedFile, StoreFault, StoreOp,
};

use crate::call::Rpc;
use crate::call::caller::{CALLERS_MAX, Caller, Limit};
use crate::observe::log::{self, LineKind};
use crate::observe::process;
use crate::pool::Pool;

/// A row of the documentation: one series.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// Its name.
    pub name: &'static str,
    /// Its sort: counter, gauge or histogram.
    pub sort: &'static str,
    /// Its labels, each with its values. The values of a label of callers or kinds of bots are empty: they come at run time.
    pub labels: &'static [(&'static str, &'static [&'static str])],
    /// Its meaning, as a sentence.
    pub about: &'static str,
}

const SECONDS_BUCKETS: &[f64] =
    &[50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 20e-3, 50e-3, 100e-3, 200e-3, 500e-3, 1.0, 2.0, 5.0];
const WORLDS_BUCKETS: &[f64] = &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0];

macro_rules! series {
    ($($field:ident: $handle:ident = $name:literal [$($label:literal $set:expr),*] $about:literal;)+) => {
        /// The handles of every series.
        pub struct Metrics {
            page: PrometheusHandle,
            started: SystemTime,
            $(#[doc = $about] pub $field: Family<$handle>,)+
        }

        /// Every series of ours, in the order of the documentation.
        pub const SERIES: &[Series] = &[$(
            Series {
                name: $name,
                sort: <$handle as Handle>::TYPE_NAME,
                labels: &[$(($label, $set)),*],
                about: $about,
            },
        )+];

        impl Metrics {
            fn build(recorder: &Arc<PrometheusRecorder>) -> Metrics {
                let mut rows = SERIES.iter();
                Metrics {
                    page: recorder.handle(),
                    started: SystemTime::now(),
                    $($field: Family::new(recorder, rows.next().expect("every series has a row")),)+
                }
            }
        }
    };
}

series! {
    rpc_seconds: Histogram = "thirdseat_rpc_seconds" ["rpc" Rpc::NAMES] "Time from a call's headers to its answer's last byte, by RPC.";
    rpc_total: Counter = "thirdseat_rpc_total" ["rpc" Rpc::NAMES, "code" &CODES] "Calls that ended, by RPC and gRPC code.";
    inflight: Gauge = "thirdseat_inflight" ["rpc" Rpc::NAMES] "Calls under way, by RPC; streams of WatchRoom do not count.";
    decision_seconds: Histogram = "thirdseat_decision_seconds" ["rpc" Rpc::NAMES, "decider" &Decider::NAMES] "Time that decisions took, waiting for a thread included.";
    budget_overruns: Counter = "thirdseat_budget_overruns_total" ["rpc" Rpc::NAMES] "Decisions whose answer was ready after their budget, with the store's time.";
    degraded: Counter = "thirdseat_degraded_total" ["caller" &[""; CALLERS_MAX], "reason" Degradation::NAMES] "Degraded decisions: by a simpler decider than the persona has, or not stored; by caller and reason.";
    refused: Counter = "thirdseat_refused_total" ["reason" &REASON_NAMES] "Calls that were refused, by the reason in the error's details.";
    caller_calls: Counter = "thirdseat_caller_calls_total" ["caller" &[""; CALLERS_MAX], "code" &CODES] "Calls that ended, by caller and gRPC code.";
    quota_exceeded: Counter = "thirdseat_quota_exceeded_total" ["caller" &[""; CALLERS_MAX], "quota" Limit::NAMES] "Calls refused because their caller uses as much as it may, by caller and limit.";
    legal_mismatch: Counter = "thirdseat_legal_mismatch_total" ["side" MismatchSide::NAMES] "Requests whose list of legal plays differs from the ruleset: plays missing from it, plays that the ruleset does not know, passing.";
    queue_wait_seconds: Histogram = "thirdseat_queue_wait_seconds" ["pool" PoolLabel::NAMES] "Time that decisions and endgames waited for a thinking thread, by pool.";
    pool_jobs: Gauge = "thirdseat_pool_jobs" ["pool" PoolLabel::NAMES, "state" JobState::NAMES] "Decisions and endgames that a thinking thread works on, and that wait for one, by pool.";
    search_worlds: Histogram = "thirdseat_search_worlds" [] "Worlds that a decision looked into, where it looked into any.";
    connections: Gauge = "thirdseat_connections" [] "Connections to the gRPC port that are open.";
    connections_closed: Counter = "thirdseat_connections_closed_total" ["reason" CloseReason::NAMES] "Connections that the server closed, by reason.";
    streams: Gauge = "thirdseat_streams" ["rpc" Rpc::NAMES] "Streams that hold a place, by RPC.";
    certificate_expiry: Gauge = "thirdseat_certificate_expiry_seconds" [] "When the first certificate of the gRPC port expires, in seconds since 1970; 0 without TLS.";
    rooms: Gauge = "thirdseat_rooms" [] "Rooms in the memory of this replica. Rooms in Redis are not counted.";
    player_hands: Counter = "thirdseat_player_hands_total" ["record" RecordLabel::NAMES, "outcome" CountOutcome::NAMES] "Hands for the records of players, as seen and as graded: counted, repeated, or lost because the store failed or too many waited.";
    bot_hands: Counter = "thirdseat_bot_hands_total" ["persona" &[""; BOT_KINDS_MAX], "skill" &[""; BOT_KINDS_MAX], "outcome" BotOutcome::NAMES] "Hands that bots played from deal to settlement, by persona, the skill that its strength reaches and outcome.";
    player_acts: Counter = "thirdseat_player_acts_total" ["persona" &[""; BOT_KINDS_MAX], "skill" &[""; BOT_KINDS_MAX], "act" PlayerAct::NAMES] "Players who urged a bot, and players whose seat a bot took during or after a hand, by the bots in their company.";
    unversioned: Counter = "thirdseat_turns_without_version_total" ["rpc" Rpc::NAMES] "Turns in rooms that were asked without the room's version, by RPC.";
    store_seconds: Histogram = "thirdseat_store_seconds" ["op" StoreOp::NAMES] "Time that the store of rooms took, by operation.";
    store_errors: Counter = "thirdseat_store_errors_total" ["op" StoreOp::NAMES, "error" StoreFault::NAMES] "Operations on the store of rooms that it did not answer in time, that it refused for lack of memory or disk, and that lost to another writer.";
    store_nodes: Gauge = "thirdseat_store_nodes" ["state" NodeState::NAMES] "Servers of the store of rooms that answered when they were last asked, and that did not.";
    log_dropped: Counter = "thirdseat_log_dropped_total" ["line" LineKind::NAMES] "Log lines and replay lines that were dropped because the log's reader was behind, or refused by a full disk.";
    reload_failed: Gauge = "thirdseat_reload_failed" ["file" ReloadedFile::NAMES] "1 while a changed file of certificates, tokens or personas cannot be used, 0 otherwise.";
    build_info: Gauge = "thirdseat_build_info" ["version" &[env!("CARGO_PKG_VERSION")], "commit" &[env!("THIRDSEAT_COMMIT")]] "Always 1; the version of this build and the commit that it was built from.";
}

fn recorder() -> PrometheusRecorder {
    let ends = [("_seconds", SECONDS_BUCKETS), ("_worlds", WORLDS_BUCKETS)];
    let builder = ends.into_iter().try_fold(PrometheusBuilder::new(), |builder, (suffix, ends)| {
        builder.set_buckets_for_metric(Matcher::Suffix(suffix.to_owned()), ends)
    });
    builder.expect("no histogram is without buckets").build_recorder()
}

impl Default for Metrics {
    /// Makes the series of one server.
    fn default() -> Metrics {
        let metrics = Metrics::build(&Arc::new(recorder()));
        metrics.set_first_values();
        metrics
    }
}

impl Metrics {
    /// Sets first values, so that series that alerts read exist from the start.
    fn set_first_values(&self) {
        self.build_info.at(0, 0).set(1.0);
        for rpc in Rpc::ALL {
            if *rpc != Rpc::WatchRoom {
                self.inflight.at(*rpc as usize, 0).set(0.0);
            }
            // A counter that appears at 1 shows no increase: no alert would see the first fault of a replica.
            for code in [Code::Ok, Code::Internal, Code::Unknown, Code::DataLoss] {
                self.rpc_total.at(*rpc as usize, code as usize).absolute(0);
            }
        }
        // Not all labels start at zero: unused ones would hide the others on the page.
        for rpc in [Rpc::Bid, Rpc::Play, Rpc::Follow, Rpc::ReviewPlay] {
            self.budget_overruns.at(rpc as usize, 0).absolute(0);
        }
        for reason in [Reason::OVERLOADED, Reason::DEADLINE_PASSED] {
            self.refused.at(reason_index(reason), 0).absolute(0);
        }
        (0..MismatchSide::NAMES.len()).for_each(|side| self.legal_mismatch.at(side, 0).absolute(0));
        (0..StoreOp::NAMES.len()).for_each(|op| self.store_errors.at(op, StoreFault::Unanswered as usize).absolute(0));
        let (open, write) = (StoreOp::Open, StoreOp::Write);
        for (op, fault) in [(open, StoreFault::Full), (write, StoreFault::Full), (write, StoreFault::Conflict)] {
            self.store_errors.at(op as usize, fault as usize).absolute(0);
        }
        self.set_store_nodes(1, 0);
        (0..LineKind::NAMES.len()).for_each(|line| self.log_dropped.at(line, 0).absolute(0));
        (0..ReloadedFile::NAMES.len()).for_each(|file| self.reload_failed.at(file, 0).set(0.0));
        (0..CloseReason::NAMES.len()).for_each(|reason| self.connections_closed.at(reason, 0).absolute(0));
        self.streams.at(Rpc::WatchRoom as usize, 0).set(0.0);
        for record in [RecordLabel::Seen, RecordLabel::Graded] {
            (0..CountOutcome::ALL.len()).for_each(|outcome| self.player_hands.at(record as usize, outcome).absolute(0));
        }
        // Only one kind of bots starts at zero: series of all personas would fill a page with personas that no room has.
        let casual = ["casual", Skill::Casual.name()];
        (0..BotOutcome::NAMES.len()).for_each(|outcome| self.bot_hands.of_kind(casual, outcome).absolute(0));
        (0..PlayerAct::NAMES.len()).for_each(|act| self.player_acts.of_kind(casual, act).absolute(0));
        for gauge in [&self.rooms, &self.connections, &self.certificate_expiry] {
            gauge.unlabelled().set(0.0);
        }
    }

    /// Writes the page that Prometheus reads.
    pub fn page(&self, pools: [&Pool; 2]) -> String {
        for kind in LineKind::ALL {
            self.log_dropped.at(*kind as usize, 0).absolute(log::stderr().dropped_lines(*kind) as u64);
        }
        for (place, pool) in pools.into_iter().enumerate() {
            self.pool_jobs.at(place, JobState::Waiting as usize).set(pool.waiting_jobs() as f64);
            self.pool_jobs.at(place, JobState::Running as usize).set(pool.busy_threads() as f64);
        }
        self.page.render() + &process::page(self.started)
    }

    /// Sorts the samples of histograms into their buckets. The recorder keeps each sample until then, so this runs every second:
    /// without it a server that no Prometheus reads would grow.
    pub fn upkeep(&self) {
        self.page.run_upkeep();
    }

    /// Counts a call that began (1) or ended (−1). A stream of WatchRoom does not count, since it may be idle for hours.
    pub fn add_inflight(&self, rpc: Rpc, change: f64) {
        if rpc != Rpc::WatchRoom {
            self.inflight.at(rpc as usize, 0).increment(change);
        }
    }

    /// Counts a call that ended with an error of this reason.
    pub fn count_refused(&self, reason: Option<Reason>) {
        self.refused.at(reason.map_or(Reason::ALL.len(), reason_index), 0).increment(1);
    }

    /// Counts a connection that we closed.
    pub fn count_closed_connection(&self, reason: CloseReason) {
        self.connections_closed.at(reason as usize, 0).increment(1);
    }

    /// Records how many servers of the store answer, and how many do not.
    pub fn set_store_nodes(&self, up: usize, down: usize) {
        self.store_nodes.at(NodeState::Up as usize, 0).set(up as f64);
        self.store_nodes.at(NodeState::Down as usize, 0).set(down as f64);
    }
}

fn reason_index(reason: Reason) -> usize {
    Reason::ALL.iter().position(|row| *row == reason).expect("every reason is listed")
}

/// A stream or connection that counts in its gauge until this is dropped.
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Counts one more until the result is dropped.
    pub fn begin(gauge: &Gauge) -> GaugeGuard {
        gauge.increment(1.0);
        GaugeGuard(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}

/// A counter, gauge or histogram.
pub trait Handle: Sized {
    /// Prometheus' name for the sort.
    const TYPE_NAME: &'static str;
    /// Makes the handle of a key, and describes its series on the page.
    fn register(recorder: &PrometheusRecorder, series: &Series, key: &Key) -> Self;
}

macro_rules! handle {
    ($type:ty, $sort:literal, $describe:ident, $register:ident) => {
        impl Handle for $type {
            const TYPE_NAME: &'static str = $sort;

            fn register(recorder: &PrometheusRecorder, series: &Series, key: &Key) -> Self {
                recorder.$describe(series.name.into(), None, series.about.into());
                recorder.$register(key, &Metadata::new("thirdseat", Level::INFO, None))
            }
        }
    };
}

handle!(Counter, "counter", describe_counter, register_counter);
handle!(Gauge, "gauge", describe_gauge, register_gauge);
handle!(Histogram, "histogram", describe_histogram, register_histogram);

/// The handles of a series, by the places of its labels' values, so that most recording costs no look-up by name. A handle registers at
/// its first use, so the page shows no combination that was not used.
pub struct Family<H> {
    series: &'static Series,
    columns: usize,
    slots: Vec<OnceLock<H>>,
    /// The kinds of bots that have rows, in the order of the rows.
    kinds: Mutex<Vec<[String; 2]>>,
    recorder: Arc<PrometheusRecorder>,
}

impl<H: Handle> Family<H> {
    /// Makes the handles of a series. The first label is the row; the last of several is the column.
    fn new(recorder: &Arc<PrometheusRecorder>, series: &'static Series) -> Family<H> {
        let rows = series.labels.first().map_or(1, |(_, values)| values.len());
        let columns = series.labels.iter().skip(1).next_back().map_or(1, |(_, values)| values.len());
        let slots = (0..rows * columns).map(|_| OnceLock::new()).collect();
        Family { series, columns, slots, kinds: Mutex::default(), recorder: Arc::clone(recorder) }
    }

    /// Returns the handle for the labels' values at these places; 0 for a label that the series lacks.
    pub fn at(&self, row: usize, column: usize) -> &H {
        let first = self.series.labels.first().map(|(_, values)| values[row]);
        self.handle(row, first.as_slice(), column)
    }

    /// Returns the handle of a series whose first label is a caller.
    pub fn of_caller(&self, caller: &Caller, column: usize) -> &H {
        self.handle(caller.place(), &[caller.label()], column)
    }

    /// Returns the handle of a series whose first labels are a kind of bots. The last row is for all kinds that find no row.
    pub fn of_kind(&self, kind: BotKind<'_>, column: usize) -> &H {
        let other = self.slots.len() / self.columns - 1;
        let mut known = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let row = known.iter().position(|known| *known == kind).unwrap_or(known.len()).min(other);
        if row == known.len() && row < other {
            known.push(kind.map(str::to_owned));
        }
        drop(known);
        self.handle(row, if row == other { &[OTHER_LABEL; 2] } else { &kind }, column)
    }

    fn handle(&self, row: usize, names: &[&str], column: usize) -> &H {
        let Series { name, labels, .. } = *self.series;
        assert!(column < self.columns, "{name} has no column {column}");
        self.slots[row * self.columns + column].get_or_init(|| {
            let first = labels.iter().zip(names).map(|((label, _), value)| Label::new(*label, (*value).to_owned()));
            let last = labels[names.len()..].iter().map(|(label, values)| Label::new(*label, values[column]));
            H::register(&self.recorder, self.series, &Key::from_parts(name, first.chain(last).collect::<Vec<_>>()))
        })
    }

    /// Returns the handle of a series without labels.
    pub fn unlabelled(&self) -> &H {
        self.at(0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_page_has_the_series_of_alerts_and_few_zeros() {
        let pool = Pool::new("test", 1, 1, true);
        let page = Metrics::default().page([&pool, &pool]);
        assert!(!page.contains("thirdseat_budget_overruns_total{rpc=\"ListPersonas\"}"), "it has no budget");
        for line in [
            "thirdseat_refused_total{reason=\"OVERLOADED\"} 0",
            "thirdseat_store_errors_total{op=\"write\",error=\"full\"} 0",
            "thirdseat_store_nodes{state=\"up\"} 1",
        ] {
            assert!(page.contains(line), "{line} is not there");
        }
        let zeros = page.lines().filter(|line| line.starts_with("thirdseat_") && line.ends_with(" 0")).count();
        assert!(zeros < 180, "{zeros} series stand at zero:\n{page}");
    }

    #[test]
    fn recorded_decisions_are_on_the_page() {
        let metrics = Metrics::default();
        let seconds = metrics.decision_seconds.at(Rpc::Follow as usize, Decider::Rules as usize);
        seconds.record(0.00007);
        seconds.record(0.03);
        metrics.budget_overruns.at(Rpc::Follow as usize, 0).increment(1);
        let pool = Pool::new("test", 1, 1, true);
        let page = metrics.page([&pool, &pool]);
        for line in [
            "thirdseat_decision_seconds_bucket{rpc=\"Follow\",decider=\"rules\",le=\"0.0001\"} 1",
            "thirdseat_decision_seconds_bucket{rpc=\"Follow\",decider=\"rules\",le=\"0.00005\"} 0",
            "thirdseat_decision_seconds_count{rpc=\"Follow\",decider=\"rules\"} 2",
            "thirdseat_decision_seconds_sum{rpc=\"Follow\",decider=\"rules\"} 0.03007",
            "thirdseat_budget_overruns_total{rpc=\"Follow\"} 1",
        ] {
            assert!(page.lines().any(|found| found == line), "{line}\n{page}");
        }
    }
}
