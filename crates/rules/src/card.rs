//! Cards as backends number them. Suits never matter to what is legal or strong, and always matter to a backend: what
//! it sent is what it gets back. Here a list of its numbers becomes a [`Hand`], and a play becomes its numbers again.
//! The wire's messages are translated elsewhere; this module knows only numbers.

use std::fmt;

use crate::hand::Hand;
use crate::rank::Rank;

/// The four suits, in the order in which every suited codec numbers them.
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
    /// All of them, spades first.
    pub const ALL: [Suit; 4] = [Suit::Spade, Suit::Heart, Suit::Club, Suit::Diamond];

    /// The sign on the card.
    pub const fn sign(self) -> char {
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

/// How many cards a deck has.
pub const DECK_LEN: usize = 54;

impl Card {
    /// Every card: the 3s first, within a rank by suit, the jokers last.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + Clone {
        (0..DECK_LEN as u8).map(Card)
    }

    /// The card of that rank and suit; `None` for a joker with a suit and for another rank without one.
    pub fn new(rank: Rank, suit: Option<Suit>) -> Option<Card> {
        match (rank.is_joker(), suit) {
            (false, Some(suit)) => Some(Card(rank.index() as u8 * 4 + suit as u8)),
            (true, None) => Some(Card(52 + (rank.index() - Rank::SMALL_JOKER.index()) as u8)),
            _ => None,
        }
    }

    /// The rank.
    pub fn rank(self) -> Rank {
        let index = if self.0 < 52 { self.0 / 4 } else { self.0 - 52 + Rank::SMALL_JOKER.index() as u8 };
        Rank::at(u32::from(index))
    }

    /// The suit; jokers have none.
    pub fn suit(self) -> Option<Suit> {
        if self.0 < 52 { Some(Suit::ALL[usize::from(self.0 % 4)]) } else { None }
    }

    /// Position in [`Card::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `3♠`, `T♦`, `X`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rank())?;
        self.suit().map_or(Ok(()), |suit| write!(f, "{}", suit.sign()))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a backend writes cards as numbers. The tables in `docs/RULES.md` list every number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Codec {
    /// The character code of the rank's letter, `51` for `3` up to `68` for `D`: text, letter by letter.
    RankText,
    /// 0–53: 3♠ 3♥ 3♣ 3♦ 4♠ … 2♦, 52 the small joker, 53 the big one.
    Id0To53RankMajor,
    /// 0–53: A♠ 2♠ 3♠ … K♠ A♥ … K♦, 52 the small joker, 53 the big one.
    Id0To53SuitMajorAceFirst,
    /// 1–54: K♠ A♠ 2♠ … Q♠ K♥ … Q♦, 53 the small joker, 54 the big one.
    Id1To54SuitMajorKingFirst,
    /// 1–54: A♠ 2♠ 3♠ … K♠ A♥ … K♦, 53 the small joker, 54 the big one.
    Id1To54SuitMajorAceFirst,
    /// 3–14 for 3 to ace, 17 the two, 20 the small joker, 30 the big one.
    Douzero,
    /// Not one number a card but fifteen counts, 3 first, the jokers last.
    Counts15,
}

/// The character code of each rank's letter.
const RANK_TEXT: [u32; Rank::COUNT] = letter_codes();
/// DouZero's number of each rank.
const DOUZERO: [u32; Rank::COUNT] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30];
/// Ace, 2, 3 … king as positions in [`Rank::all`].
const ACE_FIRST: [u32; 13] = [11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/// King, ace, 2 … queen.
const KING_FIRST: [u32; 13] = [10, 11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const fn letter_codes() -> [u32; Rank::COUNT] {
    let mut codes = [0; Rank::COUNT];
    let mut index = 0;
    while index < Rank::COUNT {
        codes[index] = crate::rank::LETTERS.as_bytes()[index] as u32;
        index += 1;
    }
    codes
}

/// What the numbers of a codec stand for.
enum Numbers {
    /// One card each; the first number, then the ranks of a suit in order, or none when the cards go rank by rank.
    Cards { first: u32, suit_order: Option<&'static [u32; 13]> },
    /// A rank each, by this table.
    Ranks(&'static [u32; Rank::COUNT]),
    /// How many there are of each rank.
    Counts,
}

impl Codec {
    /// Every codec, in the order of `docs/RULES.md`.
    pub const ALL: [Codec; 7] = [
        Codec::RankText,
        Codec::Id0To53RankMajor,
        Codec::Id0To53SuitMajorAceFirst,
        Codec::Id1To54SuitMajorKingFirst,
        Codec::Id1To54SuitMajorAceFirst,
        Codec::Douzero,
        Codec::Counts15,
    ];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Codec::RankText => "RANK_TEXT",
            Codec::Id0To53RankMajor => "ID_0_53_RANK_MAJOR",
            Codec::Id0To53SuitMajorAceFirst => "ID_0_53_SUIT_MAJOR_ACE_FIRST",
            Codec::Id1To54SuitMajorKingFirst => "ID_1_54_SUIT_MAJOR_KING_FIRST",
            Codec::Id1To54SuitMajorAceFirst => "ID_1_54_SUIT_MAJOR_ACE_FIRST",
            Codec::Douzero => "DOUZERO",
            Codec::Counts15 => "COUNTS_15",
        }
    }

    /// The codec of that name.
    pub fn named(name: &str) -> Option<Codec> {
        Codec::ALL.into_iter().find(|codec| codec.name() == name)
    }

    /// Which numbers there are, as errors say it.
    const fn range(self) -> &'static str {
        match self {
            Codec::RankText => "the codes of the letters 3456789TJQKA2XD",
            Codec::Id0To53RankMajor | Codec::Id0To53SuitMajorAceFirst => "0 to 53",
            Codec::Id1To54SuitMajorKingFirst | Codec::Id1To54SuitMajorAceFirst => "1 to 54",
            Codec::Douzero => "3 to 14, 17, 20 and 30",
            Codec::Counts15 => "15 counts",
        }
    }

    const fn numbers(self) -> Numbers {
        match self {
            Codec::RankText => Numbers::Ranks(&RANK_TEXT),
            Codec::Id0To53RankMajor => Numbers::Cards { first: 0, suit_order: None },
            Codec::Id0To53SuitMajorAceFirst => Numbers::Cards { first: 0, suit_order: Some(&ACE_FIRST) },
            Codec::Id1To54SuitMajorKingFirst => Numbers::Cards { first: 1, suit_order: Some(&KING_FIRST) },
            Codec::Id1To54SuitMajorAceFirst => Numbers::Cards { first: 1, suit_order: Some(&ACE_FIRST) },
            Codec::Douzero => Numbers::Ranks(&DOUZERO),
            Codec::Counts15 => Numbers::Counts,
        }
    }

    /// Whether each number stands for one card with its suit.
    pub const fn has_suits(self) -> bool {
        matches!(self.numbers(), Numbers::Cards { .. })
    }

    /// The number of a card; `None` for counts, which number no card.
    ///
    /// ```
    /// use rules::card::{Card, Codec, Suit};
    /// let ace = Card::new(rules::Rank::ACE, Some(Suit::Heart)).expect("an ace has a suit");
    /// assert_eq!(Codec::Id0To53SuitMajorAceFirst.id(ace), Some(13));
    /// assert_eq!(Codec::Douzero.id(ace), Some(14));
    /// ```
    pub fn id(self, card: Card) -> Option<u32> {
        match (self.numbers(), card.suit()) {
            (Numbers::Ranks(table), _) => Some(table[card.rank().index()]),
            (Numbers::Cards { first, suit_order: Some(order) }, Some(suit)) => {
                let place = order.iter().position(|&rank| rank as usize == card.rank().index())?;
                Some(first + suit as u32 * 13 + place as u32)
            }
            (Numbers::Cards { first, .. }, _) => Some(first + card.index() as u32),
            (Numbers::Counts, _) => None,
        }
    }

    /// The card of a number, where numbers have suits.
    pub fn card(self, id: u32) -> Option<Card> {
        let Numbers::Cards { first, suit_order } = self.numbers() else { return None };
        let place = id.checked_sub(first).filter(|&place| place < DECK_LEN as u32)?;
        match suit_order {
            Some(order) if place < 52 => {
                let suit = Suit::ALL[place as usize / 13];
                Card::new(Rank::at(order[place as usize % 13]), Some(suit))
            }
            _ => Some(Card(place as u8)),
        }
    }

    /// The rank that a number stands for; `None` when the codec has no such number.
    pub fn rank(self, id: u32) -> Option<Rank> {
        match self.numbers() {
            Numbers::Cards { .. } => self.card(id).map(Card::rank),
            Numbers::Ranks(table) => table.iter().position(|&number| number == id).and_then(Rank::from_index),
            Numbers::Counts => None,
        }
    }

    /// Numbers for cards that nobody sent (a puzzle, a sample deal): within a rank the first suits.
    pub fn encode(self, hand: Hand) -> Vec<u32> {
        if matches!(self.numbers(), Numbers::Counts) {
            return hand.counts().map(u32::from).to_vec();
        }
        let suits = |rank: Rank| Card::all().filter(move |card| card.rank() == rank);
        let cards = hand.ranks().flat_map(|rank| suits(rank).take(usize::from(hand.count(rank))));
        cards.filter_map(|card| self.id(card)).collect()
    }

    /// Reads the numbers of a hand or of a play.
    pub fn decode(self, ids: &[u32]) -> Result<SentCards, CardError> {
        match self.numbers() {
            Numbers::Counts => decode_counts(ids),
            _ => self.decode_ids(ids),
        }
    }

    fn decode_ids(self, ids: &[u32]) -> Result<SentCards, CardError> {
        let mut hand = Hand::EMPTY;
        for (index, &id) in ids.iter().enumerate() {
            let rank = self.rank(id).ok_or(CardError::Unknown { index, id, codec: self })?;
            let first = ids[..index].iter().position(|&earlier| earlier == id);
            if let (Some(card), Some(first)) = (self.card(id), first) {
                return Err(CardError::Duplicated { index, id, card, first });
            }
            hand = hand.plus(Hand::one(rank)).ok_or(CardError::TooMany { index, id, rank })?;
        }
        Ok(SentCards { codec: self, hand, ids: ids.to_vec() })
    }
}

fn decode_counts(counts: &[u32]) -> Result<SentCards, CardError> {
    if counts.len() != Rank::COUNT {
        return Err(CardError::CountsLength { found: counts.len() });
    }
    let parts = Rank::all().zip(counts).enumerate().map(|(index, (rank, &count))| {
        let part = u8::try_from(count).ok().and_then(|count| Hand::of(rank, count));
        part.ok_or(CardError::BadCount { index, count, rank })
    });
    let add = |hand: Hand, part: Result<Hand, CardError>| Ok(hand.plus(part?).expect("each rank is added once"));
    let hand = parts.into_iter().try_fold(Hand::EMPTY, add)?;
    Ok(SentCards { codec: Codec::Counts15, hand, ids: counts.to_vec() })
}

/// What a backend sent: a legal [`Hand`] and, in step with it, the very numbers that it came as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentCards {
    codec: Codec,
    hand: Hand,
    ids: Vec<u32>,
}

