//! Cards and combos: as a backend told them, and as messages have them. Rules need the ranks; the backend wants its own cards back.

use rules::card::{BadNumbers, Card, Codec, OwnNumbers, Suit};
use rules::wild::READING_MARK;
use rules::{Combo, Hand, Kind, Rank, Ruleset, TextError, Trick};
use smallvec::SmallVec;
use wire::v1;

use super::names;
use crate::refusal::{AtField, Reason, Refusal, check_at_most};

/// One card, or only its rank. A joker has no suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardOrRank {
    rank: Rank,
    suit: Option<Suit>,
}

impl CardOrRank {
    /// Returns its rank.
    pub fn rank(self) -> Rank {
        self.rank
    }

    /// Returns the card; `None` for a rank without suit. A joker needs no suit.
    pub fn card(self) -> Option<Card> {
        Card::new(self.rank, self.suit)
    }
}

impl From<Card> for CardOrRank {
    fn from(card: Card) -> CardOrRank {
        CardOrRank { rank: card.rank(), suit: card.suit() }
    }
}

impl From<Rank> for CardOrRank {
    fn from(rank: Rank) -> CardOrRank {
        CardOrRank { rank, suit: None }
    }
}

/// A list of cards that fit into one deck. As many as a chair can hold need no allocation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cards(SmallVec<[CardOrRank; 20]>);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(SmallVec::new_const());

    /// Makes cards of this list; `None` if they do not fit into one deck.
    pub fn new(list: impl IntoIterator<Item = CardOrRank>) -> Option<Cards> {
        let cards = Cards(list.into_iter().collect());
        add_to_deck((Hand::EMPTY, 0), &cards).is_ok().then_some(cards)
    }

    /// Makes cards of ranks without suits.
    pub fn of(hand: Hand) -> Cards {
        let mut list = SmallVec::with_capacity(hand.len() as usize);
        for rank in hand.ranks() {
            list.extend(std::iter::repeat_n(CardOrRank::from(rank), usize::from(hand.count(rank))));
        }
        Cards(list)
    }

    /// Makes cards of `ids`, which `codec` has decoded as `hand`.
    pub fn from_ids(codec: &Codec, ids: &[u32], hand: Hand) -> Cards {
        if *codec == Codec::Counts15 {
            return Cards::of(hand);
        }
        let list = ids
            .iter()
            .filter_map(|&id| codec.card(id).map(CardOrRank::from).or_else(|| codec.rank(id).map(CardOrRank::from)));
        Cards(list.collect())
    }

    /// Returns the same cards as numbers of `codec`; `None` if the codec has suits and the suit of a card is not known.
    pub fn ids(&self, codec: &Codec) -> Option<Vec<u32>> {
        if *codec == Codec::Counts15 {
            return Some(self.hand().counts().map(u32::from).to_vec());
        }
        let any = |one: CardOrRank| {
            if codec.has_suits() { one.card() } else { Card::all().find(|card| card.rank() == one.rank()) }
        };
        self.0.iter().map(|&one| any(one).and_then(|card| codec.id(card))).collect()
    }

    /// True if [`Cards::ids`] has numbers for them.
    fn have_ids(&self, codec: &Codec) -> bool {
        !codec.has_suits() || self.0.iter().all(|one| one.card().is_some())
    }

    /// Returns their ranks.
    pub fn hand(&self) -> Hand {
        self.0.iter().fold(Hand::EMPTY, |hand, one| hand.plus(Hand::one(one.rank())).expect("they fit into one deck"))
    }

    /// Returns the cards, one by one.
    pub fn as_slice(&self) -> &[CardOrRank] {
        &self.0
    }

    /// Returns their number.
    pub fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// True if there are no cards.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Picks cards of these ranks: low to high by rank, equal ranks in their order here. `None` if one is not here.
    pub fn pick(&self, ranks: Hand) -> Option<Cards> {
        self.hand().contains(ranks).then(|| {
            let of_rank = |rank| self.0.iter().copied().filter(move |one| one.rank() == rank);
            Cards(ranks.ranks().flat_map(|rank| of_rank(rank).take(usize::from(ranks.count(rank)))).collect())
        })
    }

    /// Adds `more`; `None` if all together do not fit into one deck.
    pub fn plus(&self, more: &Cards) -> Option<Cards> {
        Cards::new(self.0.iter().chain(&more.0).copied())
    }

    /// Finds the rank at which these cards and `more` do not fit into one deck.
    pub(super) fn clashing_rank(&self, more: &Cards) -> Option<Rank> {
        add_to_deck((Hand::EMPTY, 0), self).and_then(|deck| add_to_deck(deck, more)).err()
    }

    /// Returns the cards without `part`; `None` if a card of it is not here. A rank without suit takes a rank without suit, otherwise the
    /// first card of that rank. A card with suit takes itself, otherwise a rank without suit.
    pub fn minus(&self, part: &Cards) -> Option<Cards> {
        let mut left = self.0.clone();
        for &one in &part.0 {
            let exact = left.iter().position(|&here| here == one);
            let same_rank =
                |here: &CardOrRank| here.rank() == one.rank() && (here.card().is_none() || one.card().is_none());
            let place = exact.or_else(|| left.iter().position(same_rank))?;
            left.remove(place);
        }
        Some(Cards(left))
    }
}

