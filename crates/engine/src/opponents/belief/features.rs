//! Features: an act together with a guessed hand. "It passed on an enemy's low pair and held a low pair that beats it" is a
//! feature. Each feature has an index into one list of weights, which were fitted to games.
//!
//! A feature says nothing about how likely an act is, only how it shifts one guess against another. So the model needs to
//! know neither the players' rules nor which plays were forced, and features that overlap share their weight.

use rules::{Combo, Hand, Rank, Ranks, Seat, Wing};

use super::hand_shape::{CheapestAnswer, HandShape, KindGroup, ranks_below, run_starts_above};
use super::seen::{Act, ActKind, CallClass};
use crate::data::table;

/// A block of indices: features of one form, with up to four small dimensions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    start: usize,
    size: [usize; 4],
}

impl Block {
    pub(super) const fn first(size: [usize; 4]) -> Block {
        Block { start: 0, size }
    }

    pub(super) const fn after(before: &Block, size: [usize; 4]) -> Block {
        Block { start: before.end(), size }
    }

    pub(super) const fn end(&self) -> usize {
        self.start + self.size[0] * self.size[1] * self.size[2] * self.size[3]
    }

    #[inline]
    pub(super) fn at(&self, place: [usize; 4]) -> usize {
        debug_assert!(place.iter().zip(self.size).all(|(&place, size)| place < size), "{place:?} in {self:?}");
        let [_, b, c, d] = self.size;
        self.start + ((place[0] * b + place[1]) * c + place[2]) * d + place[3]
    }
}

pub(super) const SEATS: usize = 3;
/// The number of pairs of seats: the seat that acts, and the owner of the combo that it faces.
pub(super) const SEAT_PAIRS: usize = 6;
pub(super) const NEAR_LEVELS: usize = 3;
const SOURCES: usize = 5;
const GROUPS: usize = KindGroup::COUNT;
const ANSWERS: usize = CheapestAnswer::COUNT;
/// The number of stages of a hand, by the number of cards that its holder has left.
const STAGES: usize = 3;
/// The number of finer stages.
pub(super) const PHASES: usize = 6;

// A new block comes last: the file of weights has a number for each feature, in this order.
const CALLED_BIG: Block = Block::first([CallClass::COUNT, 20, 1, 1]);
const CALLED_LOOSE: Block = Block::after(&CALLED_BIG, [CallClass::COUNT, 8, 1, 1]);
const CALLED_QUADS: Block = Block::after(&CALLED_LOOSE, [CallClass::COUNT, 3, 2, 1]);
const RAISED_BIG: Block = Block::after(&CALLED_QUADS, [SEATS, 3, 20, 1]);
const RAISED_LOOSE: Block = Block::after(&RAISED_BIG, [SEATS, 3, 8, 1]);
const PASSED_NEAR: Block = Block::after(&RAISED_LOOSE, [SEAT_PAIRS, GROUPS, ANSWERS, NEAR_LEVELS]);
const PASSED_ANSWERS: Block = Block::after(&PASSED_NEAR, [SEAT_PAIRS, 3, 4, NEAR_LEVELS]);
const PASSED_KEY: Block = Block::after(&PASSED_ANSWERS, [SEAT_PAIRS, GROUPS, ANSWERS, 4]);
const PASSED_STAGE: Block = Block::after(&PASSED_KEY, [SEAT_PAIRS, GROUPS, ANSWERS, STAGES]);
const ANSWERED_SKIPPED: Block = Block::after(&PASSED_STAGE, [SEAT_PAIRS, GROUPS, SOURCES, 3]);
const ANSWERED_KEY: Block = Block::after(&ANSWERED_SKIPPED, [SEAT_PAIRS * 2, 6, SOURCES, 3]);
const ANSWERED_WINGS: Block = Block::after(&ANSWERED_KEY, [2, SOURCES, 4, 1]);
const LED_SKIPPED: Block = Block::after(&ANSWERED_WINGS, [SEATS * NEAR_LEVELS, GROUPS, SOURCES, 4]);
const LED_LOOSE: Block = Block::after(&LED_SKIPPED, [SEATS, GROUPS, 6, STAGES]);
const LED_PAIRS: Block = Block::after(&LED_LOOSE, [SEATS, GROUPS, 5, STAGES]);
const LED_REST: Block = Block::after(&LED_PAIRS, [SEATS, GROUPS, 6, STAGES]);
const LED_WINGS: Block = Block::after(&LED_REST, [2, SOURCES, 4, 1]);
const KEPT_RANKS: Block = Block::after(&LED_WINGS, [SEATS, PHASES, Rank::COUNT, 5]);
const KEPT_LOOSE: Block = Block::after(&KEPT_RANKS, [SEATS, PHASES, 8, 1]);
const KEPT_PAIRS: Block = Block::after(&KEPT_LOOSE, [SEATS, PHASES, 6, 1]);
const KEPT_REST: Block = Block::after(&KEPT_PAIRS, [SEATS, PHASES, 4, 3]);
const KEPT_ROCKET: Block = Block::after(&KEPT_REST, [SEATS, PHASES, 2, 2]);

