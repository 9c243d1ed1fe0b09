//! The time that a decision may take: the smallest of the request's budget, the rest of the call's deadline and the
//! configured limit. A margin is left for stopping and for sending the answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::call::context::{Arrival, EARLY};

/// The time that an answer may be thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The whole budget, from the call's arrival on.
    pub total: Duration,
    /// The time at which thinking ends.
    pub until: Instant,
    /// The time at which an answer has to be on its way, simple or not.
    pub latest: Instant,
}

impl Budget {
    /// Computes the budget of a call that asks for `asked_ms`. Thinking ends `margin` before the end of the budget. The answer is on its
    /// way half of `least` before that end.
    pub fn of(
        arrival: Arrival,
        asked_ms: Option<u32>,
        most_ms: u64,
        least: Duration,
        margin: impl FnOnce(Duration) -> Duration,
    ) -> Budget {
        let most = Duration::from_millis(most_ms);
        let asked = asked_ms.map_or(most, |ms| Duration::from_millis(u64::from(ms)));
        // A call is always answered a little before its deadline, so thinking up to it would be useless.
        let left = arrival.deadline.map_or(most, |deadline| deadline.saturating_duration_since(arrival.at + EARLY));
        let total = most.min(asked).min(left);
        let keep = |part: Duration| arrival.at + total.saturating_sub(part);
        // Half of `least`, because jobs that ended in time are still on their way back until then.
        Budget { total, until: keep(margin(total)), latest: keep(least / 2) }
    }

    /// Returns the budget less `part`, which is kept for the work after the thinking.
    pub fn keeping(self, part: Duration) -> Budget {
        let sooner = |at: Instant| at.checked_sub(part).unwrap_or(at);
        Budget { until: sooner(self.until), latest: sooner(self.latest), ..self }
    }

    /// Returns the rest of the time to think.
    pub fn left(&self, now: Instant) -> Duration {
        self.until.saturating_duration_since(now)
    }
}

/// The worst recent delay between the planned end of the thinking and the answer, as a peak that fades. One thread has to notice the end,
/// and another has to wake up. If every core thinks, both may wait for the scheduler.
#[derive(Debug, Default)]
pub struct Lateness {
    us: AtomicU64,
}

/// The part of the peak that an answer takes off, as a divisor: a peak halves within some 700 answers.
const FADING: u64 = 1024;
/// The largest part of a budget that is kept, as a divisor: more would make the thinking worth little.
const PART_MAX: u32 = 5;

impl Lateness {
    /// Notes how late an answer came.
    pub fn learn(&self, late: Duration) {
        let old = self.us.load(Ordering::Relaxed);
        // A lost update loses one observation.
        self.us.store((old - old.div_ceil(FADING)).max(late.as_micros() as u64), Ordering::Relaxed);
    }

    /// Computes the part of a budget to keep: `least` for sending the answer, and the recent lateness. It is at most a
    /// fifth of `total`, but never below `least`.
    pub fn margin(&self, least: Duration, total: Duration) -> Duration {
        let late = Duration::from_micros(self.us.load(Ordering::Relaxed));
        (least + late).min(total / PART_MAX).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_holds() {
        let at = Instant::now();
        let ms = Duration::from_millis;
        let total = |deadline: Option<u64>, asked| {
            let deadline = deadline.map(|left| at + ms(left));
            Budget::of(Arrival { at, deadline }, asked, 500, ms(1), |_| ms(1)).total
        };
        assert_eq!(total(None, None), ms(500));
        assert_eq!(total(None, Some(20)), ms(20));
        assert_eq!(total(None, Some(9000)), ms(500));
        assert_eq!(total(Some(7), Some(20)), ms(5));
        assert_eq!(total(Some(1), Some(20)), ms(0));
    }

    #[test]
    fn a_margin_is_kept_and_no_budget_is_negative() {
        let at = Instant::now();
        let arrival = Arrival { at, deadline: None };
        let (least, kept) = (Duration::from_millis(1), |_| Duration::from_millis(2));
        let budget = Budget::of(arrival, Some(20), 500, least, kept);
        assert_eq!(budget.left(at), Duration::from_millis(18));
        assert_eq!(budget.latest - at, Duration::from_micros(19_500));
        let shorter = budget.keeping(Duration::from_millis(8));
        assert_eq!((shorter.left(at), shorter.latest - at), (Duration::from_millis(10), Duration::from_micros(11_500)));
        assert_eq!(shorter.total, budget.total);
        assert_eq!(Budget::of(arrival, Some(1), 500, least, kept).left(at), Duration::ZERO);
    }

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_peak_is_kept_for_a_while() {
        let lateness = Lateness::default();
        let margin = || lateness.margin(MS(1), MS(500));
        assert_eq!(margin(), MS(1));
        lateness.learn(MS(3));
        assert_eq!(margin(), MS(4));
        (0..100).for_each(|_| lateness.learn(Duration::ZERO));
        assert!(margin() > Duration::from_micros(3600) && margin() < MS(4), "{:?}", margin());
        (0..100_000).for_each(|_| lateness.learn(Duration::from_micros(50)));
        assert_eq!(margin(), Duration::from_micros(1050));
    }

    #[test]
    fn most_of_a_budget_is_for_thinking() {
        let lateness = Lateness::default();
        lateness.learn(MS(30));
        assert_eq!(lateness.margin(MS(1), MS(20)), MS(4));
        // `least` is kept in any case.
        assert_eq!(lateness.margin(MS(10), MS(20)), MS(10));
    }
}
