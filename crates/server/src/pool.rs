//! Pools of plain threads on which bots think, so that the async runtime never does. A queue is short: what could not start in time
//! is better answered at once by a persona that needs no thread. `schedule` shares the threads among callers.
//!
//! Plain threads and one lock, because the workers of a work-stealing pool spin when idle: at one job in two milliseconds that
//! took 193 µs of CPU a job, this takes 73. While they think they offer their cores to others several times a millisecond: a
//! job can wait for a moment, a call that arrives or an answer that is ready cannot.

mod lateness;
mod schedule;

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use engine::Scratch;
use tokio::sync::oneshot;

pub use lateness::Lateness;
use schedule::{Coming, Schedule, Signals};

/// Tells a job whether to stop.
#[derive(Clone, Debug)]
pub struct StopSignal {
    signals: Arc<Signals>,
    superseded: Option<Arc<AtomicBool>>,
    until: Instant,
    /// When others get a turn next.
    next_yield: Cell<Instant>,
}

/// A thread that thinks offers its core to others so often. Left to the scheduler, a call that arrives while every core thinks waits
/// for the next tick: 4 ms at 250 ticks a second. If no call waits, the offer costs less than a microsecond.
const YIELD_EVERY: Duration = Duration::from_micros(250);

impl StopSignal {
    /// True if the job has become pointless: no caller waits any more.
    pub fn is_gone(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_set(&self.signals.gone) || self.superseded.as_deref().is_some_and(is_set)
    }

    /// True if to stop, for whatever reason.
    pub fn is_due(&self) -> bool {
        if self.is_gone() || self.signals.preempted.load(Ordering::Relaxed) {
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
    /// Its owner: [`Caller::place`](crate::call::caller::Caller::place).
    pub caller: usize,
    /// When thinking has to end.
    pub until: Instant,
    /// Becomes true when an event makes the answer pointless.
    pub superseded: Option<Arc<AtomicBool>>,
    /// Time that such jobs take when they are not cancelled, as far as is known.
    pub expected: Duration,
}

/// The outcome of it.
#[derive(Debug)]
pub struct JobResult<T> {
    /// The answer.
    pub answer: T,
    /// Wait for a thread.
    pub waited: Duration,
    /// Time taken after that.
    pub took: Duration,
    /// True if it ended early because another caller needed the thread.
    pub preempted: bool,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobError {
    /// The queue is full, or too long for this job.
    Busy,
    /// Thinking failed: a fault of ours.
    Failed,
}

type Job = Box<dyn FnOnce(&mut Scratch, Slot) + Send>;

/// A pool.
pub struct Pool {
    shared: Arc<Shared>,
    threads: usize,
    /// Lateness of answers, as measured by the calls that wait for them.
    pub lateness: Lateness,
}

/// The state that callers and threads share.
struct Shared {
    schedule: Mutex<Schedule<Job>>,
    /// A job has come, or no more do.
    changed: Condvar,
    is_over: AtomicBool,
    faults: AtomicU64,
}

impl Shared {
    fn schedule(&self) -> MutexGuard<'_, Schedule<Job>> {
        self.schedule.lock().expect("no code panics while it holds the schedule")
    }

    /// The next job, waited for; `None` when no more come.
    fn next(self: &Arc<Shared>) -> Option<(Job, Slot)> {
        let mut schedule = self.schedule();
        loop {
            if let Some((number, job)) = schedule.take(Instant::now()) {
                return Some((job, Slot { shared: Arc::clone(self), number }));
            }
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            schedule = self.changed.wait(schedule).expect("no code panics while it holds the schedule");
        }
    }
}

/// A job has a thread.
struct Slot {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.shared.schedule().end(self.number, Instant::now());
    }
}

impl Pool {
    /// A pool of `threads` threads and at most `waiting_max` waiting jobs. Threads that are not `first` leave their cores to
    /// whatever else wants them.
    pub fn new(name: &str, threads: usize, waiting_max: usize, first: bool) -> Pool {
        let shared = Arc::new(Shared {
            schedule: Mutex::new(Schedule::new(threads, waiting_max)),
            changed: Condvar::new(),
            is_over: AtomicBool::new(false),
            faults: AtomicU64::new(0),
        });
        for number in 0..threads {
            let (shared, worker) = (Arc::clone(&shared), thread::Builder::new().name(format!("{name}-{number}")));
            let work = move || {
                if !first {
                    // A system that does not let it be nice lets it work all the same.
                    let _ = rustix::process::nice(NICENESS);
                }
                work(&shared);
            };
            worker.spawn(work).expect("the system lends a few threads at the start");
        }
        Pool { shared, threads, lateness: Lateness::default() }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Threads that think at the moment.
    pub fn busy(&self) -> usize {
        self.shared.schedule().running()
    }

    /// Jobs that wait.
    pub fn waiting(&self) -> usize {
        self.shared.schedule().waiting()
    }

    /// Number of failures of thinking.
    pub fn faults(&self) -> u64 {
        self.shared.faults.load(Ordering::Relaxed)
    }

    /// The time that a new job of this caller would probably wait for a thread.
    pub fn wait(&self, caller: usize) -> Duration {
        self.shared.schedule().wait(caller, Instant::now())
    }

    /// Thinks on a thread of the pool. When the future is dropped, because the caller went away, thinking stops.
    pub async fn think<T: Send + 'static>(
        &self,
        spec: JobSpec,
        work: impl FnOnce(&mut Scratch, &StopSignal) -> T + Send + 'static,
    ) -> Result<JobResult<T>, JobError> {
        let Entered { answer, cancel } = self.enter(spec, false, work)?;
        let was_removed = || cancel.0.preempted.load(Ordering::Relaxed);
        answer.await.map_err(|_| if was_removed() { JobError::Busy } else { JobError::Failed })
    }

