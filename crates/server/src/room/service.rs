//! Rooms of this replica: the state machine over a store, with those who watch and those who think about a turn.
//!
//! Every change is read, computed and compare-and-set, and tried again when another writer was quicker. Nothing holds a lock
//! over that, so that no room ever waits for another, and any replica may do it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{leases, players};
use tracing::Instrument;

use super::state::{CachedDecision, RoomState};
use super::store::codec;
use super::store::memory::Memory;
use super::store::redis::Redis;
use super::store::redis::nodes::Nodes;
use super::store::{Gone, Listed, Page, Place, Store, StoreError, Stored};
use super::turns::Turns;
use super::watch::{Change, Update, Watchers, Watching};
use crate::config::redis::BadFile;
use crate::config::{self, RoomStore};
use crate::error::{Reason, Refusal};
use crate::observe::metrics::Metrics;
use crate::observe::spans::part;
use crate::roster::frozen_persona::Catalogue;

/// So often a change is tried again before the caller is asked to. Whenever one loses, another one has won: it takes that
/// many others who all change the same room at the same moment.
pub(super) const ATTEMPTS_MAX: usize = 1000;

/// Every room of this replica.
pub struct Rooms {
    store: Box<dyn Store>,
    /// The companions that plans have sent, by policy.
    pub(super) leases: Box<dyn Store>,
    /// The knowledge of players beyond a room, where that is kept.
    pub(super) players: Option<players::Players>,
    watchers: Arc<Watchers>,
    open_turns: Arc<OpenTurns>,
    turns: Arc<Turns>,
}

/// The part of the service that the rooms need.
#[derive(Clone, Copy)]
pub struct RoomDeps<'a> {
    /// The personas that can play.
    pub catalogue: &'a dyn Catalogue,
    /// Where is counted.
    pub metrics: &'a Metrics,
}

/// A room as it was loaded. A change of it needs no second load, unless another writer was quicker.
pub struct LoadedRoom {
    stored: Stored,
    /// The room.
    pub state: RoomState,
}

/// A room in the list of all.
pub struct RoomInList {
    /// Where it stands.
    pub place: Place,
    /// For how long it was not used.
    pub idle: Duration,
    /// It as it is.
    pub state: Option<RoomState>,
}

/// The outcome of a look at a room: what it becomes, if it changes, and an answer.
pub type Step<T> = Result<(Option<Next>, T), Refusal>;

/// The next state of a room.
pub enum Next {
    /// Another state.
    State(Box<RoomState>),
    /// The same, with this decision cached.
    Cached(CachedDecision),
}

impl Next {
    /// The state after `state`, which was stored as `bytes`, and its bytes.
    fn written(self, state: RoomState, bytes: &[u8]) -> Result<(RoomState, Vec<u8>), Refusal> {
        let (next, longer) = match self {
            Next::State(next) => (*next, None),
            Next::Cached(cached) => {
                let longer = state.cached.is_none().then(|| codec::with_cached(bytes, &cached)).flatten();
                (RoomState { cached: Some(cached), ..state }, longer)
            }
        };
        let bytes = longer.map_or_else(|| codec::write(&next), Ok)?;
        Ok((next, bytes))
    }
}

impl Rooms {
    /// Rooms in the store that is configured.
    pub fn new(config: &config::Rooms) -> Result<Rooms, BadFile> {
        if config.store == RoomStore::Redis {
            let nodes = &Nodes::new(&config.redis)?;
            let store = Redis::of("room", nodes, &config.redis, Duration::from_secs(config.idle_s));
            let leases = Box::new(leases::in_redis(nodes, &config.redis));
            let players = players::in_redis(nodes, &config.players, &config.redis);
            return Ok(Rooms { leases, players, ..Rooms::over(Box::new(store), config) });
        }
        let watchers = Arc::new(Watchers::new(config.watchers_max, config.watch_updates_max));
        let open_turns = Arc::new(OpenTurns::default());
        let turns = Arc::new(Turns::new(Duration::from_secs(config.idle_s)));
        let (updates, stopped, over) = (Arc::clone(&watchers), Arc::clone(&open_turns), Arc::clone(&turns));
        let on_drop = move |room: &str, gone: Gone| {
            stopped.supersede(room);
            over.forget(room);
            updates.send(room, || Update::Gone(gone));
        };
        let store = Memory::new(config.rooms_max, Duration::from_secs(config.idle_s), Box::new(on_drop));
        let leases = Box::new(leases::in_memory());
        let players = players::in_memory(&config.players);
        Ok(Rooms { store: Box::new(store), leases, players, watchers, open_turns, turns })
    }

    /// Rooms in another store.
    pub fn over(store: Box<dyn Store>, config: &config::Rooms) -> Rooms {
        let watchers = Arc::new(Watchers::new(config.watchers_max, config.watch_updates_max));
        let leases = Box::new(leases::in_memory());
        let players = players::in_memory(&config.players);
        let turns = Arc::new(Turns::new(Duration::from_secs(config.idle_s)));
        Rooms { store, leases, players, watchers, open_turns: Arc::default(), turns }
    }

