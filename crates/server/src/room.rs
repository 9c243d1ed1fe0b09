//! Rooms: tables that the service remembers. [`state`] is a pure state machine over events and [`store`] keeps it. [`Rooms`] is this replica's access
//! to the rooms, with its watchers and the turns that it decides.

pub mod people;
pub mod state;
pub mod react;
pub mod store;
pub mod watch;
pub mod players;

use std::collections::HashMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};

use self::players::Players;
pub use self::state::RoomState;
use self::store::codec;
use self::store::memory::MemoryStore;
use self::store::redis::RedisStore;
use self::store::redis::nodes::Nodes;
use self::store::{ANSWER_BYTES_MAX, Answer, Kv, Revision, RoomEnd, Store, StoredValue, Write, room_unreadable};
use self::watch::{Update, Watchers};
use crate::config::{Config, Fault, RoomStore};
use crate::observe::metrics::{Metrics, StoreOp};
use crate::roster::Roster;

/// The rooms, as this replica uses them.
pub struct Rooms {
    kv: Kv,
    /// The records of players over all rooms.
    pub players: Players,
    /// The watchers of rooms on this replica.
    pub watchers: Arc<Watchers>,
    open_turns: Arc<OpenTurns>,
    recent: RecentRooms,
    roster: Arc<Roster>,
}

/// A room as it was loaded or written. A change can begin with it.
#[derive(Clone)]
pub struct LoadedRoom {
    stored: StoredValue,
    /// The room.
    pub state: Arc<RoomState>,
    /// The time that its load, opening or change took; 0 without one.
    pub took: Duration,
    /// True if this call began the turn: the store had no answer to it then.
    pub is_new_turn: bool,
}

/// The outcome of a step on a room: the new room, if it changes, and an answer.
pub type RoomStep<T> = Result<(Option<Arc<RoomState>>, T), Refusal>;

/// The most updates that a watcher may be behind. A slower one is disconnected.
const UPDATES_MAX: usize = 256;

impl Rooms {
    /// Makes the rooms in the configured store.
    pub fn new(config: &Config, roster: Arc<Roster>, metrics: &Arc<Metrics>) -> Result<Rooms, Fault> {
        if config.rooms.store == RoomStore::Redis {
            let redis = &config.rooms.redis;
            let nodes = &Nodes::new(redis)?;
            // An answer comes within its budget, and the command that keeps it within the time-out of the store.
            let over = Duration::from_millis(2 * config.budgets.decide_ms + redis.timeout_ms);
            let lasts = [Duration::from_secs(config.rooms.idle_s), over];
            let store = RedisStore::of_kind("room", nodes, &redis.prefix, lasts);
            let players = Players::in_redis(nodes, &config.rooms, metrics);
            return Ok(Rooms { players, ..Rooms::with_store(store, config, roster, metrics) });
        }
        let watchers = Arc::new(Watchers::new(config.fixed.watchers_max, UPDATES_MAX));
        let open_turns = Arc::<OpenTurns>::default();
        let (updates, stopped) = (Arc::clone(&watchers), Arc::clone(&open_turns));
        let ended = move |room: &str, gone: RoomEnd| {
            stopped.supersede(room);
            updates.send(room, || Update::Gone(gone));
        };
        let store = MemoryStore::new(config.rooms.rooms_max, Duration::from_secs(config.rooms.idle_s), Box::new(ended));
        Ok(Rooms { watchers, open_turns, ..Rooms::with_store(store, config, roster, metrics) })
    }

    /// Makes the rooms in `store`. If records of players are kept, they are in memory.
    pub fn with_store(
        store: impl Store + 'static,
        config: &Config,
        roster: Arc<Roster>,
        metrics: &Arc<Metrics>,
    ) -> Rooms {
        Rooms {
            kv: Kv::new(store, metrics),
            players: Players::in_memory(&config.rooms, metrics),
            watchers: Arc::new(Watchers::new(config.fixed.watchers_max, UPDATES_MAX)),
            open_turns: Arc::default(),
            recent: RecentRooms::default(),
            roster,
        }
    }

    /// Loads a room; refuses if it is not there.
    pub async fn load(&self, room: &str) -> Result<Arc<RoomState>, Refusal> {
        Ok(self.load_with_revision(room).await?.state)
    }

