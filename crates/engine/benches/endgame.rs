//! Speed of solving endgames: `cargo bench -p engine --bench endgame`. Deals are drawn from fixed seeds, so the
//! nodes are a checksum of behaviour; the times are of one thread, with a fresh memory for each deal.

use std::time::Instant;

use engine::endgame::{Endgame, Memory, SolveLimits, solve};
use rules::{Hand, Rank, Rng, Ruleset, Seed};

struct Row {
    name: &'static str,
    seats: usize,
    /// The fewest and the most cards of the landlord, then of each peasant.
    sizes: [(u32, u32); 2],
    /// The number of wild cards in all hands together, with 7 as the wild rank. 0 means a ruleset without wild ranks.
    wilds: u32,
    deals: u64,
}

const ROWS: [Row; 10] = [
    Row { name: "8v8", seats: 2, sizes: [(8, 8), (8, 8)], wilds: 0, deals: 200 },
    Row { name: "12v12", seats: 2, sizes: [(12, 12), (12, 12)], wilds: 0, deals: 200 },
    Row { name: "12v12, 2 wild", seats: 2, sizes: [(12, 12), (12, 12)], wilds: 2, deals: 100 },
    Row { name: "12v12, 4 wild", seats: 2, sizes: [(12, 12), (12, 12)], wilds: 4, deals: 60 },
    Row { name: "14v14", seats: 2, sizes: [(14, 14), (14, 14)], wilds: 0, deals: 100 },
    Row { name: "16v16", seats: 2, sizes: [(16, 16), (16, 16)], wilds: 0, deals: 60 },
    Row { name: "17v17", seats: 2, sizes: [(17, 17), (17, 17)], wilds: 0, deals: 60 },
    Row { name: "20v17", seats: 2, sizes: [(20, 20), (17, 17)], wilds: 0, deals: 60 },
    Row { name: "three seats, 5 to 8", seats: 3, sizes: [(5, 8), (5, 8)], wilds: 0, deals: 200 },
    Row { name: "three seats, 8 to 10", seats: 3, sizes: [(8, 10), (8, 10)], wilds: 0, deals: 60 },
];

fn main() {
    // With `--test` it only checks that the benchmark runs.
    let is_test = std::env::args().any(|argument| argument == "--test");
    println!("| deals | n | median ms | p95 ms | max ms | nodes, geometric mean | million nodes/s | MiB at most |");
    println!("| --- | --: | --: | --: | --: | --: | --: | --: |");
    for row in &ROWS {
        measure(row, if is_test { 2 } else { row.deals });
    }
}

fn measure(row: &Row, deals: u64) {
    let (mut ms, mut nodes, mut bytes) = (Vec::new(), Vec::new(), 0);
    for deal in 0..deals {
        let game = draw(row, &mut Seed(2_000).stream(deal).rng());
        let mut memory = Memory::default();
        let start = Instant::now();
        let outcome = solve(&game, false, &mut memory, SolveLimits::NONE, &mut || false);
        ms.push(start.elapsed().as_secs_f64() * 1e3);
        nodes.push(outcome.nodes);
        bytes = bytes.max(memory.bytes_used());
    }
    let speed = nodes.iter().sum::<u64>() as f64 / ms.iter().sum::<f64>() / 1e3;
    let mean = (nodes.iter().map(|&nodes| (nodes.max(1) as f64).ln()).sum::<f64>() / deals as f64).exp();
    ms.sort_by(f64::total_cmp);
    let at = |share: f64| ms[((deals as f64 * share) as usize).min(ms.len() - 1)];
    println!(
        "| {} | {deals} | {:.2} | {:.1} | {:.1} | {mean:.0} | {speed:.1} | {:.1} |",
        row.name,
        at(0.5),
        at(0.95),
        at(1.0),
        bytes as f64 / f64::from(1 << 20),
    );
}

fn draw(row: &Row, rng: &mut Rng) -> Endgame {
    let seven = Rank::from_letter('7').expect("a rank");
    let rules = match row.wilds {
        0 => Ruleset::DOUZERO,
        _ => Ruleset::LAIZI.with_wild(seven).expect("a rank below the jokers"),
    };
    loop {
        let mut left = Hand::DECK;
        let mut hand = |(least, most): (u32, u32)| {
            let size = least + rng.below(most - least + 1);
            let hand = rng.draw(left, size);
            left = left.minus(hand).expect("drawn from it");
            hand
        };
        let landlord = hand(row.sizes[0]);
        let down = hand(row.sizes[1]);
        let up = if row.seats == 3 { hand(row.sizes[1]) } else { Hand::EMPTY };
        let held: u8 = [landlord, down, up].iter().map(|hand| hand.count(seven)).sum();
        if row.wilds > 0 && u32::from(held) != row.wilds {
            continue;
        }
        return Endgame::new(rules, [landlord, down, up]).expect("all hands come from one deck");
    }
}
