//! Whole positions and whole games as one line of text: words of the form `key=value`. Reading accepts any order; writing has a fixed
//! order.
//!
//! ```text
//! a game    rules=… deal=FIRST/SECOND/THIRD/BOTTOM passed=345/678/9TJ calls=1,no,3 raises=1,2,1 show=no plays=34567,-,-,33
//! a view    rules=… me=second hand=… passed=345/678/- calls=1,no,3 bottom=… plays=34567,-
//! present   rules=… me=up hand=… left=5,4,7 turn=up standing=down:33 bottom=… played=…/…/… open=…/…/…
//! ```
//!
//! `passed` has the cards that each chair passed on, in the order of the chairs; `-` means that the viewing chair has not seen them.
//! Without `calls` there was no auction: the first chair is the landlord, and `me` names a seat. `hand` has the cards that the seat holds
//! now. `second:4:HAND` means that the second chair opens its hand for four times the stake. It stands among the calls; in a hand without
//! an auction it stands in `show`. `wilds=7,9` has the wild ranks in the order of showing. A view with `left` is the present of a hand,
//! without history; its `open` has the cards that are left in each open hand.

mod game;
mod sight;

use std::fmt::{self, Write};

use crate::auction::Call;
use crate::board::{Event, Illegal, OpenedHand, Raise};
use crate::combo::{Combo, Trick};
use crate::hand::Hand;
use crate::notation::TextError;
use crate::plays::plays_of_hand;
use crate::rank::Rank;
use crate::ruleset::{OpenFactor, Ruleset, RulesetError};
use crate::seat::{Chair, Seat};
use crate::table::BadDeal;
use crate::view::BadView;
use crate::wild::BadWild;

/// The reason why a line cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A word does not have the form `key=value`.
    #[error("{word:?} is no key=value")]
    NoPair {
        /// The word.
        word: String,
    },
    /// This kind of line has no such key.
    #[error("{key:?} is no key of {what}; there are {keys}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The kind of line, for example `a view`.
        what: &'static str,
        /// The keys of this kind of line.
        keys: &'static str,
    },
    /// A key is given twice.
    #[error("{key} is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// A required key is missing.
    #[error("{key} is missing")]
    Missing {
        /// The key.
        key: &'static str,
    },
    /// The cards cannot be read.
    #[error("{key}: {error}")]
    Cards {
        /// The key; for some lists also the number of the part.
        key: String,
        /// The fault.
        error: TextError,
    },
    /// The value of a key is not allowed.
    #[error("{key}: {found:?} is not {expected}")]
    BadWord {
        /// The key.
        key: &'static str,
        /// The value that was read.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },
    /// `me` names a chair, but the line has no `calls`; without an auction `me` must name a seat.
    #[error(
        "calls is missing: me={chair} is a chair of the auction (before the first call write calls=); without one me is {SEAT_NAMES}"
    )]
    NoCalls {
        /// The chair.
        chair: Chair,
    },
    /// The ruleset cannot be read.
    #[error("rules: {error}")]
    Ruleset {
        /// The fault. It is already in the message. As a `source` it would be printed twice.
        error: RulesetError,
    },
    /// The wild ranks are wrong.
    #[error("wilds: {error}")]
    Wild {
        /// The fault.
        error: BadWild,
    },
    /// The deal is wrong.
    #[error("deal: {error}")]
    Deal {
        /// The fault.
        error: BadDeal,
    },
    /// The parts make no view.
    #[error(transparent)]
    View(#[from] BadView),
    /// A step of the game is illegal.
    #[error("{key} {number} ({word}): {error}")]
    Illegal {
        /// The key of the step.
        key: &'static str,
        /// The place of the step in the list, from 1.
        number: usize,
        /// The step.
        word: String,
        /// The fault.
        error: Illegal,
    },
}

impl From<RulesetError> for PositionError {
    fn from(error: RulesetError) -> PositionError {
        PositionError::Ruleset { error }
    }
}

impl From<BadWild> for PositionError {
    fn from(error: BadWild) -> PositionError {
        PositionError::Wild { error }
    }
}

impl From<BadDeal> for PositionError {
    fn from(error: BadDeal) -> PositionError {
        PositionError::Deal { error }
    }
}

