//! The time that a split takes on hands that were not seen before: median and 99th percentile of single calls.
//!
//! Criterion repeats one input, which would measure a warm branch predictor, so this harness times each hand once. A
//! batch of calls on distinct hands is timed as well: its mean carries no clock overhead.
//! `cargo bench -p engine --bench split`

use std::hint::black_box;
use std::time::Instant;

use engine::hand::eval::{self, Matrix, PointTable, Relation};
use engine::hand::split::{self, Kickers, TurnsMemo};
use rules::{Hand, Ruleset, Seat, Seed};

const HANDS: usize = 20_000;

fn main() {
    let rules = &Ruleset::CLASSIC;
    println!("{:<24} {:>5} {:>10} {:>10} {:>10}", "what", "cards", "mean ns", "median ns", "p99 ns");
    for size in [5, 10, 17, 20] {
        let hands = hands(size);
        measure("rule", size, &hands, |hand| split::rule(hand, rules).len());
        measure("fewest-singles", size, &hands, |hand| split::fewest_singles(hand, rules).len());
        measure("rule, kickers", size, &hands, |hand| {
            split::attach_kickers(&split::rule(hand, rules), rules, Kickers::Smallest).len()
        });
        measure("best points", size, &hands, |hand| eval::best_points(hand, rules, &PointTable::DEFAULT));
        measure("count turns, cold", size, &hands, |hand| split::count_turns(hand, rules));
        // The memo has room for all hands: the second pass finds each of them.
        let mut memo = TurnsMemo::sized(rules, 20);
        for &hand in &hands {
            memo.turns(hand);
        }
        measure("count turns, warm", size, &hands, |hand| memo.turns(hand));
        let mut memo = TurnsMemo::new(rules);
        measure("turns", size, &hands, |hand| split::turns(hand, &mut memo, &PointTable::DEFAULT).len());
        let relation = Relation::opening(Seat::Landlord);
        measure("matrix", size, &hands, |hand| split::matrix(hand, &mut memo, &Matrix::DEFAULT, &relation).len());
    }
}

fn hands(size: u32) -> Vec<Hand> {
    let mut rng = Seed(u64::from(size)).rng();
    (0..HANDS).map(|_| rng.draw(Hand::DECK, size)).collect()
}

fn measure<R>(what: &str, size: u32, hands: &[Hand], mut work: impl FnMut(Hand) -> R) {
    for &hand in &hands[..HANDS / 10] {
        black_box(work(black_box(hand)));
    }
    let overhead = median((0..1000).map(|_| ns(|| ())).collect());
    let start = Instant::now();
    for &hand in hands {
        black_box(work(black_box(hand)));
    }
    let mean = start.elapsed().as_nanos() as usize / HANDS;
    let mut times: Vec<u64> = hands.iter().map(|&hand| ns(|| work(black_box(hand))).saturating_sub(overhead)).collect();
    times.sort_unstable();
    println!("{what:<24} {size:>5} {mean:>10} {:>10} {:>10}", times[HANDS / 2], times[HANDS * 99 / 100]);
}

fn ns<R>(work: impl FnOnce() -> R) -> u64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_nanos() as u64
}

fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times[times.len() / 2]
}
