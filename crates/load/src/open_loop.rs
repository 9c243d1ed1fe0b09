//! An open loop: it asks at random moments and does not wait for answers.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use rules::Seed;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// The most questions that may be unanswered; more are not sent but counted, so that a server that hangs does not fill
/// this machine.
const UNANSWERED_MAX: usize = 20_000;

/// Returns the moments at which to ask, since the beginning, with `rate` of them a second. They do not end.
fn arrivals(rate: f64, seed: Seed) -> impl Iterator<Item = Duration> {
    let (mut rng, mut at_s) = (seed.rng(), 0.0);
    std::iter::repeat_with(move || {
        // 53 random bits, never 0: the logarithm is finite.
        let uniform = ((rng.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        at_s -= uniform.ln() / rate;
        Duration::from_secs_f64(at_s)
    })
}

/// The latency and the lag of a question, and its answer.
type Answered = (Duration, Duration, Result<(), String>);

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
    fn add(&mut self, (latency, lag, answered): Answered) {
        self.sent += 1;
        self.lag_us.push(lag.as_micros() as u64);
        match answered {
            Ok(()) => self.latency_us.push(latency.as_micros() as u64),
            Err(why) => *self.failed.entry(why).or_default() += 1,
        }
    }
}

/// Returns the median, the 99th percentile and the maximum.
pub(crate) fn percentiles(times: &[u64]) -> [u64; 3] {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().saturating_sub(1);
    [0.5, 0.99, 1.0].map(|share| sorted.get((last as f64 * share).round() as usize).copied().unwrap_or(0))
}

/// Calls `ask` with a running number, `rate` times a second on average, for the time `lasts`. Returns once `stats` have for each question its
/// answer, or the reason why it has none.
pub(crate) async fn run_open_loop<F>(
    stats: &mut CallStats,
    rate: f64,
    lasts: Duration,
    seed: Seed,
    ask: impl Fn(usize) -> F,
) where
    F: Future<Output = Result<(), String>> + Send + 'static,
{
    let (due, mut dues) = mpsc::unbounded_channel();
    let start = Instant::now();
    // A separate thread, because it sleeps more precisely than the runtime's timers, which count milliseconds.
    let pacer = thread::spawn(move || {
        for at in arrivals(rate, seed).take_while(|&at| at < lasts) {
            thread::sleep((start + at).saturating_duration_since(Instant::now()));
            if due.send(at).is_err() {
                return;
            }
        }
    });
    let (mut asked, mut number) = (JoinSet::<Answered>::new(), 0);
    loop {
        tokio::select! {
            // No answer may delay a question.
            biased;
            Some(at) = dues.recv() => {
                let lag = start.elapsed().saturating_sub(at);
                while asked.len() >= UNANSWERED_MAX && let Some(done) = asked.try_join_next() {
                    stats.add(done.expect("no question panics"));
                }
                if asked.len() >= UNANSWERED_MAX {
                    stats.add((lag, lag, Err(String::from("not sent"))));
                    continue;
                }
                let question = ask(number);
                asked.spawn(async move {
                    let answered = question.await;
                    (start.elapsed().saturating_sub(at), lag, answered)
                });
                number += 1;
            }
            Some(done) = asked.join_next() => stats.add(done.expect("no question panics")),
            else => break,
        }
    }
    let _ = pacer.join();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_have_their_rate_and_are_random() {
        let moments: Vec<f64> = arrivals(200.0, Seed(1)).take(20_000).map(|at| at.as_secs_f64()).collect();
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
        (0..=100).rev().for_each(|time| stats.add((ms(time), ms(1), Ok(()))));
        stats.add((ms(500), ms(3), Err(String::from("Internal"))));
        assert_eq!((stats.sent, stats.failed["Internal"]), (102, 1));
        assert_eq!(percentiles(&stats.latency_us), [50_000, 99_000, 100_000]);
        assert_eq!((percentiles(&stats.lag_us)[2], percentiles(&[])), (3_000, [0; 3]));
    }
}
