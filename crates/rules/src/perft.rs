//! Counting games (perft): how many sequences of a given number of actions does a deal have? A wrong move anywhere in generation,
//! answering or passing shows as another number, so these counts, kept as data, hold the whole play phase in place.

use std::fmt;

use crate::combo::Trick;
use crate::course::Course;
use crate::hand::Hand;
use crate::movegen::HAND_MAX;
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::seat::Seat;
use crate::wild::BadWild;

/// Three open hands, the landlord about to lead. Every hand holds a card, none more than 20, all come from one deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenDeal {
    hands: [Hand; Seat::ALL.len()],
}

impl OpenDeal {
    /// Checks the hands of the landlord, Down and Up.
    pub fn new(landlord: Hand, down: Hand, up: Hand) -> Result<OpenDeal, DealError> {
        let hands = [landlord, down, up];
        for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
            if hand.is_empty() || hand.len() > HAND_MAX {
                return Err(DealError::Size { seat, cards: hand.len() });
            }
        }
        let both = landlord.plus(down).and_then(|both| both.plus(up));
        both.map(|_| OpenDeal { hands }).ok_or(DealError::NotOneDeck)
    }

    /// A seat's cards.
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Number of sequences of exactly `depth` actions, a pass being an action. A game that ends earlier has no
    /// sequence of that length.
    ///
    /// ```
    /// use rules::{Ruleset, perft::OpenDeal};
    /// let deal = OpenDeal::new("34".parse()?, "5".parse()?, "6".parse()?)?;
    /// // The landlord leads 3 or 4.
    /// assert_eq!(deal.perft(&Ruleset::CLASSIC, 1), 2);
    /// // To each the next answers 5, which ends the game, or passes.
    /// assert_eq!(deal.perft(&Ruleset::CLASSIC, 2), 4);
    /// // After a pass the last one answers 6 or passes too.
    /// assert_eq!(deal.perft(&Ruleset::CLASSIC, 3), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, rules: &Ruleset, depth: u32) -> u64 {
        let course = Course::open(self.hands.map(|hand| hand.len() as u8));
        count(rules, self.hands, &course, depth)
    }
}

fn count(rules: &Ruleset, hands: [Hand; Seat::ALL.len()], course: &Course, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    if course.trick() != Trick::Lead {
        let mut passed = *course;
        passed.advance(rules, None);
        sum += count(rules, hands, &passed, depth - 1);
    }
    let seat = course.turn();
    let hand = hands[seat.index()];
    rules.each_play(hand, course.trick(), |play| {
        // The last action needs no position after it, and an emptied hand has none.
        if depth == 1 {
            sum += 1;
        } else if play.cards() != hand {
            let (mut hands, mut course) = (hands, *course);
            hands[seat.index()] = hand.minus(play.cards()).expect("plays are made from the hand");
            course.advance(rules, Some(play));
            sum += count(rules, hands, &course, depth - 1);
        }
    });
    sum
}

/// A deal and what is known about it: for some depths a count, for some only a request for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCase {
    /// The wild ranks in the order of showing, where the file tells some.
    pub wilds: Vec<Rank>,
    /// The three hands.
    pub deal: OpenDeal,
    /// Depth and expected count, as far as one is given.
    pub counts: Vec<(u32, Option<u64>)>,
}

impl PerftCase {
    /// The ruleset in play: with this deal's wild ranks.
    pub fn rules(&self, rules: &Ruleset) -> Result<Ruleset, BadWild> {
        self.wilds.iter().try_fold(*rules, |rules, &rank| rules.showing(rank))
    }
}

/// Deeper counts would not end.
pub const DEPTH_MAX: u32 = 64;

