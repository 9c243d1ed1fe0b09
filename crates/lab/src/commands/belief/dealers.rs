//! Places of the cards of a rank where the deck keeps its order: counted in many deals, and turned into weights that belief multiplies rank
//! by rank.
//!
//! Hands have a size, so the ranks of a deal depend on each other: multiplied ratios of the counts would not give the counts again. The
//! weights are those whose product over all ranks does, of all deals with hands of that size: iterative scaling finds them.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use engine::opponents::belief::LOG2_UNIT;
use engine::opponents::belief::dealt::{JOKER_PATTERNS, PATTERNS, joker_pattern, pattern};
use rules::{Chair, Deal, Dealer, Rank, Ruleset, Seed};

use crate::match_runner::{cores, dealing};
use crate::work;

const RANKS: usize = 13;
const HAND: usize = 17;
/// Sizes of a hand, 0 included.
const SIZES: usize = HAND + 1;
/// Rounds of scaling; the weights stand still long before.
const ROUNDS: usize = 60;
/// A pattern that never came up counts as often as this.
const NEVER: f64 = 1e-6;

/// Rate at which each pattern comes up.
#[derive(Clone)]
struct Shares {
    ranks: [f64; PATTERNS.len()],
    jokers: [f64; JOKER_PATTERNS],
}

impl Shares {
    const NONE: Shares = Shares { ranks: [0.0; PATTERNS.len()], jokers: [0.0; JOKER_PATTERNS] };
    const EVEN: Shares = Shares { ranks: [1.0; PATTERNS.len()], jokers: [1.0; JOKER_PATTERNS] };

    fn see(&mut self, deal: &Deal) {
        let count = |rank: Rank| Chair::ALL.map(|chair| deal.hand(chair).count(rank));
        Rank::all().filter(|rank| !rank.is_joker()).for_each(|rank| self.ranks[pattern(count(rank))] += 1.0);
        let holds = |rank| count(rank).map(|count| count > 0);
        self.jokers[joker_pattern(holds(Rank::SMALL_JOKER), holds(Rank::BIG_JOKER))] += 1.0;
    }

    fn add(&mut self, other: &Shares) {
        self.ranks.iter_mut().zip(other.ranks).for_each(|(sum, more)| *sum += more);
        self.jokers.iter_mut().zip(other.jokers).for_each(|(sum, more)| *sum += more);
    }

    /// Of one.
    fn scaled(mut self) -> Shares {
        let (ranks, jokers) = (self.ranks.iter().sum::<f64>(), self.jokers.iter().sum::<f64>());
        self.ranks.iter_mut().for_each(|share| *share = (*share / ranks).max(NEVER));
        self.jokers.iter_mut().for_each(|share| *share = (*share / jokers).max(NEVER));
        self
    }
}

/// Deals, counts and writes the table.
pub(super) fn write(path: &Path, deals: u64, seed: Seed, out: &mut impl Write) -> anyhow::Result<()> {
    let mut source = format!(
        "# Places of the cards of a rank where the deck keeps its order, in 64ths of a doubling; then of the jokers.\n\
         # lab belief --dealers {} --hands {deals} --seed {}\n",
        path.display(),
        seed.0
    );
    for (dealer, name) in [(Dealer::Blocks, "blocks"), (Dealer::Clusters, "clusters"), (Dealer::Recycled, "recycled")] {
        let counted = counted(dealer, deals, seed).scaled();
        let found = weights(&counted);
        write!(source, "\n[{name}]\n{}\n{}\n", rounded(&found.ranks), rounded(&found.jokers))?;
        let shares: Vec<String> =
            PATTERNS.iter().zip(counted.ranks).map(|(pattern, share)| format!("{pattern:?} {share:.4}")).collect();
        writeln!(out, "{name}: {}; jokers {:.4?}", shares.join(", "), counted.jokers)?;
    }
    fs::write(path, source).with_context(|| format!("--dealers {}", path.display()))
}

fn counted(dealer: Dealer, deals: u64, seed: Seed) -> Shares {
    let rules = Ruleset::UNSHUFFLED.dealt_by(dealer);
    const SHARE: u64 = 4096;
    let worker = || {
        |share: u64| {
            let mut shares = Shares::NONE;
            for number in share * SHARE..((share + 1) * SHARE).min(deals) {
                shares.see(&dealing::deal(&rules, &mut seed.stream(number).rng()));
            }
            shares
        }
    };
    let mut sum = Shares::NONE;
    work::jobs(deals.div_ceil(SHARE), cores(), &work::NEVER, worker, |_| ()).iter().for_each(|part| sum.add(part));
    sum
}

/// The weights whose product over all ranks gives these shares.
fn weights(wanted: &Shares) -> Shares {
    let mut found = Shares::EVEN;
    for _ in 0..ROUNDS {
        let given = shares_of(&found);
        let scale = |found: &mut [f64], wanted: &[f64], given: &[f64]| {
            found
                .iter_mut()
                .zip(wanted.iter().zip(given))
                .for_each(|(weight, (wanted, given))| *weight *= wanted / given);
        };
        scale(&mut found.ranks, &wanted.ranks, &given.ranks);
        scale(&mut found.jokers, &wanted.jokers, &given.jokers);
    }
    found
}

/// By cards of three hands so far: the weight of all ways to come there. What is in no hand is in the bottom.
struct Ways(Vec<f64>);

