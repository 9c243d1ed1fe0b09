//! The identity of a two-seat position in 63 bits, exactly: equal keys are equal games. Ranks that nobody holds are
//! squeezed out first wherever that joins no run, so positions that differ only in such ranks share one key.

use rules::{Hand, Ranks};

use crate::endgame::category::Category;

const ONES: u64 = 0x0111_1111_1111_1111;
const RUN: u64 = 0x1111_1111_1111;
const ROCKET: u64 = 0x0110_0000_0000_0000;

/// A position's key, and where the threshold rank came to stand after squeezing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) bits: u64,
    pub(crate) threshold: u8,
}

/// The key of the position in which `mover` faces `category`, and the lowest rank with which he could answer in kind
/// (none when he leads or has no such answer).
#[inline]
pub(crate) fn key(mover: Hand, other: Hand, category: Category, answers: Ranks) -> Key {
    let mark = answers.lowest().map_or(0, |rank| 1 << (4 * rank.index()));
    let [mover, other, mark] = squeeze(mover.bits(), other.bits(), mark);
    let threshold = if mark == 0 { 15 } else { (mark.trailing_zeros() / 4) as u8 };
    Key { bits: join(mover, other) | category.code() << 56, threshold }
}

/// Squeezes the same ranks out of three words: two hands and a mark.
#[inline]
fn squeeze(mover: u64, other: u64, mark: u64) -> [u64; 3] {
    let present = ranks(mover) | ranks(other);
    let rocket = mover & ROCKET == ROCKET || other & ROCKET == ROCKET;
    // Without a rocket the jokers are two more single cards at the top.
    let movable = if rocket { ONES & !ROCKET } else { ONES };
    let fixed = if rocket { ROCKET >> 4 * 15 | 0x0FF0_0000_0000_0000 } else { 0 };
    let mut words = [mover & !fixed, other & !fixed, mark & !fixed];
    let mut gaps = !present & movable;
    let mut held = present & movable;
    // Everything at once: right whenever no chain is possible in the result.
    loop {
        gaps &= held.checked_ilog2().map_or(0, |top| (1u64 << top) - 1);
        if gaps == 0 {
            break;
        }
        let low = gaps.trailing_zeros();
        let up = (held >> low).trailing_zeros();
        let below = (1u64 << low) - 1;
        for word in &mut words {
            *word = *word & below | (*word >> up) & !below;
        }
        held = held & below | (held >> up) & !below;
        gaps = !held & movable;
    }
    if !has_chain(words[0]) && !has_chain(words[1]) {
        return [words[0] | mover & fixed, words[1] | other & fixed, words[2] | mark & fixed];
    }
    squeeze_between_runs(mover, other, mark)
}

/// Gap by gap among 3 to ace; a gap that keeps a run from growing stays, one rank wide.
fn squeeze_between_runs(mover: u64, other: u64, mark: u64) -> [u64; 3] {
    const LOW: u64 = 0xFFFF_FFFF_FFFF;
    let mut words = [mover & LOW, other & LOW, mark & LOW];
    let mut held = (ranks(mover) | ranks(other)) & RUN;
    let mut from = 0;
    loop {
        let open = !held & RUN & !((1u64 << from) - 1);
        if held == 0 || held >> from == 0 {
            break;
        }
        let Some(low) = open.checked_ilog2().map(|_| open.trailing_zeros()) else { break };
        if held >> low == 0 {
            break;
        }
        let up = (held >> low).trailing_zeros();
        let below = (1u64 << low) - 1;
        let shift = |word: u64, by: u32| word & below | (word >> by) & !below;
        let closed = [shift(words[0], up), shift(words[1], up)];
        let joins = low > 0 && (joins_run(words[0], closed[0], low) || joins_run(words[1], closed[1], low));
        let by = if joins { up - 4 } else { up };
        if by > 0 {
            words = words.map(|word| shift(word, by));
            held = shift(held, by);
        }
        from = if joins { low + 4 } else { low };
    }
    [words[0] | mover & !LOW, words[1] | other & !LOW, words[2] | mark & !LOW]
}

/// Whether closing the gap at bit `low` makes a chain that crosses it.
fn joins_run(_open: u64, closed: u64, low: u32) -> bool {
    let masks = [(ranks(closed), 5), (at_least_2(closed), 3), (at_least_3(closed), 2)];
    masks.into_iter().any(|(mask, enough)| {
        let mask = mask & RUN;
        let above = ((!(mask >> low) & ONES).trailing_zeros()) / 4;
        let inverted = !mask & RUN & ((1u64 << low) - 1);
        let below = match inverted.checked_ilog2() {
            Some(top) => (low - 4 - top) / 4,
            None => low / 4,
        };
        above > 0 && below > 0 && above + below >= enough
    })
}

#[inline]
const fn ranks(hand: u64) -> u64 {
    (hand | hand >> 1 | hand >> 2) & ONES
}

#[inline]
const fn at_least_2(hand: u64) -> u64 {
    (hand >> 1 | hand >> 2) & ONES
}

#[inline]
const fn at_least_3(hand: u64) -> u64 {
    (hand & hand >> 1 | hand >> 2) & ONES
}

/// Whether neighbouring ranks make a straight, a pair chain or an airplane.
#[inline]
const fn has_chain(hand: u64) -> bool {
    let (one, two, three) = (ranks(hand), at_least_2(hand), at_least_3(hand));
    let straight = one & one >> 4;
    let straight = straight & straight >> 8 & one >> 16;
    (straight | two & two >> 4 & two >> 8 | three & three >> 4) != 0
}

/// Two hands in 56 bits: for each rank the pair of counts, of which a deck has at most fifteen, in one nibble; the
/// jokers, three states each, in one nibble together.
#[inline]
const fn join(mover: u64, other: u64) -> u64 {
    let sum = mover + other;
    // Pairs of counts by their sum s: those with a smaller sum are s(s+1)/2 many.
    let pairs = sum + at_least_2(sum) + 2 * at_least_3(sum) + 3 * (sum >> 2 & ONES) + mover;
    let (small, big) = (pairs >> 52 & 0xF, pairs >> 56 & 0xF);
    pairs & 0xF_FFFF_FFFF_FFFF | (small + 3 * big) << 52
}
