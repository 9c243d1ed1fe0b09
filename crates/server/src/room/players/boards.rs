//! Boards 游戏榜: the standings of players over rooms and replicas, by names that the backend chooses. A player's record has the standing; a
//! board is an index of players by rank. [`memory`] keeps boards in this process, and Redis keeps those that replicas share.

pub mod memory;

use rules::Row;

use crate::room::store::StoreError;

/// The most boards of one player. A further board replaces the one on which it last played longest
/// ago.
pub const BOARDS_MAX: usize = 12;
/// The most boards on which one hand counts.
pub const BOARDS_OF_HAND_MAX: usize = 4;

/// The sum of a player's hands on a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    /// The number of hands.
    pub hands: u32,
    /// The points that it won, less those that it lost.
    pub points: i64,
    /// Hands that its side won.
    pub won: u32,
}

impl Standing {
    /// Adds the result of one more hand.
    #[must_use]
    pub const fn plus(self, earned: &Row) -> Standing {
        Standing {
            hands: self.hands.saturating_add(1),
            points: self.points.saturating_add(earned.points),
            won: self.won.saturating_add(earned.won),
        }
    }

    /// True if it takes the place of `old` on a board. Two replicas may write in another order than they counted. The first hand of a
    /// record that began again replaces any standing.
    pub(in crate::room) const fn replaces(&self, old: &Standing) -> bool {
        self.hands > old.hands || self.hands == 1
    }
}

/// A player on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The place on the board: the number of players above, and one.
    pub place: u64,
    /// The player's opaque name.
    pub player: String,
    /// The player's standing.
    pub standing: Standing,
}

/// A store of boards. A player is ranked by points; equals are in the reverse order of their names. A row that did not change for as long
/// as players are kept is dropped.
#[tonic::async_trait]
pub trait Boards: Send + Sync {
    /// Puts a player's standing on a board, unless a later one is there.
    async fn put(&self, board: &str, player: &str, standing: &Standing) -> Result<(), StoreError>;

    /// Takes a player off a board.
    async fn remove(&self, board: &str, player: &str) -> Result<(), StoreError>;

    /// Returns the first players of a board, at most `limit`.
    async fn rows(&self, board: &str, limit: usize) -> Result<Vec<Ranked>, StoreError>;

    /// Finds a player on a board.
    async fn find(&self, board: &str, player: &str) -> Result<Option<Ranked>, StoreError>;
}
