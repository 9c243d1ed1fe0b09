//! Remembering how many turns hands take. A decision or a search asks for the same hands again and again.

use rules::{Hand, Ruleset};

use super::count_turns;
use crate::hand::cache_place;

/// A bounded cache of [`count_turns`] for one ruleset. It changes how long an answer takes and never the answer.
#[derive(Clone)]
pub struct TurnsMemo {
    rules: Ruleset,
    /// Each word is a hand with its turns in the four bits that no hand uses; a newer hand displaces an older one.
    slots: Box<[u64]>,
    slots_log2: u32,
}

/// The bit above the counters of the fifteen ranks.
const TURNS_SHIFT: u32 = 60;
const HAND_MASK: u64 = (1 << TURNS_SHIFT) - 1;

impl TurnsMemo {
    /// Slots of a cache, as a power of two: as many hands as fit a first-level cache with room to spare for the search itself.
    pub const SLOTS_LOG2: u32 = 12;
    /// The largest cache that may be asked for: 128 MiB.
    pub const SLOTS_LOG2_MAX: u32 = 24;

    /// Makes an empty cache of the usual size.
    pub fn new(rules: &Ruleset) -> TurnsMemo {
        TurnsMemo::sized(rules, TurnsMemo::SLOTS_LOG2)
    }

    /// Returns an empty cache of 2 to the power of `slots_log2` hands (1 to [`TurnsMemo::SLOTS_LOG2_MAX`], others are clamped).
    pub fn sized(rules: &Ruleset, slots_log2: u32) -> TurnsMemo {
        let log2 = slots_log2.clamp(1, TurnsMemo::SLOTS_LOG2_MAX);
        TurnsMemo { rules: *rules, slots: vec![0; 1 << log2].into_boxed_slice(), slots_log2: log2 }
    }

    /// Returns the rules under which it counts.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the fewest turns of `hand`; see [`count_turns`].
    #[inline]
    pub fn turns(&mut self, hand: Hand) -> u8 {
        let bits = hand.bits();
        let place = cache_place(bits, self.slots_log2);
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
