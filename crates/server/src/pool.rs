//! The pool of plain threads on which bots think, so that the async runtime never does. Its queue is short: what could not
//! start in time is better answered at once by a persona that needs no thread.
//!
//! Plain threads and a bounded channel, because the workers of a work-stealing pool spin when idle: at one job in two
//! milliseconds that took 193 µs of CPU a job, this takes 73. While they think they offer their cores to others several times a
//! millisecond: a job can wait for a moment, a call that arrives or an answer that is ready cannot.

mod lateness;
mod wait;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use engine::Scratch;
use tokio::sync::oneshot;

pub use lateness::Lateness;
use wait::WaitEstimate;

/// Tells a job whether to stop.
#[derive(Clone, Debug)]
pub struct StopSignal {
    gone: Arc<AtomicBool>,
    superseded: Option<Arc<AtomicBool>>,
    until: Instant,
    /// When others get a turn next.
    next_yield: Cell<Instant>,
}

/// A thread that thinks offers its core to others so often. Left to the scheduler, a call that arrives while every core thinks waits
/// for the next tick: 4 ms at 250 ticks a second. If no call waits, the offer costs less than a microsecond.
const YIELD_EVERY: Duration = Duration::from_micros(250);

impl StopSignal {
    /// Whether the job has become pointless: no caller waits any more.
    pub fn is_gone(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_set(&self.gone) || self.superseded.as_deref().is_some_and(is_set)
    }

    /// Whether to stop, for whatever reason.
    pub fn is_due(&self) -> bool {
        if self.is_gone() {
            return true;
        }
        let now = Instant::now();
        if now >= self.next_yield.get() {
            self.next_yield.set(now + YIELD_EVERY);
            thread::yield_now();
        }
        now >= self.until
    }
}

/// A job to run.
#[derive(Clone, Debug)]
pub struct JobSpec {
    /// When thinking has to end.
    pub until: Instant,
    /// Becomes true when an event makes the answer pointless.
    pub superseded: Option<Arc<AtomicBool>>,
    /// How long such jobs take when they are not cancelled, as far as is known.
    pub expected: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct JobResult<T> {
    /// The answer.
    pub answer: T,
    /// How long it waited for a thread.
    pub waited: Duration,
    /// How long it took after that.
    pub took: Duration,
}

/// Why nothing was thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobError {
    /// The queue is full, or too long for this job.
    Busy,
    /// Thinking failed: a fault of ours.
    Failed,
}

type Job = Box<dyn FnOnce(&mut Scratch) + Send>;

/// The pool.
#[derive(Debug)]
pub struct Pool {
    queue: Sender<Job>,
    counters: Arc<Counters>,
    estimate: Arc<WaitEstimate>,
    /// How late answers come, as measured by the calls that wait for them.
    pub lateness: Lateness,
}

/// Counters that other threads may read while jobs run.
#[derive(Debug, Default)]
pub struct Counters {
    busy: AtomicUsize,
    faults: AtomicU64,
}

