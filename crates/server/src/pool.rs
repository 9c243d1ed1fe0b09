//! Pools of plain threads for long thinking, so that the async runtime does not wait for it. The queue is short: a job that cannot start in time is
//! of no use. `schedule` shares the threads among callers.
//!
//! Plain threads and one lock, because the workers of a work-stealing pool spin when idle, which costs processor time. A thinking thread yields its
//! core now and then: a job can wait for a moment; an arriving call or a ready answer cannot.

mod schedule;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use engine::Scratch;
use tokio::sync::oneshot;

pub use schedule::JobSpec;
use schedule::{Schedule, Signals};

/// The shortest interval at which a thread that thinks offers its core to others. Without it, a call that arrives while every core thinks may wait
/// for the scheduler's next tick. If no call waits, a yield costs little.
const YIELD_EVERY: Duration = Duration::from_micros(250);

/// The outcome of a job.
#[derive(Debug)]
pub struct JobResult<T> {
    /// The answer.
    pub answer: T,
    /// The time that it waited for a thread.
    pub waited: Duration,
    /// The time that it took after that.
    pub took: Duration,
    /// True if another caller needed the thread.
    pub preempted: bool,
}

/// The reason why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobError {
    /// The queue is full, or the job lost its place in it to another caller's job.
    Busy,
    /// The job gave no answer: for example, it panicked.
    Failed,
}

/// A job. It calls its second argument when the thread becomes free for another one.
type Job = Box<dyn FnOnce(&mut Scratch, &dyn Fn()) + Send>;

/// A pool.
pub struct Pool(Arc<PoolState>);

struct PoolState {
    schedule: Mutex<Schedule<Job>>,
    /// The signal that a job has come, or that the pool ends.
    changed: Condvar,
    is_over: AtomicBool,
}

impl PoolState {
    fn schedule(&self) -> MutexGuard<'_, Schedule<Job>> {
        self.schedule.lock().expect("no code panics while it holds the schedule")
    }

    fn next_job(&self) -> Option<(u64, Job)> {
        let mut schedule = self.schedule();
        loop {
            let next = schedule.take(Instant::now());
            if next.is_some() || self.is_over.load(Ordering::Relaxed) {
                return next;
            }
            schedule = self.changed.wait(schedule).expect("no code panics while it holds the schedule");
        }
    }
}

impl Pool {
    /// Starts a pool of `threads` threads and at most `waiting_max` waiting jobs. Without `is_normal` its threads have low priority.
    pub fn new(name: &str, threads: usize, waiting_max: usize, is_normal: bool) -> Pool {
        let shared = Arc::new(PoolState {
            schedule: Mutex::new(Schedule::new(threads, waiting_max)),
            changed: Condvar::new(),
            is_over: AtomicBool::new(false),
        });
        for number in 0..threads {
            let (shared, worker) = (Arc::clone(&shared), thread::Builder::new().name(format!("{name}-{number}")));
            let work = move || {
                if !is_normal {
                    // If the system refuses the low priority, the thread still works.
                    let _ = rustix::process::nice(NICENESS);
                }
                let mut scratch = Scratch::new();
                while let Some((number, job)) = shared.next_job() {
                    job(&mut scratch, &|| shared.schedule().end(number, Instant::now()));
                }
            };
            worker.spawn(work).expect("the system lends a few threads at the start");
        }
        Pool(shared)
    }

    /// Counts the threads that think at the moment.
    pub fn busy_threads(&self) -> usize {
        self.0.schedule().running_jobs()
    }

    /// Counts the jobs that wait.
    pub fn waiting_jobs(&self) -> usize {
        self.0.schedule().waiting_jobs()
    }

    /// Returns the time that a new job of this caller would probably wait for a thread.
    pub fn estimated_wait(&self, caller: usize) -> Duration {
        self.0.schedule().estimated_wait(caller, Instant::now())
    }

