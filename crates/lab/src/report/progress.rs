//! A bar on standard error with what is known so far and the time left; only for people, only for long work.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The time that work may go on in silence.
const SILENCE: Duration = Duration::from_secs(2);
const REDRAW: Duration = Duration::from_millis(200);

pub(crate) struct Progress {
    started: Instant,
    shown: Instant,
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `total` units (`deals`, `rounds`), hidden until the work has taken a while.
    pub(crate) fn new(total: u64, units: &str, started: Instant) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style = format!("{{bar:30}} {{pos}}/{{len}} {units}  {{msg}}  {{elapsed}} gone, {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&style).expect("the template is well formed"));
        Progress { started, shown: started, bar }
    }

    /// Redraws the bar now and then. The message is computed only for a redraw.
    pub(crate) fn show(&mut self, position: u64, message: impl FnOnce() -> String) {
        let now = Instant::now();
        if now - self.started < SILENCE || now - self.shown < REDRAW || !io::stderr().is_terminal() {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.shown = now;
        // The position first: each call draws, and a bar that starts at 0 after two seconds looks stuck.
        self.bar.set_position(position);
        self.bar.set_message(message());
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
