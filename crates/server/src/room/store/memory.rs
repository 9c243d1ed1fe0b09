//! The store in memory: rooms, or players' records, in this process, with a time-to-live and a hard cap. Both remove the room that was used least
//! recently, so one order serves both.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use super::{Revision, RoomEnd, Store, StoreError, StoredValue, SwapOutcome, TurnId, Write, question_bytes};

/// The callback for every room that expires or is evicted.
pub type OnRoomEnd = Box<dyn Fn(&str, RoomEnd) + Send + Sync>;

/// Rooms in memory, at most `rooms_max`.
pub struct MemoryStore {
    /// The rooms, under one lock that is held only for short work.
    rooms: Mutex<Aged<Room>>,
    revision: AtomicU64,
    rooms_max: usize,
    idle: Duration,
    on_drop: OnRoomEnd,
}

struct Room {
    stored: StoredValue,
    answer: Option<(TurnId, Vec<u8>)>,
    ended: Option<TurnId>,
}

impl MemoryStore {
    /// Makes an empty store. It holds at most `rooms_max` rooms; each expires `idle` after its last use.
    pub fn new(rooms_max: usize, idle: Duration, on_drop: OnRoomEnd) -> MemoryStore {
        // A random start, so that no revision of another or an earlier process is valid here.
        let revision = AtomicU64::new(RandomState::new().hash_one("first revision"));
        MemoryStore { rooms: Mutex::default(), revision, rooms_max, idle, on_drop }
    }

    fn lock_and_expire(&self) -> MutexGuard<'_, Aged<Room>> {
        loop {
            let mut rooms = self.rooms.lock().expect("no code panics while it holds the rooms");
            let Some(oldest) = rooms.oldest(self.idle) else { return rooms };
            rooms.remove(&oldest);
            drop(rooms);
            (self.on_drop)(&oldest, RoomEnd::Expired);
        }
    }
}

/// Values by name, with the time of their last use.
pub(in crate::room) struct Aged<V> {
    values: HashMap<Arc<str>, (V, u64, Instant)>,
    /// The names by the tick of their last use, the least recent first.
    order: BTreeMap<u64, Arc<str>>,
    ticks: u64,
}

impl<V> Default for Aged<V> {
    fn default() -> Aged<V> {
        Aged { values: HashMap::new(), order: BTreeMap::new(), ticks: 0 }
    }
}

impl<V> Aged<V> {
    pub(in crate::room) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the name that was used least recently, if that was at least `idle` ago.
    pub(in crate::room) fn oldest(&self, idle: Duration) -> Option<Arc<str>> {
        let oldest = self.order.values().next()?;
        (self.values[oldest].2.elapsed() >= idle).then(|| Arc::clone(oldest))
    }

    /// Returns a value; this is no use of it.
    pub(in crate::room) fn get(&self, name: &str) -> Option<&V> {
        self.values.get(name).map(|(value, ..)| value)
    }

    fn touch(&mut self, name: &str) -> Option<&mut V> {
        self.ticks += 1;
        let (value, tick, used) = self.values.get_mut(name)?;
        let name = self.order.remove(tick).expect("every name stands in the order");
        self.order.insert(self.ticks, name);
        (*tick, *used) = (self.ticks, Instant::now());
        Some(value)
    }

    /// Adds a value under a name that has none.
    pub(in crate::room) fn insert(&mut self, name: &str, value: V) {
        self.ticks += 1;
        let name: Arc<str> = Arc::from(name);
        self.order.insert(self.ticks, Arc::clone(&name));
        self.values.insert(name, (value, self.ticks, Instant::now()));
    }

    pub(in crate::room) fn remove(&mut self, name: &str) -> Option<V> {
        let (value, tick, _) = self.values.remove(name)?;
        self.order.remove(&tick);
        Some(value)
    }
}

