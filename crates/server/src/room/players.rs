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

use game::refusal::Refusal;

pub use record::{Graded, HANDS_MAX, Record, Shown};

use self::boards::memory::MemoryBoards;
use self::boards::{Boards, Ranked};
use super::service::Rooms;
use super::store::Stored;
use super::store::kv::{First, Kv};
use super::store::memory::Memory;
use super::store::redis::nodes::Nodes;
use super::store::redis::{Redis, RedisBoards};
use crate::config;
use crate::observe::metrics::{self, Counted, Metrics, StoreOp};

/// The rows of boards in memory for each player there: most play for a day, a season and all time.
const ROWS_A_PLAYER: usize = 4;
/// The most players in memory, about 600 bytes each, and 250 for each board on which they stand. One more drops the least recently seen
/// one.
const PLAYERS_MAX: usize = 200_000;

/// The records of players, and the boards that rank them.
pub(super) struct Players {
    records: Kv,
    boards: Box<dyn Boards>,
}

/// Records in this process.
pub(super) fn in_memory(config: &config::Players, metrics: &Arc<Metrics>) -> Option<Players> {
    let idle = Duration::from_secs(config.idle_s);
    config.keep.then(|| Players {
        records: Kv::new(Memory::new(PLAYERS_MAX, idle, Box::new(|_, _| {})), metrics),
        boards: Box::new(MemoryBoards::new(PLAYERS_MAX * ROWS_A_PLAYER, idle)),
    })
}

/// Records that replicas share.
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

impl Rooms {
    /// Counts what hands showed of players and paid them, each hand of a room once. `key` makes the store's key of a caller's name. Play does
    /// not depend on it: a store that fails loses a hand for the record, which metrics tell.
    pub async fn count_shown(&self, room: u64, shown: &[Shown], key: impl Fn(&str) -> String) {
        let Some(players) = &self.players else { return };
        for one in shown {
            let (counted, record) = players.change(&key(&one.player), |record| record.count(room, one)).await;
            self.metrics.player_hand(metrics::Record::Seen, counted);
            if let Some(record) = record {
                // Also for a hand that was counted before: its replica may have died before it told the boards.
                players.rank(one, &record, &key).await;
            }
        }
    }

    /// Adds the grades of a hand to a player's record, once.
    pub async fn grade(&self, key: &str, hand: &Graded) {
        let Some(players) = &self.players else { return };
        let (counted, _) = players.change(key, |record| record.grade(hand)).await;
        self.metrics.player_hand(metrics::Record::Graded, counted);
    }

    /// The record of a player, nothing included. `None` where no records are kept, or the store does not answer.
    pub async fn known(&self, key: &str) -> Option<Record> {
        self.record_of(key).await.ok().flatten()
    }

    /// Finds the same for a caller who is told that the store is away. `None` where no records are kept, or the record cannot be read.
    pub async fn record_of(&self, key: &str) -> Result<Option<Record>, Refusal> {
        let Some(players) = &self.players else { return Ok(None) };
        Ok(read(players.records.load(key).await?.as_ref()))
    }

    /// True if records of players are kept.
    pub fn keeps_players(&self) -> bool {
        self.players.is_some()
    }

    /// Deletes the record of a player; returns `true` if there was one. `key` makes the store's key of a caller's name.
    pub async fn forget(&self, player: &str, key: impl Fn(&str) -> String) -> Result<bool, Refusal> {
        let Some(players) = &self.players else { return Ok(false) };
        // The boards first: while the record is there, a call that failed in between can be repeated.
        let known = self.record_of(&key(player)).await?.unwrap_or_default();
        players.leave(player, &known, &key).await?;
        let gone = players.records.delete(StoreOp::Forget, &key(player)).await?;
        // Hands that were counted meanwhile.
        players.leave(player, &read(gone.as_ref()).unwrap_or_default(), &key).await?;
        Ok(gone.is_some())
    }

    /// The number of players on a board.
    pub async fn board_count(&self, board: &str) -> Result<usize, Refusal> {
        let Some(players) = &self.players else { return Ok(0) };
        players.records.timed(StoreOp::Count, players.boards.count(board)).await
    }

    /// At most `limit` players of a board, after the first `from`.
    pub async fn board_rows(&self, board: &str, from: usize, limit: usize) -> Result<Vec<Ranked>, Refusal> {
        let Some(players) = &self.players else { return Ok(Vec::new()) };
        players.records.timed(StoreOp::List, players.boards.rows(board, from, limit)).await
    }

    /// A player on a board.
    pub async fn on_board(&self, board: &str, player: &str) -> Result<Option<Ranked>, Refusal> {
        let Some(players) = &self.players else { return Ok(None) };
        players.records.timed(StoreOp::Read, players.boards.find(board, player)).await
    }

    /// Drops records whose time is over.
    pub(super) async fn tidy_players(&self) {
        if let Some(Players { records, .. }) = &self.players {
            records.tidy().await;
        }
    }
}

impl Players {
    /// Changes a record by `step`, which says whether it did, and runs again when another writer was quicker. Returns the record after it,
    /// where the store answered.
    async fn change(&self, key: &str, step: impl Fn(&mut Record) -> bool) -> (Counted, Option<Record>) {
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

    /// Tells the boards of a hand where its player stands now. A board that is not told learns it with the player's next hand.
    async fn rank(&self, shown: &Shown, record: &Record, key: impl Fn(&str) -> String) {
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
    async fn leave(&self, player: &str, record: &Record, key: impl Fn(&str) -> String) -> Result<(), Refusal> {
        for (board, _) in record.standings() {
            self.records.timed(StoreOp::Forget, self.boards.remove(&key(board), player)).await?;
        }
        Ok(())
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
    use crate::observe::replay::Replay;
    use crate::pool::Pool;
    use crate::room::store::{Page, Place, Revision, Store, StoreError, Swap};
    use crate::roster::Roster;
    use game::refusal::Reason;

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
        let roster = Arc::new(Roster::load(&config.personas).unwrap());
        let metrics = &Arc::<Metrics>::default();
        let mut rooms = Rooms::new(&config, roster, metrics).unwrap();
        let boards = Box::new(MemoryBoards::new(9, Duration::from_secs(9)));
        rooms.players = Some(Players { records: Kv::new(Away, metrics), boards });
        rooms.count_shown(7, &[shown(1, 1), shown(2, 1)], str::to_owned).await;
        assert_eq!(rooms.known("p").await, None);
        rooms.grade("p", &graded(7, 1, 30)).await;
        assert_eq!(rooms.forget("p", str::to_owned).await.unwrap_err().reason(), Reason::STORE_UNAVAILABLE);
        let pool = || Pool::new("pool", 1, 1, true);
        let page = metrics.page([&pool(), &pool()], &Replay::start(&config.log));
        assert!(page.contains("thirdseat_player_hands_total{record=\"seen\",outcome=\"lost\"} 2"), "{page}");
        assert!(page.contains("thirdseat_player_hands_total{record=\"graded\",outcome=\"lost\"} 1"), "{page}");
    }

    /// The hand of a room with ten choices of a grade.
    fn graded(room: u64, hand_number: u32, grade: u32) -> Graded {
        let grades = Grades::of_hand(hand_number.is_multiple_of(2), std::iter::repeat_n(grade, 10));
        Graded { room, hand_number, family: Family::Plain, grades }
    }
}
