//! One seat's net in floating point while it learns: forward, backward, and Adam.
//!
//! Everything happens on one thread in a fixed order, so that a training is the same however many threads take part. Another sort of
//! processor adds in other portions and ends in other weights.

mod batch;
mod samples;
mod parameters;

use anyhow::ensure;
use engine::net::weights::{
    BIAS_MAX, HEADS, Layers, NARROW, UNIT_FACTOR, UNIT_LOGIT, UNIT_NARROW, UNIT_WEIGHT, UNIT_WIDE, WEIGHT_MAX, WIDE,
};
use rules::{Rng, Seed};

use batch::{ActivationRanges, Batch};
use parameters::Parameters;

pub(super) use samples::{Samples, Target};

/// Settings of a net's training.
#[derive(Clone, Copy)]
pub(super) struct OptimizerConfig {
    /// Samples of one optimizer step.
    pub(super) batch: usize,
    /// The learning rate.
    pub(super) rate: f32,
    /// Number of times that each sample is used.
    pub(super) times: usize,
    /// The weight of a squared error of a factor beside the loss of the chance.
    pub(super) factor_weight: f32,
}

/// Sums of the first layer that are worked on together: all rows' weights for them fit the processor's own cache.
const BLOCK: usize = 64;
const BLOCKS: usize = WIDE / BLOCK;

/// A net and what it has learned so far.
#[derive(Clone)]
pub(super) struct Learner {
    rows: usize,
    /// Blocks of the first layer that take part: half of them until [`Learner::split`]. The others are zero.
    blocks: usize,
    /// Block after block: in each a line for each row, and the biases as the last one.
    pub(super) wide: Parameters,
    /// For each sum of the first layer its weights in all of the second; then biases.
    pub(super) second: Parameters,
    pub(super) third: Parameters,
    /// For each head a line of weights; then the heads' biases.
    pub(super) last: Parameters,
}

/// Fewer samples do not show that a unit is constant.
const SAMPLES_MIN: usize = 256;
/// Spread of fresh weights around zero, and fresh biases.
const WIDE_SPREAD: f32 = 0.12;
const SECOND_SPREAD: f32 = 0.12;
const THIRD_SPREAD: f32 = 0.3;
const WIDE_BIAS: f32 = 0.3;
const NARROW_BIAS: f32 = 0.1;
/// The mean factor of the stake by bombs, which fresh heads expect.
const FACTOR_BIAS: f32 = 1.25;

fn unit(rng: &mut Rng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0
}

impl Learner {
    /// Fresh random weights for a number of rows.
    pub(super) fn new(rows: usize, seed: Seed) -> Learner {
        let mut rng = seed.rng();
        let mut around = |count: usize, max: f32, spread: f32, bias: f32, biases: usize| {
            let mut left = count;
            Parameters::new(count, max, || {
                left -= 1;
                if left < biases { bias } else { unit(&mut rng) * spread }
            })
        };
        let weight_max = f32::from(WEIGHT_MAX) / UNIT_WEIGHT as f32;
        let wide_max = f32::from(i8::MAX) / UNIT_WIDE as f32;
        let mut learner = Learner {
            rows,
            blocks: BLOCKS / 2,
            // Some fifty rows are added up.
            wide: around((rows + 1) * WIDE, wide_max, WIDE_SPREAD, WIDE_BIAS, 0),
            second: around((WIDE + 1) * NARROW, weight_max, SECOND_SPREAD, NARROW_BIAS, NARROW),
            third: around((NARROW + 1) * NARROW, weight_max, THIRD_SPREAD, NARROW_BIAS, NARROW),
            last: around(HEADS * (NARROW + 1), weight_max, THIRD_SPREAD, 0.0, HEADS),
        };
        (0..BLOCKS).for_each(|block| {
            let biases = learner.place(block, rows);
            learner.wide.value[biases..biases + BLOCK].fill(WIDE_BIAS);
        });
        let used = learner.place(learner.blocks, 0);
        learner.wide.value[used..].fill(0.0);
        learner.second.value[learner.blocks * BLOCK * NARROW..WIDE * NARROW].fill(0.0);
        learner.begin_factors();
        learner
    }

