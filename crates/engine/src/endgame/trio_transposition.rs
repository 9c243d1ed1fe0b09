//! What the three-seat search remembers: sixteen bytes an entry, exact, for one thread.

use crate::endgame::key::TrioKey;

/// Entries of one bucket: a cache line.
const WAYS: usize = 4;
/// Buckets to begin with, as a power of two.
const FIRST_BITS: u32 = 10;
/// A bit of the key's second word that every key leaves clear: set in an entry, it tells it from an empty place.
const TAKEN: u64 = 1 << 15;
/// Another one: the landlord wins.
const LANDLORD_WINS: u64 = 1 << 19;

/// Facts about three-seat positions under one ruleset.
pub(crate) struct TrioTranspositionTable {
    buckets: Vec<[[u64; 2]; WAYS]>,
    stored: usize,
    bytes_max: usize,
}

impl TrioTranspositionTable {
    pub(crate) fn new(bytes_max: usize) -> TrioTranspositionTable {
        TrioTranspositionTable { buckets: Vec::new(), stored: 0, bytes_max }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val::<[_]>(&self.buckets)
    }

    #[inline]
    fn place(&self, key: TrioKey) -> usize {
        let mixed = (key.0[0] ^ key.0[1].rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ key.0[1]).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> (u64::BITS - self.buckets.len().trailing_zeros())) as usize
    }

    /// Whether the landlord wins, if it is known.
    #[inline]
    pub(crate) fn probe(&self, key: TrioKey) -> Option<bool> {
        if self.buckets.is_empty() {
            return None;
        }
        let wanted = [key.0[0], key.0[1] | TAKEN];
        let bucket = &self.buckets[self.place(key)];
        let entry = bucket.iter().find(|entry| [entry[0], entry[1] & !LANDLORD_WINS] == wanted)?;
        Some(entry[1] & LANDLORD_WINS != 0)
    }

    pub(crate) fn store(&mut self, key: TrioKey, landlord_wins: bool) {
        if self.stored * 2 >= self.buckets.len() * WAYS {
            self.grow();
        }
        let entry = [key.0[0], key.0[1] | TAKEN | if landlord_wins { LANDLORD_WINS } else { 0 }];
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        if let Some(free) = bucket.iter_mut().find(|entry| entry[1] == 0) {
            *free = entry;
            self.stored += 1;
        } else {
            // The newest moves to the front, the oldest falls out.
            bucket.rotate_right(1);
            bucket[0] = entry;
        }
    }

    /// Twice as many buckets, as long as the limit allows it.
    #[cold]
    fn grow(&mut self) {
        let buckets = (self.buckets.len() * 2).max(1 << FIRST_BITS);
        // While growing, both are there.
        let bytes = (buckets + self.buckets.len()) * size_of::<[[u64; 2]; WAYS]>();
        if bytes > self.bytes_max && !self.buckets.is_empty() {
            self.stored = 0;
            return;
        }
        let old = std::mem::replace(&mut self.buckets, vec![[[0; 2]; WAYS]; buckets]);
        self.stored = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry[1] != 0) {
            let place = self.place(TrioKey([entry[0], entry[1] & !(TAKEN | LANDLORD_WINS)]));
            if let Some(free) = self.buckets[place].iter_mut().find(|entry| entry[1] == 0) {
                *free = entry;
                self.stored += 1;
            }
        }
    }
}
