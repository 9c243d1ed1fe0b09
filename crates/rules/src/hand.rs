//! A multiset of ranks in one machine word. Legality and strength do not depend on suits, so combos, plays and views have no suits.

use std::fmt;
use std::iter::FusedIterator;

use crate::rank::Rank;

/// Fifteen four-bit counters, one per rank. Never holds more copies than the deck does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u64);

const _: () = assert!(size_of::<Hand>() == 8);

/// The lowest bit of every rank's counter.
const LOW_BITS: u64 = 0x0111_1111_1111_1111;
/// The highest bit of every rank's counter, which no legal count reaches.
const HIGH_BITS: u64 = LOW_BITS << 3;
const NIBBLE: u32 = 4;

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand(0);
    /// All 54 cards.
    pub const DECK: Hand = Hand(0x0114_4444_4444_4444);
    /// Both jokers.
    pub const ROCKET: Hand = Hand(0x0110_0000_0000_0000);

    /// Returns one card of a rank.
    pub const fn one(rank: Rank) -> Hand {
        Hand(1 << (NIBBLE * rank.index() as u32))
    }

    /// Returns `copies` cards of a rank; `None` when the deck has fewer.
    pub const fn of(rank: Rank, copies: u8) -> Option<Hand> {
        if copies > rank.copies() {
            return None;
        }
        Some(Hand((copies as u64) << (NIBBLE * rank.index() as u32)))
    }

    /// Makes a hand of fifteen counts, 3 first, jokers last; `None` when the deck has fewer of a rank.
    pub fn from_counts(counts: [u8; Rank::COUNT]) -> Option<Hand> {
        Rank::all().zip(counts).try_fold(Hand::EMPTY, |hand, (rank, count)| hand.plus(Hand::of(rank, count)?))
    }

    /// Returns fifteen counts, 3 first, jokers last.
    pub fn counts(self) -> [u8; Rank::COUNT] {
        std::array::from_fn(|index| (self.0 >> (NIBBLE * index as u32)) as u8 & 0xF)
    }

    /// Returns the packed counters: a perfect hash of the hand, and its order in [`Ord`].
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the hand with these [`Hand::bits`]; `None` for a word that is no hand.
    pub const fn from_bits(bits: u64) -> Option<Hand> {
        // The top bit of each counter is set before the subtraction, so no counter borrows from the next. It stays set if the deck has
        // enough cards of that rank.
        if bits & !(LOW_BITS * 7) != 0 || ((Self::DECK.0 | HIGH_BITS) - bits) & HIGH_BITS != HIGH_BITS {
            return None;
        }
        Some(Hand(bits))
    }

    /// Makes a hand of counters that the caller knows to be within the deck.
    pub(crate) const fn from_bits_unchecked(bits: u64) -> Hand {
        debug_assert!(Hand::from_bits(bits).is_some());
        Hand(bits)
    }

    /// Returns the number of cards.
    pub const fn len(self) -> u32 {
        // The sum is at most 54, too much for four bits: neighbouring counters are added into bytes first.
        let bytes = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + ((self.0 >> 4) & 0x0F0F_0F0F_0F0F_0F0F);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// True if the hand has no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of copies of one rank.
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (NIBBLE * rank.index() as u32)) as u8 & 0xF
    }

    /// True if this hand has every card of `part`.
    pub const fn contains(self, part: Hand) -> bool {
        // The unused top bit of each counter is set before the subtraction. It stays set if the counter is large enough.
        ((self.0 | HIGH_BITS) - part.0) & HIGH_BITS == HIGH_BITS
    }

    /// Adds another hand; `None` when the deck does not have that many cards of a rank.
    pub const fn plus(self, other: Hand) -> Option<Hand> {
        let sum = Hand(self.0 + other.0);
        if Hand::DECK.contains(sum) { Some(sum) } else { None }
    }

    /// Returns the cards of this hand that do not fit into one deck together with `other`.
    pub fn surplus_with(self, other: Hand) -> Hand {
        let room = Hand::DECK.minus(other).expect("a part of a deck");
        self.minus(self.overlap(room)).expect("an overlap lies within")
    }

    /// Returns the hand without `part`; `None` if the hand lacks cards of `part`.
    pub const fn minus(self, part: Hand) -> Option<Hand> {
        if self.contains(part) { Some(Hand(self.0 - part.0)) } else { None }
    }

    /// Returns the cards that both hands have.
    pub fn overlap(self, other: Hand) -> Hand {
        // The smaller of two counters is the number of values from 1 to 4 that both counters reach.
        Hand((1..=4).map(|copies| self.at_least(copies).0 & other.at_least(copies).0).sum())
    }

    /// Returns all cards of these ranks.
    pub const fn only(self, ranks: Ranks) -> Hand {
        Hand(self.0 & (ranks.0 * 0xF))
    }

    /// Returns all cards except those of these ranks.
    pub const fn without(self, ranks: Ranks) -> Hand {
        Hand(self.0 & !(ranks.0 * 0xF))
    }

    /// Returns the ranks of which the hand has at least `copies` (1 to 4) cards.
    pub const fn at_least(self, copies: u8) -> Ranks {
        let (one, two, four) = (self.0, self.0 >> 1, self.0 >> 2);
        Ranks(match copies {
            1 => (one | two | four) & LOW_BITS,
            2 => (two | four) & LOW_BITS,
            3 => ((one & two) | four) & LOW_BITS,
            4 => four & LOW_BITS,
            _ => 0,
        })
    }

    /// Returns the ranks of the hand. Iteration follows the printed order, lowest first.
    pub const fn ranks(self) -> Ranks {
        self.at_least(1)
    }

    /// Returns the lowest rank of the hand in the printed order.
    pub const fn lowest(self) -> Option<Rank> {
        self.ranks().lowest()
    }

    /// Returns the highest rank of the hand in the printed order.
    pub const fn highest(self) -> Option<Rank> {
        self.ranks().highest()
    }
}

