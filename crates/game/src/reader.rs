//! Reads and writes cards and combos. A backend gets its own numbers back, with their suits.

use rules::card::{BadNumbers, Codec, OwnNumbers};
use rules::wild::READ_AS;
use rules::{Combo, Hand, Kind, Rank, Ruleset, TextError, Trick};
use wire::v1;

use super::names;
use crate::cards::Cards;
use crate::refusal::{AtField, Reason, Refusal, at_most};

/// The longest text of cards: a deck with spaces between them, and more.
const CARDS_TEXT_MAX: usize = 256;
/// The longest list of numbers: more than a deck, so that an error can name the card that is too many.
const IDS_MAX: usize = 64;

/// A hand as it was sent, so that answers use the same numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentHand {
    cards: Cards,
    /// The codec of its numbers; `None` for a hand that was sent as text: answers are then only text.
    codec: Option<Codec>,
}

impl SentHand {
    /// Makes a hand as a backend of this codec would send these cards: as text, if the codec needs suits that they lack.
    pub fn of(codec: Option<&Codec>, cards: Cards) -> SentHand {
        let codec = codec.filter(|codec| cards.ids(codec).is_some()).cloned();
        SentHand { cards, codec }
    }

    /// Returns the ranks.
    pub fn hand(&self) -> Hand {
        self.cards.hand()
    }

    /// Returns these cards of the hand, as they were sent, and as `text`.
    pub fn cards(&self, cards: Hand, text: String) -> v1::Cards {
        let ids = self.codec.as_ref().map(|codec| {
            // Cards that are not held were not sent: the codec gives them numbers.
            self.cards.pick(cards).and_then(|picked| picked.ids(codec)).unwrap_or_else(|| codec.encode(cards))
        });
        v1::Cards { ids: ids.unwrap_or_default(), text }
    }

    /// Returns a combo of the hand with its cards as they were sent.
    pub fn combo(&self, rules: &Ruleset, combo: Combo) -> v1::Combo {
        let text = text_of(rules, combo);
        described(rules, combo, self.cards(combo.cards(), text))
    }
}

/// Writes the cards, with a plus before the wings if the reading needs it. What wild cards stand for has a field of its own.
fn text_of(rules: &Ruleset, combo: Combo) -> String {
    if combo.wild_cards() > 0 { combo.to_string() } else { rules.play_text(Some(combo), Trick::Lead) }
}

/// Writes the combo as a message, with these cards.
pub fn described(rules: &Ruleset, combo: Combo, cards: v1::Cards) -> v1::Combo {
    v1::Combo {
        cards: Some(cards),
        kind: combo.kind().name().to_owned(),
        key: String::from(combo.key().letter()),
        length: u32::from(combo.run()),
        stands_for: if combo.wild_cards() > 0 { rules.stands_for(combo) } else { String::new() },
    }
}

/// The reader of the cards of one request, which has one codec.
#[derive(Clone, Debug)]
pub struct CardReader {
    codec: Option<Codec>,
}

