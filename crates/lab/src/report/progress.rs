//! A line on standard error with the state and the remaining time of long work. It is shown only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time before the line is first shown.
const SILENCE: Duration = Duration::from_secs(2);
const REDRAW: Duration = Duration::from_millis(200);
/// The control text that deletes the line.
const CLEAR: &str = "\r\x1b[K";

pub(crate) struct Progress {
    total: u64,
    units: String,
    started: Instant,
    shown: Option<Instant>,
}

impl Progress {
    /// Makes a line for `total` units (`deals`, `rounds`), hidden until the work has taken a while.
    pub(crate) fn new(total: u64, units: &str, started: Instant) -> Progress {
        Progress { total, units: units.to_owned(), started, shown: None }
    }

    /// Writes the line again now and then. The message is computed only then.
    pub(crate) fn show(&mut self, position: u64, message: impl FnOnce() -> String) {
        let gone = self.started.elapsed();
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= REDRAW);
        if gone < SILENCE || !is_due || !io::stderr().is_terminal() {
            return;
        }
        self.shown = Some(Instant::now());
        let left = gone.as_secs_f64() * self.total.saturating_sub(position) as f64 / position.max(1) as f64;
        let Progress { total, units, .. } = self;
        let (message, gone) = (message(), gone.as_secs());
        let _ = write!(io::stderr(), "{CLEAR}{position}/{total} {units}  {message}  {gone} s gone, {left:.0} s left");
    }

    pub(crate) fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}
