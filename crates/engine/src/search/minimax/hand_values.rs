//! Remembering what hands are worth. Mine is the same in every world, and a world's tree meets the same hands again.

use rules::{Hand, Ruleset, Seat};

use super::leaf_weights::WEIGHTS;
use crate::hand::split::count_turns;

/// What one hand is worth, by the seat that holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandValue {
    /// The fewest turns it takes.
    pub(super) turns: u8,
    /// The value for each seat, sixteen bits each.
    values: u64,
}

impl HandValue {
    /// The value when `seat` holds it.
    #[inline]
    pub(super) const fn of(self, seat: Seat) -> i32 {
        (self.values >> (16 * seat.index())) as u16 as i16 as i32
    }
}

/// A bounded cache for one ruleset: it changes how long an answer takes and never the answer.
pub(super) struct HandValues {
    /// A hand with its turns in the four bits that no hand uses, and its values.
    slots: Box<[[u64; 2]]>,
}

const SLOTS_LOG2: u32 = 15;
const TURNS_SHIFT: u32 = 60;
const HAND_MASK: u64 = (1 << TURNS_SHIFT) - 1;

impl HandValues {
    pub(super) fn new() -> HandValues {
        HandValues { slots: vec![[0; 2]; 1 << SLOTS_LOG2].into_boxed_slice() }
    }

    /// Forgets everything, for another ruleset.
    pub(super) fn clear(&mut self) {
        self.slots.fill([0; 2]);
    }

    #[inline]
    pub(super) fn of(&mut self, hand: Hand, rules: &Ruleset) -> HandValue {
        let bits = hand.bits();
        let place = (bits.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS_LOG2)) as usize;
        let [word, values] = self.slots[place];
        // The empty hand's word is also the empty slot's: no turns, worth nothing to any seat.
        if word & HAND_MASK == bits {
            return HandValue { turns: (word >> TURNS_SHIFT) as u8, values };
        }
        self.enter(place, hand, rules)
    }

    #[cold]
    fn enter(&mut self, place: usize, hand: Hand, rules: &Ruleset) -> HandValue {
        let turns = count_turns(hand, rules);
        let value = |seat: Seat| WEIGHTS.of_hand(seat, hand, turns).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let values = Seat::ALL.iter().rev().fold(0, |values, &seat| values << 16 | u64::from(value(seat) as u16));
        self.slots[place] = [hand.bits() | u64::from(turns) << TURNS_SHIFT, values];
        HandValue { turns, values }
    }
}
