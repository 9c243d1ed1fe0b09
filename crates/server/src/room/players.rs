//! The record of players: the habits that they showed, the grades of their choices and their standings, kept by their opaque names beyond a
//! room. One record each, in a store of its own, changed by compare-and-set; [`boards`] rank them.
//!
//! A hand is counted before the room stores its end, and the record names the rooms of its last hands: whichever replica dies in
//! between, the repeated call finds the hand counted and counts it once. Grades come later, off the answer's path, and are marked apart: a hand
//! that no replica graded is graded when the next one is dealt. A room copies the records of its players when a hand is dealt, so
//! that no decision depends on anything but the room.

pub mod boards;
mod record;

use std::sync::Arc;
use std::time::Duration;

pub use record::{Graded, HANDS_MAX, Record, Shown};

use self::boards::memory::MemoryBoards;
use self::boards::{Boards, Ranked};
use super::service::{RoomDeps, Rooms};
use super::store::Stored;
use super::store::kv::{First, Kv};
use super::store::memory::Memory;
use super::store::redis::nodes::Nodes;
use super::store::redis::{Redis, RedisBoards};
use crate::config;
use crate::error::Refusal;
use crate::observe::metrics::{Counted, StoreOp};

/// The rows of boards in memory for each player there: most play for a day, a season and all time.
const ROWS_A_PLAYER: usize = 4;

/// The records of players, and the boards that rank them.
pub(super) struct Players {
    records: Kv,
    boards: Box<dyn Boards>,
}

/// Records in this process.
pub(super) fn in_memory(config: &config::Players) -> Option<Players> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Players {
        records: Kv::new(Memory::new(config.players_max, idle, Box::new(|_, _| {}))),
        boards: Box::new(MemoryBoards::new(config.players_max.saturating_mul(ROWS_A_PLAYER), idle)),
    })
}

/// Records that replicas share.
pub(super) fn in_redis(nodes: &Arc<Nodes>, config: &config::Players, redis: &config::Redis) -> Option<Players> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Players {
        records: Kv::new(Redis::of("player", nodes, redis, idle)),
        boards: Box::new(RedisBoards::of(nodes, &redis.prefix, idle)),
    })
}

impl Rooms {
    /// Counts what hands showed of players and paid them, each hand of a room once. `key` makes the store's key of a caller's name. Play does
    /// not depend on it: a store that fails loses a hand for the record, which metrics tell.
    pub async fn count_shown(&self, deps: RoomDeps<'_>, room: u64, shown: &[Shown], key: impl Fn(&str) -> String) {
        let Some(players) = &self.players else { return };
        for one in shown {
            let (counted, record) =
                self.change_record(deps, players, &key(&one.player), |record| record.count(room, one)).await;
            deps.metrics.player_hands.at(counted as usize, 0).increment(1);
            if let Some(record) = record {
                // Also for a hand that was counted before: its replica may have died before it told the boards.
                self.rank(deps, players, one, &record, &key).await;
            }
        }
    }

    /// Tells the boards of a hand where its player stands now. A board that is not told learns it with the player's next hand.
    async fn rank(
        &self,
        deps: RoomDeps<'_>,
        players: &Players,
        shown: &Shown,
        record: &Record,
        key: impl Fn(&str) -> String,
    ) {
        let Players { records, boards } = players;
        for board in record.left() {
            let _ = records.timed(deps.metrics, StoreOp::Rank, boards.remove(&key(board), &shown.player)).await;
        }
        let standings = record.standings().iter().filter(|(board, _)| shown.boards.contains(board));
        for (board, standing) in standings {
            let _ = records.timed(deps.metrics, StoreOp::Rank, boards.put(&key(board), &shown.player, standing)).await;
        }
        // The player may have been forgotten between the count and the boards.
        if !shown.boards.is_empty() && matches!(records.load(deps.metrics, &key(&shown.player)).await, Ok(None)) {
            for board in &shown.boards {
                let _ = records.timed(deps.metrics, StoreOp::Rank, boards.remove(&key(board), &shown.player)).await;
            }
        }
    }

    /// Adds the grades of a hand to a player's record, once.
    pub async fn grade(&self, deps: RoomDeps<'_>, key: &str, hand: &Graded) {
        let Some(players) = &self.players else { return };
        let (counted, _) = self.change_record(deps, players, key, |record| record.grade(hand)).await;
        deps.metrics.player_grades.at(counted as usize, 0).increment(1);
    }

    /// Changes a record by `step`, which says whether it did, and runs again when another writer was quicker. Returns the record after it,
    /// where the store answered.
    async fn change_record(
        &self,
        deps: RoomDeps<'_>,
        players: &Players,
        key: &str,
        step: impl Fn(&mut Record) -> bool,
    ) -> (Counted, Option<Record>) {
        let change = |found: Option<&Stored>| {
            let mut record = read(found).unwrap_or_default();
            let is_changed = step(&mut record);
            Ok((is_changed.then(|| record.clone().write()), (is_changed, record)))
        };
        match players.records.update(deps.metrics, key, First::Recent, change).await {
            Ok((_, (true, record))) => (Counted::Now, Some(record)),
            Ok((_, (false, record))) => (Counted::Before, Some(record)),
            Err(_) => (Counted::Lost, None),
        }
    }

    /// The record of a player, nothing included. `None` where no records are kept, or the store does not answer.
    pub async fn known(&self, deps: RoomDeps<'_>, key: &str) -> Option<Record> {
        self.record_of(deps, key).await.ok().flatten()
    }

