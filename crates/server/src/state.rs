//! The state that all calls share. `server::compose` makes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use tokio::sync::{Mutex, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::call::auth::Callers;
use crate::call::bodies::Bodies;
use crate::call::budget::{Budget, Lateness};
use crate::call::caller::{Caller, Using};
use crate::call::context::Call;
use crate::call::rpc::Rpc;
use crate::call::strangers::Standing;
use crate::config::Config;
use crate::observe::metrics::Metrics;
use crate::observe::replay::Replay;
use crate::placement::policy::Policy;
use crate::pool::{JobSpec, Pool};
use crate::room::Rooms;
use crate::roster::Roster;

/// Everything that calls share.
pub struct App {
    /// The effective configuration.
    pub config: Config,
    /// The personas that can play.
    pub roster: Arc<Roster>,
    /// The policy for placing companions.
    pub policy: Policy,
    /// The rooms.
    pub rooms: Rooms,
    /// The pool for decisions.
    pub pool: Pool,
    /// The pool for endgames, which take seconds, so that decisions keep their threads.
    pub endgame_pool: Pool,
    /// The lateness of answers of the pool for decisions, measured by the waiting calls.
    pub lateness: Lateness,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// The writer of replay lines.
    pub replay: Replay,
    /// The callers that are allowed.
    pub callers: Callers,
    /// The longest budget of any RPC, in milliseconds.
    pub longest_budget_ms: u64,
    /// Cancelled when the replica is about to stop: then idle streams end.
    pub stopping: CancellationToken,
    /// The bytes of request bodies.
    pub bodies: Arc<Bodies>,
    /// Places for hands that wait to be graded.
    pub grading_places: Arc<Semaphore>,
    /// The lock for grading: one hand at a time, so that grading takes at most one thread.
    pub grading: Mutex<()>,
    deciding: AtomicUsize,
    /// The expected time of a job, by RPC, in microseconds: a moving average.
    expected_us: Vec<AtomicU64>,
}

/// The time that a job is expected to take before any was measured.
const EXPECTED_US: u64 = 500;

/// The most hands that wait to be graded. A further one is lost, unless the next deal finds it ungraded.
const GRADINGS_MAX: usize = 64;

/// The number of cores for each thread that solves endgames.
const ENDGAME_SHARE: usize = 4;

/// Computes the number of threads: as many as configured; 0 is one for each `share` cores, and at least one.
fn threads(configured: usize, share: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    if configured == 0 { (cores() / share).max(1) } else { configured }
}

impl App {
    /// Makes the state of a service of these parts.
    pub fn new(
        config: Config,
        roster: Arc<Roster>,
        policy: Policy,
        rooms: Rooms,
        callers: Callers,
        metrics: Arc<Metrics>,
    ) -> App {
        let longest_budget_ms = Rpc::ALL.iter().filter_map(|rpc| rpc.budget_ms(&config)).max().unwrap_or(0);
        App {
            roster,
            policy,
            rooms,
            pool: Pool::new("pool", threads(config.thinking.threads, 1), config.fixed.queue, true),
            endgame_pool: Pool::new(
                "endgames",
                threads(config.fixed.endgame_threads, ENDGAME_SHARE),
                config.fixed.queue,
                false,
            ),
            lateness: Lateness::default(),
            metrics,
            replay: Replay::start(&config.log),
            callers,
            longest_budget_ms,
            stopping: CancellationToken::new(),
            bodies: Arc::default(),
            grading_places: Arc::new(Semaphore::new(GRADINGS_MAX)),
            grading: Mutex::new(()),
            deciding: AtomicUsize::new(0),
            expected_us: Rpc::ALL.iter().map(|_| AtomicU64::new(EXPECTED_US)).collect(),
            config,
        }
    }

    /// Lets a call of this caller begin, if its quota has room for it and for the connection.
    pub fn begin(&self, rpc: Rpc, caller: &Arc<Caller>, standing: Option<&Standing>) -> Result<Using, Refusal> {
        let now = Instant::now();
        let known = standing.map_or(Ok(()), |standing| standing.prove(caller));
        let begun =
            known.and_then(|()| if rpc.is_stream() { caller.begin_stream(now) } else { caller.begin_call(now) });
        begun.map_err(|(limit, refusal)| {
            self.metrics.quota_exceeded.of(caller, limit as usize).increment(1);
            refusal
        })
    }

    /// Lets a call decide, if not too many calls do.
    pub fn admit(self: &Arc<App>, caller: &Arc<Caller>) -> Result<Deciding, Refusal> {
        let most = self.config.thinking.inflight_max;
        // Counted first and given back by the guard: two threads cannot both take the last place.
        let before = self.deciding.fetch_add(1, Ordering::Relaxed);
        let mut deciding = Deciding { app: Arc::clone(self), _of_caller: None };
        if before < most {
            // A single caller may use all places.
            if !self.callers.are_many() {
                return Ok(deciding);
            }
            deciding._of_caller = caller.begin_deciding(most - before);
            if deciding._of_caller.is_some() {
                return Ok(deciding);
            }
        }
        let message = format!("{before} calls are deciding already, of at most {most}");
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20)))
    }

    /// Writes the page that Prometheus reads.
    pub fn metrics_page(&self) -> String {
        self.metrics.page([&self.pool, &self.endgame_pool])
    }

    /// Returns the number of calls that decide at the moment.
    pub fn deciding(&self) -> usize {
        self.deciding.load(Ordering::Relaxed)
    }

    /// Returns the budget of a call that asks for `asked_ms`.
    pub fn budget(&self, call: &Call, asked_ms: Option<u32>) -> Budget {
        let most_ms = call.rpc.budget_ms(&self.config).unwrap_or(self.config.budgets.decide_ms);
        let least = Duration::from_micros(self.config.fixed.reply_margin_us);
        Budget::of(call.arrival, asked_ms, most_ms, least, |total| self.lateness.margin(least, total))
    }

    /// Makes a job of a call that has to end at `until`. Its expected time is that of earlier jobs of its RPC that were not stopped early.
    pub fn job(&self, call: &Call, until: Instant, superseded: Option<Arc<AtomicBool>>) -> JobSpec {
        let expected = Duration::from_micros(self.expected_us[call.rpc as usize].load(Ordering::Relaxed));
        JobSpec { caller: call.caller.place(), until, superseded, expected }
    }

    /// Notes how long a job took, and whether it was stopped early.
    pub fn learn(&self, rpc: Rpc, took: Duration, was_stopped: bool) {
        let mean = &self.expected_us[rpc as usize];
        let (old, took) = (mean.load(Ordering::Relaxed), took.as_micros() as u64);
        // A job that was stopped early would have taken longer: it can raise the average, never lower it.
        let new = if was_stopped { took.max(old) } else { took };
        // A lost update changes the average little.
        mean.store((old * 15 + new) / 16, Ordering::Relaxed);
    }
}

/// A call that decides; dropping it frees the place.
pub struct Deciding {
    app: Arc<App>,
    _of_caller: Option<Using>,
}

impl Drop for Deciding {
    fn drop(&mut self) {
        self.app.deciding.fetch_sub(1, Ordering::Relaxed);
    }
}
