//! The names of what is kept, by the time of their last use, so that they can be listed and counted without looking through all keys.
//!
//! They lie in a few sorted sets, so that each node of a cluster has some. They are written beside the calls: uses gather for a
//! moment and go out together, so that no read and no write of a room waits for a name. A name that is lost so comes back with the
//! next use. Names go when nothing was heard of them for as long as the things that they name live, and a set with the last of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ::redis::FromRedisValue;

use super::node::Failure;
use super::nodes::Nodes;
use crate::room::store::{Place, since_1970};

/// Number of sets of names.
const SHARDS: usize = 16;
/// The time for which names gather.
const GATHER: Duration = Duration::from_millis(200);
/// The most names that gather. Further ones wait for the next time.
const GATHERED_MAX: usize = 65_536;
/// The most names in one command: a longer one would keep a node from others for too long.
const NAMES_A_COMMAND: usize = 1000;

/// The names of one kind of thing.
pub(super) struct Names {
    nodes: Arc<Nodes>,
    prefix: String,
    idle_ms: u64,
    gathered: Mutex<Gathered>,
}

/// A change of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// The named entry was used.
    Used,
    /// The named entry went.
    Gone,
}

#[derive(Default)]
struct Gathered {
    /// The time at which each was used; `None` for one that is gone.
    names: HashMap<String, Option<u64>>,
    /// True if a task writes them in a moment.
    is_due: bool,
}

impl Names {
    pub(super) fn new(nodes: &Arc<Nodes>, prefix: &str, idle_ms: u64) -> Arc<Names> {
        Arc::new(Names {
            nodes: Arc::clone(nodes),
            prefix: format!("{prefix}:by-use"),
            idle_ms,
            gathered: Mutex::default(),
        })
    }

    /// Notes a change, which is written in a moment.
    pub(super) fn note(self: &Arc<Names>, name: &str, change: Change) {
        let mut gathered = self.gathered();
        if gathered.names.len() < GATHERED_MAX {
            gathered.names.insert(name.to_owned(), (change == Change::Used).then(now_us));
        }
        if !std::mem::replace(&mut gathered.is_due, true) {
            let names = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(GATHER).await;
                names.write().await;
            });
        }
    }

    /// Lists at most `limit` places before one, the newest first. There may be more of one microsecond than that.
    pub(super) async fn newest(&self, before: Option<&Place>, limit: usize) -> Result<Vec<Place>, Failure> {
        self.write().await;
        let (to, from) = (before.map_or(u64::MAX, |before| before.used_us).min(now_us()), self.oldest());
        let mut places: Vec<Place> = Vec::new();
        for shard in 0..SHARDS {
            // Names of the same microsecond stand in the order of their letters, of which some may have been listed.
            let words = [&to.to_string(), &from.to_string(), "WITHSCORES", "LIMIT", "0", &(limit + 16).to_string()];
            let named: Vec<(String, f64)> = self.ask("ZREVRANGEBYSCORE", shard, &words).await?;
            places.extend(named.into_iter().map(|(room, used)| Place { used_us: used as u64, room }));
        }
        places.retain(|place| before.is_none_or(|before| place < before));
        places.sort_unstable_by(|one, other| other.cmp(one));
        Ok(places)
    }

    /// Returns the number of names that were used lately enough.
    pub(super) async fn count(&self) -> Result<u64, Failure> {
        self.write().await;
        let (mut names, oldest) = (0, self.oldest().to_string());
        for shard in 0..SHARDS {
            names += self.ask::<u64>("ZCOUNT", shard, &[&oldest, "+inf"]).await?;
        }
        Ok(names)
    }

    /// Drops the names that were not used for too long. One command for each set, however many names those are.
    pub(super) async fn tidy(&self) {
        let oldest = format!("({}", self.oldest());
        for shard in 0..SHARDS {
            // The next one tries again.
            let _ = self.ask::<u64>("ZREMRANGEBYSCORE", shard, &["-inf", &oldest]).await;
        }
    }

    /// Writes what has gathered.
    async fn write(&self) {
        let Gathered { names, .. } = std::mem::take(&mut *self.gathered());
        let mut shards: [Vec<(String, Option<u64>)>; SHARDS] = Default::default();
        for (name, used) in names {
            shards[shard_of(&name)].push((name, used));
        }
        for (shard, names) in shards.iter().enumerate() {
            for names in names.chunks(NAMES_A_COMMAND) {
                // A name that is not written is written with its next use, or goes by its time.
                let _ = self.write_some(shard, names).await;
            }
        }
    }

    async fn write_some(&self, shard: usize, names: &[(String, Option<u64>)]) -> Result<(), Failure> {
        let used = names.iter().filter_map(|(name, used)| used.map(|used| [used.to_string(), name.clone()]));
        let used: Vec<String> = used.flatten().collect();
        let gone: Vec<&str> = names.iter().filter(|(_, used)| used.is_none()).map(|(name, _)| name.as_str()).collect();
        if !used.is_empty() {
            let words: Vec<&str> = used.iter().map(String::as_str).collect();
            self.ask::<u64>("ZADD", shard, &words).await?;
            self.ask::<u64>("PEXPIRE", shard, &[&self.idle_ms.to_string()]).await?;
        }
        if !gone.is_empty() {
            self.ask::<u64>("ZREM", shard, &gone).await?;
        }
        Ok(())
    }

    async fn ask<T: FromRedisValue>(&self, word: &str, shard: usize, words: &[&str]) -> Result<T, Failure> {
        self.nodes.ask(word, &format!("{}:{{{shard}}}", self.prefix), words).await
    }

    /// Returns the oldest time of use that still keeps an entry.
    fn oldest(&self) -> u64 {
        now_us().saturating_sub(self.idle_ms * 1000)
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().expect("no code panics while it holds the names")
    }
}

/// Returns the set of a name: the same on every replica, whichever release it runs.
fn shard_of(name: &str) -> usize {
    // FNV-1a: the standard library's hash may change.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (hash % SHARDS as u64) as usize
}

/// Returns the time by which things are listed. It decides nothing.
fn now_us() -> u64 {
    since_1970().as_micros() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_spread_over_the_sets() {
        let mut found = [0; SHARDS];
        (0..1600).for_each(|number| found[shard_of(&format!("table-{number}"))] += 1);
        assert!(found.iter().all(|&names| (50..200).contains(&names)), "{found:?}");
    }
}
