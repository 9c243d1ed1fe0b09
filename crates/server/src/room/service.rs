//! Rooms of this replica: the state machine over a store, the watchers, and the turns that are being decided.

mod records;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};

use super::players;
use super::state::RoomState;
use super::store::codec;
use super::store::kv::{First, Kv, unreadable};
use super::store::memory::Memory;
use super::store::redis::Redis;
use super::store::redis::nodes::Nodes;
use super::store::{ANSWER_BYTES_MAX, Answer, Gone, Kept, Store, Stored};
use super::watch::{Update, Watchers};
use crate::config::{Config, Fault, RoomStore};
use crate::observe::metrics::{Metrics, StoreOp};
use crate::roster::frozen_persona::Catalogue;

/// Every room of this replica.
pub struct Rooms {
    store: Kv,
    /// The records of players beyond a room, if they are kept.
    pub(super) players: Option<players::Players>,
    /// The watchers of rooms on this replica.
    pub watchers: Arc<Watchers>,
    open_turns: Arc<OpenTurns>,
    /// The personas that can play.
    catalogue: Arc<dyn Catalogue>,
    pub(super) metrics: Arc<Metrics>,
}

/// A room as it was loaded. A change of it needs no second load, unless another writer was quicker.
#[derive(Clone)]
pub struct LoadedRoom {
    stored: Stored,
    /// The room.
    pub state: RoomState,
    /// The time that the store took for it.
    pub took: Duration,
    /// The answer that is kept beside it, if this call loaded it.
    pub answer: Option<Answer>,
    /// True if this call made the turn: no answer to it can be kept.
    pub is_new_turn: bool,
}

impl LoadedRoom {
    fn new(stored: Stored, state: RoomState, took: Duration) -> LoadedRoom {
        LoadedRoom { stored, state, took, answer: None, is_new_turn: false }
    }
}

/// The outcome of a step on a room: the new room, if it changes, and an answer.
pub type Step<T> = Result<(Option<RoomState>, T), Refusal>;

/// The most updates that a watcher may be behind. A slower one is disconnected.
const UPDATES_MAX: usize = 256;

impl Rooms {
    /// Makes the rooms in the store that is configured.
    pub fn new(config: &Config, catalogue: Arc<dyn Catalogue>, metrics: &Arc<Metrics>) -> Result<Rooms, Fault> {
        if config.rooms.store == RoomStore::Redis {
            let nodes = &Nodes::new(&config.rooms.redis)?;
            let store = Redis::of("room", nodes, &config.rooms.redis, Duration::from_secs(config.rooms.idle_s));
            let players = players::in_redis(nodes, &config.rooms.players, &config.rooms.redis, metrics);
            return Ok(Rooms { players, ..Rooms::over(store, config, catalogue, metrics) });
        }
        let watchers = Arc::new(Watchers::new(config.fixed.watchers_max, UPDATES_MAX));
        let open_turns = Arc::new(OpenTurns::default());
        let (updates, stopped) = (Arc::clone(&watchers), Arc::clone(&open_turns));
        let on_drop = move |room: &str, gone: Gone| {
            stopped.supersede(room);
            updates.send(room, || Update::Gone(gone));
        };
        let store = Memory::new(config.rooms.rooms_max, Duration::from_secs(config.rooms.idle_s), Box::new(on_drop));
        Ok(Rooms { watchers, open_turns, ..Rooms::over(store, config, catalogue, metrics) })
    }

    /// Makes the rooms in another store.
    pub fn over(
        store: impl Store + 'static,
        config: &Config,
        catalogue: Arc<dyn Catalogue>,
        metrics: &Arc<Metrics>,
    ) -> Rooms {
        Rooms {
            store: Kv::new(store, metrics),
            players: players::in_memory(&config.rooms.players, metrics),
            watchers: Arc::new(Watchers::new(config.fixed.watchers_max, UPDATES_MAX)),
            open_turns: Arc::default(),
            catalogue,
            metrics: Arc::clone(metrics),
        }
    }

    /// Loads the room, which has to be there.
    pub async fn load(&self, room: &str) -> Result<RoomState, Refusal> {
        Ok(self.load_with_revision(room).await?.state)
    }

