//! The ways in which backends number cards.

use std::sync::Arc;

use super::{Card, CardError, DECK_LEN, Suit};
use crate::hand::Hand;
use crate::rank::{LETTERS, Rank};

/// The way in which a backend writes cards as numbers. `docs/generated/rulesets.md` has a table of the numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Codec {
    /// The character code of the rank's letter: `51` for `3`, `84` for `T`, `68` for `D`.
    RankText,
    /// 0–53: 3♠ 3♥ 3♣ 3♦ 4♠ … 2♦, 52 for the small joker, 53 for the big joker.
    RanksFrom0,
    /// 0–53: A♠ 2♠ 3♠ … K♠ A♥ … K♦, 52 for the small joker, 53 for the big joker.
    SuitsAceFrom0,
    /// 1–54: K♠ A♠ 2♠ … Q♠ K♥ … Q♦, 53 for the small joker, 54 for the big joker.
    SuitsKingFrom1,
    /// 1–54: A♠ 2♠ 3♠ … K♠ A♥ … K♦, 53 for the small joker, 54 for the big joker.
    SuitsAceFrom1,
    /// 3–14 for 3 to ace, 17 for the 2, 20 for the small joker, 30 for the big joker.
    Douzero,
    /// Fifteen counts instead of card numbers: 3 first, the jokers last.
    Counts15,
    /// The numbers of a backend's own list.
    Own(OwnNumbers),
}

/// A backend's own numbers, in the order of [`Card::all`]. Either each card has a number of its own, or each rank has one number, which its
/// cards share.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OwnNumbers(Arc<[u32; DECK_LEN]>);

impl OwnNumbers {
    /// Checks a list of 54 numbers.
    ///
    /// ```
    /// use rules::card::{Codec, OwnNumbers};
    /// let numbers: Vec<u32> = (0..54).map(|place| 100 + place).collect();
    /// let own = Codec::Own(OwnNumbers::new(&numbers)?);
    /// assert_eq!(own.decode(&[103, 153]).map(|hand| hand.to_string()), Ok("3D".to_owned()));
    /// # Ok::<(), rules::card::BadNumbers>(())
    /// ```
    pub fn new(numbers: &[u32]) -> Result<OwnNumbers, BadNumbers> {
        let list = <[u32; DECK_LEN]>::try_from(numbers).map_err(|_| BadNumbers::Length { found: numbers.len() })?;
        for (card, &id) in Card::all().zip(&list) {
            // If the first two 3s share a number, the cards of each rank must share one, whose first place is at the rank's first card.
            let expected = if list[0] == list[1] && card.index() < 52 { card.index() / 4 * 4 } else { card.index() };
            if list.iter().position(|&other| other == id) != Some(expected) {
                return Err(BadNumbers::Clash { index: card.index(), id, card });
            }
        }
        Ok(OwnNumbers(Arc::new(list)))
    }

    /// Returns the 54 numbers.
    pub fn as_slice(&self) -> &[u32] {
        &*self.0
    }
}

/// The fault of a list of a backend's own numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadNumbers {
    /// The list does not have one number for each card.
    #[error(
        "{found} numbers, a deck has 54 cards: 3\u{2660} 3\u{2665} 3\u{2663} 3\u{2666} 4\u{2660} \u{2026} 2\u{2666} X D"
    )]
    Length {
        /// The length of the list.
        found: usize,
    },
    /// The list has neither of the forms that [`OwnNumbers`] allows.
    #[error(
        "{id}, the number of {card}, clashes: each card has a number of its own, or all cards of each rank share one"
    )]
    Clash {
        /// The place in the list, from 0.
        index: usize,
        /// The number there.
        id: u32,
        /// The card there.
        card: Card,
    },
}

