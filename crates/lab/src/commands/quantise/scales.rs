//! The integers of a deep net. Most sums have a scale of their own, so that their weights use a byte well. The inputs of later layers have
//! scales set by the largest observed inputs.

use anyhow::ensure;
use engine::net::UNIT_LOGIT;
use engine::net::deep::{
    BIAS_MAX, DeepLayers, DenseLayer, FIRST_INPUT_MAX, HEAD_WEIGHTS_MAX, HIDDEN, INPUT_MAX, SHIFT_MAX, SUM_SHIFT,
    WEIGHT_MAX, WIDE_BIAS_MAX,
};
use engine::net::weights::{HEADS, WIDE};

use crate::float_net::{FloatLayer, FloatNet, LayerValues};

/// The largest observed outputs of the layers: of the stream, then of each block's inner layer.
#[derive(Default, Debug)]
pub(super) struct OutputRanges {
    stream: f32,
    inner: Vec<f32>,
}

impl OutputRanges {
    pub(super) fn observe(&mut self, layers: &LayerValues) {
        let largest = |outputs: &Vec<f32>| outputs.iter().fold(0f32, |most, output| most.max(output.abs()));
        self.inner.resize(layers.outputs.len() / 2, 0.0);
        for (place, outputs) in layers.outputs.iter().enumerate() {
            let known = if place % 2 == 0 { &mut self.stream } else { &mut self.inner[place / 2] };
            *known = known.max(largest(outputs));
        }
    }
}

/// The share of the range that the largest observed value takes. The rest is room for rare positions.
const RANGE_SHARE: f64 = 0.6;

pub(super) fn integer_layers(net: &FloatNet, ranges: &OutputRanges) -> anyhow::Result<DeepLayers> {
    let unit = |most: f32| RANGE_SHARE * f64::from(INPUT_MAX) / f64::from(most.max(1e-3));
    let stream = unit(ranges.stream);
    let (wide, wide_bias, caps) = first_layer(&net.wide)?;
    // A full sum of the first layer is its cap times its gain, at most `FIRST_INPUT_MAX`.
    let full = |sum: usize| f64::from(caps[sum]) * f64::from(FIRST_INPUT_MAX / i16::from(caps[sum]));
    let mut dense = vec![dense_layer(&net.dense[0], full, stream)?];
    for (block, &inner) in net.dense[1..].chunks(2).zip(&ranges.inner) {
        dense.push(dense_layer(&block[0], |_| stream, unit(inner))?);
        dense.push(dense_layer(&block[1], |_| unit(inner), stream)?);
    }
    let (heads, head_bias, head_shift) = heads(&net.heads, stream)?;
    Ok(DeepLayers { wide, wide_bias, caps, dense, heads, head_bias, head_shift })
}

/// Returns the weights, the biases and the caps of the first layer: each sum is clipped at its cap, which represents 1.
fn first_layer(wide: &FloatLayer) -> anyhow::Result<(Vec<i8>, Vec<i16>, Vec<u8>)> {
    let mut caps = Vec::new();
    for sum in 0..WIDE {
        let weights = wide.weights.iter().skip(sum).step_by(WIDE);
        let most = weights.fold(0f32, |most, weight| most.max(weight.abs()));
        let of_bias = WIDE_BIAS_MAX as f32 / wide.bias[sum].abs().max(1e-3);
        let cap = (WEIGHT_MAX as f32 / most.max(1e-3)).min(of_bias).floor().min(255.0);
        ensure!(cap >= 4.0, "sum {sum} of the first layer has a weight of {most}: a byte cannot hold it");
        caps.push(cap as u8);
    }
    let weights = wide.weights.chunks(WIDE).flat_map(|row| row.iter().zip(&caps));
    let weights = weights.map(|(weight, &cap)| (weight * f32::from(cap)).round() as i8).collect();
    let bias = wide.bias.iter().zip(&caps).map(|(bias, &cap)| (bias * f32::from(cap)).round() as i16).collect();
    Ok((weights, bias, caps))
}

/// Returns a layer in which an input of `unit_in` and an output of `unit_out` represent 1.
fn dense_layer(floats: &FloatLayer, unit_in: impl Fn(usize) -> f64, unit_out: f64) -> anyhow::Result<DenseLayer> {
    let inputs = floats.weights.len() / HIDDEN;
    // The weights by output, for scaled inputs.
    let by_output: Vec<Vec<f64>> = (0..HIDDEN)
        .map(|out| (0..inputs).map(|input| f64::from(floats.weights[input * HIDDEN + out]) / unit_in(input)).collect())
        .collect();
    let least_scale = |out: usize, shift: u32| {
        let of_one = unit_out * f64::from(1u32 << (SUM_SHIFT + shift));
        let most = by_output[out].iter().fold(0f64, |most, weight| most.max(weight.abs()));
        let of_bias = f64::from(floats.bias[out].abs()) / f64::from(BIAS_MAX / 2);
        (of_one * (most / f64::from(WEIGHT_MAX)).max(of_bias)).ceil().max(1.0)
    };
    let most = |shift: u32| (0..HIDDEN).map(|out| least_scale(out, shift)).fold(0.0, f64::max);
    let shift = (0..=SHIFT_MAX - SUM_SHIFT).rev().find(|&shift| most(shift) <= 255.0);
    let shift = shift.ok_or_else(|| anyhow::anyhow!("a layer's weights are too large for its scales"))?;
    let mut layer = DenseLayer { weights: Vec::new(), bias: Vec::new(), scale: Vec::new(), shift: shift as u8 };
    for (out, weights) in by_output.iter().enumerate() {
        let scale = least_scale(out, shift);
        let unit = unit_out * f64::from(1u32 << (SUM_SHIFT + shift)) / scale;
        layer.weights.extend(weights.iter().map(|weight| (weight * unit).round() as i8));
        // Half of 2^SUM_SHIFT is added, so that the later shift rounds to the nearest.
        layer.bias.push((f64::from(floats.bias[out]) * unit).round() as i32 + (1 << SUM_SHIFT >> 1));
        layer.scale.push(scale as u8);
    }
    Ok(layer)
}

fn heads(floats: &FloatLayer, unit_in: f64) -> anyhow::Result<(Vec<i16>, [i32; HEADS], u8)> {
    let unit = |shift: u32| f64::from(UNIT_LOGIT) * f64::from(1u32 << shift);
    let of_head =
        |head: usize| floats.weights.iter().skip(head).step_by(HEADS).map(|&weight| f64::from(weight) / unit_in);
    let fits = |shift: u32| {
        (0..HEADS).all(|head| {
            // Rounding adds half a unit to each weight at most.
            let sum = of_head(head).map(|weight| (weight * unit(shift)).abs() + 0.5).sum::<f64>();
            sum < f64::from(HEAD_WEIGHTS_MAX)
                && f64::from(floats.bias[head].abs()) * unit(shift) < f64::from(BIAS_MAX / 8)
        })
    };
    let shift = (0..20).rev().find(|&shift| fits(shift));
    let shift = shift.ok_or_else(|| anyhow::anyhow!("the weights of a head are too large"))?;
    let weights = (0..HEADS).flat_map(of_head).map(|weight| (weight * unit(shift)).round() as i16).collect();
    let half = 1i32 << shift >> 1;
    let bias = [0, 1, 2].map(|head: usize| (f64::from(floats.bias[head]) * unit(shift)).round() as i32 + half);
    Ok((weights, bias, shift as u8))
}