/// Adds `cards` to a deck: its ranks, and as bits the cards that were told with suits, and the jokers. The error is the rank at which all
/// cards together no longer fit into one deck.
pub(super) fn add_to_deck(deck: (Hand, u64), cards: &Cards) -> Result<(Hand, u64), Rank> {
    cards.0.iter().try_fold(deck, |(hand, exact), one| {
        let bit = one.card().map_or(0, |card| 1 << card.index());
        let more = hand.plus(Hand::one(one.rank())).filter(|_| exact & bit == 0);
        more.map(|hand| (hand, exact | bit)).ok_or(one.rank())
    })
}

/// The longest text of cards, in bytes. A deck with spaces between its cards is shorter.
const CARDS_TEXT_MAX: usize = 256;
/// The longest list of numbers: more than a deck, so that an error can name the card that is too many.
const IDS_MAX: usize = 64;

/// Writes the cards, with a plus before the wings if the reading needs it. A field of its own says what wild cards stand for.
fn combo_text(rules: &Ruleset, combo: Combo) -> String {
    if combo.wild_cards() > 0 { combo.to_string() } else { rules.play_text(Some(combo), Trick::Lead) }
}

/// Writes the combo as a message, with these cards.
pub fn to_combo(rules: &Ruleset, combo: Combo, cards: v1::Cards) -> v1::Combo {
    v1::Combo {
        cards: Some(cards),
        kind: combo.kind().name().to_owned(),
        key: String::from(combo.key().letter()),
        length: u32::from(combo.run()),
        stands_for: if combo.wild_cards() > 0 { rules.stands_for(combo) } else { String::new() },
    }
}

/// A caller's form of cards: text, or numbers of one codec. It reads both, and writes numbers if the caller does.
#[derive(Clone, Debug)]
pub struct CardForm {
    codec: Option<Codec>,
    /// False if answers are only text, although there may be a codec.
    writes_ids: bool,
}

impl CardForm {
    /// Makes the form of a request that names this codec. `numbers` belong to a backend's own codec.
    pub fn new(codec: i32, numbers: &[u32]) -> Result<CardForm, Refusal> {
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
        Ok(CardForm::of(codec))
    }