pub(super) const FEATURE_COUNT: usize = KEPT_ROCKET.end();

/// The weight of each feature, in 64ths of a doubling.
pub(super) static WEIGHTS: [i16; FEATURE_COUNT] = table(include_str!("../../../data/plain/belief.txt"), "");

/// Emits every feature of an act with a hand. `answer` overrides the hand's cheapest answer to the combo that it passed on.
#[inline]
pub(super) fn emit_act(act: &Act, shape: &HandShape, answer: Option<CheapestAnswer>, emit: &mut impl FnMut(usize)) {
    match act.kind {
        ActKind::Faced { standing, play: None, pair, near, .. } => {
            let answer = answer.unwrap_or_else(|| shape.cheapest_answer(standing));
            emit_pass(shape, standing, [pair, near], answer, emit);
        }
        ActKind::Faced { standing, play: Some(combo), pair, .. } => emit_answer(shape, combo, standing, pair, emit),
        ActKind::Led { seat, combo, near } => emit_lead(shape, seat, combo, near, emit),
        ActKind::Called { call, bottom } => {
            let hand = shape.hand.minus(bottom).expect("the landlord took the bottom");
            emit_call(call, &HandShape::of(hand), emit);
        }
        ActKind::Raised { seat, raise } => {
            let place = [seat.index(), raise as usize];
            emit(RAISED_BIG.at([place[0], place[1], big_card_score(shape.hand), 0]));
            emit(RAISED_LOOSE.at([place[0], place[1], count_loose(shape, 7), 0]));
        }
    }
}

/// Emits every feature of the cards that a seat still holds. The feature of a rank is left out if `open` has no card of it.
#[inline]
pub(super) fn emit_kept_cards(seat: Seat, hand: Hand, open: Hand, emit: &mut impl FnMut(usize)) {
    let place = [seat.index(), phase(hand.len())];
    for rank in open.ranks() {
        emit(KEPT_RANKS.at([place[0], place[1], rank.index(), usize::from(hand.count(rank))]));
    }
    let shape = HandShape::of(hand);
    let has_run = usize::from(!shape.runs.is_empty());
    emit(KEPT_LOOSE.at([place[0], place[1], count_loose(&shape, 7), 0]));
    emit(KEPT_PAIRS.at([place[0], place[1], cap_at(shape.pairs.len(), 5), 0]));
    emit(KEPT_REST.at([place[0], place[1], cap_at(shape.triples.len(), 3), cap_at(shape.quads().len(), 2)]));
    emit(KEPT_ROCKET.at([place[0], place[1], usize::from(shape.has_rocket()), has_run]));
}

fn emit_call(call: CallClass, shape: &HandShape, emit: &mut impl FnMut(usize)) {
    let call = call as usize;
    emit(CALLED_BIG.at([call, big_card_score(shape.hand), 0, 0]));
    emit(CALLED_LOOSE.at([call, count_loose(shape, 7), 0, 0]));
    let rocket = usize::from(shape.has_rocket());
    emit(CALLED_QUADS.at([call, cap_at(shape.quads().len(), 2), rocket, 0]));
}

#[inline]
fn emit_pass(
    shape: &HandShape,
    standing: Combo,
    [pair, near]: [usize; 2],
    answer: CheapestAnswer,
    emit: &mut impl FnMut(usize),
) {
    let group = KindGroup::of(standing.kind());
    let [kind, answer] = [group as usize, answer as usize];
    emit(PASSED_NEAR.at([pair, kind, answer, near]));
    emit(PASSED_KEY.at([pair, kind, answer, height_class(standing.key())]));
    emit(PASSED_STAGE.at([pair, kind, answer, stage(shape.hand.len())]));
    if matches!(group, KindGroup::Single | KindGroup::Pair | KindGroup::Triple) {
        // One answer may have been kept for later, several are rarely all kept.
        let answers = shape.whole_groups(group).and(Ranks::printed_above(standing.key())).len();
        emit(PASSED_ANSWERS.at([pair, kind, cap_at(answers, 3), near]));
    }
}

