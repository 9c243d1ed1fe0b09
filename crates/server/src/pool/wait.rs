//! When a thread will be free: what is known of the thoughts that run and wait.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A thought that waits or runs.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// How long such thoughts take when nobody ends them.
    expected: Duration,
    /// When it has to end.
    until: Instant,
    /// Since when it runs.
    began: Option<Instant>,
}

impl Work {
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
pub(super) struct Outlook {
    threads: usize,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    works: BTreeMap<u64, Work>,
    next: u64,
}

impl Outlook {
    pub(super) fn new(threads: usize) -> Outlook {
        Outlook { threads, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no code panics while it holds the outlook")
    }

    /// A thought comes; it counts until its place is dropped.
    pub(super) fn enter(self: &Arc<Outlook>, expected: Duration, until: Instant) -> Place {
        let mut known = self.known();
        let number = known.next;
        known.next += 1;
        known.works.insert(number, Work { expected, until, began: None });
        Place { outlook: Arc::clone(self), number }
    }

    /// How long one more thought would wait for a thread.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let known = self.known();
        if known.works.len() < self.threads {
            return Duration::ZERO;
        }
        let mut free = vec![now; self.threads];
        for work in known.works.values() {
            // Those that run came first, and each has a thread; those that wait take the first to be free.
            let thread = free.iter_mut().min().expect("a pool has threads");
            *thread = match work.began {
                Some(began) => work.end(began, now),
                None => work.end(*thread, now).max(*thread),
            };
        }
        free.into_iter().min().expect("a pool has threads") - now
    }
}

/// That a thought waits or runs.
#[derive(Debug)]
pub(super) struct Place {
    outlook: Arc<Outlook>,
    number: u64,
}

impl Place {
    /// It has got its thread.
    pub(super) fn begin(&self, now: Instant) {
        if let Some(work) = self.outlook.known().works.get_mut(&self.number) {
            work.began = Some(now);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.outlook.known().works.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn the_next_thread_is_that_of_the_thought_that_ends_first() {
        let (outlook, now) = (Arc::new(Outlook::new(2)), Instant::now());
        let first = outlook.enter(MS(20), now + MS(19));
        first.begin(now);
        assert_eq!(outlook.wait(now), Duration::ZERO);
        let second = outlook.enter(MS(20), now + MS(100));
        second.begin(now + MS(5));
        // The first by its deadline after 19 ms, the second by what is usual after 25.
        assert_eq!(outlook.wait(now + MS(6)), MS(13));
        // One that waits takes the thread after 19 ms, and has to go by 22; the next gets that one.
        let third = outlook.enter(MS(20), now + MS(22));
        assert_eq!(outlook.wait(now + MS(6)), MS(16));
        drop(third);
        drop(first);
        assert_eq!(outlook.wait(now + MS(6)), Duration::ZERO);
        drop(second);
        assert!(outlook.known().works.is_empty());
    }

    #[test]
    fn what_has_lasted_lasts() {
        let (outlook, now) = (Arc::new(Outlook::new(1)), Instant::now());
        let long = outlook.enter(MS(1), now + MS(5000));
        long.begin(now);
        assert_eq!(outlook.wait(now + MS(300)), MS(300));
        assert_eq!(outlook.wait(now + MS(4000)), MS(1000));
        // Past its deadline it is about to end.
        assert_eq!(outlook.wait(now + MS(6000)), Duration::ZERO);
    }
}
