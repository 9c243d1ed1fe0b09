//! Log lines: for people or as JSON, to standard error. Standard output is for what was asked for.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use super::lines;
use crate::config::{Log, LogFormat};

/// Installs the log of this process. Does nothing where there is one already.
pub fn start(config: &Log) {
    let filter: EnvFilter = config.filter.parse().expect("the configuration was checked");
    let is_terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(is_terminal).with_writer(std::io::stderr);
    // A line that cannot be written is lost: to complain about it on the same pipe would panic in the middle of a call.
    let lines = lines.log_internal_errors(false);
    let _ = match config.format {
        LogFormat::Human => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    // A panic in the log is a line like any other, not a page of its own among JSON.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
        let words = panic.payload();
        let words =
            words.downcast_ref::<&str>().copied().or_else(|| words.downcast_ref::<String>().map(String::as_str));
        let words = words.unwrap_or("a panic without words");
        lines::PANIC.say(None, format_args!("{words}{place}"));
    }));
}
