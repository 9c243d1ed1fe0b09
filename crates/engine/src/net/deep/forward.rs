//! The arithmetic of the deep nets. Inputs of a layer are 16 bits wide and travel in pairs, one pair a word of 32 bits: what a
//! processor multiplies and adds at once.

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, i16x32, i32x16, u8x32};

use super::super::accumulator::Sums;
use super::super::prediction::{FACTOR_MAX, Prediction};
use super::super::weights::{FileBytes, HEADS, UNIT_FACTOR, WIDE};
use super::{DeepNet, HIDDEN, INPUT_MAX, SUM_SHIFT, TOGETHER};

/// Number of sums of a layer that are added up together.
pub(super) const PANEL: usize = 16;
const PANELS: usize = HIDDEN / PANEL;

/// The weights from a layer to the next: read where they lie in the file, panel after panel, pair after pair of inputs.
#[derive(Clone, Debug)]
pub(super) struct Dense<const PAIRS: usize> {
    pub(super) file: FileBytes,
    pub(super) start: usize,
    pub(super) bias: Box<[i32; HIDDEN]>,
    /// The factor of each sum; the product is divided by two to the power of `shift`.
    pub(super) scale: Box<[i32; HIDDEN]>,
    pub(super) shift: u32,
}

/// The three results.
#[derive(Clone, Debug)]
pub(super) struct Heads {
    pub(super) weights: Box<[[i16; HIDDEN]; HEADS]>,
    pub(super) bias: [i32; HEADS],
    pub(super) shift: u32,
}

/// The sums of a layer for some plays.
type Layer<const PLAYS: usize> = [[i32; HIDDEN]; PLAYS];

impl<const PAIRS: usize> Dense<PAIRS> {
    fn panel(&self, panel: usize) -> &[[u8; 2 * PANEL]; PAIRS] {
        let bytes = &self.file.all()[self.start + panel * PAIRS * 2 * PANEL..];
        bytes.as_chunks().0.first_chunk().expect("the panel lies within the file")
    }

    /// The scaled sums of one panel for some plays.
    #[inline(always)]
    fn sums<S: Simd, const PLAYS: usize>(
        &self,
        simd: S,
        inputs: &[[i32; PAIRS]; PLAYS],
        panel: usize,
    ) -> [i32x16<S>; PLAYS] {
        let from = panel * PANEL;
        let mut sums = [i32x16::from_slice(simd, &self.bias[from..from + PANEL]); PLAYS];
        for (pair, weights) in self.panel(panel).iter().enumerate() {
            let narrow: i8x32<S> = u8x32::from_slice(simd, weights).bitcast();
            let (low, high) = narrow.widen();
            let weights: i16x32<S> = low.combine(high);
            for (sum, input) in sums.iter_mut().zip(inputs) {
                let both: i16x32<S> = i32x16::splat(simd, input[pair]).bitcast();
                *sum += both.pairwise_dot_product(weights);
            }
        }
        let scale = i32x16::from_slice(simd, &self.scale[from..from + PANEL]);
        let half = i32x16::splat(simd, 1 << self.shift >> 1);
        sums.map(|sum| ((sum >> SUM_SHIFT) * scale + half) >> self.shift)
    }
}

/// As inputs of the next layer: of each 32 sums one of the first 16 and one of the others are a pair.
#[inline(always)]
fn pairs<S: Simd, const PLAYS: usize>(simd: S, layer: &Layer<PLAYS>) -> [[i32; HIDDEN / 2]; PLAYS] {
    let mut packed = [[0; HIDDEN / 2]; PLAYS];
    for (packed, sums) in packed.iter_mut().zip(layer) {
        let (packed, sums) = (packed.as_chunks_mut::<PANEL>().0, sums.as_chunks::<{ 2 * PANEL }>().0);
        for (packed, sums) in packed.iter_mut().zip(sums) {
            let (low, high) = sums.split_at(PANEL);
            let low = i32x16::from_slice(simd, low) & i32x16::splat(simd, 0xFFFF);
            (low | (i32x16::from_slice(simd, high) << 16)).store_slice(packed);
        }
    }
    packed
}

// Inlined into each place that is compiled for one sort of processor, as the small nets are.
impl DeepNet {
    /// The first layer after a play, as pairs: neighbours are a pair.
    #[inline(always)]
    pub(super) fn input<S: Simd>(
        &self,
        simd: S,
        before: &Sums,
        came: &[u16],
        gone: &[u16],
        input: &mut [i32; WIDE / 2],
    ) {
        let mut sums = self.wide.sums(before, came, gone);
        for (sum, (&cap, &gain)) in sums.0.iter_mut().zip(self.caps.iter().zip(self.gains.iter())) {
            *sum = (*sum).clamp(0, cap).wrapping_mul(gain);
        }
        for (input, sums) in input.as_chunks_mut::<PANEL>().0.iter_mut().zip(sums.0.as_chunks::<{ 2 * PANEL }>().0) {
            let both: i32x16<S> = i16x32::from_slice(simd, sums).bitcast();
            both.store_slice(input);
        }
    }

