//! Figures: how they are estimated ([`stats`], [`sprt`]), counted ([`tally`]) and shown, and where they come from.

pub(crate) mod stats;
pub(crate) mod sprt;
pub(crate) mod tally;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Returns the version and the bench number, so that printed figures say where they come from.
pub(crate) fn version_text() -> String {
    format!("version {}, bench {}", env!("CARGO_PKG_VERSION"), include_str!("../bench.txt").trim())
}

pub(crate) fn command_text() -> String {
    let quoted = |word: String| {
        let plain = |letter: char| letter.is_alphanumeric() || "-_.,:=/+%@".contains(letter);
        if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{word}'") }
    };
    let words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    format!("lab {}", words.join(" "))
}

const PROGRESS_DELAY: Duration = Duration::from_secs(2);
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);
/// The text that goes back to the line's beginning and deletes the line.
const CLEAR_LINE: &str = "\r\x1b[K";

/// A line on standard error with the findings so far and the time left. It is shown only on a terminal, and only for long work.
pub(crate) struct Progress {
    total: u64,
    units: String,
    started: Instant,
    shown: Option<Instant>,
}

impl Progress {
    pub(crate) fn new(total: u64, units: &str, started: Instant) -> Progress {
        Progress { total, units: units.to_owned(), started, shown: None }
    }

    /// Writes the line anew if it is due. The message is computed only then.
    pub(crate) fn show(&mut self, done: u64, message: impl FnOnce() -> String) {
        let gone = self.started.elapsed();
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= REDRAW_INTERVAL);
        if gone < PROGRESS_DELAY || !is_due || !io::stderr().is_terminal() {
            return;
        }
        self.shown = Some(Instant::now());
        let left = gone.as_secs_f64() * self.total.saturating_sub(done) as f64 / done.max(1) as f64;
        let Progress { total, units, .. } = self;
        let (message, gone) = (message(), gone.as_secs());
        let _ = write!(io::stderr(), "{CLEAR_LINE}{done}/{total} {units}  {message}  {gone} s gone, {left:.0} s left");
    }

    pub(crate) fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "{CLEAR_LINE}");
        }
    }
}
