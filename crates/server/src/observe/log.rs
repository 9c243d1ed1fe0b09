//! Log lines: for people or as JSON, to standard error. Standard output is for the results of commands.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

use super::{lines, writer};
use crate::config::{Log, LogFormat};

/// Installs the log of this process. Does nothing if there is a log already.
pub fn start(config: &Log) {
    let filter: Targets = config.filter.parse().expect("the configuration was checked");
    let is_terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_terminal).with_writer(writer::stderr().clone());
    // The layer would write its own errors to standard error, and wait there for a reader that stalls.
    let lines = lines.log_internal_errors(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match config.format {
        LogFormat::Human => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    set_panic_hook();
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
}

fn set_panic_hook() {
    // A panic becomes a log line like any other; the default hook would write plain text among JSON.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
        let words = panic.payload();
        let words =
            words.downcast_ref::<&str>().copied().or_else(|| words.downcast_ref::<String>().map(String::as_str));
        let words = words.unwrap_or("a panic without words");
        lines::PANIC.say(None, format_args!("{words}{place}"));
    }));
}
