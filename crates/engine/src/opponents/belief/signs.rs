//! Signs: what a guessed hand makes of an act. "It passed on an enemy's low pair and held a whole pair of sevens" is a
//! sign; each has a place in one table of weights, which was fitted to games (`lab belief --fit`).
//!
//! A sign says nothing about how likely an act is, only how it should shift one guess against another. So neither the
//! players' rules nor the forced parts of their play need to be known, and signs that overlap share their weight.

use rules::{Combo, Hand, Rank, Ranks, Seat, Wing};

use super::build::{Answer, Build, Group, below, starts};
use super::evidence::Row;
use super::seen::{Act, Deed, Whose, Word};

/// A block of the table: signs of one form, counted by up to four small numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    start: usize,
    size: [usize; 4],
}

impl Block {
    const fn first(size: [usize; 4]) -> Block {
        Block { start: 0, size }
    }

    const fn after(before: &Block, size: [usize; 4]) -> Block {
        Block { start: before.end(), size }
    }

    const fn end(&self) -> usize {
        self.start + self.size[0] * self.size[1] * self.size[2] * self.size[3]
    }

    #[inline]
    fn at(&self, place: [usize; 4]) -> usize {
        debug_assert!(place.iter().zip(self.size).all(|(&place, size)| place < size), "{place:?} in {self:?}");
        let [_, b, c, d] = self.size;
        self.start + ((place[0] * b + place[1]) * c + place[2]) * d + place[3]
    }
}

const SEATS: usize = 3;
/// Pairs of seats: who acts, and on whose combo.
const PAIRS: usize = 6;
const NEAR: usize = 3;
const SOURCES: usize = 5;
const GROUPS: usize = Group::COUNT;
const ANSWERS: usize = Answer::COUNT;
/// How far a hand has come: by the cards that its holder has left.
const STAGES: usize = 3;
const PHASES: usize = 6;

const CALLED_BIG: Block = Block::first([Word::COUNT, 20, 1, 1]);
const CALLED_LOOSE: Block = Block::after(&CALLED_BIG, [Word::COUNT, 8, 1, 1]);
const CALLED_QUADS: Block = Block::after(&CALLED_LOOSE, [Word::COUNT, 3, 2, 1]);
const RAISED_BIG: Block = Block::after(&CALLED_QUADS, [SEATS, 3, 20, 1]);
const RAISED_LOOSE: Block = Block::after(&RAISED_BIG, [SEATS, 3, 8, 1]);
const PASSED: Block = Block::after(&RAISED_LOOSE, [PAIRS, GROUPS, ANSWERS, NEAR]);
const PASSED_RICH: Block = Block::after(&PASSED, [PAIRS, 3, 4, NEAR]);
const PASSED_KEY: Block = Block::after(&PASSED_RICH, [PAIRS, GROUPS, ANSWERS, 4]);
const PASSED_STAGE: Block = Block::after(&PASSED_KEY, [PAIRS, GROUPS, ANSWERS, STAGES]);
const ANSWERED: Block = Block::after(&PASSED_STAGE, [PAIRS, GROUPS, SOURCES, 3]);
const ANSWERED_KEY: Block = Block::after(&ANSWERED, [PAIRS * 2, 6, SOURCES, 3]);
const ANSWERED_WINGS: Block = Block::after(&ANSWERED_KEY, [2, SOURCES, 4, 1]);
const LED: Block = Block::after(&ANSWERED_WINGS, [SEATS * NEAR, GROUPS, SOURCES, 4]);
const LED_LOOSE: Block = Block::after(&LED, [SEATS, GROUPS, 6, STAGES]);
const LED_PAIRS: Block = Block::after(&LED_LOOSE, [SEATS, GROUPS, 5, STAGES]);
const LED_REST: Block = Block::after(&LED_PAIRS, [SEATS, GROUPS, 6, STAGES]);
const LED_WINGS: Block = Block::after(&LED_REST, [2, SOURCES, 4, 1]);
const KEPT: Block = Block::after(&LED_WINGS, [SEATS, PHASES, Rank::COUNT, 5]);
const KEPT_LOOSE: Block = Block::after(&KEPT, [SEATS, PHASES, 8, 1]);
const KEPT_PAIRS: Block = Block::after(&KEPT_LOOSE, [SEATS, PHASES, 6, 1]);
const KEPT_REST: Block = Block::after(&KEPT_PAIRS, [SEATS, PHASES, 4, 3]);
const KEPT_ROCKET: Block = Block::after(&KEPT_REST, [SEATS, PHASES, 2, 2]);

