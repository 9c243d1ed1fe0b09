//! The worth of hands with wild ranks: each wild card in turn stands for the rank that helps most.

use std::cell::RefCell;

use rules::{Hand, Ranks, Ruleset};

use crate::hand::cache_place;
use crate::hand::split::Partition;
use crate::judge::Measure;
use crate::persona::SeatParams;

/// The extra worth of a wild card, in quarter points: it may still be used in another way.
const WILD_EXTRA: i32 = 14;
/// The extra worth before the best use of the card is known: roughly what the card adds to a hand.
const WILD_EXTRA_UNTRIED: i32 = 40;

pub(crate) struct WildMeasure {
    natural: Measure,
    wilds: Ranks,
    stands: RefCell<StandInCache>,
}

impl WildMeasure {
    pub(crate) fn new(rules: &Ruleset, params: &SeatParams, unseen: Hand) -> WildMeasure {
        let natural = Measure::new(&rules.without_wilds(), params, unseen);
        WildMeasure { natural, wilds: rules.wilds().ranks(), stands: RefCell::default() }
    }

    /// Returns the quarter points of a hand.
    pub(crate) fn worth(&self, hand: Hand) -> i32 {
        self.natural.worth(self.natural_hand(hand)) + WILD_EXTRA * hand.only(self.wilds).len() as i32
    }

    pub(super) fn split(&self, hand: Hand) -> Partition {
        self.natural.split(self.natural_hand(hand))
    }

    /// Returns the worth with these ranks wild instead of those that are shown. Its stand-ins are not cached, because calls have
    /// different ranks.
    pub(crate) fn worth_with_wilds(&self, hand: Hand, wilds: Ranks) -> i32 {
        self.natural.worth(self.find_natural_hand(hand, wilds)) + WILD_EXTRA * hand.only(wilds).len() as i32
    }

    /// Returns the natural hand that the cards make, in which each wild card in turn stands for the rank that helps most. A hand of only
    /// wild cards stays as it is.
    pub(crate) fn natural_hand(&self, hand: Hand) -> Hand {
        if hand.only(self.wilds).is_empty() {
            return hand;
        }
        let mut stands = self.stands.borrow_mut();
        if let Some(known) = stands.get(hand) {
            return known;
        }
        let best = self.find_natural_hand(hand, self.wilds);
        stands.put(hand, best);
        best
    }

    fn find_natural_hand(&self, hand: Hand, wilds: Ranks) -> Hand {
        let wild = hand.only(wilds).len();
        let natural = hand.without(wilds);
        if wild == 0 || natural.is_empty() {
            return hand;
        }
        let mut best = natural;
        for _ in 0..wild {
            let with = Ranks::ALL.except(Ranks::JOKERS).filter_map(|rank| best.plus(Hand::one(rank)));
            // Each rank has four places in a hand: with eight wild cards some rank is always free.
            best = with.max_by_key(|&hand| self.natural.worth(hand)).expect("a rank has room");
        }
        best
    }

    pub(super) fn guess_worth(&self, hand: Hand) -> i32 {
        self.natural.worth(hand.without(self.wilds)) + WILD_EXTRA_UNTRIED * hand.only(self.wilds).len() as i32
    }
}

/// A cache of the stand-ins that were found for hands. It saves time and changes no answer.
#[derive(Default)]
struct StandInCache {
    slots: Vec<(Hand, Hand)>,
}

const SLOTS_LOG2: u32 = 12;

impl StandInCache {
    const fn place(hand: Hand) -> usize {
        cache_place(hand.bits(), SLOTS_LOG2)
    }

    fn get(&self, hand: Hand) -> Option<Hand> {
        self.slots.get(StandInCache::place(hand)).filter(|slot| slot.0 == hand).map(|slot| slot.1)
    }

    fn put(&mut self, hand: Hand, stands: Hand) {
        if self.slots.is_empty() {
            // An empty hand is never asked for.
            self.slots.resize(1 << SLOTS_LOG2, (Hand::EMPTY, Hand::EMPTY));
        }
        self.slots[StandInCache::place(hand)] = (hand, stands);
    }
}
