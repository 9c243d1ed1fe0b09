//! Turns and shares of a schedule, with made-up times.

use super::*;

const MS: fn(u64) -> Duration = Duration::from_millis;
const FLOOD: usize = 1;
const OTHER: usize = 2;

fn coming(caller: usize, expected: Duration, until: Instant) -> Coming {
    Coming { caller, expected, until, signals: Arc::default() }
}

/// Makes a schedule that a flood has filled: its jobs run and wait, and their signals in the order in which they came.
fn flooded(threads: usize, waiting: usize, now: Instant) -> (Schedule<usize>, Vec<Arc<Signals>>) {
    let (mut schedule, mut signals) = (Schedule::new(threads, waiting), Vec::new());
    for number in 0..threads + waiting {
        let job = coming(FLOOD, MS(500), now + MS(500));
        signals.push(Arc::clone(&job.signals));
        assert!(schedule.enter(job, number, now).is_ok());
        if number < threads {
            assert_eq!(schedule.take(now + MS(number as u64)).map(|(_, work)| work), Some(number));
        }
    }
    (schedule, signals)
}

fn preempted(signals: &[Arc<Signals>]) -> Vec<usize> {
    (0..signals.len()).filter(|place| signals[*place].is_preempted()).collect()
}

#[test]
fn the_next_thread_is_that_of_the_job_that_ends_first() {
    let (mut schedule, now) = (Schedule::new(2, 4), Instant::now());
    let enter = |schedule: &mut Schedule<()>, expected, until| {
        schedule.enter(coming(FLOOD, expected, until), (), now).unwrap();
    };
    enter(&mut schedule, MS(20), now + MS(19));
    let first = schedule.take(now).unwrap().0;
    assert_eq!(schedule.wait(FLOOD, now), Duration::ZERO);
    enter(&mut schedule, MS(20), now + MS(100));
    let second = schedule.take(now + MS(5)).unwrap().0;
    // The first ends at its deadline, after 19 ms; the second after its usual time, 25 ms.
    assert_eq!(schedule.wait(FLOOD, now + MS(6)), MS(13));
    // A waiting job takes the thread after 19 ms and has to end by 22; the next job gets that thread.
    enter(&mut schedule, MS(20), now + MS(22));
    assert_eq!(schedule.wait(FLOOD, now + MS(6)), MS(16));
    schedule.end(first, now);
    assert_eq!(schedule.take(now + MS(6)).map(|(number, ())| number), Some(second + 1));
    schedule.end(second + 1, now);
    assert_eq!(schedule.wait(FLOOD, now + MS(6)), Duration::ZERO);
    schedule.end(second, now);
    assert!(schedule.jobs.is_empty());
}

#[test]
fn what_has_lasted_lasts() {
    let (mut schedule, now) = (Schedule::new(1, 4), Instant::now());
    schedule.enter(coming(FLOOD, MS(1), now + MS(5000)), (), now).unwrap();
    schedule.take(now).unwrap();
    assert_eq!(schedule.wait(FLOOD, now + MS(300)), MS(300));
    assert_eq!(schedule.wait(FLOOD, now + MS(4000)), MS(1000));
    // Past its deadline it is about to end.
    assert_eq!(schedule.wait(FLOOD, now + MS(6000)), Duration::ZERO);
}

#[test]
fn a_caller_with_more_than_its_share_gives_a_thread_back() {
    let now = Instant::now();
    let (mut schedule, signals) = flooded(4, 8, now);
    assert_eq!((schedule.running(), schedule.waiting()), (4, 8));
    assert!(schedule.wait(FLOOD, now) > MS(400), "the flood waits for itself");
    // Two callers, four threads: each caller's share is two. The jobs that have run longest end.
    for more in 0..2 {
        assert_eq!(schedule.wait(OTHER, now), Duration::ZERO);
        assert!(schedule.enter(coming(OTHER, MS(20), now + MS(20)), 100 + more, now).is_ok());
    }
    assert_eq!(preempted(&signals), [0, 1, 10, 11], "two that run, and the last two in the full queue");
    for _ in 0..2 {
        schedule.end(*schedule.jobs.first_key_value().unwrap().0, now);
    }
    assert_eq!([0; 2].map(|_| schedule.take(now).unwrap().1), [100, 101], "before those that came earlier");
    // With its share in use it waits as others do.
    assert!(schedule.wait(OTHER, now) > Duration::ZERO);
    assert!(schedule.enter(coming(OTHER, MS(20), now + MS(20)), 102, now).is_ok());
    assert_eq!(preempted(&signals).len(), 4, "its third job takes no thread from the flood's two");
}

