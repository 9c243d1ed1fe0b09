//! The data that is kept from one solve to the next.

use rules::Ruleset;

use crate::endgame::transposition::TranspositionTable;
use crate::endgame::trio_transposition::TrioTranspositionTable;

/// The default limit of the memory that a solve may take.
pub const MEMORY_BYTES_MAX: usize = 256 << 20;

/// The memory that one solve leaves for the next. It serves one ruleset at a time: a solve under another one empties it.
pub struct Memory {
    rules: Option<Ruleset>,
    bytes_max: usize,
    table: TranspositionTable,
    trio_table: TrioTranspositionTable,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(MEMORY_BYTES_MAX)
    }
}

impl Memory {
    /// Makes a memory that will not take more than `bytes_max` (or half a mebibyte, if that is more), and takes little until it is needed.
    pub fn new(bytes_max: usize) -> Memory {
        Memory {
            rules: None,
            bytes_max,
            table: TranspositionTable::new(bytes_max),
            trio_table: TrioTranspositionTable::new(bytes_max),
        }
    }

    /// Counts the bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.trio_table.bytes()
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Memory { rules: self.rules, ..Memory::new(self.bytes_max) };
    }

    /// Returns the two-seat table.
    pub(crate) fn table(&mut self, rules: &Ruleset) -> &mut TranspositionTable {
        self.turn_to(rules);
        // The limit is for both tables together, so the other one is emptied.
        self.trio_table = TrioTranspositionTable::new(self.bytes_max);
        &mut self.table
    }

    /// Returns the three-seat table.
    pub(crate) fn trio_table(&mut self, rules: &Ruleset) -> &mut TrioTranspositionTable {
        self.turn_to(rules);
        if self.table.bytes() > TranspositionTable::BYTES_MIN {
            self.table = TranspositionTable::new(self.bytes_max);
        }
        &mut self.trio_table
    }

    fn turn_to(&mut self, rules: &Ruleset) {
        if self.rules != Some(*rules) {
            if self.rules.is_some() {
                self.clear();
            }
            self.rules = Some(*rules);
        }
    }
}