const RANK_TEXT: [u32; Rank::COUNT] = letter_codes();
const DOUZERO: [u32; Rank::COUNT] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30];
/// Ace, 2, 3 … king as positions in [`Rank::all`].
const ACE_FIRST: [u32; 13] = [11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/// King, ace, 2 … queen.
const KING_FIRST: [u32; 13] = [10, 11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const fn letter_codes() -> [u32; Rank::COUNT] {
    let mut codes = [0; Rank::COUNT];
    let mut index = 0;
    while index < Rank::COUNT {
        codes[index] = LETTERS.as_bytes()[index] as u32;
        index += 1;
    }
    codes
}

enum Numbering<'a> {
    /// Each number is one card. `first` is the lowest number. `suit_order` has the ranks of a suit in their order; `None` means that the
    /// cards are sorted by rank first.
    Cards { first: u32, suit_order: Option<&'static [u32; 13]> },
    /// Each number is a rank, from this table.
    Ranks(&'static [u32; Rank::COUNT]),
    /// Fifteen counts: no card has a number.
    Counts,
    /// A backend's list, in the order of [`Card::all`].
    Own(&'a [u32; DECK_LEN]),
}

impl Codec {
    /// Every codec except [`Codec::Own`], in the order of the proto.
    pub const ALL: [Codec; 7] = [
        Codec::RankText,
        Codec::RanksFrom0,
        Codec::SuitsAceFrom0,
        Codec::SuitsKingFrom1,
        Codec::SuitsAceFrom1,
        Codec::Douzero,
        Codec::Counts15,
    ];

    /// Returns the name in the API, without `CARD_CODEC_`.
    pub const fn name(&self) -> &'static str {
        match self {
            Codec::RankText => "RANK_TEXT",
            Codec::RanksFrom0 => "RANKS_FROM_0",
            Codec::SuitsAceFrom0 => "SUITS_ACE_FROM_0",
            Codec::SuitsKingFrom1 => "SUITS_KING_FROM_1",
            Codec::SuitsAceFrom1 => "SUITS_ACE_FROM_1",
            Codec::Douzero => "DOUZERO",
            Codec::Counts15 => "COUNTS_15",
            Codec::Own(_) => "OWN",
        }
    }

    /// Returns the codec of [`Codec::ALL`] with this name.
    pub fn named(name: &str) -> Option<Codec> {
        Codec::ALL.into_iter().find(|codec| codec.name() == name)
    }

    pub(super) const fn range_text(&self) -> &'static str {
        match self {
            Codec::RankText => "the codes of the letters 3456789TJQKA2XD",
            Codec::RanksFrom0 | Codec::SuitsAceFrom0 => "0 to 53",
            Codec::SuitsKingFrom1 | Codec::SuitsAceFrom1 => "1 to 54",
            Codec::Douzero => "3 to 14, 17, 20 and 30",
            Codec::Counts15 => "15 counts",
            Codec::Own(_) => "the numbers of card_numbers",
        }
    }

    fn numbering(&self) -> Numbering<'_> {
        match self {
            Codec::RankText => Numbering::Ranks(&RANK_TEXT),
            Codec::RanksFrom0 => Numbering::Cards { first: 0, suit_order: None },
            Codec::SuitsAceFrom0 => Numbering::Cards { first: 0, suit_order: Some(&ACE_FIRST) },
            Codec::SuitsKingFrom1 => Numbering::Cards { first: 1, suit_order: Some(&KING_FIRST) },
            Codec::SuitsAceFrom1 => Numbering::Cards { first: 1, suit_order: Some(&ACE_FIRST) },
            Codec::Douzero => Numbering::Ranks(&DOUZERO),
            Codec::Counts15 => Numbering::Counts,
            Codec::Own(numbers) => Numbering::Own(&numbers.0),
        }
    }

    /// True if each number stands for one card.
    pub fn has_suits(&self) -> bool {
        match self.numbering() {
            Numbering::Cards { .. } => true,
            Numbering::Own(list) => list[0] != list[1],
            Numbering::Ranks(_) | Numbering::Counts => false,
        }
    }

    /// Returns the number of a card; `None` for [`Codec::Counts15`], which has no numbers of cards.
    ///
    /// ```
    /// use rules::card::{Card, Codec, Suit};
    /// let ace = Card::new(rules::Rank::ACE, Some(Suit::Heart)).expect("an ace has a suit");
    /// assert_eq!(Codec::SuitsAceFrom0.id(ace), Some(13));
    /// assert_eq!(Codec::Douzero.id(ace), Some(14));
    /// ```
    pub fn id(&self, card: Card) -> Option<u32> {
        match (self.numbering(), card.suit()) {
            (Numbering::Ranks(table), _) => Some(table[card.rank().index()]),
            (Numbering::Cards { first, suit_order: Some(order) }, Some(suit)) => {
                let place = order.iter().position(|&rank| rank as usize == card.rank().index())?;
                Some(first + suit as u32 * 13 + place as u32)
            }
            (Numbering::Cards { first, .. }, _) => Some(first + card.index() as u32),
            (Numbering::Own(list), _) => Some(list[card.index()]),
            (Numbering::Counts, _) => None,
        }
    }

    /// Returns the card of a number; `None` if the codec has no such number, or no suits.
    pub fn card(&self, id: u32) -> Option<Card> {
        let (first, suit_order) = match self.numbering() {
            Numbering::Cards { first, suit_order } => (first, suit_order),
            Numbering::Own(list) if self.has_suits() => return own_card(list, id),
            _ => return None,
        };
        let place = id.checked_sub(first).filter(|&place| place < DECK_LEN as u32)?;
        match suit_order {
            Some(order) if place < 52 => {
                let suit = Suit::ALL[place as usize / 13];
                Card::new(Rank::at(order[place as usize % 13]), Some(suit))
            }
            _ => Some(Card(place as u8)),
        }
    }

    /// Returns the rank that a number stands for; `None` when the codec has no such number.
    pub fn rank(&self, id: u32) -> Option<Rank> {
        match self.numbering() {
            Numbering::Cards { .. } => self.card(id).map(Card::rank),
            Numbering::Ranks(table) => table.iter().position(|&number| number == id).and_then(Rank::from_index),
            Numbering::Own(list) => own_card(list, id).map(Card::rank),
            Numbering::Counts => None,
        }
    }

    /// Returns the numbers of a hand. The cards of each rank get the first suits.
    pub fn encode(&self, hand: Hand) -> Vec<u32> {
        if matches!(self.numbering(), Numbering::Counts) {
            return hand.counts().map(u32::from).to_vec();
        }
        let suits = |rank: Rank| Card::all().filter(move |card| card.rank() == rank);
        let cards = hand.ranks().flat_map(|rank| suits(rank).take(usize::from(hand.count(rank))));
        cards.filter_map(|card| self.id(card)).collect()
    }

    /// Reads the numbers of a hand or of a play.
    pub fn decode(&self, ids: &[u32]) -> Result<Hand, CardError> {
        match self.numbering() {
            Numbering::Counts => decode_counts(ids),
            _ => self.decode_ids(ids),
        }
    }

    fn decode_ids(&self, ids: &[u32]) -> Result<Hand, CardError> {
        let mut hand = Hand::EMPTY;
        for (index, &id) in ids.iter().enumerate() {
            let rank = self.rank(id).ok_or(CardError::Unknown { index, id, codec: self.clone() })?;
            let first = ids[..index].iter().position(|&earlier| earlier == id);
            if let (Some(card), Some(first)) = (self.card(id), first) {
                return Err(CardError::Duplicated { index, id, card, first });
            }
            hand = hand.plus(Hand::one(rank)).ok_or(CardError::TooMany { index, id, rank })?;
        }
        Ok(hand)
    }
}

/// Returns the card of a backend's own number; the first card of the rank if its cards share this number.
fn own_card(list: &[u32; DECK_LEN], id: u32) -> Option<Card> {
    Card::all().find(|card| list[card.index()] == id)
}

fn decode_counts(counts: &[u32]) -> Result<Hand, CardError> {
    if counts.len() != Rank::COUNT {
        return Err(CardError::CountsLength { found: counts.len() });
    }
    let parts = Rank::all().zip(counts).enumerate().map(|(index, (rank, &count))| {
        let part = u8::try_from(count).ok().and_then(|count| Hand::of(rank, count));
        part.ok_or(CardError::BadCount { index, count, rank })
    });
    let add = |hand: Hand, part: Result<Hand, CardError>| Ok(hand.plus(part?).expect("each rank is added once"));
    parts.into_iter().try_fold(Hand::EMPTY, add)
}