    /// Helps a job that runs, on every thread that is idle but `spare` of them, until the work ends or the thread is needed. When the
    /// future is dropped, the help stops.
    pub async fn help(&self, spec: JobSpec, spare: usize, work: impl Fn(&StopSignal) + Clone + Send + 'static) {
        let idle = self.threads.saturating_sub(self.shared.schedule().running() + spare);
        let enter = |_| {
            let work = work.clone();
            self.enter(spec.clone(), true, move |_, stop| work(stop)).ok()
        };
        let entered: Vec<_> = (0..idle).filter_map(enter).collect();
        for helper in entered {
            // The outcome of the help is in the job that it helped with.
            let _ = helper.answer.await;
        }
    }

    /// Lets a job in.
    fn enter<T: Send + 'static>(
        &self,
        spec: JobSpec,
        is_lent: bool,
        work: impl FnOnce(&mut Scratch, &StopSignal) -> T + Send + 'static,
    ) -> Result<Entered<T>, JobError> {
        let signals = Arc::new(Signals::default());
        let stop = StopSignal {
            signals: Arc::clone(&signals),
            superseded: spec.superseded,
            until: spec.until,
            next_yield: Cell::new(Instant::now()),
        };
        let (sender, answer) = oneshot::channel();
        let asked = Instant::now();
        let job: Job = Box::new(move |scratch, slot| {
            if stop.is_gone() {
                return;
            }
            let started = Instant::now();
            let answer = work(scratch, &stop);
            // The slot is free before the answer is sent: its receiver may ask for a thread at once.
            drop(slot);
            let preempted = stop.signals.preempted.load(Ordering::Relaxed);
            let result = JobResult { answer, waited: started - asked, took: started.elapsed(), preempted };
            // The caller may have gone; then the answer is dropped.
            let _ = sender.send(result);
        });
        let coming = Coming {
            caller: spec.caller,
            expected: spec.expected,
            until: spec.until,
            signals: Arc::clone(&signals),
            is_lent,
        };
        // A removed entry is dropped behind the lock.
        let removed = self.shared.schedule().enter(coming, job, asked);
        if removed.map_err(drop).map(drop).is_err() {
            return Err(JobError::Busy);
        }
        self.shared.changed.notify_one();
        Ok(Entered { answer, cancel: CancelOnDrop(signals) })
    }
}

/// A job that was let in, as long as somebody waits for it.
struct Entered<T> {
    answer: oneshot::Receiver<JobResult<T>>,
    cancel: CancelOnDrop,
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Under the lock: no thread stands between its look and its sleep.
        let _schedule = self.shared.schedule();
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.shared.changed.notify_all();
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} jobs run, {} wait", self.busy(), self.waiting())
    }
}

/// The amount by which threads that are not first step back: by the kernel's weights they get a tenth of a core that others want.
const NICENESS: i32 = 10;

/// Sets the flag when the caller goes away, or has its answer.
struct CancelOnDrop(Arc<Signals>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.gone.store(true, Ordering::Relaxed);
    }
}

