//! One play: cards, and the reading under which they were played.

use std::fmt;

use crate::hand::{Hand, Ranks};
use crate::rank::Rank;
use crate::shape::Kind;

/// Cards together with the reading under which they are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Combo {
    cards: Hand,
    kind: Kind,
    /// The run, the key and 16 bits about wild cards, from the lowest byte up. They share one word, so that lists of plays copy faster.
    word: u32,
}

const KEY_SHIFT: u32 = 8;
const WILD_SHIFT: u32 = 16;

const _: () = assert!(size_of::<Combo>() == 16);

impl Combo {
    /// Makes a combo. The caller makes sure that the cards fit the kind, or sets them later with [`Combo::with_cards`].
    pub(crate) const fn new(cards: Hand, kind: Kind, run: u8, key: Rank) -> Combo {
        Combo { cards, kind, word: run as u32 | (key.index() as u32) << KEY_SHIFT }
    }

    /// Keeps the 16 bits about wild cards.
    pub(crate) const fn with_cards(self, cards: Hand) -> Combo {
        Combo { cards, ..self }
    }

    /// Returns the same reading, with 16 bits about its wild cards: 0 for none.
    pub(crate) const fn with_wild_bits(self, wild: u32) -> Combo {
        Combo { word: self.word & ((1 << WILD_SHIFT) - 1) | wild << WILD_SHIFT, ..self }
    }

    #[inline]
    pub(crate) const fn wild_bits(self) -> u32 {
        self.word >> WILD_SHIFT
    }

    /// A combo whose cards and kind do not count.
    pub(crate) const FILLER: Combo = Combo::new(Hand::one(Rank::THREE), Kind::Single, 1, Rank::THREE);

    /// The rocket 王炸.
    pub const ROCKET: Combo = Combo::new(Hand::ROCKET, Kind::Rocket, 2, Rank::BIG_JOKER);

    /// Returns the combo of one card.
    pub const fn single(rank: Rank) -> Combo {
        Combo::new(Hand::one(rank), Kind::Single, 1, rank)
    }

    /// Returns the combo of `run` neighbouring ranks up to `key`, without wings; `None` if the kind has wings or allows no such body.
    ///
    /// ```
    /// use rules::{Combo, Kind, Rank};
    /// assert_eq!(Combo::wingless(Kind::Straight, 5, Rank::ACE).map(|combo| combo.to_string()), Some("TJQKA".into()));
    /// assert_eq!(Combo::wingless(Kind::Straight, 5, Rank::TWO), None);
    /// ```
    #[inline]
    pub const fn wingless(kind: Kind, run: u8, key: Rank) -> Option<Combo> {
        let shape = kind.shape();
        let top = key.index() as u8;
        if matches!(kind, Kind::Rocket) {
            return if run == 2 && top == Rank::BIG_JOKER.index() as u8 { Some(Combo::ROCKET) } else { None };
        }
        let fits = run >= shape.run_min && run <= shape.run_max && run <= top + 1 && shape.body <= key.copies();
        if !fits || shape.wings_per_rank > 0 || (run > 1 && !key.is_run_rank()) {
            return None;
        }
        let body = Ranks::run(Rank::at((top + 1 - run) as u32), run as u32);
        Some(Combo::new(body.copies(shape.body), kind, run, key))
    }

    /// Returns all cards, wings included.
    pub const fn cards(self) -> Hand {
        self.cards
    }

    /// Returns the kind of combo.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Returns the number of neighbouring ranks of the body; 1 for a combo that is no chain, 2 for the rocket.
    pub const fn run(self) -> u8 {
        self.word as u8
    }

    /// Returns the highest rank that the body stands for.
    pub const fn key(self) -> Rank {
        Rank::at(self.word >> KEY_SHIFT & 0xFF)
    }

    /// Returns the number of cards.
    pub const fn len(self) -> u32 {
        if self.wild_bits() > 0 {
            // With two wild ranks a bomb has up to twelve cards.
            return self.cards.len();
        }
        self.kind.shape().cards(self.run()) as u32
    }

    /// Returns false: a combo has at least one card.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Returns the key and the ranks below it that belong to the run.
    pub const fn body_ranks(self) -> Ranks {
        let run = self.run() as u32;
        Ranks::run(Rank::at(self.key().index() as u32 + 1 - run), run)
    }

    /// Returns the cards of the body.
    pub fn body(self) -> Hand {
        if self.wild_bits() > 0 {
            return self.wild_body();
        }
        self.cards.only(self.body_ranks())
    }

    /// Returns the wings 带牌.
    pub fn wings(self) -> Hand {
        if self.wild_bits() > 0 {
            return self.cards.minus(self.wild_body()).expect("the body is a part of the cards");
        }
        self.cards.without(self.body_ranks())
    }

    /// True for the kinds `Bomb` and `Rocket`, so false for a chain bomb.
    pub const fn is_bomb(self) -> bool {
        matches!(self.kind, Kind::Bomb | Kind::Rocket)
    }
}

/// The cards, low to high. `{:#}` writes the body, then `+` and the wings if there are any.
///
/// ```
/// use rules::{Hand, Ruleset};
/// let cards: Hand = "3444".parse()?;
/// let combo = Ruleset::CLASSIC.read(cards).expect("a triple with a single");
/// assert_eq!(format!("{combo}  {combo:#}"), "3444  444+3");
/// # Ok::<(), rules::TextError>(())
/// ```
impl fmt::Display for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() && !self.wings().is_empty() {
            return write!(f, "{}+{}", self.body(), self.wings());
        }
        write!(f, "{}", self.cards)
    }
}

impl fmt::Debug for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#} ({})", self.kind)
    }
}

/// The situation of the seat on turn: it leads, or it has a combo to beat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trick {
    /// There is no standing combo: the seat may not pass.
    Lead,
    /// The standing combo, which the seat beats or passes on.
    Follow(Combo),
}
