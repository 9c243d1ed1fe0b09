//! The text format of hands and combos: letters of `3456789TJQKA2XD`, low to high. Reading also accepts any order, `10`, `0`, lower case,
//! spaces, commas, 小王 or 小鬼, 大王 or 大鬼, and fifteen counts in brackets.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::combo::{Combo, Trick};
use crate::hand::Hand;
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::wild::READING_MARK;

/// The reason why a text is no hand or combo.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A character that is no card.
    #[error("character {at}: {found:?} is no card; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D")]
    NoCard {
        /// The place of the character, counted from 1.
        at: usize,
        /// The character.
        found: char,
    },
    /// More copies of a rank than a deck has.
    #[error("character {at}: a deck has no more than {} {rank}", rank.copies())]
    TooMany {
        /// The place of the character, counted from 1.
        at: usize,
        /// The rank.
        rank: Rank,
    },
    /// Fifteen counts were expected.
    #[error("{found} counts were given, a hand has 15: 3 first, small joker and big joker last")]
    CountsLength {
        /// The number of counts that were given.
        found: usize,
    },
    /// A list of counts begins with a bracket but does not end with one.
    #[error("the counts begin with '[' and do not end with ']'")]
    CountsOpen,
    /// A count that is not one digit, or higher than a deck allows.
    #[error("count {at}: {found:?} is not a number from 0 to {} of {rank}", rank.copies())]
    BadCount {
        /// The place of the count, from 1.
        at: usize,
        /// The text that was read.
        found: String,
        /// The rank whose count it is.
        rank: Rank,
    },
    /// No card is given.
    #[error("no card is given; a combo has at least one")]
    Empty,
    /// The cards are no combo of the ruleset.
    #[error("{cards} is no combo in ruleset {ruleset}")]
    NoCombo {
        /// The cards.
        cards: Hand,
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// The cards have no reading with this body and these wings.
    #[error("{body}+{wings} is no reading of these cards in ruleset {ruleset}")]
    NoReading {
        /// The cards before the plus sign.
        body: Hand,
        /// The cards after the plus sign.
        wings: Hand,
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// The cards have no such reading.
    #[error("{cards} cannot be read as {reading:?} in ruleset {ruleset}")]
    NotReadAs {
        /// The cards.
        cards: Hand,
        /// The text after the tilde.
        reading: String,
        /// The ruleset's name.
        ruleset: &'static str,
    },
}

/// ```
/// use rules::Hand;
/// let hand: Hand = "10 10, 3 小王".parse()?;
/// assert_eq!(hand.to_string(), "3TTX");
/// let error = "33433".parse::<Hand>().and("334?".parse::<Hand>()).unwrap_err();
/// assert_eq!(error.to_string(), "character 4: '?' is no card; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D");
/// # Ok::<(), rules::TextError>(())
/// ```
impl FromStr for Hand {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Hand, TextError> {
        if let Some(hand) = read_letters(text) {
            return Ok(hand);
        }
        if let Some(counts) = text.trim().strip_prefix('[') {
            return read_counts(counts);
        }
        let mut hand = Hand::EMPTY;
        let mut letters = text.chars().enumerate().peekable();
        while let Some((index, letter)) = letters.next() {
            let next = letters.peek().map(|&(_, next)| next);
            let (rank, two_letters) = match (letter, next) {
                (gap, _) if gap == ',' || gap.is_whitespace() => continue,
                ('1', Some('0')) => (Rank::TEN, true),
                ('小', Some('王' | '鬼')) => (Rank::SMALL_JOKER, true),
                ('大', Some('王' | '鬼')) => (Rank::BIG_JOKER, true),
                _ => {
                    let rank = Rank::from_letter(letter);
                    (rank.ok_or(TextError::NoCard { at: index + 1, found: letter })?, false)
                }
            };
            hand = hand.plus(Hand::one(rank)).ok_or(TextError::TooMany { at: index + 1, rank })?;
            if two_letters {
                letters.next();
            }
        }
        Ok(hand)
    }
}

/// Reads plain letters. Returns `None` for other forms and for errors; the slower reader handles these.
fn read_letters(text: &str) -> Option<Hand> {
    text.bytes().try_fold(Hand::EMPTY, |hand, letter| hand.plus(Hand::one(Rank::from_letter(char::from(letter))?)))
}

/// Reads fifteen counts, 3 first, after the opening bracket.
fn read_counts(text: &str) -> Result<Hand, TextError> {
    let text = text.strip_suffix(']').ok_or(TextError::CountsOpen)?;
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    if words.len() != Rank::COUNT {
        return Err(TextError::CountsLength { found: words.len() });
    }
    let mut hand = Hand::EMPTY;
    for (index, (word, rank)) in words.into_iter().zip(Rank::all()).enumerate() {
        // Exactly one digit is read here, because `parse` would also accept `+1`.
        let digit = word.chars().next().filter(|_| word.len() == 1).and_then(|digit| digit.to_digit(10));
        let part = digit.and_then(|count| Hand::of(rank, count as u8));
        let part = part.ok_or_else(|| TextError::BadCount { at: index + 1, found: word.to_owned(), rank })?;
        hand = hand.plus(part).expect("each rank is added once");
    }
    Ok(hand)
}

impl Ruleset {
    /// Reads a combo. Plain cards (`3444`) get their preferred reading. A plus separates body and wings (`444+3`), to select one of several
    /// readings. With wild cards, the ranks that the cards stand for may come after a tilde (`4447~444+7`).
    pub fn read_text(&self, text: &str) -> Result<Combo, TextError> {
        if let Some((cards, reading)) = text.split_once(READING_MARK) {
            return self.read_as(cards.parse()?, reading);
        }
        let Some((body, wings)) = text.split_once('+') else {
            let cards: Hand = text.parse()?;
            if cards.is_empty() {
                return Err(TextError::Empty);
            }
            return self.read(cards).ok_or(TextError::NoCombo { cards, ruleset: self.name() });
        };
        let shift = body.chars().count() + 1;
        let (body, wings): (Hand, Hand) = (body.parse()?, wings.parse().map_err(|error| shift_error(error, shift))?);
        let no_reading = TextError::NoReading { body, wings, ruleset: self.name() };
        let Some(cards) = body.plus(wings) else { return Err(no_reading) };
        let readings = self.readings(cards);
        let reading = readings.as_slice().iter().find(|combo| combo.body() == body && combo.wings() == wings);
        reading.copied().ok_or(no_reading)
    }
}

impl Ruleset {
    /// Reads a play at `trick`. In an answer, plain cards get a reading that beats the standing combo. In a lead, or if no reading beats
    /// it, they get the preferred reading. `-` and `pass` are a pass.
    pub fn read_play(&self, text: &str, trick: Trick) -> Result<Option<Combo>, TextError> {
        if matches!(text, "-" | "pass") {
            return Ok(None);
        }
        let combo = self.read_text(text)?;
        if text.contains(['+', READING_MARK]) {
            return Ok(Some(combo));
        }
        Ok(Some(self.read_on(trick, combo.cards(), |_| true).expect("these cards were read")))
    }

    /// Returns text that [`Ruleset::read_play`] reads as `play`: plain cards if these are enough.
    pub fn play_text(&self, play: Option<Combo>, trick: Trick) -> String {
        let mut text = String::new();
        self.write_play(play, trick, &mut text).expect("a string takes what is written");
        text
    }

    /// Writes the text of [`Ruleset::play_text`] to `out`.
    pub fn write_play(&self, play: Option<Combo>, trick: Trick, out: &mut impl Write) -> fmt::Result {
        let Some(combo) = play else { return out.write_char('-') };
        let is_bare = combo.wild_cards() == 0 && combo.wings().is_empty();
        if is_bare || self.read_on(trick, combo.cards(), |_| true) == Some(combo) {
            combo.cards().write(out)
        } else if combo.wild_cards() > 0 {
            write!(out, "{combo}{READING_MARK}{}", self.stands_for(combo))
        } else {
            write!(out, "{combo:#}")
        }
    }
}

fn shift_error(error: TextError, by: usize) -> TextError {
    match error {
        TextError::NoCard { at, found } => TextError::NoCard { at: at + by, found },
        TextError::TooMany { at, rank } => TextError::TooMany { at: at + by, rank },
        other => other,
    }
}
