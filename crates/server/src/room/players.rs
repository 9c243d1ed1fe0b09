//! The record of players: the habits that they showed, the grades of their choices and their standings, kept by their opaque names beyond a
//! room. One record each, in a store of its own, changed by compare-and-set; [`boards`] rank them.
//!
//! A hand is counted before the room stores its end, and the record names the rooms of its last hands: if the replica dies in between, the
//! repeated call sees that the hand is counted. Grades come later, after the answer, and have their own marks: a hand that no replica graded is
//! graded when the next one is dealt. A room copies the records of its players when a hand is dealt, so that a decision depends only on the
//! room.

pub mod boards;
mod record;

use std::sync::Arc;
use std::time::Duration;

use game::refusal::Refusal;

pub use record::{Graded, HANDS_MAX, Record};

use self::boards::Boards;
use self::boards::memory::MemoryBoards;
use super::state::Shown;
use super::store::Stored;
use super::store::kv::{First, Kv};
use super::store::memory::Memory;
use super::store::redis::nodes::Nodes;
use super::store::redis::{Redis, RedisBoards};
use crate::config;
use crate::observe::metrics::{Counted, Metrics, StoreOp};

/// The rows of boards in memory per player: most players are on boards of a day, a season and all time.
const ROWS_A_PLAYER: usize = 4;
/// The most players in memory, about 600 bytes each, and 250 for each of their boards. A further player drops the least
/// recently seen one.
const PLAYERS_MAX: usize = 200_000;

/// The records of players, and the boards that rank them.
pub(super) struct Players {
    pub(super) records: Kv,
    pub(super) boards: Box<dyn Boards>,
}

/// Makes records in this process.
pub(super) fn in_memory(config: &config::Players, metrics: &Arc<Metrics>) -> Option<Players> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Players {
        records: Kv::new(Memory::new(PLAYERS_MAX, idle, Box::new(|_, _| {})), metrics),
        boards: Box::new(MemoryBoards::new(PLAYERS_MAX * ROWS_A_PLAYER, idle)),
    })
}

/// Makes records that replicas share.
pub(super) fn in_redis(
    nodes: &Arc<Nodes>,
    config: &config::Players,
    redis: &config::Redis,
    metrics: &Arc<Metrics>,
) -> Option<Players> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Players {
        records: Kv::new(Redis::of("player", nodes, redis, idle), metrics),
        boards: Box::new(RedisBoards::of(nodes, &redis.prefix, idle)),
    })
}

impl Players {
    /// Changes a record by `step`, which returns true if it changed the record, and runs again if another writer was faster. Returns the
    /// record after it, if the store answered.
    pub(super) async fn change(&self, key: &str, step: impl Fn(&mut Record) -> bool) -> (Counted, Option<Record>) {
        let change = |found: Option<&Stored>| {
            let mut record = read(found).unwrap_or_default();
            let is_changed = step(&mut record);
            Ok((is_changed.then(|| record.clone().write()), (is_changed, record)))
        };
        match self.records.update(key, First::Recent, change).await {
            Ok((_, (true, record))) => (Counted::Now, Some(record)),
            Ok((_, (false, record))) => (Counted::Before, Some(record)),
            Err(_) => (Counted::Lost, None),
        }
    }

    /// Writes the player's standing to the boards of a hand. If that fails, the player's next hand repairs it.
    pub(super) async fn rank(&self, shown: &Shown, record: &Record, key: impl Fn(&str) -> String) {
        let Players { records, boards } = self;
        for board in record.left() {
            let _ = records.timed(StoreOp::Rank, boards.remove(&key(board), &shown.player)).await;
        }
        let standings = record.standings().iter().filter(|(board, _)| shown.boards.contains(board));
        for (board, standing) in standings {
            let _ = records.timed(StoreOp::Rank, boards.put(&key(board), &shown.player, standing)).await;
        }
        // The player may have been forgotten between the count and the boards.
        if !shown.boards.is_empty() && matches!(records.load(&key(&shown.player)).await, Ok(None)) {
            for board in &shown.boards {
                let _ = records.timed(StoreOp::Rank, boards.remove(&key(board), &shown.player)).await;
            }
        }
    }

    /// Takes a player off all boards of its record.
    pub(super) async fn leave(
        &self,
        player: &str,
        record: &Record,
        key: impl Fn(&str) -> String,
    ) -> Result<(), Refusal> {
        for (board, _) in record.standings() {
            self.records.timed(StoreOp::Forget, self.boards.remove(&key(board), player)).await?;
        }
        Ok(())
    }
}

/// Reads a record; without one it is empty. `None` if it cannot be read: the next counted hand replaces it.
pub(super) fn read(found: Option<&Stored>) -> Option<Record> {
    found.map_or(Some(Record::default()), |found| Record::read(&found.bytes).ok())
}