/// How many signs there are.
pub const SIGNS: usize = KEPT_ROCKET.end();

/// Tells every sign that a hand shows at one act; a pass as if the hand's cheapest answer were `answer`, if that is told.
#[inline]
pub(super) fn of_act(act: &Act, build: &Build, answer: Option<Answer>, tell: &mut impl FnMut(Row, usize)) {
    match act.deed {
        Deed::Passed { standing, whose } => {
            passed(build, standing, whose, answer.unwrap_or_else(|| build.answer(standing)), tell);
        }
        Deed::Answered { combo, standing, whose } => answered(build, combo, standing, whose, tell),
        Deed::Led { combo, near } => led(build, act.seat, combo, near, tell),
        Deed::Called { word, bottom } => {
            let hand = build.hand.minus(bottom).expect("the landlord took the bottom");
            called(word, &Build::of(hand), tell);
        }
        Deed::Raised(raise) => {
            let place = [act.seat.index(), raise as usize];
            tell(Row::Raises, RAISED_BIG.at([place[0], place[1], bigness(build.hand), 0]));
            tell(Row::Raises, RAISED_LOOSE.at([place[0], place[1], loose(build, 7), 0]));
        }
    }
}

/// Tells every sign of what a seat that has acted still holds, as far as it could hold something else.
#[inline]
pub(super) fn of_keeping(seat: Seat, hand: Hand, open: Hand, tell: &mut impl FnMut(Row, usize)) {
    let place = [seat.index(), phase(hand.len())];
    for rank in open.ranks() {
        tell(Row::Keeps, KEPT.at([place[0], place[1], rank.index(), usize::from(hand.count(rank))]));
    }
    let build = Build::of(hand);
    let has_run = usize::from(!build.runs.is_empty());
    tell(Row::Keeps, KEPT_LOOSE.at([place[0], place[1], loose(&build, 7), 0]));
    tell(Row::Keeps, KEPT_PAIRS.at([place[0], place[1], count(build.pairs.len(), 5), 0]));
    tell(Row::Keeps, KEPT_REST.at([place[0], place[1], count(build.triples.len(), 3), count(build.quads().len(), 2)]));
    tell(Row::Keeps, KEPT_ROCKET.at([place[0], place[1], usize::from(build.has_rocket()), has_run]));
}

fn called(word: Word, build: &Build, tell: &mut impl FnMut(Row, usize)) {
    let word = word as usize;
    tell(Row::Calls, CALLED_BIG.at([word, bigness(build.hand), 0, 0]));
    tell(Row::Calls, CALLED_LOOSE.at([word, loose(build, 7), 0, 0]));
    let rocket = usize::from(build.has_rocket());
    tell(Row::Calls, CALLED_QUADS.at([word, count(build.quads().len(), 2), rocket, 0]));
}

#[inline]
fn passed(build: &Build, standing: Combo, whose: Whose, answer: Answer, tell: &mut impl FnMut(Row, usize)) {
    let group = Group::of(standing.kind());
    tell(Row::Passes, PASSED.at([whose.pair, group as usize, answer as usize, whose.near]));
    let [pair, kind, answer] = [whose.pair, group as usize, answer as usize];
    tell(Row::Passes, PASSED_KEY.at([pair, kind, answer, height(standing.key())]));
    tell(Row::Passes, PASSED_STAGE.at([pair, kind, answer, stage(build.hand.len())]));
    if matches!(group, Group::Single | Group::Pair | Group::Triple) {
        // One answer may have been kept for later, several are rarely all kept.
        let answers = build.whole(group).and(Ranks::printed_above(standing.key())).len();
        tell(Row::Passes, PASSED_RICH.at([whose.pair, group as usize, count(answers, 3), whose.near]));
    }
}

