//! The state that all calls share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};

use crate::call::auth::Callers;
use crate::call::caller::{Caller, UsageGuard};
use crate::call::{Call, DEADLINE_MARGIN, Rpc};
use crate::config::{self, Config, Fault};
use crate::observe::metrics::Metrics;
use crate::policy::{self, Policy};
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
    /// The pool for endgames, which may take seconds, so that decisions keep their threads.
    pub endgame_pool: Pool,
    /// The lateness of answers of the pool for decisions, measured by the waiting calls.
    pub lateness: Lateness,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// The callers that are allowed.
    pub callers: Callers,
    /// The longest budget of any RPC, in milliseconds.
    pub longest_budget_ms: u64,
    /// The bytes that request bodies take at the moment.
    pub body_bytes: Arc<AtomicUsize>,
    /// The places for hands that are to be graded.
    pub grading_places: Arc<Semaphore>,
    /// The lock for grading: one chair of a hand at a time, so that grading takes at most one thread.
    pub grading: Mutex<()>,
    deciding: Arc<Semaphore>,
    /// The expected time of a job, by RPC, in microseconds: a moving average.
    expected_us: Vec<AtomicU64>,
}

const EXPECTED_US_AT_START: u64 = 500;

/// The most hands that are to be graded at a time. A further one is lost, unless the next deal finds it ungraded.
const GRADINGS_MAX: usize = 64;

const CORES_PER_ENDGAME_THREAD: usize = 4;

/// Computes the number of threads: as many as configured; 0 is one for each `share` cores, and at least one.
fn thread_count(configured: usize, share: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    if configured == 0 { (cores() / share).max(1) } else { configured }
}

impl App {
    /// Reads configured files, except those of `grpc.tls`, and puts the parts together. Starts the threads of the pools; listens on no port.
    pub fn load(config: Config) -> Result<Arc<App>, Fault> {
        let roster = Arc::new(Roster::load(&config)?);
        let path = config.companions.file.as_str();
        let own: Option<String> = config::read_if_named("companions.file", path)?;
        let policy = Policy::read(own.as_deref().unwrap_or(policy::DEFAULT_TOML), &roster);
        let policy = policy.map_err(|error| Fault::of_file("companions.file", path, error))?;
        let path = config.grpc.tokens.file.as_str();
        let callers = Callers::load(path, config.callers);
        let callers = callers.map_err(|error| Fault::of_file("grpc.tokens.file", path, error))?;
        let metrics = Arc::default();
        let rooms = Rooms::new(&config, Arc::clone(&roster), &metrics)?;
        let longest_budget_ms = Rpc::ALL.iter().filter_map(|rpc| rpc.budget_ms(&config)).max().unwrap_or(0);
        Ok(Arc::new(App {
            roster,
            policy,
            rooms,
            pool: Pool::new("pool", thread_count(config.thinking.threads, 1), config.fixed.queue, true),
            endgame_pool: Pool::new(
                "endgames",
                thread_count(config.fixed.endgame_threads, CORES_PER_ENDGAME_THREAD),
                config.fixed.queue,
                false,
            ),
            lateness: Lateness::default(),
            metrics,
            callers,
            longest_budget_ms,
            body_bytes: Arc::default(),
            grading_places: Arc::new(Semaphore::new(GRADINGS_MAX)),
            grading: Mutex::new(()),
            deciding: Arc::new(Semaphore::new(config.thinking.inflight_max)),
            expected_us: Rpc::ALL.iter().map(|_| AtomicU64::new(EXPECTED_US_AT_START)).collect(),
            config,
        }))
    }

