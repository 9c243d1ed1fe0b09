//! The embedded store: rooms in this process, in shards, with a time-to-live and a hard cap. Expiry and cap both drop the
//! least recently used room, so one order serves both.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use super::{Answer, Gone, Kept, Revision, Store, StoreError, Stored, Swap};

/// The number of shards. A lock is held only for a look-up and a copy of a pointer: with 64 shards, rooms rarely wait for
/// each other.
const SHARDS: usize = 64;

/// The callback for every room that expires or is evicted.
pub type OnDrop = Box<dyn Fn(&str, Gone) + Send + Sync>;

/// Rooms in memory, never more than `rooms_max`.
pub struct Memory {
    shards: Vec<Mutex<Shard>>,
    hasher: RandomState,
    rooms: AtomicUsize,
    rooms_max: usize,
    idle: Duration,
    revision: AtomicU64,
    on_drop: OnDrop,
}

#[derive(Default)]
struct Shard {
    rooms: HashMap<Arc<str>, Room>,
    /// The rooms by the time of their last use, the least recent first.
    order: BTreeMap<u64, Arc<str>>,
    ticks: u64,
}

struct Room {
    stored: Stored,
    answer: Option<Answer>,
    tick: u64,
    used: Instant,
}

impl Memory {
    /// Makes an empty store. It holds at most `rooms_max` rooms, each for `idle` after its last use.
    pub fn new(rooms_max: usize, idle: Duration, on_drop: OnDrop) -> Memory {
        let hasher = RandomState::new();
        // A random start, so that no revision of another or an earlier process is valid here.
        let revision = AtomicU64::new(hasher.hash_one("first revision") >> 1);
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Memory { shards, hasher, rooms: AtomicUsize::new(0), rooms_max, idle, revision, on_drop }
    }

    fn shard(&self, index: usize) -> MutexGuard<'_, Shard> {
        self.shards[index].lock().expect("no code panics while it holds a shard")
    }

    /// Locks the shard of a room, after dropping its rooms whose time is over.
    fn fresh(&self, room: &str) -> (usize, MutexGuard<'_, Shard>) {
        let index = self.hasher.hash_one(room) as usize % SHARDS;
        self.expire(index);
        (index, self.shard(index))
    }

    fn expire(&self, index: usize) {
        loop {
            let mut shard = self.shard(index);
            let Some(oldest) = shard.oldest() else { return };
            if shard.rooms[&oldest].used.elapsed() < self.idle {
                return;
            }
            shard.remove(&oldest);
            self.rooms.fetch_sub(1, Ordering::Relaxed);
            drop(shard);
            (self.on_drop)(&oldest, Gone::Expired);
        }
    }

    /// Evicts the least recently used room of this shard, or of the next shard that has one. The new room is counted
    /// already.
    fn evict_one(&self, from: usize) {
        for index in (0..SHARDS).map(|step| (from + step) % SHARDS) {
            let mut shard = self.shard(index);
            let Some(oldest) = shard.oldest() else { continue };
            shard.remove(&oldest);
            self.rooms.fetch_sub(1, Ordering::Relaxed);
            drop(shard);
            (self.on_drop)(&oldest, Gone::Evicted);
            return;
        }
    }
}

impl Shard {
    fn oldest(&self) -> Option<Arc<str>> {
        self.order.values().next().cloned()
    }

    fn touch(&mut self, room: &str) -> Option<&mut Room> {
        self.ticks += 1;
        let found = self.rooms.get_mut(room)?;
        let name = self.order.remove(&found.tick).expect("every room stands in the order");
        self.order.insert(self.ticks, name);
        (found.tick, found.used) = (self.ticks, Instant::now());
        Some(found)
    }

    fn insert(&mut self, room: &str, stored: Stored) {
        self.ticks += 1;
        let name: Arc<str> = Arc::from(room);
        self.order.insert(self.ticks, Arc::clone(&name));
        self.rooms.insert(name, Room { stored, answer: None, tick: self.ticks, used: Instant::now() });
    }

    fn remove(&mut self, room: &str) -> Option<Stored> {
        let gone = self.rooms.remove(room)?;
        self.order.remove(&gone.tick);
        Some(gone.stored)
    }
}

#[tonic::async_trait]
impl Store for Memory {
    async fn load(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        let (_, mut shard) = self.fresh(room);
        Ok(shard.touch(room).map(|room| room.stored.clone()))
    }