    /// Loads the room, which has to be there, for a caller that may change it.
    pub async fn load_with_revision(&self, room: &str) -> Result<LoadedRoom, Refusal> {
        let begin = Instant::now();
        let stored = self.store.load(room).await?.ok_or_else(|| not_found(room))?;
        let state = self.read(&stored)?;
        Ok(LoadedRoom::new(stored, state, begin.elapsed()))
    }

    /// Loads the room, which has to be there, and the answer that is kept beside it.
    pub async fn load_with_answer(&self, room: &str) -> Result<LoadedRoom, Refusal> {
        let begin = Instant::now();
        let (stored, answer) = self.store.load_with_answer(room).await?;
        let stored = stored.ok_or_else(|| not_found(room))?;
        let state = self.read(&stored)?;
        Ok(LoadedRoom { answer, ..LoadedRoom::new(stored, state, begin.elapsed()) })
    }

    /// Keeps the answer to a turn for a retry, if the room is still as `seen`. An answer that is too large is not kept.
    pub async fn keep(&self, room: &str, seen: &LoadedRoom, answer: &Answer) -> Result<Kept, Refusal> {
        if answer.decision.len() > ANSWER_BYTES_MAX {
            return Ok(Kept::Written);
        }
        self.store.keep(room, seen.stored.revision, answer).await
    }

    /// Returns the room as this process wrote it last, if it is still in memory. Another replica may have changed it
    /// since.
    pub fn recent(&self, room: &str) -> Option<LoadedRoom> {
        let stored = self.store.recent(room)?;
        let state = self.read(&stored).ok()?;
        Some(LoadedRoom::new(stored, state, Duration::ZERO))
    }

    /// Opens a room. If it is open already, `is_same` refuses unless the same request opened it.
    pub async fn open(
        &self,
        room: &str,
        fresh: &RoomState,
        is_same: impl Fn(&RoomState) -> Result<(), Refusal>,
    ) -> Result<LoadedRoom, Refusal> {
        let (bytes, begin) = (codec::write(fresh)?, Instant::now());
        let step = |found: Option<&Stored>| {
            let Some(found) = found else { return Ok((Some(bytes.clone()), None)) };
            let state = self.read(found)?;
            is_same(&state)?;
            Ok((None, Some(state)))
        };
        let (stored, before) = self.store.update(room, First::Absent, step).await?;
        if before.is_none() {
            self.count();
        }
        let is_new_turn = before.is_none();
        let (stored, state) = (stored.expect("it is open"), before.unwrap_or_else(|| fresh.clone()));
        Ok(LoadedRoom { is_new_turn, ..LoadedRoom::new(stored, state, begin.elapsed()) })
    }

    /// Changes a room by `step`, which runs again if another writer was faster, and returns the room after it. With `seen`
    /// the first attempt needs no load.
    pub async fn change<T>(
        &self,
        room: &str,
        seen: Option<LoadedRoom>,
        mut step: impl FnMut(&RoomState) -> Step<T>,
    ) -> Result<(LoadedRoom, T), Refusal> {
        let begin = Instant::now();
        let (first, mut seen) = match seen {
            Some(LoadedRoom { stored, state, .. }) => (First::Loaded(stored), Some(state)),
            None => (First::Recent, None),
        };
        let step = |found: Option<&Stored>| {
            let found = found.ok_or_else(|| not_found(room))?;
            let state = seen.take().map_or_else(|| self.read(found), Ok)?;
            let (next, answer) = step(&state)?;
            let turn = state.turn_version();
            let bytes = next.as_ref().map(codec::write).transpose()?;
            Ok((bytes, (turn, next.unwrap_or(state), answer)))
        };
        let (stored, (turn, state, answer)) = self.store.update(room, first, step).await?;
        let is_new_turn = state.turn_version() != turn;
        if is_new_turn {
            self.open_turns.supersede(room);
        }
        let stored = stored.expect("the room is there");
        Ok((LoadedRoom { is_new_turn, ..LoadedRoom::new(stored, state, begin.elapsed()) }, answer))
    }

    /// Loads the answer that is kept beside a room.
    pub async fn answer(&self, room: &str) -> Result<Option<Answer>, Refusal> {
        self.store.answer(room).await
    }

