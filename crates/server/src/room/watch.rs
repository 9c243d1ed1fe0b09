//! The watchers of each room. A watcher gets the changes that this replica makes in its room. A watcher that falls too far behind is disconnected, so
//! no player waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use game::refusal::{Reason, Refusal};
use tokio::sync::broadcast;

use super::state::{RoomEvent, RoomState};
use super::store::{Answer, RoomEnd};

/// A notice to watchers.
#[derive(Clone, Debug)]
pub enum Update {
    /// Events were recorded.
    Changed(Arc<Change>),
    /// A bot decided. The answer is whole, even if it is too large to be kept.
    Decided(Arc<Answer>),
    /// The room is gone.
    Gone(RoomEnd),
}

/// A change of a room.
#[derive(Debug)]
pub struct Change {
    /// The version before.
    pub before: u64,
    /// The room after.
    pub state: Arc<RoomState>,
    /// The events, each of which made one version.
    pub events: Vec<RoomEvent>,
}

/// The watchers of all rooms on this replica.
pub struct Watchers {
    /// `None` after [`Watchers::stop`].
    rooms: Mutex<Option<HashMap<String, broadcast::Sender<Update>>>>,
    watchers_max: usize,
    updates_max: usize,
}

impl Watchers {
    /// Makes an empty register for at most `watchers_max` watchers. `updates_max`, a power of two, limits how far each may be behind.
    pub fn new(watchers_max: usize, updates_max: usize) -> Watchers {
        Watchers { rooms: Mutex::new(Some(HashMap::new())), watchers_max, updates_max }
    }

    /// Watches a room from now on.
    pub fn watch(self: &Arc<Watchers>, room: &str) -> Result<Subscription, Refusal> {
        let mut rooms = self.lock();
        let rooms = rooms.as_mut().ok_or_else(stopping_refusal)?;
        let watching: usize = rooms.values().map(broadcast::Sender::receiver_count).sum();
        let own = rooms.iter().filter(|(one, _)| owner(one) == owner(room)).map(|(_, sender)| sender.receiver_count());
        // One owner of rooms takes at most about four fifths of the places, so that others still find some.
        if own.sum::<usize>() >= 4 * self.watchers_max.saturating_sub(watching) {
            let message = format!("{watching} watchers are watching already");
            return Err(Refusal::new(Reason::OVERLOADED, message).retry_after(std::time::Duration::from_secs(1)));
        }
        let sender = rooms.entry(room.to_owned()).or_insert_with(|| broadcast::channel(self.updates_max).0);
        let updates = Some(sender.subscribe());
        Ok(Subscription { updates, room: room.to_owned(), watchers: Arc::clone(self) })
    }

    /// Sends an update to every watcher of the room. `update` runs only if there is a watcher.
    pub fn send(&self, room: &str, update: impl FnOnce() -> Update) {
        if let Some(sender) = self.lock().as_ref().and_then(|rooms| rooms.get(room)) {
            // Sending fails only without a watcher.
            let _ = sender.send(update());
        }
    }

    /// Ends every stream, so that a stopping replica does not wait for watchers.
    pub fn stop(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<String, broadcast::Sender<Update>>>> {
        self.rooms.lock().expect("no code panics while it holds the watchers")
    }
}

/// Returns the owner of a room in the store; `None` for the default owner.
fn owner(room: &str) -> Option<&str> {
    room.split_once('/').map(|(owner, _)| owner)
}

/// A watcher of a room, until this is dropped.
pub struct Subscription {
    updates: Option<broadcast::Receiver<Update>>,
    room: String,
    watchers: Arc<Watchers>,
}

impl Subscription {
    /// Waits for the next update; refuses when the watcher is too far behind, or the replica stops.
    pub async fn next(&mut self) -> Result<Update, Refusal> {
        let updates = self.updates.as_mut().expect("there until it is dropped");
        updates.recv().await.map_err(|error| match error {
            broadcast::error::RecvError::Lagged(missed) => {
                let message = format!("{missed} updates were missed; {} may wait", self.watchers.updates_max);
                Refusal::new(Reason::WATCHER_TOO_SLOW, message)
            }
            broadcast::error::RecvError::Closed => stopping_refusal(),
        })
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut rooms = self.watchers.lock();
        self.updates = None;
        let Some(rooms) = rooms.as_mut() else { return };
        if rooms.get(&self.room).is_some_and(|sender| sender.receiver_count() == 0) {
            rooms.remove(&self.room);
        }
    }
}

fn stopping_refusal() -> Refusal {
    Refusal::new(Reason::SHUTTING_DOWN, "this replica is about to stop")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_watcher_is_cut_off_and_the_others_are_not() {
        let watchers = Arc::new(Watchers::new(2, 4));
        let mut slow = watchers.watch("a").unwrap();
        let mut quick = watchers.watch("a").unwrap();
        assert_eq!(watchers.watch("b").err().unwrap().reason(), Reason::OVERLOADED);
        for _ in 0..5 {
            watchers.send("a", || Update::Gone(RoomEnd::Closed));
            assert!(quick.next().await.is_ok());
        }
        assert_eq!(slow.next().await.unwrap_err().reason(), Reason::WATCHER_TOO_SLOW);
        drop((slow, quick));
        assert!(watchers.lock().as_ref().unwrap().is_empty(), "no watcher is remembered");
        watchers.send("a", || panic!("no watcher is there"));
    }

    #[test]
    fn an_owner_of_rooms_leaves_places_for_others() {
        let watchers = Arc::new(Watchers::new(100, 1));
        let mut held = Vec::new();
        while let Ok(watching) = watchers.watch(&format!("flood/{}", held.len() % 7)) {
            held.push(watching);
        }
        assert_eq!(held.len(), 80);
        for room in ["table", "other/table"] {
            held.push(watchers.watch(room).expect("another owner's room"));
        }
        assert!(watchers.watch("flood/0").is_err());
        drop(held);
        assert!(watchers.watch("flood/0").is_ok());
    }
}