    /// Loads a room and its revision; refuses if it is not there.
    pub async fn load_with_revision(&self, room: &str) -> Result<LoadedRoom, Refusal> {
        let begin = Instant::now();
        let stored = self.kv.load(room).await?.ok_or_else(|| room_not_found(room))?;
        let state = self.recent.find(room, stored.revision).map_or_else(|| self.read(&stored), Ok)?;
        Ok(LoadedRoom { stored, state, took: begin.elapsed(), is_new_turn: false })
    }

    /// Loads an answer that is kept for the turn of `state`, if there is one.
    pub async fn load_answer(&self, room: &str, state: &RoomState) -> Result<Option<Answer>, Refusal> {
        let found = self.kv.measure(StoreOp::Read, self.kv.store.load_answer(room, state.turn_id())).await?;
        Ok(found.and_then(|bytes| Answer::from_bytes(state.turn_version(), &bytes)))
    }

    /// Keeps the answer to the turn of `seen` for a retry; one that is too large is not kept. An earlier answer to the same question stays and is
    /// returned. Refuses if the turn is over.
    pub async fn add_answer(&self, room: &str, seen: &RoomState, answer: &Answer) -> Result<Option<Answer>, Refusal> {
        if answer.decision.len() > ANSWER_BYTES_MAX {
            return Ok(None);
        }
        let bytes = answer.to_bytes();
        let added = self.kv.store.add_answer(room, seen.turn_id(), &bytes);
        let Some(found) = self.kv.measure(StoreOp::Write, added).await? else { return Ok(None) };
        if let Some(before) = Answer::from_bytes(answer.turn, &found) {
            return Ok(Some(before));
        }
        let now = self.load(room).await?;
        let message = format!("the room went from version {} to {} meanwhile", seen.version, now.version);
        Err(Refusal::new(Reason::SUPERSEDED, message).with("version", now.version))
    }

    /// Takes the room as an opening or change in this process left it, if it is still in memory. Another replica may have changed it since.
    pub fn take_recent(&self, room: &str) -> Option<LoadedRoom> {
        let (stored, state) = self.recent.take(room)?;
        Some(LoadedRoom { stored, state, took: Duration::ZERO, is_new_turn: false })
    }

    /// Opens a room. If it is open already, `is_same` may refuse.
    pub async fn open(
        &self,
        room: &str,
        fresh: &Arc<RoomState>,
        is_same: impl Fn(&RoomState) -> Result<(), Refusal>,
    ) -> Result<LoadedRoom, Refusal> {
        let (bytes, begin) = (self.write(fresh)?, Instant::now());
        let step = |found: Option<&StoredValue>| {
            let Some(found) = found else { return Ok((Some(Write { bytes: Arc::clone(&bytes), ends: None }), None)) };
            let state = self.read(found)?;
            is_same(&state)?;
            Ok((None, Some(state)))
        };
        let (stored, before) = self.kv.update(room, None, false, step).await?;
        let is_new_turn = before.is_none();
        let (stored, state) = (stored.expect("it is open"), before.unwrap_or_else(|| Arc::clone(fresh)));
        self.recent.put(room, &stored, &state);
        Ok(LoadedRoom { stored, state, took: begin.elapsed(), is_new_turn })
    }

    /// Changes a room by `step`, and returns the room after it. `step` may run again. With `seen` the first attempt needs no load.
    pub async fn change<T>(
        &self,
        room: &str,
        seen: Option<LoadedRoom>,
        mut step: impl FnMut(&RoomState) -> RoomStep<T>,
    ) -> Result<(LoadedRoom, T), Refusal> {
        let begin = Instant::now();
        let recent = self.take_recent(room);
        let is_read = seen.is_some() || recent.is_none();
        let (first, mut seen) = match seen.or(recent) {
            Some(LoadedRoom { stored, state, .. }) => (Some(stored), Some(state)),
            None => (self.kv.load(room).await?, None),
        };
        let step = |found: Option<&StoredValue>| {
            let found = found.ok_or_else(|| room_not_found(room))?;
            let state = seen.take().map_or_else(|| self.read(found), Ok)?;
            let (next, answer) = step(&state)?;
            let turn = state.turn_id();
            let ends = |next: &RoomState| (next.turn_id() != turn && state.may_await_bot()).then_some(turn);
            let write = |next: &RoomState| Ok::<_, Refusal>(Write { bytes: self.write(next)?, ends: ends(next) });
            let written = next.as_deref().map(write).transpose()?;
            Ok((written, (turn, next.unwrap_or(state), answer)))
        };
        let (stored, (turn, state, answer)) = self.kv.update(room, first, is_read, step).await?;
        let is_new_turn = state.turn_id() != turn;
        if is_new_turn {
            self.open_turns.supersede(room);
        }
        let stored = stored.expect("the room is there");
        self.recent.put(room, &stored, &state);
        Ok((LoadedRoom { stored, state, took: begin.elapsed(), is_new_turn }, answer))
    }

