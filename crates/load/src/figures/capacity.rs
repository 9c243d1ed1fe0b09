//! Load that a server can take, by questions at random moments (an open loop). A closed loop would not do: callers who wait for
//! each other's answers come in batches, which are cheaper to serve than the same questions one by one, so what it finds is more
//! than a server can take from callers who do not wait.

use std::future::Future;
use std::time::Duration;

use crate::stats::{BUDGET_SLACK, Summary, TimeLimits};

/// The highest rate that is tried: above it, the generator's limit would be found.
const RATE_MAX: f64 = 100_000.0;
/// Growth of the rate while the server keeps up.
const GROWTH: f64 = 1.5;

/// The first rate that is tried where the server searches.
const PEAK_FIRST: f64 = 20.0;
/// The factor by which answers have to grow with the rate; with less the peak is past.
const GAIN: f64 = 1.03;

/// Finds the most answers a second, over rates that grow until more questions bring no more answers. It is for a server that answers
/// otherwise, or not at all, when it has too much to do.
pub(crate) async fn peak<F: Future<Output = f64>>(mut goodput: impl FnMut(f64) -> F) -> f64 {
    let (mut rate, mut best) = (PEAK_FIRST, 0.0);
    let mut misses = 0;
    while rate <= RATE_MAX && misses < 2 {
        let found = goodput(rate).await;
        misses = if found > best * GAIN { 0 } else { misses + 1 };
        best = best.max(found);
        rate *= GROWTH;
    }
    best
}

/// The first rate that is tried where every question is answered.
const SUSTAINED_FIRST: f64 = 250.0;
/// The factor that the highest rate that holds and the lowest that does not are apart, at most.
const PRECISION: f64 = 1.04;
/// The times that a rate that does not hold is tried: another program may have wanted the processors for a moment.
const TRIES: usize = 2;

/// Finds the highest rate that holds: rates grow until one does not, and then the gap is halved. 0 if not even the first holds. What cannot
/// be tried is an error, not a rate that does not hold.
pub(crate) async fn sustained<E, F: Future<Output = Result<bool, E>>>(
    mut holds: impl FnMut(f64) -> F,
) -> Result<f64, E> {
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut rate = SUSTAINED_FIRST;
    loop {
        let mut held = false;
        for _ in 0..TRIES {
            held = held || holds(rate).await?;
        }
        if held {
            low = rate;
        } else {
            high = rate;
        }
        if low == 0.0 || low == RATE_MAX || high / low <= PRECISION {
            return Ok(low);
        }
        rate = if high.is_finite() { (low * high).sqrt() } else { (rate * GROWTH).min(RATE_MAX) };
    }
}

/// The time of an answer after which its question has waited in a queue.
const TIMELY: Duration = Duration::from_millis(50);
/// The share of questions that must be answered within [`TIMELY`].
const TIMELY_SHARE: f64 = 0.99;

/// Returns the limits of a run that shows if a rate holds.
pub(crate) fn timely() -> TimeLimits {
    TimeLimits { budget: Some(TIMELY - BUDGET_SLACK), deadline: None }
}

/// True if the rate of a run by the limits of [`timely`] holds: nearly every question was answered in time, counted from the moment
/// at which it was meant to be asked. A queue that grows shows in it, in the server or in the generator: at 3% more than can be
/// served, the last questions of two seconds wait for 60 ms.
pub(crate) fn holds(run: &Summary) -> bool {
    run.inside_budget() >= TIMELY_SHARE
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use crate::stats::{CallRecord, CallStats, Outcome};

    use super::*;

    #[tokio::test]
    async fn the_peak_is_not_what_comes_after_it() {
        // Keeps up with 90 a second, then loses time to queues.
        let served = |rate: f64| async move { if rate <= 90.0 { rate } else { 90.0 - (rate - 90.0) / 10.0 } };
        // 20, 30, 45, 67.5, 101.25: the peak that was tried is 88.9 of 101.25 asked.
        let found = peak(served).await;
        assert!((found - 88.875).abs() < 1e-9, "{found}");
        assert_eq!(peak(|_| async { 0.0 }).await, 0.0);
        assert!(peak(|rate| async move { rate }).await > RATE_MAX / GROWTH);
    }

    #[tokio::test]
    async fn the_highest_rate_that_holds_is_found_wherever_it_is() {
        for limit in [250.0, 251.0, 700.0, 1234.5, 8000.0, 8542.9, 12_814.4, 99_000.0] {
            let tried = Cell::new(0);
            let found = sustained(|rate| {
                tried.set(tried.get() + 1);
                async move { fine(rate <= limit) }
            })
            .await
            .unwrap();
            assert!(found <= limit && found * PRECISION >= limit, "{found} of {limit}");
            // At most fifteen rates up, the one that fails once more, and four halvings that may fail twice each.
            assert!(tried.get() <= 26, "{} for {limit}", tried.get());
        }
        assert_eq!(sustained(|rate| async move { fine(rate < 249.0) }).await, Ok(0.0));
        assert_eq!(sustained(|_| async { fine(true) }).await, Ok(RATE_MAX));
    }

    fn fine(holds: bool) -> Result<bool, &'static str> {
        Ok(holds)
    }

    #[tokio::test]
    async fn what_cannot_be_tried_is_no_limit() {
        let found = sustained(|rate| async move { if rate < 1000.0 { Ok(true) } else { Err("rooms do not open") } });
        assert_eq!(found.await, Err("rooms do not open"));
    }

    #[tokio::test]
    async fn a_hiccup_is_no_limit_but_two_in_a_row_are() {
        let found = |hiccups: usize| async move {
            let tried = Cell::new(0);
            sustained(|rate| {
                let at_thousand = rate > 800.0;
                tried.set(tried.get() + usize::from(at_thousand));
                let is_hiccup = at_thousand && tried.get() <= hiccups;
                async move { fine(rate <= 5000.0 && !is_hiccup) }
            })
            .await
            .unwrap()
        };
        assert!(found(1).await * PRECISION >= 5000.0);
        assert!(found(2).await < 1000.0);
    }

    fn run(latencies_ms: &[(u64, u64)], unanswered: u64) -> Summary {
        let mut stats = CallStats::new(timely());
        let answered = Outcome::Answered {
            decider: wire::v1::Decider::Rules,
            degraded: wire::v1::Degraded::Unspecified,
            compute_us: 4,
        };
        let mut add = |count, latency, outcome| {
            for _ in 0..count {
                let lag = Duration::ZERO;
                stats.add(&CallRecord { latency: Duration::from_millis(latency), lag, outcome });
            }
        };
        latencies_ms.iter().for_each(|&(count, latency)| add(count, latency, answered));
        add(unanswered, 1, Outcome::Expired);
        stats.summary(1.0)
    }

    #[test]
    fn a_rate_holds_when_nearly_all_is_answered_in_time() {
        assert!(holds(&run(&[(990, 50), (10, 51)], 0)));
        assert!(!holds(&run(&[(989, 50), (11, 51)], 0)));
        // A question that is not answered is not answered in time either.
        assert!(holds(&run(&[(990, 1)], 10)));
        assert!(!holds(&run(&[(989, 1)], 11)));
        // A server that is 3% too slow: the delay grows to 60 ms over two seconds.
        let delays: Vec<(u64, u64)> = (0..=60).map(|ms| (100, ms)).collect();
        assert!(!holds(&run(&delays, 0)));
    }
}