#[tonic::async_trait]
impl Store for MemoryStore {
    async fn load(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        Ok(self.lock_and_expire().touch(room).map(|room| room.stored.clone()))
    }

    async fn swap(&self, room: &str, expected: Option<Revision>, next: Write) -> Result<SwapOutcome, StoreError> {
        let Write { bytes, ends } = next;
        let mut rooms = self.lock_and_expire();
        let revision = Revision(self.revision.fetch_add(1, Ordering::Relaxed));
        let stored = StoredValue { revision, bytes };
        match (rooms.touch(room), expected) {
            (Some(found), Some(expected)) if found.stored.revision == expected => {
                found.stored = stored;
                found.ended = ends.or(found.ended);
                return Ok(Ok(revision));
            }
            (None, None) => {}
            (found, _) => return Ok(Err(found.map(|found| found.stored.clone()))),
        }
        let evicted = rooms.oldest(Duration::ZERO).filter(|_| rooms.len() >= self.rooms_max);
        if let Some(oldest) = &evicted {
            rooms.remove(oldest);
        }
        rooms.insert(room, Room { stored, answer: None, ended: None });
        drop(rooms);
        if let Some(evicted) = evicted {
            (self.on_drop)(&evicted, RoomEnd::Evicted);
        }
        Ok(Ok(revision))
    }

    async fn delete(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        Ok(self.lock_and_expire().remove(room).map(|room| room.stored))
    }

    async fn load_answer(&self, room: &str, turn: TurnId) -> Result<Option<Vec<u8>>, StoreError> {
        let rooms = self.lock_and_expire();
        let kept = rooms.get(room).and_then(|room| room.answer.as_ref());
        Ok(kept.filter(|(of, _)| *of == turn).map(|(_, answer)| answer.clone()))
    }

    async fn add_answer(&self, room: &str, turn: TurnId, answer: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let mut rooms = self.lock_and_expire();
        // A room that is gone has no turn any more.
        let Some(room) = rooms.touch(room) else { return Ok(Some(Vec::new())) };
        if room.ended.is_some_and(|last| last.opening == turn.opening && last.version >= turn.version) {
            return Ok(Some(Vec::new()));
        }
        let is_same = |(of, found): &&(TurnId, Vec<u8>)| *of == turn && question_bytes(found) == question_bytes(answer);
        if let Some((_, found)) = room.answer.as_ref().filter(is_same) {
            return Ok(Some(found.clone()));
        }
        room.answer = Some((turn, answer.to_vec()));
        Ok(None)
    }

    fn count(&self) -> Option<usize> {
        Some(self.lock_and_expire().len())
    }

    /// Drops rooms whose time is over. Without it they would stay until the store is used.
    async fn tidy(&self) {
        drop(self.lock_and_expire());
    }

    fn is_shared(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(rooms_max: usize) -> (Arc<Mutex<Vec<String>>>, MemoryStore) {
        let dropped = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&dropped);
        let on_drop = move |room: &str, gone: RoomEnd| log.lock().unwrap().push(format!("{room} {gone:?}"));
        (dropped, MemoryStore::new(rooms_max, Duration::from_secs(60), Box::new(on_drop)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_room_lasts_as_long_as_it_is_used() {
        let (dropped, store) = store(10);
        store.swap("a", None, vec![1].into()).await.unwrap().unwrap();
        store.swap("b", None, vec![1].into()).await.unwrap().unwrap();
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
    async fn a_full_store_evicts_the_least_recently_used_room() {
        let (dropped, store) = store(3);
        for name in ["a", "b", "c"] {
            store.swap(name, None, vec![1].into()).await.unwrap().unwrap();
        }
        store.load("a").await.unwrap();
        for name in ["d", "e"] {
            assert!(store.swap(name, None, vec![1].into()).await.unwrap().is_ok());
            assert_eq!(store.count(), Some(3));
        }
        assert_eq!(*dropped.lock().unwrap(), ["b Evicted", "c Evicted"]);
    }
}
