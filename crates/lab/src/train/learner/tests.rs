//! Tests of learning: gradients, and nets that learn what they are shown.

use super::*;
use engine::net::features::SEAT_VIEW_FEATURES;

/// The net's outputs, sum by sum.
fn outputs(learner: &Learner, rows: &[u16]) -> [f32; HEADS] {
    let wide: Vec<f32> = (0..WIDE)
        .map(|sum| {
            let weight = |row: usize| learner.wide.value[learner.place(sum / BLOCK, row) + sum % BLOCK];
            let rows = rows.iter().map(|&row| usize::from(row)).chain([learner.rows]);
            rows.map(weight).sum::<f32>().clamp(0.0, 1.0)
        })
        .collect();
    let layer = |inputs: &[f32], parameters: &Parameters| -> Vec<f32> {
        let weight = |place: usize, out: usize| parameters.value[place * NARROW + out];
        let of = |out| inputs.iter().enumerate().map(|(place, value)| value * weight(place, out)).sum::<f32>();
        (0..NARROW).map(|out| (of(out) + weight(inputs.len(), out)).clamp(0.0, 1.0)).collect()
    };
    let third = layer(&layer(&wide, &learner.second), &learner.third);
    std::array::from_fn(|head| {
        let weights = &learner.last.value[head * NARROW..];
        third.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>()
            + learner.last.value[HEADS * NARROW + head]
    })
}

fn logit(learner: &Learner, rows: &[u16]) -> f32 {
    outputs(learner, rows)[0]
}

fn target(chance: f32, factor: f32, won: bool) -> Target {
    Target { chance, factor, won }
}

/// The loss of all samples together.
fn loss(learner: &Learner, samples: &Samples) -> f64 {
    let of = |index| {
        let (rows, target) = samples.get(index);
        let outputs = outputs(learner, rows).map(f64::from);
        let chance = 1.0 / (1.0 + (-outputs[0]).exp());
        let wanted = f64::from(target.chance);
        let error = outputs[if target.won { 1 } else { 2 }] - f64::from(target.factor);
        -(wanted * chance.ln() + (1.0 - wanted) * (1.0 - chance).ln()) + 0.125 * error * error
    };
    (0..samples.len()).map(of).sum()
}

/// Every layer's gradients are what the loss does when a number is moved a little.
#[test]
fn slopes_are_slopes() {
    let mut learner = Learner::new(SEAT_VIEW_FEATURES, Seed(1));
    let mut samples = Samples::default();
    samples.add(&[3, 70, 200, 900], target(0.3, 2.0, true));
    samples.add(&[3, 71, 200, 1100], target(0.9, 1.0, false));
    samples.add(&[4, 70, 200], target(0.0, 4.0, false));
    let mut gradients = learner.parameters().map(|parameters| vec![0.0; parameters.value.len()]);
    let mut settled = [0; 4];
    let mut batch = batch::Batch::new(SEAT_VIEW_FEATURES, 0.25);
    batch.open(&samples, &[2, 0, 1]);
    let text = batch.pass(&mut learner, |layer, _, first, of| {
        gradients[layer][first..first + of.len()].copy_from_slice(of);
        settled[layer] += of.len();
    });
    // Seven rows and the biases in all blocks, and the small layers whole.
    let whole = |parameters: &Parameters| parameters.value.len();
    assert_eq!(settled, [8 * WIDE / 2, whole(&learner.second), whole(&learner.third), whole(&learner.last)]);
    assert!((text - loss(&learner, &samples)).abs() < 1e-4, "{text}");
    let mut compared = [0; 4];
    for (layer, gradients) in gradients.iter().enumerate() {
        let steep: Vec<_> = gradients.iter().enumerate().filter(|(_, gradient)| gradient.abs() > 1e-3).collect();
        for &(place, &gradient) in steep.iter().step_by(steep.len().div_ceil(40)) {
            const NUDGE: f32 = 1e-3;
            let mut moved = |by: f32| {
                learner.parameters()[layer].value[place] += by;
                let loss = loss(&learner, &samples);
                learner.parameters()[layer].value[place] -= by;
                loss
            };
            let found = (moved(NUDGE) - moved(-NUDGE)) / f64::from(2.0 * NUDGE);
            // Where clipping begins within the nudge the two differ.
            let close = (found - f64::from(gradient)).abs() < 0.02 * found.abs().max(0.02);
            compared[layer] += i32::from(close) - i32::from(!close);
        }
    }
    assert!(compared.iter().all(|&agreed| agreed >= 12), "{compared:?} more agree than differ");
}