    /// The room, which has to be there.
    pub async fn load(&self, deps: RoomDeps<'_>, room: &str) -> Result<RoomState, Refusal> {
        Ok(self.load_with_revision(deps, room).await?.state)
    }

    /// The room, which has to be there, for a caller that may change it.
    pub async fn load_with_revision(&self, deps: RoomDeps<'_>, room: &str) -> Result<LoadedRoom, Refusal> {
        self.find(deps, room).await?.ok_or_else(|| not_found(room))
    }

    async fn find(&self, deps: RoomDeps<'_>, room: &str) -> Result<Option<LoadedRoom>, Refusal> {
        let Some(found) = self.timed(deps, "read", self.store.load(room)).await? else { return Ok(None) };
        let state = codec::read(&found.bytes, deps.catalogue);
        let state = state.map_err(|error| unreadable(&error))?;
        Ok(Some(LoadedRoom { stored: found, state }))
    }

    /// Opens a room, or finds it open already when `is_same` says that the same request opened it.
    pub async fn open(
        &self,
        deps: RoomDeps<'_>,
        room: &str,
        fresh: &RoomState,
        is_same: impl Fn(&RoomState) -> Result<(), Refusal>,
    ) -> Result<RoomState, Refusal> {
        let bytes = codec::write(fresh)?;
        for _ in 0..ATTEMPTS_MAX {
            if let Some(LoadedRoom { state, .. }) = self.find(deps, room).await? {
                is_same(&state)?;
                return Ok(state);
            }
            if self.timed(deps, "open", self.store.swap(room, None, bytes.clone())).await?.is_some() {
                self.count_own(deps).await;
                return Ok(fresh.clone());
            }
        }
        Err(contended())
    }

    /// Changes a room by `step`, which runs again when another writer was quicker. The state after it comes back. Who has seen
    /// the room says so, which saves a look where no other writer was.
    pub async fn change<T>(
        &self,
        deps: RoomDeps<'_>,
        room: &str,
        mut seen: Option<LoadedRoom>,
        step: impl Fn(&RoomState) -> Step<T>,
    ) -> Result<(RoomState, T), Refusal> {
        for _ in 0..ATTEMPTS_MAX {
            let LoadedRoom { stored: Stored { revision, bytes }, state } = match seen.take() {
                Some(seen) => seen,
                None => self.load_with_revision(deps, room).await?,
            };
            let (next, answer) = step(&state)?;
            let Some(next) = next else { return Ok((state, answer)) };
            let turn = state.turn_version();
            let (next, bytes) = next.written(state, &bytes)?;
            if self.timed(deps, "write", self.store.swap(room, Some(revision), bytes)).await?.is_some() {
                if next.turn_version() != turn {
                    self.open_turns.supersede(room);
                    self.turns.began(room, &next);
                }
                return Ok((next, answer));
            }
            deps.metrics.store_conflicts.one().increment(1);
            tokio::task::yield_now().await;
        }
        Err(contended())
    }

    /// A page of the rooms, the newest first; a room that this release cannot read has no state.
    pub async fn list(
        &self,
        deps: RoomDeps<'_>,
        before: Option<&Place>,
        limit: usize,
    ) -> Result<(Vec<RoomInList>, Option<Place>), Refusal> {
        let Page { rooms, next } = self.timed(deps, "list", self.store.list(before, limit)).await?;
        let read = |Listed { place, idle, stored }: Listed| {
            let state = codec::read(&stored.bytes, deps.catalogue).ok();
            RoomInList { place, idle, state }
        };
        Ok((rooms.into_iter().map(read).collect(), next))
    }

    /// Closes a room; what it was comes back.
    pub async fn close(&self, deps: RoomDeps<'_>, room: &str) -> Result<Option<RoomState>, Refusal> {
        let gone = self.timed(deps, "close", self.store.delete(room)).await?;
        // Also when there was nothing to delete: the store may have deleted the room for a first try whose answer was lost.
        self.open_turns.supersede(room);
        self.turns.forget(room);
        self.watchers.send(room, || Update::Gone(Gone::Closed));
        let Some(gone) = gone else { return Ok(None) };
        self.count_own(deps).await;
        codec::read(&gone.bytes, deps.catalogue).map(Some).map_err(|error| unreadable(&error))
    }

