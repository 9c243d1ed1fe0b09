//! Results, for people as a table and for programs as JSON.

use std::fmt::Write;

use crate::figures::Measure;
use crate::stats::{Percentiles, Summary};

/// Returns the measured figures and whether it is enough.
pub(crate) fn measures(title: &str, measures: &[Measure]) -> String {
    let mut out = format!("{title}\n");
    for measure in measures {
        let verdict = if measure.met { "met" } else { "NOT MET" };
        let _ = writeln!(out, "  {:<42} {:<12} {:<8} wanted {}", measure.what, measure.found, verdict, measure.wanted);
    }
    out
}

/// Writes the figures of a run, one a line.
pub(crate) fn run(title: &str, run: &Summary) -> String {
    let mut out = format!("{title}\n");
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "  {name:<16} {text}");
    };
    line("sent", format!("{} in {:.1} s, {:.1}/s", run.sent, run.seconds, run.sent_per_s));
    line(
        "answered",
        format!(
            "{}, {:.1}/s; {} past the budget ({} of them because they were asked late), {} past the deadline",
            run.answered, run.answered_per_s, run.overruns, run.overruns_by_lag, run.late
        ),
    );
    line(
        "by search",
        format!(
            "{:.1}/s with their time, {} of the answers",
            run.search_per_s,
            crate::figures::percent(run.search_share)
        ),
    );
    line(
        "refused",
        format!("{}; {} slowly, {} without advice", run.refused, run.slow_refusals, run.refusals_without_advice),
    );
    line("not answered", format!("{} expired, {} not sent, failed {:?}", run.expired, run.not_sent, run.failed));
    line("deciders", format!("{:?}", run.deciders));
    line("degraded", format!("{:?}", run.degraded));
    for (name, times) in [
        ("latency", run.latency_us),
        ("refusals", run.refusal_us),
        ("server's work", run.compute_us),
        ("generator's lag", run.lag_us),
    ] {
        line(name, percentiles(times));
    }
    out
}

fn percentiles(times: Percentiles) -> String {
    let Percentiles { mean, p50, p90, p99, p999, max } = times;
    format!("mean {mean:>8.0}  p50 {p50:>7}  p90 {p90:>7}  p99 {p99:>7}  p99.9 {p999:>7}  max {max:>7} µs")
}
