//! Boards 游戏榜: the standings of players over rooms and replicas, by names that the backend chooses. A player's record has the standing; a
//! board is an index of players by rank. [`MemoryBoards`] are in this process, with a cap on their rows; Redis has those that replicas
//! share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use crate::room::store::StoreError;
use crate::room::store::memory::Aged;

/// The most boards of one player. A further board replaces the board on which the player has not played for the longest time.
pub const BOARDS_MAX: usize = 12;
/// The most boards on which one hand counts.
pub const BOARDS_OF_HAND_MAX: usize = 4;

/// The sum of a player's hands on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The number of hands.
    pub hands: u32,
    /// The points that the player won, minus those that it lost.
    pub points: i64,
    /// The number of hands that its side won.
    pub won: u32,
}

impl Standing {
    /// True if it takes the place of `old` on a board. Two replicas may write in another order than they counted. The first hand of a new
    /// record replaces any standing.
    pub(in crate::room) const fn replaces(&self, old: &Standing) -> bool {
        self.hands > old.hands || self.hands == 1
    }
}

/// A player on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedPlayer {
    /// The place on the board: 1 plus the number of players above.
    pub place: u64,
    /// The player's opaque name.
    pub player: String,
    /// The player's standing.
    pub standing: Standing,
}

/// A store of boards. A player is ranked by points; equals are in the reverse order of their names. A row that was not written for as long
/// as players are kept may be dropped.
#[tonic::async_trait]
pub trait Boards: Send + Sync {
    /// Puts a player's standing on a board, if it replaces the old one.
    async fn put(&self, board: &str, player: &str, standing: &Standing) -> Result<(), StoreError>;

    /// Takes a player off a board.
    async fn remove(&self, board: &str, player: &str) -> Result<(), StoreError>;

    /// Returns the first players of a board. `limit` is at least 1.
    async fn rows(&self, board: &str, limit: usize) -> Result<Vec<RankedPlayer>, StoreError>;

    /// Finds a player on a board.
    async fn find(&self, board: &str, player: &str) -> Result<Option<RankedPlayer>, StoreError>;
}

/// Boards in memory. A row beyond the cap replaces the one that was written least recently.
pub struct MemoryBoards {
    all: Mutex<AllBoards>,
    rows_max: usize,
    idle: Duration,
}

/// The place of a row in the order of all rows: board, points, player. The last row of a board leads.
type Rank = (Arc<str>, i64, Arc<str>);

#[derive(Default)]
struct AllBoards {
    ranks: Aged<Rank>,
    rows: BTreeMap<Rank, Standing>,
}

/// Returns the name of a row among all rows. No board's name has a zero.
fn row_name(board: &str, player: &str) -> String {
    format!("{board}\0{player}")
}

impl MemoryBoards {
    /// Makes empty boards, for at most `rows_max` rows. A row expires `idle` after its last write.
    pub fn new(rows_max: usize, idle: Duration) -> MemoryBoards {
        MemoryBoards { all: Mutex::default(), rows_max, idle }
    }

    fn lock_and_expire(&self) -> MutexGuard<'_, AllBoards> {
        let mut all = self.all.lock().expect("no code panics while it holds the boards");
        while let Some(oldest) = all.ranks.oldest(self.idle) {
            all.remove(&oldest);
        }
        all
    }
}

impl AllBoards {
    fn remove(&mut self, row: &str) -> Option<Standing> {
        self.rows.remove(&self.ranks.remove(row)?)
    }

    /// Returns the rows of a board, the first place first.
    fn of_board(&self, board: &str) -> impl Iterator<Item = (&Rank, &Standing)> {
        let first: Rank = (Arc::from(board), i64::MIN, Arc::from(""));
        let after: Rank = (Arc::from(row_name(board, "")), i64::MIN, Arc::from(""));
        self.rows.range(first..after).rev()
    }
}

