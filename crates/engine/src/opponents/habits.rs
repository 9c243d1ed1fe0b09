//! Habits: counts of a player's public acts in earlier hands. [`crate::opponents::belief`] compares them
//! with the usual rates. The caller keeps them by player; the engine keeps nothing.

mod of_hand;

use std::fmt;
use std::str::FromStr;

pub(crate) use of_hand::is_three;
pub use of_hand::{guesses_of_hand, of_hand};

/// Counts of one player, over all hands in which it was seen. Of each pair the second is a part of the first; if the first is 0, nothing is
/// known.
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
    /// Hands, of `bombs`, in which it played one while a seat still held many cards.
    pub bombs_early: u32,
    /// Hands, of `bombs`, in which it never played one as such: it kept them or split them.
    pub bombs_kept: u32,
    /// Answers with a choice: its later cards showed that it held another answer in kind.
    pub choices: u32,
    /// Answers, of `choices`, that were the highest that it is known to have held.
    pub highest: u32,
    /// Leads while it held two or more cards of a rank, as its later cards showed.
    pub leads: u32,
    /// Leads, of `leads`, that were single cards.
    pub leads_single: u32,
    /// Guesses that can be checked: it passed on a single, pair or triple of the other side, and all its cards came to be known.
    /// The guess is that it holds nothing higher of that size.
    pub guesses: u32,
    /// Guesses, of `guesses`, that came true.
    pub guesses_right: u32,
    /// Guesses that can be checked: it played three of a rank, and a seat without a card of that rank guessed that the third seat holds
    /// the fourth.
    pub fourths: u32,
    /// Guesses, of `fourths`, that came true: it had not kept the fourth itself, for instance in a straight.
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
    /// The text does not have that many counts.
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
    pub const fn of_counts(counts: [u32; COUNTS]) -> Habits {
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

    /// Adds `more`.
    #[must_use]
    pub fn plus(self, more: Habits) -> Habits {
        let mut counts = self.counts();
        counts.iter_mut().zip(more.counts()).for_each(|(count, more)| *count = count.saturating_add(more));
        Habits::of_counts(counts)
    }

    /// Returns half of each count, so that older hands count less.
    #[must_use]
    pub fn halved(self) -> Habits {
        Habits::of_counts(self.counts().map(|count| count / 2))
    }

    /// Refuses counts that contradict each other.
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

/// The counts between slashes, as replay lines carry them.
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
        let habits = Habits::of_counts(counts);
        habits.check().map(|()| habits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        let habits = Habits::of_counts([9, 8, 7, 6, 5, 4, 3, 2, 1, 4, 3, 2, 1, 2, 1]);
        assert_eq!(habits.to_string().parse(), Ok(habits));
        assert_eq!(habits.halved().check(), Ok(()));
        let refused = |text: &str| text.parse::<Habits>().unwrap_err().to_string();
        assert_eq!(refused("1/2/0/0/0/0/0/0/0/0/0/0/0/0/0"), "wanted is 2, of 1 auctions");
        assert_eq!(refused("0/0/0/0/0/0/0/3/4/0/0/0/0/0/0"), "highest is 4, of 3 choices");
        assert_eq!(refused("0/0/0/0/0/0/0/0/0/1/2/0/0/0/0"), "leads_single is 2, of 1 leads");
        for text in ["", "1/2", "1/1/1/1/1/1/1/1/1", "1/1/1/1/1/1/1/1/1/1/1/1/1/1/x"] {
            assert_eq!(refused(text), format!("habits are 15 counts between slashes, {text:?} is not"));
        }
        let most = Habits::of_counts([u32::MAX; COUNTS]);
        assert_eq!(most.plus(habits), most);
    }
}
