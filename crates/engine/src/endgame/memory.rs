//! The memory of the searches, kept from one solve to the next: exact, for one thread. An entry holds a position's key and the fact about
//! it in as many words as the key has: some of the bits that choose the bucket are not stored, and make room for the fact.

use rules::Ruleset;

use crate::endgame::key::Key;

/// The default limit of the memory that a solve may take.
pub const MEMORY_BYTES_MAX: usize = 256 << 20;

/// The results of searches, kept from one solve to the next. They belong to one ruleset and to one of the two searches: a solve under
/// another ruleset, or by the other search, empties the memory.
pub struct Memory {
    bytes_max: usize,
    rules: Option<Ruleset>,
    /// The table of the two-seat search.
    duel: TranspositionTable<1>,
    /// The table of the three-seat search. At least one of the two tables is empty.
    trio: TranspositionTable<2>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new(MEMORY_BYTES_MAX)
    }
}

impl Memory {
    /// Makes a memory that will not take more than `bytes_max` (or 64 kibibytes, if that is more), and takes little until it is needed.
    pub fn new(bytes_max: usize) -> Memory {
        let (duel, trio) = (TranspositionTable::new(bytes_max), TranspositionTable::new(bytes_max));
        Memory { bytes_max, rules: None, duel, trio }
    }

    /// Counts the bytes in use.
    pub fn bytes_used(&self) -> usize {
        self.duel.bytes_used() + self.trio.bytes_used()
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Memory::new(self.bytes_max);
    }

    pub(crate) fn two_seat_table(&mut self, rules: &Ruleset) -> &mut TranspositionTable<1> {
        if self.rules != Some(*rules) || self.trio.bytes_used() > 0 {
            *self = Memory { rules: Some(*rules), ..Memory::new(self.bytes_max) };
        }
        &mut self.duel
    }

    pub(crate) fn three_seat_table(&mut self, rules: &Ruleset) -> &mut TranspositionTable<2> {
        if self.rules != Some(*rules) || self.duel.bytes_used() > 0 {
            *self = Memory { rules: Some(*rules), ..Memory::new(self.bytes_max) };
        }
        &mut self.trio
    }
}

/// The number of words in a bucket, which is one cache line: eight entries of one word, or four of two.
const BUCKET_WORDS: usize = 8;
/// The binary logarithm of the number of buckets after the first growth.
const FIRST_BUCKET_BITS: u32 = 10;
/// The binary logarithm of the most buckets in a chunk: 128 KiB. A table that grows is filled chunk by chunk, so that a stop does not wait
/// for it.
const CHUNK_BITS: u32 = 11;
/// The number of bits of a fact. At least as many bits of the key choose the bucket.
pub(crate) const FACT_BITS: u32 = FIRST_BUCKET_BITS;

#[derive(Clone)]
#[repr(align(64))]
struct Bucket([u64; BUCKET_WORDS]);

impl Bucket {
    const EMPTY: Bucket = Bucket([0; BUCKET_WORDS]);

    #[inline]
    fn entries<const WORDS: usize>(&self) -> &[[u64; WORDS]] {
        self.0.as_chunks().0
    }

    #[inline]
    fn entries_mut<const WORDS: usize>(&mut self) -> &mut [[u64; WORDS]] {
        self.0.as_chunks_mut().0
    }
}

/// The buckets of a table at one size. A chunk that is not needed yet, or is no longer needed, is empty.
#[derive(Default)]
struct TableLevel(Vec<Box<[Bucket]>>);

impl TableLevel {
    /// Makes a level of this number of buckets, a power of two.
    fn new(buckets: usize) -> TableLevel {
        TableLevel((0..buckets.div_ceil(1 << CHUNK_BITS)).map(|_| Box::default()).collect())
    }

    #[inline]
    fn get(&self, place: usize) -> Option<&Bucket> {
        self.0.get(place >> CHUNK_BITS)?.get(place & ((1 << CHUNK_BITS) - 1))
    }
}

/// Facts about the positions of one search under one ruleset. They hold for every deal, so a table may be kept from one solve to the next.
/// A fact is a number below 2^[`FACT_BITS`]; 0 means that nothing is known, and is never stored.
pub(crate) struct TranspositionTable<const WORDS: usize> {
    buckets: usize,
    level: TableLevel,
    /// The level before the last growth. It has the entries that belong in the chunks of `level` that are still empty.
    before: TableLevel,
    stored: usize,
    bytes_max: usize,
}

