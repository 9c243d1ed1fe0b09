//! Whether it is worth asking: a Redis that has failed several times in a row is left alone for a moment, so that calls fail
//! at once instead of each waiting for its own time-out. One call a moment goes through and finds out.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// So many failures in a row close the gate: one alone may be a hiccup.
const FAILURES_MAX: u32 = 3;
/// How long the gate stays closed before one call may try.
pub(super) const CLOSED: Duration = Duration::from_millis(200);

/// Counts failures in a row.
#[derive(Default)]
pub(super) struct Gate {
    state: Mutex<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    failures: u32,
    closed_until: Option<Instant>,
}

impl Gate {
    /// Whether a call may ask now.
    pub(super) fn lets_through(&self, now: Instant) -> bool {
        let mut state = self.state.lock().expect("no code panics while it holds the gate");
        match state.closed_until {
            None => true,
            Some(until) if now < until => false,
            Some(_) => {
                // This one tries; the others wait for what it finds.
                state.closed_until = Some(now + CLOSED);
                true
            }
        }
    }

    /// Redis answered.
    pub(super) fn answered(&self) {
        *self.state.lock().expect("no code panics while it holds the gate") = State::default();
    }

    /// It did not. True when that closed the gate, or kept it closed.
    pub(super) fn failed(&self, now: Instant) -> bool {
        let mut state = self.state.lock().expect("no code panics while it holds the gate");
        state.failures = state.failures.saturating_add(1);
        if state.failures >= FAILURES_MAX {
            state.closed_until = Some(now + CLOSED);
        }
        state.closed_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_closes_after_failures_in_a_row_and_lets_one_try() {
        let (gate, now) = (Gate::default(), Instant::now());
        assert!(!gate.failed(now) && !gate.failed(now) && gate.lets_through(now));
        gate.answered();
        assert!(!gate.failed(now) && !gate.failed(now), "an answer forgets the failures");
        assert!(gate.failed(now) && !gate.lets_through(now));
        let later = now + CLOSED;
        assert!(gate.lets_through(later) && !gate.lets_through(later), "one tries");
        assert!(gate.failed(later) && !gate.lets_through(later));
        assert!(gate.lets_through(later + CLOSED));
        gate.answered();
        assert!(gate.lets_through(later) && gate.lets_through(later));
    }
}