    /// Closes a room, and returns the state that was deleted.
    pub async fn close(&self, room: &str) -> Result<Option<Arc<RoomState>>, Refusal> {
        self.recent.take(room);
        let gone = self.kv.measure(StoreOp::Close, self.kv.store.delete(room)).await?;
        // Also when there was nothing to delete: the store may have deleted the room for a first try whose answer was lost.
        self.open_turns.supersede(room);
        self.watchers.send(room, || Update::Gone(RoomEnd::Closed));
        let Some(gone) = gone else { return Ok(None) };
        let state = self.read(&gone)?;
        // If this fails, a late answer may still be given: the next call on the room says that it is gone.
        let _ = self.kv.measure(StoreOp::Close, self.kv.store.end_turn(room, state.turn_id())).await;
        Ok(Some(state))
    }

    /// Writes a room. A debug build reads it back: this replica might not notice a fault, because it keeps the room in memory.
    fn write(&self, state: &RoomState) -> Result<Arc<[u8]>, Refusal> {
        let bytes = codec::write(state)?;
        debug_assert_eq!(codec::read(&bytes, &self.roster).as_ref(), Ok(state));
        Ok(bytes.into())
    }

    fn read(&self, stored: &StoredValue) -> Result<Arc<RoomState>, Refusal> {
        codec::read(&stored.bytes, &self.roster).map(Arc::new).map_err(|error| room_unreadable(&error))
    }

    /// Sets the gauges of the rooms in memory, or of the servers that replicas share.
    pub fn set_gauges(&self) {
        let Kv { store, metrics } = &self.kv;
        if let Some(rooms) = store.count() {
            metrics.rooms.unlabelled().set(rooms as f64);
        }
        if let Some((down, all)) = store.nodes_down() {
            metrics.set_store_nodes(all - down, down);
        }
    }

    /// Drops expired rooms and records, if they are in memory; asks the servers whether they answer, if replicas share the store.
    pub async fn tidy(&self) {
        self.kv.store.tidy().await;
        self.players.tidy().await;
    }

    /// True if other replicas may change the rooms: then watchers have to poll now and then.
    pub fn is_shared(&self) -> bool {
        self.kv.store.is_shared()
    }

    /// Notes that a turn of the room is being decided, until the result is dropped.
    pub fn open_turn(&self, room: &str) -> OpenTurn {
        let flag = Arc::<AtomicBool>::default();
        self.open_turns.lock().entry(room.to_owned()).or_default().push(Arc::clone(&flag));
        OpenTurn { flag, room: room.to_owned(), open_turns: Arc::clone(&self.open_turns) }
    }
}

/// A turn that is being decided, until this is dropped.
pub struct OpenTurn {
    flag: Arc<AtomicBool>,
    /// The room's name in the store.
    pub room: String,
    open_turns: Arc<OpenTurns>,
}

impl OpenTurn {
    /// Returns the flag that this replica sets when a turn of the room ends.
    pub fn superseded(&self) -> &Arc<AtomicBool> {
        &self.flag
    }
}

impl Drop for OpenTurn {
    fn drop(&mut self) {
        let mut rooms = self.open_turns.lock();
        if let Some(flags) = rooms.get_mut(&self.room) {
            flags.retain(|flag| !Arc::ptr_eq(flag, &self.flag));
            if flags.is_empty() {
                rooms.remove(&self.room);
            }
        }
    }
}

/// The flags of the turns that are being decided, by room.
#[derive(Default)]
struct OpenTurns(Mutex<HashMap<String, Vec<Arc<AtomicBool>>>>);

impl OpenTurns {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<AtomicBool>>>> {
        self.0.lock().expect("no code panics while it holds the flags")
    }

