//! The record of players, kept by their opaque names beyond a room: one record each, in a store of its own, changed by compare-and-set.
//!
//! A hand is counted before the room stores its end, and the record names the rooms of its last hands: whichever replica dies in
//! between, the repeated call finds the hand counted and counts it once. A room copies the records of its players when a hand is dealt, so
//! that no decision depends on anything but the room.

use std::sync::Arc;
use std::time::Duration;

use engine::Habits;
use prost::Message;
use wire::storage as disk;

use super::service::{ATTEMPTS_MAX, RoomDeps, Rooms};
use super::store::codec::{of_counts, to_counts};
use super::store::memory::Memory;
use super::store::redis::Redis;
use super::store::redis::nodes::Nodes;
use super::store::{Store, Stored};
use crate::config;
use crate::error::Refusal;
use crate::observe::metrics::Counted;

/// After so many hands the counts are halved: a player's last hands count more than those of long ago.
pub const HANDS_MAX: u32 = 200;
/// The most rooms that a record names: players rarely sit in more at a time.
const ROOMS_MAX: usize = 8;

/// The record of a hand for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The number of the hand in its room.
    pub hand_number: u32,
    /// The player's opaque name.
    pub player: String,
    /// The counts of this hand alone.
    pub habits: Habits,
}

/// The record of one player.
#[derive(Clone, PartialEq, Debug, Default)]
struct Record {
    seen: Habits,
    hands: u32,
    rooms: Vec<disk::CountedRoom>,
}

impl Record {
    fn read(bytes: &[u8]) -> Result<Record, prost::DecodeError> {
        let disk::PlayerRecord { seen, hands, rooms } = disk::PlayerRecord::decode(bytes)?;
        Ok(Record { seen: seen.as_ref().map(of_counts).unwrap_or_default(), hands, rooms })
    }

    fn write(self) -> Vec<u8> {
        disk::PlayerRecord { seen: Some(to_counts(&self.seen)), hands: self.hands, rooms: self.rooms }.encode_to_vec()
    }

    /// Counts a hand of an opening of a room; `false` where it is counted already. Hands of a room come in order.
    fn count(&mut self, room: u64, shown: &Shown) -> bool {
        let place = self.rooms.iter().position(|counted| counted.room == room);
        if place.is_some_and(|place| self.rooms[place].hand_number >= shown.hand_number) {
            return false;
        }
        if let Some(place) = place {
            self.rooms.remove(place);
        }
        self.rooms.push(disk::CountedRoom { room, hand_number: shown.hand_number });
        if self.rooms.len() > ROOMS_MAX {
            self.rooms.remove(0);
        }
        if self.hands >= HANDS_MAX {
            (self.seen, self.hands) = (self.seen.halved(), self.hands / 2);
        }
        (self.seen, self.hands) = (self.seen.plus(shown.habits), self.hands + 1);
        true
    }
}

/// Records in this process.
pub(super) fn in_memory(config: &config::Players) -> Option<Box<dyn Store>> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Box::new(Memory::new(config.players_max, idle, Box::new(|_, _| {}))) as Box<dyn Store>)
}

/// Records that replicas share.
pub(super) fn in_redis(nodes: &Arc<Nodes>, config: &config::Players, redis: &config::Redis) -> Option<Box<dyn Store>> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Box::new(Redis::of("player", nodes, redis, idle)) as Box<dyn Store>)
}

impl Rooms {
    /// Counts what hands showed of players, each hand of a room once. `key` makes the store's key of a player's name. Play does not
    /// depend on it: a store that fails loses a hand for the record, which metrics tell.
    pub async fn count_shown(&self, deps: RoomDeps<'_>, room: u64, shown: &[Shown], key: impl Fn(&str) -> String) {
        let Some(store) = &self.players else { return };
        for one in shown {
            let counted = self.count_one(deps, store.as_ref(), room, one, &key(&one.player)).await;
            deps.metrics.player_hands.at(counted as usize, 0).increment(1);
        }
    }

    async fn count_one(&self, deps: RoomDeps<'_>, store: &dyn Store, room: u64, shown: &Shown, key: &str) -> Counted {
        for _ in 0..ATTEMPTS_MAX {
            let Ok(found) = self.timed(deps, "read", store.load(key)).await else { return Counted::Lost };
            let mut record = read(found.as_ref()).unwrap_or_default();
            if !record.count(room, shown) {
                return Counted::Before;
            }
            let revision = found.map(|found| found.revision);
            match self.timed(deps, "write", store.swap(key, revision, record.write())).await {
                Ok(Some(_)) => return Counted::Now,
                Ok(None) => deps.metrics.store_conflicts.one().increment(1),
                Err(_) => return Counted::Lost,
            }
            tokio::task::yield_now().await;
        }
        Counted::Lost
    }

