//! The room service's access to the records of players.

use super::Rooms;
use crate::observe::metrics::{self, StoreOp};
use crate::room::players::boards::Ranked;
use crate::room::players::{Graded, Players, Record, read};
use crate::room::state::Shown;
use game::refusal::Refusal;

impl Rooms {
    /// Adds hands to the records and boards of their players, each hand of a room once. `key` makes the store's key of a caller's name.
    /// Play does not depend on it: if the store fails, the record loses a hand, and a metric counts it.
    pub async fn count_shown(&self, room: u64, shown: &[Shown], key: impl Fn(&str) -> String) {
        let Some(players) = &self.players else { return };
        for one in shown {
            let (counted, record) = players.change(&key(&one.player), |record| record.count(room, one)).await;
            self.metrics.player_hand(metrics::Record::Seen, counted);
            if let Some(record) = record {
                // Also for a hand that was counted before: its replica may have died before it wrote the boards.
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

    /// Loads the record of a player, even an empty one. `None` if no records are kept, or the store does not answer.
    pub async fn known(&self, key: &str) -> Option<Record> {
        self.record_of(key).await.ok().flatten()
    }

    /// Loads the record of a player; refuses if the store does not answer. `None` if no records are kept, or this one cannot be read.
    pub async fn record_of(&self, key: &str) -> Result<Option<Record>, Refusal> {
        let Some(players) = &self.players else { return Ok(None) };
        Ok(read(players.records.load(key).await?.as_ref()))
    }

    /// True if records of players are kept.
    pub fn keeps_players(&self) -> bool {
        self.players.is_some()
    }

    /// Deletes the record of a player. `key` makes the store's key of a caller's name.
    pub async fn forget(&self, player: &str, key: impl Fn(&str) -> String) -> Result<(), Refusal> {
        let Some(players) = &self.players else { return Ok(()) };
        // The boards go first: while the record exists, a call that failed in between can be repeated.
        let known = self.record_of(&key(player)).await?.unwrap_or_default();
        players.leave(player, &known, &key).await?;
        let gone = players.records.delete(StoreOp::Forget, &key(player)).await?;
        // Hands that were counted meanwhile.
        players.leave(player, &read(gone.as_ref()).unwrap_or_default(), &key).await
    }

    /// Returns the first players of a board, at most `limit`.
    pub async fn board_rows(&self, board: &str, limit: usize) -> Result<Vec<Ranked>, Refusal> {
        let Some(players) = &self.players else { return Ok(Vec::new()) };
        players.records.timed(StoreOp::Read, players.boards.rows(board, limit)).await
    }

    /// Finds a player on a board.
    pub async fn on_board(&self, board: &str, player: &str) -> Result<Option<Ranked>, Refusal> {
        let Some(players) = &self.players else { return Ok(None) };
        players.records.timed(StoreOp::Read, players.boards.find(board, player)).await
    }

    /// Drops records whose time is over.
    pub(in crate::room) async fn tidy_players(&self) {
        if let Some(Players { records, .. }) = &self.players {
            records.tidy().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Habits;
    use engine::level::Grades;
    use engine::profile::Family;

    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::config;
    use crate::observe::metrics::Metrics;
    use crate::pool::Pool;
    use crate::room::players::boards::memory::MemoryBoards;
    use crate::room::store::kv::Kv;
    use crate::room::store::{Revision, Store, StoreError, Stored, Swap};
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
        let page = metrics.page([&pool(), &pool()]);
        assert!(page.contains("thirdseat_player_hands_total{record=\"seen\",outcome=\"lost\"} 2"), "{page}");
        assert!(page.contains("thirdseat_player_hands_total{record=\"graded\",outcome=\"lost\"} 1"), "{page}");
    }

    /// Makes the hand of a room with ten choices of a grade.
    fn graded(room: u64, hand_number: u32, grade: u32) -> Graded {
        let grades = Grades::of_hand(hand_number.is_multiple_of(2), std::iter::repeat_n(grade, 10));
        Graded { room, hand_number, family: Family::Plain, grades }
    }
}