    fn supersede(&self, room: &str) {
        let flags = self.lock().remove(room);
        flags.into_iter().flatten().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

const GENERATION_ROOMS_MAX: usize = 2000;

/// The rooms of the last openings and changes in this process, in two generations. A full newer generation replaces the older one. A change that
/// begins with such a room usually saves a load and the replay of its hand. Its compare-and-set detects a later write of another replica.
#[derive(Default)]
struct RecentRooms(Mutex<[Generation; 2]>);

type Generation = HashMap<String, (StoredValue, Arc<RoomState>)>;

impl RecentRooms {
    fn put(&self, room: &str, stored: &StoredValue, state: &Arc<RoomState>) {
        let mut generations = self.0.lock().expect("no code panics while it holds the rooms");
        if generations[0].len() >= GENERATION_ROOMS_MAX {
            generations[1] = mem::take(&mut generations[0]);
        }
        generations[0].insert(room.to_owned(), (stored.clone(), Arc::clone(state)));
    }

    fn find(&self, room: &str, revision: Revision) -> Option<Arc<RoomState>> {
        let generations = self.0.lock().expect("no code panics while it holds the rooms");
        let (stored, state) = generations.iter().find_map(|rooms| rooms.get(room))?;
        (stored.revision == revision).then(|| Arc::clone(state))
    }

    fn take(&self, room: &str) -> Option<(StoredValue, Arc<RoomState>)> {
        let mut generations = self.0.lock().expect("no code panics while it holds the rooms");
        let [newer, older] = generations.each_mut().map(|rooms| rooms.remove(room));
        newer.or(older)
    }
}

/// Makes the refusal of a room that is not there, by the name that its caller knows.
fn room_not_found(room: &str) -> Refusal {
    let room = room.rsplit('/').next().unwrap_or(room);
    Refusal::new(Reason::ROOM_NOT_FOUND, format!("no room is named {room:?}")).at("room_id")
}

#[cfg(test)]
mod tests {
    use rules::Ruleset;

    use super::*;
    use crate::room::people::{Occupant, People};

    #[test]
    fn a_recent_room_is_taken_once_and_old_ones_are_dropped() {
        let state = Arc::new(RoomState {
            request_id: 1,
            request: 2,
            opening: 3,
            rules: Ruleset::CLASSIC,
            codec: None,
            strict: true,
            version: 1,
            sequence: 0,
            hand_number: 0,
            people: People { chairs: [const { Occupant::Unknown }; 3], habits: Vec::new(), group: 1 },
            hand: None,
            digests: Vec::new(),
            said: 0,
            unknown: Vec::new(),
        });
        let recent = RecentRooms::default();
        let put = |room: &str, revision: u64| {
            recent.put(room, &StoredValue { revision: Revision(revision), bytes: Arc::from([]) }, &state);
        };
        let take = |room: &str| recent.take(room).map(|(stored, _)| stored.revision.0);
        put("a", 1);
        put("a", 2);
        let is_found = |revision| recent.find("a", Revision(revision)).is_some();
        assert_eq!((is_found(1), is_found(2)), (false, true), "another replica may have written since");
        assert_eq!((take("a"), take("a")), (Some(2), None));
        put("b", 3);
        (0..GENERATION_ROOMS_MAX as u64).for_each(|room| put(&format!("k{room}"), room));
        put("b", 5);
        assert_eq!((take("b"), take("b"), take("k7")), (Some(5), None, Some(7)), "of both generations");
        // The newer generation holds a single room now, so both are full after these.
        (1..2 * GENERATION_ROOMS_MAX as u64).for_each(|room| put(&format!("m{room}"), room));
        assert_eq!((take("k8"), take("m9"), take("m3999")), (None, Some(9), Some(3999)));
    }

    #[test]
    fn a_turn_that_is_over_leaves_no_flag() {
        let config = Config::embedded();
        let roster = Arc::new(Roster::load(&config).unwrap());
        let rooms = Rooms::new(&config, roster, &Arc::default()).unwrap();
        let (first, second) = (rooms.open_turn("a"), rooms.open_turn("a"));
        // Held as by a thread that has not yet noticed.
        let held = Arc::clone(first.superseded());
        drop(first);
        rooms.open_turns.supersede("a");
        assert!(second.superseded().load(Ordering::Relaxed) && !held.load(Ordering::Relaxed));
        let third = rooms.open_turn("a");
        drop((second, third));
        assert!(rooms.open_turns.lock().is_empty());
    }
}