/// Reads a file of records. One starts with the three hands, `landlord 3334X`, `down …`, `up …`, each in a line;
/// lines `depth count` follow, or `depth` alone where the count is asked for. A line `wilds 7,9` may stand before the hands. `#`
/// starts a comment.
pub fn read_records(text: &str) -> Result<Vec<PerftCase>, PerftError> {
    let mut records: Vec<PerftCase> = Vec::new();
    let (mut hands, mut wilds): (Vec<Hand>, Vec<Rank>) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let fault = |why| PerftError { line: index + 1, why };
        let line = line.split('#').next().unwrap_or("").trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() {
            continue;
        }
        if word == "wilds" {
            let rank = |word: &str| word.parse::<Hand>().ok().filter(|one| one.len() == 1).and_then(Hand::lowest);
            let ranks = rest.split(',').map(rank).collect::<Option<Vec<Rank>>>();
            wilds = ranks.ok_or_else(|| fault(LineError::Wilds { found: rest.trim().to_owned() }))?;
            continue;
        }
        if let Some(found) = Seat::from_name(word) {
            let seat = Seat::ALL[hands.len()];
            if found != seat {
                return Err(fault(LineError::NotTheSeat { found, seat }));
            }
            hands.push(rest.parse().map_err(|why| fault(LineError::Hand(why)))?);
            if let [landlord, down, up] = hands[..] {
                let deal = OpenDeal::new(landlord, down, up).map_err(|why| fault(LineError::Deal(why)))?;
                records.push(PerftCase { wilds: std::mem::take(&mut wilds), deal, counts: Vec::new() });
                hands.clear();
            }
            continue;
        }
        let number =
            |text: &str| text.parse::<u64>().map_err(|_| fault(LineError::NoNumber { found: text.to_owned() }));
        let depth = number(word)?;
        let depth = u32::try_from(depth).ok().filter(|depth| (1..=DEPTH_MAX).contains(depth));
        let depth = depth.ok_or_else(|| fault(LineError::Depth { found: word.to_owned() }))?;
        let expected = if rest.is_empty() { None } else { Some(number(rest.trim())?) };
        let record = records.last_mut().filter(|_| hands.is_empty());
        record.ok_or_else(|| fault(LineError::NoDeal))?.counts.push((depth, expected));
    }
    if hands.is_empty() {
        Ok(records)
    } else {
        Err(PerftError { line: text.lines().count(), why: LineError::Unfinished { seat: Seat::ALL[hands.len()] } })
    }
}

/// The lines that [`read_records`] reads.
impl fmt::Display for PerftCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.wilds.is_empty() {
            let wilds: Vec<String> = self.wilds.iter().map(ToString::to_string).collect();
            writeln!(f, "wilds {}", wilds.join(","))?;
        }
        for (seat, hand) in Seat::ALL.into_iter().zip(self.deal.hands) {
            writeln!(f, "{seat} {hand}")?;
        }
        for (depth, count) in &self.counts {
            match count {
                Some(count) => writeln!(f, "{depth} {count}")?,
                None => writeln!(f, "{depth}")?,
            }
        }
        Ok(())
    }
}

/// Why three hands are no deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// No seat starts without cards or with more than the landlord gets.
    #[error("{seat} holds {cards} cards; a seat holds 1 to {HAND_MAX}")]
    Size {
        /// The seat of the hand.
        seat: Seat,
        /// Number of cards that it has.
        cards: u32,
    },
    /// Together the hands have more of a rank than a deck.
    #[error("the three hands do not come from one deck")]
    NotOneDeck,
}

/// The fault of a file of counts, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct PerftError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault there.
    pub why: LineError,
}

/// The fault of a line of a file of counts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The three hands come in the order of play.
    #[error("the hand of {found} stands here, but that of {seat} is due")]
    NotTheSeat {
        /// The seat that was found.
        found: Seat,
        /// The seat that was due.
        seat: Seat,
    },
    /// No list of ranks.
    #[error("{found:?} are no wild ranks; write ranks with a comma between them, as in 7,9")]
    Wilds {
        /// The text that was found.
        found: String,
    },
    /// A hand cannot be read.
    #[error(transparent)]
    Hand(crate::TextError),
    /// Three hands are no deal.
    #[error(transparent)]
    Deal(DealError),
    /// Neither a seat nor a number.
    #[error("{found:?} is neither a seat (landlord, down, up) nor a number")]
    NoNumber {
        /// The text that was found.
        found: String,
    },
    /// A depth that takes too long.
    #[error("depth {found} is not from 1 to {DEPTH_MAX}")]
    Depth {
        /// The text that was found.
        found: String,
    },
    /// A count before the three hands that it belongs to.
    #[error("a count stands here before the three hands that it belongs to")]
    NoDeal,
    /// The file ends within a deal.
    #[error("the file ends before the hand of {seat}")]
    Unfinished {
        /// The seat whose hand is missing.
        seat: Seat,
    },
}
