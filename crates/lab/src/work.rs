//! Work of the lab: jobs that many threads share, hands that are played out, Ctrl-C, checksums, and time limits of decisions.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use rules::{Action, Chair, Table, View};

/// Runs `count` jobs on threads, and returns their results in order. Each thread makes its own `worker`. `done` gets the number of finished jobs.
/// After `stop` is set each thread begins at most one more job, and the results are those of the first jobs.
pub(crate) fn run_jobs<T: Send, W: FnMut(u64) -> T>(
    count: u64,
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    mut done: impl FnMut(u64),
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let (sender, finished) = mpsc::channel();
    let mut results: Vec<(u64, T)> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..threads.min(count as usize) {
            let (sender, next, worker) = (sender.clone(), &next, &worker);
            scope.spawn(move || {
                let mut work = worker();
                while !stop.load(Ordering::Relaxed)
                    && let number = next.fetch_add(1, Ordering::Relaxed)
                    && number < count
                {
                    // The receiver lives until all threads are done.
                    let _ = sender.send((number, work(number)));
                }
            });
        }
        drop(sender);
        for result in finished {
            results.push(result);
            done(results.len() as u64);
        }
    });
    results.sort_by_key(|result| result.0);
    (0..).zip(results).map_while(|(place, (number, result))| (place == number).then_some(result)).collect()
}

/// Plays a hand to its end by each chair's view, or until `choose` returns an error.
///
/// # Panics
/// At an illegal action.
pub(crate) fn try_play_out<E>(
    table: &mut Table,
    mut choose: impl FnMut(&Table, &View) -> Result<Action, E>,
) -> Result<(), E> {
    let mut views = Chair::ALL.map(|chair| table.view(chair));
    while let Some(chair) = table.board().turn() {
        let action = choose(table, &views[chair.index()])?;
        for &event in table.act(action).unwrap_or_else(|error| panic!("{action:?}: {error}")) {
            for view in &mut views {
                view.apply(event).expect("a table's events are legal in every view of it");
            }
        }
    }
    Ok(())
}

pub(crate) fn play_out(table: &mut Table, mut choose: impl FnMut(&Table, &View) -> Action) {
    let Ok(()) = try_play_out(table, |table, view| Ok::<_, Infallible>(choose(table, view)));
}

#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

impl Interrupted {
    /// The exit code that shells expect of a program that Ctrl-C ended.
    pub(crate) const EXIT_CODE: u8 = 130;
}

/// Returns a flag that the first Ctrl-C raises. The second one ends the program at once.
pub(crate) fn stop_on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(Interrupted::EXIT_CODE.into());
        }
    })?;
    Ok(stop)
}

/// The checksum of no bytes.
pub(crate) const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Adds bytes to a checksum by FNV-1a (Fowler, Noll, Vo): the same on every machine and with every compiler.
pub(crate) fn fnv(start: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The time that one decision may take; `None` is no limit. The thread's own CPU time counts, if the system measures it, so that other
/// programs or too many threads do not change a player's strength.
pub(crate) type BudgetMs = Option<u64>;

/// Returns a function that is true when the budget, counted from now on this thread, is spent. Without a budget the function is never true.
pub(crate) fn halt_after(budget: BudgetMs) -> impl FnMut() -> bool {
    // Without a budget the clock is not read, because that takes time.
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
    fn a_stop_leaves_the_first_results() {
        let stop = AtomicBool::new(false);
        let stopping = |number: u64| {
            if number >= 20 {
                stop.store(true, Ordering::Relaxed);
            }
            number
        };
        let results = run_jobs(1000, 3, &stop, || stopping, |_| ());
        // Each thread may have begun one more job before it saw the stop.
        assert!((20..=23).contains(&results.len()), "{}", results.len());
        assert!(results.iter().zip(0..).all(|(&result, number)| result == number));
    }
}
