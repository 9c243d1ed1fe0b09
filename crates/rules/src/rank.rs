//! The fifteen ranks of a deck and their letters. Suits are in [`crate::card`].

use std::fmt;

/// One of the fifteen ranks. The type has no order, because the strength of ranks depends on the ruleset's [`crate::Order`].
/// [`Rank::index`] is the position in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rank(u8);

/// The letter of each rank, in the order of the deck. `X` is the small joker, `D` the big joker.
pub const LETTERS: &str = "3456789TJQKA2XD";

/// The index of the rank of each ASCII character, or [`Rank::COUNT`] for a character that is no rank. A search in [`LETTERS`] for each
/// letter is slow.
const INDEX_BY_LETTER: [u8; 128] = {
    let mut table = [Rank::COUNT as u8; 128];
    let mut index = 0;
    while index < Rank::COUNT {
        let letter = LETTERS.as_bytes()[index];
        table[letter as usize] = index as u8;
        table[letter.to_ascii_lowercase() as usize] = index as u8;
        index += 1;
    }
    table[b'0' as usize] = Rank::TEN.0;
    table
};

impl Rank {
    /// Three, the first rank of the deck.
    pub const THREE: Rank = Rank(0);
    /// Five.
    pub const FIVE: Rank = Rank(2);
    /// Ten.
    pub const TEN: Rank = Rank(7);
    /// Jack.
    pub const JACK: Rank = Rank(8);
    /// Queen.
    pub const QUEEN: Rank = Rank(9);
    /// King.
    pub const KING: Rank = Rank(10);
    /// Ace, the highest rank of runs.
    pub const ACE: Rank = Rank(11);
    /// Two, above the ace in the printed order.
    pub const TWO: Rank = Rank(12);
    /// The small joker 小王.
    pub const SMALL_JOKER: Rank = Rank(13);
    /// The big joker 大王.
    pub const BIG_JOKER: Rank = Rank(14);

    /// The number of ranks.
    pub const COUNT: usize = 15;

    /// Returns every rank in the order of the deck: 3 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + Clone {
        (0..Self::COUNT as u8).map(Rank)
    }

    /// Returns the rank at a position in the deck, from 0 (the 3) to 14 (the big joker); `None` above 14.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < Self::COUNT { Some(Rank(index as u8)) } else { None }
    }

    /// Needs an index below 15.
    pub(crate) const fn at(index: u32) -> Rank {
        debug_assert!(index < Self::COUNT as u32);
        Rank(index as u8)
    }

    /// Returns the position of the rank in the deck, from 0 (the 3) to 14 (the big joker).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of cards of this rank in a deck.
    pub const fn copies(self) -> u8 {
        if self.is_joker() { 1 } else { 4 }
    }

    /// True for the two jokers.
    pub const fn is_joker(self) -> bool {
        self.0 >= Self::SMALL_JOKER.0
    }

    /// True for 3 to ace, the ranks of runs.
    pub const fn is_run_rank(self) -> bool {
        self.0 <= Self::ACE.0
    }

    /// Returns the letter with which the rank is written.
    pub const fn letter(self) -> char {
        LETTERS.as_bytes()[self.0 as usize] as char
    }

    /// Reads a letter. Lower case and `0` (for ten) are accepted too.
    pub fn from_letter(letter: char) -> Option<Rank> {
        let index = *INDEX_BY_LETTER.get(letter as usize)?;
        Self::from_index(index as usize)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