#[tonic::async_trait]
impl Boards for MemoryBoards {
    async fn put(&self, board: &str, player: &str, standing: &Standing) -> Result<(), StoreError> {
        let (row, mut all) = (row_name(board, player), self.lock_and_expire());
        let old = all.remove(&row).filter(|old| !standing.replaces(old));
        if all.rows.len() >= self.rows_max
            && let Some(oldest) = all.ranks.oldest(Duration::ZERO)
        {
            all.remove(&oldest);
        }
        let standing = old.unwrap_or(*standing);
        let rank: Rank = (Arc::from(board), standing.points, Arc::from(player));
        all.ranks.insert(&row, rank.clone());
        all.rows.insert(rank, standing);
        Ok(())
    }

    async fn remove(&self, board: &str, player: &str) -> Result<(), StoreError> {
        self.lock_and_expire().remove(&row_name(board, player));
        Ok(())
    }

    async fn rows(&self, board: &str, limit: usize) -> Result<Vec<RankedPlayer>, StoreError> {
        let all = self.lock_and_expire();
        Ok(all.of_board(board).zip(1..).take(limit).map(ranked_player).collect())
    }

    async fn find(&self, board: &str, player: &str) -> Result<Option<RankedPlayer>, StoreError> {
        let all = self.lock_and_expire();
        let Some(own) = all.ranks.get(&row_name(board, player)) else { return Ok(None) };
        // This visits each row above.
        Ok(all.of_board(board).zip(1..).find(|((rank, _), _)| *rank == own).map(ranked_player))
    }
}

fn ranked_player((((_, _, player), standing), place): ((&Rank, &Standing), u64)) -> RankedPlayer {
    RankedPlayer { place, player: player.to_string(), standing: *standing }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(hands: u32, points: i64) -> Standing {
        Standing { hands, points, won: 0 }
    }

    async fn ranking(boards: &MemoryBoards, board: &str) -> String {
        let rows = boards.rows(board, 100).await.unwrap();
        rows.iter().map(|row| format!("{}{}", row.place, row.player)).collect::<Vec<_>>().join(" ")
    }

    #[tokio::test]
    async fn the_most_points_stand_first_and_a_late_write_changes_nothing() {
        let boards = MemoryBoards::new(10, Duration::from_secs(60));
        for (player, points) in [("a", 3), ("b", -2), ("c", 3), ("d", 9)] {
            boards.put("all", player, &standing(2, points)).await.unwrap();
        }
        assert_eq!(ranking(&boards, "all").await, "1d 2c 3a 4b");
        boards.put("all", "b", &standing(4, 20)).await.unwrap();
        boards.put("all", "b", &standing(3, -9)).await.unwrap();
        assert_eq!(
            boards.find("all", "b").await.unwrap().map(|row| (row.place, row.standing)),
            Some((1, standing(4, 20)))
        );
        assert_eq!(boards.find("all", "a").await.unwrap().map(|row| row.place), Some(4));
        assert_eq!(boards.rows("all", 2).await.unwrap().iter().map(|row| row.place).collect::<Vec<_>>(), [1, 2]);
        boards.put("all", "b", &standing(1, 1)).await.unwrap();
        assert_eq!(ranking(&boards, "all").await, "1d 2c 3a 4b", "a record that began anew");
        boards.remove("all", "d").await.unwrap();
        boards.remove("none", "d").await.unwrap();
        assert_eq!((ranking(&boards, "all").await.as_str(), ranking(&boards, "none").await.as_str()), ("1c 2a 3b", ""));
    }

    #[tokio::test(start_paused = true)]
    async fn rows_have_a_cap_and_expire() {
        let boards = MemoryBoards::new(3, Duration::from_secs(60));
        for player in ["a", "b", "c"] {
            boards.put("x", player, &standing(1, 0)).await.unwrap();
            tokio::time::advance(Duration::from_secs(10)).await;
        }
        boards.put("x", "a", &standing(2, 0)).await.unwrap();
        boards.put("y", "d", &standing(1, 0)).await.unwrap();
        assert_eq!((ranking(&boards, "x").await.as_str(), ranking(&boards, "y").await.as_str()), ("1c 2a", "1d"));
        tokio::time::advance(Duration::from_secs(50)).await;
        assert_eq!(ranking(&boards, "x").await, "1a", "the other one did not play for a minute");
    }
}