    /// Lets a call decide, if not too many calls do. Returns its place, and its caller's, if there are several: dropping them frees both.
    pub fn admit(&self, caller: &Arc<Caller>) -> Result<(OwnedSemaphorePermit, Option<UsageGuard>), Refusal> {
        let place = Arc::clone(&self.deciding).try_acquire_owned().ok();
        let before = self.deciding_calls() - usize::from(place.is_some());
        let most = self.config.thinking.inflight_max;
        // A single caller may use all places.
        let own = || if self.callers.are_many() { caller.begin_deciding(most - before).map(Some) } else { Some(None) };
        place.and_then(|place| Some((place, own()?))).ok_or_else(|| {
            let message = format!("{before} calls are deciding already, of at most {most}");
            Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20))
        })
    }

    /// Writes the page that Prometheus reads.
    pub fn metrics_page(&self) -> String {
        self.rooms.set_gauges();
        self.metrics.page([&self.pool, &self.endgame_pool])
    }

    /// Returns the number of calls that decide at the moment.
    pub fn deciding_calls(&self) -> usize {
        self.config.thinking.inflight_max - self.deciding.available_permits()
    }

    /// Returns the time until which a call waits for the rooms. `None` if the call has no limit, or if the rooms are in this process.
    pub fn store_deadline(&self, call: &Call, asked_ms: Option<u32>) -> Option<Instant> {
        if self.rooms.is_shared() { call.store_deadline(asked_ms) } else { None }
    }

    /// Returns the budget of a call that asks for `asked_ms`.
    pub fn budget(&self, call: &Call, asked_ms: Option<u32>) -> Budget {
        let most_ms = call.rpc.budget_ms(&self.config).unwrap_or(self.config.budgets.decide_ms);
        let least = Duration::from_micros(self.config.fixed.reply_margin_us);
        Budget::of((call.at, call.deadline), asked_ms, most_ms, least, |total| self.lateness.margin(least, total))
    }

    /// Makes the job of a call. It has to end at `until`; its expected time is the moving average of the jobs of its RPC.
    pub fn job_spec(&self, call: &Call, until: Instant, superseded: Option<Arc<AtomicBool>>) -> JobSpec {
        let expected = Duration::from_micros(self.expected_us[call.rpc as usize].load(Ordering::Relaxed));
        JobSpec { caller: call.caller.place(), until, superseded, expected }
    }

    /// Learns from the time that a job took. `was_stopped`: it was stopped early.
    pub fn note_job_time(&self, rpc: Rpc, took: Duration, was_stopped: bool) {
        let mean = &self.expected_us[rpc as usize];
        let (old, took) = (mean.load(Ordering::Relaxed), took.as_micros() as u64);
        // A job that was stopped early would have taken longer: it can raise the average, never lower it.
        let new = if was_stopped { took.max(old) } else { took };
        // A lost update changes the average little.
        mean.store((old * 15 + new) / 16, Ordering::Relaxed);
    }
}

/// The time to think about an answer: the smallest of the request's budget, the rest of the call's deadline and the configured limit. A margin is
/// left for stopping and for sending the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The whole budget, from the call's arrival on.
    pub total: Duration,
    /// The time at which thinking has to end.
    pub until: Instant,
    /// The time at which an answer has to be on its way, even if it is a simpler one.
    pub latest: Instant,
}

impl Budget {
    /// Computes the budget of a call that asks for `asked_ms`. Thinking ends `margin` before the end of the budget. The answer is on its
    /// way half of `least` before that end.
    fn of(
        (at, deadline): (Instant, Option<Instant>),
        asked_ms: Option<u32>,
        most_ms: u64,
        least: Duration,
        margin: impl FnOnce(Duration) -> Duration,
    ) -> Budget {
        let most = Duration::from_millis(most_ms);
        let asked = asked_ms.map_or(most, |ms| Duration::from_millis(u64::from(ms)));
        // A call is answered a little before its deadline, so thinking up to it would be useless.
        let left = deadline.map_or(most, |deadline| deadline.saturating_duration_since(at + DEADLINE_MARGIN));
        let total = most.min(asked).min(left);
        let keep = |part: Duration| at + total.saturating_sub(part);
        // Half of `least`, because jobs that ended in time are still on their way back until then.
        Budget { total, until: keep(margin(total)), latest: keep(least / 2) }
    }

    /// Returns the budget with both times sooner by `part`, which is kept for the work after the thinking.
    pub fn with_reserve(self, part: Duration) -> Budget {
        let sooner = |at: Instant| at.checked_sub(part).unwrap_or(at);
        Budget { until: sooner(self.until), latest: sooner(self.latest), ..self }
    }

