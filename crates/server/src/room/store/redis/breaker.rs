//! A breaker: a Redis that has failed several times in a row is left alone for a moment, so that calls fail
//! at once instead of each waiting for its own time-out. One call a moment goes through and finds out.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The number of failures in a row that open the breaker: one alone may be a hiccup.
const FAILURES_MAX: u32 = 3;
/// The time for which the breaker stays open before it lets one call try.
pub(super) const OPEN_FOR: Duration = Duration::from_millis(200);

/// The breaker, which counts failures in a row.
#[derive(Default)]
pub(super) struct CircuitBreaker {
    state: Mutex<BreakerState>,
}

#[derive(Clone, Copy, Default)]
struct BreakerState {
    failures: u32,
    open_until: Option<Instant>,
}

impl CircuitBreaker {
    /// True if a call may ask now.
    pub(super) fn allows(&self, now: Instant) -> bool {
        let mut state = self.state.lock().expect("no code panics while it holds the breaker");
        match state.open_until {
            None => true,
            Some(until) if now < until => false,
            Some(_) => {
                // This one tries; the others wait for its result.
                state.open_until = Some(now + OPEN_FOR);
                true
            }
        }
    }

    /// Notes that Redis answered.
    pub(super) fn succeeded(&self) {
        *self.state.lock().expect("no code panics while it holds the breaker") = BreakerState::default();
    }

    /// Notes that it did not answer. Returns true when that opened the breaker, or kept it open.
    pub(super) fn failed(&self, now: Instant) -> bool {
        let mut state = self.state.lock().expect("no code panics while it holds the breaker");
        state.failures = state.failures.saturating_add(1);
        if state.failures >= FAILURES_MAX {
            state.open_until = Some(now + OPEN_FOR);
        }
        state.open_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_breaker_opens_after_failures_in_a_row_and_lets_one_try() {
        let (breaker, now) = (CircuitBreaker::default(), Instant::now());
        assert!(!breaker.failed(now) && !breaker.failed(now) && breaker.allows(now));
        breaker.succeeded();
        assert!(!breaker.failed(now) && !breaker.failed(now), "an answer forgets the failures");
        assert!(breaker.failed(now) && !breaker.allows(now));
        let later = now + OPEN_FOR;
        assert!(breaker.allows(later) && !breaker.allows(later), "one tries");
        assert!(breaker.failed(later) && !breaker.allows(later));
        assert!(breaker.allows(later + OPEN_FOR));
        breaker.succeeded();
        assert!(breaker.allows(later) && breaker.allows(later));
    }
}
