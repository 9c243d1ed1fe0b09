//! A cache of rule splits, because a turn asks for the same hands several times.

use rules::{Hand, Ruleset};

use super::rule::both_splits;
use super::{Kickers, Partition, attach_kickers};
use crate::hand::cache_place;

const PLACES_LOG2: u32 = 6;

/// The rule splits of hands under one ruleset: the usual one, and the one with few singles, both with kickers.
pub(crate) struct KnownSplits {
    rules: Ruleset,
    places: Vec<(Hand, [Partition; 2])>,
}

impl KnownSplits {
    pub(crate) fn new(rules: &Ruleset) -> KnownSplits {
        KnownSplits { rules: *rules, places: vec![(Hand::EMPTY, [Partition::new(); 2]); 1 << PLACES_LOG2] }
    }

    pub(crate) fn set_rules(&mut self, rules: &Ruleset) {
        if self.rules != *rules {
            self.rules = *rules;
            self.places.fill((Hand::EMPTY, [Partition::new(); 2]));
        }
    }

    pub(crate) fn find(&self, hand: Hand) -> Option<&[Partition; 2]> {
        let (known, splits) = &self.places[cache_place(hand.bits(), PLACES_LOG2)];
        (*known == hand).then_some(splits)
    }

    pub(crate) fn splits(&mut self, hand: Hand) -> &[Partition; 2] {
        let (known, splits) = &mut self.places[cache_place(hand.bits(), PLACES_LOG2)];
        if *known != hand {
            let [usual, few_singles] = both_splits(hand, &self.rules);
            *known = hand;
            splits[0] = attach_kickers(&usual, &self.rules, Kickers::Smallest);
            splits[1] = attach_kickers(&few_singles, &self.rules, Kickers::SinglesFirst);
        }
        splits
    }
}