    /// The heads of the factors begin at the mean: they move nothing below them until they have learned something.
    fn begin_factors(&mut self) {
        self.last.value[NARROW..HEADS * NARROW].fill(0.0);
        self.last.value[HEADS * NARROW + 1..].fill(FACTOR_BIAS);
    }

    /// Continues from a weights file.
    pub(super) fn of(net: &Layers) -> Learner {
        let rows = net.wide.len() / WIDE - 1;
        let mut learner = Learner::new(rows, Seed(0));
        learner.blocks = BLOCKS;
        for (place, &weight) in net.wide.iter().enumerate() {
            let (row, sum) = (place / WIDE, place % WIDE);
            let place = learner.place(sum / BLOCK, row) + sum % BLOCK;
            learner.wide.value[place] = f32::from(weight) / UNIT_WIDE as f32;
        }
        let layer = |numbers: &mut Parameters, weights: &[i16], biases: &[i32], inputs: usize, unit: i32| {
            for (place, &weight) in weights.iter().enumerate() {
                let (out, input) = (place / inputs, place % inputs);
                numbers.value[input * NARROW + out] = f32::from(weight) / UNIT_WEIGHT as f32;
            }
            for (out, &bias) in biases.iter().enumerate() {
                numbers.value[inputs * NARROW + out] = bias as f32 / unit as f32;
            }
        };
        layer(&mut learner.second, &net.second, &net.second_bias, WIDE, UNIT_WIDE * UNIT_WEIGHT);
        layer(&mut learner.third, &net.third, &net.third_bias, NARROW, UNIT_NARROW * UNIT_WEIGHT);
        let weights = net.last.iter().map(|&weight| f32::from(weight) / UNIT_WEIGHT as f32);
        let biases = net.last_bias.iter().map(|&bias| bias as f32 / (UNIT_NARROW * UNIT_WEIGHT) as f32);
        learner.last.value = weights.chain(biases).collect();
        learner
    }

    /// Number of sums that take part, for checkpoints.
    pub(super) fn sums(&self) -> u32 {
        (self.blocks * BLOCK) as u32
    }

    /// Number of sums that take part in what is restored.
    pub(super) fn resume(&mut self, sums: u32) -> anyhow::Result<()> {
        self.blocks = sums as usize / BLOCK;
        ensure!([BLOCKS / 2, BLOCKS].contains(&self.blocks), "{sums} sums take part in the training that was kept");
        Ok(())
    }

    /// True if there are sums that do not take part yet.
    pub(super) fn is_half_width(&self) -> bool {
        self.blocks < BLOCKS
    }

    /// Divides each sum into two that make the same together. The parts are unequal, so that they learn different things.
    pub(super) fn split(&mut self, seed: Seed) {
        let (wide, second) = (self.place(self.blocks, 0), self.blocks * BLOCK * NARROW);
        for (parameters, used) in [(&mut self.wide, wide), (&mut self.second, second)] {
            for part in [&mut parameters.value, &mut parameters.mean, &mut parameters.square] {
                part.copy_within(..used, used);
            }
        }
        let mut rng = seed.rng();
        let (old, new) = self.second.value[..2 * second].split_at_mut(second);
        for (old, new) in old.iter_mut().zip(new) {
            *new = *old * (0.5 + unit(&mut rng) / 4.0);
            *old -= *new;
        }
        self.blocks *= 2;
    }

    /// Where the weights of a row begin within a block of the first layer.
    fn place(&self, block: usize, row: usize) -> usize {
        (block * (self.rows + 1) + row) * BLOCK
    }

    /// Learns from all samples in a random order; answers the mean loss.
    pub(super) fn learn(&mut self, samples: &Samples, config: OptimizerConfig, seed: Seed) -> f64 {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut batch = Batch::new(self.rows, config.factor_weight);
        let mut rng = seed.rng();
        let (mut loss, mut taken) = (0.0, 0);
        for _ in 0..config.times {
            rng.shuffle(&mut order);
            for chosen in order.chunks(config.batch) {
                batch.open(samples, chosen);
                let scale = 1.0 / chosen.len() as f32;
                loss += batch.pass(self, |_, parameters, first, gradients| {
                    parameters.step(first, gradients, config.rate, scale);
                });
                taken += chosen.len();
            }
        }
        if taken >= SAMPLES_MIN {
            self.reinitialise_constant(&batch.seen, &mut rng);
        }
        loss / taken.max(1) as f64
    }

