//! A deep net as its training writes it: 32-bit floats, layer after layer, first the weights by input and then the biases.

use anyhow::{bail, ensure};
use engine::net::deep::{BLOCKS, HIDDEN};
use engine::net::features::SEAT_VIEW_FEATURES;
use engine::net::weights::{HEADS, Layers as SmallLayers, NARROW, UNIT_NARROW, UNIT_WEIGHT, UNIT_WIDE, WIDE};
use rules::Rng;

/// A layer: for each input the weights to all outputs, and the biases.
pub(crate) struct FloatLayer {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

pub(crate) struct FloatNet {
    pub(crate) wide: FloatLayer,
    /// The layer after the first, then two for each residual block.
    pub(crate) dense: Vec<FloatLayer>,
    pub(crate) heads: FloatLayer,
}

/// The values of a net's layers for one play.
pub(crate) struct LayerValues {
    /// The inputs of each later layer: alternately the stream before a block or the heads, and the block's inner layer.
    pub(crate) outputs: Vec<Vec<f32>>,
    /// The log odds to win, and the factors of later bombs for a win and for a loss.
    pub(crate) heads: [f64; HEADS],
}

impl FloatLayer {
    fn zero(inputs: usize, outputs: usize) -> FloatLayer {
        FloatLayer { weights: vec![0.0; inputs * outputs], bias: vec![0.0; outputs] }
    }

    /// Returns a hidden layer of random weights, of a size that keeps the values about equally large from layer to
    /// layer.
    fn random(inputs: usize, rng: &mut Rng) -> FloatLayer {
        let most = (6.0 / inputs as f32).sqrt();
        let mut weight = || (rng.below(1 << 16) as f32 / 32768.0 - 1.0) * most;
        FloatLayer { weights: (0..inputs * HIDDEN).map(|_| weight()).collect(), bias: vec![0.0; HIDDEN] }
    }

    fn set_sum(&mut self, out: usize, weights: impl IntoIterator<Item = f32>, bias: f32) {
        let outputs = self.bias.len();
        weights.into_iter().enumerate().for_each(|(input, weight)| self.weights[input * outputs + out] = weight);
        self.bias[out] = bias;
    }

    /// Sets two sums z and z − 1: relu(z) − relu(z − 1) is a sum clipped to 0…1.
    fn set_clipped(&mut self, out: usize, weights: impl Iterator<Item = f32> + Clone, bias: f32) {
        self.set_sum(out, weights.clone(), bias);
        self.set_sum(NARROW + out, weights, bias - 1.0);
    }

    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let mut sums = self.bias.clone();
        for (&input, weights) in inputs.iter().zip(self.weights.chunks(self.bias.len())) {
            if input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums
    }
}

impl FloatNet {
    /// Returns a small net in the form of a deep one, with about the same values. A layer clipped to 0…1 is two sums, relu(z) − relu(z − 1). Unused
    /// sums begin at random and do not reach an output yet.
    pub(crate) fn of_small_net(small: &SmallLayers, rng: &mut Rng) -> FloatNet {
        let unit = |numbers: &[i8]| numbers.iter().map(|&number| f32::from(number) / UNIT_WIDE as f32).collect();
        let (rows, bias) = small.wide.split_at(SEAT_VIEW_FEATURES * WIDE);
        let wide = FloatLayer { weights: unit(rows), bias: unit(bias) };
        let mut dense = vec![FloatLayer::random(WIDE, rng)];
        for _ in 0..BLOCKS {
            dense.extend([FloatLayer::random(HIDDEN, rng), FloatLayer::zero(HIDDEN, HIDDEN)]);
        }
        let weight = |weight: i16| f32::from(weight) / UNIT_WEIGHT as f32;
        let bias = |bias: i32, unit: i32| bias as f32 / (unit * UNIT_WEIGHT) as f32;
        for out in 0..NARROW {
            // Second layer: sums 0 to 63 of the stream.
            let weights = &small.second[out * WIDE..][..WIDE];
            dense[0].set_clipped(out, weights.iter().map(|&of| weight(of)), bias(small.second_bias[out], UNIT_WIDE));
            // Third layer: 64 inner sums of the first block, which adds their differences to sums 64 to 95 of the stream.
            let weights = &small.third[out * NARROW..][..NARROW];
            let both = weights.iter().map(|&of| weight(of)).chain(weights.iter().map(|&of| -weight(of)));
            let both = both.chain([0.0; HIDDEN - 2 * NARROW]);
            dense[1].set_clipped(out, both, bias(small.third_bias[out], UNIT_NARROW));
            dense[0].set_sum(2 * NARROW + out, [0.0; WIDE], 0.0);
            dense[2].weights[out * HIDDEN + 2 * NARROW + out] = 1.0;
            dense[2].weights[(NARROW + out) * HIDDEN + 2 * NARROW + out] = -1.0;
        }
        let mut heads = FloatLayer::zero(HIDDEN, HEADS);
        for head in 0..HEADS {
            let gaps = || [0.0; 2 * NARROW].into_iter();
            let weights = small.last[head * NARROW..][..NARROW].iter().map(|&of| weight(of));
            heads.set_sum(head, gaps().chain(weights), bias(small.last_bias[head], UNIT_NARROW));
        }
        FloatNet { wide, dense, heads }
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let layers = [&self.wide].into_iter().chain(&self.dense).chain([&self.heads]);
        layers
            .flat_map(|layer| layer.weights.iter().chain(&layer.bias))
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    pub(crate) fn read(bytes: &[u8]) -> anyhow::Result<FloatNet> {
        let sizes = [(SEAT_VIEW_FEATURES, WIDE), (WIDE, HIDDEN)].into_iter();
        let sizes: Vec<_> = sizes.chain([(HIDDEN, HIDDEN); 2 * BLOCKS]).chain([(HIDDEN, HEADS)]).collect();
        let expected = 4 * sizes.iter().map(|(inputs, outputs)| (inputs + 1) * outputs).sum::<usize>();
        let found = bytes.len();
        ensure!(found == expected, "a deep net has {expected} bytes, this file has {found}");
        let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if let Some(place) = numbers.iter().position(|number| !number.is_finite() || number.abs() > 1000.0) {
            bail!("number {place} is {}: weights are finite and within ±1000", numbers[place]);
        }
        let mut rest = numbers.as_slice();
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken.to_vec()
        };
        let mut layers: Vec<FloatLayer> = sizes
            .iter()
            .map(|&(inputs, outputs)| FloatLayer { weights: take(inputs * outputs), bias: take(outputs) })
            .collect();
        let heads = layers.pop().expect("the list is not empty");
        let dense = layers.split_off(1);
        let wide = layers.pop().expect("the first is left");
        Ok(FloatNet { wide, dense, heads })
    }