    /// Returns the rest of the time to think.
    pub fn left(&self, now: Instant) -> Duration {
        self.until.saturating_duration_since(now)
    }
}

/// The worst recent delay from the end of the thinking, or its planned end if that is earlier, to the answer. It is a peak that fades.
/// One thread has to notice the end, and another has to wake up. If every core thinks, both may wait for the scheduler.
#[derive(Debug, Default)]
pub struct Lateness {
    us: AtomicU64,
}

/// The part of the peak that an answer takes off, as a divisor: a peak halves within some 700 answers.
const FADE_DIVISOR: u64 = 1024;
/// The largest part of a budget that is kept, as a divisor, unless `least` is more: otherwise the thinking would be worth little.
const KEPT_DIVISOR: u32 = 5;

impl Lateness {
    /// Notes how late an answer came.
    pub fn note_delay(&self, late: Duration) {
        let old = self.us.load(Ordering::Relaxed);
        // A lost update loses one observation.
        self.us.store((old - old.div_ceil(FADE_DIVISOR)).max(late.as_micros() as u64), Ordering::Relaxed);
    }

    /// Computes the part of a budget to keep: `least` for sending the answer, and the recent lateness. It is at most a
    /// fifth of `total`, but never below `least`.
    pub fn margin(&self, least: Duration, total: Duration) -> Duration {
        let late = Duration::from_micros(self.us.load(Ordering::Relaxed));
        (least + late).min(total / KEPT_DIVISOR).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_limit_holds() {
        let at = Instant::now();
        let ms = Duration::from_millis;
        let total = |deadline: Option<u64>, asked| {
            let deadline = deadline.map(|left| at + ms(left));
            Budget::of((at, deadline), asked, 500, ms(1), |_| ms(1)).total
        };
        assert_eq!(total(None, None), ms(500));
        assert_eq!(total(None, Some(20)), ms(20));
        assert_eq!(total(None, Some(9000)), ms(500));
        assert_eq!(total(Some(7), Some(20)), ms(5));
        assert_eq!(total(Some(1), Some(20)), ms(0));
    }

    #[test]
    fn a_margin_is_kept_and_no_budget_is_negative() {
        let at = Instant::now();
        let (least, kept) = (Duration::from_millis(1), |_| Duration::from_millis(2));
        let budget = Budget::of((at, None), Some(20), 500, least, kept);
        assert_eq!(budget.left(at), Duration::from_millis(18));
        assert_eq!(budget.latest - at, Duration::from_micros(19_500));
        let shorter = budget.with_reserve(Duration::from_millis(8));
        assert_eq!((shorter.left(at), shorter.latest - at), (Duration::from_millis(10), Duration::from_micros(11_500)));
        assert_eq!(shorter.total, budget.total);
        assert_eq!(Budget::of((at, None), Some(1), 500, least, kept).left(at), Duration::ZERO);
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_peak_of_lateness_fades_slowly() {
        let lateness = Lateness::default();
        let margin = || lateness.margin(MS(1), MS(500));
        assert_eq!(margin(), MS(1));
        lateness.note_delay(MS(3));
        assert_eq!(margin(), MS(4));
        (0..100).for_each(|_| lateness.note_delay(Duration::ZERO));
        assert!(margin() > Duration::from_micros(3600) && margin() < MS(4), "{:?}", margin());
        (0..100_000).for_each(|_| lateness.note_delay(Duration::from_micros(50)));
        assert_eq!(margin(), Duration::from_micros(1050));
    }

    #[test]
    fn a_margin_is_at_most_a_fifth_of_the_budget_or_the_least_margin() {
        let lateness = Lateness::default();
        lateness.note_delay(MS(30));
        assert_eq!(lateness.margin(MS(1), MS(20)), MS(4));
        // `least` is kept in any case.
        assert_eq!(lateness.margin(MS(10), MS(20)), MS(10));
    }
}
