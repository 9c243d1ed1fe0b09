//! The outcome of the questions. Latency counts from the moment at which a question was meant to be sent: what a server
//! lets others wait for is its own.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use wire::v1;

/// The outcome of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// A decision.
    Answered {
        /// The part of the engine that decided.
        decider: v1::Decider,
        /// The reason why it was simpler than it should be.
        degraded: v1::Degraded,
        /// The time of work on it, in microseconds.
        compute_us: u32,
    },
    /// Refused for want of room, with the advice when to ask again or without.
    Refused {
        /// True if it was told when to ask again.
        advised: bool,
    },
    /// The deadline passed first.
    Expired,
    /// Anything else.
    Failed(tonic::Code),
    /// Never sent: too many questions were unanswered.
    NotSent,
}

/// One question and what became of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallRecord {
    /// The time from the moment at which it was meant to be sent to the answer.
    pub(crate) latency: Duration,
    /// The time from that moment to the actual sending, by which the generator was late.
    pub(crate) lag: Duration,
    pub(crate) outcome: Outcome,
}

/// The demands on an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimits {
    /// The budget that was sent.
    pub(crate) budget: Option<Duration>,
    /// The deadline that was sent.
    pub(crate) deadline: Option<Duration>,
}

/// The time after its budget in which an answer is not late yet: the way through the network and back.
pub(crate) const BUDGET_SLACK: Duration = Duration::from_millis(2);
/// The time after its deadline in which an answer is not late yet: clocks differ, and it has its way back.
pub(crate) const DEADLINE_SLACK: Duration = Duration::from_millis(5);
/// The least share of its budget that a search has to use to count, unless it ended by itself, in percent.
const SEARCH_PERCENT: u128 = 75;
/// The time within which a refusal came at once.
pub(crate) const FAST_REFUSAL: Duration = Duration::from_millis(10);

impl Outcome {
    /// Returns the outcome of an answer.
    pub(crate) fn of(decision: &v1::Decision) -> Outcome {
        let source = decision.source();
        Outcome::Answered { decider: source.decider(), degraded: source.degraded(), compute_us: source.compute_us }
    }

    /// True if a search answered that was given its time to think.
    pub(crate) fn is_search(self, limits: &TimeLimits) -> bool {
        let Outcome::Answered { decider: v1::Decider::Search, degraded, compute_us } = self else { return false };
        let had_its_time = |budget: Duration| u128::from(compute_us) * 100 >= budget.as_micros() * SEARCH_PERCENT;
        match degraded {
            v1::Degraded::Overload => false,
            v1::Degraded::Budget => limits.budget.is_some_and(had_its_time),
            _ => true,
        }
    }
}

/// All questions of a run.
pub(crate) struct CallStats {
    limits: TimeLimits,
    latency: Times,
    refusals: Times,
    lag: Times,
    compute: Times,
    sent: u64,
    in_budget: u64,
    behind: u64,
    search: u64,
    late: u64,
    slow_refusals: u64,
    unadvised: u64,
    expired: u64,
    not_sent: u64,
    deciders: BTreeMap<&'static str, u64>,
    degraded: BTreeMap<&'static str, u64>,
    failed: BTreeMap<String, u64>,
}

/// Times in microseconds, in the order in which they came.
#[derive(Default)]
struct Times(Vec<u64>);

impl Times {
    fn add(&mut self, time: Duration) {
        self.0.push(time.as_micros() as u64);
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }
}

