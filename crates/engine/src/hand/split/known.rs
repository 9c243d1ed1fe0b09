//! The last rule splits, because a turn asks for the same hands several times: what each play leaves.

use rules::{Hand, Ruleset};

use super::rule::both_splits;
use super::{Kickers, Partition, attach_kickers};
use crate::hand::cache_place;

/// The binary logarithm of the number of hands that are known.
const PLACES_LOG2: u32 = 6;

/// The rule splits of hands under the ruleset that was asked for last: the usual one, and the one with few singles, both with kickers.
pub(crate) struct KnownSplits {
    rules: Ruleset,
    places: Vec<(Hand, [Partition; 2])>,
}

impl KnownSplits {
    /// Knows only the splits of no cards.
    pub(crate) fn new(rules: &Ruleset) -> KnownSplits {
        KnownSplits { rules: *rules, places: vec![(Hand::EMPTY, [Partition::new(); 2]); 1 << PLACES_LOG2] }
    }

    /// Returns the splits of a hand, if they are known.
    pub(crate) fn find(&self, hand: Hand, rules: &Ruleset) -> Option<&[Partition; 2]> {
        let (known, splits) = &self.places[cache_place(hand.bits(), PLACES_LOG2)];
        (*known == hand && self.rules == *rules).then_some(splits)
    }

    /// Returns the splits of a hand.
    pub(crate) fn splits(&mut self, hand: Hand, rules: &Ruleset) -> [Partition; 2] {
        if let Some(splits) = self.find(hand, rules) {
            return *splits;
        }
        if self.rules != *rules {
            *self = KnownSplits::new(rules);
        }
        let [usual, few_singles] = both_splits(hand, rules);
        let splits = [(usual, Kickers::Smallest), (few_singles, Kickers::SinglesFirst)]
            .map(|(parts, kickers)| attach_kickers(&parts, rules, kickers));
        self.places[cache_place(hand.bits(), PLACES_LOG2)] = (hand, splits);
        splits
    }
}