    #[inline(always)]
    pub(super) fn predictions<S: Simd>(&self, simd: S, inputs: &[[i32; WIDE / 2]]) -> [Prediction; TOGETHER] {
        let mut found = [Prediction { logit: 0, won: UNIT_FACTOR, lost: UNIT_FACTOR }; TOGETHER];
        macro_rules! together {
            ($($plays:literal)*) => {
                match inputs.len() {
                    $($plays => {
                        let inputs: &[_; $plays] = inputs.first_chunk().expect("it has as many");
                        found[..$plays].copy_from_slice(&self.values(simd, inputs));
                    })*
                    plays => assert!(plays == 0, "{plays} plays are more than {TOGETHER}"),
                }
            };
        }
        together!(1 2 3 4 5 6);
        found
    }

    #[inline(always)]
    fn values<S: Simd, const PLAYS: usize>(&self, simd: S, inputs: &[[i32; WIDE / 2]; PLAYS]) -> [Prediction; PLAYS] {
        let [zero, max] = [0, INPUT_MAX].map(|limit| i32x16::splat(simd, limit));
        let mut stream = [[0; HIDDEN]; PLAYS];
        for panel in 0..PANELS {
            let sums = self.first.sums(simd, inputs, panel);
            for (stream, sum) in stream.iter_mut().zip(sums) {
                sum.max(zero).min(max).store_slice(&mut stream[panel * PANEL..][..PANEL]);
            }
        }
        for [inner, outer] in &self.blocks {
            let mut hidden = [[0; HIDDEN]; PLAYS];
            let inputs = pairs(simd, &stream);
            for panel in 0..PANELS {
                let sums = inner.sums(simd, &inputs, panel);
                for (hidden, sum) in hidden.iter_mut().zip(sums) {
                    sum.max(zero).min(max).store_slice(&mut hidden[panel * PANEL..][..PANEL]);
                }
            }
            let inputs = pairs(simd, &hidden);
            for panel in 0..PANELS {
                let sums = outer.sums(simd, &inputs, panel);
                for (stream, sum) in stream.iter_mut().zip(sums) {
                    let stream = &mut stream[panel * PANEL..][..PANEL];
                    let changed = i32x16::from_slice(simd, stream) + sum;
                    changed.max(zero - max).min(max).store_slice(stream);
                }
            }
        }
        stream.map(|stream| self.heads.prediction(&stream))
    }
}

impl Heads {
    #[inline(always)]
    fn prediction(&self, stream: &[i32; HIDDEN]) -> Prediction {
        let head = |head: usize| {
            let products = stream.iter().zip(&self.weights[head]).map(|(&sum, &weight)| sum * i32::from(weight));
            (products.fold(self.bias[head], i32::wrapping_add)) >> self.shift
        };
        let factor = |number| head(number).clamp(UNIT_FACTOR, FACTOR_MAX);
        Prediction { logit: head(0), won: factor(1), lost: factor(2) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fearless_simd::dispatch;
    use rules::Seed;

    use super::*;
    use crate::net::Weights;
    use crate::net::accumulator::tests::levels;
    use crate::net::features::SEAT_VIEW_FEATURES;

    #[test]
    fn the_same_whatever_the_processor_can_do_at_once() {
        let weights = Weights::shipped();
        let nets = weights.deep.as_ref().expect("the shipped weights have deep nets");
        let mut rng = Seed(1).rng();
        let mut values = BTreeSet::new();
        for number in 0..60 {
            let net = &nets[number % 3];
            let before = Sums(net.wide.biases);
            let rows: Vec<Vec<u16>> = (0..=number % TOGETHER)
                .map(|_| (0..rng.below(60)).map(|_| rng.below(SEAT_VIEW_FEATURES as u32) as u16).collect())
                .collect();
            let found: Vec<_> = levels()
                .into_iter()
                .map(|level| {
                    let mut inputs = [[0; WIDE / 2]; TOGETHER];
                    for (input, rows) in inputs.iter_mut().zip(&rows) {
                        dispatch!(level, simd => net.input(simd, &before, rows, &rows[..rows.len() / 4], input));
                    }
                    dispatch!(level, simd => net.predictions(simd, &inputs[..rows.len()]))
                })
                .collect();
            assert!(found.iter().all(|value| *value == found[0]), "{rows:?}: {found:?}");
            values.extend(found[0][..rows.len()].iter().map(|prediction| prediction.logit));
        }
        assert!(values.len() > 150, "{} different values", values.len());
    }
}