    async fn swap(&self, room: &str, expected: Option<Revision>, bytes: Vec<u8>) -> Result<Swap, StoreError> {
        let revision = Revision(self.revision.fetch_add(1, Ordering::Relaxed));
        let stored = Stored { revision, bytes: bytes.into() };
        let (index, mut shard) = self.fresh(room);
        match (shard.touch(room), expected) {
            (Some(found), Some(expected)) if found.stored.revision == expected => {
                found.stored = stored.clone();
                return Ok(Swap::Written(stored));
            }
            (None, None) => {}
            (found, _) => return Ok(Swap::Found(found.map(|found| found.stored.clone()))),
        }
        let is_full = self.rooms.fetch_add(1, Ordering::Relaxed) >= self.rooms_max;
        if is_full {
            // Without the lock, because the eviction may lock another shard. Another call may open the same room
            // meanwhile.
            drop(shard);
            self.evict_one(index);
            shard = self.shard(index);
            if let Some(found) = shard.rooms.get(room) {
                self.rooms.fetch_sub(1, Ordering::Relaxed);
                return Ok(Swap::Found(Some(found.stored.clone())));
            }
        }
        shard.insert(room, stored.clone());
        Ok(Swap::Written(stored))
    }

    async fn delete(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        let (_, mut shard) = self.fresh(room);
        let gone = shard.remove(room);
        if gone.is_some() {
            self.rooms.fetch_sub(1, Ordering::Relaxed);
        }
        Ok(gone)
    }

    async fn answer(&self, room: &str) -> Result<Option<Answer>, StoreError> {
        let (_, shard) = self.fresh(room);
        Ok(shard.rooms.get(room).and_then(|room| room.answer.clone()))
    }

    async fn keep(&self, room: &str, at: Revision, answer: &Answer) -> Result<Kept, StoreError> {
        let (_, mut shard) = self.fresh(room);
        let Some(found) = shard.touch(room).filter(|found| found.stored.revision == at) else {
            return Ok(Kept::Changed);
        };
        match &found.answer {
            Some(before) if before.is_to_same(answer) => Ok(Kept::Found(before.clone())),
            _ => {
                found.answer = Some(answer.clone());
                Ok(Kept::Written)
            }
        }
    }

    fn count(&self) -> Option<usize> {
        Some(self.rooms.load(Ordering::Relaxed))
    }

    /// Drops rooms whose time is over. Otherwise they are dropped at the next use of their shard.
    async fn tidy(&self) {
        (0..SHARDS).for_each(|index| self.expire(index));
    }

    fn is_shared(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(rooms_max: usize) -> (Arc<Mutex<Vec<String>>>, Memory) {
        let dropped = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&dropped);
        let on_drop = move |room: &str, gone: Gone| told.lock().unwrap().push(format!("{room} {gone:?}"));
        (dropped, Memory::new(rooms_max, Duration::from_secs(60), Box::new(on_drop)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_room_lasts_as_long_as_it_is_used() {
        let (dropped, store) = store(10);
        store.swap("a", None, vec![1]).await.unwrap();
        store.swap("b", None, vec![1]).await.unwrap();
        tokio::time::advance(Duration::from_secs(40)).await;
        assert!(store.load("a").await.unwrap().is_some());
        tokio::time::advance(Duration::from_secs(40)).await;
        assert!(store.load("a").await.unwrap().is_some());
        store.tidy().await;
        assert_eq!((*dropped.lock().unwrap()).clone(), ["b Expired"]);
        assert_eq!(store.count(), Some(1));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert!(store.load("a").await.unwrap().is_none());
    }

    #[tokio::test]
    async fn the_cap_is_hard() {
        let (dropped, store) = store(100);
        for number in 0..1000 {
            assert!(store.swap(&format!("room-{number}"), None, vec![1]).await.unwrap().written().is_some());
            assert!(store.count() <= Some(100));
        }
        assert_eq!(store.count(), Some(100));
        assert_eq!(dropped.lock().unwrap().len(), 900);
        assert!(store.load("room-999").await.unwrap().is_some(), "the newest is never the one that goes");
    }

    #[tokio::test]
    async fn within_a_shard_the_least_recently_used_goes() {
        let (dropped, store) = store(3);
        // Names of one shard, with any key of the hasher.
        let shard_of = |name: &str| store.hasher.hash_one(name) as usize % SHARDS;
        let names: Vec<String> =
            (0..).map(|number| format!("n{number}")).filter(|name| shard_of(name) == shard_of("n0")).take(4).collect();
        for name in &names[..3] {
            store.swap(name, None, vec![1]).await.unwrap();
        }
        store.load(&names[0]).await.unwrap();
        store.swap(&names[3], None, vec![1]).await.unwrap();
        assert_eq!((*dropped.lock().unwrap()).clone(), [format!("{} Evicted", names[1])]);
    }
}
