//! The effect of habits on the reading of a player's acts. An act that the player does with any hand says little about its hand; if a
//! player never does an act, its absence says nothing. `docs/measured.md` has the worth of reading habits.

use rules::{Combo, Hand, Ranks, Ruleset};

use super::features::{self, WEIGHTS};
use super::fixed_log::{LOG2_UNIT, log2};
use super::hand_shape::{CheapestAnswer, HandShape};
use super::own_rules;
use super::seen::{Act, ActKind, CallClass};
use crate::opponents::habits::{Confidence, FULL_CONFIDENCE, Habits, is_triple};

/// The sixteenths of its weight that a pass by a passive player loses at full confidence. It keeps the rest, because it may still mean that
/// there is no answer.
const PASSIVE_DISCOUNT: i32 = 12;
/// The log weight of a hand with a higher answer, for a player who answers with its highest.
const HIGHER_KEPT: i32 = -6 * LOG2_UNIT;
/// The log weight of each four still held by a player who never bombs: with at most five cards, and with at most ten.
const FOUR_KEPT: [(u32, i32); 2] = [(5, 96), (10, 48)];

/// The effect of one player's habits on the reading of its acts, in sixteenths unless the field is a log weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HabitLikelihood {
    /// The discount on calls that want the landlord's seat.
    bids: i32,
    passive: i32,
    /// The confidence that the player keeps its bombs.
    bombless: i32,
    /// The confidence that the player answers with its highest card.
    highest: i32,
    /// The log weight, beyond that of most players, of a hand that kept the fourth card when it played three.
    fourth: i32,
}

impl HabitLikelihood {
    pub(super) const NONE: HabitLikelihood =
        HabitLikelihood { bids: 0, passive: 0, bombless: 0, highest: 0, fourth: 0 };

    /// Returns the effect of a player's counts and of the persona's own guesses. `usual_fourths` is the rate at which the guess about a fourth
    /// card comes true with most players.
    pub(super) fn of(habits: &Habits, own: &Habits, usual_fourths: u32) -> HabitLikelihood {
        let Confidence { bids, holds_back, bombless, highest, .. } = Confidence::of(habits);
        let passive = (holds_back * PASSIVE_DISCOUNT / FULL_CONFIDENCE).max(guesses_discount(habits, own));
        HabitLikelihood { bids, passive, bombless, highest, fourth: fourth_kept_weight(habits, own, usual_fourths) }
    }

    #[inline]
    pub(super) fn weigh(&self, act: &Act, shape: &HandShape) -> i32 {
        let sum = feature_weight(act, shape, None);
        let read = match act.kind {
            ActKind::Called { call, .. } if wants_seat(call) => move_towards(sum, 0, self.bids),
            ActKind::Faced { standing, play, .. } => match play {
                None if self.bombless > 0 && shape.cheapest_answer(standing) == CheapestAnswer::Bomb => {
                    let without = feature_weight(act, shape, Some(CheapestAnswer::None));
                    move_towards(move_towards(sum, without, self.bombless), 0, self.passive)
                }
                None => move_towards(sum, 0, self.passive),
                Some(combo) if combo.kind() == standing.kind() => {
                    let above = Ranks::printed_above(combo.key());
                    let kept = if keeps_higher(shape.hand, combo, above) { HIGHER_KEPT } else { 0 };
                    move_towards(sum, kept, self.highest)
                }
                Some(_) => sum,
            },
            _ => sum,
        };
        read + self.fourth_weight(act, shape.hand)
    }

    /// Returns the weight of an act with this hand under a ruleset of the wild or the Journey family. `sum` is the weight of its features.
    pub(super) fn weigh_by_own_rules(&self, rules: &Ruleset, act: &Act, hand: Hand, sum: i32) -> i32 {
        let read = match act.kind {
            ActKind::Called { call, .. } if wants_seat(call) => move_towards(sum, 0, self.bids),
            ActKind::Faced { standing, play, .. } => match play {
                None if self.bombless > 0 && own_rules::answers_in_other_kind(rules, hand, standing) => {
                    move_towards(sum, 0, self.bombless.max(self.passive))
                }
                None => move_towards(sum, 0, self.passive),
                Some(combo) if combo.kind() == standing.kind() => {
                    let kept = if keeps_higher(hand, combo, rules.above(combo)) { HIGHER_KEPT } else { 0 };
                    move_towards(sum, kept, self.highest)
                }
                Some(_) => sum,
            },
            _ => sum,
        };
        read + self.fourth_weight(act, hand)
    }