struct Words<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    fn read(line: &'a str, what: &'static str, keys: &'static str) -> Result<Words<'a>, PositionError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for word in line.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| PositionError::NoPair { word: word.to_owned() })?;
            if !keys.split(' ').any(|known| known == key) {
                return Err(PositionError::UnknownKey { key: key.to_owned(), what, keys });
            }
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(PositionError::Twice { key: key.to_owned() });
            }
            pairs.push((key, value));
        }
        Ok(Words { pairs })
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }

    fn require(&self, key: &'static str) -> Result<&'a str, PositionError> {
        self.get(key).ok_or(PositionError::Missing { key })
    }

    /// Returns the comma-separated values of a key; none when it is missing or empty.
    fn list(&self, key: &str) -> Vec<&'a str> {
        self.get(key).map_or(Vec::new(), |text| text.split(',').filter(|word| !word.is_empty()).collect())
    }

    fn rules(&self) -> Result<Ruleset, PositionError> {
        self.get("rules").map_or(Ok(Ruleset::CLASSIC), |text| Ok(text.parse()?))
    }

    fn wilds(&self) -> Result<Vec<Rank>, PositionError> {
        let rank = |word: &str| {
            let mut letters = word.chars();
            let rank = letters.next().and_then(Rank::from_letter).filter(|_| letters.next().is_none());
            rank.ok_or_else(|| bad_word("wilds", word, "a rank: 3 4 5 6 7 8 9 T J Q K A 2"))
        };
        self.list("wilds").into_iter().map(rank).collect()
    }

    fn hand(&self, key: &'static str) -> Result<Option<Hand>, PositionError> {
        self.get(key).map(|text| read_hand(key, text)).transpose()
    }

    fn hands<const N: usize>(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<Option<[Hand; N]>, PositionError> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let parts: Vec<Hand> = text
            .split('/')
            .enumerate()
            .map(|(index, part)| {
                part.parse().map_err(|error| PositionError::Cards { key: format!("{key} {}", index + 1), error })
            })
            .collect::<Result<_, _>>()?;
        parts.try_into().map(Some).map_err(|_| PositionError::BadWord { key, found: text.to_owned(), expected })
    }

    fn seat(&self, key: &'static str) -> Result<Option<Seat>, PositionError> {
        let read = |text: &str| Seat::from_name(text).ok_or_else(|| bad_word(key, text, SEAT_NAMES));
        self.get(key).map(read).transpose()
    }
}

const SEAT_NAMES: &str = "landlord, down or up";
const CHAIR_NAMES: &str = "first, second or third";

fn bad_word(key: &'static str, found: &str, expected: &'static str) -> PositionError {
    PositionError::BadWord { key, found: found.to_owned(), expected }
}

fn read_hand(key: &'static str, text: &str) -> Result<Hand, PositionError> {
    text.parse().map_err(|error| PositionError::Cards { key: key.to_owned(), error })
}

/// A word of `calls`: a call of the chair on turn, or a chair that opens its hand.
enum CallWord {
    Call(Call),
    Open(Chair, OpenedHand),
}

impl CallWord {
    fn read(word: &str) -> Result<CallWord, PositionError> {
        if word.contains(':') {
            return read_opened_hand("calls", word).map(|(chair, shown)| CallWord::Open(chair, shown));
        }
        let call = Call::from_word(word);
        call.map(CallWord::Call).ok_or_else(|| bad_word("calls", word, "no, 0, 1, 2, 3, call, rob or take"))
    }
}

/// Reads a chair and the hand that it opens: `second:4:HAND`.
fn read_opened_hand(key: &'static str, word: &str) -> Result<(Chair, OpenedHand), PositionError> {
    let wrong = || bad_word(key, word, "CHAIR:FACTOR:HAND with a factor from 2 to 5");
    let mut parts = word.splitn(3, ':');
    let (chair, factor, cards) = (parts.next().unwrap_or_default(), parts.next(), parts.next().ok_or_else(wrong)?);
    let factor = factor.and_then(|factor| factor.parse().ok()).and_then(OpenFactor::of).ok_or_else(wrong)?;
    let chair = Chair::from_name(chair).ok_or_else(|| bad_word(key, chair, CHAIR_NAMES))?;
    Ok((chair, OpenedHand { hand: read_hand(key, cards)?, factor }))
}

impl fmt::Display for CallWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallWord::Call(call) => call.fmt(f),
            CallWord::Open(chair, shown) => write!(f, "{chair}:{}:{}", shown.factor.number(), shown.hand),
        }
    }
}

/// A word of `show`: the answer of the landlord who is asked, or, without an auction, a hand that a chair lays open.
struct ShowWord {
    chair: Chair,
    shown: Option<OpenedHand>,
}

