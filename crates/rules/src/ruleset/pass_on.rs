//! The chair to which each chair gives three cards before the auction 换三张.

use crate::hand::Hand;
use crate::rank::Rank;
use crate::seat::Chair;

/// The chair to which each chair gives three cards after the deal. No chair sees the cards that it gets before all chairs have given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassOn {
    /// No cards are given.
    None,
    /// To the chair that plays next.
    Next,
    /// To the chair that plays before.
    Previous,
}

impl PassOn {
    /// The number of cards that a chair gives.
    pub const CARDS: u32 = 3;

    /// Returns every choice of three cards from a hand, each once, low cards first.
    ///
    /// ```
    /// use rules::PassOn;
    /// let gifts = PassOn::gifts("3345".parse()?);
    /// assert_eq!(gifts.iter().map(|cards| cards.to_string()).collect::<Vec<_>>(), ["334", "335", "345"]);
    /// # Ok::<(), rules::TextError>(())
    /// ```
    pub fn gifts(hand: Hand) -> Vec<Hand> {
        let mut gifts = Vec::new();
        add_gifts(hand, &Rank::all().collect::<Vec<_>>(), Hand::EMPTY, &mut gifts);
        gifts
    }

    /// Returns the chair that gets the cards of `giver`; `None` if no cards are given.
    pub const fn receiver(self, giver: Chair) -> Option<Chair> {
        match self {
            PassOn::None => None,
            PassOn::Next => Some(giver.next()),
            PassOn::Previous => Some(giver.previous()),
        }
    }

    /// Returns the chair whose cards `receiver` gets; `None` if no cards are given.
    pub const fn giver(self, receiver: Chair) -> Option<Chair> {
        match self {
            PassOn::None => None,
            PassOn::Next => Some(receiver.previous()),
            PassOn::Previous => Some(receiver.next()),
        }
    }
}

/// Adds to `gifts` every gift that consists of `taken` and further cards of `ranks`.
fn add_gifts(hand: Hand, ranks: &[Rank], taken: Hand, gifts: &mut Vec<Hand>) {
    let wanted = PassOn::CARDS - taken.len();
    if wanted == 0 {
        return gifts.push(taken);
    }
    let Some((&rank, rest)) = ranks.split_first() else { return };
    for copies in (0..=u32::from(hand.count(rank)).min(wanted)).rev() {
        let part = Hand::of(rank, copies as u8).expect("no more than the hand has");
        add_gifts(hand, rest, taken.plus(part).expect("one deck"), gifts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gifts_lists_each_choice_once() {
        let gifts = |text: &str| {
            let hand: Hand = text.parse().unwrap();
            let mut all = PassOn::gifts(hand);
            let number = all.len();
            assert!(all.iter().all(|cards| cards.len() == 3 && hand.contains(*cards)));
            all.sort_by_key(|cards| cards.bits());
            all.dedup();
            assert_eq!(all.len(), number);
            number
        };
        // Of 33456: without a 3 there is 456; with one, two of 4, 5, 6; with two, one of them. So 1 + 3 + 3.
        assert_eq!(["34567", "33456", "333", "3333", "33"].map(gifts), [10, 7, 1, 1, 0]);
    }
}
