//! A deep net as its training writes it: 32-bit floats, layer after layer, each layer's weights by input.

use engine::net::deep::{BLOCKS, HIDDEN};
use engine::net::features::SEAT_VIEW_FEATURES;
use engine::net::weights::{HEADS, WIDE};

/// Why bytes are no deep net.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadNet {
    #[error("a deep net has {expected} bytes, this file has {found}")]
    Size { expected: usize, found: usize },
    #[error("number {place} is {value}: weights are finite and within ±1000")]
    Value { place: usize, value: String },
}

/// A layer: for each input the weights to all outputs, and the biases.
pub(super) struct Floats {
    pub(super) weights: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// One seat's net.
pub(super) struct FloatNet {
    pub(super) wide: Floats,
    /// The layer behind the first, then two for each residual block.
    pub(super) dense: Vec<Floats>,
    pub(super) heads: Floats,
}

/// All sums of a net for one play.
pub(super) struct Layers {
    /// Of each layer the outputs that the next one takes in: the stream before a block, and the block's inner layer, by turns.
    pub(super) outputs: Vec<Vec<f32>>,
    /// The logarithm of the odds, and the two factors.
    pub(super) heads: [f64; HEADS],
}

impl Floats {
    fn out(&self, inputs: &[f32]) -> Vec<f32> {
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
    pub(super) fn read(bytes: &[u8]) -> Result<FloatNet, BadNet> {
        let sizes = [(SEAT_VIEW_FEATURES, WIDE), (WIDE, HIDDEN)].into_iter();
        let sizes: Vec<_> = sizes.chain([(HIDDEN, HIDDEN); 2 * BLOCKS]).chain([(HIDDEN, HEADS)]).collect();
        let expected = 4 * sizes.iter().map(|(inputs, outputs)| (inputs + 1) * outputs).sum::<usize>();
        if bytes.len() != expected {
            return Err(BadNet::Size { expected, found: bytes.len() });
        }
        let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if let Some(place) = numbers.iter().position(|number| !number.is_finite() || number.abs() > 1000.0) {
            return Err(BadNet::Value { place, value: numbers[place].to_string() });
        }
        let mut rest = numbers.as_slice();
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken.to_vec()
        };
        let mut layers: Vec<Floats> = sizes
            .iter()
            .map(|&(inputs, outputs)| Floats { weights: take(inputs * outputs), bias: take(outputs) })
            .collect();
        let heads = layers.pop().expect("the list is not empty");
        let dense = layers.split_off(1);
        let wide = layers.pop().expect("the first is left");
        Ok(FloatNet { wide, dense, heads })
    }

    /// Computes a play from the rows of its situation.
    pub(super) fn trace(&self, rows: &[usize]) -> Layers {
        let mut wide = self.wide.bias.clone();
        for &row in rows {
            wide.iter_mut().zip(&self.wide.weights[row * WIDE..]).for_each(|(sum, weight)| *sum += weight);
        }
        wide.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
        let relu = |mut sums: Vec<f32>| {
            sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            sums
        };
        let mut stream = relu(self.dense[0].out(&wide));
        let mut outputs = Vec::new();
        for block in self.dense[1..].chunks(2) {
            let inner = relu(block[0].out(&stream));
            let change = block[1].out(&inner);
            outputs.push(stream.clone());
            outputs.push(inner);
            stream.iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
        }
        let out = self.heads.out(&stream);
        outputs.push(stream);
        Layers { outputs, heads: [f64::from(out[0]), f64::from(out[1]), f64::from(out[2])] }
    }
}
