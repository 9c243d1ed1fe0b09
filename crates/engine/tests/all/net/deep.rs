//! The deep nets' quick arithmetic is compared with one that was written to be obvious, in 64 bits, for ordinary weights and for the
//! largest that a file may have.

use engine::net::deep::{
    BATCH_MAX, BIAS_MAX, BLOCKS, DeepLayers, DenseLayer, FIRST_INPUT_MAX, HEAD_WEIGHTS_MAX, HIDDEN, INPUT_MAX,
    SHIFT_MAX, SUM_SHIFT, WIDE_BIAS_MAX,
};
use engine::net::features::SEAT_VIEW_FEATURES;
use engine::net::weights::{HEADS, Layout, UNIT_FACTOR, WIDE, Weights, write};
use engine::net::{Logit, NetInput, Prediction};
use rules::{Combo, Rng, Seat, Seed};

use super::{positions, random_nets};
use crate::game::rounds;

fn layer_sums(layer: &DenseLayer, inputs: &[i64]) -> Vec<i64> {
    let sum = |out: usize| {
        let weights = &layer.weights[out * inputs.len()..][..inputs.len()];
        let products: i64 = inputs.iter().zip(weights).map(|(&input, &weight)| input * i64::from(weight)).sum();
        let scaled = ((products + i64::from(layer.bias[out])) >> SUM_SHIFT) * i64::from(layer.scale[out]);
        (scaled + (1 << layer.shift >> 1)) >> layer.shift
    };
    (0..HIDDEN).map(sum).collect()
}

fn slow_prediction(net: &DeepLayers, scene: &NetInput, play: Option<Combo>) -> Prediction {
    let mut wide: Vec<i64> = net.wide_bias.iter().map(|&bias| i64::from(bias)).collect();
    scene.emit_features(play, |row| {
        for (place, sum) in wide.iter_mut().enumerate() {
            *sum += i64::from(net.wide[row * WIDE + place]);
        }
    });
    let clipped = wide.iter().zip(&net.caps).map(|(&sum, &cap)| {
        let cap = i64::from(cap);
        sum.clamp(0, cap) * (i64::from(FIRST_INPUT_MAX) / cap)
    });
    let max = i64::from(INPUT_MAX);
    let relu = |sums: Vec<i64>| -> Vec<i64> { sums.into_iter().map(|sum| sum.clamp(0, max)).collect() };
    let mut stream = relu(layer_sums(&net.dense[0], &clipped.collect::<Vec<_>>()));
    for block in net.dense[1..].chunks(2) {
        let change = layer_sums(&block[1], &relu(layer_sums(&block[0], &stream)));
        stream = stream.iter().zip(change).map(|(&sum, change)| (sum + change).clamp(-max, max)).collect();
    }
    let head = |head: usize| {
        let weights = &net.heads[head * HIDDEN..][..HIDDEN];
        let products: i64 = stream.iter().zip(weights).map(|(&sum, &weight)| sum * i64::from(weight)).sum();
        ((products + i64::from(net.head_bias[head])) >> net.head_shift) as i32
    };
    let factor = |factor: i32| factor.clamp(UNIT_FACTOR, 16 * UNIT_FACTOR);
    Prediction { logit: Logit(head(0)), won: factor(head(1)), lost: factor(head(2)) }
}

fn random_net(rng: &mut Rng) -> DeepLayers {
    let mut draw = |count: usize, max: i32| -> Vec<i32> {
        (0..count).map(|_| rng.below(2 * max as u32 + 1) as i32 - max).collect()
    };
    let bytes = |numbers: Vec<i32>| -> Vec<i8> { numbers.into_iter().map(|number| number as i8).collect() };
    let shorts = |numbers: Vec<i32>| -> Vec<i16> { numbers.into_iter().map(|number| number as i16).collect() };
    let positive =
        |numbers: Vec<i32>, from: i32| -> Vec<u8> { numbers.into_iter().map(|n| (from + n) as u8).collect() };
    let mut dense = |inputs: usize, shift: u8| DenseLayer {
        weights: bytes(draw(HIDDEN * inputs, 60)),
        bias: draw(HIDDEN, 1_000_000),
        scale: positive(draw(HIDDEN, 100), 110),
        shift,
    };
    let layers =
        std::iter::once(dense(WIDE, 9)).chain((0..2 * BLOCKS).map(|number| dense(HIDDEN, 8 + (number % 2) as u8)));
    let dense = layers.collect();
    DeepLayers {
        wide: bytes(draw(SEAT_VIEW_FEATURES * WIDE, 30)),
        wide_bias: shorts(draw(WIDE, 200)),
        caps: positive(draw(WIDE, 127), 128),
        dense,
        heads: shorts(draw(HEADS * HIDDEN, 400)),
        head_bias: [5_000, 9_000_000, 7_000_000],
        head_shift: 11,
    }
}

