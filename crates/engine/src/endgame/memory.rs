//! The data that is kept from one solve to the next.

use rules::Ruleset;

use crate::endgame::transposition::TranspositionTable;

/// The default limit of the memory that a solve may take.
pub const MEMORY_BYTES_MAX: usize = 256 << 20;

/// The memory of solves from one to the next. It is about one ruleset and one search at a time: solving under another empties it.
pub struct Memory {
    bytes_max: usize,
    rules: Option<Ruleset>,
    /// The table of the two-seat search.
    duel: TranspositionTable<1>,
    /// The table of the three-seat search. One of the two is empty.
    trio: TranspositionTable<2>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(MEMORY_BYTES_MAX)
    }
}

impl Memory {
    /// Makes a memory that will not take more than `bytes_max` (or half a mebibyte, if that is more), and takes little until it is needed.
    pub fn new(bytes_max: usize) -> Memory {
        let (duel, trio) = (TranspositionTable::new(bytes_max), TranspositionTable::new(bytes_max));
        Memory { bytes_max, rules: None, duel, trio }
    }

    /// Counts the bytes in use.
    pub fn bytes(&self) -> usize {
        self.duel.bytes() + self.trio.bytes()
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Memory::new(self.bytes_max);
    }

    /// Returns the table of the two-seat search.
    pub(crate) fn duel_table(&mut self, rules: &Ruleset) -> &mut TranspositionTable<1> {
        if self.rules != Some(*rules) || self.trio.bytes() > 0 {
            *self = Memory { rules: Some(*rules), ..Memory::new(self.bytes_max) };
        }
        &mut self.duel
    }

    /// Returns the table of the three-seat search.
    pub(crate) fn trio_table(&mut self, rules: &Ruleset) -> &mut TranspositionTable<2> {
        if self.rules != Some(*rules) || self.duel.bytes() > 0 {
            *self = Memory { rules: Some(*rules), ..Memory::new(self.bytes_max) };
        }
        &mut self.trio
    }
}
