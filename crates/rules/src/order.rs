//! The order of the ranks by strength, for single cards and groups of equal ranks. Runs always use the printed order.

use crate::hand::Ranks;
use crate::rank::{LETTERS, Rank};

/// An order of the ranks by strength, as an index into `ORDERS`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order(u8);

/// An order and its lookup tables. `letters` and `ranks` go from weak to strong.
struct OrderRow {
    name: &'static str,
    letters: &'static str,
    ranks: [Rank; Rank::COUNT],
    places: [u8; Rank::COUNT],
    above: [Ranks; Rank::COUNT],
}

static ORDERS: [OrderRow; 2] = [order_row("printed", LETTERS), order_row("journey", "4673859TJQKA2XD")];

const fn order_row(name: &'static str, letters: &'static str) -> OrderRow {
    let mut row = OrderRow {
        name,
        letters,
        ranks: [Rank::THREE; Rank::COUNT],
        places: [0; Rank::COUNT],
        above: [Ranks::NONE; Rank::COUNT],
    };
    let mut above = Ranks::NONE;
    // The loop goes from the strongest rank down, so all stronger ranks are known when it reaches a rank.
    let mut place = Rank::COUNT;
    while place > 0 {
        place -= 1;
        let mut index = 0;
        while LETTERS.as_bytes()[index] != letters.as_bytes()[place] {
            index += 1;
        }
        let rank = Rank::at(index as u32);
        row.ranks[place] = rank;
        row.places[index] = place as u8;
        row.above[index] = above;
        above = above.or(Ranks::one(rank));
    }
    row
}

impl Order {
    /// The printed order: 3 lowest, the big joker highest.
    pub const PRINTED: Order = Order(0);
    /// The order of the ruleset `journey` 西游记.
    pub const JOURNEY: Order = Order(1);
    /// Every order.
    pub const ALL: [Order; 2] = [Order::PRINTED, Order::JOURNEY];

    /// Returns the name of the order, as overrides write it.
    pub fn name(self) -> &'static str {
        ORDERS[self.0 as usize].name
    }

    /// Returns the letters of the ranks, weakest first.
    pub fn letters(self) -> &'static str {
        ORDERS[self.0 as usize].letters
    }

    /// True for the printed order.
    pub const fn is_printed(self) -> bool {
        self.0 == Order::PRINTED.0
    }

    /// Returns the number of ranks that are weaker than `rank`: 0 to 14.
    #[inline]
    pub fn place(self, rank: Rank) -> usize {
        // The printed order needs no table.
        if self.is_printed() { rank.index() } else { ORDERS[self.0 as usize].places[rank.index()] as usize }
    }

    /// Returns the rank that has `place` weaker ranks; `None` above 14.
    pub fn rank(self, place: usize) -> Option<Rank> {
        ORDERS[self.0 as usize].ranks.get(place).copied()
    }

    /// Returns every rank, weakest first.
    pub fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> + Clone {
        ORDERS[self.0 as usize].ranks.iter().copied()
    }

    /// Returns the ranks that are stronger than `rank`.
    #[inline]
    pub fn above(self, rank: Rank) -> Ranks {
        if self.is_printed() { Ranks::printed_above(rank) } else { ORDERS[self.0 as usize].above[rank.index()] }
    }

    /// True if `rank` is stronger than `other`.
    #[inline]
    pub fn is_above(self, rank: Rank, other: Rank) -> bool {
        self.place(rank) > self.place(other)
    }

    /// Returns the weakest rank of a set.
    #[inline]
    pub fn weakest(self, ranks: Ranks) -> Option<Rank> {
        if self.is_printed() { ranks.lowest() } else { self.ranks().find(|&rank| ranks.has(rank)) }
    }

    /// Returns the strongest rank of a set.
    #[inline]
    pub fn strongest(self, ranks: Ranks) -> Option<Rank> {
        if self.is_printed() { ranks.highest() } else { self.ranks().rfind(|&rank| ranks.has(rank)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_every_rank_once() {
        for order in Order::ALL {
            let places: Vec<usize> = order.ranks().map(|rank| order.place(rank)).collect();
            assert_eq!(places, (0..Rank::COUNT).collect::<Vec<_>>(), "{}", order.name());
            assert_eq!(order.ranks().map(Rank::letter).collect::<String>(), order.letters());
            for rank in Rank::all() {
                assert_eq!(order.rank(order.place(rank)), Some(rank));
                let above = Rank::all().filter(|&other| order.is_above(other, rank));
                assert_eq!(order.above(rank), above.fold(Ranks::NONE, |set, other| set.or(Ranks::one(other))));
            }
            assert_eq!((order.weakest(Ranks::NONE), order.strongest(Ranks::NONE)), (None, None));
            let [first, last] = [0, Rank::COUNT - 1].map(|place| order.rank(place));
            assert_eq!((order.weakest(Ranks::ALL), order.strongest(Ranks::ALL)), (first, last));
        }
        assert!(Order::PRINTED.is_above(Rank::TEN, Rank::THREE) && Order::PRINTED.letters() == LETTERS);
    }
}
