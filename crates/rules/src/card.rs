//! Cards as backends number them. Here a list of a backend's numbers becomes a [`Hand`](crate::hand::Hand). Suits do not matter to the
//! rules; the crate `game` remembers them for answers.

mod codec;

use std::fmt;

pub use codec::{BadNumbers, Codec, OwnNumbers};

use crate::rank::Rank;

/// The four suits, in the order of [`Card::all`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// 黑桃
    Spade,
    /// 红桃
    Heart,
    /// 梅花
    Club,
    /// 方块
    Diamond,
}

impl Suit {
    /// All four suits, spades first.
    pub const ALL: [Suit; 4] = [Suit::Spade, Suit::Heart, Suit::Club, Suit::Diamond];

    /// Returns the symbol of the suit.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Spade => '♠',
            Suit::Heart => '♥',
            Suit::Club => '♣',
            Suit::Diamond => '♦',
        }
    }
}

/// One of the 54 cards: a rank and, unless it is a joker, a suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The number of cards in a deck.
pub const DECK_LEN: usize = 54;

impl Card {
    /// Returns every card: the 3s first, the jokers last, and the cards of a rank in the order of the suits.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + Clone {
        (0..DECK_LEN as u8).map(Card)
    }

    /// Returns the card of that rank and suit; `None` for a joker with a suit and for another rank without one.
    pub fn new(rank: Rank, suit: Option<Suit>) -> Option<Card> {
        match (rank.is_joker(), suit) {
            (false, Some(suit)) => Some(Card(rank.index() as u8 * 4 + suit as u8)),
            (true, None) => Some(Card(52 + (rank.index() - Rank::SMALL_JOKER.index()) as u8)),
            _ => None,
        }
    }

    /// Returns the rank.
    pub fn rank(self) -> Rank {
        let index = if self.0 < 52 { self.0 / 4 } else { self.0 - 52 + Rank::SMALL_JOKER.index() as u8 };
        Rank::at(u32::from(index))
    }

    /// Returns the suit; jokers have none.
    pub fn suit(self) -> Option<Suit> {
        if self.0 < 52 { Some(Suit::ALL[usize::from(self.0 % 4)]) } else { None }
    }

    /// Returns the position of the card in [`Card::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `3♠`, `T♦`, `X`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rank())?;
        self.suit().map_or(Ok(()), |suit| write!(f, "{}", suit.symbol()))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why numbers are no cards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// The codec has no such number.
    #[error("card {index}: {id} is no card; {} has {}", codec.name(), codec.range_text())]
    Unknown {
        /// The place in the list, from 0.
        index: usize,
        /// The value there.
        id: u32,
        /// The codec.
        codec: Codec,
    },
    /// The same card was sent twice.
    #[error("card {index}: {id} is {card}, which was already sent as card {first}")]
    Duplicated {
        /// The place in the list, from 0.
        index: usize,
        /// The value there.
        id: u32,
        /// The card with this number.
        card: Card,
        /// The place of the same card earlier in the list.
        first: usize,
    },
    /// More copies of a rank than a deck has.
    #[error("card {index}: {id} is one {rank} too many; a deck has no more than {}", rank.copies())]
    TooMany {
        /// The place in the list, from 0.
        index: usize,
        /// The value there.
        id: u32,
        /// The rank of this card.
        rank: Rank,
    },
    /// Fifteen counts were expected.
    #[error("{found} counts were sent, a hand has 15: 3 first, small joker and big joker last")]
    CountsLength {
        /// The number of counts that were sent.
        found: usize,
    },
    /// A count that is higher than a deck allows.
    #[error("count {index}: {count} of rank {rank} is more than a deck has, which is {}", rank.copies())]
    BadCount {
        /// The place in the list, from 0.
        index: usize,
        /// The value there.
        count: u32,
        /// The rank whose count it is.
        rank: Rank,
    },
}

impl CardError {
    /// Returns the place of the wrong value in the list; `None` if the fault is not at one place.
    pub const fn index(&self) -> Option<usize> {
        match *self {
            CardError::Unknown { index, .. }
            | CardError::Duplicated { index, .. }
            | CardError::TooMany { index, .. }
            | CardError::BadCount { index, .. } => Some(index),
            CardError::CountsLength { .. } => None,
        }
    }
}