/// Mixes a key, so that the bits of its first word look random. Different keys stay different.
#[inline]
fn mix_key<const WORDS: usize>(Key(mut words): Key<WORDS>) -> [u64; WORDS] {
    let second = words.get(1).copied().unwrap_or(0);
    let mixed = (words[0] ^ second.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    words[0] = (mixed ^ mixed >> 32 ^ second).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    words
}

#[inline]
fn entry<const WORDS: usize>(mut mixed: [u64; WORDS], fact: u64) -> [u64; WORDS] {
    mixed[0] = mixed[0] << FACT_BITS | fact;
    mixed
}

#[inline]
fn fact<const WORDS: usize>(entry: [u64; WORDS]) -> u64 {
    entry[0] & ((1 << FACT_BITS) - 1)
}

/// True if two entries of one bucket are about one position.
#[inline]
fn have_same_position<const WORDS: usize>(one: [u64; WORDS], other: [u64; WORDS]) -> bool {
    (one[0] ^ other[0]) >> FACT_BITS == 0 && one[1..] == other[1..]
}

impl<const WORDS: usize> TranspositionTable<WORDS> {
    pub(crate) fn new(bytes_max: usize) -> TranspositionTable<WORDS> {
        let (level, before) = (TableLevel::default(), TableLevel::default());
        TranspositionTable { buckets: 0, level, before, stored: 0, bytes_max }
    }

    pub(crate) fn bytes_used(&self) -> usize {
        self.level.0.iter().chain(&self.before.0).map(|chunk| size_of_val::<[_]>(chunk)).sum()
    }

    #[inline]
    fn bucket_place(&self, mixed: u64) -> usize {
        (mixed >> (u64::BITS - self.buckets.trailing_zeros())) as usize
    }

    /// Returns the fact about a position, or 0.
    #[inline]
    pub(crate) fn probe(&self, key: Key<WORDS>) -> u64 {
        if self.buckets == 0 {
            return 0;
        }
        let mixed = mix_key(key);
        let place = self.bucket_place(mixed[0]);
        let Some(bucket) = self.level.get(place).or_else(|| self.before.get(place >> 1)) else { return 0 };
        let wanted = entry(mixed, 0);
        bucket.entries().iter().find(|&&entry| have_same_position(entry, wanted)).map_or(0, |&entry| fact(entry))
    }

    /// Keeps the fact about a position, instead of one known before.
    pub(crate) fn store(&mut self, key: Key<WORDS>, found: u64) {
        debug_assert!(found != 0 && found >> FACT_BITS == 0, "{found} is no fact");
        // A full bucket loses entries. Buckets of four entries are full sooner than buckets of eight.
        let eighths = if WORDS == 1 { 5 } else { 4 };
        if self.stored * WORDS * 8 >= self.buckets * BUCKET_WORDS * eighths {
            self.grow();
        }
        let mixed = mix_key(key);
        let (place, new) = (self.bucket_place(mixed[0]), entry(mixed, found));
        if self.level.0[place >> CHUNK_BITS].is_empty() {
            self.fill_chunk(place >> CHUNK_BITS);
        }
        let bucket = self.level.0[place >> CHUNK_BITS][place & ((1 << CHUNK_BITS) - 1)].entries_mut();
        if let Some(old) = bucket.iter_mut().find(|old| fact(**old) == 0 || have_same_position(**old, new)) {
            self.stored += usize::from(fact(*old) == 0);
            *old = new;
        } else {
            // The new entry goes to the front, and the last one is dropped.
            bucket.rotate_right(1);
            bucket[0] = new;
        }
    }

    /// Makes a chunk, with the entries that belong there from the level before.
    #[cold]
    fn fill_chunk(&mut self, chunk: usize) {
        let len = self.buckets.min(1 << CHUNK_BITS);
        let mut made = vec![Bucket::EMPTY; len].into_boxed_slice();
        let start = chunk << CHUNK_BITS;
        for old_place in start >> 1..(start + len) >> 1 {
            let Some(old) = self.before.get(old_place) else { break };
            // The first bits of the keys, which entries do not hold.
            let first = old_place as u64 >> (self.buckets.trailing_zeros() - 1 - FIRST_BUCKET_BITS);
            for entry in old.entries::<WORDS>().iter().filter(|entry| fact(**entry) != 0) {
                let place = self.bucket_place(first << (u64::BITS - FIRST_BUCKET_BITS) | entry[0] >> FACT_BITS);
                let free = made[place - start].entries_mut().iter_mut().find(|entry| fact(**entry) == 0);
                *free.expect("a bucket has room for what one of its size held") = *entry;
            }
        }
        self.level.0[chunk] = made;
        // An old chunk is of no more use once all chunks from it are there.
        if self.level.0.get(chunk ^ 1).is_none_or(|other| !other.is_empty())
            && let Some(old) = self.before.0.get_mut(chunk >> 1)
        {
            *old = Box::default();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let buckets = (self.buckets * 2).max(1 << FIRST_BUCKET_BITS);
        // While the table grows, both levels take memory.
        let bytes = (buckets + self.buckets) * size_of::<Bucket>();
        if bytes > self.bytes_max && self.buckets > 0 {
            self.stored = 0;
            return;
        }
        // There is hardly ever an empty chunk: many entries have come for each chunk since the table last grew.
        for chunk in 0..self.level.0.len() {
            if self.level.0[chunk].is_empty() {
                self.fill_chunk(chunk);
            }
        }
        self.before = std::mem::replace(&mut self.level, TableLevel::new(buckets));
        self.buckets = buckets;
    }
}

#[cfg(test)]
mod tests {
    use rules::Seed;

    use super::*;

    fn keys<const WORDS: usize>(count: usize) -> Vec<Key<WORDS>> {
        let mut rng = Seed(7).rng();
        (0..count).map(|_| Key(std::array::from_fn(|_| rng.next_u64()))).collect()
    }

    fn filled_chunks<const WORDS: usize>(table: &TranspositionTable<WORDS>) -> usize {
        table.level.0.iter().filter(|chunk| !chunk.is_empty()).count()
    }

    /// A stop must not wait for a table that grows.
    #[test]
    fn storing_a_fact_allocates_one_chunk_at_most() {
        assert!(size_of::<Bucket>() << CHUNK_BITS <= 128 << 10);
        check_growth::<1>(200_000);
        check_growth::<2>(100_000);
    }

    fn check_growth<const WORDS: usize>(facts: usize) {
        let bytes_max = 4 << 20;
        let mut table = TranspositionTable::<WORDS>::new(bytes_max);
        let (mut growths, mut most) = (0, 0);
        for (number, key) in keys(facts).into_iter().enumerate() {
            let (buckets, before) = (table.buckets, filled_chunks(&table));
            table.store(key, 1);
            let has_grown = table.buckets != buckets;
            growths += u32::from(has_grown);
            let filled = filled_chunks(&table) - if has_grown { 0 } else { before };
            assert!(filled <= 1, "fact {number} fills {filled} chunks");
            most = most.max(table.bytes_used());
        }
        // 2^15 buckets of 64 bytes are two mebibytes; with those before, three.
        assert_eq!((growths, table.buckets, table.bytes_used()), (6, 1 << 15, 2 << 20));
        assert!(most <= bytes_max, "{most} bytes");
    }

    #[test]
    fn growing_loses_no_stored_fact() {
        check_growth_loses_none::<1>();
        check_growth_loses_none::<2>();
    }

    fn check_growth_loses_none<const WORDS: usize>() {
        let mut table = TranspositionTable::<WORDS>::new(16 << 20);
        let keys = keys(30_000);
        let fact = |number: usize| number as u64 % 1023 + 1;
        for (number, &key) in keys.iter().enumerate() {
            assert_eq!(table.probe(key), 0);
            table.store(key, fact(number + 1));
            table.store(key, fact(number));
            if number % 1000 == 0 {
                let known = keys[..=number].iter().enumerate();
                let found = known.filter(|&(number, &key)| table.probe(key) == fact(number)).count();
                // A full bucket forgets a fact for each that comes; growing forgets none.
                assert_eq!(found, table.stored, "after {number} facts");
                assert!(found * 100 >= number * 93, "{found} of {number}");
            }
        }
    }
}
