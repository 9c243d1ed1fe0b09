//! Features for rulesets of the wild and the Journey family. They ask the rules what a guessed hand could have done, so they
//! hold under any ruleset: "it passed on a pair and had two pairs that beat it". Each family of rulesets has weights of its own.

use rules::{Combo, Hand, Rank, Ranks, Ruleset, Seat, Trick};

use super::features::{Block, NEAR_LEVELS, PHASES, SEAT_PAIRS, SEATS, big_card_score, cap_at, phase};
use super::hand_shape::KindGroup;
use super::seen::{Act, ActKind, CallClass};
use crate::data::table;
use crate::profile::{Family, Profile};

const GROUPS: usize = KindGroup::COUNT;
/// The number of abilities to answer that the features distinguish: none, only another kind, only by breaking a group, one answer, several
/// answers.
const ABILITIES: usize = 5;
/// The number of rows: one for each rank, and one more for the wild ranks, which differ from hand to hand.
const KEPT_ROWS: usize = Rank::COUNT + 1;
const WILD_ROW: usize = Rank::COUNT;
const WILD_COUNTS: usize = 9;

const CALLED_BIG: Block = Block::first([CallClass::COUNT, 20, 1, 1]);
const CALLED_WILD: Block = Block::after(&CALLED_BIG, [CallClass::COUNT, WILD_COUNTS, 1, 1]);
const RAISED_BIG: Block = Block::after(&CALLED_WILD, [SEATS, 3, 20, 1]);
const PASSED_ABILITY: Block = Block::after(&RAISED_BIG, [SEAT_PAIRS, GROUPS, ABILITIES, NEAR_LEVELS]);
const ANSWERED_SKIPPED: Block = Block::after(&PASSED_ABILITY, [SEAT_PAIRS, GROUPS, 2, 3]);
const LED_SKIPPED: Block = Block::after(&ANSWERED_SKIPPED, [SEATS * NEAR_LEVELS, GROUPS, 2, 4]);
const KEPT_RANKS: Block = Block::after(&LED_SKIPPED, [SEATS, PHASES, KEPT_ROWS, WILD_COUNTS]);
const KEPT_LOOSE: Block = Block::after(&KEPT_RANKS, [SEATS, PHASES, 8, 1]);

pub(super) const FEATURE_COUNT: usize = KEPT_LOOSE.end();

static JOURNEY_WEIGHTS: [i16; FEATURE_COUNT] = table(include_str!("../../../data/journey/belief.txt"), "");
static WILD_WEIGHTS: [i16; FEATURE_COUNT] = table(include_str!("../../../data/wild/belief.txt"), "");

pub(super) fn weights(profile: Profile) -> &'static [i16; FEATURE_COUNT] {
    if profile.family() == Family::Wild { &WILD_WEIGHTS } else { &JOURNEY_WEIGHTS }
}

pub(super) fn emit_act(rules: &Ruleset, act: &Act, hand: Hand, emit: &mut impl FnMut(usize)) {
    let group = |combo: Combo| KindGroup::of(combo.kind()) as usize;
    match act.kind {
        ActKind::Called { call, bottom } => {
            let hand = hand.minus(bottom).expect("the landlord took the bottom");
            emit(CALLED_BIG.at([call as usize, big_card_score(hand), 0, 0]));
            emit(CALLED_WILD.at([call as usize, count_wild_cards(rules, hand), 0, 0]));
        }
        ActKind::Raised { seat, raise } => {
            emit(RAISED_BIG.at([seat.index(), raise as usize, big_card_score(hand), 0]));
        }
        ActKind::Faced { standing, play: None, pair, near, .. } => {
            emit(PASSED_ABILITY.at([pair, group(standing), answer_ability(rules, hand, standing), near]));
        }
        // A bomb shows only that its player had one, which is known by now.
        ActKind::Faced { play: Some(combo), .. } if combo.is_bomb() => {}
        ActKind::Faced { standing, play: Some(combo), pair, .. } => {
            let beats = if combo.kind() == standing.kind() { rules.above(standing) } else { Ranks::ALL };
            let skipped = cap_at(lower_groups(rules, hand, combo).and(beats).len(), 2);
            emit(ANSWERED_SKIPPED.at([pair, group(combo), breaks_group(hand, combo), skipped]));
        }
        ActKind::Led { seat, combo, near } => {
            let skipped = cap_at(lower_groups(rules, hand, combo).len(), 3);
            emit(LED_SKIPPED.at([seat.index() * NEAR_LEVELS + near, group(combo), breaks_group(hand, combo), skipped]));
        }
    }
}

