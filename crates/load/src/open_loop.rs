//! Asks at the moments that arrivals say, and keeps the stats.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rules::Seed;
use tokio::sync::mpsc;

use crate::arrivals::Arrivals;
use crate::positions::Question;
use crate::request::{Connections, RequestOptions, ask};
use crate::stats::{CallRecord, CallStats, Outcome, TimeLimits};

/// The most questions that may be unanswered; more are not sent but counted, so that a server that hangs does not fill
/// this machine.
const UNANSWERED_MAX: usize = 20_000;

/// A run: the questions, their rate, and how long they are asked.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) questions: Arc<[Question]>,
    pub(crate) options: RequestOptions,
    /// Questions a second, on average.
    pub(crate) rate: f64,
    pub(crate) lasts: Duration,
    /// The seed that fixes the moments, and with them the order of the questions.
    pub(crate) seed: Seed,
}

impl Plan {
    pub(crate) fn limits(&self) -> TimeLimits {
        let budget = self.options.budget_ms.map(|ms| Duration::from_millis(u64::from(ms)));
        TimeLimits { budget, deadline: self.options.deadline }
    }
}

/// Carries out a plan. Returns when every question has its answer.
pub(crate) async fn run_plan(connections: &Connections, plan: &Plan) -> CallStats {
    let ask = |number: usize| {
        let (plan, channel) = (plan.clone(), connections.pick(number));
        async move {
            let question = &plan.questions[number % plan.questions.len()];
            ask(channel, question, &plan.options, number as u64).await
        }
    };
    open_loop(plan.rate, plan.lasts, plan.seed, plan.limits(), ask).await
}

/// Asks whatever `ask` asks, by number, `rate` times a second on average. Returns when everything has its answer.
pub(crate) async fn open_loop<F>(
    rate: f64,
    lasts: Duration,
    seed: Seed,
    limits: TimeLimits,
    ask: impl Fn(usize) -> F,
) -> CallStats
where
    F: Future<Output = Outcome> + Send + 'static,
{
    let (due, mut dues) = mpsc::unbounded_channel();
    let start = Instant::now();
    // A thread of its own sleeps to the microsecond; the runtime's timers only know milliseconds.
    let pacer = thread::spawn(move || {
        for at in Arrivals::new(rate, seed).take_while(|&at| at < lasts) {
            thread::sleep((start + at).saturating_duration_since(Instant::now()));
            if due.send(at).is_err() {
                return;
            }
        }
    });
    let (done, mut records) = mpsc::unbounded_channel();
    let mut stats = CallStats::new(limits);
    let keep = async {
        while let Some(record) = records.recv().await {
            stats.add(&record);
        }
    };
    let unanswered = Arc::new(AtomicUsize::new(0));
    let send = async {
        let mut number = 0;
        while let Some(at) = dues.recv().await {
            let lag = start.elapsed().saturating_sub(at);
            if unanswered.fetch_add(1, Ordering::Relaxed) >= UNANSWERED_MAX {
                unanswered.fetch_sub(1, Ordering::Relaxed);
                let _ = done.send(CallRecord { latency: lag, lag, outcome: Outcome::NotSent });
                continue;
            }
            let (asked, done, unanswered) = (ask(number), done.clone(), unanswered.clone());
            tokio::spawn(async move {
                let outcome = asked.await;
                let latency = start.elapsed().saturating_sub(at);
                unanswered.fetch_sub(1, Ordering::Relaxed);
                // The stats lives as long as there are senders.
                let _ = done.send(CallRecord { latency, lag, outcome });
            });
            number += 1;
        }
        drop(done);
    };
    tokio::join!(keep, send);
    let _ = pacer.join();
    stats
}
