//! The pool of plain threads on which bots think, so that the async runtime never does. Its queue is short: what could not
//! start in time is better answered at once by somebody who needs no thread.
//!
//! Plain threads and a bounded channel, because the workers of a work-stealing pool spin when idle: at one job in two
//! milliseconds that took 193 µs of CPU a job, this takes 73.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use engine::Scratch;
use tokio::sync::oneshot;

/// Asked by those who think whether to stop.
#[derive(Clone, Debug)]
pub struct Halt {
    gone: Arc<AtomicBool>,
    superseded: Option<Arc<AtomicBool>>,
    until: Instant,
}

impl Halt {
    /// Whether thinking has become pointless: nobody waits any more.
    pub fn is_gone(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_set(&self.gone) || self.superseded.as_deref().is_some_and(is_set)
    }

    /// Whether to stop, for whatever reason.
    pub fn is_due(&self) -> bool {
        self.is_gone() || Instant::now() >= self.until
    }
}

/// What somebody wants to think about.
#[derive(Clone, Debug)]
pub struct Wish {
    /// When thinking has to end.
    pub until: Instant,
    /// Becomes true when an event makes the answer pointless.
    pub superseded: Option<Arc<AtomicBool>>,
    /// How long such thoughts take, as far as is known.
    pub expected: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct Thought<T> {
    /// The answer.
    pub answer: T,
    /// How long it waited for a thread.
    pub waited: Duration,
    /// How long it took after that.
    pub took: Duration,
}

/// Why nothing was thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoThought {
    /// The queue is full, or too long for this wish.
    Busy,
    /// Thinking failed: a fault of ours.
    Failed,
}

type Job = Box<dyn FnOnce(&mut Scratch) + Send>;

/// The pool.
#[derive(Debug)]
pub struct Thinker {
    queue: Sender<Job>,
    state: Arc<State>,
    threads: usize,
}

/// What everybody may look at while threads think.
#[derive(Debug, Default)]
pub struct State {
    busy: AtomicUsize,
    /// The expected work of all jobs that wait or run, in microseconds.
    backlog_us: AtomicI64,
    faults: AtomicU64,
}

impl Thinker {
    /// A pool of so many threads (0: as many as cores) and so many waiting jobs.
    pub fn new(threads: usize, queue: usize) -> Thinker {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads };
        let (sender, receiver) = bounded::<Job>(queue);
        let state = Arc::new(State::default());
        for number in 0..threads {
            let (receiver, state) = (receiver.clone(), Arc::clone(&state));
            let worker = thread::Builder::new().name(format!("thinker-{number}"));
            worker.spawn(move || work(&receiver, &state)).expect("the system lends a few threads at the start");
        }
        Thinker { queue: sender, state, threads }
    }

    /// Threads that think at the moment.
    pub fn busy(&self) -> usize {
        self.state.busy.load(Ordering::Relaxed)
    }

    /// Jobs that wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// How often thinking failed.
    pub fn faults(&self) -> u64 {
        self.state.faults.load(Ordering::Relaxed)
    }

    /// How long a new job would probably wait for a thread.
    pub fn wait(&self) -> Duration {
        if self.busy() < self.threads && self.queue.is_empty() {
            return Duration::ZERO;
        }
        let backlog = self.state.backlog_us.load(Ordering::Relaxed).max(0) as u64;
        Duration::from_micros(backlog / self.threads as u64)
    }

    /// Thinks on a thread of the pool. When the future is dropped, because the caller went away, thinking stops.
    pub async fn think<T: Send + 'static>(
        &self,
        wish: Wish,
        work: impl FnOnce(&mut Scratch, &Halt) -> T + Send + 'static,
    ) -> Result<Thought<T>, NoThought> {
        let gone = Arc::new(AtomicBool::new(false));
        let halt = Halt { gone: Arc::clone(&gone), superseded: wish.superseded, until: wish.until };
        let (answer, answered) = oneshot::channel();
        let asked = Instant::now();
        let load = Load::on(&self.state, wish.expected);
        let job: Job = Box::new(move |scratch| {
            let _load = load;
            if halt.is_gone() {
                return;
            }
            let started = Instant::now();
            let thought = work(scratch, &halt);
            let thought = Thought { answer: thought, waited: started - asked, took: started.elapsed() };
            // Nobody may be listening any more; then nobody misses it.
            let _ = answer.send(thought);
        });
        match self.queue.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => return Err(NoThought::Busy),
        }
        let _stop_when_dropped = Leaving(gone);
        answered.await.map_err(|_| NoThought::Failed)
    }
}

