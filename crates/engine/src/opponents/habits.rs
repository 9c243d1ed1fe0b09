//! Habits: counts about a player in earlier hands. Statistical tests compare some counts with usual rates; `Confidence` is the result. The
//! caller keeps the counts of each player; the engine keeps nothing.

mod of_hand;

use std::fmt;
use std::str::FromStr;

pub(crate) use of_hand::is_triple;
pub use of_hand::{guesses_of_hand, habits_of_hand};

use crate::opponents::belief::fixed_log::{ONE, exp2};

/// Counts of a player or persona. Some are a part of another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Habits {
    /// Hands in which it spoke in the auction.
    pub auctions: u32,
    /// Hands, of `auctions`, in which it wanted the landlord's seat.
    pub wanted: u32,
    /// Turns at which a combo of the other side stood.
    pub answerable: u32,
    /// Turns, of `answerable`, at which it played.
    pub answered: u32,
    /// Hands in which the table came to see that it held a bomb.
    pub bombs: u32,
    /// Hands, of `bombs`, in which it played a bomb while a seat still held many cards.
    pub bombs_early: u32,
    /// Hands, of `bombs`, in which it played no bomb: it kept its bombs or split them.
    pub bombs_kept: u32,
    /// Answers from a hand that is known to have had a higher or a lower answer in kind.
    pub choices: u32,
    /// Answers, of `choices`, that were the highest that it is known to have held.
    pub highest: u32,
    /// Leads from a hand that is known to have had two or more cards of a rank.
    pub leads: u32,
    /// Leads, of `leads`, that were single cards.
    pub leads_single: u32,
    /// Guesses that can be checked, after a pass on an enemy's single, pair or triple: the seat that passed holds nothing higher of that kind.
    pub guesses: u32,
    /// Guesses, of `guesses`, that came true.
    pub guesses_right: u32,
    /// Guesses that can be checked, after a play of three of a rank: a seat without that rank guesses that the third seat holds the fourth.
    pub fourths: u32,
    /// Guesses, of `fourths`, that came true.
    pub fourths_right: u32,
}

/// The number of counts.
pub const COUNTS: usize = 15;

/// The fault of counts: a part is more than its whole, or a text is no list of counts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadHabits {
    /// A part is more than its whole.
    #[error("{part} is {found}, of {most} {whole}")]
    Part {
        /// The count.
        part: &'static str,
        /// Its value.
        found: u32,
        /// The count that it is a part of.
        whole: &'static str,
        /// The value of the whole.
        most: u32,
    },
    /// The text is no list of that many counts.
    #[error("habits are {COUNTS} counts between slashes, {text:?} is not")]
    Text {
        /// The text.
        text: String,
    },
}

impl Habits {
    /// Returns all counts, in the order of the fields.
    pub const fn counts(&self) -> [u32; COUNTS] {
        [
            self.auctions,
            self.wanted,
            self.answerable,
            self.answered,
            self.bombs,
            self.bombs_early,
            self.bombs_kept,
            self.choices,
            self.highest,
            self.leads,
            self.leads_single,
            self.guesses,
            self.guesses_right,
            self.fourths,
            self.fourths_right,
        ]
    }

    /// Returns the habits with these counts.
    pub const fn from_counts(counts: [u32; COUNTS]) -> Habits {
        let [auctions, wanted, answerable, answered, bombs, bombs_early, bombs_kept, choices, highest, ..] = counts;
        let [.., leads, leads_single, guesses, guesses_right, fourths, fourths_right] = counts;
        Habits {
            auctions,
            wanted,
            answerable,
            answered,
            bombs,
            bombs_early,
            bombs_kept,
            choices,
            highest,
            leads,
            leads_single,
            guesses,
            guesses_right,
            fourths,
            fourths_right,
        }
    }

    /// Returns the sum of these counts and `more`.
    #[must_use]
    pub fn plus(self, more: Habits) -> Habits {
        let mut counts = self.counts();
        counts.iter_mut().zip(more.counts()).for_each(|(count, more)| *count = count.saturating_add(more));
        Habits::from_counts(counts)
    }

    /// Returns half of each count, so that older hands count less.
    #[must_use]
    pub fn halved(self) -> Habits {
        Habits::from_counts(self.counts().map(|count| count / 2))
    }

    /// Refuses a part that is more than its whole.
    pub fn check(&self) -> Result<(), BadHabits> {
        for (part, found, whole, most) in [
            ("wanted", self.wanted, "auctions", self.auctions),
            ("answered", self.answered, "answerable", self.answerable),
            ("bombs_early", self.bombs_early, "bombs", self.bombs),
            ("bombs_kept", self.bombs_kept, "bombs", self.bombs),
            ("highest", self.highest, "choices", self.choices),
            ("leads_single", self.leads_single, "leads", self.leads),
            ("guesses_right", self.guesses_right, "guesses", self.guesses),
            ("fourths_right", self.fourths_right, "fourths", self.fourths),
        ] {
            if found > most {
                return Err(BadHabits::Part { part, found, whole, most });
            }
        }
        Ok(())
    }
}

