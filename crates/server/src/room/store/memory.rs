//! The store in memory: rooms, or players' records, in this process, with a time-to-live and a hard cap. Both remove the room that was used least
//! recently, so one order serves both.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use super::{Revision, RoomEnd, Store, StoreError, StoredValue, SwapOutcome, TurnId, Write, question_bytes};

/// The callback for every room that expires or is evicted.
pub type OnRoomEnd = Box<dyn Fn(&str, RoomEnd) + Send + Sync>;

/// Rooms in memory, at most `rooms_max`.
pub struct MemoryStore {
    /// The rooms, under one lock that is held only for short work.
    rooms: Mutex<Rooms>,
    rooms_max: usize,
    idle: Duration,
    on_drop: OnRoomEnd,
}

struct Rooms {
    by_name: HashMap<Arc<str>, Room>,
    /// The rooms by the time of their last use, the least recent first.
    order: BTreeMap<u64, Arc<str>>,
    ticks: u64,
    revision: u64,
}

struct Room {
    stored: StoredValue,
    answer: Option<(TurnId, Vec<u8>)>,
    ended: Option<TurnId>,
    tick: u64,
    used: Instant,
}

impl MemoryStore {
    /// Makes an empty store. It holds at most `rooms_max` rooms; each expires `idle` after its last use.
    pub fn new(rooms_max: usize, idle: Duration, on_drop: OnRoomEnd) -> MemoryStore {
        // A random start, so that no revision of another or an earlier process is valid here.
        let revision = RandomState::new().hash_one("first revision") >> 1;
        let rooms = Rooms { by_name: HashMap::new(), order: BTreeMap::new(), ticks: 0, revision };
        MemoryStore { rooms: Mutex::new(rooms), rooms_max, idle, on_drop }
    }

    fn lock(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().expect("no code panics while it holds the rooms")
    }

    fn lock_and_expire(&self) -> MutexGuard<'_, Rooms> {
        loop {
            let mut rooms = self.lock();
            let is_over = |oldest: &Arc<str>| rooms.by_name[oldest].used.elapsed() >= self.idle;
            let Some(oldest) = rooms.oldest().filter(is_over) else { return rooms };
            rooms.remove(&oldest);
            drop(rooms);
            (self.on_drop)(&oldest, RoomEnd::Expired);
        }
    }
}

impl Rooms {
    fn oldest(&self) -> Option<Arc<str>> {
        self.order.values().next().cloned()
    }

    fn touch(&mut self, room: &str) -> Option<&mut Room> {
        self.ticks += 1;
        let found = self.by_name.get_mut(room)?;
        let name = self.order.remove(&found.tick).expect("every room stands in the order");
        self.order.insert(self.ticks, name);
        (found.tick, found.used) = (self.ticks, Instant::now());
        Some(found)
    }

    fn insert(&mut self, room: &str, stored: StoredValue) {
        self.ticks += 1;
        let name: Arc<str> = Arc::from(room);
        self.order.insert(self.ticks, Arc::clone(&name));
        self.by_name.insert(name, Room { stored, answer: None, ended: None, tick: self.ticks, used: Instant::now() });
    }

    fn remove(&mut self, room: &str) -> Option<StoredValue> {
        let gone = self.by_name.remove(room)?;
        self.order.remove(&gone.tick);
        Some(gone.stored)
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
        rooms.revision += 1;
        let stored = StoredValue { revision: Revision(rooms.revision), bytes: bytes.into() };
        match (rooms.touch(room), expected) {
            (Some(found), Some(expected)) if found.stored.revision == expected => {
                found.stored = stored.clone();
                found.ended = ends.or(found.ended);
                return Ok(SwapOutcome::Written(stored));
            }
            (None, None) => {}
            (found, _) => return Ok(SwapOutcome::Found(found.map(|found| found.stored.clone()))),
        }
        let evicted = rooms.oldest().filter(|_| rooms.by_name.len() >= self.rooms_max);
        if let Some(oldest) = &evicted {
            rooms.remove(oldest);
        }
        rooms.insert(room, stored.clone());
        drop(rooms);
        if let Some(evicted) = evicted {
            (self.on_drop)(&evicted, RoomEnd::Evicted);
        }
        Ok(SwapOutcome::Written(stored))
    }

    async fn delete(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        Ok(self.lock_and_expire().remove(room))
    }

    async fn load_answer(&self, room: &str, turn: TurnId) -> Result<Option<Vec<u8>>, StoreError> {
        let rooms = self.lock_and_expire();
        let kept = rooms.by_name.get(room).and_then(|room| room.answer.as_ref());
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
        Some(self.lock().by_name.len())
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
        store.swap("a", None, vec![1].into()).await.unwrap();
        store.swap("b", None, vec![1].into()).await.unwrap();
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
            store.swap(name, None, vec![1].into()).await.unwrap();
        }
        store.load("a").await.unwrap();
        for name in ["d", "e"] {
            assert!(store.swap(name, None, vec![1].into()).await.unwrap().written().is_some());
            assert_eq!(store.count(), Some(3));
        }
        assert_eq!(*dropped.lock().unwrap(), ["b Evicted", "c Evicted"]);
    }
}
