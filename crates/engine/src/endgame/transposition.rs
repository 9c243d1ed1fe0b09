//! The memory of the search: eight bytes per entry, exact. The key's bits that choose the bucket are not stored and the
//! others are, so a found entry is the position itself and never another one with the same hash.

use crate::endgame::key::Key;

/// Entries of one bucket.
const WAYS: usize = 8;

/// A cache line of entries.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([u64; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Buckets of the first level, as a power of two: small deals touch little memory.
const FIRST_BITS: u32 = 10;
/// Each level has twice the buckets of the one before.
const GROWTH_BITS: u32 = 1;
const LEVELS_MAX: usize = 18;
/// Buckets of a chunk, as a power of two: half a mebibyte takes a fraction of a millisecond to fill, so growing never
/// keeps a stop waiting. Whole levels at once took up to a tenth of a second.
const CHUNK_BITS: u32 = 13;

/// Neighbouring buckets, once they are needed.
type Chunk = Option<Box<[Bucket]>>;

/// Facts about two-seat positions under one ruleset. They hold for every deal, so a table may be kept from one solve
/// to the next.
pub(crate) struct TranspositionTable {
    /// The chunks of each level; a chunk is made on its first use, with the entries of the level before.
    levels: Box<[Box<[Chunk]>]>,
    level: usize,
    stored: usize,
}

/// The knowledge about a position and all positions that differ from it only in the threshold. The threshold is the lowest rank
/// with which the mover can answer in kind: the lower, the better for him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// The mover wins with a threshold below this one.
    pub(crate) wins_below: u8,
    /// The mover loses with this threshold or a higher one.
    pub(crate) loses_from: u8,
}

/// A threshold that is never reached: one more than the highest.
pub(crate) const NEVER: u8 = 16;

impl Bounds {
    /// Nothing is known.
    pub(crate) const NONE: Bounds = Bounds { wins_below: 0, loses_from: NEVER };
    /// The mover wins against any standing combo.
    pub(crate) const WON: Bounds = Bounds { wins_below: NEVER, loses_from: NEVER };
    /// The mover loses against any standing combo.
    pub(crate) const LOST: Bounds = Bounds { wins_below: 0, loses_from: 0 };

    /// True if the mover wins, if that is known.
    #[inline]
    pub(crate) fn wins(self, threshold: u8) -> Option<bool> {
        if threshold < self.wins_below {
            Some(true)
        } else if threshold >= self.loses_from {
            Some(false)
        } else {
            None
        }
    }

    const fn pack(self) -> u64 {
        let from = self.loses_from as u64;
        from * (from + 1) / 2 + self.wins_below as u64
    }
}

/// The inverse of [`Bounds::pack`].
const UNPACKED: [Bounds; 256] = {
    let mut unpacked = [Bounds::NONE; 256];
    let mut loses_from = 0;
    while loses_from <= NEVER {
        let mut wins_below = 0;
        while wins_below <= loses_from {
            let bounds = Bounds { wins_below, loses_from };
            unpacked[bounds.pack() as usize] = bounds;
            wins_below += 1;
        }
        loses_from += 1;
    }
    unpacked
};

/// An entry: the rest of the mixed key on top, then how hard it was to find (2 bits, never 0), then the bounds.
const BOUNDS_BITS: u32 = 8;
const EFFORT_BITS: u32 = 2;
const REST: u64 = !0 << (BOUNDS_BITS + EFFORT_BITS);
const _: () = assert!(BOUNDS_BITS + EFFORT_BITS <= FIRST_BITS);

impl TranspositionTable {
    /// The memory that every table takes.
    pub(crate) const BYTES_MIN: usize = size_of::<Bucket>() << FIRST_BITS;

    /// Makes a table that takes at most `bytes_max` (or [`TranspositionTable::BYTES_MIN`]) and takes little until it is needed.
    pub(crate) fn new(bytes_max: usize) -> TranspositionTable {
        let bytes_of = |levels: usize| (0..levels).map(|level| size_of::<Bucket>() << bits(level)).sum::<usize>();
        let mut levels_max = 1;
        while levels_max < LEVELS_MAX && bytes_of(levels_max + 1) <= bytes_max {
            levels_max += 1;
        }
        let chunks = |level| (0..1usize << bits(level).saturating_sub(CHUNK_BITS)).map(|_| None).collect();
        TranspositionTable { levels: (0..levels_max).map(chunks).collect(), level: 0, stored: 0 }
    }