    /// Returns the weight of a fourth card that the hand kept when it played three.
    #[inline]
    fn fourth_weight(&self, act: &Act, hand: Hand) -> i32 {
        match act.kind {
            ActKind::Faced { play: Some(combo), .. } | ActKind::Led { combo, .. }
                if self.fourth != 0 && is_triple(combo) && hand.count(combo.key()) > 3 =>
            {
                self.fourth
            }
            _ => 0,
        }
    }

    /// Returns the weight of the fours that a player still holds.
    #[inline]
    pub(super) fn kept_weight(&self, hand: Hand) -> i32 {
        let late = FOUR_KEPT.iter().find(|&&(most, _)| hand.len() <= most);
        late.map_or(0, |&(_, weight)| weight * self.bombless * hand.at_least(4).len() as i32 / FULL_CONFIDENCE)
    }
}

/// Adds up the weights of an act's features. `answer` overrides the cheapest answer of a pass.
#[inline]
pub(super) fn feature_weight(act: &Act, shape: &HandShape, answer: Option<CheapestAnswer>) -> i32 {
    let mut sum = 0;
    features::emit_act(act, shape, answer, &mut |feature| sum += i32::from(WEIGHTS[feature]));
    sum
}

/// The rate, of 1,000, at which a guess comes true with most players: that a seat which passed holds nothing higher.
const USUAL_GUESS_RATE: u32 = 700;
/// The number of guesses at which their results weigh as much as the usual rate.
const OWN_GUESSES_WEIGHT: u32 = 200;
const PLAYER_GUESSES_WEIGHT: u32 = 40;
/// The least discount, in sixteenths; a smaller one counts as none.
const DISCOUNT_MIN: i32 = 3;

/// Returns the weight that passes lose, in sixteenths, because guesses from them came true less often than usual. The rate of the
/// persona's guesses is mixed with the usual rate, and the player's rate with the result.
fn guesses_discount(player: &Habits, own: &Habits) -> i32 {
    let corrected = |usual: u32, weight: u32, of: &Habits| {
        let right = u64::from(of.guesses_right) * 1000 + u64::from(weight * usual);
        (right / (u64::from(of.guesses) + u64::from(weight))) as u32
    };
    let persona = corrected(USUAL_GUESS_RATE, OWN_GUESSES_WEIGHT, own);
    let trust = corrected(persona, PLAYER_GUESSES_WEIGHT, player).min(USUAL_GUESS_RATE);
    let discount = FULL_CONFIDENCE * (USUAL_GUESS_RATE - trust) as i32 / USUAL_GUESS_RATE as i32;
    if discount < DISCOUNT_MIN { 0 } else { discount.min(PASSIVE_DISCOUNT) }
}

/// Moves that many sixteenths of the way from one weight to another.
const fn move_towards(from: i32, to: i32, sixteenths: i32) -> i32 {
    from + (to - from) * sixteenths / FULL_CONFIDENCE
}

/// True if the hand holds a body of this kind with a rank in `above`. Runs and bombs are left out.
fn keeps_higher(hand: Hand, combo: Combo, above: Ranks) -> bool {
    let body = combo.kind().shape().body;
    combo.run() == 1 && !combo.is_bomb() && !hand.at_least(body).and(above).is_empty()
}

const fn wants_seat(call: CallClass) -> bool {
    !matches!(call, CallClass::PassedFirst | CallClass::PassedAfter)
}

