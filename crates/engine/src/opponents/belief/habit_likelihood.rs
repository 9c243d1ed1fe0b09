//! How habits change the reading of a player's acts. An act that the player does with any hand says little about its
//! hand; an act that it never does says nothing by its absence. `docs/develop/search.md` says what each is worth and what else was tried.

use rules::{Combo, Hand, Ranks};

use super::evidence::EvidenceKind;
use super::features;
use super::fixed_log::{LOG2_UNIT, ONE, exp2};
use super::hand_shape::{CheapestAnswer, HandShape};
use super::seen::{Act, ActKind, CallClass};
use super::weights::WEIGHTS;
use crate::opponents::habits::Habits;

/// Full confidence in a habit: confidence counts in sixteenths.
const FULL: i32 = 16;

/// A likelihood-ratio test of one habit against what most players do. All numbers are log odds in 64ths of a doubling: the
/// prior, what each time adds that the player did it (`done`), and what each time adds that it did not (`left`). A few
/// hands prove little, and a typical player is soon recognised as typical.
struct HabitTest {
    prior: i64,
    done: i64,
    left: i64,
}

// What most players do is printed by `without_habits_nothing_is_lost` in `tests/belief/habits.rs`. The turns of one hand are
// correlated, so counts by turns are scaled down: at full weight one bad hand looked like a habit.
/// Wants the landlord's seat in 92 of 100 auctions; most do in 50.
const ALWAYS_BIDS: HabitTest = HabitTest { prior: -256, done: 56, left: -169 };
/// Answers 20 of 100 enemies' combos; most do 42, because often there is no answer. Scaled to three quarters.
const HOLDS_BACK: HabitTest = HabitTest { prior: -320, done: -51, left: 22 };
/// Keeps 95 of 100 bombs; most keep 27.
const NEVER_BOMBS: HabitTest = HabitTest { prior: -192, done: 116, left: -247 };
/// Answers 95 times of 100 with its highest; most do 15 times. Scaled to one half.
const ANSWERS_HIGHEST: HabitTest = HabitTest { prior: -384, done: 85, left: -130 };

impl HabitTest {
    /// The confidence, in sixteenths, that a player who did it `part` of `whole` times has the habit; 0 while the odds are
    /// not above the prior.
    fn confidence(&self, part: u32, whole: u32) -> i32 {
        let (done, left) = (i64::from(part), i64::from(whole.saturating_sub(part)));
        let odds = (self.prior + done * self.done + left * self.left).clamp(-i64::from(ONE), i64::from(ONE)) as i32;
        if i64::from(odds) <= self.prior {
            return 0;
        }
        // The chance of the less likely hypothesis, relative to the likelier one.
        let less = u64::from(exp2(-odds.abs()));
        let likelier = if odds > 0 { u64::from(ONE) } else { less };
        (likelier * FULL as u64 / (u64::from(ONE) + less)) as i32
    }
}

/// At full confidence a pass by a passive player loses this part of its weight: it may still mean that there is no answer.
const PASSIVE_DISCOUNT: i32 = 12;
/// Log weight of a hand with a higher answer, for a player who answers with its highest.
const HIGHER_KEPT: i32 = -6 * LOG2_UNIT;
/// Log weight of each four still held by a player who never bombs: with at most five cards, and with at most ten.
const FOUR_KEPT: [(u32, i32); 2] = [(5, 96), (10, 48)];

/// How one player's habits change the reading of its acts, in sixteenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HabitLikelihood {
    /// Discount on calls that want the landlord's seat.
    bids: i32,
    /// Discount on passes.
    passive: i32,
    /// Discount on what passes say about bombs.
    bombless: i32,
    /// Confidence that it answers with its highest.
    highest: i32,
}

impl HabitLikelihood {
    /// Nothing is known of the player.
    pub(super) const NONE: HabitLikelihood = HabitLikelihood { bids: 0, passive: 0, bombless: 0, highest: 0 };