impl CardReader {
    /// Makes a reader for requests that name this codec. `numbers` belong to a backend's own codec.
    pub fn new(codec: i32, numbers: &[u32]) -> Result<CardReader, Refusal> {
        let named = names::codec(codec).at("card_codec")?;
        let codec = match (codec == v1::CardCodec::Own as i32, numbers.is_empty()) {
            (false, true) => named,
            (true, false) => Some(Codec::Own(OwnNumbers::new(numbers).map_err(|bad| bad_numbers(&bad))?)),
            (true, true) => return Err(Refusal::missing("card_numbers")),
            (false, false) => {
                let message = "are numbers of CARD_CODEC_OWN, and card_codec is another one";
                return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("card_numbers"));
            }
        };
        Ok(CardReader { codec })
    }

    /// Makes a reader for a request that has no field for a backend's own numbers.
    pub fn named(codec: i32) -> Result<CardReader, Refusal> {
        if codec == v1::CardCodec::Own as i32 {
            let message = "CARD_CODEC_OWN needs card_numbers, which a hand and a room have: send text here";
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("card_codec"));
        }
        CardReader::new(codec, &[])
    }

    /// Makes a reader for a known codec.
    pub const fn of(codec: Option<Codec>) -> CardReader {
        CardReader { codec }
    }

    /// Returns the codec.
    pub const fn codec(&self) -> Option<&Codec> {
        self.codec.as_ref()
    }

    /// Reads cards and keeps their form: text or numbers.
    pub fn sent(&self, cards: &v1::Cards) -> Result<SentHand, Refusal> {
        let codec = self.codec.clone().filter(|_| !cards.ids.is_empty());
        Ok(SentHand { cards: self.cards(cards)?, codec })
    }

    /// Reads cards with the suits that their numbers have.
    pub fn cards(&self, cards: &v1::Cards) -> Result<Cards, Refusal> {
        let hand = self.hand(cards)?;
        let codec = self.codec.as_ref().filter(|_| !cards.ids.is_empty());
        Ok(codec.map_or_else(|| Cards::of(hand), |codec| Cards::of_ids(codec, &cards.ids, hand)))
    }

    /// Reads the ranks of cards.
    pub fn hand(&self, cards: &v1::Cards) -> Result<Hand, Refusal> {
        if cards.ids.is_empty() { self.text(cards) } else { self.ids(cards) }
    }

    fn ids(&self, cards: &v1::Cards) -> Result<Hand, Refusal> {
        let Some(codec) = &self.codec else {
            let message = "holds numbers, but card_codec does not say how to read them";
            return Err(Refusal::new(Reason::CARDS_INVALID, message).at("ids"));
        };
        let ids = &cards.ids;
        if ids.len() > IDS_MAX {
            let message = format!("{} numbers, a deck has 54 cards", ids.len());
            return Err(Refusal::new(Reason::TOO_LONG, message).at("ids"));
        }
        let hand = codec.decode(ids)?;
        // Callers send an answer's cards back with both, numbers and text.
        if !cards.text.is_empty() && self.text(cards)? != hand {
            let message = format!("the numbers are {hand} and the text {:.80?} says other cards", cards.text);
            return Err(Refusal::new(Reason::CARDS_INVALID, message));
        }
        Ok(hand)
    }

    fn text(&self, cards: &v1::Cards) -> Result<Hand, Refusal> {
        let text = &cards.text;
        at_most(text.len(), "bytes", CARDS_TEXT_MAX).at("text")?;
        // Texts of answers can be read again: the plus between a body and its wings is no card.
        let read = if text.contains('+') { text.replace('+', "").parse() } else { text.parse() };
        read.map_err(|error: TextError| Refusal::new(Reason::CARDS_INVALID, error.to_string()).at("text"))
    }

    /// Reads a combo as it is played on `trick`.
    pub fn combo(&self, rules: &Ruleset, trick: Trick, combo: &v1::Combo) -> Result<Combo, Refusal> {
        let cards = combo.cards.as_ref().ok_or_else(|| Refusal::missing("cards"))?;
        let hand = self.hand(cards).within("cards")?;
        if hand.is_empty() {
            return Err(Refusal::new(
                Reason::NO_COMBO,
                "no card is given; a combo has at least one, a pass is an action of its own",
            )
            .at("cards"));
        }
        if cards.text.contains('+') {
            // The plus between a body and its wings says which reading is meant.
            let read = rules.read_text(&cards.text);
            return read.map_err(|error| Refusal::new(Reason::NO_COMBO, error.to_string()).at("cards.text"));
        }
        if !combo.stands_for.is_empty() {
            let hint = reading_hint(combo)?;
            let read = rules.read_text(&format!("{hand}{READ_AS}{}", combo.stands_for));
            let read = read.map_err(|error| Refusal::new(Reason::NO_COMBO, error.to_string()).at("stands_for"))?;
            let message = || format!("{:.80?} is another reading than kind, key and length say", combo.stands_for);
            let conflict = || Refusal::new(Reason::FIELD_CONFLICT, message()).at("stands_for");
            return Some(read).filter(|&read| hint.fits(read)).ok_or_else(conflict);
        }
        // On a trick, the reading that beats it is meant. If none does, the rules refuse the play later.
        let hint = reading_hint(combo)?;
        let refuse = || Refusal::new(Reason::NO_COMBO, hint.misread(rules, hand)).at("cards");
        hint.read(rules, hand, trick).ok_or_else(refuse)
    }

    /// Reads the combo that a play has to beat; without one the trick is a lead.
    pub fn trick(&self, rules: &Ruleset, standing: Option<&v1::Combo>) -> Result<Trick, Refusal> {
        let Some(standing) = standing else { return Ok(Trick::Lead) };
        self.combo(rules, Trick::Lead, standing).map(Trick::Follow).within("standing").map_err(cannot_stand)
    }
}

fn bad_numbers(bad: &BadNumbers) -> Refusal {
    let field = match bad {
        BadNumbers::Length { .. } => String::from("card_numbers"),
        BadNumbers::Clash { index, .. } => format!("card_numbers[{index}]"),
    };
    Refusal::new(Reason::CARDS_INVALID, bad.to_string()).at(field)
}