/// The number of guesses at which their results weigh as much as the usual rate.
const OWN_FOURTHS_WEIGHT: u32 = 100;
const PLAYER_FOURTHS_WEIGHT: u32 = 40;
/// The least log weight that a difference from most players has; a smaller one counts as none.
const FOURTH_WEIGHT_MIN: i32 = LOG2_UNIT;
const FOURTH_WEIGHT_MAX: i32 = 6 * LOG2_UNIT;

/// Returns, as a log weight, how much likelier than with most players the fourth card was kept. It follows from how often the opposite
/// guess came true: the rate of the persona's guesses is mixed with the usual rate, and the player's with the result.
fn fourth_kept_weight(player: &Habits, own: &Habits, usual: u32) -> i32 {
    // The share stays between 5 and 995 of 1,000, so that its odds exist.
    let corrected = |usual: u32, weight: u32, of: &Habits| {
        let right = u64::from(of.fourths_right) * 1000 + u64::from(weight * usual);
        ((right / (u64::from(of.fourths) + u64::from(weight))) as u32).clamp(5, 995)
    };
    let persona = corrected(usual, OWN_FOURTHS_WEIGHT, own);
    let trust = corrected(persona, PLAYER_FOURTHS_WEIGHT, player);
    let kept = |right: u32| log2(1000 - right) - log2(right);
    let weight = kept(trust) - kept(usual);
    if weight.abs() < FOURTH_WEIGHT_MIN { 0 } else { weight.clamp(-FOURTH_WEIGHT_MAX, FOURTH_WEIGHT_MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::profile_of;

    fn usual_fourths(ruleset: &str) -> u32 {
        profile_of(ruleset).usual_rates().fourths
    }

    #[test]
    fn empty_habits_change_nothing() {
        let none = Habits::default();
        assert_eq!(HabitLikelihood::of(&none, &none, usual_fourths("classic")), HabitLikelihood::NONE);
    }

    #[test]
    fn failed_guesses_make_a_kept_fourth_likelier() {
        let of = |fourths, fourths_right| Habits { fourths, fourths_right, ..Habits::default() };
        let kept = |player, own| fourth_kept_weight(&player, &own, usual_fourths("classic"));
        assert_eq!([(10, 9), (40, 39), (400, 390)].map(|(made, right)| kept(of(made, right), of(0, 0))), [0; 3]);
        let doublings = [5, 10, 40, 400].map(|made| kept(of(made, 0), of(0, 0)) / LOG2_UNIT);
        assert_eq!(doublings, [2, 3, 5, 6], "a few failures count for little, and no confidence is lost whole");
        // The persona's own guesses count for players that are not known, and known players outweigh them.
        assert!(
            kept(of(0, 0), of(100, 50)) > LOG2_UNIT && kept(of(400, 390), of(100, 50)) < kept(of(0, 0), of(100, 50))
        );
    }

    /// In the Journey fours are split more often: the usual rate there must change nothing.
    #[test]
    fn usual_rates_of_the_journey_change_nothing_there() {
        let usual = Habits { fourths: 2000, fourths_right: 1890, ..Habits::default() };
        let fourth = |ruleset| HabitLikelihood::of(&usual, &usual, usual_fourths(ruleset)).fourth;
        assert_eq!(fourth("journey"), 0);
        assert!(fourth("classic") > 0);
    }

    #[test]
    fn passes_lose_weight_when_guesses_fail() {
        let of = |guesses, guesses_right| Habits { guesses, guesses_right, ..Habits::default() };
        let discount = |player, own| guesses_discount(&player, &own);
        assert_eq!(discount(of(400, 280), of(0, 0)), 0, "as with most players");
        assert_eq!(discount(of(400, 400), of(0, 0)), 0, "more than usual is no reason to hold back");
        assert_eq!([4, 40, 400].map(|made| discount(of(made, 0), of(0, 0))), [0, 8, PASSIVE_DISCOUNT]);
        // The persona's own guesses count for players that are not known, and known players outweigh them.
        assert_eq!([40, 200, 1000].map(|made| discount(of(0, 0), of(made, 0))), [0, 8, PASSIVE_DISCOUNT]);
        assert_eq!(discount(of(400, 280), of(1000, 0)), 0);
    }
}
