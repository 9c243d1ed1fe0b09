//! Rows of the wild layout, numbered after those of the seat view. The seat view's rows of cards leave wild cards out.

use rules::{Combo, Grade, Hand, Kind, Rank, Wilds};

use super::layout::{AIRPLANES, PAIR_CHAINS, SEAT_VIEW_FEATURES, STRAIGHTS};

/// The number of rows for one to four cards of the first wild rank, and of the second.
const COUNTS: usize = 2 * 4;
const RANKS: usize = 13;
const GRADES: usize = 4;
/// The number of rows for the size of a bomb, which has up to twelve cards.
const SIZES: usize = 13;
const BOMB: usize = GRADES + SIZES;

const OWN_CARDS: usize = SEAT_VIEW_FEATURES;
const UNSEEN: usize = OWN_CARDS + COUNTS;
const PLAYED: usize = UNSEEN + COUNTS;
const KNOWN: usize = PLAYED + 2 * COUNTS;
const RANK: usize = KNOWN + COUNTS;
/// The grade and size of the bomb that stands after the play: my own, or (`THEIRS`) that of the seat before me.
pub(super) const MINE: usize = RANK + 2 * RANKS;
pub(super) const THEIRS: usize = MINE + BOMB;
/// The groups and runs that the hand can make with its wild cards: its largest group of equal cards, the number of ranks of its bombs, and
/// the starts of runs that one or two wild cards complete.
const LARGEST: usize = THEIRS + BOMB;
const BOMB_RANKS: usize = LARGEST + SIZES;
const RUNS: usize = BOMB_RANKS + RANKS + 1;

/// The number of features of a seat-view net for wild ranks.
pub const WILD_FEATURES: usize = RUNS + STRAIGHTS + PAIR_CHAINS + AIRPLANES;

/// The most wild cards that rows count in one run: more are rare.
const FILLED_MAX: u8 = 2;

fn counts(first: usize, wilds: Wilds, hand: Hand, emit: &mut impl FnMut(usize)) {
    for (place, rank) in wilds.in_order().enumerate() {
        let copies = hand.count(rank);
        if copies > 0 {
            emit(first + count_row(place, copies));
        }
    }
}

fn count_row(place: usize, copies: u8) -> usize {
    place * 4 + usize::from(copies) - 1
}

pub(super) fn own(wilds: Wilds, hand: Hand, emit: &mut impl FnMut(usize)) {
    counts(OWN_CARDS, wilds, hand, emit);
}

/// Emits each row of the hand's wild cards that a play removes, and the row that replaces it, if there is one.
pub(super) fn changes(wilds: Wilds, hand: Hand, rest: Hand, emit: &mut impl FnMut(usize, Option<usize>)) {
    for (place, rank) in wilds.in_order().enumerate() {
        let (before, left) = (hand.count(rank), rest.count(rank));
        if before > left {
            emit(OWN_CARDS + count_row(place, before), (left > 0).then(|| OWN_CARDS + count_row(place, left)));
        }
    }
}

/// Emits rows that no play changes: the wild ranks, and their cards that are unseen, played by the next and the previous seat, or known to
/// be the landlord's.
pub(super) fn around(wilds: Wilds, unseen: Hand, played: [Hand; 2], known: Hand, emit: &mut impl FnMut(usize)) {
    for (place, rank) in wilds.in_order().enumerate() {
        emit(RANK + place * RANKS + rank.index());
    }
    counts(UNSEEN, wilds, unseen, emit);
    for (place, played) in played.into_iter().enumerate() {
        counts(PLAYED + place * COUNTS, wilds, played, emit);
    }
    counts(KNOWN, wilds, known, emit);
}

/// Emits the rows of the grade and the size of a bomb; nothing for another combo.
pub(super) fn bomb(first: usize, combo: Combo, emit: &mut impl FnMut(usize)) {
    if combo.kind() != Kind::Bomb {
        return;
    }
    let grade = match combo.grade() {
        Grade::Soft => 0,
        Grade::Hard => 1,
        Grade::Mixed => 2,
        Grade::Pure => 3,
    };
    emit(first + grade);
    emit(first + GRADES + (combo.len() as usize).min(SIZES - 1));
}

/// Emits the rows of the groups and runs that the rest of the hand can make with its wild cards.
pub(super) fn structure(wilds: Wilds, rest: Hand, emit: &mut impl FnMut(usize)) {
    let free = rest.only(wilds.ranks()).len() as u8;
    if free == 0 {
        return;
    }
    let natural = rest.without(wilds.ranks());
    let plain = natural.without(rules::Ranks::JOKERS);
    let most = (1..=4).rev().find(|&copies| !plain.at_least(copies).is_empty()).unwrap_or(0);
    emit(LARGEST + usize::from(most + free).min(SIZES - 1));
    emit(BOMB_RANKS + plain.at_least(4_u8.saturating_sub(free).max(1)).len() as usize);
    let held = Rank::all().map(|rank| natural.count(rank));
    let mut counts = [0; Rank::COUNT];
    counts.iter_mut().zip(held).for_each(|(count, held)| *count = held);
    let filled = free.min(FILLED_MAX);
    let mut block = RUNS;
    for (copies, length, starts) in [(1, 5, STRAIGHTS), (2, 3, PAIR_CHAINS), (3, 2, AIRPLANES)] {
        let missing = counts.map(|count| copies - count.min(copies));
        for start in 0..starts {
            let sum: u8 = missing[start..start + length].iter().sum();
            if (1..=filled).contains(&sum) {
                emit(block + start);
            }
        }
        block += starts;
    }
}
