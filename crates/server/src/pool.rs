//! The pool of plain threads on which bots think, so that the async runtime never does. Its queue is short: what could not
//! start in time is better answered at once by somebody who needs no thread.
//!
//! Plain threads and a bounded channel, because the workers of a work-stealing pool spin when idle: at one job in two
//! milliseconds that took 193 µs of CPU a job, this takes 73. While they think they offer their cores to others several times a
//! millisecond: whoever thinks can wait for a moment, a call that arrives or an answer that is ready cannot.

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
use wait::Outlook;

/// Asked by those who think whether to stop.
#[derive(Clone, Debug)]
pub struct Halt {
    gone: Arc<AtomicBool>,
    superseded: Option<Arc<AtomicBool>>,
    until: Instant,
    /// When others get a turn next.
    breath: Cell<Instant>,
}

/// A thread that thinks offers its core to others so often. Left to the scheduler, a call that arrives while every core thinks waits
/// for the next tick: 4 ms at 250 ticks a second. Where nobody waits, the offer costs less than a microsecond.
const BREATH: Duration = Duration::from_micros(250);

impl Halt {
    /// Whether thinking has become pointless: nobody waits any more.
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
        if now >= self.breath.get() {
            self.breath.set(now + BREATH);
            thread::yield_now();
        }
        now >= self.until
    }
}

/// What somebody wants to think about.
#[derive(Clone, Debug)]
pub struct Wish {
    /// When thinking has to end.
    pub until: Instant,
    /// Becomes true when an event makes the answer pointless.
    pub superseded: Option<Arc<AtomicBool>>,
    /// How long such thoughts take when nobody ends them, as far as is known.
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
    outlook: Arc<Outlook>,
    /// How late answers come; whoever waits for thoughts learns it.
    pub lateness: Lateness,
}

/// What everybody may look at while threads think.
#[derive(Debug, Default)]
pub struct State {
    busy: AtomicUsize,
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
        Thinker { queue: sender, state, outlook: Arc::new(Outlook::new(threads)), lateness: Lateness::default() }
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
        self.outlook.wait(Instant::now())
    }

    /// Thinks on a thread of the pool. When the future is dropped, because the caller went away, thinking stops.
    pub async fn think<T: Send + 'static>(
        &self,
        wish: Wish,
        work: impl FnOnce(&mut Scratch, &Halt) -> T + Send + 'static,
    ) -> Result<Thought<T>, NoThought> {
        let gone = Arc::new(AtomicBool::new(false));
        let halt = Halt {
            gone: Arc::clone(&gone),
            superseded: wish.superseded,
            until: wish.until,
            breath: Cell::new(Instant::now()),
        };
        let (answer, answered) = oneshot::channel();
        let asked = Instant::now();
        let place = self.outlook.enter(wish.expected, wish.until);
        let job: Job = Box::new(move |scratch| {
            if halt.is_gone() {
                return;
            }
            let started = Instant::now();
            place.begin(started);
            let thought = work(scratch, &halt);
            // Before the answer is sent: who has it must not find this thread taken by it.
            drop(place);
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
