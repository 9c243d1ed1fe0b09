//! An open loop: it asks at random moments and does not wait for answers.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use rules::{Rng, Seed};
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinSet};

/// The most questions that may be unanswered; more are not sent but counted, so that a server that hangs does not fill
/// this machine.
const UNANSWERED_MAX: usize = 20_000;

/// The moments at which to ask, since the beginning. They do not end.
struct Arrivals {
    rng: Rng,
    mean_s: f64,
    at_s: f64,
}

impl Arrivals {
    /// `rate` is in arrivals a second.
    fn new(rate: f64, seed: Seed) -> Arrivals {
        assert!(rate > 0.0 && rate.is_finite(), "a rate is a positive number, not {rate}");
        Arrivals { rng: seed.rng(), mean_s: 1.0 / rate, at_s: 0.0 }
    }
}

impl Iterator for Arrivals {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        // 53 random bits, never 0: the logarithm is finite.
        let uniform = ((self.rng.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        self.at_s -= self.mean_s * uniform.ln();
        Some(Duration::from_secs_f64(self.at_s))
    }
}

/// The outcome of the questions of a run, or of several.
#[derive(Default)]
pub(crate) struct CallStats {
    pub(crate) sent: u64,
    /// The times from the planned moments to the answers, in microseconds.
    pub(crate) latency_us: Vec<u64>,
    /// The times by which the generator was late, in microseconds.
    pub(crate) lag_us: Vec<u64>,
    /// The failed questions, by the reason.
    pub(crate) failed: BTreeMap<String, u64>,
}

impl CallStats {
    fn add(&mut self, latency: Duration, lag: Duration, answered: Result<(), String>) {
        self.sent += 1;
        self.lag_us.push(lag.as_micros() as u64);
        match answered {
            Ok(()) => self.latency_us.push(latency.as_micros() as u64),
            Err(why) => *self.failed.entry(why).or_default() += 1,
        }
    }

    pub(crate) fn merge(&mut self, other: CallStats) {
        self.sent += other.sent;
        self.latency_us.extend(other.latency_us);
        self.lag_us.extend(other.lag_us);
        other.failed.into_iter().for_each(|(why, count)| *self.failed.entry(why).or_default() += count);
    }
}

/// Times in microseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Percentiles {
    pub(crate) p50: u64,
    pub(crate) p99: u64,
    pub(crate) max: u64,
}

impl Percentiles {
    pub(crate) fn of(times: &[u64]) -> Percentiles {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        let at = |share: f64| sorted.get((last as f64 * share).round() as usize).copied().unwrap_or(0);
        Percentiles { p50: at(0.5), p99: at(0.99), max: at(1.0) }
    }
}

/// Calls `ask` with a running number, `rate` times a second on average, for the time `lasts`. Returns once each question has its answer, or
/// the reason why it has none.
pub(crate) async fn run_open_loop<F>(rate: f64, lasts: Duration, seed: Seed, ask: impl Fn(usize) -> F) -> CallStats
where
    F: Future<Output = Result<(), String>> + Send + 'static,
{
    let (due, mut dues) = mpsc::unbounded_channel();
    let start = Instant::now();
    // A separate thread, because it sleeps more precisely than the runtime's timers, which count milliseconds.
    let pacer = thread::spawn(move || {
        for at in Arrivals::new(rate, seed).take_while(|&at| at < lasts) {
            thread::sleep((start + at).saturating_duration_since(Instant::now()));
            if due.send(at).is_err() {
                return;
            }
        }
    });
    let (mut stats, mut asked) = (CallStats::default(), JoinSet::new());
    let mut number = 0;
    loop {
        tokio::select! {
            // No answer may delay a question.
            biased;
            Some(at) = dues.recv() => {
                let lag = start.elapsed().saturating_sub(at);
                while asked.len() >= UNANSWERED_MAX && let Some(done) = asked.try_join_next() {
                    add_answer(&mut stats, done);
                }
                if asked.len() >= UNANSWERED_MAX {
                    stats.add(lag, lag, Err(String::from("not sent")));
                    continue;
                }
                let question = ask(number);
                asked.spawn(async move {
                    let answered = question.await;
                    (start.elapsed().saturating_sub(at), lag, answered)
                });
                number += 1;
            }
            Some(done) = asked.join_next() => add_answer(&mut stats, done),
            else => break,
        }
    }
    let _ = pacer.join();
    stats
}

/// The latency and the lag of a question, and its answer.
type Answered = (Duration, Duration, Result<(), String>);

fn add_answer(stats: &mut CallStats, done: Result<Answered, JoinError>) {
    let (latency, lag, answered) = done.expect("no question panics");
    stats.add(latency, lag, answered);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_have_their_rate_and_are_random() {
        let moments: Vec<f64> = Arrivals::new(200.0, Seed(1)).take(20_000).map(|at| at.as_secs_f64()).collect();
        let gaps: Vec<f64> = moments.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let deviation = (gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64).sqrt();
        assert!((mean * 200.0 - 1.0).abs() < 0.03, "{mean}");
        // The deviation of exponential gaps equals their mean.
        assert!((deviation / mean - 1.0).abs() < 0.05, "{deviation} {mean}");
    }

    #[test]
    fn call_stats_keep_counts_and_percentiles() {
        let mut stats = CallStats::default();
        let ms = Duration::from_millis;
        (0..=100).rev().for_each(|time| stats.add(ms(time), ms(1), Ok(())));
        stats.add(ms(500), ms(3), Err(String::from("Internal")));
        let mut all = CallStats::default();
        all.merge(stats);
        assert_eq!((all.sent, all.failed["Internal"]), (102, 1));
        assert_eq!(Percentiles::of(&all.latency_us), Percentiles { p50: 50_000, p99: 99_000, max: 100_000 });
        assert_eq!((Percentiles::of(&all.lag_us).max, Percentiles::of(&[]).max), (3_000, 0));
    }
}
