//! The arithmetic of a net: sums of rows once for a scene, a few rows more for each play, then three small layers.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i16x32, i32x16};
use rules::{Combo, Hand};

use super::features::{self, ACTIVE_ROWS_MAX, NetInput};
use super::prediction::{FACTOR_MAX, Logit, Prediction};
use super::weights::{
    NARROW, Pairs, Rows, SeatNet, UNIT_FACTOR, UNIT_LOGIT, UNIT_NARROW, UNIT_WEIGHT, UNIT_WIDE, WIDE, Weights,
};

/// Sums of the first layer.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Sums(pub(super) [i16; WIDE]);

/// The number of sums that are added up together, in registers.
const BLOCK: usize = 128;

pub(super) struct FeatureList {
    rows: [u16; ACTIVE_ROWS_MAX],
    count: usize,
}

impl FeatureList {
    const EMPTY: FeatureList = FeatureList { rows: [0; ACTIVE_ROWS_MAX], count: 0 };

    #[inline]
    fn push(&mut self, row: usize) {
        self.rows[self.count] = row as u16;
        self.count += 1;
    }

    pub(super) fn as_slice(&self) -> &[u16] {
        &self.rows[..self.count]
    }

    /// Returns the rows that no play changes, and those of the whole hand.
    pub(super) fn from_scene(scene: &NetInput<'_>) -> FeatureList {
        let mut came = FeatureList::EMPTY;
        scene.emit_fixed(&mut |row| came.push(row));
        scene.emit_own_cards(scene.hand, &mut |row| came.push(row));
        came
    }

    /// Returns the rows that `play` adds to those of the scene, and the rows that it removes.
    pub(super) fn changes_by_play(scene: &NetInput<'_>, play: Option<Combo>) -> (FeatureList, FeatureList) {
        let rest: Hand = scene.rest(play);
        let (mut came, mut gone) = (FeatureList::EMPTY, FeatureList::EMPTY);
        if let Some(play) = play {
            scene.emit_changes(rest, play, |old, new| {
                gone.push(old);
                if let Some(row) = new {
                    came.push(row);
                }
            });
        }
        scene.emit_after_play(play, rest, &mut |row| came.push(row));
        (came, gone)
    }
}

/// The first layer's sums for a scene. The values of plays use them.
pub struct Accumulator<'a> {
    net: &'a SeatNet,
    scene: NetInput<'a>,
    before: Sums,
    /// The instructions that this processor has.
    level: Level,
}

impl<'a> Accumulator<'a> {
    /// Computes the sums of a scene by the net that fits: the seat-view net for unseen cards, the full-information net for known hands.
    pub fn new(weights: &'a Weights, scene: NetInput<'a>) -> Accumulator<'a> {
        let nets = match scene.others {
            features::Others::Unseen(_) => &weights.seat_view,
            features::Others::Known(_) => {
                weights.full_information.as_ref().expect("search asks whether the weights have full-information nets")
            }
        };
        let net = &nets[scene.me.index()];
        let came = FeatureList::from_scene(&scene);
        let level = Level::new();
        let before = dispatch!(level, _simd => net.wide.sums(&Sums(net.wide.biases), came.as_slice(), &[]));
        Accumulator { net, scene, before, level }
    }

    /// Returns the odds that the seat's side wins after `play`. Not for a play that empties the hand: that wins.
    pub fn value(&self, play: Option<Combo>) -> Logit {
        let (came, gone) = FeatureList::changes_by_play(&self.scene, play);
        Logit(dispatch!(self.level, simd => self.net.value(simd, &self.before, came.as_slice(), gone.as_slice())))
    }

    /// Returns the prospects of the seat's side after `play`: the chance to win, and the factors of the stake. Not for a play that empties
    /// the hand.
    pub fn prediction(&self, play: Option<Combo>) -> Prediction {
        let (came, gone) = FeatureList::changes_by_play(&self.scene, play);
        dispatch!(self.level, simd => self.net.prediction(simd, &self.before, came.as_slice(), gone.as_slice()))
    }
}

impl Rows {
    #[inline(always)]
    pub(super) fn sums(&self, before: &Sums, came: &[u16], gone: &[u16]) -> Sums {
        let mut sums = Sums([0; WIDE]);
        for (block, sums) in sums.0.chunks_exact_mut(BLOCK).enumerate() {
            let from = block * BLOCK;
            let mut registers: [i16; BLOCK] = *before.0[from..].first_chunk().expect("blocks fill the layer");
            for &row in came {
                let row = self.block(row, from);
                (0..BLOCK).for_each(|place| registers[place] = registers[place].wrapping_add(weight(row, place)));
            }
            for &row in gone {
                let row = self.block(row, from);
                (0..BLOCK).for_each(|place| registers[place] = registers[place].wrapping_sub(weight(row, place)));
            }
            sums.copy_from_slice(&registers);
        }
        sums
    }

    #[inline(always)]
    fn block(&self, row: u16, from: usize) -> &[u8; BLOCK] {
        self.get(usize::from(row))[from..].first_chunk().expect("blocks fill the row")
    }
}

#[inline(always)]
fn weight(row: &[u8; BLOCK], place: usize) -> i16 {
    i16::from(i8::from_le_bytes([row[place]]))
}

const _: () = assert!(UNIT_FACTOR == UNIT_LOGIT);

// The functions are inlined into each place that is compiled for one sort of processor. Otherwise they would be compiled for the oldest sort.
impl SeatNet {
    #[inline(always)]
    fn value<S: Simd>(&self, simd: S, before: &Sums, came: &[u16], gone: &[u16]) -> i32 {
        self.head_result(0, &self.third_layer(simd, before, came, gone))
    }

