//! Importance sampling: draws that favour likely deals. Rank by rank, a number of copies goes to one seat and the rest to the other. The
//! frequencies of these numbers come from pilot runs of weighed worlds, and from the dealer.
//!
//! The bias of each draw is known and subtracted from its weight. So the proposal changes only how often good worlds are among the
//! guesses.

use rules::{Hand, Rank, Rng};

use super::deals::WAYS_TO_CHOOSE;
use super::dealt::DealerEvidence;
use super::draw::UnseenLayout;
use super::fixed_log::{LOG2_UNIT, ONE, exp2};

/// The number of worlds of equal weight that are added to a pilot run as a prior: a few heavy worlds prove little.
const PRIOR_WORLDS: f64 = 8.0;
/// The largest bias of one number of copies, in 64ths of a doubling.
const BIAS_MAX: i32 = 6 * LOG2_UNIT;
/// The most cards that a seat holds.
const HELD_MAX: usize = 20;

/// A certain chance in the table of a step.
const CERTAIN_CHANCE: f64 = (1u64 << 31) as f64;

#[derive(Clone, Debug)]
pub(super) struct ImportanceSampler {
    steps: [RankStep; Rank::COUNT],
    ranks: usize,
    wanted: u32,
}

#[derive(Clone, Copy, Debug)]
struct RankStep {
    rank: Rank,
    copies: u32,
    /// The bias towards each number of copies, in 64ths of a doubling.
    bias: [i32; 5],
    /// The cumulative chance, of 2³¹, of each number of copies, by the number of cards still wanted.
    cumulative: [[u32; 4]; HELD_MAX + 1],
}

/// The evidence of a few weighed worlds about how the unseen cards are divided.
#[derive(Clone, Debug, Default)]
pub(super) struct PilotRun {
    /// By rank, and by the number of its cards that the first of the other seats drew: the number of worlds, and their weight.
    shares: [[(f64, f64); 5]; Rank::COUNT],
    worlds: f64,
    sum: f64,
    squares: f64,
}

impl PilotRun {
    /// Adds a world: the cards that the first of the other seats drew, without known ones, and the world's log weight relative to the
    /// heaviest.
    pub(super) fn add(&mut self, unseen: Hand, drawn: Hand, weight: i32) {
        let weight = f64::from(exp2(weight)) / f64::from(ONE);
        for rank in unseen.ranks() {
            let (worlds, sum) = &mut self.shares[rank.index()][usize::from(drawn.count(rank))];
            *worlds += 1.0;
            *sum += weight;
        }
        self.worlds += 1.0;
        self.sum += weight;
        self.squares += weight * weight;
    }
}

impl ImportanceSampler {
    /// Makes a proposal without biases. Its chances are computed by `compute_chances`.
    pub(super) fn new(unseen: &UnseenLayout) -> ImportanceSampler {
        let step = RankStep { rank: Rank::THREE, copies: 0, bias: [0; 5], cumulative: [[0; 4]; HELD_MAX + 1] };
        let mut sampler = ImportanceSampler { steps: [step; Rank::COUNT], ranks: 0, wanted: unseen.wanted[0] };
        for rank in unseen.cards.ranks() {
            sampler.steps[sampler.ranks] = RankStep { rank, copies: u32::from(unseen.cards.count(rank)), ..step };
            sampler.ranks += 1;
        }
        sampler
    }

    pub(super) fn with_dealer_biases(unseen: &UnseenLayout, dealt: &DealerEvidence) -> ImportanceSampler {
        let mut sampler = ImportanceSampler::new(unseen);
        for step in &mut sampler.steps[..sampler.ranks] {
            step.bias = dealt.biases(unseen, step.rank).map(|bias| bias.clamp(-BIAS_MAX, BIAS_MAX));
        }
        sampler.compute_chances();
        sampler
    }

    /// Moves the proposal towards the numbers of copies whose share of the weight in the pilot run was larger than their share of the
    /// draws.
    pub(super) fn adapt(&mut self, pilot: &PilotRun) {
        // The effective sample size.
        let effective = pilot.sum * pilot.sum / pilot.squares;
        for step in &mut self.steps[..self.ranks] {
            for (bias, (worlds, sum)) in step.bias.iter_mut().zip(pilot.shares[step.rank.index()]) {
                let (drawn, weighed) = (worlds / pilot.worlds, sum / pilot.sum);
                if drawn > 0.0 {
                    let ratio = (effective * weighed + PRIOR_WORLDS * drawn) / ((effective + PRIOR_WORLDS) * drawn);
                    *bias = (*bias + log2_of(ratio)).clamp(-BIAS_MAX, BIAS_MAX);
                }
            }
        }
        self.compute_chances();
    }

    /// Turns biases into cumulative chances, by dynamic programming from the last rank back.
    fn compute_chances(&mut self) {
        let mut ways = [0.0; HELD_MAX + 1];
        ways[0] = 1.0;
        for step in self.steps[..self.ranks].iter_mut().rev() {
            let factors: [f64; 5] = std::array::from_fn(|copies| bias_factor(step.bias[copies]));
            let mut sums = [0.0; HELD_MAX + 1];
            for wanted in 0..=self.wanted as usize {
                let most = wanted.min(step.copies as usize);
                let part = |copies: usize| {
                    WAYS_TO_CHOOSE[step.copies as usize][copies] as f64 * factors[copies] * ways[wanted - copies]
                };
                let sum: f64 = (0..=most).map(part).sum();
                sums[wanted] = sum;
                let mut before = 0.0;
                for copies in 0..4 {
                    before += if copies <= most && sum > 0.0 { part(copies) / sum } else { 0.0 };
                    // The last possible number takes all the rest, so that rounding never makes a draw impossible.
                    let is_last = (copies + 1..=most).all(|copies| part(copies) == 0.0);
                    step.cumulative[wanted][copies] = if is_last { u32::MAX } else { (before * CERTAIN_CHANCE) as u32 };
                }
            }
            ways = sums;
        }
    }

    /// Draws cards for the first of the other seats, and returns the bias of the draw.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> (Hand, i32) {
        let (mut wanted, mut bits, mut bias, mut chance) = (self.wanted as usize, 0u64, 0, 0u64);
        for (index, step) in self.steps[..self.ranks].iter().enumerate() {
            chance = if index % 2 == 0 { rng.next_u64() } else { chance >> 32 };
            let place = chance as u32 >> 1;
            let copies = step.cumulative[wanted].iter().map(|&below| usize::from(place >= below)).sum::<usize>();
            bits += (copies as u64) << (4 * step.rank.index());
            bias += step.bias[copies];
            wanted -= copies;
        }
        (Hand::from_bits(bits).expect("copies of a deck's ranks"), bias)
    }
}

fn bias_factor(bias: i32) -> f64 {
    // A positive bias goes through its inverse, so that both signs use the same numbers.
    let exp2_of = |bias: i32| f64::from(exp2(bias)) / f64::from(ONE);
    if bias > 0 { 1.0 / exp2_of(-bias) } else { exp2_of(bias) }
}

/// Returns the base-2 logarithm in 64ths of a doubling, within ±[`BIAS_MAX`], by bisection: a platform's own logarithm may differ.
fn log2_of(ratio: f64) -> i32 {
    let (mut low, mut high) = (-BIAS_MAX, BIAS_MAX);
    while low < high {
        let middle = (low + high + 1).div_euclid(2);
        if bias_factor(middle) <= ratio { low = middle } else { high = middle - 1 }
    }
    low
}