    /// Units that were constant over all samples have no gradient: their value moves into the next layer's biases, and they restart.
    fn reinitialise_constant(&mut self, seen: &ActivationRanges, rng: &mut Rng) {
        for (place, value) in seen.wide.constant() {
            self.second.fold_into_bias(place, WIDE, value);
            let (block, lane) = (place / BLOCK, place % BLOCK);
            for row in 0..=self.rows {
                let fresh = if row == self.rows { WIDE_BIAS } else { unit(rng) * WIDE_SPREAD };
                let place = self.place(block, row) + lane;
                self.wide.begin(place, fresh);
            }
        }
        let inputs = self.blocks * BLOCK;
        for (place, value) in seen.second.constant() {
            self.third.fold_into_bias(place, NARROW, value);
            (0..inputs).for_each(|input| self.second.begin(input * NARROW + place, unit(rng) * SECOND_SPREAD));
            self.second.begin(WIDE * NARROW + place, NARROW_BIAS);
        }
        for (place, value) in seen.third.constant() {
            for head in 0..HEADS {
                let constant = self.last.value[head * NARROW + place] * value;
                self.last.value[HEADS * NARROW + head] += constant;
                self.last.begin(head * NARROW + place, 0.0);
            }
            (0..NARROW).for_each(|input| self.third.begin(input * NARROW + place, unit(rng) * THIRD_SPREAD));
            self.third.begin(NARROW * NARROW + place, NARROW_BIAS);
        }
    }

    /// The net in small integers.
    pub(super) fn layers(&self) -> Layers {
        let short = |value: f32, unit: i32| (value * unit as f32).round() as i16;
        let long = |value: f32, unit: i32| ((value * unit as f32).round() as i32).clamp(-BIAS_MAX, BIAS_MAX);
        let turned = |parameters: &Parameters, inputs: usize| -> Vec<i16> {
            let weight = |out: usize, place: usize| short(parameters.value[place * NARROW + out], UNIT_WEIGHT);
            (0..NARROW).flat_map(|out| (0..inputs).map(move |place| weight(out, place))).collect()
        };
        let biases = |parameters: &Parameters, inputs: usize, unit: i32| -> Vec<i32> {
            line::<NARROW>(&parameters.value, inputs).iter().map(|&value| long(value, unit)).collect()
        };
        let row = |row: usize| (0..BLOCKS).flat_map(move |block| &self.wide.value[self.place(block, row)..][..BLOCK]);
        Layers {
            wide: (0..=self.rows).flat_map(row).map(|&value| (value * UNIT_WIDE as f32).round() as i8).collect(),
            second: turned(&self.second, WIDE),
            second_bias: biases(&self.second, WIDE, UNIT_WIDE * UNIT_WEIGHT),
            third: turned(&self.third, NARROW),
            third_bias: biases(&self.third, NARROW, UNIT_NARROW * UNIT_WEIGHT),
            last: self.last.value[..HEADS * NARROW].iter().map(|&value| short(value, UNIT_WEIGHT)).collect(),
            last_bias: self.last.value[HEADS * NARROW..]
                .iter()
                .map(|&value| long(value, UNIT_NARROW * UNIT_WEIGHT))
                .collect(),
        }
    }

    /// All that is learned, for checkpoints.
    pub(super) fn parameters(&mut self) -> [&mut Parameters; 4] {
        [&mut self.wide, &mut self.second, &mut self.third, &mut self.last]
    }
}

// All heads are quantised alike.
const _: () = assert!(UNIT_LOGIT == UNIT_NARROW && UNIT_FACTOR == UNIT_NARROW);

fn line<const N: usize>(values: &[f32], place: usize) -> &[f32; N] {
    values[place * N..].first_chunk().expect("the line lies within the layer")
}

#[cfg(test)]
mod tests;
