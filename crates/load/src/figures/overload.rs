//! Ten times more than the server can search for, for a minute, and then back.

use std::time::Duration;

use serde::Serialize;

use super::budget::{self, LOAD};
use super::{Measure, percent};
use crate::args;
use crate::open_loop::run_plan;
use crate::process::Process;
use crate::stats::{INTERVAL, Interval, Summary};

/// The overload, as a multiple of the capacity.
const TIMES: f64 = 10.0;
/// The part of the peak to which searches may fall.
const GOODPUT: f64 = 0.9;
/// The longest time until the service is back to normal.
const RECOVERY: Duration = Duration::from_secs(2);
/// The service is back to normal when it searches for this share of what it searched for before, with the same questions at the
/// same moments.
const NORMAL: f64 = 0.9;
/// Intervals that are counted together. One interval alone has some forty questions, and how many of them come while threads are busy is
/// chance: without any overload nine of forty intervals had less than nine tenths of the mean.
const WINDOW: usize = 4;
/// Interval at which memory is looked at.
const WATCH: Duration = Duration::from_millis(200);
/// Growth of memory that is allowed: calls in flight need some, a queue without a limit needs more.
const GROWTH_BYTES_MAX: u64 = 256 << 20;

/// The figures of an overload.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overload {
    pub(crate) capacity_per_s: f64,
    pub(crate) before: Summary,
    pub(crate) before_intervals: Vec<Interval>,
    pub(crate) during: Summary,
    pub(crate) after: Summary,
    pub(crate) after_intervals: Vec<Interval>,
    pub(crate) memory_before: Option<u64>,
    pub(crate) memory_most: Option<u64>,
}

impl Overload {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let (during, peak) = (&self.during, self.capacity_per_s);
        let failures: u64 = during.failed.values().sum::<u64>() + during.expired + during.not_sent;
        let untimely = during.late + during.slow_refusals;
        let recovered = self.recovered_at();
        let mut measures = vec![
            Measure::new(
                "answered or refused",
                percent(1.0 - failures as f64 / during.sent.max(1) as f64),
                "100.00%",
                failures == 0,
            ),
            Measure::new("late answers and slow refusals", untimely.to_string(), "0", untimely == 0),
            Measure::new(
                "searches a second",
                format!("{:.1}", during.search_per_s),
                format!("≥ {:.1} ({} of the peak)", GOODPUT * peak, percent(GOODPUT)),
                during.search_per_s >= GOODPUT * peak,
            ),
            Measure::new(
                "back to normal after",
                recovered.map_or("never".to_owned(), |after| format!("{:.1} s", after.as_secs_f64())),
                format!("≤ {:.1} s", RECOVERY.as_secs_f64()),
                recovered.is_some_and(|after| after <= RECOVERY),
            ),
        ];
        if let (Some(before), Some(most)) = (self.memory_before, self.memory_most) {
            let grown = most.saturating_sub(before);
            let mib = |bytes: u64| format!("{:.0} MiB", bytes as f64 / f64::from(1 << 20));
            measures.push(Measure::new(
                "memory grew by",
                mib(grown),
                format!("≤ {}", mib(GROWTH_BYTES_MAX)),
                grown <= GROWTH_BYTES_MAX,
            ));
        }
        measures
    }

    /// The time after which every further window has its searches again.
    fn recovered_at(&self) -> Option<Duration> {
        let sum = |intervals: &[Interval], count: fn(&Interval) -> u64| intervals.iter().map(count).sum::<u64>();
        let pairs = self.before_intervals.windows(WINDOW).zip(self.after_intervals.windows(WINDOW));
        let normal = pairs.map(|(before, after)| {
            let searches = |intervals| sum(intervals, |interval| interval.search) as f64;
            let is_answered = sum(after, |interval| interval.answered) == sum(after, |interval| interval.sent);
            is_answered && searches(after) >= NORMAL * searches(before)
        });
        let normal: Vec<bool> = normal.collect();
        let first = normal.iter().rposition(|normal| !normal).map_or(0, |bad| bad + 1);
        (first < normal.len()).then(|| INTERVAL * first as u32)
    }
}