#[inline]
fn emit_answer(shape: &HandShape, combo: Combo, standing: Combo, pair: usize, emit: &mut impl FnMut(usize)) {
    // A bomb shows only that its player had one, which is known by now. Answers of another kind, such as a chain bomb, are left out too.
    if combo.is_bomb() || combo.kind() != standing.kind() {
        return;
    }
    let group = KindGroup::of(combo.kind());
    let source = shape.source(combo.key());
    let between = Ranks::printed_above(standing.key()).and(ranks_below(combo.key()));
    let skipped = if combo.run() > 1 {
        // Lower runs start below where this one does.
        let enough = shape.at_least[usize::from(combo.kind().shape().body) - 1].and(Ranks::RUN);
        run_starts_above(enough, standing).and(ranks_below(combo.key()).down(u32::from(combo.run()) - 1)).len()
    } else {
        shape.whole_groups(group).and(between).len()
    };
    emit(ANSWERED_SKIPPED.at([pair, group as usize, source, cap_at(skipped, 2)]));
    if matches!(group, KindGroup::Single | KindGroup::Pair) {
        let high = combo.key().index().saturating_sub(Rank::KING.index());
        let more = cap_at(shape.whole_groups(group).and(Ranks::printed_above(combo.key())).len(), 2);
        emit(ANSWERED_KEY.at([pair * 2 + group as usize, high, source, more]));
    }
    if let Some((is_pair, source, skipped)) = wing_facts(shape, combo) {
        emit(ANSWERED_WINGS.at([is_pair, source, skipped, 0]));
    }
}

#[inline]
fn emit_lead(shape: &HandShape, seat: Seat, combo: Combo, near: usize, emit: &mut impl FnMut(usize)) {
    let group = KindGroup::of(combo.kind());
    let source = shape.source(combo.key());
    let skipped = match group {
        // A run that could have been longer.
        KindGroup::Straight => {
            let ranks = combo.body_ranks();
            (ranks.up(1).or(ranks.down(1))).and(Ranks::RUN).except(ranks).and(shape.at_least[0]).len()
        }
        _ => shape.whole_groups(group).and(ranks_below(combo.key())).len(),
    };
    let [seat, group] = [seat.index(), group as usize];
    let stage = stage(shape.hand.len());
    emit(LED_SKIPPED.at([seat * NEAR_LEVELS + near, group, source, cap_at(skipped, 3)]));
    emit(LED_LOOSE.at([seat, group, count_loose(shape, 5), stage]));
    emit(LED_PAIRS.at([seat, group, cap_at(shape.pairs.len(), 4), stage]));
    let rest = 2 * cap_at(shape.triples.len(), 2) + usize::from(!shape.runs.is_empty());
    emit(LED_REST.at([seat, group, rest, stage]));
    if let Some((is_pair, source, skipped)) = wing_facts(shape, combo) {
        emit(LED_WINGS.at([is_pair, source, skipped, 0]));
    }
}

/// Returns facts about the kickers: if they are pairs, the source of the highest one, and the number of lower ones that were kept. `None`
/// without kickers.
#[inline]
fn wing_facts(shape: &HandShape, combo: Combo) -> Option<(usize, usize, usize)> {
    let wings = combo.wings();
    let highest = wings.highest()?;
    let is_pair = combo.kind().shape().wing == Wing::Pair;
    let whole = if is_pair { shape.pairs } else { shape.loose };
    let skipped = whole.and(ranks_below(highest)).except(wings.ranks()).len();
    Some((usize::from(is_pair), shape.source(highest), cap_at(skipped, 3)))
}

pub(super) fn cap_at(number: u32, most: usize) -> usize {
    (number as usize).min(most)
}

/// Counts the loose cards below the 2, up to `most`.
fn count_loose(shape: &HandShape, most: usize) -> usize {
    cap_at(shape.loose.and(Ranks::RUN).len(), most)
}

/// Returns a hand's big cards and bombs in one number below 20.
pub(super) fn big_card_score(hand: Hand) -> usize {
    let of = |rank: Rank| usize::from(hand.count(rank));
    let big = 5 * of(Rank::BIG_JOKER) + 4 * of(Rank::SMALL_JOKER) + 2 * of(Rank::TWO) + of(Rank::ACE);
    (big + 3 * hand.at_least(4).len() as usize).min(19)
}

fn height_class(key: Rank) -> usize {
    match key.index() {
        0..=4 => 0,
        5..=7 => 1,
        8..=10 => 2,
        _ => 3,
    }
}

fn stage(cards: u32) -> usize {
    match cards {
        0..=7 => 2,
        8..=13 => 1,
        _ => 0,
    }
}

pub(super) fn phase(cards: u32) -> usize {
    match cards {
        0..=2 => 0,
        3..=4 => 1,
        5..=7 => 2,
        8..=10 => 3,
        11..=14 => 4,
        _ => 5,
    }
}