impl ShowWord {
    fn read(word: &str, landlord: Chair) -> Result<ShowWord, PositionError> {
        if word.contains(':') {
            return read_opened_hand("show", word).map(|(chair, shown)| ShowWord { chair, shown: Some(shown) });
        }
        let factor = OpenFactor::Two;
        let shown = if word == "no" { None } else { Some(OpenedHand { hand: read_hand("show", word)?, factor }) };
        Ok(ShowWord { chair: landlord, shown })
    }
}

impl fmt::Display for ShowWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown {
            None => f.write_str("no"),
            Some(shown) if shown.factor == OpenFactor::Two && shown.hand.len() == 20 => shown.hand.fmt(f),
            Some(shown) => CallWord::Open(self.chair, shown).fmt(f),
        }
    }
}

fn read_raise(word: &str) -> Result<Raise, PositionError> {
    let raise = Raise::ALL.into_iter().find(|raise| raise.to_string() == word);
    raise.ok_or_else(|| bad_word("raises", word, "1, 2 or 4"))
}

fn read_play(words: &str, rules: &Ruleset, trick: Trick, number: usize) -> Result<Option<Combo>, PositionError> {
    rules.read_play(words, trick).map_err(|error| PositionError::Cards { key: format!("plays {number}"), error })
}

/// The steps of a log, by key.
#[derive(Default)]
struct Steps {
    calls: Vec<CallWord>,
    raises: Vec<Raise>,
    show: Vec<ShowWord>,
    /// The plays, with commas between them.
    plays: String,
}

impl Steps {
    /// Sorts the events of a log by key. `is_found` is true if the landlord is known before the first event.
    fn of(log: &[Event], rules: &Ruleset, mut is_found: bool) -> Steps {
        let mut steps = Steps { plays: String::with_capacity(4 * log.len()), ..Steps::default() };
        for event in log {
            match *event {
                Event::Call(_, call) => steps.calls.push(CallWord::Call(call)),
                // Before the landlord is found an open hand is a word of `calls`, afterwards of `show`.
                Event::Show(chair, Some(shown)) if !is_found => steps.calls.push(CallWord::Open(chair, shown)),
                Event::Wild(_) | Event::PassedOn(..) => {}
                Event::Landlord(..) => is_found = true,
                Event::Raise(_, raise) => steps.raises.push(raise),
                Event::Show(chair, shown) => steps.show.push(ShowWord { chair, shown }),
                Event::Play(..) => {}
            }
        }
        for row in plays_of_hand(log.iter().copied()) {
            if !steps.plays.is_empty() {
                steps.plays.push(',');
            }
            rules.write_play(row.play, row.trick(), &mut steps.plays).expect("a string takes what is written");
        }
        steps
    }

    fn write(&self, out: &mut impl Write) -> std::fmt::Result {
        if !self.raises.is_empty() {
            write_list(out, " raises=", &self.raises)?;
        }
        if !self.show.is_empty() {
            write_list(out, " show=", &self.show)?;
        }
        if !self.plays.is_empty() {
            out.write_str(" plays=")?;
            out.write_str(&self.plays)?;
        }
        Ok(())
    }
}

/// Writes `-` for a gift whose cards are hidden (`None`).
fn write_gifts(out: &mut impl Write, gifts: impl Iterator<Item = Option<Hand>>) -> std::fmt::Result {
    for (index, gift) in gifts.enumerate() {
        out.write_str(if index == 0 { " passed=" } else { "/" })?;
        match gift {
            Some(cards) => cards.write(out)?,
            None => out.write_str("-")?,
        }
    }
    Ok(())
}

fn write_list(out: &mut impl Write, key: &str, values: &[impl std::fmt::Display]) -> std::fmt::Result {
    out.write_str(key)?;
    for (index, value) in values.iter().enumerate() {
        out.write_str(if index == 0 { "" } else { "," })?;
        write!(out, "{value}")?;
    }
    Ok(())
}

fn write_rules(rules: &Ruleset, out: &mut impl Write) -> std::fmt::Result {
    // A named ruleset without overrides is only its name: the slower path with `replace` is not needed.
    if Ruleset::named(rules.name()) == Some(&rules.without_wilds()) {
        out.write_str(rules.name())?;
    } else {
        out.write_str(&rules.to_string().replace(' ', ","))?;
    }
    if rules.shows_wilds() { write!(out, " wilds={}", rules.wilds()) } else { Ok(()) }
}

fn with_wilds_shown(rules: Ruleset, wilds: &[Rank]) -> Result<Ruleset, PositionError> {
    Ok(wilds.iter().try_fold(rules, |rules, &rank| rules.with_wild(rank))?)
}