impl SentCards {
    /// The ranks, all that rules and engine need.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// How the numbers are to be read.
    pub const fn codec(&self) -> Codec {
        self.codec
    }

    /// The numbers, in the order in which they were sent.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The numbers of `play` out of those that were sent: low to high by rank, equal ranks as they were sent.
    ///
    /// ```
    /// use rules::card::Codec;
    /// let sent = Codec::Id0To53RankMajor.decode(&[7, 2, 0, 53])?; // 4♦ 3♣ 3♠ D
    /// assert_eq!(sent.hand().to_string(), "334D");
    /// assert_eq!(sent.pick("33".parse().expect("two cards"))?, [2, 0]);
    /// # Ok::<(), rules::card::CardError>(())
    /// ```
    pub fn pick(&self, play: Hand) -> Result<Vec<u32>, CardError> {
        if !self.hand.contains(play) {
            return Err(CardError::NotHeld { play, hand: self.hand });
        }
        if self.codec == Codec::Counts15 {
            return Ok(play.counts().map(u32::from).to_vec());
        }
        let of_rank = |rank| self.ids.iter().copied().filter(move |&id| self.codec.rank(id) == Some(rank));
        Ok(play.ranks().flat_map(|rank| of_rank(rank).take(usize::from(play.count(rank)))).collect())
    }
}