/// Random samples, each of a number of rows.
fn samples(count: usize, rows: u32) -> Samples {
    let mut rng = Seed(8).rng();
    let mut samples = Samples::default();
    for number in 0..count {
        let rows: Vec<u16> = (0..rows).map(|part| (part * 20 + rng.below(20)) as u16).collect();
        samples.add(&rows, target((number % 2) as f32, 1.0 + (number % 3) as f32, number % 2 == 1));
    }
    samples
}

#[test]
fn split_sums_say_the_same_and_then_go_their_own_ways() {
    let samples = samples(512, 50);
    let config = OptimizerConfig { batch: 64, rate: 1e-3, times: 1, factor_weight: 0.25 };
    let mut learner = Learner::new(SEAT_VIEW_FEATURES, Seed(1));
    learner.learn(&samples, config, Seed(2));
    let narrow = learner.clone();
    assert!(narrow.is_half_width());
    learner.split(Seed(3));
    assert!(!learner.is_half_width());
    for index in 0..samples.len() {
        let rows = samples.get(index).0;
        let (before, after) = (logit(&narrow, rows), logit(&learner, rows));
        assert!((before - after).abs() < 1e-4, "{before} became {after}");
    }
    let twins = |learner: &Learner| {
        let half = learner.place(BLOCKS / 2, 0);
        let [old, new] = [&learner.wide.value[..half], &learner.wide.value[half..]];
        old.iter().zip(new).filter(|(old, new)| old == new).count() as f64 / half as f64
    };
    assert!(twins(&learner) > 0.999);
    learner.learn(&samples, config, Seed(4));
    // A thousand of 1,367 rows occur, and where a sum was clipped in all samples nothing moves.
    assert!(twins(&learner) < 0.6, "{}", twins(&learner));
}

#[test]
fn what_never_changes_begins_anew_and_the_net_says_what_it_said() {
    let samples = samples(256, 50);
    let mut learner = Learner::new(SEAT_VIEW_FEATURES, Seed(1));
    let sum = learner.place(2, learner.rows) + 9;
    (0..=learner.rows).for_each(|row| {
        let weight = learner.place(2, row) + 9;
        learner.wide.value[weight] = 0.5;
    });
    learner.second.value[WIDE * NARROW + 5] = -40.0;
    learner.third.value[NARROW * NARROW + 7] = 40.0;
    learner.last.value[2 * NARROW + 7] = 0.7;
    let before = learner.clone();
    // Nothing is learned at this rate.
    learner.learn(&samples, OptimizerConfig { batch: 64, rate: 0.0, times: 1, factor_weight: 0.25 }, Seed(2));
    assert!((learner.wide.value[sum] - WIDE_BIAS).abs() < 1e-6);
    assert!((learner.second.value[WIDE * NARROW + 5] - NARROW_BIAS).abs() < 1e-6);
    assert!((learner.third.value[NARROW * NARROW + 7] - NARROW_BIAS).abs() < 1e-6);
    for index in 0..samples.len() {
        let rows = samples.get(index).0;
        let (before, after) = (outputs(&before, rows), outputs(&learner, rows));
        let same = before.iter().zip(after).all(|(before, after)| (before - after).abs() < 1e-4);
        assert!(same, "{before:?} became {after:?}");
    }
}

#[test]
fn a_net_that_is_read_back_is_the_same_net() {
    let samples = samples(512, 50);
    let config = OptimizerConfig { batch: 64, rate: 1e-3, times: 1, factor_weight: 0.25 };
    let mut learner = Learner::new(SEAT_VIEW_FEATURES, Seed(1));
    learner.split(Seed(3));
    learner.learn(&samples, config, Seed(2));
    let layers = learner.layers();
    assert_eq!(Learner::of(&layers).layers(), layers);
    for net in engine::net::Weights::shipped().layers() {
        assert_eq!(Learner::of(&net).layers(), net);
    }
}