    #[inline(always)]
    fn prediction<S: Simd>(&self, simd: S, before: &Sums, came: &[u16], gone: &[u16]) -> Prediction {
        let third = self.third_layer(simd, before, came, gone);
        let factor = |head| self.head_result(head, &third).clamp(UNIT_FACTOR, FACTOR_MAX);
        Prediction { logit: Logit(self.head_result(0, &third)), won: factor(1), lost: factor(2) }
    }

    #[inline(always)]
    fn head_result(&self, head: usize, third: &[i16; NARROW]) -> i32 {
        (dot_product(third, &self.last[head]) + self.last_bias[head]) / (UNIT_NARROW * UNIT_WEIGHT / UNIT_LOGIT)
    }

    #[inline(always)]
    fn third_layer<S: Simd>(&self, simd: S, before: &Sums, came: &[u16], gone: &[u16]) -> [i16; NARROW] {
        let mut first = self.wide.sums(before, came, gone);
        first.0.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, UNIT_WIDE as i16));
        let second = self.second.narrow_layer(simd, &first.0, &self.second_bias, UNIT_WIDE * UNIT_WEIGHT / UNIT_NARROW);
        self.third.narrow_layer(simd, &second, &self.third_bias, UNIT_WEIGHT)
    }
}

/// The number of values in one vector.
const LANES: usize = 32;
/// The most pairs of values that are processed together: a bit for each fits a word.
const PAIRS_AT_ONCE: usize = 64;
const HALF_NARROW: usize = NARROW / 2;

impl<const PAIRS: usize> Pairs<PAIRS> {
    /// Returns the narrow layer after `from`: its sums in their unit, limited to the range from 0 to 1. Pairs of zeros are skipped.
    #[inline(always)]
    fn narrow_layer<S: Simd>(&self, simd: S, from: &[i16], biases: &[i32; NARROW], divisor: i32) -> [i16; NARROW] {
        let (low, high) = biases.split_at(HALF_NARROW);
        let mut sums = [[low, high].map(|half| i32x16::from_slice(simd, half)), [i32x16::splat(simd, 0); 2]];
        for (values, weights) in from.chunks(2 * PAIRS_AT_ONCE).zip(self.0.chunks(PAIRS_AT_ONCE)) {
            let (mut live, mut pairs) = (0, [0; PAIRS_AT_ONCE]);
            for (block, values) in values.as_chunks::<LANES>().0.iter().enumerate() {
                let from = block * LANES / 2;
                let both: i32x16<S> = i16x32::from_slice(simd, values).bitcast();
                live |= both.simd_ne(0).to_bitmask() << from;
                both.store_slice(&mut pairs[from..from + LANES / 2]);
            }
            while live != 0 {
                // Two at a time, since each sum waits for the one before; the last may be alone.
                for sums in &mut sums {
                    let place = live.trailing_zeros() as usize % PAIRS_AT_ONCE;
                    let both = if live == 0 { 0 } else { pairs[place] };
                    let both: i16x32<S> = i32x16::splat(simd, both).bitcast();
                    let (low, high) = weights[place].split_at(HALF_NARROW);
                    sums[0] += both.pairwise_dot_product(i16x32::from_slice(simd, low.as_flattened()));
                    sums[1] += both.pairwise_dot_product(i16x32::from_slice(simd, high.as_flattened()));
                    live &= live.wrapping_sub(1);
                }
            }
        }
        let (low, high) = (sums[0][0] + sums[1][0], sums[0][1] + sums[1][1]);
        let mut sums = [0; NARROW];
        low.store_slice(&mut sums[..HALF_NARROW]);
        high.store_slice(&mut sums[HALF_NARROW..]);
        let mut narrow = [0; NARROW];
        for (narrow, sum) in narrow.iter_mut().zip(sums) {
            *narrow = (sum.max(0) / divisor).min(UNIT_NARROW) as i16;
        }
        narrow
    }
}

/// Returns the dot product. It cannot overflow, because weights have limits; it uses wrapping operations, so that builds with overflow
/// checks are as fast.
#[inline(always)]
fn dot_product<const N: usize>(left: &[i16; N], right: &[i16; N]) -> i32 {
    let products = left.iter().zip(right).map(|(&a, &b)| i32::from(a).wrapping_mul(i32::from(b)));
    products.fold(0, i32::wrapping_add)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::net::features::SEAT_VIEW_FEATURES;
    use rules::Seed;

    pub(in crate::net) fn instruction_levels() -> Vec<Level> {
        let best = Level::new();
        #[cfg(target_arch = "x86_64")]
        let between = [best.as_sse4_2().map(Level::Sse4_2), best.as_avx2().map(Level::Avx2)];
        #[cfg(not(target_arch = "x86_64"))]
        let between = [None];
        [Level::baseline(), best].into_iter().chain(between.into_iter().flatten()).collect()
    }

    #[test]
    fn results_are_the_same_at_every_level_of_instructions() {
        let weights = Weights::shipped();
        let mut rng = Seed(1).rng();
        let mut values = std::collections::BTreeSet::new();
        for number in 0..600 {
            let net = &weights.seat_view[number % 3];
            let mut list = |most: u32| -> Vec<u16> {
                (0..rng.below(most)).map(|_| rng.below(SEAT_VIEW_FEATURES as u32) as u16).collect()
            };
            let (came, gone) = (list(60), list(8));
            let before = Sums(net.wide.biases);
            let found: Vec<i32> = instruction_levels()
                .into_iter()
                .map(|level| dispatch!(level, simd => net.value(simd, &before, &came, &gone)))
                .collect();
            assert!(found.iter().all(|&value| value == found[0]), "{came:?} without {gone:?}: {found:?}");
            values.insert(found[0]);
        }
        assert!(values.len() > 300, "{} different values", values.len());
    }
}
