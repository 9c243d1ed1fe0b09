//! A test of a player for a habit: the likelihood ratio of its counts against the usual rates.

use super::habits::Habits;
use crate::opponents::belief::fixed_log::{ONE, exp2};

/// Full confidence in a habit: confidence counts in sixteenths.
pub(crate) const FULL: i32 = 16;

/// All numbers are log odds in 64ths of a doubling: the prior, the change for each time that the player did it (`done`), and for each time
/// that it did not (`left`). A few hands prove little, and a typical player is soon recognised as typical.
struct HabitTest {
    prior: i64,
    done: i64,
    left: i64,
}

// The habits of most players are printed by `without_habits_nothing_is_lost` in `tests/belief/habits.rs`. The turns of one hand are
// correlated, so counts by turns are scaled down: at full weight one bad hand looked like a habit.
/// The habit to want the landlord's seat: in 92 of 100 auctions; most do in 50.
const ALWAYS_BIDS: HabitTest = HabitTest { prior: -256, done: 56, left: -169 };
/// The habit to answer rarely: 20 of 100 enemies' combos; most answer 42, because often there is no answer. Scaled to three quarters.
const HOLDS_BACK: HabitTest = HabitTest { prior: -320, done: -51, left: 22 };
/// The habit to keep bombs: 95 of 100; most keep 27.
const NEVER_BOMBS: HabitTest = HabitTest { prior: -192, done: 116, left: -247 };
/// The habit to answer with the highest card: 95 times of 100; most do 15 times. Scaled to one half.
const ANSWERS_HIGHEST: HabitTest = HabitTest { prior: -384, done: 85, left: -130 };
/// The habit to lead singles: 97 of 100 times when it held more than singles; most do 38 times. Scaled to one half.
const LEADS_SINGLES: HabitTest = HabitTest { prior: -384, done: 43, left: -140 };

impl HabitTest {
    /// Returns the confidence, in sixteenths, that a player who did it `part` of `whole` times has the habit; 0 while the odds are
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

/// The confidence in each habit of one player, in sixteenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Confidence {
    /// Confidence that it always bids.
    pub(crate) bids: i32,
    /// Confidence that it answers rarely.
    pub(crate) holds_back: i32,
    /// Confidence that it keeps its bombs.
    pub(crate) bombless: i32,
    /// Confidence that it answers with its highest card.
    pub(crate) highest: i32,
    /// Confidence that it leads single cards.
    pub(crate) singles: i32,
}

impl Confidence {
    /// Returns the confidence by the counts of a player.
    pub(crate) fn of(habits: &Habits) -> Confidence {
        Confidence {
            bids: ALWAYS_BIDS.confidence(habits.wanted, habits.auctions),
            holds_back: HOLDS_BACK.confidence(habits.answered, habits.answerable),
            bombless: NEVER_BOMBS.confidence(habits.bombs_kept, habits.bombs),
            highest: ANSWERS_HIGHEST.confidence(habits.highest, habits.choices),
            singles: LEADS_SINGLES.confidence(habits.leads_single, habits.leads),
        }
    }
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
        // A part above the whole counts as the whole.
        assert_eq!(NEVER_BOMBS.confidence(9, 3), NEVER_BOMBS.confidence(9, 9));
        assert_eq!([(4, 4), (20, 20), (8, 20)].map(|(part, whole)| LEADS_SINGLES.confidence(part, whole)), [1, 15, 0]);
    }
}
