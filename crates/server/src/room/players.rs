//! The records of players over all rooms, by their opaque names: the habits that they showed, the grades of their choices and their standings. A
//! record changes by compare-and-set; [`boards`] rank players.
//!
//! A hand is counted before the room stores its end, and the record names the rooms of its last hands: if the replica dies in between, the repeated
//! call sees that the hand is counted. Grades come later, apart from the answer, and have their own marks: a hand that no replica graded may be
//! graded when the next one is dealt. A room copies the habits of its players when a hand begins, so that a decision reads no record.

pub mod boards;
mod record;

use std::sync::Arc;
use std::time::Duration;

use engine::level::Grades;
use engine::profile::Family;
use game::refusal::Refusal;

pub use record::{HANDS_MAX, Record};

use self::boards::{Boards, MemoryBoards, RankedPlayer};
use super::people::PlayerHand;
use super::store::memory::MemoryStore;
use super::store::redis::nodes::Nodes;
use super::store::redis::{RedisBoards, RedisStore};
use super::store::{Kv, StoredValue};
use crate::config;
use crate::observe::metrics::{CountOutcome, Metrics, RecordLabel, StoreOp};

/// The rows of boards in memory per player: a player may be on boards of a day, a season and all time.
const ROWS_PER_PLAYER: usize = 4;
/// The most records in memory. A further one drops the least recently used one.
const PLAYERS_MAX: usize = 200_000;

/// The records of players, and the boards that rank them.
pub struct Players {
    records: Kv,
    boards: Box<dyn Boards>,
    /// False if nothing is kept: then nothing is written or read.
    keep: bool,
}

impl Players {
    pub(super) fn in_memory(config: &config::Rooms, metrics: &Arc<Metrics>) -> Players {
        let idle = Duration::from_secs(config.players.idle_s);
        let records = Kv::new(MemoryStore::new(PLAYERS_MAX, idle, Box::new(|_, _| {})), metrics);
        let boards = Box::new(MemoryBoards::new(PLAYERS_MAX * ROWS_PER_PLAYER, idle));
        Players { records, boards, keep: config.players.keep }
    }

    pub(super) fn in_redis(nodes: &Arc<Nodes>, config: &config::Rooms, metrics: &Arc<Metrics>) -> Players {
        let (idle, prefix) = (Duration::from_secs(config.players.idle_s), &config.redis.prefix);
        let records = Kv::new(RedisStore::of_kind("player", nodes, prefix, [idle, idle]), metrics);
        let boards = Box::new(RedisBoards::of(nodes, prefix, idle));
        Players { records, boards, keep: config.players.keep }
    }

    /// Adds hands to the records and boards of their players. A repeated hand of a recent room does not count again. `key` makes the store's key of a
    /// name. If the store fails, the record may lose a hand, and a metric counts it.
    pub async fn count_hands(&self, room: u64, hands: &[PlayerHand], key: impl Fn(&str) -> String) {
        for hand in hands.iter().filter(|_| self.keep) {
            let count = |record: &mut Record| record.count(room, hand);
            if let Some(record) = self.change(RecordLabel::Seen, &key(&hand.player), count).await {
                // Also for a hand that was counted before: its replica may have died before it wrote the boards.
                self.update_boards(hand, &record, &key).await;
            }
        }
    }

    /// Adds the grades of a room's hand, and no others, to a player's record, if the record awaits them.
    pub async fn grade(&self, key: &str, room: u64, hand_number: u32, family: Family, grades: Grades) {
        let grade = |record: &mut Record| record.grade(room, hand_number, family, grades);
        self.change(RecordLabel::Graded, key, grade).await;
    }

    /// Loads the record of a player, even an empty one; refuses if the store fails. `None` if no records are kept, or this one cannot be read.
    pub async fn load_record(&self, key: &str) -> Result<Option<Record>, Refusal> {
        if self.keep { Ok(read_record(self.records.load(key).await?.as_ref())) } else { Ok(None) }
    }

