//! The memory of the searches: sixteen bytes an entry, exact, for one thread.

use crate::endgame::key::Key;

/// Entries of one bucket: a cache line.
const WAYS: usize = 4;
/// Buckets to begin with, as a power of two.
const FIRST_BITS: u32 = 10;
/// Buckets of a chunk, as a power of two: an eighth of a mebibyte. A table that grows is filled chunk by chunk, so that a stop does not wait
/// for it. All at once took 30 ms, and more than a second on a thread that steps back behind others.
const CHUNK_BITS: u32 = 11;
/// A bit of the key's second word that every key leaves clear: set in an entry, it tells it from an empty place.
const TAKEN: u64 = 1 << 15;

type Bucket = [[u64; 2]; WAYS];

/// The buckets of one size. A chunk that is not needed yet, or no more, is empty.
#[derive(Default)]
struct Level(Vec<Box<[Bucket]>>);

impl Level {
    /// Makes a level of this number of buckets, a power of two.
    fn new(buckets: usize) -> Level {
        Level((0..buckets.div_ceil(1 << CHUNK_BITS)).map(|_| Box::default()).collect())
    }

    #[inline]
    fn get(&self, place: usize) -> Option<&Bucket> {
        self.0.get(place >> CHUNK_BITS)?.get(place & ((1 << CHUNK_BITS) - 1))
    }
}

/// Facts about the positions of one search under one ruleset. They hold for every deal, so a table may be kept from one solve to the next.
pub(crate) struct TranspositionTable {
    /// The bits of an entry's second word that hold the fact; every key leaves them clear.
    fact_bits: u64,
    buckets: usize,
    level: Level,
    /// The level of half as many buckets, with what the chunks of `level` that are still empty will hold.
    before: Level,
    stored: usize,
    bytes_max: usize,
}

impl TranspositionTable {
    pub(crate) fn new(bytes_max: usize, fact_bits: u64) -> TranspositionTable {
        let (level, before) = (Level::default(), Level::default());
        TranspositionTable { fact_bits, buckets: 0, level, before, stored: 0, bytes_max }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.level.0.iter().chain(&self.before.0).map(|chunk| size_of_val::<[_]>(chunk)).sum()
    }

    #[inline]
    fn place(&self, key: Key) -> usize {
        let mixed = (key.0[0] ^ key.0[1].rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32 ^ key.0[1]).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> (u64::BITS - self.buckets.trailing_zeros())) as usize
    }

    /// Returns the key of an entry.
    #[inline]
    fn key(&self, entry: [u64; 2]) -> Key {
        Key([entry[0], entry[1] & !(TAKEN | self.fact_bits)])
    }

    /// Returns the fact about a position, in the table's fact bits, if it is known.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<u64> {
        if self.buckets == 0 {
            return None;
        }
        let place = self.place(key);
        let bucket = self.level.get(place).or_else(|| self.before.get(place >> 1))?;
        let entry = bucket.iter().find(|entry| entry[1] & TAKEN != 0 && self.key(**entry) == key)?;
        Some(entry[1] & self.fact_bits)
    }

    /// Keeps the fact about a position, instead of one known before.
    pub(crate) fn store(&mut self, key: Key, fact: u64) {
        if self.stored * 2 >= self.buckets * WAYS {
            self.grow();
        }
        let entry = [key.0[0], key.0[1] | TAKEN | fact];
        let place = self.place(key);
        if self.level.0[place >> CHUNK_BITS].is_empty() {
            self.fill(place >> CHUNK_BITS);
        }
        let fact_bits = self.fact_bits;
        let bucket = &mut self.level.0[place >> CHUNK_BITS][place & ((1 << CHUNK_BITS) - 1)];
        let is_about = |old: &[u64; 2]| old[0] == entry[0] && (old[1] ^ entry[1]) & !fact_bits == 0;
        if let Some(way) = bucket.iter().position(|old| old[1] == 0 || is_about(old)) {
            self.stored += usize::from(bucket[way][1] == 0);
            bucket[way] = entry;
        } else {
            // The newest moves to the front, the oldest falls out.
            bucket.rotate_right(1);
            bucket[0] = entry;
        }
    }

    /// Makes a chunk, with the entries that belong there from the level before.
    #[cold]
    fn fill(&mut self, chunk: usize) {
        let len = self.buckets.min(1 << CHUNK_BITS);
        let mut made = vec![[[0; 2]; WAYS]; len].into_boxed_slice();
        let start = chunk << CHUNK_BITS;
        let olds = (start >> 1..(start + len) >> 1).filter_map(|place| self.before.get(place));
        for entry in olds.flatten().filter(|entry| entry[1] != 0) {
            let place = self.place(self.key(*entry));
            let free = made[place - start].iter_mut().find(|entry| entry[1] == 0);
            *free.expect("a bucket has room for what one of its size held") = *entry;
        }
        self.level.0[chunk] = made;
        // Two chunks come from one, which is of no more use once both are there.
        if self.level.0.get(chunk ^ 1).is_none_or(|other| !other.is_empty())
            && let Some(old) = self.before.0.get_mut(chunk >> 1)
        {
            *old = Box::default();
        }
    }

    /// Doubles the number of buckets, as long as the limit allows it.
    #[cold]
    fn grow(&mut self) {
        let buckets = (self.buckets * 2).max(1 << FIRST_BITS);
        // While growing, both are there.
        let bytes = (buckets + self.buckets) * size_of::<Bucket>();
        if bytes > self.bytes_max && self.buckets > 0 {
            self.stored = 0;
            return;
        }
        // Hardly ever one: thousands of entries came for each chunk since the last time.
        for chunk in 0..self.level.0.len() {
            if self.level.0[chunk].is_empty() {
                self.fill(chunk);
            }
        }
        self.before = std::mem::replace(&mut self.level, Level::new(buckets));
        self.buckets = buckets;
    }
}

