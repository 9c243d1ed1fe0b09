//! The choice of the next job for a thread, and the forecast of when a thread will be free.
//!
//! Callers share the threads: those that lately used little come first, then those with the fewest threads. A full queue may drop a waiting job of
//! the caller with the most waiting jobs. A caller with more than its share of the threads may have to give one back when a job of another caller
//! comes.
//!
//! A light caller lately used less than three quarters of its share. It may take threads beyond its share, from one that lately used
//! more than its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The signals of a job while it waits or runs.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// True if no caller waits for the answer any more.
    pub(super) gone: AtomicBool,
    /// True if another caller needs the thread, or the place in the queue.
    pub(super) preempted: AtomicBool,
}

impl Signals {
    pub(super) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    pub(super) fn is_preempted(&self) -> bool {
        self.preempted.load(Ordering::Relaxed)
    }
}

/// The description of a job to run.
#[derive(Clone, Debug)]
pub struct JobSpec {
    /// Its owner: [`Caller::place`](crate::call::caller::Caller::place).
    pub caller: usize,
    /// The time at which thinking has to end.
    pub until: Instant,
    /// The flag that is set when the answer becomes pointless.
    pub superseded: Option<Arc<AtomicBool>>,
    /// The time that such jobs are expected to take when they are not cancelled.
    pub expected: Duration,
}

#[derive(Debug)]
struct TrackedJob<W> {
    spec: JobSpec,
    signals: Arc<Signals>,
    /// The work to be done; `None` once a thread has it.
    work: Option<W>,
    began: Option<Instant>,
}

impl<W> TrackedJob<W> {
    /// Estimates when the job ends, if its start is `begin`.
    fn expected_end(&self, begin: Instant, now: Instant) -> Instant {
        let expected = begin + self.spec.expected;
        // A job that has exceeded its expected time is expected to take as long again.
        let end = if expected > now { expected } else { now + (now - begin) };
        end.min(self.spec.until.max(now))
    }

    fn keeps_running(&self) -> bool {
        self.began.is_some() && !self.signals.is_preempted() && !self.signals.is_gone()
    }
}

/// The jobs that wait or run, in the order in which they came.
#[derive(Debug)]
pub(super) struct Schedule<W> {
    threads: usize,
    waiting_max: usize,
    jobs: BTreeMap<u64, TrackedJob<W>>,
    next: u64,
    /// The recent time of ended jobs on threads, by caller: the seconds at an instant. Older time fades.
    used: BTreeMap<usize, (f64, Instant)>,
}

/// Returns the time of a job on its thread since `began`; it fades as [`Schedule::used`] does.
fn faded_seconds(began: Instant, now: Instant) -> f64 {
    -(-now.saturating_duration_since(began).as_secs_f64()).exp_m1()
}

impl<W> Schedule<W> {
    pub(super) fn new(threads: usize, waiting_max: usize) -> Schedule<W> {
        Schedule { threads, waiting_max, jobs: BTreeMap::new(), next: 0, used: BTreeMap::new() }
    }

    pub(super) fn running_jobs(&self) -> usize {
        self.jobs.values().filter(|job| job.began.is_some()).count()
    }

    pub(super) fn waiting_jobs(&self) -> usize {
        self.jobs.len() - self.running_jobs()
    }

    /// Lets a job in; false if there is no room. A waiting job may have to make room for it.
    pub(super) fn submit(&mut self, (spec, signals): (JobSpec, Arc<Signals>), work: W, now: Instant) -> bool {
        self.jobs.retain(|_, job| job.began.is_some() || !job.signals.is_gone());
        if self.jobs.len() >= self.threads + self.waiting_max {
            let dropped = self.waiting_job_to_drop(spec.caller).and_then(|number| self.jobs.remove(&number));
            let Some(job) = dropped else { return false };
            job.signals.preempted.store(true, Ordering::Relaxed);
        }
        let caller = spec.caller;
        self.jobs.insert(self.next, TrackedJob { spec, signals, work: Some(work), began: None });
        self.next += 1;
        if self.jobs.len() > self.threads
            && let Some(job) = self.job_to_preempt(caller, 0, now)
        {
            job.signals.preempted.store(true, Ordering::Relaxed);
        }
        true
    }

    pub(super) fn take(&mut self, now: Instant) -> Option<(u64, W)> {
        let waiting = self.jobs.iter().filter(|(_, job)| job.work.is_some());
        let next = waiting.min_by_key(|(number, job)| {
            let caller = job.spec.caller;
            (!self.uses_little(caller, now), self.threads_of(caller), **number)
        });
        let number = *next?.0;
        let job = self.jobs.get_mut(&number)?;
        job.began = Some(now);
        job.work.take().map(|work| (number, work))
    }