    /// Thinks on a thread of the pool. If the future is dropped, thinking stops. `work` asks its second argument from time to time: true means that
    /// it must stop.
    pub async fn think<T: Send + 'static>(
        &self,
        mut spec: JobSpec,
        work: impl FnOnce(&mut Scratch, &mut dyn FnMut() -> bool) -> T + Send + 'static,
    ) -> Result<JobResult<T>, JobError> {
        let cancel = CancelOnDrop(Arc::default());
        let (signals, superseded, until) = (Arc::clone(&cancel.0), spec.superseded.take(), spec.until);
        let (sender, answer) = oneshot::channel();
        let asked = Instant::now();
        let job: Job = Box::new(move |scratch, end| {
            let is_superseded = || superseded.as_deref().is_some_and(|flag| flag.load(Ordering::Relaxed));
            let is_pointless = || signals.is_gone() || is_superseded();
            let started = Instant::now();
            let mut next_yield = started;
            let mut must_stop = || {
                if is_pointless() || signals.is_preempted() {
                    return true;
                }
                let now = Instant::now();
                if now >= next_yield {
                    next_yield = now + YIELD_EVERY;
                    thread::yield_now();
                }
                now >= until
            };
            let work = || catch_unwind(AssertUnwindSafe(|| work(scratch, &mut must_stop)));
            let answer = (!is_pointless()).then(work);
            // The thread is free before the answer is sent: its receiver may ask for one at once.
            end();
            match answer {
                Some(Ok(answer)) => {
                    let (waited, preempted) = (started - asked, signals.is_preempted());
                    // The caller may have gone; then the answer is dropped.
                    let _ = sender.send(JobResult { answer, waited, took: started.elapsed(), preempted });
                }
                // The buffers may be half filled.
                Some(Err(_)) => *scratch = Scratch::new(),
                None => {}
            }
        });
        if !self.0.schedule().submit((spec, Arc::clone(&cancel.0)), job, asked) {
            return Err(JobError::Busy);
        }
        self.0.changed.notify_one();
        answer.await.map_err(|_| if cancel.0.is_preempted() { JobError::Busy } else { JobError::Failed })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Under the lock, so that no thread is between its check and its sleep.
        let _schedule = self.0.schedule();
        self.0.is_over.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }
}

/// Runs `work` with the buffers of this thread. The threads of a pool have their own.
pub fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    thread_local! {
        static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
    }
    SCRATCH.with_borrow_mut(work)
}

/// The niceness of threads at low priority: under contention the kernel gives them little time.
const NICENESS: i32 = 10;

/// A guard that sets the flag `gone` when its caller no longer waits.
struct CancelOnDrop(Arc<Signals>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.gone.store(true, Ordering::Relaxed);
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

    fn spin(must_stop: &mut dyn FnMut() -> bool) {
        while !must_stop() {
            thread::yield_now();
        }
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let pool = Arc::new(Pool::new("test", 1, 1, true));
        let hold = Arc::new(AtomicBool::new(false));
        let held = |began: oneshot::Sender<()>| {
            let spec = JobSpec { superseded: Some(Arc::clone(&hold)), ..spec() };
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                let job = pool.think(spec, |_, must_stop| {
                    began.send(()).unwrap();
                    spin(must_stop);
                });
                job.await.map(|_| ())
            })
        };
        let (begin, begun) = oneshot::channel();
        let running = held(begin);
        begun.await.unwrap();
        let waiting = held(oneshot::channel().0);
        while pool.waiting_jobs() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.estimated_wait(0) > Duration::ZERO);
        assert_eq!(pool.think(spec(), |_, _| ()).await.map(|_| ()), Err(JobError::Busy));
        hold.store(true, Ordering::Relaxed);
        assert_eq!(running.await.unwrap(), Ok(()));
        // Superseded before it began: it was never worked on.
        assert_eq!(waiting.await.unwrap(), Err(JobError::Failed));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer() {
        let pool = Pool::new("test", 1, 4, true);
        assert_eq!(
            pool.think(spec(), |_, _| panic!("on purpose")).await.map(|_: JobResult<()>| ()),
            Err(JobError::Failed)
        );
        assert_eq!(pool.think(spec(), |_, _| 7).await.unwrap().answer, 7);
    }

    #[tokio::test]
    async fn a_job_of_a_flood_is_preempted_for_another_caller() {
        let pool = Arc::new(Pool::new("test", 2, 2, true));
        let flood = |pool: &Arc<Pool>| {
            let pool = Arc::clone(pool);
            tokio::spawn(async move { pool.think(spec(), |_, stop| spin(stop)).await.map(|result| result.preempted) })
        };
        let mut running = vec![flood(&pool), flood(&pool)];
        while pool.busy_threads() < 2 {
            tokio::task::yield_now().await;
        }
        running.extend([flood(&pool), flood(&pool)]);
        while pool.waiting_jobs() < 2 {
            tokio::task::yield_now().await;
        }
        let other = JobSpec { caller: 1, ..spec() };
        assert_eq!(pool.estimated_wait(1), Duration::ZERO);
        // It needs a thread and a place in the queue, and the flood holds all of them.
        let mut others = vec![pool.think(other.clone(), |_, _| 7).await.unwrap().answer];
        others.push(pool.think(other, |_, _| 8).await.unwrap().answer);
        assert_eq!(others, [7, 8]);
        assert_eq!(running.remove(0).await.unwrap(), Ok(true));
        running.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