/// Emits features of the cards that a seat still holds. The feature of a rank is left out if `open` has no card of it.
pub(super) fn emit_kept_cards(rules: &Ruleset, seat: Seat, hand: Hand, open: Hand, emit: &mut impl FnMut(usize)) {
    let (wilds, [seat, phase]) = (rules.wilds().ranks(), [seat.index(), phase(hand.len())]);
    for rank in open.without(wilds).ranks() {
        emit(KEPT_RANKS.at([seat, phase, rank.index(), usize::from(hand.count(rank))]));
    }
    if !open.only(wilds).is_empty() {
        emit(KEPT_RANKS.at([seat, phase, WILD_ROW, count_wild_cards(rules, hand)]));
    }
    let loose = hand.at_least(1).except(hand.at_least(2)).except(wilds).and(Ranks::RUN);
    emit(KEPT_LOOSE.at([seat, phase, cap_at(loose.len(), 7), 0]));
}

fn count_wild_cards(rules: &Ruleset, hand: Hand) -> usize {
    cap_at(hand.only(rules.wilds().ranks()).len(), WILD_COUNTS - 1)
}

/// Returns the natural ranks below the key with exactly as many cards in the hand as in the combo's body. Runs have none.
fn lower_groups(rules: &Ruleset, hand: Hand, combo: Combo) -> Ranks {
    if combo.run() > 1 {
        return Ranks::NONE;
    }
    let above = rules.above(combo).or(Ranks::one(combo.key()));
    whole_groups(hand, combo).except(above).except(rules.wilds().ranks())
}

/// Returns the ranks with exactly as many cards in the hand as one rank of the body has.
fn whole_groups(hand: Hand, combo: Combo) -> Ranks {
    let copies = combo.kind().shape().body;
    let more = if copies < 4 { hand.at_least(copies + 1) } else { Ranks::NONE };
    hand.at_least(copies).except(more)
}

/// Returns 1 if the hand held more cards of the key's rank than the body takes, otherwise 0.
fn breaks_group(hand: Hand, combo: Combo) -> usize {
    usize::from(hand.count(combo.key()) > combo.kind().shape().body)
}

/// True if a hand could have answered, but not in kind.
pub(super) fn answers_in_other_kind(rules: &Ruleset, hand: Hand, standing: Combo) -> bool {
    answer_ability(rules, hand, standing) == 1
}

/// Returns the ability of a hand to answer, as a number below [`ABILITIES`].
fn answer_ability(rules: &Ruleset, hand: Hand, standing: Combo) -> usize {
    let (mut other, mut keys) = (false, Ranks::NONE);
    let mut look = |combo: Combo| match combo.kind() == standing.kind() {
        true => keys = keys.or(Ranks::one(combo.key())),
        false => other = true,
    };
    if rules.has_wild_ranks() {
        rules.each_frugal_play(hand, Trick::Follow(standing), &mut look);
    } else {
        rules.each_follow(hand, standing, &mut look);
    }
    if keys.is_empty() {
        return usize::from(other);
    }
    let is_whole = standing.run() > 1 || !keys.and(whole_groups(hand, standing)).is_empty();
    if is_whole { 3 + usize::from(keys.len() > 1) } else { 2 }
}
