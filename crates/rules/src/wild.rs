//! Wild ranks 癞子: the ranks that are shown as wild, and the reasons to refuse a rank. A [`crate::Hand`] counts a wild card under its own
//! rank. In a combo with natural cards a wild card may stand for a rank from 3 to 2. The modules `read` and `walk` extend
//! [`crate::classify`] and [`crate::movegen`], which are enough for rulesets without wild ranks.

mod read;
mod text;
mod subsets;
mod walk;

pub use text::READING_MARK;
pub(crate) use walk::{Emit, Extent};

use std::fmt;

use crate::combo::Combo;
use crate::hand::{Hand, Ranks};
use crate::rank::Rank;
use crate::ruleset::Ruleset;

/// The most wild ranks that a ruleset can have.
pub const WILDS_MAX: usize = 2;

/// The wild ranks that are shown, in the order of showing. They are different ranks, and no joker is among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wilds {
    ranks: Ranks,
    order: [Option<Rank>; WILDS_MAX],
}

/// The reason why a rank cannot be shown as wild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWild {
    /// Jokers are never wild.
    #[error("{rank} cannot be wild; a wild rank is one of 3 to 2")]
    Joker {
        /// The rank.
        rank: Rank,
    },
    /// The rank is wild already.
    #[error("{rank} is wild already")]
    Twice {
        /// The rank.
        rank: Rank,
    },
    /// The ruleset has no further wild rank.
    #[error("{rank} cannot be shown as wild: in ruleset {ruleset} the number of wild ranks is {most}")]
    TooMany {
        /// The rank.
        rank: Rank,
        /// The ruleset's name.
        ruleset: &'static str,
        /// The number of wild ranks that the ruleset has.
        most: u8,
    },
}

impl Wilds {
    /// No wild rank.
    pub const NONE: Wilds = Wilds { ranks: Ranks::NONE, order: [None; WILDS_MAX] };

    /// Returns the ranks as a set.
    #[inline]
    pub const fn ranks(self) -> Ranks {
        self.ranks
    }

    /// True if no wild rank is shown.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.ranks.is_empty()
    }

    /// Returns the number of wild ranks that are shown.
    pub const fn len(self) -> u32 {
        self.ranks.len()
    }

    /// Returns the ranks in the order of showing.
    pub fn in_order(self) -> impl Iterator<Item = Rank> {
        self.order.into_iter().flatten()
    }

    fn plus(self, rank: Rank) -> Wilds {
        let mut order = self.order;
        order[self.len() as usize] = Some(rank);
        Wilds { ranks: self.ranks.or(Ranks::one(rank)), order }
    }
}

/// The form that position lines use: `7`, or `7,9`.
impl fmt::Display for Wilds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, rank) in self.in_order().enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            write!(f, "{rank}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Wilds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// The grade of a bomb, which depends on its wild cards. Rulesets may compare bombs of the same size by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Natural and wild cards 软炸.
    Soft,
    /// Only natural cards 硬炸.
    Hard,
    /// Only wild cards, of both ranks.
    Mixed,
    /// Only wild cards, of one rank 纯癞子炸.
    Pure,
}

impl Combo {
    /// Returns the recorded number of cards of wild ranks.
    #[inline]
    pub const fn wild_cards(self) -> u32 {
        self.wild_bits() & 0xF
    }

    /// True if all cards are of wild ranks. Then, except in a bomb, each card stands for its own rank.
    #[inline]
    pub const fn is_all_wild(self) -> bool {
        self.wild_bits() > 0 && self.wild_cards() == self.cards().len()
    }

    /// Returns the grade that the cards would have as a bomb.
    pub fn grade(self) -> Grade {
        match self.wild_bits() {
            0 => Grade::Hard,
            _ if !self.is_all_wild() => Grade::Soft,
            _ if self.cards().ranks().len() > 1 => Grade::Mixed,
            _ => Grade::Pure,
        }
    }