    pub(super) fn end(&mut self, number: u64, now: Instant) {
        let Some(job) = self.jobs.remove(&number) else { return };
        let Some(began) = job.began else { return };
        let seconds = self.ended_use(job.spec.caller, now) + faded_seconds(began, now);
        self.used.insert(job.spec.caller, (seconds, now));
    }

    /// Estimates how long one more job of this caller would wait for a thread.
    pub(super) fn estimated_wait(&self, caller: usize, now: Instant) -> Duration {
        if self.jobs.len() < self.threads || self.job_to_preempt(caller, 1, now).is_some() {
            return Duration::ZERO;
        }
        let mut free = vec![now; self.threads];
        let mut before: BTreeMap<usize, usize> = BTreeMap::new();
        let own = self.jobs.values().filter(|job| job.spec.caller == caller && job.work.is_some()).count();
        for job in self.jobs.values() {
            let turn = before.entry(job.spec.caller).or_default();
            *turn += usize::from(job.work.is_some());
            // Of each other caller, at most as many waiting jobs come first as this caller already has waiting.
            if job.spec.caller != caller && *turn > own {
                continue;
            }
            // Running jobs mostly came first, and each has a thread; a waiting job takes the first free thread.
            let thread = free.iter_mut().min().expect("a pool has threads");
            *thread = match job.began {
                Some(began) => job.expected_end(began, now),
                None => job.expected_end(*thread, now).max(*thread),
            };
        }
        free.into_iter().min().expect("a pool has threads") - now
    }

    fn threads_of(&self, caller: usize) -> usize {
        self.jobs.values().filter(|job| job.spec.caller == caller && job.keeps_running()).count()
    }

    fn share(&self, caller: usize) -> usize {
        let mut callers: BTreeSet<usize> = self.jobs.values().map(|job| job.spec.caller).collect();
        callers.insert(caller);
        (self.threads / callers.len()).max(1)
    }

    fn ended_use(&self, caller: usize, now: Instant) -> f64 {
        let faded =
            |&(seconds, at): &(f64, Instant)| seconds * (-now.saturating_duration_since(at).as_secs_f64()).exp();
        self.used.get(&caller).map_or(0.0, faded)
    }

    /// Returns the recent average number of threads of a caller.
    fn use_of(&self, caller: usize, now: Instant) -> f64 {
        let own = self.jobs.values().filter(|job| job.spec.caller == caller);
        let runs = own.filter_map(|job| Some(faded_seconds(job.began?, now)));
        self.ended_use(caller, now) + runs.sum::<f64>()
    }

    fn uses_little(&self, caller: usize, now: Instant) -> bool {
        self.use_of(caller, now) < 0.75 * self.share(caller) as f64
    }

    /// Returns a running job of another caller that has to end for `caller`, which wants threads for its jobs and `more` new ones. Either the other
    /// caller has more threads than its share, and `caller` would stay within its own; in this case a light caller gives a thread only to a light
    /// one. Or `caller` is light and needs no more than all threads, and the other one used more than its share of late.
    fn job_to_preempt(&self, caller: usize, more: usize, now: Instant) -> Option<&TrackedJob<W>> {
        let (share, is_light) = (self.share(caller), self.uses_little(caller, now));
        let lasts = |job: &&TrackedJob<W>| job.spec.caller == caller && !job.signals.is_gone();
        let wanted = self.jobs.values().filter(lasts).count() + more;
        let running = || self.jobs.values().filter(|job| job.keeps_running() && job.spec.caller != caller);
        let others = || running().map(|job| job.spec.caller);
        let over_now = others().max_by_key(|other| self.threads_of(*other)).filter(|&other| {
            wanted <= share && self.threads_of(other) > share && (is_light || !self.uses_little(other, now))
        });
        let over_of_late = || {
            let most = others().max_by(|one, other| self.use_of(*one, now).total_cmp(&self.use_of(*other, now)));
            most.filter(|&other| wanted <= self.threads && is_light && self.use_of(other, now) > share as f64)
        };
        let gives = over_now.or_else(over_of_late)?;
        running().filter(|job| job.spec.caller == gives).min_by_key(|job| job.began)
    }