    /// The knowledge of a player, nothing included. `None` where no records are kept, or the store does not answer.
    pub async fn known(&self, deps: RoomDeps<'_>, key: &str) -> Option<Habits> {
        let store = self.players.as_ref()?;
        let found = self.timed(deps, "read", store.load(key)).await.ok()?;
        Some(read(found.as_ref())?.seen)
    }

    /// True if records of players are kept.
    pub fn keeps_players(&self) -> bool {
        self.players.is_some()
    }

    /// Deletes what is kept of a player; whether there was anything.
    pub async fn forget(&self, deps: RoomDeps<'_>, key: &str) -> Result<bool, Refusal> {
        let Some(store) = &self.players else { return Ok(false) };
        Ok(self.timed(deps, "forget", store.delete(key)).await?.is_some())
    }

    /// Drops records whose time is over, and counts those that are left.
    pub(super) async fn tidy_players(&self, deps: RoomDeps<'_>) {
        let Some(store) = &self.players else { return };
        store.tidy().await;
        if let Ok(players) = self.timed(deps, "count", store.count()).await {
            deps.metrics.players.one().set(players as f64);
        }
    }
}

/// A record; nothing where there is none. One that cannot be read is `None`, and replaced by what is counted next.
fn read(found: Option<&Stored>) -> Option<Record> {
    found.map_or(Some(Record::default()), |found| Record::read(&found.bytes).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Reason;
    use crate::observe::metrics::Metrics;
    use crate::observe::replay::Replay;
    use crate::pool::Pool;
    use crate::room::store::{Page, Place, Revision, StoreError};
    use crate::roster::Roster;

    fn shown(hand_number: u32, auctions: u32) -> Shown {
        let habits = Habits { auctions, ..Habits::default() };
        Shown { hand_number, player: String::from("p"), habits }
    }

    #[test]
    fn each_hand_of_a_room_counts_once_and_old_hands_count_less() {
        let mut record = Record::default();
        assert!(record.count(7, &shown(1, 1)) && record.count(7, &shown(2, 1)) && record.count(8, &shown(1, 1)));
        assert!(!record.count(7, &shown(2, 1)) && !record.count(7, &shown(1, 1)) && !record.count(8, &shown(1, 1)));
        assert_eq!((record.seen.auctions, record.hands), (3, 3));
        let again = Record::read(&record.clone().write()).unwrap();
        assert_eq!(again, record);
        for hand in 3..3 + HANDS_MAX {
            assert!(record.count(7, &shown(hand, 1)));
            assert!(record.hands <= HANDS_MAX);
        }
        assert_eq!((record.seen.auctions, record.hands), (103, 103), "halved once on the way");
    }

    /// A store that does not answer.
    struct Away;

    #[tonic::async_trait]
    impl Store for Away {
        async fn load(&self, _room: &str) -> Result<Option<Stored>, StoreError> {
            Err(StoreError::Down(String::from("away")))
        }

        async fn swap(
            &self,
            _room: &str,
            _expected: Option<Revision>,
            _bytes: Vec<u8>,
        ) -> Result<Option<Revision>, StoreError> {
            Err(StoreError::Down(String::from("away")))
        }

        async fn delete(&self, _room: &str) -> Result<Option<Stored>, StoreError> {
            Err(StoreError::Down(String::from("away")))
        }

        async fn list(&self, _before: Option<&Place>, _limit: usize) -> Result<Page, StoreError> {
            Ok(Page::default())
        }

        async fn count(&self) -> Result<u64, StoreError> {
            Ok(0)
        }

        fn is_shared(&self) -> bool {
            true
        }
    }

    #[tokio::test]
    async fn play_goes_on_where_the_store_is_away() {
        let config = config::Config::embedded();
        let (catalogue, metrics) = (&Roster::load(&config.personas).unwrap(), &Metrics::new());
        let deps = RoomDeps { catalogue, metrics };
        let mut rooms = Rooms::new(&config.rooms).unwrap();
        rooms.players = Some(Box::new(Away));
        rooms.count_shown(deps, 7, &[shown(1, 1), shown(2, 1)], str::to_owned).await;
        assert_eq!(rooms.known(deps, "p").await, None);
        assert_eq!(rooms.forget(deps, "p").await.unwrap_err().reason(), Reason::STORE_UNAVAILABLE);
        let pool = || Pool::new("pool", 1, 1, true);
        let page = metrics.page([&pool(), &pool()], &Replay::start(&config.log));
        assert!(page.contains("thirdseat_player_hands_total{outcome=\"lost\"} 2"), "{page}");
    }

    #[test]
    fn a_record_stays_small() {
        let mut record = Record::default();
        for room in 0..50 {
            let all = Habits::of_counts([u32::MAX / 4; engine::opponents::habits::COUNTS]);
            record.count(u64::MAX - room, &Shown { habits: all, ..shown(u32::MAX, 0) });
        }
        assert_eq!(record.rooms.len(), ROOMS_MAX);
        assert!(record.write().len() <= 256);
    }
}
