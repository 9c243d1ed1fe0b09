//! An estimate of the turns that a hand needs if no other seat answers, and the order of plays that uses it.

use rules::{Combo, Hand, Ruleset};

use crate::hand::{MARKS, ROCKET, RUN_MARKS, at_least_1, at_least_2, at_least_3, cache_place};

const CACHE_BITS: u32 = 14;

/// The weight of a turn in a play's score. One turn outweighs all cards of a play, and one card outweighs the key.
pub(super) const TURN_WEIGHT: u32 = 1024;
const CARD_WEIGHT: u32 = 32;
const KEY_WEIGHT: u32 = 2;
/// The addition to a bomb's score, so that bombs come late.
const BOMB_WEIGHT: u32 = 16 * TURN_WEIGHT;

/// Returns the score of a play: low scores are tried first. `turns` is the number of turns after it.
#[inline]
pub(super) fn score(combo: Combo, turns: u32) -> u32 {
    let bomb = if combo.is_bomb() { BOMB_WEIGHT } else { 0 };
    bomb + TURN_WEIGHT * (turns + 1) - CARD_WEIGHT * combo.len() + KEY_WEIGHT * combo.key().index() as u32
}

#[derive(Clone, Copy)]
pub(super) struct ScoredPlay {
    /// The play; `None` is a pass.
    pub(super) combo: Option<Combo>,
    pub(super) score: u32,
}

/// The most untried plays that are not sorted. It is quicker to look for the best of them each time, because few of them are tried.
const UNSORTED_MAX: usize = 2048;

/// The untried plays of all positions of the current line, in one stack.
#[derive(Default)]
pub(super) struct UntriedPlays(Vec<ScoredPlay>);

impl UntriedPlays {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn push(&mut self, play: ScoredPlay) {
        self.0.push(play);
    }

    /// Prepares the plays from `base` on for [`UntriedPlays::next`]. The caller has pushed all of them.
    #[inline]
    pub(super) fn order(&mut self, base: usize) {
        if self.0.len() - base > UNSORTED_MAX {
            self.0[base..].sort_by_key(|play| std::cmp::Reverse(play.score));
        }
    }

    #[inline]
    pub(super) fn next(&mut self, base: usize) -> Option<Option<Combo>> {
        let untried = &mut self.0[base..];
        if untried.len() <= UNSORTED_MAX {
            let (best, _) = untried.iter().enumerate().min_by_key(|(_, play)| play.score)?;
            let last = untried.len() - 1;
            untried.swap(best, last);
        }
        self.0.pop().map(|play| play.combo)
    }

    pub(super) fn truncate(&mut self, base: usize) {
        self.0.truncate(base);
    }
}

pub(crate) struct TurnsCache<'a> {
    rules: &'a Ruleset,
    /// Words of hands, with the estimate in the four free bits on top.
    cache: Box<[u64]>,
}

impl<'a> TurnsCache<'a> {
    pub(crate) fn new(rules: &'a Ruleset) -> TurnsCache<'a> {
        TurnsCache { rules, cache: vec![0; 1 << CACHE_BITS].into_boxed_slice() }
    }

    /// Estimates the fewest turns to play `hand` out, over all ways to take straights and pair chains from it: see [`loose_turns`].
    #[inline]
    pub(crate) fn of(&mut self, hand: Hand) -> u32 {
        self.count(hand.bits())
    }

    #[inline]
    pub(crate) fn is_one(&mut self, hand: Hand) -> bool {
        self.count(hand.bits()) == 1
    }

    #[inline]
    fn count(&mut self, hand: u64) -> u32 {
        let slot = cache_place(hand, CACHE_BITS);
        let entry = self.cache[slot];
        if hand == 0 {
            return 0;
        }
        if entry << 4 == hand << 4 {
            return (entry >> 60) as u32;
        }
        let is_one = Hand::from_bits(hand).is_some_and(|hand| self.rules.read(hand).is_some());
        let turns = if is_one { 1 } else { self.count_fewest(hand).clamp(2, 15) };
        self.cache[slot] = hand | u64::from(turns) << 60;
        turns
    }

    fn count_fewest(&mut self, hand: u64) -> u32 {
        let mut best = loose_turns(hand);
        let one = at_least_1(hand) & RUN_MARKS;
        let two = at_least_2(hand) & RUN_MARKS;
        let mut chains = two & two >> 4 & two >> 8;
        let mut copies = 2;
        let mut shortest: u64 = 0x111;
        let mut have = two;
        for _ in 0..2 {
            while chains != 0 {
                let start = chains.trailing_zeros();
                chains &= chains - 1;
                let mut body = shortest << start;
                let mut next = 1u64 << (63 - body.leading_zeros());
                while have & next != 0 {
                    body |= next;
                    best = best.min(1 + self.count(hand - body * copies));
                    next <<= 4;
                }
            }
            let pairs = one & one >> 4;
            chains = pairs & pairs >> 8 & one >> 16;
            (copies, shortest, have) = (1, 0x1_1111, one);
        }
        best
    }
}

/// Counts the turns without straights and pair chains. Triples carry a single or a pair each, fours nothing.
const fn loose_turns(hand: u64) -> u32 {
    let (one, three, four) = (at_least_1(hand), at_least_3(hand), hand >> 2 & MARKS);
    let triples = (three & !four).count_ones();
    let rocket = (hand & ROCKET == ROCKET) as u32;
    let planes = (three & three >> 4 & !four & RUN_MARKS).count_ones();
    let loose = (one & !three).count_ones() - 2 * rocket;
    let bodies = triples - if planes < triples { planes } else { 0 };
    bodies + four.count_ones() + rocket + loose.saturating_sub(triples)
}