    /// Deletes the record of a player, and its rows on boards. `key` makes the store's key of a name.
    pub async fn forget(&self, player: &str, key: impl Fn(&str) -> String) -> Result<(), Refusal> {
        if !self.keep {
            return Ok(());
        }
        // The boards go first: while the record exists, a call that failed in between can be repeated.
        let known = self.load_record(&key(player)).await?.unwrap_or_default();
        self.remove_rows(player, &known, &key).await?;
        let gone = self.records.measure(StoreOp::Forget, self.records.store.delete(&key(player))).await?;
        // Hands that were counted meanwhile may have added boards.
        self.remove_rows(player, &read_record(gone.as_ref()).unwrap_or_default(), &key).await
    }

    /// Returns the first players of a board. `limit` is at least 1.
    pub async fn board_rows(&self, board: &str, limit: usize) -> Result<Vec<RankedPlayer>, Refusal> {
        if !self.keep {
            return Ok(Vec::new());
        }
        self.records.measure(StoreOp::Read, self.boards.rows(board, limit)).await
    }

    /// Finds a player on a board.
    pub async fn find_on_board(&self, board: &str, player: &str) -> Result<Option<RankedPlayer>, Refusal> {
        self.records.measure(StoreOp::Read, self.boards.find(board, player)).await
    }

    pub(super) async fn tidy(&self) {
        // Redis drops records by itself, and the tidying of rooms has asked its servers.
        if !self.records.store.is_shared() {
            self.records.store.tidy().await;
        }
    }

    /// Changes a record by `step`, which returns true if it changed the record, and may run again. Returns the record after it; `None` if that
    /// failed. The outcome counts in metrics.
    async fn change(&self, label: RecordLabel, key: &str, step: impl Fn(&mut Record) -> bool) -> Option<Record> {
        let change = |found: Option<&StoredValue>| {
            let mut record = read_record(found).unwrap_or_default();
            let is_changed = step(&mut record);
            Ok((is_changed.then(|| record.write().into()), (is_changed, record)))
        };
        let update = async { self.records.update(key, self.records.load(key).await?, true, change).await };
        let changed = update.await.ok();
        let outcome = match changed {
            Some((_, (true, _))) => CountOutcome::Now,
            Some((_, (false, _))) => CountOutcome::Before,
            None => CountOutcome::Lost,
        };
        self.records.metrics.player_hands.at(label as usize, outcome as usize).increment(1);
        changed.map(|(_, (_, record))| record)
    }

    /// Writes the player's standing to the boards of a hand, and takes the player off the boards that its record leaves. If writing fails, the
    /// player's next hand on the board repairs it.
    async fn update_boards(&self, hand: &PlayerHand, record: &Record, key: impl Fn(&str) -> String) {
        let Players { records, boards, .. } = self;
        for board in record.lost_boards() {
            let _ = records.measure(StoreOp::Rank, boards.remove(&key(board), &hand.player)).await;
        }
        let standings = record.standings().filter(|(board, _)| hand.boards.iter().any(|counted| counted == board));
        for (board, standing) in standings {
            let _ = records.measure(StoreOp::Rank, boards.put(&key(board), &hand.player, &standing)).await;
        }
        // The player may have been forgotten between the count and the boards.
        if !hand.boards.is_empty() && matches!(records.load(&key(&hand.player)).await, Ok(None)) {
            for board in &hand.boards {
                let _ = records.measure(StoreOp::Rank, boards.remove(&key(board), &hand.player)).await;
            }
        }
    }

    async fn remove_rows(&self, player: &str, record: &Record, key: impl Fn(&str) -> String) -> Result<(), Refusal> {
        for (board, _) in record.standings() {
            self.records.measure(StoreOp::Forget, self.boards.remove(&key(board), player)).await?;
        }
        Ok(())
    }
}

/// Reads a record; without one it is empty. `None` if it cannot be read: the next counted hand replaces it.
fn read_record(found: Option<&StoredValue>) -> Option<Record> {
    found.map_or(Some(Record::default()), |found| Record::read(&found.bytes).ok())
}