impl FromIterator<Rank> for Hand {
    /// # Panics
    /// If the ranks are more than a deck has. Read external input through [`crate::notation`].
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Hand {
        ranks.into_iter().fold(Hand::EMPTY, |hand, rank| hand.plus(Hand::one(rank)).expect("ranks come from one deck"))
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

const FOURS: [&str; Rank::COUNT] = [
    "3333", "4444", "5555", "6666", "7777", "8888", "9999", "TTTT", "JJJJ", "QQQQ", "KKKK", "AAAA", "2222", "XXXX",
    "DDDD",
];

impl Hand {
    /// Writes the text of [`fmt::Display`] to `out`, one rank at a time.
    pub fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        for rank in self.ranks() {
            out.write_str(&FOURS[rank.index()][..usize::from(self.count(rank))])?;
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// A set of ranks. Each rank of the set is the lowest bit of its counter in a [`Hand`], so that sets and hands combine in one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ranks(u64);

impl Ranks {
    /// No rank.
    pub const NONE: Ranks = Ranks(0);
    /// Every rank.
    pub const ALL: Ranks = Ranks(LOW_BITS);
    /// 3 to ace: the ranks of runs.
    pub const RUN: Ranks = Ranks(0x1111_1111_1111);
    /// The two jokers.
    pub const JOKERS: Ranks = Ranks(0x0110_0000_0000_0000);

    /// Returns the set of one rank.
    pub const fn one(rank: Rank) -> Ranks {
        Ranks(1 << (NIBBLE * rank.index() as u32))
    }

    /// Returns the ranks above `rank` in the printed order. Runs use this order; [`crate::Order`] has the order of strength.
    pub const fn printed_above(rank: Rank) -> Ranks {
        Ranks(LOW_BITS & (!0 << (NIBBLE * rank.index() as u32)) << NIBBLE)
    }

    /// Returns `run` neighbouring ranks from `start` up. The caller keeps the run within the deck.
    pub(crate) const fn run(start: Rank, run: u32) -> Ranks {
        Ranks((LOW_BITS & ((1 << (NIBBLE * run)) - 1)) << (NIBBLE * start.index() as u32))
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// True if the set has no rank.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of ranks.
    pub const fn len(self) -> u32 {
        // One multiplication adds up all bits, and the sum, at most 15, fits into the top four bits. `count_ones` needs many steps if
        // the build target has no instruction for it.
        (self.0.wrapping_mul(LOW_BITS | 1 << 60) >> 60) as u32
    }

    /// True if `rank` is in the set.
    pub const fn has(self, rank: Rank) -> bool {
        self.0 & Self::one(rank).0 != 0
    }

    /// Returns the ranks that are in both sets.
    pub const fn and(self, other: Ranks) -> Ranks {
        Ranks(self.0 & other.0)
    }

    /// Returns the ranks that are in at least one of the two sets.
    pub const fn or(self, other: Ranks) -> Ranks {
        Ranks(self.0 | other.0)
    }

    /// Returns the ranks of this set that are not in `other`.
    pub const fn except(self, other: Ranks) -> Ranks {
        Ranks(self.0 & !other.0)
    }

    /// Returns the set with each rank moved `steps` down; ranks below 3 are dropped.
    pub const fn down(self, steps: u32) -> Ranks {
        Ranks(self.0 >> (NIBBLE * steps))
    }

    /// Returns the set with each rank moved `steps` up; ranks above the big joker are dropped.
    pub const fn up(self, steps: u32) -> Ranks {
        Ranks((self.0 << (NIBBLE * steps)) & LOW_BITS)
    }

    /// Returns `copies` cards (at most four, jokers at most one) of each rank in the set.
    pub(crate) const fn copies(self, copies: u8) -> Hand {
        Hand::from_bits_unchecked(self.0 * copies as u64)
    }

    /// Returns the lowest rank of the set in the printed order.
    pub const fn lowest(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Some(Rank::at(self.0.trailing_zeros() / NIBBLE)) }
    }

    /// Returns the highest rank of the set in the printed order.
    pub const fn highest(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Some(Rank::at(self.0.ilog2() / NIBBLE)) }
    }
}

impl Iterator for Ranks {
    type Item = Rank;

    #[inline]
    fn next(&mut self) -> Option<Rank> {
        let rank = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(rank)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count_ones() as usize, Some(self.0.count_ones() as usize))
    }
}

impl DoubleEndedIterator for Ranks {
    fn next_back(&mut self) -> Option<Rank> {
        let rank = self.highest()?;
        self.0 &= !Self::one(rank).0;
        Some(rank)
    }
}

impl ExactSizeIterator for Ranks {}
impl FusedIterator for Ranks {}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
