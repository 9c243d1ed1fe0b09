//! The quick arithmetic is compared with one that was written to be obvious: a sum of all rows, layer by layer, in wide
//! integers.

use engine::net::weights::{Layers, NARROW, WIDE, Weights, write};
use engine::net::{Accumulator, Scene, chance};
use rules::{Combo, Seed};

use crate::game::rounds;
use crate::{positions, random_nets};

/// What the net says, computed plainly.
fn slow(net: &Layers, scene: &Scene, play: Option<Combo>) -> i32 {
    let biases = net.wide.len() - WIDE;
    let mut wide: Vec<i64> = net.wide[biases..].iter().map(|&bias| i64::from(bias)).collect();
    scene.features(play, |row| {
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
    let products = third.iter().zip(&net.last).map(|(&input, &weight)| input * i64::from(weight));
    ((products.sum::<i64>() + i64::from(net.last_bias)) / 256) as i32
}

#[test]
fn quick_and_slow_agree() {
    let nets = random_nets(Seed(91));
    let weights = Weights::read(&write(&nets)).unwrap();
    let (mut compared, mut values) = (0, std::collections::BTreeSet::new());
    for position in positions(rounds(12, 300)) {
        let seat = position.playing.turn().index();
        let closed = Scene::seat_view(&position.playing, &position.past);
        let open = Scene::full_information(&position.playing, &position.past);
        for (scene, net) in [(closed, &nets[seat]), (open, &nets[3 + seat])] {
            let accumulator = Accumulator::new(&weights, scene);
            for &play in &position.plays {
                let quick = accumulator.value(play);
                assert_eq!(quick, slow(net, &scene, play), "{play:?} in {scene:?}");
                values.insert(quick);
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000 && values.len() > 500, "{compared} values, {} of them different", values.len());
}

#[test]
fn the_same_on_every_machine() {
    // Made by this test: whatever the machine and the build, these weights make this of these positions.
    let weights = Weights::read(&write(&random_nets(Seed(92)))).unwrap();
    let mut digest = 0u64;
    for position in positions(3) {
        for scene in [
            Scene::seat_view(&position.playing, &position.past),
            Scene::full_information(&position.playing, &position.past),
        ] {
            let accumulator = Accumulator::new(&weights, scene);
            for &play in &position.plays {
                digest = digest.wrapping_mul(31).wrapping_add(accumulator.value(play) as u64);
            }
        }
    }
    assert_eq!((weights.digest(), digest), (9_354_709_887_957_376_025, 7_562_207_408_595_580_200));
}

#[test]
fn odds_become_chances() {
    for logit in (-12_000..=12_000).step_by(7) {
        let exact = 1.0 / (1.0 + (-f64::from(logit) / 1024.0).exp());
        let found = f64::from(chance(logit)) / 16384.0;
        assert!((found - exact).abs() < 0.002, "{logit}: {found} and not {exact}");
        assert_eq!(chance(logit) + chance(-logit), 16384, "{logit}");
    }
    assert_eq!(chance(0), 8192);
    assert!(chance(i32::MAX) <= 16384 && chance(i32::MIN) >= 0);
}