    /// Returns the newest waiting job of the caller with the most waiting jobs, if they are more than `caller` would have.
    fn waiting_job_to_drop(&self, caller: usize) -> Option<u64> {
        let waiting = || self.jobs.iter().filter(|(_, job)| job.work.is_some());
        let of = |caller: usize| waiting().filter(|(_, job)| job.spec.caller == caller).count();
        let most = waiting().map(|(_, job)| job.spec.caller).max_by_key(|caller| of(*caller))?;
        if of(most) <= of(caller) + 1 {
            return None;
        }
        waiting().filter(|(_, job)| job.spec.caller == most).map(|(number, _)| *number).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;
    const FLOOD: usize = 1;
    const OTHER: usize = 2;

    fn new_job(caller: usize, expected: Duration, until: Instant) -> (JobSpec, Arc<Signals>) {
        (JobSpec { caller, until, superseded: None, expected }, Arc::default())
    }

    /// Makes a schedule that a flood has filled, and the signals of its jobs in the order in which they came.
    fn flooded_schedule(threads: usize, waiting: usize, now: Instant) -> (Schedule<usize>, Vec<Arc<Signals>>) {
        let (mut schedule, mut signals) = (Schedule::new(threads, waiting), Vec::new());
        for number in 0..threads + waiting {
            let job = new_job(FLOOD, MS(500), now + MS(500));
            signals.push(Arc::clone(&job.1));
            assert!(schedule.submit(job, number, now));
            if number < threads {
                assert_eq!(schedule.take(now + MS(number as u64)).map(|(_, work)| work), Some(number));
            }
        }
        (schedule, signals)
    }

    fn preempted_jobs(signals: &[Arc<Signals>]) -> Vec<usize> {
        (0..signals.len()).filter(|place| signals[*place].is_preempted()).collect()
    }

    #[test]
    fn the_next_thread_is_that_of_the_job_that_ends_first() {
        let (mut schedule, now) = (Schedule::new(2, 4), Instant::now());
        let enter = |schedule: &mut Schedule<()>, expected, until| {
            assert!(schedule.submit(new_job(FLOOD, expected, until), (), now));
        };
        enter(&mut schedule, MS(20), now + MS(19));
        let first = schedule.take(now).unwrap().0;
        assert_eq!(schedule.estimated_wait(FLOOD, now), Duration::ZERO);
        enter(&mut schedule, MS(20), now + MS(100));
        let second = schedule.take(now + MS(5)).unwrap().0;
        // The first ends at 19 ms, its deadline; the second at 25 ms: it began at 5 and usually takes 20.
        assert_eq!(schedule.estimated_wait(FLOOD, now + MS(6)), MS(13));
        // A waiting job takes the thread after 19 ms and has to end by 22; the next job gets that thread.
        enter(&mut schedule, MS(20), now + MS(22));
        assert_eq!(schedule.estimated_wait(FLOOD, now + MS(6)), MS(16));
        schedule.end(first, now);
        assert_eq!(schedule.take(now + MS(6)).map(|(number, ())| number), Some(second + 1));
        schedule.end(second + 1, now);
        assert_eq!(schedule.estimated_wait(FLOOD, now + MS(6)), Duration::ZERO);
        schedule.end(second, now);
        assert!(schedule.jobs.is_empty());
    }

    #[test]
    fn a_job_beyond_its_expected_time_lasts_as_long_again() {
        let (mut schedule, now) = (Schedule::new(1, 4), Instant::now());
        assert!(schedule.submit(new_job(FLOOD, MS(1), now + MS(5000)), (), now));
        schedule.take(now).unwrap();
        assert_eq!(schedule.estimated_wait(FLOOD, now + MS(300)), MS(300));
        assert_eq!(schedule.estimated_wait(FLOOD, now + MS(4000)), MS(1000));
        // Past its deadline it is about to end.
        assert_eq!(schedule.estimated_wait(FLOOD, now + MS(6000)), Duration::ZERO);
    }

    #[test]
    fn a_caller_with_more_than_its_share_gives_a_thread_back() {
        let now = Instant::now();
        let (mut schedule, signals) = flooded_schedule(4, 8, now);
        assert_eq!((schedule.running_jobs(), schedule.waiting_jobs()), (4, 8));
        assert!(schedule.estimated_wait(FLOOD, now) > MS(400), "the flood waits for itself");
        // Two callers, four threads: each caller's share is two. The jobs that have run longest end.
        for more in 0..2 {
            assert_eq!(schedule.estimated_wait(OTHER, now), Duration::ZERO);
            assert!(schedule.submit(new_job(OTHER, MS(20), now + MS(20)), 100 + more, now));
        }
        assert_eq!(preempted_jobs(&signals), [0, 1, 10, 11], "two that run, and the last two in the full queue");
        for _ in 0..2 {
            schedule.end(*schedule.jobs.first_key_value().unwrap().0, now);
        }
        assert_eq!([0; 2].map(|_| schedule.take(now).unwrap().1), [100, 101], "before those that came earlier");
        // With its share in use it waits as others do.
        assert!(schedule.estimated_wait(OTHER, now) > Duration::ZERO);
        assert!(schedule.submit(new_job(OTHER, MS(20), now + MS(20)), 102, now));
        assert_eq!(preempted_jobs(&signals).len(), 4, "its third job takes no thread from the flood's two");
    }

    /// Makes a schedule in which a caller alone used one thread of `threads` from `begin` on, for the time `lasts`.
    fn schedule_after_use(threads: usize, begin: Instant, lasts: Duration) -> Schedule<usize> {
        let mut schedule = Schedule::new(threads, 4);
        assert!(schedule.submit(new_job(FLOOD, MS(20), begin + lasts), 0, begin));
        let number = schedule.take(begin).unwrap().0;
        schedule.end(number, begin + lasts);
        schedule
    }

    #[test]
    fn a_free_thread_goes_to_a_caller_that_has_used_little() {
        let begin = Instant::now();
        for (lasts, rests, next) in [(2_000, 0, 2), (2_000, 3_000, 1), (20, 0, 1)] {
            let mut schedule = schedule_after_use(1, begin, MS(lasts));
            let now = begin + MS(lasts + rests);
            for (caller, work) in [(FLOOD, 1), (OTHER, 2)] {
                assert!(schedule.submit(new_job(caller, MS(20), now + MS(500)), work, now));
            }
            assert_eq!(schedule.take(now).unwrap().1, next, "{lasts} ms used, and {rests} ms ago");
        }
    }

    /// A burst of a light caller takes threads from a caller above its share, and none from another.
    #[test]
    fn a_burst_takes_threads_from_callers_above_their_share() {
        let begin = Instant::now();
        for (flood_threads, lasts, taken) in [(4, 3_000, 4), (4, 300, 2), (2, 3_000, 0)] {
            let (mut schedule, signals) = flooded_schedule(flood_threads, 0, begin);
            (schedule.threads, schedule.waiting_max) = (4, 8);
            let now = begin + MS(lasts);
            for more in 0..4 {
                assert!(schedule.submit(new_job(OTHER, MS(20), now + MS(500)), 100 + more, now));
            }
            assert_eq!(preempted_jobs(&signals).len(), taken, "{flood_threads} threads for {lasts} ms");
        }
        // A caller that is not light takes only its share.
        let (mut schedule, signals) = flooded_schedule(2, 0, begin);
        schedule.waiting_max = 4;
        schedule.used.insert(OTHER, (2.0, begin + MS(3_000)));
        for more in 0..2 {
            let now = begin + MS(3_000);
            assert!(schedule.submit(new_job(OTHER, MS(20), now + MS(500)), 100 + more, now));
        }
        assert_eq!(preempted_jobs(&signals), [0]);
    }

    #[test]
    fn a_job_without_a_waiting_caller_loses_its_place() {
        let now = Instant::now();
        let (mut schedule, signals) = flooded_schedule(2, 3, now);
        signals.iter().for_each(|signals| signals.gone.store(true, Ordering::Relaxed));
        assert!(schedule.submit(new_job(FLOOD, MS(1), now), 9, now));
        assert_eq!((schedule.running_jobs(), schedule.waiting_jobs()), (2, 1));
    }

    #[test]
    fn a_caller_alone_keeps_its_threads_and_its_full_queue_refuses() {
        let now = Instant::now();
        let (mut schedule, signals) = flooded_schedule(2, 3, now);
        assert!(!schedule.submit(new_job(FLOOD, MS(1), now), 9, now));
        assert!(preempted_jobs(&signals).is_empty());
    }

    #[test]
    fn a_single_thread_is_not_taken_away() {
        let now = Instant::now();
        let (mut schedule, signals) = flooded_schedule(1, 4, now);
        assert!(schedule.submit(new_job(OTHER, MS(20), now + MS(900)), 100, now));
        assert_eq!(preempted_jobs(&signals), [4], "the last in the queue makes room");
        assert_eq!(schedule.estimated_wait(OTHER, now), MS(500) + MS(20), "one of its own waits already");
        schedule.end(0, now);
        assert_eq!(schedule.take(now).unwrap().1, 1, "no caller has a thread: the first that came");
        schedule.end(1, now);
    }
}