/// The counts between slashes.
impl fmt::Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, count) in self.counts().iter().enumerate() {
            write!(f, "{}{count}", if place > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Habits {
    type Err = BadHabits;

    fn from_str(text: &str) -> Result<Habits, BadHabits> {
        let bad = || BadHabits::Text { text: text.to_owned() };
        let counts: Option<Vec<u32>> = text.split('/').map(|count| count.parse().ok()).collect();
        let counts = counts.ok_or_else(bad)?.try_into().map_err(|_| bad())?;
        let habits = Habits::from_counts(counts);
        habits.check().map(|()| habits)
    }
}

/// Full confidence in a habit: confidence counts in sixteenths.
pub(crate) const FULL_CONFIDENCE: i32 = 16;

/// A test for one habit. Its numbers are log odds in 64ths of a doubling: the prior, the change for each time that the player did the act
/// (`done`), and for each time that the player did not (`missed`).
struct HabitTest {
    prior: i64,
    done: i64,
    missed: i64,
}

// The turns of one hand are correlated, so counts by turns are scaled down: at full weight one bad hand looked like a habit.
/// The habit to want the landlord's seat: in 92 of 100 auctions; most do in 50.
const ALWAYS_BIDS: HabitTest = HabitTest { prior: -256, done: 56, missed: -169 };
/// The habit to answer rarely: 20 of 100 enemies' combos, against 42. Scaled to three quarters.
const HOLDS_BACK: HabitTest = HabitTest { prior: -320, done: -51, missed: 22 };
/// The habit to keep bombs: 95 of 100; most keep 27.
const NEVER_BOMBS: HabitTest = HabitTest { prior: -192, done: 116, missed: -247 };
/// The habit to answer with the highest card: 95 times of 100; most do 15 times. Scaled to one half.
const ANSWERS_HIGHEST: HabitTest = HabitTest { prior: -384, done: 85, missed: -130 };
/// The habit to lead singles: 97 of 100 times when it held more than singles; most do 38 times. Scaled to one half.
const LEADS_SINGLES: HabitTest = HabitTest { prior: -384, done: 43, missed: -140 };

impl HabitTest {
    /// Returns the confidence, in sixteenths, that a player who did the act `part` of `whole` times has the habit; 0 while the odds are not
    /// above the prior.
    fn confidence(&self, part: u32, whole: u32) -> i32 {
        let (done, missed) = (i64::from(part), i64::from(whole.saturating_sub(part)));
        let odds = (self.prior + done * self.done + missed * self.missed).clamp(-i64::from(ONE), i64::from(ONE)) as i32;
        if i64::from(odds) <= self.prior {
            return 0;
        }
        // The chance of the less likely hypothesis, relative to the likelier one.
        let less = u64::from(exp2(-odds.abs()));
        let likelier = if odds > 0 { u64::from(ONE) } else { less };
        (likelier * FULL_CONFIDENCE as u64 / (u64::from(ONE) + less)) as i32
    }
}

/// The confidence in each habit of one player, in sixteenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Confidence {
    pub(crate) bids: i32,
    pub(crate) holds_back: i32,
    pub(crate) bombless: i32,
    pub(crate) highest: i32,
    pub(crate) singles: i32,
}

impl Confidence {
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
    fn counts_are_read_as_written_or_refused() {
        let habits = Habits::from_counts([9, 8, 7, 6, 5, 4, 3, 2, 1, 4, 3, 2, 1, 2, 1]);
        assert_eq!(habits.to_string().parse(), Ok(habits));
        assert_eq!(habits.halved().check(), Ok(()));
        let refused = |text: &str| text.parse::<Habits>().unwrap_err().to_string();
        assert_eq!(refused("1/2/0/0/0/0/0/0/0/0/0/0/0/0/0"), "wanted is 2, of 1 auctions");
        assert_eq!(refused("0/0/0/0/0/0/0/3/4/0/0/0/0/0/0"), "highest is 4, of 3 choices");
        assert_eq!(refused("0/0/0/0/0/0/0/0/0/1/2/0/0/0/0"), "leads_single is 2, of 1 leads");
        for text in ["", "1/2", "1/1/1/1/1/1/1/1/1", "1/1/1/1/1/1/1/1/1/1/1/1/1/1/x"] {
            assert_eq!(refused(text), format!("habits are 15 counts between slashes, {text:?} is not"));
        }
        let most = Habits::from_counts([u32::MAX; COUNTS]);
        assert_eq!(most.plus(habits), most);
    }

    #[test]
    fn confidence_grows_with_hands_and_is_zero_for_typical_players() {
        let bids = |wanted, auctions| ALWAYS_BIDS.confidence(wanted, auctions);
        assert_eq!(
            [(0, 0), (1, 1), (3, 3), (6, 6), (10, 10)].map(|(part, whole)| bids(part, whole)),
            [0, 1, 4, 11, 15]
        );
        assert_eq!([(1, 2), (5, 10), (8, 10)].map(|(part, whole)| bids(part, whole)), [0, 0, 2]);
        assert_eq!(bids(u32::MAX, u32::MAX), 16);
        assert_eq!(HOLDS_BACK.confidence(0, u32::MAX), 16);
        // A whole below its part counts as the part.
        assert_eq!(NEVER_BOMBS.confidence(9, 3), NEVER_BOMBS.confidence(9, 9));
        assert_eq!([(4, 4), (20, 20), (8, 20)].map(|(part, whole)| LEADS_SINGLES.confidence(part, whole)), [1, 15, 0]);
    }
}
