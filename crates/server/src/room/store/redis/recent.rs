//! The values that this process wrote last. A change that begins with one saves a read; its compare-and-set tells when another replica has
//! written since.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, MutexGuard};

use crate::room::store::Stored;

/// The bytes of one generation: some ten thousand rooms.
const BYTES_MAX: usize = 16 << 20;

/// Two generations of values. The older one is dropped when the newer one is full.
#[derive(Default)]
pub(super) struct Recent(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    newer: HashMap<String, Stored>,
    older: HashMap<String, Stored>,
    bytes: usize,
}

impl Recent {
    pub(super) fn put(&self, key: &str, stored: &Stored) {
        let mut generations = self.lock();
        if generations.bytes >= BYTES_MAX {
            generations.older = mem::take(&mut generations.newer);
            generations.bytes = 0;
        }
        generations.bytes += stored.bytes.len();
        let before = generations.newer.insert(key.to_owned(), stored.clone());
        generations.bytes -= before.map_or(0, |before| before.bytes.len());
    }

    /// Takes a value out. It is used once: what is written after it takes its place.
    pub(super) fn take(&self, key: &str) -> Option<Stored> {
        let mut generations = self.lock();
        let (newer, older) = (generations.newer.remove(key), generations.older.remove(key));
        generations.bytes -= newer.as_ref().map_or(0, |newer| newer.bytes.len());
        newer.or(older)
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.0.lock().expect("no code panics while it holds the values")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::store::Revision;

    #[test]
    fn the_newest_value_is_at_hand_once_and_old_ones_go() {
        let (recent, half) = (Recent::default(), BYTES_MAX / 2);
        let put = |key: &str, revision: u64| {
            recent.put(key, &Stored { revision: Revision(revision), bytes: vec![0; half].into() });
        };
        let take = |key: &str| recent.take(key).map(|stored| stored.revision.0);
        put("a", 1);
        put("a", 2);
        assert_eq!((take("a"), take("a")), (Some(2), None));
        put("b", 3);
        put("c", 4);
        put("b", 5);
        assert_eq!((take("b"), take("b"), take("c")), (Some(5), None, Some(4)), "of both generations");
        (0..6).for_each(|revision| put(&format!("k{revision}"), revision));
        assert_eq!((take("k0"), take("k5")), (None, Some(5)));
    }
}