    /// Closes a room, and returns its last state.
    pub async fn close(&self, room: &str) -> Result<Option<RoomState>, Refusal> {
        let gone = self.store.delete(StoreOp::Close, room).await?;
        // Also when there was nothing to delete: the store may have deleted the room for a first try whose answer was lost.
        self.open_turns.supersede(room);
        self.watchers.send(room, || Update::Gone(Gone::Closed));
        let Some(gone) = gone else { return Ok(None) };
        self.count();
        self.read(&gone).map(Some)
    }

    fn read(&self, stored: &Stored) -> Result<RoomState, Refusal> {
        codec::read(&stored.bytes, &*self.catalogue).map_err(|error| unreadable(&error))
    }

    fn count(&self) {
        if let Some(rooms) = self.store.count() {
            self.metrics.rooms.one().set(rooms as f64);
        }
    }

    /// Drops rooms and records whose time is over, and counts the rooms that are left. The server calls it now and
    /// then.
    pub async fn tidy(&self) {
        self.store.tidy().await;
        self.count();
        self.tidy_players().await;
    }

    /// True if other replicas may change the rooms: then watchers have to poll now and then.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Notes that a turn of the room is being decided.
    pub fn open_turn(&self, room: &str) -> OpenTurn {
        let flag = self.open_turns.begin(room);
        OpenTurn { flag, room: room.to_owned(), open_turns: Arc::clone(&self.open_turns) }
    }
}

/// A turn that is being decided. It is dropped with its answer, or if the caller cancels.
pub struct OpenTurn {
    flag: Arc<AtomicBool>,
    room: String,
    open_turns: Arc<OpenTurns>,
}

impl OpenTurn {
    /// Returns the flag that becomes true when an event ends the turn.
    pub fn superseded(&self) -> &Arc<AtomicBool> {
        &self.flag
    }
}

impl Drop for OpenTurn {
    fn drop(&mut self) {
        self.open_turns.end(&self.room, &self.flag);
    }
}

/// The threads that think about each room's turn.
#[derive(Default)]
struct OpenTurns {
    rooms: Mutex<HashMap<String, Vec<Arc<AtomicBool>>>>,
}

impl OpenTurns {
    fn begin(&self, room: &str) -> Arc<AtomicBool> {
        let flag = Arc::new(AtomicBool::new(false));
        let mut rooms = self.rooms.lock().expect("no code panics while it holds the flags");
        rooms.entry(room.to_owned()).or_default().push(Arc::clone(&flag));
        flag
    }

    fn supersede(&self, room: &str) {
        let flags = self.rooms.lock().expect("no code panics while it holds the flags").remove(room);
        flags.into_iter().flatten().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }

    fn end(&self, room: &str, ended: &Arc<AtomicBool>) {
        let mut rooms = self.rooms.lock().expect("no code panics while it holds the flags");
        if let Some(flags) = rooms.get_mut(room) {
            flags.retain(|flag| !Arc::ptr_eq(flag, ended));
            if flags.is_empty() {
                rooms.remove(room);
            }
        }
    }
}

/// Makes the refusal of a room that is not there, by the name that its caller knows.
fn not_found(room: &str) -> Refusal {
    let room = room.rsplit('/').next().unwrap_or(room);
    Refusal::new(Reason::ROOM_NOT_FOUND, format!("no room is named {room:?}")).at("room_id")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::Roster;

    #[test]
    fn a_turn_that_is_over_leaves_no_flag() {
        let config = Config::embedded();
        let roster = Arc::new(Roster::load(&config.personas).unwrap());
        let rooms = Rooms::new(&config, roster, &Arc::default()).unwrap();
        let (first, second) = (rooms.open_turn("a"), rooms.open_turn("a"));
        // Held as by a thread that has not yet noticed.
        let held = Arc::clone(first.superseded());
        drop(first);
        rooms.open_turns.supersede("a");
        assert!(second.superseded().load(Ordering::Relaxed) && !held.load(Ordering::Relaxed));
        let third = rooms.open_turn("a");
        drop((second, third));
        assert!(rooms.open_turns.rooms.lock().unwrap().is_empty());
    }
}
