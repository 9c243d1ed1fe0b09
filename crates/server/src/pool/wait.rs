//! When a thread will be free: what is known of the thoughts that run and wait.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A thought that waits or runs.
#[derive(Clone, Copy, Debug)]
struct TrackedJob {
    /// How long such jobs take when they are not cancelled.
    expected: Duration,
    /// When it has to end.
    until: Instant,
    /// Since when it runs.
    began: Option<Instant>,
}

impl TrackedJob {
    /// When it ends, if it begins, or began, at `begin`.
    fn end(&self, begin: Instant, now: Instant) -> Instant {
        let expected = begin + self.expected;
        // What has taken longer than such thoughts do is expected to take as long again.
        let end = if expected > now { expected } else { now + (now - begin) };
        end.min(self.until.max(now))
    }
}

/// All that wait or run, in the order in which they came.
#[derive(Debug)]
pub(super) struct WaitEstimate {
    threads: usize,
    jobs: Mutex<Jobs>,
}

#[derive(Debug, Default)]
struct Jobs {
    jobs: BTreeMap<u64, TrackedJob>,
    next: u64,
}

impl WaitEstimate {
    pub(super) fn new(threads: usize) -> WaitEstimate {
        WaitEstimate { threads, jobs: Mutex::default() }
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().expect("no code panics while it holds the estimate")
    }

    /// A thought comes; it counts until its place is dropped.
    pub(super) fn enter(self: &Arc<WaitEstimate>, expected: Duration, until: Instant) -> WaitSlot {
        let mut jobs = self.jobs();
        let number = jobs.next;
        jobs.next += 1;
        jobs.jobs.insert(number, TrackedJob { expected, until, began: None });
        WaitSlot { estimate: Arc::clone(self), number }
    }

    /// How long one more thought would wait for a thread.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let jobs = self.jobs();
        if jobs.jobs.len() < self.threads {
            return Duration::ZERO;
        }
        let mut free = vec![now; self.threads];
        for job in jobs.jobs.values() {
            // Those that run came first, and each has a thread; those that wait take the first to be free.
            let thread = free.iter_mut().min().expect("a pool has threads");
            *thread = match job.began {
                Some(began) => job.end(began, now),
                None => job.end(*thread, now).max(*thread),
            };
        }
        free.into_iter().min().expect("a pool has threads") - now
    }
}

/// That a thought waits or runs.
#[derive(Debug)]
pub(super) struct WaitSlot {
    estimate: Arc<WaitEstimate>,
    number: u64,
}

impl WaitSlot {
    /// It has got its thread.
    pub(super) fn begin(&self, now: Instant) {
        if let Some(job) = self.estimate.jobs().jobs.get_mut(&self.number) {
            job.began = Some(now);
        }
    }
}

impl Drop for WaitSlot {
    fn drop(&mut self) {
        self.estimate.jobs().jobs.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn the_next_thread_is_that_of_the_thought_that_ends_first() {
        let (estimate, now) = (Arc::new(WaitEstimate::new(2)), Instant::now());
        let first = estimate.enter(MS(20), now + MS(19));
        first.begin(now);
        assert_eq!(estimate.wait(now), Duration::ZERO);
        let second = estimate.enter(MS(20), now + MS(100));
        second.begin(now + MS(5));
        // The first by its deadline after 19 ms, the second by what is usual after 25.
        assert_eq!(estimate.wait(now + MS(6)), MS(13));
        // One that waits takes the thread after 19 ms, and has to go by 22; the next gets that one.
        let third = estimate.enter(MS(20), now + MS(22));
        assert_eq!(estimate.wait(now + MS(6)), MS(16));
        drop(third);
        drop(first);
        assert_eq!(estimate.wait(now + MS(6)), Duration::ZERO);
        drop(second);
        assert!(estimate.jobs().jobs.is_empty());
    }

    #[test]
    fn what_has_lasted_lasts() {
        let (estimate, now) = (Arc::new(WaitEstimate::new(1)), Instant::now());
        let long = estimate.enter(MS(1), now + MS(5000));
        long.begin(now);
        assert_eq!(estimate.wait(now + MS(300)), MS(300));
        assert_eq!(estimate.wait(now + MS(4000)), MS(1000));
        // Past its deadline it is about to end.
        assert_eq!(estimate.wait(now + MS(6000)), Duration::ZERO);
    }
}
