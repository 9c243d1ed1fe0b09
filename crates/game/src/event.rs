//! The events of a hand, in the table's words. Chairs are places at the table: they stay where they are
//! from hand to hand.

use rules::wild::READ_AS;
use rules::{Call, Chair, Combo, Kind, OpenFactor, Raise, Rank, Ruleset, Side, Trick};

use super::cards::Cards;

/// An event of the table, as it is told.
#[derive(Clone, PartialEq, Debug)]
pub enum TableEvent {
    /// A wild rank is shown.
    WildShown(Rank),
    /// An announcement; without a chair, of the chair on turn.
    Announced(Option<Chair>, Announcement),
    /// A play; without a chair, of the chair on turn.
    Played(Option<Chair>, Cards, Hint),
    /// A pass; without a chair, of the chair on turn.
    Passed(Option<Chair>),
}

/// A feeling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emote {
    /// Urges the one whose turn it is.
    Hurry,
    /// Is pleased.
    Happy,
    /// Is cross.
    Angry,
    /// Praises a partner.
    Praise,
    /// Is sorry.
    Sorry,
}

impl Emote {
    /// All, in the order of their numbers on the wire, which begin at 1.
    pub const ALL: [Emote; 5] = [Emote::Hurry, Emote::Happy, Emote::Angry, Emote::Praise, Emote::Sorry];
}

/// The facts for a bot that sits down in the middle of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenOver {
    /// The cards of its chair.
    pub holds: Cards,
    /// The cards that its chair has passed on, where the room does not know that.
    pub gave: Option<Cards>,
    /// The same of what comes to it.
    pub got: Option<Cards>,
}

/// The announcements of a chair before the first play.
#[derive(Clone, PartialEq, Debug)]
pub enum Announcement {
    /// It passes cards on. The room is told which ones if a bot gives or gets them; the table hears only that it did.
    PassedOn(Option<Cards>),
    /// A call in the auction.
    Called(Call),
    /// It is the landlord and takes the bottom, which is shown. Without an auction nothing but wild ranks comes before it.
    LandlordFound(Cards),
    /// A doubling, or none.
    Raised(Raise),
    /// An open hand and its factor, or none.
    Shown(Option<(Cards, OpenFactor)>),
}

/// End of a hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settled {
    /// The winner; `None` when it was broken off.
    pub winner: Option<Side>,
    /// The gain or loss of each chair; may be empty.
    pub amounts: Vec<i64>,
    /// The shown part of the cards that were left, by chair.
    pub remaining: [Option<Cards>; 3],
    /// The boards on which the hand counts, by name.
    pub boards: Vec<String>,
}

/// Reading of the cards that the player wants, as far as it says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hint {
    /// The kind of combo.
    pub kind: Option<Kind>,
    /// The rank that is compared.
    pub key: Option<Rank>,
    /// Number of neighbouring ranks.
    pub run: Option<u8>,
    /// The stand-ins of the cards, where some of them are wild, or the cards with a plus before the wings; may be empty.
    pub stands_for: String,
}

impl Hint {
    /// Returns the hint that names this reading and no other.
    pub fn of(combo: Combo) -> Hint {
        Hint { kind: Some(combo.kind()), key: Some(combo.key()), run: Some(combo.run()), stands_for: String::new() }
    }

    /// Returns the reading of `cards` that fits the hint, best the one that may be played on `trick`.
    pub fn read(&self, rules: &Ruleset, cards: rules::Hand, trick: Trick) -> Option<Combo> {
        if !self.stands_for.is_empty() {
            let whole = || rules.read_text(&self.stands_for).ok().filter(|reading| reading.cards() == cards);
            let reading = rules.read_text(&format!("{cards}{READ_AS}{}", self.stands_for)).ok().or_else(whole);
            return reading.filter(|&reading| self.fits(reading));
        }
        rules.read_on(trick, cards, |reading| self.fits(reading))
    }

    /// Returns the fault of cards that cannot be read so: they are no combo at all, or another one.
    pub fn misread(&self, rules: &Ruleset, cards: rules::Hand) -> String {
        match rules.read_on(Trick::Lead, cards, |_| true).filter(|&reading| !self.fits(reading)) {
            Some(reading) => {
                let (kind, key, length) = (reading.kind(), reading.key(), reading.run());
                format!(
                    "{cards} does not have the kind, key and length that are said: it is {kind} {key}, length {length}"
                )
            }
            None => format!("{cards} is no combo in ruleset {}", rules.name()),
        }
    }

    /// True if the reading has the kind, key and length that are said.
    pub fn fits(&self, reading: Combo) -> bool {
        self.kind.is_none_or(|kind| kind == reading.kind())
            && self.key.is_none_or(|key| key == reading.key())
            && self.run.is_none_or(|run| run == reading.run())
    }
}