#[test]
fn factors_are_learned_and_leave_the_chance_alone_at_first() {
    // The second row doubles the stake of those who win, and nothing else depends on anything.
    let mut rng = Seed(5).rng();
    let mut samples = Samples::default();
    for _ in 0..6_000 {
        let (doubles, won) = (rng.below(2) == 1, rng.below(2) == 1);
        let factor = if doubles && won { 2.0 } else { 1.0 };
        samples.add(&[7, 20 + u16::from(doubles)], target(0.5, factor, won));
    }
    let mut learner = Learner::new(SEAT_VIEW_FEATURES, Seed(1));
    let fresh = outputs(&learner, &[7, 20]);
    assert_eq!(fresh[1..], [FACTOR_BIAS; 2]);
    learner.learn(&samples, OptimizerConfig { batch: 64, rate: 1e-3, times: 6, factor_weight: 0.25 }, Seed(4));
    let [plain, doubled] = [20, 21].map(|row| outputs(&learner, &[7, row]));
    assert!((plain[1] - 1.0).abs() < 0.1 && (doubled[1] - 2.0).abs() < 0.1, "{plain:?} {doubled:?}");
    assert!((plain[2] - 1.0).abs() < 0.1 && (doubled[2] - 1.0).abs() < 0.1, "{plain:?} {doubled:?}");
    assert!(plain[0].abs() < 0.1 && doubled[0].abs() < 0.1, "{plain:?} {doubled:?}");
}

#[test]
fn what_can_be_known_is_learned_and_survives_rounding() {
    let mut rng = Seed(3).rng();
    let mut samples = Samples::default();
    // Won with the first row and without the second, or the other way round: no single row tells.
    let row = |rng: &mut Rng| rng.below(100) as u16 + 10;
    for _ in 0..8_000 {
        let (one, two) = (rng.below(2) as u16, rng.below(2) as u16);
        samples.add(
            &[one, 2 + two, row(&mut rng), row(&mut rng) + 200],
            target(f32::from(u8::from(one == two)), 1.25, one == two),
        );
    }
    let config = OptimizerConfig { batch: 64, rate: 2e-3, times: 8, factor_weight: 0.25 };
    // From some beginnings half of it is found and no more.
    let mut losses = Vec::new();
    let learner = (1..=8).find_map(|seed| {
        let mut learner = Learner::new(SEAT_VIEW_FEATURES, Seed(seed));
        losses.push(learner.learn(&samples, config, Seed(4)));
        (losses[losses.len() - 1] < 0.2).then_some(learner)
    });
    let learner = learner.unwrap_or_else(|| panic!("{losses:?}"));
    let layers = learner.layers();
    for (one, two) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let rows = [one, 2 + two, 33, 250];
        let logit = logit(&learner, &rows);
        assert_eq!(logit > 0.0, one == two);
        let rounded = f64::from(rounded(&layers, &rows)) / f64::from(UNIT_LOGIT);
        assert!((rounded - f64::from(logit)).abs() < 0.1 * f64::from(logit).abs(), "{rounded} for {logit}");
    }
}

/// The net in integers, layer by layer.
fn rounded(net: &Layers, rows: &[u16]) -> i32 {
    let wide: Vec<i32> = (0..WIDE)
        .map(|place| {
            let of_row = |row: usize| i32::from(net.wide[row * WIDE + place]);
            let sum = rows.iter().map(|&row| of_row(usize::from(row))).sum::<i32>();
            (sum + of_row(net.wide.len() / WIDE - 1)).clamp(0, UNIT_WIDE)
        })
        .collect();
    let layer = |inputs: &[i32], weights: &[i16], biases: &[i32], unit: i32| -> Vec<i32> {
        let dot = |out: usize| inputs.iter().zip(&weights[out * inputs.len()..]).map(|(a, &b)| a * i32::from(b));
        (0..NARROW).map(|out| ((dot(out).sum::<i32>() + biases[out]) / unit).clamp(0, UNIT_NARROW)).collect()
    };
    let second = layer(&wide, &net.second, &net.second_bias, UNIT_WIDE * UNIT_WEIGHT / UNIT_NARROW);
    let third = layer(&second, &net.third, &net.third_bias, UNIT_WEIGHT);
    let last: i32 = third.iter().zip(&net.last[..NARROW]).map(|(a, &b)| a * i32::from(b)).sum();
    (last + net.last_bias[0]) / UNIT_WEIGHT
}
