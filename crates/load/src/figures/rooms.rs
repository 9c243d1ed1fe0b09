//! The cost of a room in Redis to a Follow by rules, in one run: the same questions in a room and without a room, and a bare read and
//! compare-and-set on the same Redis. All three are asked together, so that each finds the processors equally busy, or one after
//! the other in slices (`--apart`), which also shows what each costs a call.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Measure;
use super::bench::{Bench, CallKind, NO_LIMITS};
use super::room_question::RoomQuestion;
use crate::args::{self, Programs};
use crate::stats::{CallStats, Summary};

/// Arguments of `thirdseat-load rooms`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    programs: Programs,
    /// Connections to the service
    #[arg(long, default_value_t = 2, value_parser = args::connections)]
    connections: usize,
    /// The time that each of the three kinds of calls is asked, in seconds
    #[arg(long, default_value = "20", value_parser = args::seconds)]
    seconds: Duration,
    /// Ask one kind of call after the other, in slices, and print what each costs; without it all three are asked together
    #[arg(long)]
    apart: bool,
    /// The time that each rate is tried in the search for capacity, in seconds
    #[arg(long, default_value = "2", value_parser = args::seconds)]
    probe_seconds: Duration,
    /// Follows in rooms a second at capacity, where that is known already
    #[arg(long, value_parser = args::rate)]
    capacity: Option<f64>,
    /// Share of the capacity that is asked for, in percent
    #[arg(long, default_value = "50", value_parser = args::percent)]
    pub(crate) load: f64,
    /// Follows in rooms a second, in place of a share of the capacity
    #[arg(long, value_parser = args::rate, conflicts_with_all = ["capacity", "load"])]
    rate: Option<f64>,
    /// Let the service write a replay line for each decision, as it does by default
    #[arg(long)]
    replay: bool,
    /// Fixes deals and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// The results.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RoomsFigures {
    /// The highest rate of Follows in rooms that are answered in time, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capacity_per_s: Option<f64>,
    pub(crate) rate_per_s: f64,
    /// Share of the machine's processors that generator, replica and Redis used meanwhile.
    pub(crate) busy: f64,
    pub(crate) session: Summary,
    pub(crate) stateless: Summary,
    pub(crate) bare: Summary,
    /// Microseconds of the generator, the replica and Redis a call, in the order of the three above; only with `--apart`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_us: Option<[[f64; 3]; 3]>,
}

/// Slices of a run: other work on the machine disturbs all three alike, and each of them is first equally often.
const SLICES: u64 = 30;
/// Asked together, the two comparisons come this many times less often: the load is that of calls in rooms.
const COMPARISON_RATE_DIVISOR: f64 = 8.0;
/// After this time the work that the opening of rooms left behind is done.
const SETTLE: Duration = Duration::from_secs(2);
/// The cost that a room may have, as a multiple of the bare operations' p99.
const FACTOR: u64 = 2;
impl RoomsFigures {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let (session, stateless, bare) =
            (self.session.latency_us.p99, self.stateless.latency_us.p99, self.bare.latency_us.p99);
        let allowed = stateless + FACTOR * bare;
        let unanswered = [&self.session, &self.stateless, &self.bare].map(|run| run.sent - run.answered);
        vec![
            Measure::new(
                "p99 of a Follow in a room",
                format!("{session} µs"),
                format!("≤ {stateless} stateless + {FACTOR} × {bare} bare read and swap = {allowed} µs"),
                session <= allowed,
            ),
            Measure::new("not answered", format!("{unanswered:?}"), "[0, 0, 0]", unanswered == [0; 3]),
        ]
    }
}

/// Measures.
pub(crate) async fn measure(args: &Args) -> anyhow::Result<RoomsFigures> {
    let bench = Bench::start(&args.programs, args.connections, args.replay, args.seed).await?;
    let capacity_per_s = match (args.rate, args.capacity) {
        (Some(_), _) => None,
        (None, Some(given)) => Some(given),
        (None, None) => Some(bench.capacity(CallKind::Room, args.probe_seconds).await?),
    };
    let rate_per_s = args.rate.or(capacity_per_s.map(|capacity| capacity * args.load / 100.0)).expect("one is known");
    let slice = args.seconds / SLICES as u32;

    // All rooms before the first slice: between slices the opening would slow down whatever comes right after it.
    let mut rooms = Vec::new();
    for _ in 0..SLICES {
        rooms.push(bench.open(rate_per_s, slice).await?);
    }
    tokio::time::sleep(SETTLE).await;
    let (started, before_all) = (Instant::now(), bench.cpu()?);
    let mut stats = CallKind::ALL.map(|_| CallStats::new(NO_LIMITS));
    let mut cpu = [[Duration::ZERO; 3]; 3];
    for (number, questions) in (0..SLICES).zip(&rooms) {
        if args.apart {
            for place in 0..3 {
                let kind = (number as usize + place) % 3;
                let before = bench.cpu()?;
                stats[kind]
                    .absorb(bench.run(CallKind::ALL[kind], questions, rate_per_s, slice, number, NO_LIMITS).await);
                let spent = bench.cpu()?;
                (0..3).for_each(|place| cpu[kind][place] += spent[place] - before[place]);
            }
        } else {
            let found = run_together(&bench, questions, rate_per_s, slice, number).await;
            stats.iter_mut().zip(found).for_each(|(stats, found)| stats.absorb(found));
        }
    }
    let used: Duration = bench.cpu()?.iter().zip(before_all).map(|(after, before)| *after - before).sum();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let busy = used.as_secs_f64() / started.elapsed().as_secs_f64() / cores as f64;
    let [session, stateless, bare] = stats.map(|stats| stats.summary(args.seconds.as_secs_f64()));
    let cost =
        |spent: [Duration; 3], run: &Summary| spent.map(|spent| spent.as_secs_f64() * 1e6 / run.sent.max(1) as f64);
    let cpu_us = args.apart.then(|| [cost(cpu[0], &session), cost(cpu[1], &stateless), cost(cpu[2], &bare)]);
    Ok(RoomsFigures { capacity_per_s, rate_per_s, busy, session, stateless, bare, cpu_us })
}

/// Asks all three together for a while: Follows in rooms at a rate, and the two comparisons beside them.
async fn run_together(
    bench: &Bench,
    questions: &Arc<Vec<RoomQuestion>>,
    rate: f64,
    lasts: Duration,
    stream: u64,
) -> [CallStats; 3] {
    let run = |kind, rate, number| bench.run(kind, questions, rate, lasts, stream * 3 + number, NO_LIMITS);
    let beside = rate / COMPARISON_RATE_DIVISOR;
    let runs =
        tokio::join!(run(CallKind::Room, rate, 0), run(CallKind::Stateless, beside, 1), run(CallKind::Bare, beside, 2));
    runs.into()
}