impl CallStats {
    pub(crate) fn new(limits: TimeLimits) -> CallStats {
        CallStats {
            limits,
            latency: Times::default(),
            refusals: Times::default(),
            lag: Times::default(),
            compute: Times::default(),
            sent: 0,
            in_budget: 0,
            behind: 0,
            search: 0,
            late: 0,
            slow_refusals: 0,
            unadvised: 0,
            expired: 0,
            not_sent: 0,
            deciders: BTreeMap::new(),
            degraded: BTreeMap::new(),
            failed: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, entry: &CallRecord) {
        self.sent += 1;
        self.lag.add(entry.lag);
        let past = |limit: Option<Duration>, slack| limit.is_some_and(|limit| entry.latency > limit + slack);
        match entry.outcome {
            Outcome::Answered { decider, degraded, compute_us } => {
                self.latency.add(entry.latency);
                self.compute.add(Duration::from_micros(compute_us.into()));
                *self.deciders.entry(decider.as_str_name()).or_default() += 1;
                if degraded != v1::Degraded::Unspecified {
                    *self.degraded.entry(degraded.as_str_name()).or_default() += 1;
                }
                let in_budget = !past(self.limits.budget, BUDGET_SLACK);
                let search = entry.outcome.is_search(&self.limits);
                let asked_in_time =
                    self.limits.budget.is_none_or(|budget| entry.latency - entry.lag <= budget + BUDGET_SLACK);
                self.behind += u64::from(!in_budget && asked_in_time);
                self.late += u64::from(past(self.limits.deadline, DEADLINE_SLACK));
                self.in_budget += u64::from(in_budget);
                self.search += u64::from(search && in_budget);
            }
            Outcome::Refused { advised } => {
                self.refusals.add(entry.latency);
                self.slow_refusals += u64::from(entry.latency > FAST_REFUSAL);
                self.unadvised += u64::from(!advised);
            }
            Outcome::Expired => self.expired += 1,
            Outcome::Failed(code) => *self.failed.entry(format!("{code:?}")).or_default() += 1,
            Outcome::NotSent => self.not_sent += 1,
        }
    }

    /// Adds what became of the questions of another run.
    pub(crate) fn absorb(&mut self, other: CallStats) {
        for (ours, theirs) in [
            (&mut self.latency, other.latency),
            (&mut self.refusals, other.refusals),
            (&mut self.lag, other.lag),
            (&mut self.compute, other.compute),
        ] {
            ours.0.extend(theirs.0);
        }
        self.sent += other.sent;
        self.in_budget += other.in_budget;
        self.behind += other.behind;
        self.search += other.search;
        self.late += other.late;
        self.slow_refusals += other.slow_refusals;
        self.unadvised += other.unadvised;
        self.expired += other.expired;
        self.not_sent += other.not_sent;
        other.deciders.into_iter().for_each(|(name, count)| *self.deciders.entry(name).or_default() += count);
        other.degraded.into_iter().for_each(|(name, count)| *self.degraded.entry(name).or_default() += count);
        other.failed.into_iter().for_each(|(name, count)| *self.failed.entry(name).or_default() += count);
    }

    pub(crate) fn summary(&self, seconds: f64) -> Summary {
        let answered = self.latency.count();
        Summary {
            seconds,
            sent: self.sent,
            sent_per_s: self.sent as f64 / seconds,
            answered,
            answered_per_s: answered as f64 / seconds,
            in_budget_share: share(self.in_budget, answered),
            overruns: answered - self.in_budget,
            overruns_by_lag: self.behind,
            search_share: share(self.search, answered),
            search_per_s: self.search as f64 / seconds,
            late: self.late,
            refused: self.refusals.count(),
            slow_refusals: self.slow_refusals,
            refusals_without_advice: self.unadvised,
            expired: self.expired,
            not_sent: self.not_sent,
            deciders: self.deciders.clone(),
            degraded: self.degraded.clone(),
            failed: self.failed.clone(),
            latency_us: Percentiles::of(&self.latency),
            refusal_us: Percentiles::of(&self.refusals),
            compute_us: Percentiles::of(&self.compute),
            lag_us: Percentiles::of(&self.lag),
        }
    }
}

/// Returns the share of the whole, 0 to 1; 1 if the whole is nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// A run in numbers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) seconds: f64,
    pub(crate) sent: u64,
    pub(crate) sent_per_s: f64,
    pub(crate) answered: u64,
    pub(crate) answered_per_s: f64,
    /// Answers inside the budget and its slack.
    pub(crate) in_budget_share: f64,
    pub(crate) overruns: u64,
    /// Those of them that were inside, counted from when they were sent: the generator was behind.
    pub(crate) overruns_by_lag: u64,
    /// Answers by a search that was given its time, inside the budget.
    pub(crate) search_share: f64,
    pub(crate) search_per_s: f64,
    /// Answers after their deadline.
    pub(crate) late: u64,
    pub(crate) refused: u64,
    pub(crate) slow_refusals: u64,
    pub(crate) refusals_without_advice: u64,
    pub(crate) expired: u64,
    pub(crate) not_sent: u64,
    pub(crate) deciders: BTreeMap<&'static str, u64>,
    pub(crate) degraded: BTreeMap<&'static str, u64>,
    pub(crate) failed: BTreeMap<String, u64>,
    pub(crate) latency_us: Percentiles,
    pub(crate) refusal_us: Percentiles,
    /// Times of work, as the server tells them.
    pub(crate) compute_us: Percentiles,
    /// Lag of the generator itself.
    pub(crate) lag_us: Percentiles,
}