impl Pool {
    /// A pool of `threads` threads (0: as many as cores) and at most `queue` waiting jobs.
    pub fn new(threads: usize, queue: usize) -> Pool {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads };
        let (sender, receiver) = bounded::<Job>(queue);
        let counters = Arc::new(Counters::default());
        for number in 0..threads {
            let (receiver, counters) = (receiver.clone(), Arc::clone(&counters));
            let worker = thread::Builder::new().name(format!("pool-{number}"));
            worker.spawn(move || work(&receiver, &counters)).expect("the system lends a few threads at the start");
        }
        Pool { queue: sender, counters, estimate: Arc::new(WaitEstimate::new(threads)), lateness: Lateness::default() }
    }

    /// Threads that think at the moment.
    pub fn busy(&self) -> usize {
        self.counters.busy.load(Ordering::Relaxed)
    }

    /// Jobs that wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// How often thinking failed.
    pub fn faults(&self) -> u64 {
        self.counters.faults.load(Ordering::Relaxed)
    }

    /// How long a new job would probably wait for a thread.
    pub fn wait(&self) -> Duration {
        self.estimate.wait(Instant::now())
    }

    /// Thinks on a thread of the pool. When the future is dropped, because the caller went away, thinking stops.
    pub async fn think<T: Send + 'static>(
        &self,
        spec: JobSpec,
        work: impl FnOnce(&mut Scratch, &StopSignal) -> T + Send + 'static,
    ) -> Result<JobResult<T>, JobError> {
        let gone = Arc::new(AtomicBool::new(false));
        let stop = StopSignal {
            gone: Arc::clone(&gone),
            superseded: spec.superseded,
            until: spec.until,
            next_yield: Cell::new(Instant::now()),
        };
        let (answer, answered) = oneshot::channel();
        let asked = Instant::now();
        let slot = self.estimate.enter(spec.expected, spec.until);
        let job: Job = Box::new(move |scratch| {
            if stop.is_gone() {
                return;
            }
            let started = Instant::now();
            slot.begin(started);
            let thought = work(scratch, &stop);
            // Before the answer is sent: who has it must not find this thread taken by it.
            drop(slot);
            let thought = JobResult { answer: thought, waited: started - asked, took: started.elapsed() };
            // The caller may have gone; then the answer is dropped.
            let _ = answer.send(thought);
        });
        match self.queue.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => return Err(JobError::Busy),
        }
        let _stop_when_dropped = CancelOnDrop(gone);
        answered.await.map_err(|_| JobError::Failed)
    }
}

/// Sets the flag when the caller goes away, or has its answer.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn work(jobs: &Receiver<Job>, counters: &Counters) {
    let mut scratch = Scratch::new();
    while let Ok(job) = jobs.recv() {
        counters.busy.fetch_add(1, Ordering::Relaxed);
        let done = catch_unwind(AssertUnwindSafe(|| job(&mut scratch)));
        counters.busy.fetch_sub(1, Ordering::Relaxed);
        if done.is_err() {
            // The panic's own message is in the log by now; its buffers may be half filled.
            counters.faults.fetch_add(1, Ordering::Relaxed);
            scratch = Scratch::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec() -> JobSpec {
        JobSpec {
            until: Instant::now() + Duration::from_secs(60),
            superseded: None,
            expected: Duration::from_millis(1),
        }
    }

    fn spin(stop: &StopSignal) -> Instant {
        while !stop.is_due() {
            thread::yield_now();
        }
        Instant::now()
    }

    #[tokio::test]
    async fn whoever_goes_away_stops_the_thinking() {
        let pool = Pool::new(1, 4);
        let (begin, begun) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let asked = pool.think(spec(), move |_, stop| {
            begin.send(()).unwrap();
            spin(stop);
            end.send(stop.is_gone()).unwrap();
        });
        // The caller goes away once the job has begun, however long that takes.
        tokio::select! {
            _ = asked => panic!("nothing but going away ends it"),
            begun = begun => begun.unwrap(),
        }
        // The thread is free again: another thought is answered.
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
        assert!(ended.await.unwrap(), "it ended because no caller waited any more, not for lack of time");
        assert_eq!(pool.wait(), Duration::ZERO);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let pool = Arc::new(Pool::new(1, 1));
        let hold = Arc::new(AtomicBool::new(false));
        let held = |hold: &Arc<AtomicBool>| {
            let spec = JobSpec { superseded: Some(Arc::clone(hold)), ..spec() };
            let pool = Arc::clone(&pool);
            tokio::spawn(async move { pool.think(spec, |_, stop| spin(stop)).await.map(|_| ()) })
        };
        let running = held(&hold);
        while pool.busy() == 0 {
            tokio::task::yield_now().await;
        }
        let waiting = held(&hold);
        while pool.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.wait() > Duration::ZERO);
        assert_eq!(pool.think(spec(), |_, _| ()).await.map(|_| ()), Err(JobError::Busy));
        hold.store(true, Ordering::Relaxed);
        assert_eq!(running.await.unwrap(), Ok(()));
        // Superseded before it began: nothing was thought about it.
        assert_eq!(waiting.await.unwrap(), Err(JobError::Failed));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer() {
        let pool = Pool::new(1, 4);
        assert_eq!(
            pool.think(spec(), |_, _| panic!("on purpose")).await.map(|_: JobResult<()>| ()),
            Err(JobError::Failed)
        );
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
        assert_eq!(pool.faults(), 1);
    }
}
