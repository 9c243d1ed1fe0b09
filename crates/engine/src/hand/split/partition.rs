//! The result of a split.

use std::fmt;
use std::ops::Deref;

use rules::movegen::HAND_MAX;
use rules::{Combo, Hand, Order, Rank};

/// The most combos of a hand: one for each card.
pub const PARTS_MAX: usize = HAND_MAX as usize;

/// A hand cut into at most [`PARTS_MAX`] combos. It never allocates.
#[derive(Clone, Copy)]
pub struct Partition {
    len: u8,
    parts: [Combo; PARTS_MAX],
}

impl Default for Partition {
    fn default() -> Partition {
        Partition { len: 0, parts: [Combo::single(Rank::THREE); PARTS_MAX] }
    }
}

impl Partition {
    /// Makes a partition without a combo.
    pub fn new() -> Partition {
        Partition::default()
    }

    /// Adds a combo.
    ///
    /// # Panics
    /// When the partition is full: hands of more than [`HAND_MAX`] cards are not split.
    #[inline]
    pub fn push(&mut self, combo: Combo) {
        self.parts[usize::from(self.len)] = combo;
        self.len += 1;
    }

    /// Returns all cards together.
    pub fn cards(&self) -> Hand {
        self.iter().fold(Hand::EMPTY, |all, combo| all.plus(combo.cards()).expect("the parts come from one hand"))
    }

    /// Returns the number of plays that lay down the whole hand.
    pub fn turns(&self) -> u32 {
        u32::from(self.len)
    }

    pub(super) fn pop(&mut self) -> Option<Combo> {
        self.len = self.len.checked_sub(1)?;
        Some(self.parts[usize::from(self.len)])
    }

    pub(super) fn set(&mut self, place: usize, combo: Combo) {
        self.parts[..usize::from(self.len)][place] = combo;
    }

    /// Sorts the combos: chains first, then the others, each by key.
    pub(super) fn sort(&mut self, order: Order) {
        let place = |combo: &Combo| {
            let chain = combo.run() > 1 && combo.kind() != rules::Kind::Rocket;
            let place = if chain { combo.key().index() } else { order.place(combo.key()) };
            let front = u32::from(!chain) << 16 | (place as u32) << 8 | combo.len();
            (u128::from(front) << 64) | u128::from(combo.cards().bits())
        };
        let parts = &mut self.parts[..usize::from(self.len)];
        // Each place is computed once: an insertion sort of twenty combos at most.
        let mut places = [0; PARTS_MAX];
        for next in 0..parts.len() {
            let (combo, key) = (parts[next], place(&parts[next]));
            let mut at = next;
            while at > 0 && places[at - 1] > key {
                (parts[at], places[at]) = (parts[at - 1], places[at - 1]);
                at -= 1;
            }
            (parts[at], places[at]) = (combo, key);
        }
    }
}

impl Extend<Combo> for Partition {
    fn extend<I: IntoIterator<Item = Combo>>(&mut self, combos: I) {
        combos.into_iter().for_each(|combo| self.push(combo));
    }
}

impl Deref for Partition {
    type Target = [Combo];

    fn deref(&self) -> &[Combo] {
        &self.parts[..usize::from(self.len)]
    }
}

impl PartialEq for Partition {
    fn eq(&self, other: &Partition) -> bool {
        **self == **other
    }
}

impl Eq for Partition {}

/// The combos separated by spaces; with `{:#}` each shows its reading (`444+3`).
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, combo) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            fmt::Display::fmt(combo, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self:#}\"")
    }
}