/// Changes the reason of cards that are no combo to `ILLEGAL_PLAY`: they cannot stand.
pub fn cannot_stand(refusal: Refusal) -> Refusal {
    if refusal.reason() == Reason::NO_COMBO {
        return Refusal::new(Reason::ILLEGAL_PLAY, refusal.message()).at(refusal.field());
    }
    refusal
}

/// The reading that the player wants, as far as the request says; or the one that was found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hint {
    /// The kind of combo.
    pub kind: Option<Kind>,
    /// The rank that is compared.
    pub key: Option<Rank>,
    /// The number of consecutive ranks.
    pub run: Option<u8>,
    /// The cards as they are meant: what wild cards stand for, or a plus before the wings; may be empty.
    stands_for: Box<str>,
    /// The reading, once a hand has found it.
    combo: Option<Combo>,
}

/// A reading that was found; without one the ruleset cannot read the cards.
impl From<Option<Combo>> for Hint {
    fn from(combo: Option<Combo>) -> Hint {
        combo.map(Hint::of).unwrap_or_default()
    }
}

impl Hint {
    /// Returns the hint that names this reading and no other.
    pub fn of(combo: Combo) -> Hint {
        let (kind, key, run) = (Some(combo.kind()), Some(combo.key()), Some(combo.run()));
        Hint { kind, key, run, stands_for: Box::default(), combo: Some(combo) }
    }

    /// Returns the reading that a hand has found.
    pub const fn combo(&self) -> Option<Combo> {
        self.combo
    }

    /// Returns the reading of `cards` that fits the hint; it prefers one that beats `trick`.
    pub fn read(&self, rules: &Ruleset, cards: Hand, trick: Trick) -> Option<Combo> {
        if !self.stands_for.is_empty() {
            let whole = || rules.read_text(&self.stands_for).ok().filter(|reading| reading.cards() == cards);
            let reading = rules.read_text(&format!("{cards}{READ_AS}{}", self.stands_for)).ok().or_else(whole);
            return reading.filter(|&reading| self.fits(reading));
        }
        rules.read_on(trick, cards, |reading| self.fits(reading))
    }

    /// Describes why `cards` do not fit the hint: they are no combo, or another one.
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

/// Reads what a request says about the reading of a combo.
pub fn reading_hint(combo: &v1::Combo) -> Result<Hint, Refusal> {
    let kind = match combo.kind.as_str() {
        "" => None,
        name => Some(Kind::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = Kind::all().map(Kind::name).collect();
            let message = format!("{name:.40?} is no kind of combo; those are {}", names.join(", "));
            Refusal::new(Reason::VALUE_UNKNOWN, message).at("kind")
        })?),
    };
    let mut letters = combo.key.chars();
    let key = match (letters.next(), letters.next()) {
        (None, _) => None,
        (Some(letter), None) if Rank::from_letter(letter).is_some() => Rank::from_letter(letter),
        _ => {
            let message = format!("{:.20?} is no rank; ranks are 3 4 5 6 7 8 9 T J Q K A 2 X D", combo.key);
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("key"));
        }
    };
    let run = match combo.length {
        0 => None,
        length => Some(u8::try_from(length).map_err(|_| {
            Refusal::new(Reason::VALUE_UNKNOWN, format!("{length} is longer than any combo")).at("length")
        })?),
    };
    at_most(combo.stands_for.len(), "bytes", CARDS_TEXT_MAX).at("stands_for")?;
    let text = combo.cards.as_ref().map_or("", |cards| &cards.text);
    let stands_for = if combo.stands_for.is_empty() && text.contains('+') { text } else { &combo.stands_for };
    Ok(Hint { kind, key, run, stands_for: stands_for.into(), combo: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_reads_back_as_it_is() {
        let reader = CardReader::new(v1::CardCodec::RanksFrom0 as i32, &[]).unwrap();
        let sent = reader.sent(&v1::Cards { ids: (0..24).collect(), text: String::new() }).unwrap();
        for text in ["33", "333+4", "444555+66", "34567"] {
            let combo = Ruleset::CLASSIC.read_text(text).unwrap();
            let answered = sent.combo(&Ruleset::CLASSIC, combo);
            let cards = answered.cards.as_ref().unwrap();
            assert!(!cards.ids.is_empty() && !cards.text.is_empty());
            assert_eq!(reader.combo(&Ruleset::CLASSIC, Trick::Lead, &answered), Ok(combo));
            let other = v1::Cards { text: "8".to_owned(), ..cards.clone() };
            assert_eq!(reader.hand(&other).unwrap_err().reason(), Reason::CARDS_INVALID);
        }
    }
}