/// Why numbers are no cards. Indices count from 0, as in the list that was sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// The codec has no such number.
    #[error("card {index}: {id} is no card; {} has {}", codec.name(), codec.range())]
    Unknown {
        /// Where in the list.
        index: usize,
        /// What stands there.
        id: u32,
        /// How it was read.
        codec: Codec,
    },
    /// The same card twice.
    #[error("card {index}: {id} is {card}, which was already sent as card {first}")]
    Duplicated {
        /// Where in the list.
        index: usize,
        /// What stands there.
        id: u32,
        /// The card that it is.
        card: Card,
        /// Where it stood before.
        first: usize,
    },
    /// More copies of a rank than a deck has.
    #[error("card {index}: {id} is one {rank} too many; a deck has no more than {}", rank.copies())]
    TooMany {
        /// Where in the list.
        index: usize,
        /// What stands there.
        id: u32,
        /// Its rank.
        rank: Rank,
    },
    /// Fifteen counts were expected.
    #[error("{found} counts were sent, a hand has 15: 3 first, small joker and big joker last")]
    CountsLength {
        /// How many there were.
        found: usize,
    },
    /// A count that a deck does not have.
    #[error("count {index}: {count} of rank {rank} is more than a deck has, which is {}", rank.copies())]
    BadCount {
        /// Where in the list.
        index: usize,
        /// What stands there.
        count: u32,
        /// Its rank.
        rank: Rank,
    },
    /// A play is asked for that was not sent.
    #[error("{play} is not in the hand that was sent, {hand}")]
    NotHeld {
        /// The cards asked for.
        play: Hand,
        /// The cards there are.
        hand: Hand,
    },
}

impl CardError {
    /// The name of the broken rule, the same in every language and release.
    pub const fn rule(&self) -> &'static str {
        match self {
            CardError::Unknown { .. } => "CARD_UNKNOWN",
            CardError::Duplicated { .. } => "CARD_DUPLICATED",
            CardError::TooMany { .. } | CardError::BadCount { .. } => "TOO_MANY_OF_RANK",
            CardError::CountsLength { .. } => "COUNTS_LENGTH",
            CardError::NotHeld { .. } => "NOT_HELD",
        }
    }

    /// The place in the list and the value that stands there, where one place is to blame.
    pub const fn culprit(&self) -> Option<(usize, u32)> {
        match *self {
            CardError::Unknown { index, id, .. }
            | CardError::Duplicated { index, id, .. }
            | CardError::TooMany { index, id, .. } => Some((index, id)),
            CardError::BadCount { index, count, .. } => Some((index, count)),
            CardError::CountsLength { .. } | CardError::NotHeld { .. } => None,
        }
    }
}
