//! The quick arithmetic of the small nets is compared with a plain one: layer by layer, in 64 bits.

use engine::net::weights::{HEADS, Layers, Layout, NARROW, UNIT_FACTOR, WIDE, Weights, write};
use engine::net::{Accumulator, Logit, NetInput, Objective, Prediction, SCORE_ONE};
use rules::{Combo, Ruleset, Seed};

use super::{positions, positions_of, random_nets, random_nets_of};
use crate::game::rounds;

fn slow_heads(net: &Layers, scene: &NetInput, play: Option<Combo>) -> [i32; HEADS] {
    let biases = net.wide.len() - WIDE;
    let mut wide: Vec<i64> = net.wide[biases..].iter().map(|&bias| i64::from(bias)).collect();
    scene.emit_features(play, |row| {
        for (place, sum) in wide.iter_mut().enumerate() {
            *sum += i64::from(net.wide[row * WIDE + place]);
        }
    });
    let layer = |inputs: &[i64], weights: &[i16], biases: &[i32], unit: i64| -> Vec<i64> {
        let sum = |out: usize| -> i64 {
            let products =
                inputs.iter().zip(&weights[out * inputs.len()..]).map(|(&input, &weight)| input * i64::from(weight));
            products.sum::<i64>() + i64::from(biases[out])
        };
        (0..NARROW).map(|out| (sum(out) / unit).clamp(0, 1024)).collect()
    };
    let wide: Vec<i64> = wide.into_iter().map(|sum| sum.clamp(0, 128)).collect();
    let second = layer(&wide, &net.second, &net.second_bias, 32);
    let third = layer(&second, &net.third, &net.third_bias, 256);
    std::array::from_fn(|head| {
        let weights = &net.last[head * NARROW..(head + 1) * NARROW];
        let products = third.iter().zip(weights).map(|(&input, &weight)| input * i64::from(weight));
        ((products.sum::<i64>() + i64::from(net.last_bias[head])) / 256) as i32
    })
}

#[test]
fn quick_and_slow_arithmetic_agree() {
    let nets = random_nets(Seed(91));
    let weights = Weights::read(&write(&nets)).unwrap();
    let (mut compared, mut values) = (0, std::collections::BTreeSet::new());
    for position in positions(rounds(12)) {
        let seat = position.playing.turn().index();
        let closed = NetInput::seat_view(&position.playing, &position.past);
        let open = NetInput::full_information(&position.playing, &position.past);
        for (scene, net) in [(closed, &nets[seat]), (open, &nets[3 + seat])] {
            let accumulator = Accumulator::new(&weights, scene);
            for &play in &position.plays {
                let Logit(quick) = accumulator.value(play);
                let [logit, won, lost] = slow_heads(net, &scene, play);
                assert_eq!(quick, logit, "{play:?} in {scene:?}");
                let factor = |head: i32| head.clamp(UNIT_FACTOR, 16 * UNIT_FACTOR);
                let prediction = Prediction { logit: Logit(logit), won: factor(won), lost: factor(lost) };
                assert_eq!(accumulator.prediction(play), prediction, "{play:?} in {scene:?}");
                values.insert(quick);
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000 && values.len() > 500, "{compared} values, {} of them different", values.len());
}

#[test]
fn results_have_the_recorded_digests() {
    // The digests come from this test. Every machine and every build must give the same.
    let natural = (Layout::Natural, vec![positions(12)], [13_256_970_103_447_383_430, 4_654_972_242_724_811_863]);
    let wild = Ruleset::WILD.map(|rules| positions_of(rules, 6)).into();
    let wild = (Layout::Wild, wild, [2_293_528_597_758_864_388, 7_019_309_436_220_256_220]);
    for (layout, positions, expected) in [natural, wild] {
        let weights = Weights::read(&write(&random_nets_of(layout, Seed(92)))).unwrap();
        let mut digest = 0u64;
        for position in positions.iter().flatten() {
            let closed = NetInput::seat_view(&position.playing, &position.past);
            let open = NetInput::full_information(&position.playing, &position.past);
            for scene in [Some(closed), weights.has_full_information().then_some(open)].into_iter().flatten() {
                let accumulator = Accumulator::new(&weights, scene);
                for &play in &position.plays {
                    digest = digest.wrapping_mul(31).wrapping_add(accumulator.value(play).0 as u64);
                }
            }
        }
        assert_eq!([weights.digest(), digest], expected);
    }
}

#[test]
fn a_logit_becomes_its_chance() {
    for logit in (-12_000..=12_000).step_by(7) {
        let exact = 1.0 / (1.0 + (-f64::from(logit) / 1024.0).exp());
        let found = f64::from(Logit(logit).chance()) / 16384.0;
        assert!((found - exact).abs() < 0.002, "{logit}: {found} and not {exact}");
        assert_eq!(Logit(logit).chance() + Logit(-logit).chance(), 16384, "{logit}");
    }
    assert_eq!(Logit(0).chance(), 8192);
    assert!(Logit(i32::MAX).chance() <= 16384 && Logit(i32::MIN).chance() >= 0);
}

#[test]
fn an_expected_score_is_the_sum_of_its_parts() {
    for logit in (-9_000..=9_000).step_by(37) {
        let wins = 1.0 / (1.0 + (-f64::from(logit) / 1024.0).exp());
        for (won, lost) in [(1024, 1024), (2048, 1100), (1500, 16 * 1024)] {
            let exact = wins * f64::from(won) / 1024.0 - (1.0 - wins) * f64::from(lost) / 1024.0;
            let found = f64::from(Prediction { logit: Logit(logit), won, lost }.score()) / f64::from(SCORE_ONE);
            assert!((found - exact).abs() < 1e-3, "{logit} {won} {lost}: {found} and not {exact}");
        }
    }
    // Even at the limits of the odds the score stays within one stake.
    for logit in [i32::MAX, i32::MIN] {
        let score = Prediction { logit: Logit(logit), won: UNIT_FACTOR, lost: UNIT_FACTOR }.score();
        assert!(score.abs() <= SCORE_ONE && score.abs() > SCORE_ONE * 999 / 1000, "{score}");
    }
}

#[test]
fn an_own_bomb_doubles_the_score_and_not_the_chance() {
    let prediction = Prediction { logit: Logit(700), won: 1200, lost: 1300 };
    let read = |text: &str| Ruleset::CLASSIC.read(text.parse().unwrap());
    let [bomb, single] = ["4444", "4"].map(read);
    assert_eq!(prediction.value(Objective::Score, bomb), 2 * prediction.value(Objective::Score, single));
    assert_eq!(prediction.value(Objective::Wins, bomb), prediction.value(Objective::Wins, single));
    // In some rulesets a bomb with wild cards multiplies by more than two.
    assert_eq!(prediction.scaled_value(Objective::Score, 4), 4 * prediction.value(Objective::Score, single));
    assert_eq!(prediction.scaled_value(Objective::Wins, 4), 700);
}