/// Makes a schedule with a caller alone on one thread of `threads` from `begin` on, for so long.
fn used_one_thread(threads: usize, begin: Instant, lasts: Duration) -> Schedule<usize> {
    let mut schedule = Schedule::new(threads, 4);
    schedule.enter(coming(FLOOD, MS(20), begin + lasts), 0, begin).unwrap();
    let number = schedule.take(begin).unwrap().0;
    schedule.end(number, begin + lasts);
    schedule
}

#[test]
fn a_free_thread_goes_to_a_caller_that_has_used_little() {
    let begin = Instant::now();
    for (lasts, rests, next) in [(2_000, 0, 2), (2_000, 3_000, 1), (20, 0, 1)] {
        let mut schedule = used_one_thread(1, begin, MS(lasts));
        let now = begin + MS(lasts + rests);
        for (caller, work) in [(FLOOD, 1), (OTHER, 2)] {
            schedule.enter(coming(caller, MS(20), now + MS(500)), work, now).unwrap();
        }
        assert_eq!(schedule.take(now).unwrap().1, next, "{lasts} ms used, and {rests} ms ago");
    }
}

/// A burst of a light caller takes threads from a caller that lately had more than its share, and none from another.
#[test]
fn a_burst_takes_threads_from_those_who_had_more_of_late() {
    let begin = Instant::now();
    for (flood_threads, lasts, taken) in [(4, 3_000, 4), (4, 300, 2), (2, 3_000, 0)] {
        let (mut schedule, signals) = flooded(flood_threads, 0, begin);
        (schedule.threads, schedule.waiting_max) = (4, 8);
        let now = begin + MS(lasts);
        for more in 0..4 {
            schedule.enter(coming(OTHER, MS(20), now + MS(500)), 100 + more, now).unwrap();
        }
        assert_eq!(preempted(&signals).len(), taken, "{flood_threads} threads for {lasts} ms");
    }
    // A caller that has had its share takes no more.
    let (mut schedule, signals) = flooded(2, 0, begin);
    schedule.waiting_max = 4;
    schedule.used.insert(OTHER, Used { seconds: 2.0, at: begin + MS(3_000) });
    for more in 0..2 {
        let now = begin + MS(3_000);
        schedule.enter(coming(OTHER, MS(20), now + MS(500)), 100 + more, now).unwrap();
    }
    assert_eq!(preempted(&signals), [0]);
}

#[test]
fn what_no_caller_waits_for_keeps_no_place() {
    let now = Instant::now();
    let (mut schedule, signals) = flooded(2, 3, now);
    signals.iter().for_each(|signals| signals.gone.store(true, Ordering::Relaxed));
    assert!(schedule.enter(coming(FLOOD, MS(1), now), 9, now).is_ok());
    assert_eq!((schedule.running(), schedule.waiting()), (2, 1));
}

#[test]
fn one_caller_alone_has_everything_and_its_queue_ends() {
    let now = Instant::now();
    let (mut schedule, signals) = flooded(2, 3, now);
    assert_eq!(schedule.enter(coming(FLOOD, MS(1), now), 9, now), Err(9));
    assert!(preempted(&signals).is_empty());
}

#[test]
fn one_thread_is_not_taken_away_and_is_next_the_other_s() {
    let now = Instant::now();
    let (mut schedule, signals) = flooded(1, 4, now);
    assert!(schedule.enter(coming(OTHER, MS(20), now + MS(900)), 100, now).is_ok());
    assert_eq!(preempted(&signals), [4], "the last in the queue makes room");
    assert_eq!(schedule.wait(OTHER, now), MS(500) + MS(20), "one of its own waits already");
    schedule.end(0, now);
    assert_eq!(schedule.take(now).unwrap().1, 1, "no caller has a thread: the first that came");
    schedule.end(1, now);
}
