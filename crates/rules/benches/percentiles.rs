//! Median and 99th percentile of single calls, each on an input of its own.
//!
//! `cargo bench -p rules --bench percentiles`. Calls of a few nanoseconds are timed in batches of different inputs, because a reading of
//! the clock takes as long. Their percentiles are those of the batch means.

mod work;

use std::hint::black_box;
use std::time::{Duration, Instant};

use rules::{Plays, Rng, Ruleset, Seed, Trick};

const SEED: Seed = Seed(5);

struct Row {
    name: &'static str,
    /// Nanoseconds, sorted.
    samples: Vec<f64>,
    batch: usize,
    median_max: f64,
    p99_max: Option<f64>,
}

fn main() {
    // `cargo test --benches` only checks that it runs.
    let quick = !std::env::args().any(|arg| arg == "--bench");
    let samples = if quick { 100 } else { 200_000 };
    let tick = clock_cost();

    let mut plays = Plays::new();
    let rules = &Ruleset::CLASSIC;
    let leads = Row {
        name: "all leads of 20 cards",
        samples: measure(samples, 1, tick, work::lead_hand, |hand| plays.fill(rules, *hand, Trick::Lead).len()),
        batch: 1,
        median_max: 500.0,
        p99_max: Some(2_500.0),
    };
    let follows = Row {
        name: "all follows of 17 cards",
        samples: measure(samples / 16, 16, tick, work::follow, |(hand, standing)| {
            plays.fill(rules, *hand, Trick::Follow(*standing)).len()
        }),
        batch: 16,
        median_max: 150.0,
        p99_max: None,
    };
    let classify = Row {
        name: "classify a combo",
        samples: measure(samples / 32, 32, tick, work::combo_cards, |cards| rules.read(*cards)),
        batch: 32,
        median_max: 50.0,
        p99_max: None,
    };
    let playouts = Row {
        name: "a whole random playout",
        samples: measure(samples / 8, 1, tick, work::game, |(deal, rng)| {
            work::playout(deal, &mut rng.clone(), &mut plays)
        }),
        batch: 1,
        median_max: 20_000.0,
        p99_max: None,
    };
    let [wild_leads, frugal, wild_follows] = wild_rows(samples / 8, tick, &mut plays);
    print(&[leads, follows, classify, playouts, wild_leads, frugal, wild_follows]);
}

/// Lists of hands with two wild cards.
fn wild_rows(samples: usize, tick: Duration, plays: &mut Plays) -> [Row; 3] {
    let rules = &work::wild_rules();
    let leads = Row {
        name: "all leads, two cards wild",
        samples: measure(samples, 1, tick, work::wild_hand, |hand| plays.fill(rules, *hand, Trick::Lead).len()),
        batch: 1,
        median_max: 5_000.0,
        p99_max: Some(40_000.0),
    };
    let frugal = Row {
        name: "the frugal list of them",
        samples: measure(samples, 1, tick, work::wild_hand, |hand| plays.fill_frugal(rules, *hand, Trick::Lead).len()),
        batch: 1,
        median_max: 2_500.0,
        p99_max: None,
    };
    let follows = Row {
        name: "all follows, two cards wild",
        samples: measure(samples, 1, tick, work::wild_follow, |(hand, standing)| {
            plays.fill(rules, *hand, Trick::Follow(*standing)).len()
        }),
        batch: 1,
        median_max: 1_000.0,
        p99_max: None,
    };
    [leads, frugal, follows]
}

/// Measures the least time that reading the clock twice takes.
fn clock_cost() -> Duration {
    (0..10_000).map(|_| Instant::now().elapsed()).min().unwrap_or_default()
}

/// Times `call` on fresh inputs, `batch` of them at a time; nanoseconds per call, sorted.
fn measure<I, R>(
    samples: usize,
    batch: usize,
    tick: Duration,
    mut input: impl FnMut(&mut Rng) -> I,
    mut call: impl FnMut(&I) -> R,
) -> Vec<f64> {
    let mut rng = SEED.rng();
    let mut times: Vec<f64> = (0..samples)
        .map(|_| {
            let inputs: Vec<I> = (0..batch).map(|_| input(&mut rng)).collect();
            let start = Instant::now();
            for input in &inputs {
                black_box(call(black_box(input)));
            }
            start.elapsed().saturating_sub(tick).as_nanos() as f64 / batch as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn print(rows: &[Row]) {
    println!(
        "{:<28} {:>8} {:>5} {:>10} {:>10} {:>14}",
        "nanoseconds a call", "samples", "each", "median", "p99", "at most"
    );
    for row in rows {
        let at = |share: f64| row.samples[((row.samples.len() - 1) as f64 * share) as usize];
        let (median, p99) = (at(0.5), at(0.99));
        let held = median <= row.median_max && row.p99_max.is_none_or(|limit| p99 <= limit);
        let limits = row.p99_max.map_or(format!("{}", row.median_max), |p99| format!("{} / {p99}", row.median_max));
        let verdict = if held { "" } else { "  MISSED" };
        println!(
            "{:<28} {:>8} {:>5} {median:>10.0} {p99:>10.0} {limits:>14}{verdict}",
            row.name,
            row.samples.len(),
            row.batch
        );
    }
}