/// Arguments of `thirdseat-load overload`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) budget: budget::Args,
    /// The time that the server is asked for 70% of capacity before and after, in seconds
    #[arg(long, default_value = "8", value_parser = args::seconds)]
    baseline_seconds: Duration,
}

/// Measures a baseline, the overload, and the baseline again.
pub(crate) async fn measure(args: &Args) -> anyhow::Result<Overload> {
    let (budget, baseline, lasts) = (&args.budget, args.baseline_seconds, args.budget.seconds);
    let process = budget.target.pid.map(Process);
    let connections = budget.connect().await?;
    let capacity_per_s = budget.capacity(&connections).await?;
    let run = |rate: f64, lasts: Duration, stream| {
        let (plan, connections) = (budget.plan(rate, lasts, stream), connections.clone());
        async move { run_plan(&connections, &plan).await }
    };
    let before = run(LOAD * capacity_per_s, baseline, 1).await;
    let memory_before = process.map(Process::memory).transpose()?;
    let mut memory_most = memory_before;
    let overload = run(TIMES * capacity_per_s, lasts, 2);
    tokio::pin!(overload);
    let during = loop {
        tokio::select! {
            stats = &mut overload => break stats.summary(lasts.as_secs_f64()),
            // A process that is gone will be missed by the calls.
            () = tokio::time::sleep(WATCH) => memory_most = memory_most.max(process.and_then(|process| process.memory().ok())),
        }
    };
    // The same questions at the same moments as before: what differs is what the overload has left behind.
    let after = run(LOAD * capacity_per_s, baseline, 1).await;
    Ok(Overload {
        capacity_per_s,
        before_intervals: before.intervals.clone(),
        before: before.summary(baseline.as_secs_f64()),
        during,
        after_intervals: after.intervals.clone(),
        after: after.summary(baseline.as_secs_f64()),
        memory_before,
        memory_most,
    })
}

#[cfg(test)]
mod tests {
    use crate::stats::{CallStats, TimeLimits};

    use super::*;

    fn recovered(before: &[u64], after: &[(u64, u64)]) -> Option<f64> {
        let empty = CallStats::new(TimeLimits { budget: None, deadline: None }).summary(1.0);
        let interval = |(answered, search)| Interval { sent: 40, answered, search, ..Interval::default() };
        let overload = Overload {
            capacity_per_s: 100.0,
            before: empty.clone(),
            before_intervals: before.iter().map(|&search| interval((40, search))).collect(),
            during: empty.clone(),
            after: empty,
            after_intervals: after.iter().map(|&after| interval(after)).collect(),
            memory_before: None,
            memory_most: None,
        };
        overload.recovered_at().map(|after| after.as_secs_f64())
    }

    #[test]
    fn recovery_is_when_nothing_unusual_comes_after() {
        let before = [30, 20, 30, 20, 30, 20, 30, 20];
        let after = |searches: [u64; 8]| searches.map(|search| (40, search));
        // 90 of 100 in each window are enough, and one interval alone may be poor.
        assert_eq!(recovered(&before, &after([30, 10, 30, 20, 30, 20, 30, 20])), Some(0.0));
        assert_eq!(recovered(&before, &after([30, 9, 30, 20, 30, 20, 30, 20])), Some(1.0));
        // Half as many for 2 s: the first window that has nearly all again begins after 1.5 s.
        assert_eq!(recovered(&before, &after([15, 10, 15, 10, 30, 20, 30, 20])), Some(1.5));
        assert_eq!(recovered(&before, &after([30, 20, 30, 20, 30, 20, 30, 9])), None);
        let mut unanswered = after([30, 20, 30, 20, 30, 20, 30, 20]);
        unanswered[2].0 = 39;
        assert_eq!(recovered(&before, &unanswered), Some(1.5));
        // A run that is too short to be looked at shows no recovery.
        assert_eq!(recovered(&before[..3], &after([30; 8])[..3]), None);
    }
}
