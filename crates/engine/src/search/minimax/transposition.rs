//! What a search remembers of positions: exact keys, so that an entry never answers for another position, neither of
//! this world nor of another one.

use rules::Combo;

use crate::endgame::Category;
use crate::game_state::GameState;

/// Three hands with the trick in bits that no hand uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key([u64; 3]);

/// The four bits above a hand's counters.
const ABOVE: u32 = 60;

impl Key {
    #[inline]
    pub(super) fn of(at: &GameState) -> Key {
        let hands = rules::Seat::ALL.map(|seat| at.hand(seat).bits());
        let (steps, category, key) = match at.standing() {
            None => (0, Category::LEAD.code(), 0),
            Some((owner, combo)) => (owner.steps_to(at.turn()), Category::of(combo).code(), combo.key().index() as u64),
        };
        let who = (3 * at.turn().index() + steps) as u64;
        // The upper three bits of the category: a counter of at most four leaves its highest bit free.
        let high = category >> 4;
        let spread = (high & 1) << 3 | (high & 2) << 6 | (high & 4) << 9;
        Key([hands[0] | who << ABOVE, hands[1] | (category & 0xF) << ABOVE, hands[2] | key << ABOVE | spread])
    }

    #[inline]
    fn place(self, bits: u32) -> usize {
        let [one, two, three] = self.0;
        let mixed = (one ^ two.rotate_left(21) ^ three.rotate_left(42)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ two).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        ((mixed ^ three.wrapping_mul(0xA24B_AED4_963E_E407)) >> (u64::BITS - bits)) as usize
    }
}

/// On which side of the stored value the true one lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position searched to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoredValue {
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// A mark of the play that was best; see [`mark`].
    pub(super) best: u8,
}

#[derive(Clone, Copy)]
struct Entry {
    key: [u64; 3],
    value: i32,
    depth: u8,
    bound: Bound,
    best: u8,
    /// Of which decision it is; 0 is an empty place.
    generation: u8,
}

const _: () = assert!(size_of::<Entry>() == 32);

/// The table of one thread.
pub(super) struct TranspositionTable {
    entries: Box<[Entry]>,
    generation: u8,
}

/// 2¹⁷ entries of 32 bytes: four mebibytes.
const BITS: u32 = 17;
const NOTHING: Entry = Entry { key: [0; 3], value: 0, depth: 0, bound: Bound::Exact, best: 0, generation: 0 };

impl TranspositionTable {
    pub(super) fn new() -> TranspositionTable {
        TranspositionTable { entries: vec![NOTHING; 1 << BITS].into_boxed_slice(), generation: 0 }
    }

    /// Forgets what earlier decisions left, so that no limit of nodes depends on it.
    pub(super) fn begin(&mut self) {
        if self.generation == u8::MAX {
            self.entries.fill(NOTHING);
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<StoredValue> {
        let entry = &self.entries[key.place(BITS)];
        let Entry { value, depth, bound, best, .. } = *entry;
        let hit = entry.key == key.0 && entry.generation == self.generation;
        hit.then_some(StoredValue { value, depth, bound, best })
    }

    #[inline]
    pub(super) fn store(&mut self, key: Key, stored: StoredValue) {
        let StoredValue { value, depth, bound, best } = stored;
        self.entries[key.place(BITS)] = Entry { key: key.0, value, depth, bound, best, generation: self.generation };
    }
}

/// A small mark by which the best play is found again among the others; two plays that share one cost time alone.
#[inline]
pub(super) fn mark(play: Option<Combo>) -> u8 {
    play.map_or(0, |combo| (combo.cards().bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8 | 1)
}

#[cfg(test)]
mod tests {
    use rules::{Hand, Ruleset, Seat};

    use super::*;

    fn at(hands: [&str; 3], turn: Seat, standing: Option<(Seat, &str)>) -> GameState {
        let combo = |text: &str| Ruleset::CLASSIC.read(text.parse().unwrap()).expect("a combo");
        let hands = hands.map(|hand| hand.parse::<Hand>().unwrap());
        GameState::new(hands, turn, standing.map(|(owner, text)| (owner, combo(text))))
    }

    #[test]
    fn different_positions_have_different_keys() {
        let hands = ["3344556677889TJQKA2X", "3344556677889TJQK", "99TTJJQQKKAA222D"];
        let mut keys = Vec::new();
        for turn in Seat::ALL {
            keys.push(Key::of(&at(hands, turn, None)));
            for owner in [turn.next(), turn.previous()] {
                for combo in ["3", "4", "A", "33", "333", "3334", "33344", "34567", "345678", "3333", "XD"] {
                    keys.push(Key::of(&at(hands, turn, Some((owner, combo)))));
                }
            }
        }
        // Hands that differ in one card, in each seat.
        keys.push(Key::of(&at(["344556677889TJQKA2X", hands[1], hands[2]], Seat::Landlord, None)));
        keys.push(Key::of(&at([hands[0], "344556677889TJQK", hands[2]], Seat::Landlord, None)));
        keys.push(Key::of(&at([hands[0], hands[1], "9TTJJQQKKAA222D"], Seat::Landlord, None)));
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key), "{place}");
        }
        // Wings make no difference to what may answer.
        let with = |wing: &str| Key::of(&at(["44", "55", "66"], Seat::Up, Some((Seat::Down, wing))));
        assert_eq!(with("3335"), with("333T"));
    }

    #[test]
    fn what_an_earlier_decision_stored_is_forgotten() {
        let (mut table, key) = (TranspositionTable::new(), Key::of(&at(["44", "55", "66"], Seat::Up, None)));
        let known = StoredValue { value: 7, depth: 3, bound: Bound::Exact, best: 1 };
        for _ in 0..600 {
            table.begin();
            assert_eq!(table.probe(key), None);
            table.store(key, known);
            assert_eq!(table.probe(key), Some(known));
        }
    }
}
