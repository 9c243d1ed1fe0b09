//! The net's input: a situation after a play as a list of rows of its first layer.
//!
//! Weights files depend on the numbers of the rows: [`LAYOUT_VERSION`] changes when they do. If ranks are wild, the module `wild` adds rows.

mod layout;
mod wild;

use rules::{Combo, Hand, Rank, Ranks, Seat, Wilds};

pub use layout::{ACTIVE_ROWS_MAX, FULL_INFORMATION_FEATURES, LAYOUT_VERSION, SEAT_VIEW_FEATURES};
use layout::{AIRPLANE_ROWS, CARD_ROWS, COMBO_ROWS, HANDS_START, HELD_START, KNOWN_START, LEFT_ROWS, LEFT_START};
use layout::{LET_PASS_ROWS, LET_PASS_START, LOOSE_ROWS, NEXT_LEADS_ROW, OWN_COMBO_START, OWN_STRUCTURE_START};
use layout::{PAIR_CHAIN_ROWS, PAIR_ROWS, PLAYED_START, PREVIOUS_COMBO_START, RANK_ROWS, SHOWN_ROWS, SHOWN_START};
use layout::{STRAIGHT_ROWS, STRUCTURE_ROWS, TRIPLE_ROWS, UNSEEN_START};
pub use wild::WILD_FEATURES;

use super::past::Past;
use crate::game_state::GameState;
use crate::turn_facts::TurnFacts;

/// The part of the input that is common to all plays among which a seat chooses.
#[derive(Clone, Copy, Debug)]
pub struct NetInput<'a> {
    /// The seat that chooses.
    pub me: Seat,
    /// The cards of this seat.
    pub hand: Hand,
    /// The others' cards.
    pub others: Others,
    /// The number of cards that each seat has left, in the order of [`Seat::ALL`].
    pub left: [u8; 3],
    /// The standing combo, and its player; `None` for a lead.
    pub standing: Option<(Seat, Combo)>,
    /// The public past.
    pub past: &'a Past,
}

/// The others' cards.
#[derive(Clone, Copy, Debug)]
pub enum Others {
    /// The unseen cards.
    Unseen(Hand),
    /// The hands of the next and the previous seat.
    Known([Hand; 2]),
}

