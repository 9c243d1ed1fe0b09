//! The number of cards that a hand lacks for each body, and the choices of wild cards that can replace them.

use crate::combo::Combo;
use crate::hand::{Hand, Ranks};
use crate::rank::Rank;

/// A choice of wild cards, and the 16 bits that record it in a combo.
#[derive(Clone, Copy)]
pub(super) struct WildSubset {
    pub(super) cards: u64,
    pub(super) wild: u32,
}

/// The choices of wild cards, grouped by their number. With one wild rank there is one choice of each number.
pub(super) struct WildSubsets {
    list: [WildSubset; WildSubsets::MAX],
    /// The end index of the choices with each number of cards. There is no choice with zero cards, because the natural walker lists plays
    /// without wild cards.
    ends: [u8; 9],
}

impl WildSubsets {
    /// The number of choices of zero to four cards from each of two ranks, without the empty choice: 5 × 5 - 1.
    const MAX: usize = 24;

    pub(super) fn new(wilds: impl Iterator<Item = Rank>, wild: Hand, is_frugal: bool) -> WildSubsets {
        let none = WildSubset { cards: 0, wild: 0 };
        let (mut subsets, mut count) = (WildSubsets { list: [none; WildSubsets::MAX], ends: [0; 9] }, 0);
        let mut units = wilds.map(|rank| (Hand::one(rank).bits(), u32::from(wild.count(rank))));
        let (first, first_held) = units.next().expect("a wild rank is shown");
        let (second, second_held) = units.next().unwrap_or((0, 0));
        for spent in 1..=wild.len() {
            let (least, most) = (spent.saturating_sub(second_held), spent.min(first_held));
            for taken in least..=most {
                if !is_frugal || taken == least || taken == most {
                    let cards = first * u64::from(taken) + second * u64::from(spent - taken);
                    let subset = Combo::FILLER.with_cards(Hand::from_bits_unchecked(cards)).with_wilds(wild.ranks());
                    subsets.list[count] = WildSubset { cards, wild: subset.wild_bits() };
                    count += 1;
                }
            }
            subsets.ends[spent as usize] = count as u8;
        }
        subsets
    }

    pub(super) fn of(&self, spent: u32) -> &[WildSubset] {
        let Some(fewer) = spent.checked_sub(1) else { return &[] };
        &self.list[usize::from(self.ends[fewer as usize])..usize::from(self.ends[spent as usize])]
    }
}

/// The number of cards that each body of one length lacks, by key. A body that lacks more cards than there are wild cards is left out. All
/// keys are computed together, because a separate test for each key is slower.
pub(super) struct MissingCounts {
    pub(super) keys: Ranks,
    /// A four-bit counter for each key. It has the value `none` if no card is missing, and [`MissingCounts::MOST`] if all wild cards are needed.
    counters: u64,
    none: u32,
}

impl MissingCounts {
    /// The highest counter of a body that fits. From 12 on both highest bits of a counter are set, which makes the test fast. One more rank
    /// lacks at most four cards, so no counter goes above 15.
    const MOST: u32 = 11;

    /// Begins with empty bodies, which have no ranks yet.
    pub(super) fn new(keys: Ranks, wild_len: u32) -> MissingCounts {
        let none = MissingCounts::MOST - wild_len;
        MissingCounts { keys, counters: keys.bits() * u64::from(none), none }
    }

    /// Adds the next lower rank to the bodies, which then have `run` ranks.
    pub(super) fn lengthen(&mut self, run: u8, copies: u8, given: Hand) {
        if run > 1 {
            // A run fits only if the two runs within it that are one rank shorter fit: one ends at its key, one at the rank below.
            self.keys = self.keys.and(self.keys.up(1));
        }
        let lacked = Ranks::ALL.bits() * u64::from(copies) - given.bits();
        let counters = self.counters + (lacked << (4 * (u32::from(run) - 1)));
        let too_many = counters >> 3 & counters >> 2;
        self.keys = Hand::from_bits_unchecked(self.keys.bits() & !too_many).ranks();
        self.counters = counters & (self.keys.bits() * 0xF);
    }

    pub(super) fn of(&self, key: Rank) -> u32 {
        (self.counters >> (4 * key.index()) & 0xF) as u32 - self.none
    }
}
