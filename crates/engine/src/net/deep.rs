//! The deep seat-view nets: they rank the plays that the small nets of `accumulator` shortlist.
//!
//! A deep net has a first layer as the small nets have, 512 clipped sums of rows, then [`HIDDEN`] sums, four residual blocks
//! and three heads. It is slow, so it is asked about few plays, and about up to [`BATCH_MAX`] of them together. All arithmetic is on integers.
//! `layers` has the form of the numbers and of the file, `forward` the arithmetic.

mod forward;
mod layers;

use fearless_simd::{Level, dispatch};
use rules::Combo;

use super::accumulator::{FeatureList, Sums};
use super::features::NetInput;
use super::prediction::Prediction;
use super::weights::{Rows, WIDE};
use forward::{Dense, Heads};
pub use layers::{DeepLayers, DenseLayer};
pub(super) use layers::{deep_bytes, write_deep_net};

/// The number of sums of each dense layer.
pub const HIDDEN: usize = 256;
/// The number of residual blocks, of two layers each.
pub const BLOCKS: usize = 4;
/// The largest input of the layer after the first: a sum at its cap gives it, up to rounding.
pub const FIRST_INPUT_MAX: i16 = 1 << 14;
/// The largest input of a later layer.
pub const INPUT_MAX: i32 = i16::MAX as i32;
/// The largest size of a weight of a dense layer.
pub const WEIGHT_MAX: i32 = 127;
/// The largest size of a bias of a dense layer.
pub const BIAS_MAX: i32 = 1 << 29;
/// The largest size of a bias of the first layer.
pub const WIDE_BIAS_MAX: i32 = 4096;
/// The largest sum of the sizes of a head's weights.
pub const HEAD_WEIGHTS_MAX: i32 = 60_000;
/// The number of bits that are dropped from a sum before it is scaled.
pub const SUM_SHIFT: u32 = 8;
/// The largest `shift` of a layer or of the heads.
pub const SHIFT_MAX: u32 = 24;
/// The most plays that are valued together.
pub const BATCH_MAX: usize = 6;

// Sums of 512 and of 256 products and a bias fit 32 bits. A shifted sum times a scale of one byte fits too.
const SUM_MAX: i64 = {
    let first = WIDE as i64 * FIRST_INPUT_MAX as i64 * WEIGHT_MAX as i64;
    let other = HIDDEN as i64 * INPUT_MAX as i64 * WEIGHT_MAX as i64;
    BIAS_MAX as i64 + if first > other { first } else { other }
};
const _: () = assert!(SUM_MAX < i32::MAX as i64);
const _: () = assert!((SUM_MAX >> SUM_SHIFT) * 255 + (1 << (SHIFT_MAX - 1)) < i32::MAX as i64);
const _: () = assert!(HEAD_WEIGHTS_MAX as i64 * INPUT_MAX as i64 + (BIAS_MAX as i64 >> 2) < i32::MAX as i64);
// The sums of the first layer fit 16 bits.
const _: () = assert!((super::features::ACTIVE_ROWS_MAX as i32) * 127 + WIDE_BIAS_MAX <= i16::MAX as i32);

#[derive(Clone, Debug)]
pub(super) struct DeepNet {
    wide: Rows,
    /// The number at which each sum of the first layer is clipped, and its factor afterwards: their product is at most [`FIRST_INPUT_MAX`].
    caps: Box<[i16; WIDE]>,
    gains: Box<[i16; WIDE]>,
    first: Dense<{ WIDE / 2 }>,
    blocks: [[Dense<{ HIDDEN / 2 }>; 2]; BLOCKS],
    heads: Heads,
}

/// A deep net and its first sums for a scene.
pub struct DeepAccumulator<'a> {
    net: &'a DeepNet,
    scene: NetInput<'a>,
    before: Sums,
    level: Level,
}

impl<'a> DeepAccumulator<'a> {
    pub(super) fn new(nets: &'a [DeepNet; 3], scene: NetInput<'a>) -> DeepAccumulator<'a> {
        let net = &nets[scene.me.index()];
        let level = Level::new();
        let came = FeatureList::from_scene(&scene);
        let before = dispatch!(level, _simd => net.wide.sums(&Sums(net.wide.biases), came.as_slice(), &[]));
        DeepAccumulator { net, scene, before, level }
    }

    /// Returns the prospects of the seat's side after each of `plays`, at most [`BATCH_MAX`] of them; further entries mean nothing. Not for a
    /// play that empties the hand.
    pub fn predictions(&self, plays: &[Option<Combo>]) -> [Prediction; BATCH_MAX] {
        let mut inputs = [[0; WIDE / 2]; BATCH_MAX];
        for (input, &play) in inputs.iter_mut().zip(plays) {
            let (came, gone) = FeatureList::changes_by_play(&self.scene, play);
            let rows = [came.as_slice(), gone.as_slice()];
            dispatch!(self.level, simd => self.net.compute_input(simd, &self.before, rows, input));
        }
        dispatch!(self.level, simd => self.net.predictions(simd, &inputs[..plays.len()]))
    }
}