    /// Makes the form of a request that has no field for a backend's own numbers.
    pub fn without_numbers(codec: i32) -> Result<CardForm, Refusal> {
        if codec == v1::CardCodec::Own as i32 {
            let message = "CARD_CODEC_OWN needs card_numbers, which a hand and a room have: send text here";
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("card_codec"));
        }
        CardForm::new(codec, &[])
    }

    /// Makes the form with this codec, or text.
    pub const fn of(codec: Option<Codec>) -> CardForm {
        CardForm { codec, writes_ids: true }
    }

    /// Returns the form of answers about cards that were sent with numbers, or as text.
    #[must_use]
    pub fn writing_ids(self, writes_ids: bool) -> CardForm {
        CardForm { writes_ids, ..self }
    }

    /// Returns the codec.
    pub const fn codec(&self) -> Option<&Codec> {
        self.codec.as_ref()
    }

    /// Reads cards with the suits that their numbers have.
    pub fn cards(&self, cards: &v1::Cards) -> Result<Cards, Refusal> {
        let hand = self.hand(cards)?;
        let codec = self.codec.as_ref().filter(|_| !cards.ids.is_empty());
        Ok(codec.map_or_else(|| Cards::of(hand), |codec| Cards::from_ids(codec, &cards.ids, hand)))
    }

    /// Reads the ranks of cards.
    pub fn hand(&self, cards: &v1::Cards) -> Result<Hand, Refusal> {
        if cards.ids.is_empty() { self.read_text(cards) } else { self.read_ids(cards) }
    }

    fn read_ids(&self, cards: &v1::Cards) -> Result<Hand, Refusal> {
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
        // Callers may send the cards of an answer back, with numbers and text.
        if !cards.text.is_empty() && self.read_text(cards)? != hand {
            let message = format!("the numbers are {hand} and the text {:.80?} says other cards", cards.text);
            return Err(Refusal::new(Reason::CARDS_INVALID, message));
        }
        Ok(hand)
    }

    fn read_text(&self, cards: &v1::Cards) -> Result<Hand, Refusal> {
        let text = &cards.text;
        check_at_most(text.len(), "bytes", CARDS_TEXT_MAX).at("text")?;
        // A text of an answer can be read again: the plus between a body and its wings is no card.
        let read = if text.contains('+') { text.replace('+', "").parse() } else { text.parse() };
        read.map_err(|error: TextError| Refusal::new(Reason::CARDS_INVALID, error.to_string()).at("text"))
    }

    /// Reads a combo as it is played on `trick`.
    pub fn combo(&self, rules: &Ruleset, trick: Trick, combo: &v1::Combo) -> Result<Combo, Refusal> {
        let cards = combo.cards.as_ref().ok_or_else(|| Refusal::missing("cards"))?;
        let hand = self.hand(cards).within("cards")?;
        if hand.is_empty() {
            let message = "no card is given; a combo has at least one, a pass is an action of its own";
            return Err(Refusal::new(Reason::NO_COMBO, message).at("cards"));
        }
        if cards.text.contains('+') {
            // The plus between a body and its wings says which reading is meant.
            let read = rules.read_text(&cards.text);
            return read.map_err(|error| Refusal::new(Reason::NO_COMBO, error.to_string()).at("cards.text"));
        }
        let hint = reading_hint(combo)?;
        if !combo.stands_for.is_empty() {
            let read = rules.read_text(&format!("{hand}{READING_MARK}{}", combo.stands_for));
            let read = read.map_err(|error| Refusal::new(Reason::NO_COMBO, error.to_string()).at("stands_for"))?;
            if hint.fits(read) {
                return Ok(read);
            }
            let message = format!("{:.80?} is another reading than kind, key and length say", combo.stands_for);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("stands_for"));
        }
        // If a combo has to be beaten, the reading that beats it is meant. If none does, a later check finds that.
        let refuse = || Refusal::new(Reason::NO_COMBO, hint.explain_mismatch(rules, hand)).at("cards");
        hint.read(rules, hand, trick).ok_or_else(refuse)
    }

    /// Writes `cards` of the hand `held` with `text`, and with numbers unless the form is text or the hand lacks a suit that they need.
    pub fn to_cards(&self, held: &Cards, cards: Hand, text: String) -> v1::Cards {
        let codec = self.codec.as_ref().filter(|codec| self.writes_ids && held.have_ids(codec));
        let ids = codec.map(|codec| {
            // Cards that are not held were not sent: the codec gives them numbers.
            held.pick(cards).and_then(|picked| picked.ids(codec)).unwrap_or_else(|| codec.encode(cards))
        });
        v1::Cards { ids: ids.unwrap_or_default(), text }
    }

    /// Writes a combo of the hand `held`.
    pub fn to_combo(&self, rules: &Ruleset, held: &Cards, combo: Combo) -> v1::Combo {
        let text = combo_text(rules, combo);
        to_combo(rules, combo, self.to_cards(held, combo.cards(), text))
    }
}

fn bad_numbers(bad: &BadNumbers) -> Refusal {
    let field = match bad {
        BadNumbers::Length { .. } => String::from("card_numbers"),
        BadNumbers::Clash { index, .. } => format!("card_numbers[{index}]"),
    };
    Refusal::new(Reason::CARDS_INVALID, bad.to_string()).at(field)
}

