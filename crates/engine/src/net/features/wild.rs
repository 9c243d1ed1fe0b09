//! Rows of the wild layout, numbered after those of the seat view. The seat view's rows of cards leave wild cards out.

use rules::{Combo, Grade, Hand, Kind, Rank, Wilds};

use super::layout::{AIRPLANE_ROWS, PAIR_CHAIN_ROWS, SEAT_VIEW_FEATURES, STRAIGHT_ROWS};

/// The number of rows for one to four cards of the first wild rank, and of the second.
const COUNT_ROWS: usize = 2 * 4;
const PLAIN_RANKS: usize = 13;
const GRADE_ROWS: usize = 4;
/// The number of rows for the size of a bomb or of the largest group: 0 to 12 cards.
const SIZE_ROWS: usize = 13;
const BOMB_ROWS: usize = GRADE_ROWS + SIZE_ROWS;

const HELD_START: usize = SEAT_VIEW_FEATURES;
const UNSEEN_START: usize = HELD_START + COUNT_ROWS;
const PLAYED_START: usize = UNSEEN_START + COUNT_ROWS;
const KNOWN_START: usize = PLAYED_START + 2 * COUNT_ROWS;
const WILD_RANK_START: usize = KNOWN_START + COUNT_ROWS;
/// The grade and size of the bomb that stands after the play: my own, or (`PREVIOUS_BOMB_START`) that of the seat before me.
pub(super) const OWN_BOMB_START: usize = WILD_RANK_START + 2 * PLAIN_RANKS;
pub(super) const PREVIOUS_BOMB_START: usize = OWN_BOMB_START + BOMB_ROWS;
/// The groups and runs that the hand can make with its wild cards: its largest group of equal cards, the number of ranks of its bombs, and
/// the starts of runs that one or two wild cards complete.
const LARGEST_GROUP_START: usize = PREVIOUS_BOMB_START + BOMB_ROWS;
const BOMB_RANKS_START: usize = LARGEST_GROUP_START + SIZE_ROWS;
const RUNS_START: usize = BOMB_RANKS_START + PLAIN_RANKS + 1;

/// The number of features of a seat-view net for wild ranks.
pub const WILD_FEATURES: usize = RUNS_START + STRAIGHT_ROWS + PAIR_CHAIN_ROWS + AIRPLANE_ROWS;

/// The most wild cards that rows count in one run.
const FILLED_MAX: u8 = 2;

fn emit_counts(first: usize, wilds: Wilds, hand: Hand, emit: &mut impl FnMut(usize)) {
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

pub(super) fn emit_own_cards(wilds: Wilds, hand: Hand, emit: &mut impl FnMut(usize)) {
    emit_counts(HELD_START, wilds, hand, emit);
}

/// Emits each row of the hand's wild cards that a play removes, and the row that replaces it, if there is one.
pub(super) fn emit_changes(wilds: Wilds, hand: Hand, rest: Hand, emit: &mut impl FnMut(usize, Option<usize>)) {
    for (place, rank) in wilds.in_order().enumerate() {
        let (before, left) = (hand.count(rank), rest.count(rank));
        if before > left {
            emit(HELD_START + count_row(place, before), (left > 0).then(|| HELD_START + count_row(place, left)));
        }
    }
}

/// Emits rows that no play changes: the wild ranks, and their cards that are unseen, played by the next and the previous seat, or known to
/// be the landlord's.
pub(super) fn emit_fixed(wilds: Wilds, unseen: Hand, played: [Hand; 2], known: Hand, emit: &mut impl FnMut(usize)) {
    for (place, rank) in wilds.in_order().enumerate() {
        emit(WILD_RANK_START + place * PLAIN_RANKS + rank.index());
    }
    emit_counts(UNSEEN_START, wilds, unseen, emit);
    for (place, played) in played.into_iter().enumerate() {
        emit_counts(PLAYED_START + place * COUNT_ROWS, wilds, played, emit);
    }
    emit_counts(KNOWN_START, wilds, known, emit);
}

pub(super) fn emit_bomb(first: usize, combo: Combo, emit: &mut impl FnMut(usize)) {
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
    emit(first + GRADE_ROWS + (combo.len() as usize).min(SIZE_ROWS - 1));
}

/// Emits the rows of the groups and runs that the rest of the hand can make with its wild cards.
pub(super) fn emit_structure(wilds: Wilds, rest: Hand, emit: &mut impl FnMut(usize)) {
    let free = rest.only(wilds.ranks()).len() as u8;
    if free == 0 {
        return;
    }
    let natural = rest.without(wilds.ranks());
    let plain = natural.without(rules::Ranks::JOKERS);
    let most = (1..=4).rev().find(|&copies| !plain.at_least(copies).is_empty()).unwrap_or(0);
    emit(LARGEST_GROUP_START + usize::from(most + free).min(SIZE_ROWS - 1));
    emit(BOMB_RANKS_START + plain.at_least(4_u8.saturating_sub(free).max(1)).len() as usize);
    let held = Rank::all().map(|rank| natural.count(rank));
    let mut counts = [0; Rank::COUNT];
    counts.iter_mut().zip(held).for_each(|(count, held)| *count = held);
    let filled = free.min(FILLED_MAX);
    let mut block = RUNS_START;
    for (copies, length, starts) in [(1, 5, STRAIGHT_ROWS), (2, 3, PAIR_CHAIN_ROWS), (3, 2, AIRPLANE_ROWS)] {
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
