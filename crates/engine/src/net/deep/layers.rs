//! The numbers of a deep net, layer by layer, and their order in a file.

use super::super::features::SEAT_VIEW_FEATURES;
use super::super::weights::{BadWeights, HEADS, Reader, Rows, WIDE};
use super::forward::{Dense, Heads, PANEL};
use super::{BIAS_MAX, BLOCKS, DeepNet, FIRST_INPUT_MAX, HEAD_WEIGHTS_MAX, HIDDEN};
use super::{SHIFT_MAX, WEIGHT_MAX, WIDE_BIAS_MAX};

/// The numbers of one seat's deep net, layer by layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeepLayers {
    /// The weights of the first layer, row after row.
    pub wide: Vec<i8>,
    /// The biases of the first layer.
    pub wide_bias: Vec<i16>,
    /// The number at which each sum of the first layer is clipped, from 1 to 255. The clipped sum is multiplied by [`FIRST_INPUT_MAX`]
    /// divided by this number, rounded down.
    pub caps: Vec<u8>,
    /// The layer after the first, then two for each residual block.
    pub dense: Vec<DenseLayer>,
    /// The weights of the heads, head by head.
    pub heads: Vec<i16>,
    /// The biases of the heads.
    pub head_bias: [i32; HEADS],
    /// The exponent of the results' divisor, a power of two.
    pub head_shift: u8,
}

/// One layer after the first: a sum is shifted right by [`SUM_SHIFT`](super::SUM_SHIFT), multiplied by its scale, and divided by two
/// to the power of `shift`, to the nearest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DenseLayer {
    /// The weights, sum by sum.
    pub weights: Vec<i8>,
    /// The biases.
    pub bias: Vec<i32>,
    /// The scale of each sum.
    pub scale: Vec<u8>,
    /// The exponent of the scaled sums' divisor, a power of two.
    pub shift: u8,
}

/// Returns the size of one seat's deep net in a file.
pub(crate) const fn deep_bytes() -> usize {
    WIDE * SEAT_VIEW_FEATURES
        + 3 * WIDE
        + dense_bytes(WIDE)
        + 2 * BLOCKS * dense_bytes(HIDDEN)
        + HEADS * (2 * HIDDEN + 4)
        + 1
}

const fn dense_bytes(inputs: usize) -> usize {
    HIDDEN * inputs + 5 * HIDDEN + 1
}

/// Returns the inputs of a pair: neighbours in the layer after the first, otherwise two inputs that are `PANEL` apart.
const fn pair_inputs(inputs: usize, pair: usize) -> [usize; 2] {
    if inputs == WIDE {
        [2 * pair, 2 * pair + 1]
    } else {
        let first = pair / PANEL * 2 * PANEL + pair % PANEL;
        [first, first + PANEL]
    }
}

pub(crate) fn write_deep_net(body: &mut Vec<u8>, net: &DeepLayers) {
    let byte = |weight: &i8| weight.to_le_bytes()[0];
    body.extend(net.wide.iter().map(byte));
    net.wide_bias.iter().for_each(|bias| body.extend(bias.to_le_bytes()));
    body.extend(&net.caps);
    for layer in &net.dense {
        let inputs = layer.weights.len() / HIDDEN;
        for panel in 0..HIDDEN / PANEL {
            for number in 0..inputs / 2 {
                for out in panel * PANEL..(panel + 1) * PANEL {
                    body.extend(pair_inputs(inputs, number).map(|input| byte(&layer.weights[out * inputs + input])));
                }
            }
        }
        layer.bias.iter().for_each(|bias| body.extend(bias.to_le_bytes()));
        body.extend(&layer.scale);
        body.push(layer.shift);
    }
    net.heads.iter().for_each(|weight| body.extend(weight.to_le_bytes()));
    net.head_bias.iter().for_each(|bias| body.extend(bias.to_le_bytes()));
    body.push(net.head_shift);
}

impl Reader<'_> {
    pub(crate) fn read_deep_net(&mut self) -> Result<DeepNet, BadWeights> {
        let start = self.place();
        self.skip(WIDE * SEAT_VIEW_FEATURES);
        let biases = self.read_shorts(WIDE_BIAS_MAX as i16)?;
        let wide = Rows::new(self.file(), start, biases);
        let caps = Box::new(self.take::<WIDE>().map(i16::from));
        if caps.contains(&0) {
            return Err(BadWeights::out_of_range(0, 1..=255));
        }
        let gains = Box::new(caps.map(|cap| FIRST_INPUT_MAX / cap));
        let first = self.read_dense()?;
        let mut blocks = Vec::with_capacity(BLOCKS);
        for _ in 0..BLOCKS {
            blocks.push([self.read_dense()?, self.read_dense()?]);
        }
        let blocks = blocks.try_into().expect("it has as many");
        Ok(DeepNet { wide, caps, gains, first, blocks, heads: self.read_deep_heads()? })
    }

    fn read_dense<const PAIRS: usize>(&mut self) -> Result<Dense<PAIRS>, BadWeights> {
        let start = self.place();
        let weights = HIDDEN * 2 * PAIRS;
        if self.rest()[..weights].contains(&i8::MIN.to_le_bytes()[0]) {
            return Err(BadWeights::out_of_range(i32::from(i8::MIN), -WEIGHT_MAX..=WEIGHT_MAX));
        }
        self.skip(weights);
        let bias = Box::new(self.read_words(BIAS_MAX)?);
        let scale = Box::new(self.take::<HIDDEN>().map(i32::from));
        Ok(Dense { file: self.file().clone(), start, bias, scale, shift: self.read_shift()? })
    }

    fn read_deep_heads(&mut self) -> Result<Heads, BadWeights> {
        let mut weights = Box::new([[0; HIDDEN]; HEADS]);
        for head in weights.iter_mut() {
            *head = self.read_shorts(i16::MAX)?;
            let sum = head.iter().map(|&weight| i32::from(weight).abs()).sum();
            if sum > HEAD_WEIGHTS_MAX {
                return Err(BadWeights::out_of_range(sum, 0..=HEAD_WEIGHTS_MAX));
            }
        }
        Ok(Heads { weights, bias: self.read_words(BIAS_MAX >> 2)?, shift: self.read_shift()? })
    }

    fn read_shift(&mut self) -> Result<u32, BadWeights> {
        let [shift] = self.take();
        let (value, max) = (i32::from(shift), SHIFT_MAX as i32);
        if value > max { Err(BadWeights::out_of_range(value, 0..=max)) } else { Ok(u32::from(shift)) }
    }
}
