//! The arithmetic of a net: sums of rows once for a scene, a few rows more for each play, then three small layers.

use rules::{Combo, Hand};

use super::features::{self, Scene};
use super::weights::{NARROW, SeatNet, UNIT_LOGIT, UNIT_NARROW, UNIT_WEIGHT, UNIT_WIDE, WIDE, Weights};

/// Sums of the first layer.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Sums([i16; WIDE]);

impl Sums {
    #[inline]
    fn add(&mut self, row: &[u8; 2 * WIDE]) {
        self.0.iter_mut().zip(weights(row)).for_each(|(sum, weight)| *sum = sum.wrapping_add(weight));
    }

    #[inline]
    fn sub(&mut self, row: &[u8; 2 * WIDE]) {
        self.0.iter_mut().zip(weights(row)).for_each(|(sum, weight)| *sum = sum.wrapping_sub(weight));
    }
}

/// The weights of a row. Where the machine's own order of bytes is the file's, the compiler reads many at once.
#[inline]
fn weights(row: &[u8; 2 * WIDE]) -> impl Iterator<Item = i16> {
    row.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]))
}

/// What a net makes of a scene: plays can now be asked about one by one.
pub struct Thought<'a> {
    net: &'a SeatNet,
    scene: Scene<'a>,
    /// The rows around the play, and of the whole hand.
    before: Sums,
}

impl<'a> Thought<'a> {
    /// Takes in a scene: by the net that sees as much as the scene shows.
    pub fn new(weights: &'a Weights, scene: Scene<'a>) -> Thought<'a> {
        let nets = match scene.others {
            features::Others::Closed(_) => &weights.closed,
            features::Others::Open(_) => &weights.open,
        };
        let net = &nets[scene.me.index()];
        let mut before = Sums(net.wide.biases);
        let mut add = |row: usize| before.add(net.wide.get(row));
        scene.around(&mut add);
        features::own(scene.hand, &mut add);
        Thought { net, scene, before }
    }

    /// The logarithm of the odds that my side wins after `play`, in [`UNIT_LOGIT`]s. Not for a play that empties the hand:
    /// that wins.
    pub fn value(&self, play: Option<Combo>) -> i32 {
        let rest: Hand = self.scene.rest(play);
        let mut sums = self.before.clone();
        let wide = &self.net.wide;
        if let Some(play) = play {
            features::changes(self.scene.hand, rest, play, |gone, came| {
                sums.sub(wide.get(gone));
                if let Some(row) = came {
                    sums.add(wide.get(row));
                }
            });
        }
        self.scene.after(play, rest, &mut |row| sums.add(wide.get(row)));
        self.net.finish(&sums)
    }
}

impl SeatNet {
    fn finish(&self, sums: &Sums) -> i32 {
        let mut first = Sums([0; WIDE]);
        for (out, &sum) in first.0.iter_mut().zip(&sums.0) {
            *out = sum.clamp(0, UNIT_WIDE as i16);
        }
        let mut second = [0i16; NARROW];
        for ((out, weights), bias) in second.iter_mut().zip(self.second.iter()).zip(&self.second_bias) {
            *out = narrow(dot(&first.0, weights) + bias, UNIT_WIDE * UNIT_WEIGHT / UNIT_NARROW);
        }
        let mut third = [0i16; NARROW];
        for ((out, weights), bias) in third.iter_mut().zip(self.third.iter()).zip(&self.third_bias) {
            *out = narrow(dot(&second, weights) + bias, UNIT_WEIGHT);
        }
        (dot(&third, &self.last) + self.last_bias) / (UNIT_NARROW * UNIT_WEIGHT / UNIT_LOGIT)
    }
}

/// A sum brought to the unit of the narrow layers, and clipped to 0 and 1.
#[inline]
fn narrow(sum: i32, divisor: i32) -> i16 {
    (sum / divisor).clamp(0, UNIT_NARROW) as i16
}

/// The compiler turns this into multiplications of many at once.
#[inline]
fn dot<const N: usize>(left: &[i16; N], right: &[i16; N]) -> i32 {
    left.iter().zip(right).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// A logarithm of odds as a chance in [`CHANCE_ONE`]ths.
pub fn chance(logit: i32) -> i32 {
    let place = (logit.unsigned_abs() as usize / LOGIT_STEP).min(CHANCES.len() - 1);
    let above = i32::from(CHANCES[place]);
    if logit < 0 { CHANCE_ONE - above } else { above }
}

/// What a sure win is.
pub(crate) const CHANCE_ONE: i32 = 1 << 14;

/// Logits between two entries of the table.
const LOGIT_STEP: usize = 8;

/// 1 / (1 + exp(-x)) for x = 0, 1/128, 2/128 … up to 10, in integers so that every machine has the same.
static CHANCES: [u16; 1281] = {
    let mut table = [0; 1281];
    // exp(-1/128) in units of 2^-62.
    let step: u128 = 4_575_797_593_107_614_195;
    let mut power: u128 = 1 << 62;
    let mut place = 0;
    while place < table.len() {
        table[place] = ((((CHANCE_ONE as u128) << 62) + ((1 << 62) + power) / 2) / ((1 << 62) + power)) as u16;
        power = (power * step) >> 62;
        place += 1;
    }
    table
};
