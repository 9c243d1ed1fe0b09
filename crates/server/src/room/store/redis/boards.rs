//! Boards in Redis: for each a sorted set by points, a hash of the rows, and a sorted set by the time of the last write. The three keys have
//! the same part in braces, so they lie on one node of a cluster and one script changes them together.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::redis::Cmd;

use super::nodes::Nodes;
use crate::room::players::boards::{Boards, RankedPlayer, Standing};
use crate::room::store::StoreError;

/// The script that puts a row, if it is newer, and drops some expired rows. `KEYS` points, rows, times; `ARGV` the player, its hands, its
/// points, its row, the current time, the time up to which rows have expired, the time-to-live in milliseconds.
const PUT_LUA: &str = "local old = redis.call('HGET', KEYS[2], ARGV[1])
local hands = tonumber(ARGV[2])
if not old or hands == 1 or tonumber(string.match(old, '^%d+')) < hands then
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[4])
end
redis.call('ZADD', KEYS[3], ARGV[5], ARGV[1])
for _, over in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[6], 'LIMIT', 0, 16)) do
  redis.call('ZREM', KEYS[1], over)
  redis.call('HDEL', KEYS[2], over)
  redis.call('ZREM', KEYS[3], over)
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[7]) end
return 1";

/// The script that takes the player `ARGV[1]` off a board.
const REMOVE_LUA: &str = "redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1";

pub(in crate::room) struct RedisBoards {
    nodes: Arc<Nodes>,
    prefix: String,
    idle: Duration,
}

impl RedisBoards {
    pub(in crate::room) fn of(nodes: &Arc<Nodes>, prefix: &str, idle: Duration) -> RedisBoards {
        RedisBoards { nodes: Arc::clone(nodes), prefix: format!("{prefix}:board"), idle }
    }

    fn keys(&self, board: &str) -> [String; 3] {
        ["points", "rows", "times"].map(|part| format!("{}:{{{board}}}:{part}", self.prefix))
    }
}

#[tonic::async_trait]
impl Boards for RedisBoards {
    async fn put(&self, board: &str, player: &str, standing: &Standing) -> Result<(), StoreError> {
        // Clocks of replicas may differ, so nothing exact may depend on this time.
        let now_s = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let over_s = now_s.saturating_sub(self.idle.as_secs());
        let Standing { hands, points, .. } = *standing;
        let words = (player, hands, points, write_row(standing), now_s, over_s, self.idle.as_millis() as u64);
        self.nodes.eval::<u64>(PUT_LUA, &self.keys(board), words).await?;
        Ok(())
    }

    async fn remove(&self, board: &str, player: &str) -> Result<(), StoreError> {
        self.nodes.eval::<u64>(REMOVE_LUA, &self.keys(board), player).await?;
        Ok(())
    }

    async fn rows(&self, board: &str, limit: usize) -> Result<Vec<RankedPlayer>, StoreError> {
        let [points, rows, _] = self.keys(board);
        let players: Vec<String> = self.nodes.run(&points, &Cmd::zrevrange(&points, 0, limit as isize - 1)).await?;
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let found: Vec<Option<String>> = self.nodes.run(&rows, &Cmd::hmget(&rows, &players)).await?;
        let ranked = players.into_iter().zip(found).zip(1..);
        // A player who left the board between the two commands has no row.
        Ok(ranked
            .filter_map(|((player, row), place)| Some(RankedPlayer { place, player, standing: read_row(&row?)? }))
            .collect())
    }

    async fn find(&self, board: &str, player: &str) -> Result<Option<RankedPlayer>, StoreError> {
        let [points, rows, _] = self.keys(board);
        let above: Option<u64> = self.nodes.run(&points, &Cmd::zrevrank(&points, player)).await?;
        let row: Option<String> = self.nodes.run(&rows, &Cmd::hget(&rows, player)).await?;
        let found = above.zip(row.as_deref().and_then(read_row));
        Ok(found.map(|(above, standing)| RankedPlayer { place: above + 1, player: player.to_owned(), standing }))
    }
}

/// Returns a row: hands, points, won. The script [`PUT_LUA`] reads the first number.
fn write_row(Standing { hands, points, won }: &Standing) -> String {
    format!("{hands} {points} {won}")
}

fn read_row(row: &str) -> Option<Standing> {
    let [hands, points, won, ..] = row.split(' ').collect::<Vec<_>>()[..] else { return None };
    Some(Standing { hands: hands.parse().ok()?, points: points.parse().ok()?, won: won.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let standing = Standing { hands: 12, points: -34, won: 5 };
        assert_eq!(write_row(&standing), "12 -34 5");
        assert_eq!(read_row("12 -34 5"), Some(standing));
        assert_eq!((read_row("12 -34"), read_row("x"), read_row("-1 0 0")), (None, None, None));
    }
}
