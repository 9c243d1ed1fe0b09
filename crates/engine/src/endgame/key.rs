//! The identity of a position: 63 bits with two seats in a plain ruleset, 127 otherwise. With two seats in a plain ruleset, positions with one
//! key may still differ in the threshold of [`two_seat_key`]. Ranks that no seat holds are squeezed out first, unless that would join runs, so that
//! positions that differ only in such ranks can share a key. In rulesets that are not plain, no rank is squeezed out.

use rules::{Combo, Hand, Ranks, Ruleset};

use crate::endgame::category::Category;
use crate::hand::{MARKS, ROCKET, RUN_MARKS, at_least_1, at_least_2, at_least_3};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key<const WORDS: usize>(pub(crate) [u64; WORDS]);

/// Returns the key of the two-seat position in which `mover` faces `category`, and the threshold: the place, after squeezing, of the lowest
/// rank in `answers`. The threshold is 15 if `answers` is empty, as in a lead.
#[inline]
pub(crate) fn two_seat_key(mover: Hand, other: Hand, category: Category, answers: Ranks) -> (Key<1>, u8) {
    let [mover, other, mark] = squeeze::<2, 3>([mover.bits(), other.bits(), mark_of(answers)]);
    (Key([pack_hands(mover, other) | category.code() << 56]), threshold(mark))
}

/// Returns the key of a three-seat position, with the hands in the order of [`rules::Seat::ALL`]. `role` has the seat to play, and a bit that
/// is set if no other seat may answer after it. `answers` has the ranks with which the seat to play can answer, and those of the seat after it.
pub(crate) fn three_seat_key(hands: [Hand; 3], role: u64, category: Category, answers: [Ranks; 2]) -> Key<2> {
    let [one, two, three] = hands.map(Hand::bits);
    let [one, two, three, first, second] = squeeze::<3, 5>([one, two, three, mark_of(answers[0]), mark_of(answers[1])]);
    pack_key([one, two, three], role, category, [threshold(first), threshold(second)])
}

/// Returns the key in a ruleset that is not plain: nothing is squeezed, and the key has the size and grade of a standing bomb. For other
/// standing combos it tells if the pass card beats them, because that depends on the wings.
pub(crate) fn unsqueezed_key(hands: [Hand; 3], role: u64, standing: Option<Combo>, rules: &Ruleset) -> Key<2> {
    let category = standing.map_or(Category::LEAD, Category::of);
    let rank = standing.map_or(0, |combo| combo.key().index() as u8);
    let (mark, grade) = match standing {
        Some(bomb) if bomb.is_bomb() => (bomb.len() as u8, bomb.grade() as u64),
        Some(combo) => (u8::from(rules.pass_card_beats(combo)), 0),
        None => (0, 0),
    };
    let Key([first, second]) = pack_key(hands.map(Hand::bits), role, category, [rank, mark]);
    Key([first, second | grade << 54])
}

/// Packs three hands, three bits of the role, the standing category, and two marks of four bits. Bits 54 and 55 of the second word
/// stay clear, for the grade of a bomb.
#[inline]
fn pack_key([one, two, three]: [u64; 3], role: u64, category: Category, marks: [u8; 2]) -> Key<2> {
    // The third hand's counters leave every fourth bit free: the role's three bits go there, and the big joker goes
    // next to the small one.
    let jokers = three >> 52;
    let low = three & 0xF_FFFF_FFFF_FFFF | (jokers & 1 | jokers >> 3 & 2) << 52;
    let role = (role & 1) << 3 | (role & 2) << 6 | (role & 4) << 9;
    let marks = u64::from(marks[0]) | u64::from(marks[1]) << 4;
    Key([pack_hands(one, two) | category.code() << 56, low | role | marks << 56])
}

/// Returns a word with one bit: a mark at the lowest of the ranks; 0 for no ranks.
#[inline]
fn mark_of(ranks: Ranks) -> u64 {
    ranks.lowest().map_or(0, |rank| 1 << (4 * rank.index()))
}

/// Returns the place of a mark; 15 for none.
#[inline]
const fn threshold(mark: u64) -> u8 {
    if mark == 0 { 15 } else { (mark.trailing_zeros() / 4) as u8 }
}