#[cfg(test)]
mod tests {
    use rules::Seed;

    use super::*;

    const FACT_BITS: u64 = 3 << 54;

    /// Draws random keys; the bits that every key leaves clear are clear.
    fn keys(count: usize) -> Vec<Key> {
        let mut rng = Seed(7).rng();
        (0..count).map(|_| Key([rng.next_u64(), rng.next_u64() & !(TAKEN | FACT_BITS)])).collect()
    }

    fn chunks(table: &TranspositionTable) -> usize {
        table.level.0.iter().filter(|chunk| !chunk.is_empty()).count()
    }

    /// A stop must not wait for a table that grows: half a million buckets at once took a second on a busy machine.
    #[test]
    fn a_fact_fills_one_chunk_at_most() {
        assert!(size_of::<Bucket>() << CHUNK_BITS <= 128 << 10);
        let bytes_max = 4 << 20;
        let mut table = TranspositionTable::new(bytes_max, FACT_BITS);
        let (mut growths, mut most) = (0, 0);
        for (number, key) in keys(100_000).into_iter().enumerate() {
            let (buckets, before) = (table.buckets, chunks(&table));
            table.store(key, 0);
            let has_grown = table.buckets != buckets;
            growths += u32::from(has_grown);
            let filled = chunks(&table) - if has_grown { 0 } else { before };
            assert!(filled <= 1, "fact {number} fills {filled} chunks");
            most = most.max(table.bytes());
        }
        // 2^15 buckets of 64 bytes are two mebibytes; with those before, three.
        assert_eq!((growths, table.buckets, table.bytes()), (6, 1 << 15, 2 << 20));
        assert!(most <= bytes_max, "{most} bytes");
    }

    #[test]
    fn what_was_stored_is_found_while_the_table_grows() {
        let mut table = TranspositionTable::new(16 << 20, FACT_BITS);
        let keys = keys(30_000);
        let fact = |number: usize| (number as u64 % 4) << 54;
        for (number, &key) in keys.iter().enumerate() {
            assert_eq!(table.probe(key), None);
            table.store(key, fact(number + 1));
            // What is found out later replaces it, in the same place.
            table.store(key, fact(number));
            if number % 1000 == 0 {
                let known = keys[..=number].iter().enumerate();
                let found = known.filter(|&(number, &key)| table.probe(key) == Some(fact(number))).count();
                // A full bucket forgets a fact for each that comes; growing forgets none.
                assert_eq!(found, table.stored, "after {number} facts");
                assert!(found * 100 >= number * 93, "{found} of {number}");
            }
        }
    }
}
