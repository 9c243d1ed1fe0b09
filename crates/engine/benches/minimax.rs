//! How fast worlds are searched, and what each part of the search is worth: `cargo bench -p engine --bench minimax`.
//! Positions come from games of the rule player with fixed seeds, so nodes are a checksum of behaviour; times are CPU
//! time of the one thread, which other work on the machine does not lengthen.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use engine::search::minimax::{Optimizations, Scratch, uniform, values};
use engine::{Persona, decide};
use rules::{Deal, Hand, Ruleset, Seat, Seed, Table, View};

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
    kept(if is_test { 1 } else { 200 });
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
        let start = Moment::now();
        for world in 0..100 {
            values(view, uniform(view, Seed(1), world), 3, Optimizations::ALL, &mut scratch);
        }
        counts.push((BUDGET.as_secs_f64() / start.elapsed().as_secs_f64() * 100.0) as u64);
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

/// How many worlds of a turn go on from a world of the seat's turn before: all that a kept table could answer for.
fn kept(games: u64) {
    println!("\n| cards that the others hold | worlds | of these go on from an earlier one |");
    println!("| --- | --: | --: |");
    let rules = Persona::named("rules").expect("a built-in persona");
    let mut scratch = engine::Scratch::new();
    let mut counts = [[0_u64; 2]; 4];
    for game in 0..games {
        let seed = Seed(6_000).stream(game);
        let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()));
        // By seat: the hands of the next seat in the worlds before, and what that seat held.
        let mut before: [Option<(BTreeSet<u64>, Hand)>; 3] = Default::default();
        let mut turn = 0;
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            turn += 1;
            let me = view.seat().expect("cards are played");
            let held = table.hand_of(me.next()).expect("seats have hands");
            let left = view.unseen().len();
            let worlds: Vec<Hand> =
                (0..KEPT_WORLDS).map(|world| uniform(&view, seed.stream(turn), world)[me.next().index()]).collect();
            if let Some((earlier, then)) = &before[me.index()] {
                let played = then.minus(held).expect("hands shrink");
                let goes_on = |hand: &&Hand| hand.plus(played).is_some_and(|whole| earlier.contains(&whole.bits()));
                let count = &mut counts[(left as usize / 10).min(3)];
                count[0] += worlds.len() as u64;
                count[1] += worlds.iter().filter(goes_on).count() as u64;
            }
            before[me.index()] = Some((worlds.iter().map(|hand| hand.bits()).collect(), held));
            let action = decide(&view, &rules, seed, &mut scratch).expect("it is its turn").action;
            table.act(action).expect("personas play legally");
        }
    }
    for (tens, [worlds, kept]) in counts.into_iter().enumerate() {
        let range = if tens == 3 { String::from("30 and more") } else { format!("{} to {}", 10 * tens, 10 * tens + 9) };
        println!("| {range} | {worlds} | {:.2}% |", 100.0 * kept as f64 / worlds.max(1) as f64);
    }
}

/// Worlds of each turn.
const KEPT_WORLDS: u32 = 256;
