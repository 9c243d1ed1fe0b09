//! The time that a decision may take. The thread's own CPU time counts, if the system measures it, so that other programs or too
//! many threads do not change a player's strength.

use std::time::Duration;

/// The time that one decision may take; `None` is no limit.
pub(crate) type BudgetMs = Option<u64>;

/// Returns a function that is true when the budget, counted from now on this thread, is spent; without a budget it
/// never is.
pub(crate) fn halt_after(budget: BudgetMs) -> impl FnMut() -> bool {
    // Without a budget the clock is not read, because that costs as much as a simple decision.
    let end = budget.map(|ms| thread_time() + Duration::from_millis(ms));
    move || end.is_some_and(|end| thread_time() >= end)
}

/// Returns the CPU time of this thread; only differences have a meaning.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    let now = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now();
    now.expect("a thread may read its own clock").into()
}

/// Returns the time since the first call, in place of the thread's CPU time.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_nothing_is_spent_and_none_never_is() {
        assert!(halt_after(Some(0))());
        assert!(!halt_after(None)());
        assert!(!halt_after(Some(3_600_000))());
    }
}