impl<'a> NetInput<'a> {
    /// Returns the input for a turn with that past.
    pub fn of(turn: &TurnFacts, past: &'a Past) -> NetInput<'a> {
        let left = Seat::ALL.map(|seat| turn.left(seat) as u8);
        let others = Others::Unseen(turn.view.unseen());
        NetInput { me: turn.me, hand: turn.hand, others, left, standing: turn.course().standing(), past }
    }

    /// Returns the input of the seat to play, with only the cards that this seat may know.
    pub fn seat_view(playing: &GameState, past: &'a Past) -> NetInput<'a> {
        NetInput::with_others(playing, past, Others::Unseen(playing.unseen()))
    }

    /// Returns the input of the seat to play with all hands known.
    pub fn full_information(playing: &GameState, past: &'a Past) -> NetInput<'a> {
        let me = playing.turn();
        let others = [me.next(), me.previous()].map(|seat| playing.hand(seat));
        NetInput::with_others(playing, past, Others::Known(others))
    }

    fn with_others(playing: &GameState, past: &'a Past, others: Others) -> NetInput<'a> {
        let me = playing.turn();
        let left = Seat::ALL.map(|seat| playing.hand(seat).len() as u8);
        NetInput { me, hand: playing.hand(me), others, left, standing: playing.standing(), past }
    }

    /// Emits the rows of all features after `play`.
    pub fn emit_features(&self, play: Option<Combo>, mut emit: impl FnMut(usize)) {
        let rest = self.rest(play);
        self.emit_fixed(&mut emit);
        self.emit_own_cards(rest, &mut emit);
        self.emit_after_play(play, rest, &mut emit);
    }

    pub(super) fn emit_own_cards(&self, hand: Hand, emit: &mut impl FnMut(usize)) {
        let wilds = self.wilds();
        emit_cards(HELD_START, hand.without(wilds.ranks()), emit);
        wild::emit_own_cards(wilds, hand, emit);
    }

    #[inline]
    fn wilds(&self) -> Wilds {
        self.past.wilds()
    }

    #[inline]
    pub(super) fn rest(&self, play: Option<Combo>) -> Hand {
        play.map_or(self.hand, |play| self.hand.minus(play.cards()).expect("a play comes from the hand"))
    }

    /// Emits the rows that no play of the seat changes.
    pub(super) fn emit_fixed(&self, emit: &mut impl FnMut(usize)) {
        let seats = [self.me.next(), self.me.previous()];
        for (place, seat) in seats.into_iter().enumerate() {
            emit(LEFT_START + (1 + place) * LEFT_ROWS + usize::from(self.left[seat.index()]));
        }
        match self.others {
            Others::Known(hands) => {
                for (place, hand) in hands.into_iter().enumerate() {
                    let first = HANDS_START + place * (CARD_ROWS + STRUCTURE_ROWS);
                    emit_cards(first, hand, emit);
                    emit_structure(first + CARD_ROWS, hand, emit);
                }
            }
            Others::Unseen(unseen) => {
                let wilds = self.wilds();
                emit_cards(UNSEEN_START, unseen.without(wilds.ranks()), emit);
                for (place, seat) in seats.into_iter().enumerate() {
                    emit_cards(PLAYED_START + place * CARD_ROWS, self.past.played(seat).without(wilds.ranks()), emit);
                    for (sort, lowest) in self.past.let_pass_keys(seat).iter().enumerate() {
                        if let Some(rank) = lowest {
                            emit(LET_PASS_START + place * LET_PASS_ROWS + sort * Rank::COUNT + rank.index());
                        }
                    }
                    let past = self.past;
                    let shown = past.led_ranks(seat).iter().chain(past.answer_ranks(seat)).chain(past.skip_ranks(seat));
                    for (sort, ranks) in shown.enumerate() {
                        let first = SHOWN_START + place * SHOWN_ROWS + sort * Rank::COUNT;
                        ranks.for_each(|rank| emit(first + rank.index()));
                    }
                }
                let known = if self.me == Seat::Landlord { Hand::EMPTY } else { self.past.known_of_landlord() };
                emit_cards(KNOWN_START, known.without(wilds.ranks()), emit);
                if !wilds.is_empty() {
                    wild::emit_fixed(wilds, unseen, seats.map(|seat| self.past.played(seat)), known, emit);
                }
            }
        }
    }

    /// Emits the rows that depend on the play, except those of the hand's cards.
    pub(super) fn emit_after_play(&self, play: Option<Combo>, rest: Hand, emit: &mut impl FnMut(usize)) {
        let wilds = self.wilds();
        emit_structure(OWN_STRUCTURE_START, rest.without(wilds.ranks()), emit);
        emit(LEFT_START + rest.len() as usize);
        if !wilds.is_empty() {
            self.emit_wild_after_play(wilds, play, rest, emit);
        }
        match (play, self.standing) {
            (Some(combo), _) => emit_combo(OWN_COMBO_START, combo, emit),
            (None, Some((seat, combo))) if seat == self.me.previous() => emit_combo(PREVIOUS_COMBO_START, combo, emit),
            (None, _) => emit(NEXT_LEADS_ROW),
        }
    }

    fn emit_wild_after_play(&self, wilds: Wilds, play: Option<Combo>, rest: Hand, emit: &mut impl FnMut(usize)) {
        wild::emit_structure(wilds, rest, emit);
        match (play, self.standing) {
            (Some(combo), _) => wild::emit_bomb(wild::OWN_BOMB_START, combo, emit),
            (None, Some((owner, combo))) if owner == self.me.previous() => {
                wild::emit_bomb(wild::PREVIOUS_BOMB_START, combo, emit);
            }
            (None, _) => {}
        }
    }

    /// Emits each row of the hand's cards that the play removes, and the row that replaces it, if there is one.
    #[inline]
    pub(super) fn emit_changes(&self, rest: Hand, play: Combo, mut emit: impl FnMut(usize, Option<usize>)) {
        let (hand, wilds) = (self.hand, self.wilds());
        for rank in play.cards().without(wilds.ranks()).ranks() {
            let left = rest.count(rank);
            emit(HELD_START + card_row(rank, hand.count(rank)), (left > 0).then(|| HELD_START + card_row(rank, left)));
        }
        if !wilds.is_empty() {
            wild::emit_changes(wilds, hand, rest, &mut emit);
        }
    }
}

/// Returns the row of a number of copies of a rank, within a block of cards.
#[inline]
fn card_row(rank: Rank, copies: u8) -> usize {
    if rank.is_joker() {
        CARD_ROWS - 2 + usize::from(rank == Rank::BIG_JOKER)
    } else {
        rank.index() * 4 + usize::from(copies) - 1
    }
}

#[inline]
fn emit_cards(first: usize, hand: Hand, emit: &mut impl FnMut(usize)) {
    for rank in hand.ranks() {
        emit(first + card_row(rank, hand.count(rank)));
    }
}

fn emit_combo(first: usize, combo: Combo, emit: &mut impl FnMut(usize)) {
    emit(first + combo.kind() as usize * Rank::COUNT + combo.key().index());
    emit(first + COMBO_ROWS + usize::from(combo.run()));
}

/// Emits the rows of the parts of a hand: where runs begin, and how many ranks, pairs, triples and loose small cards there are.
fn emit_structure(first: usize, hand: Hand, emit: &mut impl FnMut(usize)) {
    let [ones, pairs, triples] = [1, 2, 3].map(|copies| hand.at_least(copies));
    let straights = run_starts(ones, 5);
    let mut block = first;
    let mut runs = |found: Ranks, rows: usize| {
        found.for_each(|rank| emit(block + rank.index()));
        block += rows;
    };
    runs(straights, STRAIGHT_ROWS);
    runs(run_starts(pairs, 3), PAIR_CHAIN_ROWS);
    runs(run_starts(triples, 2), AIRPLANE_ROWS);
    let in_straight = (1..5).fold(straights, |all, step| all.or(straights.up(step)));
    let loose = ones.except(pairs).except(in_straight).except(Ranks::printed_above(Rank::TEN));
    for (ranks, rows) in [(ones, RANK_ROWS), (pairs, PAIR_ROWS), (triples, TRIPLE_ROWS), (loose, LOOSE_ROWS)] {
        emit(block + (ranks.len() as usize).min(rows - 1));
        block += rows;
    }
}

fn run_starts(have: Ranks, length: u32) -> Ranks {
    let have = have.and(Ranks::RUN);
    (1..length).fold(have, |starts, step| starts.and(have.down(step)))
}