/// Numbers of cards that some ranks give to three hands, and their weight.
type Step = ([usize; 3], f64);

impl Ways {
    fn place([one, two, three]: [usize; 3]) -> usize {
        (one * SIZES + two) * SIZES + three
    }

    fn start() -> Ways {
        let mut ways = vec![0.0; SIZES * SIZES * SIZES];
        ways[0] = 1.0;
        Ways(ways)
    }

    fn then(&self, steps: &[Step]) -> Ways {
        let mut ways = vec![0.0; self.0.len()];
        for (one, two, three) in sizes() {
            let here = self.0[Ways::place([one, two, three])];
            for (taken, weight) in steps.iter().filter(|_| here > 0.0) {
                let to = [one + taken[0], two + taken[1], three + taken[2]];
                if to.iter().all(|&cards| cards <= HAND) {
                    ways[Ways::place(to)] += here * weight;
                }
            }
        }
        Ways(ways)
    }

    /// The ways that become three whole hands by this step.
    fn before(&self, taken: [usize; 3]) -> f64 {
        self.0[Ways::place(taken.map(|cards| HAND - cards))]
    }
}

fn sizes() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..SIZES).flat_map(|one| (0..SIZES).flat_map(move |two| (0..SIZES).map(move |three| (one, two, three))))
}

/// Places of a rank's four cards as dealt, with the pattern.
fn deals_of_rank() -> Vec<([usize; 3], usize, f64)> {
    const FACTORIAL: [f64; 5] = [1.0, 1.0, 2.0, 6.0, 24.0];
    let all =
        (0..5).flat_map(|one| (0..5 - one).flat_map(move |two| (0..5 - one - two).map(move |three| [one, two, three])));
    let held = all.filter(|hands| hands.iter().sum::<usize>() > 0);
    held.map(|hands| {
        let bottom = 4 - hands.iter().sum::<usize>();
        let ways = hands.iter().chain([&bottom]).fold(24.0, |ways, &cards| ways / FACTORIAL[cards]);
        (hands, pattern(hands.map(|cards| cards as u8)), ways)
    })
    .collect()
}

/// Places of the jokers as dealt, with the pattern: to a hand each, or to the bottom.
fn deals_of_jokers() -> Vec<([usize; 3], usize)> {
    let places = || (0..4).map(|place| std::array::from_fn(|hand| hand == place));
    let both = places().flat_map(|small| places().map(move |big| (small, big)));
    both.map(|(small, big): ([bool; 3], [bool; 3])| {
        (std::array::from_fn(|hand| usize::from(small[hand]) + usize::from(big[hand])), joker_pattern(small, big))
    })
    .collect()
}

/// Rate at which each pattern comes up where a deal weighs the product of its patterns' weights.
fn shares_of(weights: &Shares) -> Shares {
    let (ranks, jokers) = (deals_of_rank(), deals_of_jokers());
    let of_rank: Vec<Step> =
        ranks.iter().map(|&(hands, pattern, ways)| (hands, ways * weights.ranks[pattern])).collect();
    let of_jokers: Vec<Step> = jokers.iter().map(|&(hands, pattern)| (hands, weights.jokers[pattern])).collect();
    let all_but_one = (1..RANKS).fold(Ways::start(), |ways, _| ways.then(&of_rank));
    let (without_rank, without_jokers) = (all_but_one.then(&of_jokers), all_but_one.then(&of_rank));
    let mut shares = Shares::NONE;
    for (&(hands, pattern, _), &(_, weight)) in ranks.iter().zip(&of_rank) {
        shares.ranks[pattern] += weight * without_rank.before(hands);
    }
    for (&(hands, pattern), &(_, weight)) in jokers.iter().zip(&of_jokers) {
        shares.jokers[pattern] += weight * without_jokers.before(hands);
    }
    shares.scaled()
}

/// In 64ths of a doubling.
fn rounded(weights: &[f64]) -> String {
    let rounded = weights.iter().map(|weight| format!("{:.0}", weight.log2() * f64::from(LOG2_UNIT)));
    rounded.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_weights_are_a_shuffled_deck() {
        let shares = shares_of(&Shares::EVEN);
        // All four in one hand, and the rocket in one hand, of 17 cards: exact figures.
        let four = 3.0 * (17.0 * 16.0 * 15.0 * 14.0) / (54.0 * 53.0 * 52.0 * 51.0);
        assert!((shares.ranks[0] - four).abs() < 1e-9, "{:?}", shares.ranks);
        let rocket = 3.0 * (17.0 * 16.0) / (54.0 * 53.0);
        assert!((shares.jokers[0] - rocket).abs() < 1e-9, "{:?}", shares.jokers);
    }

    #[test]
    fn weights_give_what_was_counted() {
        for dealer in [Dealer::Blocks, Dealer::Clusters] {
            let counted = counted(dealer, 4_000, Seed(1)).scaled();
            let given = shares_of(&weights(&counted));
            let off = |given: &[f64], counted: &[f64]| {
                given.iter().zip(counted).map(|(given, counted)| (given - counted).abs()).fold(0.0, f64::max)
            };
            assert!(off(&given.ranks, &counted.ranks) < 1e-4, "{:?} for {:?}", given.ranks, counted.ranks);
            assert!(off(&given.jokers, &counted.jokers) < 1e-4, "{:?} for {:?}", given.jokers, counted.jokers);
        }
    }
}