/// Changes the reason `NO_COMBO` to `ILLEGAL_PLAY`: such cards cannot stand.
pub fn as_illegal_play(refusal: Refusal) -> Refusal {
    if refusal.reason() == Reason::NO_COMBO {
        return Refusal::new(Reason::ILLEGAL_PLAY, refusal.message()).at(refusal.field());
    }
    refusal
}

/// The reading that is meant, as far as the request says it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadingHint {
    /// The kind of combo.
    pub kind: Option<Kind>,
    /// The rank that is compared.
    pub key: Option<Rank>,
    /// The number of consecutive ranks.
    pub run: Option<u8>,
    /// The cards as they are meant: what wild cards stand for, or a plus before the wings; may be empty.
    stands_for: Box<str>,
}

impl ReadingHint {
    /// Returns a reading of `cards` that fits the hint, if there is one. Without `stands_for`, it prefers a reading that beats `trick`.
    pub fn read(&self, rules: &Ruleset, cards: Hand, trick: Trick) -> Option<Combo> {
        if !self.stands_for.is_empty() {
            let whole = || rules.read_text(&self.stands_for).ok().filter(|reading| reading.cards() == cards);
            let reading = rules.read_text(&format!("{cards}{READING_MARK}{}", self.stands_for)).ok().or_else(whole);
            return reading.filter(|&reading| self.fits(reading));
        }
        rules.read_on(trick, cards, |reading| self.fits(reading))
    }

    /// Describes why `cards` do not fit the hint.
    pub fn explain_mismatch(&self, rules: &Ruleset, cards: rules::Hand) -> String {
        match rules.read_on(Trick::Lead, cards, |_| true).filter(|&reading| !self.fits(reading)) {
            Some(reading) => {
                let (kind, key, length) = (reading.kind(), reading.key(), reading.run());
                format!(
                    "{cards} does not have the kind, key and length that are said: it is {kind} {key}, length {length}"
                )
            }
            None if !self.stands_for.is_empty() => format!("{cards} cannot stand for {}", self.stands_for),
            None => format!("{cards} is no combo in ruleset {}", rules.name()),
        }
    }

    /// True if the reading has the kind, key and length of the hint. A part that the hint lacks fits always.
    pub fn fits(&self, reading: Combo) -> bool {
        self.kind.is_none_or(|kind| kind == reading.kind())
            && self.key.is_none_or(|key| key == reading.key())
            && self.run.is_none_or(|run| run == reading.run())
    }
}

/// Reads what a request says about the reading of a combo.
pub fn reading_hint(combo: &v1::Combo) -> Result<ReadingHint, Refusal> {
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
    check_at_most(combo.stands_for.len(), "bytes", CARDS_TEXT_MAX).at("stands_for")?;
    let text = combo.cards.as_ref().map_or("", |cards| &cards.text);
    let stands_for = if combo.stands_for.is_empty() && text.contains('+') { text } else { &combo.stands_for };
    Ok(ReadingHint { kind, key, run, stands_for: stands_for.into() })
}

#[cfg(test)]
mod tests {
    use rules::Seed;
    use rules::card::OwnNumbers;

    use super::*;

    fn sent_cards(codec: &Codec, ids: &[u32]) -> Cards {
        Cards::from_ids(codec, ids, codec.decode(ids).unwrap())
    }

    fn cards_of(ids: &[u32]) -> Cards {
        sent_cards(&Codec::RanksFrom0, ids)
    }

    fn codecs() -> impl Iterator<Item = Codec> {
        let own =
            |number: fn(u32) -> u32| Codec::Own(OwnNumbers::new(&(0..54).map(number).collect::<Vec<u32>>()).unwrap());
        let ranks = own(|place| if place < 52 { place / 4 } else { place - 39 });
        Codec::ALL.into_iter().chain([own(|place| 1000 - 7 * place), ranks])
    }

