//! The figures of `lab tells`.

use std::collections::{BTreeMap, BTreeSet};

use super::turns::Turn;

/// The largest share of sorted times within 1 ms of one value.
pub(super) fn within_one(sorted: &[u32]) -> f64 {
    let mut from = 0;
    let most = (0..sorted.len()).map(|to| {
        while sorted[to] - sorted[from] > 2 {
            from += 1;
        }
        to + 1 - from
    });
    most.max().unwrap_or(0) as f64 / sorted.len().max(1) as f64
}

/// The coefficient of variation.
pub(super) fn variation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
    square.sqrt() / mean
}

/// The correlation of successive turns of one player, in logarithms.
pub(super) fn lag(turns: &[Turn]) -> f64 {
    let mut last: BTreeMap<u32, f64> = BTreeMap::new();
    let mut pairs = Vec::new();
    for turn in turns {
        let now = f64::from(turn.think_ms).ln();
        if let Some(before) = last.insert(turn.player, now) {
            pairs.push((before, now));
        }
    }
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (one, other) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|pair| (pair.0 - one) * (pair.1 - other));
    both / (sum(&|pair| (pair.0 - one).powi(2)) * sum(&|pair| (pair.1 - other).powi(2))).sqrt()
}

/// The classes of time of a situation.
const CLASSES: usize = 6;
/// A situation with fewer turns says nothing.
const TURNS_MIN: usize = 60;

/// The bits that the time of a turn says of a fact, given what the table sees: the mean over situations, with the correction of Miller
/// and Madow, so that independent ones give 0 on the mean.
pub(super) fn bits(turns: &[Turn], fact: usize) -> f64 {
    let mut situations: BTreeMap<u8, Vec<(u32, u8)>> = BTreeMap::new();
    for turn in turns {
        if let Some(value) = turn.facts[fact] {
            situations.entry(turn.situation).or_default().push((turn.think_ms, value));
        }
    }
    situations.retain(|_, turns| turns.len() >= TURNS_MIN);
    let whole: usize = situations.values().map(Vec::len).sum();
    let sum: f64 = situations.into_values().map(|turns| turns.len() as f64 * shared(turns)).sum();
    sum / whole.max(1) as f64
}

/// The mutual information of times and values. Times count by their place among all of them.
fn shared(mut turns: Vec<(u32, u8)>) -> f64 {
    turns.sort_unstable();
    let count = turns.len();
    let mut both = [[0.0; 256]; CLASSES];
    for (place, &(_, value)) in turns.iter().enumerate() {
        both[place * CLASSES / count][usize::from(value)] += 1.0 / count as f64;
    }
    let values: BTreeSet<u8> = turns.iter().map(|&(_, value)| value).collect();
    let of_class = both.map(|row| row.iter().sum::<f64>());
    let of_value = |value: u8| both.iter().map(|row| row[usize::from(value)]).sum::<f64>();
    let mut bits = 0.0;
    for (row, class) in both.iter().zip(of_class) {
        for &value in &values {
            let share: f64 = row[usize::from(value)];
            if share > 0.0 {
                bits += share * (share / (class * of_value(value))).log2();
            }
        }
    }
    bits - ((CLASSES - 1) * (values.len() - 1)) as f64 / (2.0 * count as f64 * std::f64::consts::LN_2)
}

/// Rate at which each persona is named by its pace in a window of turns of one player after another: naive Bayes over classes of time by
/// situation, counted in the first half of each persona's turns and tried in the second.
pub(super) fn named_by_pace(personas: &[Vec<Turn>], window: usize) -> Vec<f64> {
    let models: Vec<BTreeMap<(u8, u32), f64>> = personas.iter().map(|turns| model(&turns[..turns.len() / 2])).collect();
    let likelihood = |model: &BTreeMap<(u8, u32), f64>, turns: &[&Turn]| {
        turns.iter().map(|turn| model.get(&class(turn)).copied().unwrap_or(UNSEEN).ln()).sum::<f64>()
    };
    let one = |(mine, turns): (usize, &Vec<Turn>)| {
        let mut second: Vec<&Turn> = turns[turns.len() / 2..].iter().collect();
        second.sort_by_key(|turn| turn.player);
        let windows = second.chunks_exact(window);
        let (count, mut right) = (windows.len(), 0);
        for turns in windows {
            let told: Vec<f64> = models.iter().map(|model| likelihood(model, turns)).collect();
            right += usize::from((0..told.len()).all(|other| other == mine || told[mine] > told[other]));
        }
        right as f64 / count.max(1) as f64
    };
    personas.iter().enumerate().map(one).collect()
}

/// The chance of a class that was never seen.
const UNSEEN: f64 = 1e-4;

/// The situation and the time, in steps of a quarter of an octave.
fn class(turn: &Turn) -> (u8, u32) {
    (turn.situation, (f64::from(turn.think_ms).log2() * 4.0) as u32)
}

/// The share of each class among the turns of its situation.
fn model(turns: &[Turn]) -> BTreeMap<(u8, u32), f64> {
    let (mut classes, mut situations) = (BTreeMap::new(), BTreeMap::new());
    for turn in turns {
        *classes.entry(class(turn)).or_insert(0.0) += 1.0;
        *situations.entry(turn.situation).or_insert(0.0) += 1.0;
    }
    classes.into_iter().map(|(class, count)| (class, f64::max(count / situations[&class.0], UNSEEN))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(player: u32, think_ms: u32, fact: u8) -> Turn {
        Turn { player, situation: 0, think_ms, facts: [Some(fact); 4] }
    }

    #[test]
    fn a_time_that_follows_the_hand_says_a_bit_and_one_that_does_not_says_nothing() {
        let telling: Vec<Turn> = (0..600).map(|n| turn(n, 300 + n, u8::from(n >= 300))).collect();
        assert!((bits(&telling, 0) - 1.0).abs() < 0.02, "{}", bits(&telling, 0));
        let silent: Vec<Turn> = (0..600).map(|n| turn(n, 300 + n, (n % 2) as u8)).collect();
        assert!(bits(&silent, 0).abs() < 0.02, "{}", bits(&silent, 0));
    }

    #[test]
    fn repeated_values_and_lags_are_found() {
        assert_eq!(within_one(&[300, 300, 301, 302, 900, 1200]), 4.0 / 6.0);
        let alike: Vec<Turn> = (0..100).flat_map(|n| [turn(n, 300 + 7 * n, 0), turn(n, 300 + 7 * n, 0)]).collect();
        assert!(lag(&alike) > 0.99);
        assert!((variation(&[1.0, 3.0]) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_slow_player_is_told_from_a_quick_one() {
        let quick: Vec<Turn> = (0..400).map(|n| turn(n / 10, 300 + n % 50, 0)).collect();
        let slow: Vec<Turn> = (0..400).map(|n| turn(n / 10, 3000 + n % 50, 0)).collect();
        assert_eq!(named_by_pace(&[quick, slow], 10), [1.0, 1.0]);
    }
}