fn work(shared: &Arc<Shared>) {
    let mut scratch = Scratch::new();
    while let Some((job, slot)) = shared.next() {
        if catch_unwind(AssertUnwindSafe(|| job(&mut scratch, slot))).is_err() {
            // The panic's own message is in the log by now; its buffers may be half filled.
            shared.faults.fetch_add(1, Ordering::Relaxed);
            scratch = Scratch::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec() -> JobSpec {
        JobSpec {
            caller: 0,
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
        let pool = Pool::new("test", 1, 4, true);
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
        // The thread is free again: another job is answered.
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
        assert!(ended.await.unwrap(), "it ended because no caller waited any more, not for lack of time");
        assert_eq!(pool.wait(0), Duration::ZERO);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let pool = Arc::new(Pool::new("test", 1, 1, true));
        let hold = Arc::new(AtomicBool::new(false));
        let held = |began: oneshot::Sender<()>| {
            let spec = JobSpec { superseded: Some(Arc::clone(&hold)), ..spec() };
            let pool = Arc::clone(&pool);
            let work = move |_: &mut Scratch, stop: &StopSignal| {
                began.send(()).unwrap();
                spin(stop);
            };
            tokio::spawn(async move { pool.think(spec, work).await.map(|_| ()) })
        };
        let (begin, begun) = oneshot::channel();
        let running = held(begin);
        begun.await.unwrap();
        let waiting = held(oneshot::channel().0);
        while pool.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.wait(0) > Duration::ZERO);
        assert_eq!(pool.think(spec(), |_, _| ()).await.map(|_| ()), Err(JobError::Busy));
        hold.store(true, Ordering::Relaxed);
        assert_eq!(running.await.unwrap(), Ok(()));
        // Superseded before it began: it was never worked on.
        assert_eq!(waiting.await.unwrap(), Err(JobError::Failed));
    }

    #[tokio::test]
    async fn idle_threads_help_until_they_are_needed() {
        let pool = Arc::new(Pool::new("test", 3, 4, true));
        let (begin, begun) = oneshot::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let job = {
            let pool = Arc::clone(&pool);
            let work = move |_: &mut Scratch, _: &StopSignal| {
                begin.send(()).unwrap();
                ended.recv().unwrap();
            };
            tokio::spawn(async move { pool.think(spec(), work).await.map(|_| ()) })
        };
        begun.await.unwrap();
        let preempted = Arc::new(AtomicU64::new(0));
        let help = {
            let (pool, preempted) = (Arc::clone(&pool), Arc::clone(&preempted));
            let work = move |stop: &StopSignal| {
                spin(stop);
                preempted.fetch_add(u64::from(!stop.is_gone()), Ordering::Relaxed);
            };
            tokio::spawn(async move { pool.help(spec(), 0, work).await })
        };
        while pool.busy() < 3 {
            tokio::task::yield_now().await;
        }
        // Another job of the same caller waits for no help.
        assert_eq!(pool.wait(0), Duration::ZERO);
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
        assert_eq!(preempted.load(Ordering::Relaxed), 1);
        // The rest stops with whoever wanted it.
        help.abort();
        while pool.busy() > 1 {
            tokio::task::yield_now().await;
        }
        assert_eq!(preempted.load(Ordering::Relaxed), 1);
        end.send(()).unwrap();
        assert_eq!(job.await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn spare_threads_stay_idle() {
        let pool = Arc::new(Pool::new("test", 3, 4, true));
        let help = {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                pool.help(spec(), 1, |stop: &StopSignal| {
                    spin(stop);
                })
                .await;
            })
        };
        while pool.busy() < 2 {
            tokio::task::yield_now().await;
        }
        // It has the spare thread at once, and takes none from the help.
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
        assert_eq!(pool.busy(), 2);
        // With every thread spare there is none to lend.
        pool.help(spec(), 3, |_: &StopSignal| panic!("no thread was to spare")).await;
        help.abort();
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer() {
        let pool = Pool::new("test", 1, 4, true);
        assert_eq!(
            pool.think(spec(), |_, _| panic!("on purpose")).await.map(|_: JobResult<()>| ()),
            Err(JobError::Failed)
        );
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
        assert_eq!(pool.faults(), 1);
    }

    #[tokio::test]
    async fn a_job_of_a_flood_ends_early_and_says_so() {
        let pool = Arc::new(Pool::new("test", 2, 2, true));
        let flood = |pool: &Arc<Pool>| {
            let pool = Arc::clone(pool);
            tokio::spawn(async move { pool.think(spec(), |_, stop| spin(stop)).await.map(|result| result.preempted) })
        };
        let mut running = vec![flood(&pool), flood(&pool)];
        while pool.busy() < 2 {
            tokio::task::yield_now().await;
        }
        running.extend([flood(&pool), flood(&pool)]);
        while pool.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        let other = JobSpec { caller: 1, ..spec() };
        assert_eq!(pool.wait(1), Duration::ZERO);
        // It needs a thread and a place in the queue, and the flood has all of both.
        let mut others = vec![pool.think(other.clone(), |_, _| 7).await.unwrap().answer];
        others.push(pool.think(other, |_, _| 8).await.unwrap().answer);
        assert_eq!(others, [7, 8]);
        assert_eq!(running.remove(0).await.unwrap(), Ok(true));
        running.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
