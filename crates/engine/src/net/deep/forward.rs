//! The arithmetic of the deep nets. Inputs of a layer have 16 bits and are packed in pairs, one pair in a word of 32 bits: processors
//! multiply and add such pairs at once.

use std::array;

use fearless_simd::prelude::*;
use fearless_simd::{i8x32, i16x32, i32x16, u8x32};

use super::super::accumulator::Sums;
use super::super::prediction::{FACTOR_MAX, Logit, Prediction};
use super::super::weights::{FileBytes, HEADS, UNIT_FACTOR, WIDE};
use super::{BATCH_MAX, DeepNet, HIDDEN, INPUT_MAX, SUM_SHIFT};

/// The number of sums of a panel.
pub(super) const PANEL: usize = 16;
const PANELS: usize = HIDDEN / PANEL;
/// The most plays for which four panels are computed side by side.
const PLAYS_FEW: usize = 3;

/// A layer after the first. Its weights are read directly from the file: panel after panel, in each panel pair after pair of inputs.
#[derive(Clone, Debug)]
pub(super) struct Dense<const PAIRS: usize> {
    pub(super) file: FileBytes,
    pub(super) start: usize,
    pub(super) bias: Box<[i32; HIDDEN]>,
    /// The factor of each shifted sum; the product is divided by two to the power of `shift`.
    pub(super) scale: Box<[i32; HIDDEN]>,
    pub(super) shift: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Heads {
    pub(super) weights: Box<[[i16; HIDDEN]; HEADS]>,
    pub(super) bias: [i32; HEADS],
    pub(super) shift: u32,
}

type Layer<const PLAYS: usize> = [[i32; HIDDEN]; PLAYS];

impl<const PAIRS: usize> Dense<PAIRS> {
    fn panel(&self, panel: usize) -> &[[u8; 2 * PANEL]; PAIRS] {
        let bytes = &self.file.bytes()[self.start + panel * PAIRS * 2 * PANEL..];
        bytes.as_chunks().0.first_chunk().expect("the panel lies within the file")
    }

    /// Calls `take` with the scaled sums of each panel for some plays.
    #[inline(always)]
    fn each_panel<S: Simd, const PLAYS: usize>(
        &self,
        simd: S,
        inputs: &[[i32; PAIRS]; PLAYS],
        take: impl FnMut(usize, [i32x16<S>; PLAYS]),
    ) {
        // Each addition to a sum waits for the one before. Panels side by side keep a processor with wide registers busy.
        if <S::i32s as SimdBase<S>>::LEN < PANEL {
            self.compute_panels::<S, PLAYS, 1>(simd, inputs, take);
        } else if PLAYS > PLAYS_FEW {
            self.compute_panels::<S, PLAYS, 2>(simd, inputs, take);
        } else {
            self.compute_panels::<S, PLAYS, 4>(simd, inputs, take);
        }
    }

    #[inline(always)]
    fn compute_panels<S: Simd, const PLAYS: usize, const SIDE: usize>(
        &self,
        simd: S,
        inputs: &[[i32; PAIRS]; PLAYS],
        mut take: impl FnMut(usize, [i32x16<S>; PLAYS]),
    ) {
        const { assert!(PANELS.is_multiple_of(SIDE)) };
        let nonzero = NonzeroPairs::of(simd, inputs);
        for first in (0..PANELS).step_by(SIDE) {
            let panels: [_; SIDE] = array::from_fn(|side| self.panel(first + side));
            let mut sums: [_; SIDE] = array::from_fn(|side| [panel_lanes(simd, &self.bias, first + side); PLAYS]);
            for &pair in nonzero.as_slice() {
                let pair = usize::from(pair);
                for (sums, panel) in sums.iter_mut().zip(panels) {
                    add_products(simd, sums, inputs, pair, &panel[pair]);
                }
            }
            for (side, sums) in sums.into_iter().enumerate() {
                take(first + side, self.scaled_sums(simd, sums, first + side));
            }
        }
    }

    #[inline(always)]
    fn scaled_sums<S: Simd, const PLAYS: usize>(
        &self,
        simd: S,
        sums: [i32x16<S>; PLAYS],
        panel: usize,
    ) -> [i32x16<S>; PLAYS] {
        let scale = panel_lanes(simd, &self.scale, panel);
        let half = i32x16::splat(simd, 1 << self.shift >> 1);
        sums.map(|sum| ((sum >> SUM_SHIFT) * scale + half) >> self.shift)
    }
}

#[inline(always)]
fn panel_lanes<S: Simd>(simd: S, numbers: &[i32; HIDDEN], panel: usize) -> i32x16<S> {
    i32x16::from_slice(simd, &numbers[panel * PANEL..][..PANEL])
}

/// Adds the products of one pair of inputs to the sums of a panel.
#[inline(always)]
fn add_products<S: Simd, const PAIRS: usize, const PLAYS: usize>(
    simd: S,
    sums: &mut [i32x16<S>; PLAYS],
    inputs: &[[i32; PAIRS]; PLAYS],
    pair: usize,
    weights: &[u8; 2 * PANEL],
) {
    let narrow: i8x32<S> = u8x32::from_slice(simd, weights).bitcast();
    let (low, high) = narrow.widen();
    let weights: i16x32<S> = low.combine(high);
    for (sum, input) in sums.iter_mut().zip(inputs) {
        let both: i16x32<S> = i32x16::splat(simd, input[pair]).bitcast();
        *sum += both.pairwise_dot_product(weights);
    }
}

/// The pairs of inputs that are not zero in at least one play: the others add nothing to any sum.
struct NonzeroPairs<const PAIRS: usize> {
    pairs: [u16; PAIRS],
    count: usize,
}

impl<const PAIRS: usize> NonzeroPairs<PAIRS> {
    #[inline(always)]
    fn of<S: Simd, const PLAYS: usize>(simd: S, inputs: &[[i32; PAIRS]; PLAYS]) -> NonzeroPairs<PAIRS> {
        let mut nonzero = NonzeroPairs { pairs: [0; PAIRS], count: 0 };
        for from in (0..PAIRS).step_by(PANEL) {
            let mut any = i32x16::splat(simd, 0);
            for input in inputs {
                any |= i32x16::from_slice(simd, &input[from..from + PANEL]);
            }
            let mut bits = any.simd_ne(0).to_bitmask();
            while bits != 0 {
                nonzero.pairs[nonzero.count] = (from + bits.trailing_zeros() as usize) as u16;
                nonzero.count += 1;
                bits &= bits - 1;
            }
        }
        nonzero
    }