impl Summary {
    /// Returns the share of the questions that were answered inside the budget; one without an answer was not.
    pub(crate) fn inside_budget(&self) -> f64 {
        (self.answered - self.overruns) as f64 / self.sent.max(1) as f64
    }
}

/// Times in microseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Percentiles {
    pub(crate) mean: f64,
    pub(crate) p50: u64,
    pub(crate) p90: u64,
    pub(crate) p99: u64,
    pub(crate) p999: u64,
    pub(crate) max: u64,
}

impl Percentiles {
    fn of(times: &Times) -> Percentiles {
        let mut sorted = times.0.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        let at = |share: f64| sorted.get((last as f64 * share).round() as usize).copied().unwrap_or(0);
        let mean = sorted.iter().sum::<u64>() as f64 / sorted.len().max(1) as f64;
        Percentiles { mean, p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: at(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn answered(decider: v1::Decider, degraded: v1::Degraded, compute_us: u32) -> Outcome {
        Outcome::Answered { decider, degraded, compute_us }
    }

    #[test]
    fn a_search_counts_when_it_was_given_its_time() {
        let limits = TimeLimits { budget: Some(MS(20)), deadline: None };
        let check = |decider, degraded, us, expected: bool| {
            assert_eq!(answered(decider, degraded, us).is_search(&limits), expected, "{decider:?} {degraded:?} {us}");
        };
        check(v1::Decider::Search, v1::Degraded::Unspecified, 100, true);
        check(v1::Decider::Search, v1::Degraded::Budget, 15_000, true);
        check(v1::Decider::Search, v1::Degraded::Budget, 14_999, false);
        check(v1::Decider::Search, v1::Degraded::Overload, 20_000, false);
        check(v1::Decider::Rules, v1::Degraded::Unspecified, 20_000, false);
    }

    #[test]
    fn every_question_is_accounted_for_once() {
        let mut stats = CallStats::new(TimeLimits { budget: Some(MS(20)), deadline: Some(MS(50)) });
        let search = answered(v1::Decider::Search, v1::Degraded::Unspecified, 18_000);
        let rules = answered(v1::Decider::Rules, v1::Degraded::Overload, 3);
        let lag = |at| if at == 600 { MS(35) } else { MS(0) };
        for (at, latency, outcome) in [
            (0, 19, search),
            (10, 22, search),
            // 1 ms past the budget's slack: late for the budget, not for the deadline.
            (20, 23, search),
            (600, 56, search),
            (700, 1, rules),
            (800, 2, Outcome::Refused { advised: true }),
            (900, 12, Outcome::Refused { advised: false }),
            (1000, 50, Outcome::Expired),
            (1100, 1, Outcome::Failed(tonic::Code::Internal)),
            (1200, 0, Outcome::NotSent),
        ] {
            stats.add(&CallRecord { latency: MS(latency), lag: lag(at), outcome });
        }
        let summary = stats.summary(2.0);
        assert_eq!((summary.sent, summary.answered, summary.refused), (10, 5, 2));
        // One of the two was sent 35 ms late and answered 21 ms later.
        assert_eq!((summary.overruns, summary.overruns_by_lag), (2, 1));
        assert_eq!((summary.late, summary.slow_refusals), (1, 1));
        assert_eq!((summary.refusals_without_advice, summary.expired, summary.not_sent), (1, 1, 1));
        assert_eq!((summary.in_budget_share, summary.search_share), (0.6, 0.4));
        assert_eq!((summary.deciders["DECIDER_SEARCH"], summary.degraded["DEGRADED_OVERLOAD"]), (4, 1));
        assert_eq!(summary.failed["Internal"], 1);
    }

    #[test]
    fn percentiles_are_of_the_sorted_times() {
        let times = Times((0..=1000).rev().collect());
        let wanted = Percentiles { mean: 500.0, p50: 500, p90: 900, p99: 990, p999: 999, max: 1000 };
        assert_eq!(Percentiles::of(&times), wanted);
        assert_eq!(Percentiles::of(&Times::default()).max, 0);
    }
}
