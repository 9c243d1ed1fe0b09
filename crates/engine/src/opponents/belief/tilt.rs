//! Draws that lean towards what is likely: rank by rank, so many copies with the one seat and the rest with the other,
//! each number as likely as it came out among a few weighed worlds.
//!
//! What a draw leans by is known exactly and taken off its weight again, so leaning changes how often good worlds turn
//! up among the guesses, never what they are worth.

use rules::{Hand, Rank, Rng};

use super::deals::CHOOSE;
use super::draw::Open;
use super::evidence::{OCTAVE, ONE, power};

/// As if so many worlds of equal weight had been seen besides: few worlds of great weight prove little.
const CAUTION: f64 = 8.0;
/// The furthest that a draw leans, in 64ths of a doubling.
const LEAN_MAX: i32 = 6 * OCTAVE;
/// A seat holds at most twenty cards.
const HELD_MAX: usize = 20;

/// Chances of a step, in the units of its table.
const CHANCES: f64 = (1u64 << 31) as f64;

/// How draws lean.
#[derive(Clone, Debug)]
pub(super) struct Tilt {
    steps: [Step; Rank::COUNT],
    ranks: usize,
    wanted: u32,
}

/// One rank on the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    rank: Rank,
    copies: u32,
    /// By how much each number of copies is favoured, in 64ths of a doubling.
    lean: [i32; 5],
    /// By the cards that are still wanted: below which of 2³¹ chances at most so many copies are drawn.
    below: [[u32; 4]; HELD_MAX + 1],
}

/// What a few weighed worlds say about how the open cards are shared out.
#[derive(Clone, Debug, Default)]
pub(super) struct Pilot {
    /// By rank and copies with the first of the other seats: how many worlds, and their weight.
    shares: [[(f64, f64); 5]; Rank::COUNT],
    worlds: f64,
    sum: f64,
    squares: f64,
}

impl Pilot {
    /// Counts what the first of the other seats was dealt in a world that weighs so much of the heaviest.
    pub(super) fn add(&mut self, open: Hand, drawn: Hand, weight: i32) {
        let weight = f64::from(power(weight)) / f64::from(ONE);
        for rank in open.ranks() {
            let (worlds, sum) = &mut self.shares[rank.index()][usize::from(drawn.count(rank))];
            *worlds += 1.0;
            *sum += weight;
        }
        self.worlds += 1.0;
        self.sum += weight;
        self.squares += weight * weight;
    }
}

impl Tilt {
    /// Leans nowhere yet.
    pub(super) fn new(open: &Open) -> Tilt {
        let step = Step { rank: Rank::THREE, copies: 0, lean: [0; 5], below: [[0; 4]; HELD_MAX + 1] };
        let mut tilt = Tilt { steps: [step; Rank::COUNT], ranks: 0, wanted: open.wanted[0] };
        for rank in open.cards.ranks() {
            tilt.steps[tilt.ranks] = Step { rank, copies: u32::from(open.cards.count(rank)), ..step };
            tilt.ranks += 1;
        }
        tilt
    }

    /// Leans further, towards what weighed more among the pilot's worlds than it was frequent.
    pub(super) fn lean(&mut self, pilot: &Pilot) {
        // So many worlds of equal weight would tell as much.
        let worth = pilot.sum * pilot.sum / pilot.squares;
        for step in &mut self.steps[..self.ranks] {
            for (lean, (worlds, sum)) in step.lean.iter_mut().zip(pilot.shares[step.rank.index()]) {
                let (drawn, weighed) = (worlds / pilot.worlds, sum / pilot.sum);
                if drawn > 0.0 {
                    let ratio = (worth * weighed + CAUTION * drawn) / ((worth + CAUTION) * drawn);
                    *lean = (*lean + octaves(ratio)).clamp(-LEAN_MAX, LEAN_MAX);
                }
            }
        }
        self.spread();
    }

    /// Turns leanings into chances: the ways to share out the ranks from each on, each way as often as it is favoured.
    fn spread(&mut self) {
        let mut ways = [0.0; HELD_MAX + 1];
        ways[0] = 1.0;
        for step in self.steps[..self.ranks].iter_mut().rev() {
            let favour: [f64; 5] = std::array::from_fn(|copies| favour(step.lean[copies]));
            let mut sums = [0.0; HELD_MAX + 1];
            for wanted in 0..=self.wanted as usize {
                let most = wanted.min(step.copies as usize);
                let part = |copies: usize| {
                    CHOOSE[step.copies as usize][copies] as f64 * favour[copies] * ways[wanted - copies]
                };
                let sum: f64 = (0..=most).map(part).sum();
                sums[wanted] = sum;
                let mut before = 0.0;
                for copies in 0..4 {
                    before += if copies <= most && sum > 0.0 { part(copies) / sum } else { 0.0 };
                    // Above all chances where no more can be drawn: no rounding may let a draw go wrong.
                    let is_last = (copies + 1..=most).all(|copies| part(copies) == 0.0);
                    step.below[wanted][copies] = if is_last { u32::MAX } else { (before * CHANCES) as u32 };
                }
            }
            ways = sums;
        }
    }

    /// Cards for the first of the other seats, and how far the draw was favoured.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> (Hand, i32) {
        let (mut wanted, mut bits, mut lean, mut chance) = (self.wanted as usize, 0u64, 0, 0u64);
        for (index, step) in self.steps[..self.ranks].iter().enumerate() {
            chance = if index % 2 == 0 { rng.next_u64() } else { chance >> 32 };
            let place = chance as u32 >> 1;
            let copies = step.below[wanted].iter().map(|&below| usize::from(place >= below)).sum::<usize>();
            bits += (copies as u64) << (4 * step.rank.index());
            lean += step.lean[copies];
            wanted -= copies;
        }
        (Hand::from_bits(bits).expect("copies of a deck's ranks"), lean)
    }
}

fn favour(lean: i32) -> f64 {
    // Positive leanings through their inverse, so that both sides are the same numbers.
    let power = |lean: i32| f64::from(power(lean)) / f64::from(ONE);
    if lean > 0 { 1.0 / power(-lean) } else { power(lean) }
}

/// The logarithm in 64ths of a doubling, by comparison with powers: the core has no logarithm that is the same on every
/// platform.
fn octaves(ratio: f64) -> i32 {
    let (mut low, mut high) = (-LEAN_MAX, LEAN_MAX);
    while low < high {
        let middle = (low + high + 1).div_euclid(2);
        if favour(middle) <= ratio { low = middle } else { high = middle - 1 }
    }
    low
}