#[inline]
fn answered(build: &Build, combo: Combo, standing: Combo, whose: Whose, tell: &mut impl FnMut(Row, usize)) {
    // Who bombs tells by it that it had a bomb, which is known by now: what more it might tell did not measure.
    if combo.is_bomb() {
        return;
    }
    let group = Group::of(combo.kind());
    let source = build.source(combo.key());
    let between = Ranks::printed_above(standing.key()).and(below(combo.key()));
    let skipped = if combo.run() > 1 {
        // Lower runs start below where this one does.
        let enough = build.at_least[usize::from(combo.kind().shape().body) - 1].and(Ranks::RUN);
        starts(enough, standing).and(below(combo.key()).down(u32::from(combo.run()) - 1)).len()
    } else {
        build.whole(group).and(between).len()
    };
    tell(Row::Answers, ANSWERED.at([whose.pair, group as usize, source, count(skipped, 2)]));
    if matches!(group, Group::Single | Group::Pair) {
        let high = combo.key().index().saturating_sub(Rank::KING.index());
        let more = count(build.whole(group).and(Ranks::printed_above(combo.key())).len(), 2);
        tell(Row::Answers, ANSWERED_KEY.at([whose.pair * 2 + group as usize, high, source, more]));
    }
    if let Some((is_pair, source, skipped)) = wings(build, combo) {
        tell(Row::Answers, ANSWERED_WINGS.at([is_pair, source, skipped, 0]));
    }
}

#[inline]
fn led(build: &Build, seat: Seat, combo: Combo, near: usize, tell: &mut impl FnMut(Row, usize)) {
    let group = Group::of(combo.kind());
    let source = build.source(combo.key());
    let skipped = match group {
        // A run that could have been longer.
        Group::Straight => {
            let ranks = combo.body_ranks();
            (ranks.up(1).or(ranks.down(1))).and(Ranks::RUN).except(ranks).and(build.at_least[0]).len()
        }
        _ => build.whole(group).and(below(combo.key())).len(),
    };
    let [seat, group] = [seat.index(), group as usize];
    let stage = stage(build.hand.len());
    tell(Row::Leads, LED.at([seat * NEAR + near, group, source, count(skipped, 3)]));
    tell(Row::Leads, LED_LOOSE.at([seat, group, loose(build, 5), stage]));
    tell(Row::Leads, LED_PAIRS.at([seat, group, count(build.pairs.len(), 4), stage]));
    let rest = 2 * count(build.triples.len(), 2) + usize::from(!build.runs.is_empty());
    tell(Row::Leads, LED_REST.at([seat, group, rest, stage]));
    if let Some((is_pair, source, skipped)) = wings(build, combo) {
        tell(Row::Leads, LED_WINGS.at([is_pair, source, skipped, 0]));
    }
}

/// What rides along: singles or pairs, what the highest was taken out of, and how many lower ones stayed behind.
#[inline]
fn wings(build: &Build, combo: Combo) -> Option<(usize, usize, usize)> {
    let wings = combo.wings();
    let highest = wings.highest()?;
    let is_pair = combo.kind().shape().wing == Wing::Pair;
    let whole = if is_pair { build.pairs } else { build.loose };
    let skipped = whole.and(below(highest)).except(wings.ranks()).len();
    Some((usize::from(is_pair), build.source(highest), count(skipped, 3)))
}

fn count(number: u32, most: usize) -> usize {
    (number as usize).min(most)
}

/// Loose cards that are not big.
fn loose(build: &Build, most: usize) -> usize {
    count(build.loose.and(Ranks::RUN).len(), most)
}

/// A hand's big cards and bombs in one number below 20.
fn bigness(hand: Hand) -> usize {
    let of = |rank: Rank| usize::from(hand.count(rank));
    let big = 5 * of(Rank::BIG_JOKER) + 4 * of(Rank::SMALL_JOKER) + 2 * of(Rank::TWO) + of(Rank::ACE);
    (big + 3 * hand.at_least(4).len() as usize).min(19)
}

/// How high a standing combo is.
fn height(key: Rank) -> usize {
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

fn phase(cards: u32) -> usize {
    match cards {
        0..=2 => 0,
        3..=4 => 1,
        5..=7 => 2,
        8..=10 => 3,
        11..=14 => 4,
        _ => 5,
    }
}