    fn as_slice(&self) -> &[u16] {
        &self.pairs[..self.count]
    }
}

/// Packs sums as inputs of the next layer: of each 32 sums one of the first 16 and one of the others are a pair.
#[inline(always)]
fn pack_pairs<S: Simd, const PLAYS: usize>(simd: S, layer: &Layer<PLAYS>) -> [[i32; HIDDEN / 2]; PLAYS] {
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
    /// Computes the first layer after a play that adds the rows `came` and removes `gone`. Neighbouring sums are packed as pairs.
    #[inline(always)]
    pub(super) fn compute_input<S: Simd>(
        &self,
        simd: S,
        before: &Sums,
        [came, gone]: [&[u16]; 2],
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
    pub(super) fn predictions<S: Simd>(&self, simd: S, inputs: &[[i32; WIDE / 2]]) -> [Prediction; BATCH_MAX] {
        let mut found = [Prediction { logit: Logit(0), won: UNIT_FACTOR, lost: UNIT_FACTOR }; BATCH_MAX];
        macro_rules! predict_batch {
            ($($plays:literal)*) => {
                match inputs.len() {
                    $($plays => {
                        let inputs: &[_; $plays] = inputs.first_chunk().expect("it has as many");
                        found[..$plays].copy_from_slice(&self.predict(simd, inputs));
                    })*
                    plays => assert!(plays == 0, "{plays} plays are more than {BATCH_MAX}"),
                }
            };
        }
        predict_batch!(1 2 3 4 5 6);
        found
    }

    #[inline(always)]
    fn predict<S: Simd, const PLAYS: usize>(&self, simd: S, inputs: &[[i32; WIDE / 2]; PLAYS]) -> [Prediction; PLAYS] {
        let [zero, max] = [0, INPUT_MAX].map(|limit| i32x16::splat(simd, limit));
        let mut stream = [[0; HIDDEN]; PLAYS];
        self.first.each_panel(simd, inputs, |panel, sums| {
            for (stream, sum) in stream.iter_mut().zip(sums) {
                sum.max(zero).min(max).store_slice(&mut stream[panel * PANEL..][..PANEL]);
            }
        });
        for [inner, outer] in &self.blocks {
            let mut hidden = [[0; HIDDEN]; PLAYS];
            inner.each_panel(simd, &pack_pairs(simd, &stream), |panel, sums| {
                for (hidden, sum) in hidden.iter_mut().zip(sums) {
                    sum.max(zero).min(max).store_slice(&mut hidden[panel * PANEL..][..PANEL]);
                }
            });
            outer.each_panel(simd, &pack_pairs(simd, &hidden), |panel, sums| {
                for (stream, sum) in stream.iter_mut().zip(sums) {
                    let stream = &mut stream[panel * PANEL..][..PANEL];
                    let changed = i32x16::from_slice(simd, stream) + sum;
                    changed.max(zero - max).min(max).store_slice(stream);
                }
            });
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
        Prediction { logit: Logit(head(0)), won: factor(1), lost: factor(2) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fearless_simd::dispatch;
    use rules::Seed;

    use super::*;
    use crate::net::Weights;
    use crate::net::accumulator::tests::instruction_levels;
    use crate::net::features::SEAT_VIEW_FEATURES;

    #[test]
    fn results_are_the_same_at_every_level_of_instructions() {
        let weights = Weights::shipped();
        let nets = weights.deep.as_ref().expect("the shipped weights have deep nets");
        let mut rng = Seed(1).rng();
        let mut values = BTreeSet::new();
        for number in 0..60 {
            let net = &nets[number % 3];
            let before = Sums(net.wide.biases);
            let rows: Vec<Vec<u16>> = (0..=number % BATCH_MAX)
                .map(|_| (0..rng.below(60)).map(|_| rng.below(SEAT_VIEW_FEATURES as u32) as u16).collect())
                .collect();
            let found: Vec<_> = instruction_levels()
                .into_iter()
                .map(|level| {
                    let mut inputs = [[0; WIDE / 2]; BATCH_MAX];
                    for (input, rows) in inputs.iter_mut().zip(&rows) {
                        dispatch!(level, simd => net.compute_input(simd, &before, [rows, &rows[..rows.len() / 4]], input));
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
