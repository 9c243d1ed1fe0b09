//! Lateness of answers after their thinking should have ended: a thread has to notice, and another to wake up, and on a
//! machine that thinks on every core both may have to wait for a turn of the scheduler.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The worst recent lateness: a peak that fades.
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
        // A lost update costs a little of the memory.
        self.us.store((old - old.div_ceil(FADING)).max(late.as_micros() as u64), Ordering::Relaxed);
    }

    /// Computes the part of a budget to keep so that its answer is in time, beside `least` for sending it.
    pub fn margin(&self, least: Duration, total: Duration) -> Duration {
        let late = Duration::from_micros(self.us.load(Ordering::Relaxed));
        (least + late).min(total / PART_MAX).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // The operator's wish is kept in any case.
        assert_eq!(lateness.margin(MS(10), MS(20)), MS(10));
    }
}
