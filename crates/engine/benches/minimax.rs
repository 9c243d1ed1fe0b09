//! How fast worlds are searched, and what each part of the search is worth: `cargo bench -p engine --bench minimax`.
//! Positions come from games of the rule player with fixed seeds, so nodes are a checksum of behaviour; times are CPU
//! time of the one thread, which other work on the machine does not lengthen.

use std::fs;
use std::time::{Duration, Instant};

use engine::search::minimax::{Optimizations, Params, Scratch, Stops, replay, think, uniform, values};
use engine::{Persona, decide};
use rules::{Deal, Ruleset, Seat, Seed, Table, View};

const PLAIN: Optimizations = Optimizations { cut: false, table: false, order: false, merge: false, recognise: false };
/// Everything that changes no value.
const EXACT: Optimizations = Optimizations { merge: false, recognise: false, ..Optimizations::ALL };

const STEPS: [(&str, Optimizations); 7] = [
    ("plain", PLAIN),
    ("alpha-beta", Optimizations { cut: true, ..PLAIN }),
    ("… and order", Optimizations { cut: true, order: true, ..PLAIN }),
    ("… and table", EXACT),
    ("everything", Optimizations::ALL),
    ("… without table", Optimizations { table: false, ..Optimizations::ALL }),
    ("… without order", Optimizations { order: false, ..Optimizations::ALL }),
];

/// Worlds of each position.
const WORLDS: u32 = 4;
/// What a decision may take.
const BUDGET: Duration = Duration::from_millis(20);

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let corpus = corpus(if is_test { 2 } else { 100 });
    speed(&corpus);
    worlds(&corpus);
    steps(&corpus, if is_test { 2 } else { 5 });
    depths(&corpus[..corpus.len() / 2 + 1]);
}

/// Positions in the middle of hands in which the seat to act has a choice: every third one of each game with 20 to 40
/// cards left.
fn corpus(count: usize) -> Vec<View> {
    let mut scratch = engine::Scratch::new();
    let rules = Persona::named("rules").expect("a built-in persona");
    let mut views = Vec::new();
    for game in 0.. {
        let seed = Seed(5_000).stream(game);
        let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()));
        let mut seen = 0;
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let left: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
            if (20..=40).contains(&left) && view.rules().plays(view.hand(), view.trick()).len() > 1 {
                seen += 1;
                if seen % 3 == 1 {
                    views.push(view.clone());
                }
            }
            let action = decide(&view, &rules, seed, &mut scratch).expect("it is its turn").action;
            table.act(action).expect("personas play legally");
        }
        if views.len() >= count {
            views.truncate(count);
            return views;
        }
    }
    unreachable!("games go on for ever")
}

/// A moment by the CPU time of this thread; where the system does not tell it, by the clock.
struct Moment(Duration);

impl Moment {
    fn now() -> Moment {
        let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
        let on_cpu = told.and_then(|line| line.split(' ').next()?.parse().ok()).map(Duration::from_nanos);
        Moment(on_cpu.unwrap_or_else(|| {
            thread_local!(static START: Instant = Instant::now());
            START.with(Instant::elapsed)
        }))
    }

    fn elapsed(&self) -> Duration {
        Moment::now().0 - self.0
    }
}

fn per_second(nodes: u64, took: Duration) -> f64 {
    nodes as f64 / took.as_secs_f64() / 1e6
}

fn speed(corpus: &[View]) {
    println!("| plies | nodes | million nodes/s |");
    println!("| --: | --: | --: |");
    let mut scratch = Scratch::new();
    for depth in [3, 4, 5, 6] {
        let (mut nodes, start) = (0, Moment::now());
        for view in corpus {
            for world in 0..WORLDS {
                nodes += values(view, uniform(view, Seed(1), world), depth, Optimizations::ALL, &mut scratch).1;
            }
        }
        println!("| {depth} | {nodes} | {:.2} |", per_second(nodes, start.elapsed()));
    }
}

fn worlds(corpus: &[View]) {
    let mut scratch = Scratch::new();
    let mut counts: Vec<u64> = Vec::new();
    for view in corpus {
        let worlds = |index| uniform(view, Seed(1), index);
        let start = Moment::now();
        let vote = replay(view, &worlds, (100, 3), &Params::DEFAULT, &[], &mut scratch);
        let took = start.elapsed();
        if vote.worlds == 0 {
            continue;
        }
        counts.push((BUDGET.as_secs_f64() / took.as_secs_f64() * f64::from(vote.worlds)) as u64);
    }
    counts.sort_unstable();
    let at = |share: f64| counts[((counts.len() as f64 * share) as usize).min(counts.len() - 1)];
    println!(
        "\nworlds of 3 plies, every candidate valued, in 20 ms: median {}, 5% at most {}, fewest {}",
        at(0.5),
        at(0.05),
        at(0.0)
    );
}

/// Nodes and time for equal answers.
fn steps(corpus: &[View], depth_max: u32) {
    println!("\n| plies | search | nodes | ms |");
    println!("| --: | --- | --: | --: |");
    let mut scratch = Scratch::new();
    for depth in 2..=depth_max {
        for (name, optimizations) in STEPS {
            if depth > 4 && !optimizations.cut {
                continue;
            }
            let (mut nodes, start) = (0, Moment::now());
            for view in corpus {
                for world in 0..WORLDS {
                    nodes += values(view, uniform(view, Seed(1), world), depth, optimizations, &mut scratch).1;
                }
            }
            println!("| {depth} | {name} | {nodes} | {:.1} |", start.elapsed().as_secs_f64() * 1e3);
        }
    }
}

/// How deep 100 worlds are searched in the time of a decision.
fn depths(corpus: &[View]) {
    println!("\n| search | plies reached in 20 ms by 100 worlds, mean | worlds at that depth, mean |");
    println!("| --- | --: | --: |");
    let mut scratch = Scratch::new();
    for (name, optimizations) in STEPS {
        let (mut plies, mut finished) = (0, 0);
        for view in corpus {
            let params =
                Params { worlds_max: 100, depth_max: 12, nodes_per_world_max: u64::MAX, bonus: 0, optimizations };
            let start = Moment::now();
            let stops = Stops { soft: &mut || start.elapsed() > BUDGET, hard: &mut || start.elapsed() > BUDGET };
            let worlds = |index| uniform(view, Seed(1), index);
            let vote = think(view, &worlds, &params, &[], stops, &mut scratch);
            let vote = vote.expect("20 ms are enough for one world at one ply");
            (plies, finished) = (plies + vote.depth, finished + vote.worlds);
        }
        let many = corpus.len() as f64;
        println!("| {name} | {:.2} | {:.0} |", f64::from(plies) / many, f64::from(finished) / many);
    }
}