    /// Returns the same combo, with the number and the ranks of its cards in `wilds` recorded.
    pub(crate) fn with_wilds(self, wilds: Ranks) -> Combo {
        let held = self.cards().only(wilds);
        // The lowest four bits have the number of wild cards. Each further group of four bits has the index of a wild rank, plus one.
        let mut shift = 0;
        self.with_wild_bits(held.ranks().fold(held.len(), |word, rank| {
            shift += 4;
            word | (1 + rank.index() as u32) << shift
        }))
    }

    pub(crate) fn wild_set(self) -> Ranks {
        let numbers = [self.wild_bits() >> 4 & 0xF, self.wild_bits() >> 8 & 0xF].into_iter().filter(|&one| one > 0);
        numbers.fold(Ranks::NONE, |set, number| set.or(Ranks::one(Rank::at(number - 1))))
    }

    /// Returns [`Combo::body`] for a combo with wild cards: the natural cards of the body, and wild cards for the missing ones, the lowest
    /// wild rank first.
    pub(crate) fn wild_body(self) -> Hand {
        if self.is_bomb() {
            return self.cards();
        }
        if self.is_all_wild() {
            return self.cards().only(self.body_ranks());
        }
        let wilds = self.wild_set();
        let natural = self.cards().without(wilds).only(self.body_ranks());
        let cards = u32::from(self.run()) * u32::from(self.kind().shape().body);
        let mut missing = cards - natural.len();
        let mut body = natural;
        for rank in wilds {
            let taken = u32::from(self.cards().count(rank)).min(missing);
            missing -= taken;
            let part = Hand::of(rank, taken as u8).expect("a part of the cards");
            body = body.plus(part).expect("a part of the cards");
        }
        body
    }
}

impl Ruleset {
    /// Returns the number of wild ranks in each hand: 0, 1 or 2.
    pub const fn wild_ranks(&self) -> u8 {
        self.wild_ranks
    }

    /// True if the hands have wild ranks, even if none is shown yet.
    #[inline]
    pub const fn has_wild_ranks(&self) -> bool {
        self.wild_ranks > 0
    }

    /// Returns the wild ranks that are shown in the current hand.
    pub const fn wilds(&self) -> Wilds {
        self.shown
    }

    /// True if a wild rank is shown, so that its cards may stand for other ranks now.
    #[inline]
    pub const fn shows_wilds(&self) -> bool {
        !self.shown.is_empty()
    }

    /// True if a wild rank of this hand is not shown yet.
    #[inline]
    pub const fn awaits_wild(&self) -> bool {
        // Most rulesets have no wild rank, so this test comes first.
        self.wild_ranks > 0 && self.shown.len() < self.wild_ranks as u32
    }

    /// Returns the ruleset after `rank` is shown as wild.
    ///
    /// ```
    /// use rules::{Rank, Ruleset, Trick};
    /// let seven: Rank = Rank::from_letter('7').expect("a rank");
    /// let rules = Ruleset::LAIZI.with_wild(seven)?;
    /// assert_eq!(rules.read("4447".parse().expect("cards")).map(|combo| combo.kind().name()), Some("bomb"));
    /// assert!(Ruleset::CLASSIC.with_wild(seven).is_err());
    /// # Ok::<(), rules::BadWild>(())
    /// ```
    pub fn with_wild(self, rank: Rank) -> Result<Ruleset, BadWild> {
        if rank.is_joker() {
            return Err(BadWild::Joker { rank });
        }
        if self.shown.ranks().has(rank) {
            return Err(BadWild::Twice { rank });
        }
        if !self.awaits_wild() {
            return Err(BadWild::TooMany { rank, ruleset: self.name(), most: self.wild_ranks });
        }
        Ok(self.with_shown_wilds(self.shown.plus(rank)))
    }

    /// Returns the same ruleset with no wild rank shown.
    pub fn without_wilds(self) -> Ruleset {
        self.with_shown_wilds(Wilds::NONE)
    }

    /// Returns the largest number of cards in a bomb that is no chain bomb.
    pub const fn bomb_cards_max(&self) -> u32 {
        if self.wild_ranks == 2 { 12 } else { 4 }
    }
}
