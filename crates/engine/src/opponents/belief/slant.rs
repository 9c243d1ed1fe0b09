//! How one player's acts are to be read, once earlier hands have shown its habits: what it does anyway tells little, and
//! what it never does is not missed. `docs/develop/search.md` says what each is worth and what else was tried.

use rules::{Combo, Hand, Ranks};

use super::build::{Answer, Build};
use super::evidence::{OCTAVE, ONE, Row, power};
use super::seen::{Act, Deed, Word};
use super::signs;
use super::weights::WEIGHTS;
use crate::opponents::habits::Habits;

/// How sure is sure: habits count in sixteenths.
const SURE: i32 = 16;

/// A habit against what most players do, as logarithms in 64ths of a doubling: how likely it is from the start, and how much
/// more often, or less, those who have it do a thing than most, and leave it. So a few hands prove little, and a player like
/// most is soon known for one.
struct Test {
    prior: i64,
    done: i64,
    left: i64,
}

// What most do is what `without_habits_nothing_is_lost` in `tests/belief/habits.rs` prints. The turns of one hand are much
// alike, so what is counted by turns counts for less: counted in full, a bad hand passed for a habit.
/// Wants the landlord's seat in 92 of 100 auctions; most do in 50.
const ALWAYS_BIDS: Test = Test { prior: -256, done: 56, left: -169 };
/// Answers 20 of 100 enemies' combos; most do 42, for often there is no answer. Three quarters of it.
const HOLDS_BACK: Test = Test { prior: -320, done: -51, left: 22 };
/// Keeps 95 of 100 bombs; most keep 27.
const NEVER_BOMBS: Test = Test { prior: -192, done: 116, left: -247 };
/// Answers 95 times of 100 with its highest; most do 15 times. Half of it.
const ANSWERS_HIGHEST: Test = Test { prior: -384, done: 85, left: -130 };

impl Test {
    /// How sure the habit is of one who did it `part` of `whole` times, in sixteenths; nothing as long as it is no likelier
    /// than from the start.
    fn sureness(&self, part: u32, whole: u32) -> i32 {
        let (done, left) = (i64::from(part), i64::from(whole.saturating_sub(part)));
        let odds = (self.prior + done * self.done + left * self.left).clamp(-i64::from(ONE), i64::from(ONE)) as i32;
        if i64::from(odds) <= self.prior {
            return 0;
        }
        // The chance of the less likely, as a part of that of the likelier.
        let less = u64::from(power(-odds.abs()));
        let likelier = if odds > 0 { u64::from(ONE) } else { less };
        (likelier * SURE as u64 / (u64::from(ONE) + less)) as i32
    }
}

/// So much of what a silent player's passes would weigh is lost: a pass may still mean that there is no answer.
const SILENCE: i32 = 12;
/// Who answers with its highest and yet holds a higher one: so many 64ths of a doubling less likely.
const HIGHER_KEPT: i32 = -6 * OCTAVE;
/// A four that a player without bombs still holds late is so much likelier: with at most five cards, and at most ten.
const FOUR_KEPT: [(u32, i32); 2] = [(5, 96), (10, 48)];

/// How one player's acts are to be read, in sixteenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slant {
    /// How little its wanting the landlord's seat tells.
    bids: i32,
    /// How little its letting combos stand tells.
    silent: i32,
    /// How little its letting them stand tells of bombs.
    bombless: i32,
    /// How surely it answers with its highest.
    highest: i32,
}

impl Slant {
    /// Nothing is known of the player.
    pub(super) const NONE: Slant = Slant { bids: 0, silent: 0, bombless: 0, highest: 0 };

    pub(super) fn of(habits: &Habits) -> Slant {
        Slant {
            bids: ALWAYS_BIDS.sureness(habits.wanted, habits.auctions),
            silent: HOLDS_BACK.sureness(habits.answered, habits.answerable) * SILENCE / SURE,
            bombless: NEVER_BOMBS.sureness(habits.bombs_kept, habits.bombs),
            highest: ANSWERS_HIGHEST.sureness(habits.highest, habits.choices),
        }
    }

    /// What an act weighs with this hand: the kind of evidence, and the sum of its signs as it is to be read.
    #[inline]
    pub(super) fn weigh(&self, act: &Act, build: &Build) -> (Row, i32) {
        let (row, sum) = plain(act, build, None);
        let read = match act.deed {
            Deed::Called { word, .. } if !matches!(word, Word::PassedFirst | Word::PassedAfter) => {
                towards(sum, 0, self.bids)
            }
            Deed::Passed { standing, .. } if self.bombless > 0 && build.answer(standing) == Answer::Bomb => {
                let without = plain(act, build, Some(Answer::None)).1;
                towards(towards(sum, without, self.bombless), 0, self.silent)
            }
            Deed::Passed { .. } => towards(sum, 0, self.silent),
            Deed::Answered { combo, standing, .. } if combo.kind() == standing.kind() => {
                let kept = if keeps_higher(build.hand, combo) { HIGHER_KEPT } else { 0 };
                towards(sum, kept, self.highest)
            }
            _ => sum,
        };
        (row, read)
    }

    /// What it weighs, beside the signs, that a player who has acted still holds this hand.
    #[inline]
    pub(super) fn keeping(&self, hand: Hand) -> i32 {
        let late = FOUR_KEPT.iter().find(|&&(most, _)| hand.len() <= most);
        late.map_or(0, |&(_, weight)| weight * self.bombless * hand.at_least(4).len() as i32 / SURE)
    }
}

/// The signs of an act by kind and weight; of a pass as if the cheapest answer were `answer`, if that is told.
#[inline]
fn plain(act: &Act, build: &Build, answer: Option<Answer>) -> (Row, i32) {
    let (mut kind, mut sum) = (Row::Passes, 0);
    signs::of_act(act, build, answer, &mut |row, sign| (kind, sum) = (row, sum + i32::from(WEIGHTS[sign])));
    (kind, sum)
}

/// So many sixteenths of the way from one weight to another.
const fn towards(from: i32, to: i32, sixteenths: i32) -> i32 {
    from + (to - from) * sixteenths / SURE
}

/// Whether the hand could have answered higher in kind. Runs aside: few hands hold two that fit.
fn keeps_higher(hand: Hand, combo: Combo) -> bool {
    let body = combo.kind().shape().body;
    combo.run() == 1 && !combo.is_bomb() && !hand.at_least(body).and(Ranks::printed_above(combo.key())).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_hands_prove_little_and_most_players_nothing() {
        let bids = |wanted, auctions| ALWAYS_BIDS.sureness(wanted, auctions);
        assert_eq!(
            [(0, 0), (1, 1), (3, 3), (6, 6), (10, 10)].map(|(part, whole)| bids(part, whole)),
            [0, 1, 4, 11, 15]
        );
        assert_eq!([(1, 2), (5, 10), (8, 10)].map(|(part, whole)| bids(part, whole)), [0, 0, 2]);
        assert_eq!(bids(u32::MAX, u32::MAX), 16);
        assert_eq!(HOLDS_BACK.sureness(0, u32::MAX), 16);
        // A part that is more than the whole is as much as the whole.
        assert_eq!(NEVER_BOMBS.sureness(9, 3), NEVER_BOMBS.sureness(9, 9));
    }

    #[test]
    fn nothing_known_is_nobody_s_habit() {
        assert_eq!(Slant::of(&Habits::default()), Slant::NONE);
    }
}