/// Sets the flag when whoever waits goes away, or has its answer.
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Expected work that counts while its job waits or runs.
struct Load {
    state: Arc<State>,
    us: i64,
}

impl Load {
    fn on(state: &Arc<State>, expected: Duration) -> Load {
        let us = expected.as_micros() as i64;
        state.backlog_us.fetch_add(us, Ordering::Relaxed);
        Load { state: Arc::clone(state), us }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.state.backlog_us.fetch_sub(self.us, Ordering::Relaxed);
    }
}

fn work(jobs: &Receiver<Job>, state: &State) {
    let mut scratch = Scratch::new();
    while let Ok(job) = jobs.recv() {
        state.busy.fetch_add(1, Ordering::Relaxed);
        let done = catch_unwind(AssertUnwindSafe(|| job(&mut scratch)));
        state.busy.fetch_sub(1, Ordering::Relaxed);
        if done.is_err() {
            // The panic's own message is in the log by now; its buffers may be half filled.
            state.faults.fetch_add(1, Ordering::Relaxed);
            scratch = Scratch::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish() -> Wish {
        Wish { until: Instant::now() + Duration::from_secs(60), superseded: None, expected: Duration::from_millis(1) }
    }

    fn spin(halt: &Halt) -> Instant {
        while !halt.is_due() {
            thread::yield_now();
        }
        Instant::now()
    }

    #[tokio::test]
    async fn whoever_goes_away_stops_the_thinking() {
        let thinker = Thinker::new(1, 4);
        let (begin, begun) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let asked = thinker.think(wish(), move |_, halt| {
            begin.send(()).unwrap();
            spin(halt);
            end.send(halt.is_gone()).unwrap();
        });
        // Whoever asked goes away once the thinking has begun, however long that takes.
        tokio::select! {
            _ = asked => panic!("nothing but going away ends it"),
            begun = begun => begun.unwrap(),
        }
        // The thread is free again: another thought is answered.
        assert_eq!(thinker.think(wish(), |_, _| 7).await.unwrap().answer, 7);
        assert!(ended.await.unwrap(), "it ended because nobody waited any more, not for lack of time");
        // The answer is sent a moment before the thread is free.
        while thinker.busy() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(thinker.wait(), Duration::ZERO);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let thinker = Arc::new(Thinker::new(1, 1));
        let hold = Arc::new(AtomicBool::new(false));
        let held = |hold: &Arc<AtomicBool>| {
            let wish = Wish { superseded: Some(Arc::clone(hold)), ..wish() };
            let thinker = Arc::clone(&thinker);
            tokio::spawn(async move { thinker.think(wish, |_, halt| spin(halt)).await.map(|_| ()) })
        };
        let running = held(&hold);
        while thinker.busy() == 0 {
            tokio::task::yield_now().await;
        }
        let waiting = held(&hold);
        while thinker.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(thinker.wait() > Duration::ZERO);
        assert_eq!(thinker.think(wish(), |_, _| ()).await.map(|_| ()), Err(NoThought::Busy));
        hold.store(true, Ordering::Relaxed);
        assert_eq!(running.await.unwrap(), Ok(()));
        // Superseded before it began: nothing was thought about it.
        assert_eq!(waiting.await.unwrap(), Err(NoThought::Failed));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer() {
        let thinker = Thinker::new(1, 4);
        assert_eq!(
            thinker.think(wish(), |_, _| panic!("on purpose")).await.map(|_: Thought<()>| ()),
            Err(NoThought::Failed)
        );
        assert_eq!(thinker.think(wish(), |_, _| 7).await.unwrap().answer, 7);
        assert_eq!(thinker.faults(), 1);
    }
}