    pub(crate) fn trace(&self, rows: &[usize]) -> LayerValues {
        let mut wide = self.wide.bias.clone();
        for &row in rows {
            wide.iter_mut().zip(&self.wide.weights[row * WIDE..]).for_each(|(sum, weight)| *sum += weight);
        }
        wide.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
        let relu = |mut sums: Vec<f32>| {
            sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            sums
        };
        let mut stream = relu(self.dense[0].apply(&wide));
        let mut outputs = Vec::new();
        for block in self.dense[1..].chunks(2) {
            let inner = relu(block[0].apply(&stream));
            let change = block[1].apply(&inner);
            outputs.push(stream.clone());
            outputs.push(inner);
            stream.iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
        }
        let out = self.heads.apply(&stream);
        outputs.push(stream);
        LayerValues { outputs, heads: [f64::from(out[0]), f64::from(out[1]), f64::from(out[2])] }
    }
}

#[cfg(test)]
mod tests {
    use engine::game_state::GameState;
    use engine::net::{Accumulator, NetInput, Past, UNIT_LOGIT, Weights};
    use rules::{Chair, Deal, Plays, Ruleset, Seat, Seed};

    use super::*;

    #[test]
    fn a_small_net_in_deep_form_gives_its_values() {
        let weights = Weights::shipped();
        let net = FloatNet::of_small_net(&weights.layers()[0], &mut Seed(1).rng());
        let net = FloatNet::read(&net.write()).unwrap();
        let deal = Deal::shuffled(&mut Seed(2).rng());
        let mut hands = Chair::ALL.map(|chair| deal.hand(chair));
        hands[0] = hands[0].plus(deal.bottom()).unwrap();
        let (state, past) = (GameState::new(hands, Seat::Landlord, None), Past::start(deal.bottom()));
        let scene = NetInput::seat_view(&state, &past);
        let accumulator = Accumulator::new(&weights, scene);
        let mut plays = Plays::new();
        for &play in plays.fill(&Ruleset::CLASSIC, hands[0], state.trick()) {
            let mut rows = Vec::new();
            scene.emit_features(Some(play), |row| rows.push(row));
            let (rounded, found) = (accumulator.prediction(Some(play)), net.trace(&rows).heads);
            for (rounded, found) in [rounded.logit.0, rounded.won, rounded.lost].into_iter().zip(found) {
                // The small net rounds, and its factors are at least 1.
                let rounded = f64::from(rounded) / f64::from(UNIT_LOGIT);
                assert!(
                    (rounded - found).abs() < 0.02 || (rounded == 1.0 && found < 1.02),
                    "{play}: {rounded}, {found}"
                );
            }
        }
    }
}