    /// The answer of the store, with the time that it took on record.
    pub(super) async fn timed<T>(
        &self,
        deps: RoomDeps<'_>,
        op: &'static str,
        answer: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, Refusal> {
        let begin = Instant::now();
        let answer = answer.instrument(part!("store", op = op)).await;
        let is_answered = !matches!(answer, Err(StoreError::Down(_)));
        // A cluster of which one node is away is not away.
        let nodes_down = self.store.nodes_down().unwrap_or((usize::from(!is_answered), 1));
        deps.metrics.stored(op, begin.elapsed(), is_answered, nodes_down);
        if matches!(answer, Err(StoreError::Full(_))) {
            deps.metrics.store_full.one().increment(1);
        }
        answer.map_err(|error| match error {
            StoreError::Down(_) | StoreError::Full(_) => down(&error),
            StoreError::Unreadable(_) => unreadable(&error),
        })
    }

    /// Counts at once where that costs nothing; a shared store is asked now and then.
    async fn count_own(&self, deps: RoomDeps<'_>) {
        if !self.is_shared() {
            self.count(deps).await;
        }
    }

    async fn count(&self, deps: RoomDeps<'_>) {
        // A gauge that misses a beat is no reason to fail a call.
        if let Ok(rooms) = self.timed(deps, "count", self.store.count()).await {
            deps.metrics.rooms.one().set(rooms as f64);
        }
    }

    /// Tells watchers that a room has changed.
    pub fn notify_change(&self, room: &str, change: impl FnOnce() -> Change) {
        self.watchers.send(room, || Update::Changed(Arc::new(change())));
    }

    /// Tells watchers what a bot decided.
    pub fn notify_decision(&self, room: &str, decision: impl FnOnce() -> CachedDecision) {
        self.watchers.send(room, || Update::Decided(Arc::new(decision())));
    }

    /// Watches a room from now on.
    pub fn watch(&self, room: &str) -> Result<Watching, Refusal> {
        self.watchers.watch(room)
    }

    /// When the turn of the room, which stands as `state`, began, as far as this process knows.
    pub fn turn_began(&self, room: &str, state: &RoomState) -> tokio::time::Instant {
        self.turns.began(room, state)
    }

    /// Ends every stream of those who watch, and refuses new ones.
    pub fn stop_watching(&self) {
        self.watchers.stop();
    }

    /// Drops rooms whose time is over, and counts those that are left. To be called now and then.
    pub async fn tidy(&self, deps: RoomDeps<'_>) {
        self.store.tidy().await;
        self.turns.tidy();
        self.count(deps).await;
        self.tidy_players(deps).await;
    }

    /// True if other replicas may change the rooms: watchers then have to look for themselves now and then.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// A decision of a turn of the room begins.
    pub fn open_turn(&self, room: &str) -> OpenTurn {
        let flag = self.open_turns.begin(room);
        OpenTurn { flag, room: room.to_owned(), open_turns: Arc::clone(&self.open_turns) }
    }
}

/// A turn that is being decided, until this is dropped: with its answer, or because the caller went away.
pub struct OpenTurn {
    flag: Arc<AtomicBool>,
    room: String,
    open_turns: Arc<OpenTurns>,
}

impl OpenTurn {
    /// Becomes true when an event ends the turn.
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

/// By the name that its caller knows.
fn not_found(room: &str) -> Refusal {
    let room = room.rsplit('/').next().unwrap_or(room);
    Refusal::new(Reason::ROOM_NOT_FOUND, format!("no room is named {room:?}")).at("room_id")
}

fn down(error: &StoreError) -> Refusal {
    // The words of Redis and of the system are in the log: they name addresses, which are no caller's business.
    let message = match error {
        StoreError::Full(_) => "the store of the rooms takes no writes",
        _ => "the store of the rooms does not answer",
    };
    Refusal::new(Reason::STORE_UNAVAILABLE, message).retry_after(Duration::from_millis(200))
}

pub(super) fn unreadable(error: &impl std::error::Error) -> Refusal {
    Refusal::new(Reason::ROOM_UNREADABLE, error.to_string()).at("room_id")
}

fn contended() -> Refusal {
    let message = "too many change this room at the same moment";
    Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_learn_nothing_of_the_store_s_address() {
        let told = "127.0.0.1:6379: Connection refused (os error 111)";
        let said = |error: &StoreError| down(error).message().to_owned();
        assert_eq!(said(&StoreError::Down(told.to_owned())), "the store of the rooms does not answer");
        assert_eq!(said(&StoreError::Full(told.to_owned())), "the store of the rooms takes no writes");
    }

    #[test]
    fn a_turn_that_is_over_leaves_no_flag() {
        let rooms = Rooms::new(&config::Config::embedded().rooms).unwrap();
        let (first, second) = (rooms.open_turn("a"), rooms.open_turn("a"));
        // As a thread that has not yet noticed holds it.
        let held = Arc::clone(first.superseded());
        drop(first);
        rooms.open_turns.supersede("a");
        assert!(second.superseded().load(Ordering::Relaxed) && !held.load(Ordering::Relaxed));
        let third = rooms.open_turn("a");
        drop((second, third));
        assert!(rooms.open_turns.rooms.lock().unwrap().is_empty());
    }
}
