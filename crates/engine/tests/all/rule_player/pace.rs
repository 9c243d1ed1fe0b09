//! The advised thinking times over simulated moves: with a long tail, similar within a hand, longer in close choices.

use std::collections::BTreeMap;

use engine::decide::{Limits, decide_within};
use engine::{Scratch, decide};
use rules::Seed;

use crate::game::{each_turn, persona, rounds, seated_table};

struct Move {
    think_ms: u32,
    /// Quarter points between the two best candidates; `None` with fewer than two.
    gap: Option<i32>,
}

/// Plays whole hands of one persona at all chairs. Returns each chair's moves in order.
fn moves_of_hands(name: &str, moves_min: usize) -> Vec<Vec<Move>> {
    let player = persona(name);
    let mut scratch = Scratch::new();
    let mut hands: Vec<Vec<Move>> = Vec::new();
    for game in 0.. {
        if hands.iter().map(Vec::len).sum::<usize>() >= moves_min {
            break;
        }
        let mut here: [Vec<Move>; 3] = Default::default();
        each_turn(&mut seated_table(Seed(11).stream(game)), |_, view| {
            let chair = view.chair();
            // Each bot of a table has a seed of its own.
            let seed = Seed(12).stream(game).stream(chair.index() as u64);
            let decision = decide(view, &player, seed, &mut scratch).unwrap();
            let gap = match decision.candidates.as_slice() {
                [best, second, ..] => Some(best.value - second.value),
                _ => None,
            };
            here[chair.index()].push(Move { think_ms: decision.think_ms, gap });
            decision.action
        });
        hands.extend(here);
    }
    hands
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let sum = |term: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(a, b)| term(a - mean_a, b - mean_b)).sum::<f64>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

/// Ranks the values; equal values share the mean of their ranks.
fn value_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let to = (from..order.len()).find(|&at| values[order[at]] != values[order[from]]).unwrap_or(order.len());
        (from..to).for_each(|at| ranks[order[at]] = (from + to - 1) as f64 / 2.0);
        from = to;
    }
    ranks
}

fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    correlation(&value_ranks(&a).into_iter().zip(value_ranks(&b)).collect::<Vec<_>>())
}

fn successive_times(hands: &[Vec<Move>]) -> Vec<(f64, f64)> {
    let pairs = hands.iter().flat_map(|moves| moves.windows(2));
    pairs.map(|pair| (f64::from(pair[0].think_ms), f64::from(pair[1].think_ms))).collect()
}

#[test]
fn think_times_vary_correlate_and_grow_with_close_choices() {
    let mut typical = BTreeMap::new();
    for name in ["rules", "beginner", "casual", "casual-hesitant", "casual-patient", "casual-hasty"] {
        let hands = moves_of_hands(name, rounds(900) as usize);
        let moves: Vec<&Move> = hands.iter().flatten().collect();
        let times: Vec<f64> = moves.iter().map(|each| f64::from(each.think_ms)).collect();
        let mean_ms = mean(&times);
        let spread = mean(&times.iter().map(|time| (time - mean_ms).powi(2)).collect::<Vec<_>>()).sqrt();
        let variation = spread / mean_ms;
        let mood = correlation(&successive_times(&hands));
        // A smaller gap is closer; a turn without a choice is not close at all.
        let close = |each: &&Move| (f64::from(each.think_ms), each.gap.map_or(f64::MIN, |gap| -f64::from(gap)));
        let all = rank_correlation(&moves.iter().map(close).collect::<Vec<_>>());
        let weighed: Vec<_> = moves.iter().filter(|each| each.gap.is_some()).map(close).collect();
        let among_weighed = rank_correlation(&weighed);
        let below_mean = times.iter().filter(|&&time| time < mean_ms).count() as f64 / times.len() as f64;
        assert!(variation >= 0.4, "{name}: coefficient of variation {variation}");
        assert!(mood > 0.1, "{name}: lag-1 correlation {mood}");
        assert!(all >= 0.3, "{name}: rank correlation with closeness {all}");
        assert!(among_weighed > 0.1, "{name}: rank correlation with closeness, given alternatives {among_weighed}");
        // A long tail moves the mean above the median.
        assert!(below_mean > 0.53, "{name}: {below_mean} of the times lie below the mean");
        assert!(moves.iter().all(|each| each.think_ms >= 300), "{name} is faster than a person");
        assert!(times.iter().all(|&time| time < 60_000.0), "{name} fell asleep");
        let mut sorted = times;
        sorted.sort_by(f64::total_cmp);
        typical.insert(name, sorted[sorted.len() / 2]);
    }
    let [hasty, standard, patient] = ["casual-hasty", "casual", "casual-patient"].map(|name| typical[name]);
    assert!(hasty < standard && standard < patient, "{typical:?}");
}

#[test]
fn thinking_times_fit_the_clock() {
    let player = persona("beginner-hesitant");
    let mut scratch = Scratch::new();
    let mut held = 0;
    for clock_ms in [20_000, 3_000, 1_000, 400] {
        each_turn(&mut seated_table(Seed(27)), |_, view| {
            let mut halt = || false;
            let limits = Limits { clock_ms: Some(clock_ms), ..Limits::of(&mut halt) };
            let decision = decide_within(view, &player, Seed(27), limits, &mut scratch).unwrap();
            // At most 60% of the clock, and at least 300 ms if that allows it.
            assert!(decision.think_ms <= clock_ms * 6 / 10, "{} ms of {clock_ms}", decision.think_ms);
            assert!(decision.think_ms >= 300.min(clock_ms * 6 / 10), "{} ms of {clock_ms}", decision.think_ms);
            held += u32::from(decision.think_ms == clock_ms / 5 * 3);
            decision.action
        });
    }
    assert!(held > 10, "the clock bound {held} times");
}
