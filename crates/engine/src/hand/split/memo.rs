//! Remembering how many turns hands take. A decision or a search asks for the same hands again and again.

use rules::{Hand, Ruleset};

use super::count_turns;
use crate::hand::cache_place;

/// A bounded cache of [`count_turns`] for one ruleset. It changes how long an answer takes and never the answer.
#[derive(Clone)]
pub struct TurnsMemo {
    rules: Ruleset,
    /// Each word is a hand with its turns in the four bits that no hand uses; a newer hand replaces an older one.
    slots: Box<[u64]>,
}

/// The binary logarithm of the number of slots: these fit a first-level cache, with room to spare for the search itself.
const SLOTS_LOG2: u32 = 12;
/// The bit above the counters of the fifteen ranks.
const TURNS_SHIFT: u32 = 60;
const HAND_MASK: u64 = (1 << TURNS_SHIFT) - 1;

impl TurnsMemo {
    /// Makes an empty cache.
    pub fn new(rules: &Ruleset) -> TurnsMemo {
        TurnsMemo { rules: *rules, slots: vec![0; 1 << SLOTS_LOG2].into_boxed_slice() }
    }

    /// Returns the rules under which it counts.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the fewest turns of `hand`; see [`count_turns`].
    #[inline]
    pub fn turns(&mut self, hand: Hand) -> u8 {
        let bits = hand.bits();
        let place = cache_place(bits, SLOTS_LOG2);
        let slot = self.slots[place];
        // The empty hand's word is also the empty slot's, and says 0 turns in both cases.
        if slot & HAND_MASK == bits {
            return (slot >> TURNS_SHIFT) as u8;
        }
        let turns = count_turns(hand, &self.rules);
        self.slots[place] = bits | u64::from(turns) << TURNS_SHIFT;
        turns
    }
}