    pub(super) fn of(habits: &Habits) -> HabitLikelihood {
        HabitLikelihood {
            bids: ALWAYS_BIDS.confidence(habits.wanted, habits.auctions),
            passive: HOLDS_BACK.confidence(habits.answered, habits.answerable) * PASSIVE_DISCOUNT / FULL,
            bombless: NEVER_BOMBS.confidence(habits.bombs_kept, habits.bombs),
            highest: ANSWERS_HIGHEST.confidence(habits.highest, habits.choices),
        }
    }

    /// The kind of evidence of an act, and its weight with this hand after the habits' discounts.
    #[inline]
    pub(super) fn weigh(&self, act: &Act, shape: &HandShape) -> (EvidenceKind, i32) {
        let (row, sum) = plain(act, shape, None);
        let read = match act.kind {
            ActKind::Called { call, .. } if !matches!(call, CallClass::PassedFirst | CallClass::PassedAfter) => {
                towards(sum, 0, self.bids)
            }
            ActKind::Passed { standing, .. } if self.bombless > 0 && shape.answer(standing) == CheapestAnswer::Bomb => {
                let without = plain(act, shape, Some(CheapestAnswer::None)).1;
                towards(towards(sum, without, self.bombless), 0, self.passive)
            }
            ActKind::Passed { .. } => towards(sum, 0, self.passive),
            ActKind::Answered { combo, standing, .. } if combo.kind() == standing.kind() => {
                let kept = if keeps_higher(shape.hand, combo) { HIGHER_KEPT } else { 0 };
                towards(sum, kept, self.highest)
            }
            _ => sum,
        };
        (row, read)
    }

    /// The weight, beside the features, of the cards that a player who has acted still holds.
    #[inline]
    pub(super) fn keeping(&self, hand: Hand) -> i32 {
        let late = FOUR_KEPT.iter().find(|&&(most, _)| hand.len() <= most);
        late.map_or(0, |&(_, weight)| weight * self.bombless * hand.at_least(4).len() as i32 / FULL)
    }
}

/// The kind of evidence of an act and the summed weight of its features. `answer` overrides the cheapest answer of a pass.
#[inline]
fn plain(act: &Act, shape: &HandShape, answer: Option<CheapestAnswer>) -> (EvidenceKind, i32) {
    let (mut kind, mut sum) = (EvidenceKind::Passes, 0);
    features::of_act(act, shape, answer, &mut |row, feature| (kind, sum) = (row, sum + i32::from(WEIGHTS[feature])));
    (kind, sum)
}

/// Moves that many sixteenths of the way from one weight to another.
const fn towards(from: i32, to: i32, sixteenths: i32) -> i32 {
    from + (to - from) * sixteenths / FULL
}

/// Whether the hand could have answered higher in kind. Runs are left out: few hands hold two that fit.
fn keeps_higher(hand: Hand, combo: Combo) -> bool {
    let body = combo.kind().shape().body;
    combo.run() == 1 && !combo.is_bomb() && !hand.at_least(body).and(Ranks::printed_above(combo.key())).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_hands_prove_little_and_most_players_nothing() {
        let bids = |wanted, auctions| ALWAYS_BIDS.confidence(wanted, auctions);
        assert_eq!(
            [(0, 0), (1, 1), (3, 3), (6, 6), (10, 10)].map(|(part, whole)| bids(part, whole)),
            [0, 1, 4, 11, 15]
        );
        assert_eq!([(1, 2), (5, 10), (8, 10)].map(|(part, whole)| bids(part, whole)), [0, 0, 2]);
        assert_eq!(bids(u32::MAX, u32::MAX), 16);
        assert_eq!(HOLDS_BACK.confidence(0, u32::MAX), 16);
        // A part that is more than the whole is as much as the whole.
        assert_eq!(NEVER_BOMBS.confidence(9, 3), NEVER_BOMBS.confidence(9, 9));
    }

    #[test]
    fn empty_habits_change_nothing() {
        assert_eq!(HabitLikelihood::of(&Habits::default()), HabitLikelihood::NONE);
    }
}