/// Squeezes the same ranks out of all words: `HANDS` hands, then marks.
#[inline]
fn squeeze<const HANDS: usize, const WORDS: usize>(words: [u64; WORDS]) -> [u64; WORDS] {
    let hands = &words[..HANDS];
    let present = hands.iter().fold(0, |present, &hand| present | at_least_1(hand));
    // Without a rocket the jokers are two more single cards at the top.
    let rocket = hands.iter().any(|hand| hand & ROCKET == ROCKET);
    let fixed = if rocket { !0 << JOKERS_BIT } else { 0 };
    let mut held = present & !fixed;
    let mut squeezed = words.map(|word| word & !fixed);
    // Close all gaps at once. This is right if the result has no chain.
    while let Some(top) = held.checked_ilog2() {
        let gaps = !held & MARKS & ((1 << top) - 1);
        if gaps == 0 {
            break;
        }
        let low = gaps.trailing_zeros();
        let by = (held >> low).trailing_zeros();
        squeezed = squeezed.map(|word| close_gap(word, low, by));
        held = close_gap(held, low, by);
    }
    if squeezed[..HANDS].iter().any(|&hand| has_chain(hand)) {
        return squeeze_gap_by_gap::<HANDS, WORDS>(words, present);
    }
    for (squeezed, word) in squeezed.iter_mut().zip(words) {
        *squeezed |= word & fixed;
    }
    squeezed
}

/// The bit of the small joker's counter.
const JOKERS_BIT: u32 = 52;
/// The counters of 3 to ace.
const RUN_COUNTERS: u64 = 0xFFFF_FFFF_FFFF;

/// Moves everything from bit `low` on down by `by` bits, over empty counters.
#[inline]
const fn close_gap(word: u64, low: u32, by: u32) -> u64 {
    let below = (1 << low) - 1;
    word & below | (word >> by) & !below
}

/// Squeezes gap by gap among 3 to ace; a gap that keeps a chain from growing stays, one rank wide.
fn squeeze_gap_by_gap<const HANDS: usize, const WORDS: usize>(words: [u64; WORDS], present: u64) -> [u64; WORDS] {
    let mut squeezed = words.map(|word| word & RUN_COUNTERS);
    let mut held = present & RUN_MARKS;
    let mut from = 0;
    while held >> from != 0 {
        let low = (!held & RUN_MARKS & !((1 << from) - 1)).trailing_zeros();
        if low >= 48 || held >> low == 0 {
            break;
        }
        let by = (held >> low).trailing_zeros();
        let joins = low > 0 && squeezed[..HANDS].iter().any(|&hand| chain_crosses(close_gap(hand, low, by), low));
        let by = if joins { by - 4 } else { by };
        if by > 0 {
            squeezed = squeezed.map(|word| close_gap(word, low, by));
            held = close_gap(held, low, by);
        }
        from = if joins { low + 4 } else { low };
    }
    for (squeezed, word) in squeezed.iter_mut().zip(words) {
        *squeezed |= word & !RUN_COUNTERS;
    }
    squeezed
}

/// True if a chain crosses the place below bit `low`.
fn chain_crosses(hand: u64, low: u32) -> bool {
    [(at_least_1(hand), 5), (at_least_2(hand), 3), (at_least_3(hand), 2)].into_iter().any(|(ranks, enough)| {
        let ranks = ranks & RUN_MARKS;
        let above = (!(ranks >> low) & MARKS).trailing_zeros() / 4;
        let absent = !ranks & RUN_MARKS & ((1 << low) - 1);
        let below = (low - absent.checked_ilog2().map_or(0, |top| top + 4)) / 4;
        above > 0 && below > 0 && above + below >= enough
    })
}

/// True if five ranks in a row are held, three as pairs, or two as triples.
#[inline]
const fn has_chain(hand: u64) -> bool {
    let (one, two, three) = (at_least_1(hand), at_least_2(hand), at_least_3(hand));
    let straight = one & one >> 4;
    let straight = straight & straight >> 8 & one >> 16;
    (straight | two & two >> 4 & two >> 8 | three & three >> 4) != 0
}

/// Packs two hands in 56 bits: for each rank one nibble for the two counts, which have at most fifteen values; for both jokers one nibble,
/// with three states each.
#[inline]
const fn pack_hands(mover: u64, other: u64) -> u64 {
    let sum = mover + other;
    // Pairs of counts are ordered by their sum s; s(s+1)/2 pairs have a smaller sum.
    let pairs = sum + at_least_2(sum) + 2 * at_least_3(sum) + 3 * (sum >> 2 & MARKS) + mover;
    let (small, big) = (pairs >> 52 & 0xF, pairs >> 56 & 0xF);
    pairs & 0xF_FFFF_FFFF_FFFF | (small + 3 * big) << 52
}
