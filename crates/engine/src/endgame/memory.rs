//! The data that is kept from one solve to the next.

use rules::Ruleset;

use crate::endgame::transposition::TranspositionTable;

/// The default limit of the memory that a solve may take.
pub const MEMORY_BYTES_MAX: usize = 256 << 20;

/// The memory of solves from one to the next. It is about one ruleset and one search at a time: solving under another empties it.
pub struct Memory {
    bytes_max: usize,
    /// The ruleset, and the fact bits of the search.
    about: Option<(Ruleset, u64)>,
    table: TranspositionTable,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(MEMORY_BYTES_MAX)
    }
}

impl Memory {
    /// Makes a memory that will not take more than `bytes_max` (or half a mebibyte, if that is more), and takes little until it is needed.
    pub fn new(bytes_max: usize) -> Memory {
        Memory { bytes_max, about: None, table: TranspositionTable::new(bytes_max, 0) }
    }

    /// Counts the bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Memory::new(self.bytes_max);
    }

    /// Returns the table of the search that keeps its facts in `fact_bits`.
    pub(crate) fn table(&mut self, rules: &Ruleset, fact_bits: u64) -> &mut TranspositionTable {
        let about = Some((*rules, fact_bits));
        if self.about != about {
            (self.about, self.table) = (about, TranspositionTable::new(self.bytes_max, fact_bits));
        }
        &mut self.table
    }
}
