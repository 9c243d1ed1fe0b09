//! Log lines: for people or as JSON, to standard error. Standard output is for what was asked for. Beside them, where an endpoint is
//! configured, spans go to a collector.

use std::io::IsTerminal;

use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

use super::{lines, spans, writer};
use crate::config::{Log, LogFormat, Trace};

/// Installs the log of this process, and the exporter of spans where there is one, which is to be shut down in the end. Does nothing
/// where there is a log already. To be called within the runtime, on which the exporter sends.
pub fn start(config: &Log, trace: &Trace) -> Option<SdkTracerProvider> {
    let filter: Targets = config.filter.parse().expect("the configuration was checked");
    let is_terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_terminal).with_writer(writer::stderr().clone());
    // The layer would complain to standard error itself, and wait there for a reader that stalls.
    let lines = lines.log_internal_errors(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match config.format {
        LogFormat::Human => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    set_panic_hook();
    if trace.endpoint.is_empty() {
        // One filter for all costs less than one for each layer.
        let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
        return None;
    }
    let (layer, provider) = spans::export(trace);
    let _ = tracing_subscriber::registry().with(vec![lines.with_filter(filter).boxed(), layer]).try_init();
    Some(provider)
}

fn set_panic_hook() {
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
