//! The time that a decision takes over whole recorded games, leads and follows apart: mean, median and 99th percentile.
//!
//! Each position is decided in game order on one set of buffers, as a bot does it, in three passes over all games, and
//! its time is the best of the three: what others did to a shared machine in between is left out, what the decision
//! itself costs, cold branches and memory included, is not. Forced moves count, for a game has them.
//! `cargo bench -p engine --bench decide`

#![expect(clippy::unwrap_used, reason = "a bench fails where it stands")]

#[path = "../tests/all/game.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod game;

use std::hint::black_box;
use std::time::Instant;

use engine::{Persona, Scratch, decide};
use rules::{Chair, Deal, Ruleset, Seed, Stage, Table, Trick, View};

use game::{auctioned, dealt, each_turn, persona};

const GAMES: u64 = 1_000;
const PASSES: usize = 3;
/// Targets in microseconds.
const TARGETS: [f64; 3] = [12.0, 8.0, 150.0];

/// Which positions a row counts.
type Wanted<'a> = &'a dyn Fn(&View) -> bool;

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let quick = !std::env::args().any(|arg| arg == "--bench");
    let games = if quick { 5 } else { GAMES };
    println!("µs a decision, best of {PASSES} passes over {games} games; targets {TARGETS:?}");
    println!(
        "{:<10} {:<10} {:>9} {:>8} {:>8} {:>8} {:>8}",
        "persona", "what", "decisions", "mean", "median", "p99", "most"
    );
    for name in ["rules", "casual", "cases", "net"] {
        let player = persona(name);
        let recorded = record(games, &player);
        let times = measure(&recorded, &player);
        let rows: [(&str, Wanted); 4] = [
            ("leads", &|view| is_play(view) && view.trick() == Trick::Lead),
            ("follows", &|view| is_play(view) && view.trick() != Trick::Lead),
            ("all plays", &is_play),
            ("auctions", &|view| !is_play(view)),
        ];
        for (what, wanted) in rows {
            let times = recorded.iter().zip(&times).filter(|((view, _), _)| wanted(view)).map(|(_, &time)| time);
            print(name, what, times.collect());
        }
    }
    print_cases(games);
    for ruleset in ["classic pass-on=next", "journey pass-on=next", "laizi pass-on=next"] {
        print_gifts(games, ruleset);
    }
}

/// Prints the three cards that a chair passes on, for the first chair of each deal.
fn print_gifts(games: u64, ruleset: &str) {
    let rules: Ruleset = ruleset.parse().expect("a ruleset of this file");
    let gift = |game| {
        let seed = Seed(31).stream(game);
        (Table::new(rules, Deal::shuffled(&mut seed.rng()), Chair::First).view(Chair::First), seed)
    };
    let recorded: Vec<(View, Seed)> = (0..games).map(gift).collect();
    print(rules.name(), "gifts", measure(&recorded, &persona("rules")));
}

/// Prints the time that asking the cases adds to a play, on the positions of the same games: the mean of all plays.
fn print_cases(games: u64) {
    let (rules, cases) = (persona("rules"), persona("cases"));
    let mut recorded = record(games, &rules);
    recorded.retain(|(view, _)| is_play(view));
    let [without, with] = [&rules, &cases]
        .map(|player| measure(&recorded, player).iter().sum::<u64>() as f64 / recorded.len() as f64 / 1e3);
    println!("asking the cases: {without:.2} µs a play without, {with:.2} with: {:+.2}; target +2.00", with - without);
}

fn is_play(view: &View) -> bool {
    view.board().stage() == Stage::Play
}

/// Plays whole games between players of one persona and returns every view.
fn record(games: u64, player: &Persona) -> Vec<(View, Seed)> {
    let mut recorded = Vec::new();
    let mut scratch = Scratch::new();
    for game in 0..games {
        let seed = Seed(31).stream(game);
        each_turn(&mut dealt(auctioned("score"), seed), |_, view| {
            recorded.push((view.clone(), seed));
            decide(view, player, seed, &mut scratch).expect("it is its turn").action
        });
    }
    recorded
}

/// Measures the nanoseconds of each decision.
fn measure(recorded: &[(View, Seed)], player: &Persona) -> Vec<u64> {
    let clock = (0..10_000).map(|_| ns(|| ())).min().unwrap_or(0);
    let mut best = vec![u64::MAX; recorded.len()];
    for _ in 0..PASSES {
        let mut scratch = Scratch::new();
        for ((view, seed), best) in recorded.iter().zip(&mut best) {
            let time = ns(|| decide(black_box(view), player, *seed, &mut scratch).expect("it is its turn"));
            *best = (*best).min(time.saturating_sub(clock));
        }
    }
    best
}

fn ns<R>(work: impl FnOnce() -> R) -> u64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_nanos() as u64
}

fn print(name: &str, what: &str, mut times: Vec<u64>) {
    times.sort_unstable();
    let Some(&most) = times.last() else { return };
    let us = |ns: u64| ns as f64 / 1000.0;
    let mean = us(times.iter().sum()) / times.len() as f64;
    let at = |percent: usize| us(times[(times.len() - 1) * percent / 100]);
    let [mean_max, median_max, p99_max] = TARGETS;
    let held = mean <= mean_max && at(50) <= median_max && at(99) <= p99_max;
    let missed = if held || ["auctions", "gifts"].contains(&what) { "" } else { "  MISSED" };
    println!(
        "{name:<10} {what:<10} {:>9} {mean:>8.2} {:>8.2} {:>8.2} {:>8.2}{missed}",
        times.len(),
        at(50),
        at(99),
        us(most)
    );
}