    /// Counts the bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.levels.iter().flatten().flatten().map(|chunk| size_of_val::<[Bucket]>(chunk)).sum()
    }

    #[inline]
    fn bucket(&mut self, level: usize, place: usize) -> &mut [u64; WAYS] {
        let chunk = place >> CHUNK_BITS;
        if self.levels[level][chunk].is_none() {
            self.levels[level][chunk] = Some(self.first_chunk(level, chunk));
        }
        let chunk = self.levels[level][chunk].as_deref_mut().expect("it was made");
        &mut chunk[place & ((1 << CHUNK_BITS) - 1)].0
    }

    /// Returns a chunk with the entries that belong there from the level before.
    #[cold]
    fn first_chunk(&mut self, level: usize, chunk: usize) -> Box<[Bucket]> {
        let mut buckets: Box<[Bucket]> = (0..1 << bits(level).min(CHUNK_BITS)).map(|_| Bucket::default()).collect();
        let Some(before) = level.checked_sub(1) else { return buckets };
        let start = chunk << CHUNK_BITS;
        for old_place in start >> GROWTH_BITS..(start + buckets.len()) >> GROWTH_BITS {
            let first = (old_place as u64) >> (bits(before) - FIRST_BITS) << (u64::BITS - FIRST_BITS);
            for &word in self.bucket(before, old_place).iter().filter(|&&word| word != 0) {
                let new = &mut buckets[place(level, first | word >> FIRST_BITS) - start];
                if let Some(free) = new.0.iter_mut().find(|entry| **entry == 0) {
                    *free = word;
                }
            }
        }
        buckets
    }

    #[inline]
    pub(crate) fn probe(&mut self, key: Key) -> Bounds {
        let mixed = mix(key.bits);
        for &mut word in self.bucket(self.level, place(self.level, mixed)) {
            if is_about(word, mixed) {
                return UNPACKED[(word & 0xFF) as usize];
            }
        }
        Bounds::NONE
    }

    /// Stores bounds that were found with `nodes` nodes.
    #[inline]
    pub(crate) fn store(&mut self, key: Key, bounds: Bounds, nodes: u64) {
        let mixed = mix(key.bits);
        let effort = u64::from(nodes.max(1).ilog2() / 4 + 1).min(3);
        if self.put(mixed, bounds, effort) {
            self.stored += 1;
            if self.stored > (WAYS << bits(self.level)) * 7 / 8 && self.level + 1 < self.levels.len() {
                self.level += 1;
            }
        }
    }

    /// True if an empty place was taken.
    #[inline]
    fn put(&mut self, mixed: u64, bounds: Bounds, effort: u64) -> bool {
        let rest = mixed << FIRST_BITS & REST;
        let bucket = self.bucket(self.level, place(self.level, mixed));
        let (mut victim, mut least) = (0, u64::MAX);
        for (way, entry) in bucket.iter_mut().enumerate() {
            let word = *entry;
            if word == 0 {
                *entry = rest | effort << BOUNDS_BITS | bounds.pack();
                return true;
            }
            let old_effort = word >> BOUNDS_BITS & 3;
            if is_about(word, mixed) {
                let old = UNPACKED[(word & 0xFF) as usize];
                let both = Bounds {
                    wins_below: old.wins_below.max(bounds.wins_below),
                    loses_from: old.loses_from.min(bounds.loses_from),
                };
                *entry = rest | effort.max(old_effort) << BOUNDS_BITS | both.pack();
                return false;
            }
            if old_effort < least {
                (victim, least) = (way, old_effort);
            }
        }
        bucket[victim] = rest | effort << BOUNDS_BITS | bounds.pack();
        false
    }
}

const fn bits(level: usize) -> u32 {
    FIRST_BITS + GROWTH_BITS * level as u32
}

/// Returns the bucket in which a mixed key belongs.
#[inline]
const fn place(level: usize, mixed: u64) -> usize {
    (mixed >> (u64::BITS - bits(level))) as usize
}

/// True if an entry is about the key that was mixed. Its bucket has already answered for the first bits.
#[inline]
const fn is_about(word: u64, mixed: u64) -> bool {
    (word ^ mixed << FIRST_BITS) & REST == 0 && word != 0
}

/// Mixes by the finaliser of MurmurHash3: it is a bijection, so an entry is exact.
#[inline]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    word = (word ^ word >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    word ^ word >> 33
}