    /// The same for a caller who is told that the store is away. `None` where no records are kept, or the record cannot be read.
    pub async fn record_of(&self, deps: RoomDeps<'_>, key: &str) -> Result<Option<Record>, Refusal> {
        let Some(players) = &self.players else { return Ok(None) };
        Ok(read(players.records.load(deps.metrics, key).await?.as_ref()))
    }

    /// True if records of players are kept.
    pub fn keeps_players(&self) -> bool {
        self.players.is_some()
    }

    /// Deletes the record of a player; returns `true` if there was one. `key` makes the store's key of a caller's name.
    pub async fn forget(
        &self,
        deps: RoomDeps<'_>,
        player: &str,
        key: impl Fn(&str) -> String,
    ) -> Result<bool, Refusal> {
        let Some(players) = &self.players else { return Ok(false) };
        // The boards first: while the record is there, a call that failed in between can be repeated.
        let known = self.record_of(deps, &key(player)).await?.unwrap_or_default();
        self.leave(deps, players, player, &known, &key).await?;
        let gone = players.records.delete(deps.metrics, StoreOp::Forget, &key(player)).await?;
        // Hands that were counted meanwhile.
        self.leave(deps, players, player, &read(gone.as_ref()).unwrap_or_default(), &key).await?;
        Ok(gone.is_some())
    }

    /// Takes a player off all boards of its record.
    async fn leave(
        &self,
        deps: RoomDeps<'_>,
        players: &Players,
        player: &str,
        record: &Record,
        key: impl Fn(&str) -> String,
    ) -> Result<(), Refusal> {
        for (board, _) in record.standings() {
            players.records.timed(deps.metrics, StoreOp::Forget, players.boards.remove(&key(board), player)).await?;
        }
        Ok(())
    }

    /// The number of players on a board.
    pub async fn board_count(&self, deps: RoomDeps<'_>, board: &str) -> Result<usize, Refusal> {
        let Some(players) = &self.players else { return Ok(0) };
        players.records.timed(deps.metrics, StoreOp::Count, players.boards.count(board)).await
    }

    /// At most `limit` players of a board, after the first `from`.
    pub async fn board_rows(
        &self,
        deps: RoomDeps<'_>,
        board: &str,
        from: usize,
        limit: usize,
    ) -> Result<Vec<Ranked>, Refusal> {
        let Some(players) = &self.players else { return Ok(Vec::new()) };
        players.records.timed(deps.metrics, StoreOp::List, players.boards.rows(board, from, limit)).await
    }

    /// A player on a board.
    pub async fn on_board(&self, deps: RoomDeps<'_>, board: &str, player: &str) -> Result<Option<Ranked>, Refusal> {
        let Some(players) = &self.players else { return Ok(None) };
        players.records.timed(deps.metrics, StoreOp::Read, players.boards.find(board, player)).await
    }

    /// Drops records whose time is over, and counts those that are left.
    pub(super) async fn tidy_players(&self, deps: RoomDeps<'_>) {
        let Some(Players { records, .. }) = &self.players else { return };
        records.tidy().await;
        if let Ok(players) = records.count(deps.metrics).await {
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
    use engine::Habits;
    use engine::level::Grades;
    use engine::profile::Family;

    use super::*;
    use crate::error::Reason;
    use crate::observe::metrics::Metrics;
    use crate::observe::replay::Replay;
    use crate::pool::Pool;
    use crate::room::store::{Page, Place, Revision, Store, StoreError, Swap};
    use crate::roster::Roster;

    fn shown(hand_number: u32, auctions: u32) -> Shown {
        let habits = Habits { auctions, ..Habits::default() };
        Shown { hand_number, player: String::from("p"), habits, earned: None, boards: Vec::new() }
    }

    /// A store that does not answer.
    struct Away;

    #[tonic::async_trait]
    impl Store for Away {
        async fn load(&self, _room: &str) -> Result<Option<Stored>, StoreError> {
            Err(StoreError::Down(String::from("away")))
        }

        async fn swap(&self, _room: &str, _expected: Option<Revision>, _bytes: Vec<u8>) -> Result<Swap, StoreError> {
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
        rooms.players =
            Some(Players { records: Kv::new(Away), boards: Box::new(MemoryBoards::new(9, Duration::from_secs(9))) });
        rooms.count_shown(deps, 7, &[shown(1, 1), shown(2, 1)], str::to_owned).await;
        assert_eq!(rooms.known(deps, "p").await, None);
        rooms.grade(deps, "p", &graded(7, 1, 30)).await;
        assert_eq!(rooms.forget(deps, "p", str::to_owned).await.unwrap_err().reason(), Reason::STORE_UNAVAILABLE);
        let pool = || Pool::new("pool", 1, 1, true);
        let page = metrics.page([&pool(), &pool()], &Replay::start(&config.log));
        assert!(page.contains("thirdseat_player_hands_total{outcome=\"lost\"} 2"), "{page}");
        assert!(page.contains("thirdseat_player_grades_total{outcome=\"lost\"} 1"), "{page}");
    }

    /// The hand of a room with ten choices of a grade.
    fn graded(room: u64, hand_number: u32, grade: u32) -> Graded {
        let grades = Grades::of_hand(hand_number.is_multiple_of(2), std::iter::repeat_n(grade, 10));
        Graded { room, hand_number, family: Family::Plain, grades }
    }
}