/// Returns the net with most numbers as large as a file may have.
fn extreme_net(mut net: DeepLayers) -> DeepLayers {
    let largest = |weight: i8| if weight < 0 { -127 } else { 127 };
    let signed = |bias: i32, max: i32| if bias < 0 { -max } else { max };
    net.wide.iter_mut().for_each(|weight| *weight = largest(*weight));
    net.wide_bias.iter_mut().for_each(|bias| *bias = signed(i32::from(*bias), WIDE_BIAS_MAX) as i16);
    for (number, layer) in net.dense.iter_mut().enumerate() {
        layer.weights.iter_mut().for_each(|weight| *weight = if number % 3 == 0 { 127 } else { largest(*weight) });
        layer.bias.iter_mut().for_each(|bias| *bias = signed(*bias, BIAS_MAX));
        layer.scale.fill(255);
        layer.shift = if number == 0 { 0 } else { (SHIFT_MAX / 3) as u8 };
    }
    let head = (HEAD_WEIGHTS_MAX / HIDDEN as i32) as i16;
    net.heads.iter_mut().for_each(|weight| *weight = if *weight < 0 { -head } else { head });
    net.head_bias = [BIAS_MAX >> 2, -(BIAS_MAX >> 2), BIAS_MAX >> 2];
    net
}

fn random_deep_nets(seed: Seed) -> [DeepLayers; 3] {
    let mut rng = seed.rng();
    Seat::ALL.map(|_| random_net(&mut rng))
}

fn weights(nets: &[DeepLayers; 3]) -> Weights {
    let small = Weights::read(&write(&random_nets(Seed(91)))).unwrap();
    let bytes = small.write_with_deep_nets(nets);
    assert_eq!(bytes.len(), Layout::Deep.file_bytes());
    let weights = Weights::read(&bytes).unwrap();
    assert_eq!((weights.layout(), weights.layers() == small.layers()), (Layout::Deep, true));
    weights
}

#[test]
fn quick_and_slow_arithmetic_agree() {
    for (nets, most_alike) in [(random_deep_nets(Seed(81)), 0.2), (random_deep_nets(Seed(82)).map(extreme_net), 1.0)] {
        let weights = weights(&nets);
        let (mut compared, mut values) = (0, std::collections::BTreeSet::new());
        for position in positions(rounds(2)) {
            let scene = NetInput::seat_view(&position.playing, &position.past);
            let net = &nets[position.playing.turn().index()];
            let deep = weights.deep_accumulator(scene).expect("there are deep nets");
            // Plays are valued in groups of different sizes.
            for plays in position.plays.chunks(1 + compared % BATCH_MAX).take(4) {
                let quick = deep.predictions(plays);
                for (&play, quick) in plays.iter().zip(quick) {
                    assert_eq!(quick, slow_prediction(net, &scene, play), "{play:?} in {scene:?}");
                    values.insert((quick.logit, quick.won, quick.lost));
                    compared += 1;
                }
            }
        }
        assert!(compared > 300, "{compared} values");
        assert!(compared as f64 * (1.0 - most_alike) <= values.len() as f64, "{} of {compared} differ", values.len());
    }
}

#[test]
fn results_have_the_recorded_digests() {
    // The digests come from this test. Every machine and every build must give the same.
    let weights = weights(&random_deep_nets(Seed(83)));
    let mut digest = 0u64;
    for position in positions(2) {
        let scene = NetInput::seat_view(&position.playing, &position.past);
        let plays = &position.plays[..position.plays.len().min(BATCH_MAX)];
        for prediction in &weights.deep_accumulator(scene).unwrap().predictions(plays)[..plays.len()] {
            for number in [prediction.logit.0, prediction.won, prediction.lost] {
                digest = digest.wrapping_mul(31).wrapping_add(number as u64);
            }
        }
    }
    assert_eq!((weights.digest(), digest), (11_621_011_566_601_810_943, 6_429_127_853_452_750_815));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let refusal = |change: fn(&mut DeepLayers)| {
        let mut nets = random_deep_nets(Seed(84));
        change(&mut nets[1]);
        let small = Weights::read(&write(&random_nets(Seed(91)))).unwrap();
        Weights::read(&small.write_with_deep_nets(&nets)).expect_err("a number is out of range").to_string()
    };
    type Change = fn(&mut DeepLayers);
    let changes: [(Change, &str); 6] = [
        (|net| net.wide_bias[3] = 4097, "weight 4097 is out of range: it may be -4096 to 4096"),
        (|net| net.caps[7] = 0, "weight 0 is out of range: it may be 1 to 255"),
        (|net| net.dense[2].weights[9] = -128, "weight -128 is out of range: it may be -127 to 127"),
        (|net| net.dense[4].bias[0] = BIAS_MAX + 1, "out of range"),
        (|net| net.dense[8].shift = 25, "weight 25 is out of range"),
        (|net| net.heads.fill(400), "weight 102400 is out of range: it may be 0 to 60000"),
    ];
    for (change, message) in changes {
        assert!(refusal(change).contains(message), "{} and not {message}", refusal(change));
    }
}