    #[test]
    fn cards_come_back_as_they_were_told() {
        for codec in &codecs().collect::<Vec<Codec>>() {
            for rank in Rank::all() {
                let one = codec.encode(Hand::one(rank));
                assert_eq!(sent_cards(codec, &one).ids(codec), Some(one));
            }
            for card in Card::all().filter(|_| codec.has_suits()) {
                let id = codec.id(card).unwrap();
                let picked = sent_cards(codec, &[id]).pick(Hand::one(card.rank())).unwrap();
                assert_eq!(picked.ids(codec), Some(vec![id]), "{card} in {}", codec.name());
            }
            let deck = codec.encode(Hand::DECK);
            let cards = sent_cards(codec, &deck);
            assert_eq!(cards.pick(Hand::DECK).and_then(|all| all.ids(codec)).as_ref(), Some(&deck));
            assert_eq!((cards.hand(), cards.ids(codec)), (Hand::DECK, Some(deck)));
        }
        assert_eq!(Cards::of("33D".parse().unwrap()).ids(&Codec::RanksFrom0), None);
    }

    #[test]
    fn minus_removes_the_same_card_or_the_first_one_of_its_rank() {
        let hand = cards_of(&[2, 0, 7]); // 3♣ 3♠ 4♦
        assert_eq!(hand.minus(&Cards::of("3".parse().unwrap())), Some(cards_of(&[0, 7])));
        assert_eq!(hand.minus(&cards_of(&[0])), Some(cards_of(&[2, 7])));
        assert_eq!(hand.minus(&cards_of(&[1])), None, "another three is held");
        assert_eq!(Cards::of("334".parse().unwrap()).minus(&cards_of(&[1])), Some(Cards::of("34".parse().unwrap())));
    }

    #[test]
    fn picked_cards_are_among_the_sent_ones() {
        for number in 0..2_000 {
            let mut rng = Seed(61).stream(number).rng();
            for codec in codecs().filter(Codec::has_suits) {
                let mut ids: Vec<u32> = Card::all().filter_map(|card| codec.id(card)).collect();
                rng.shuffle(&mut ids);
                let held = sent_cards(&codec, &ids[..20]);
                let wanted = rng.below(21);
                let part = rng.draw(held.hand(), wanted);
                let picked = held.pick(part).and_then(|part| part.ids(&codec)).unwrap();
                assert_eq!(codec.decode(&picked), Ok(part), "seed 61 stream {number}");
                assert!(picked.iter().all(|id| ids[..20].contains(id)), "seed 61 stream {number}");
            }
        }
        let held = cards_of(&[7, 2, 0, 53]); // 4♦ 3♣ 3♠ D
        assert_eq!(held.pick("33".parse().unwrap()), Some(cards_of(&[2, 0])));
        assert_eq!(held.pick("333".parse().unwrap()), None, "only two were sent");
    }

    #[test]
    fn a_card_that_comes_twice_is_refused() {
        let two = [CardOrRank::from(Card::all().next().unwrap()); 2];
        assert_eq!(Cards::new(two.to_vec()), None);
        assert_eq!(cards_of(&[3]).plus(&cards_of(&[3])), None);
    }

    #[test]
    fn a_combo_of_an_answer_reads_back() {
        let form = CardForm::new(v1::CardCodec::RanksFrom0 as i32, &[]).unwrap();
        let held = form.cards(&v1::Cards { ids: (0..24).collect(), text: String::new() }).unwrap();
        for text in ["33", "333+4", "444555+66", "34567"] {
            let combo = Ruleset::CLASSIC.read_text(text).unwrap();
            let answered = form.to_combo(&Ruleset::CLASSIC, &held, combo);
            let cards = answered.cards.as_ref().unwrap();
            assert!(!cards.ids.is_empty() && !cards.text.is_empty());
            assert_eq!(form.combo(&Ruleset::CLASSIC, Trick::Lead, &answered), Ok(combo));
            let other = v1::Cards { text: "8".to_owned(), ..cards.clone() };
            assert_eq!(form.hand(&other).unwrap_err().reason(), Reason::CARDS_INVALID);
        }
    }

    #[test]
    fn cards_that_cannot_stand_for_the_hint_are_told() {
        let hint = reading_hint(&v1::Combo { stands_for: String::from("66"), ..v1::Combo::default() }).unwrap();
        assert_eq!(hint.explain_mismatch(&Ruleset::CLASSIC, "55".parse().unwrap()), "55 cannot stand for 66");
    }
}
