//! Rooms in Redis: any replica serves any room. A key holds a revision of eight bytes and the state; a write compares the revision
//! and sets both in one script. In a cluster every command touches one key, so rooms may lie on any node, and a node that is down
//! affects only its own rooms (`nodes`).

mod boards;
mod node;
pub(in crate::room) mod nodes;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use ::redis::{FromRedisValue, Value};

pub(in crate::room) use self::boards::RedisBoards;
use self::node::{Failure, is_full, is_other_type};
use self::nodes::{Lua, Nodes};
use super::{Answer, Kept, MARK_BYTES, Revision, Store, StoreError, Stored, Swap};
use crate::config::{self, Fault};
use crate::observe::lines;

/// The script of a compare-and-set. `KEYS[1]` the room, `ARGV[1]` the revision that has to be there (empty: no room), `ARGV[2]` the new one
/// and the state, `ARGV[3]` the time-to-live in milliseconds. A write that arrives twice, because its first answer was lost, succeeds
/// twice. If another state is there, it is returned and its time-to-live restarts; a full disk refuses only that restart.
const SWAP: &str = "local found = redis.call('GETRANGE', KEYS[1], 0, 7)
if found == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1
end
if found == string.sub(ARGV[2], 1, 8) then return 1 end
local other = redis.call('GET', KEYS[1])
redis.pcall('PEXPIRE', KEYS[1], ARGV[3])
return other";

/// Keeps an answer. `KEYS`: the room and the answer; `ARGV[1]`: the room's required revision; `ARGV[2]`: the bytes of the answer's mark;
/// `ARGV[3]`: the answer; `ARGV[4]`: the time-to-live in milliseconds. An answer with the same mark is returned, and stays.
const KEEP: &str = "if redis.call('GETRANGE', KEYS[1], 0, 7) ~= ARGV[1] then return 0 end
local found = redis.call('GET', KEYS[2])
if found and string.sub(found, 1, ARGV[2]) == string.sub(ARGV[3], 1, ARGV[2]) then return found end
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
return 1";

/// The bytes of a revision.
const REVISION_BYTES: usize = 8;

/// Rooms in Redis.
pub struct Redis {
    nodes: Arc<Nodes>,
    /// The start of every key.
    prefix: String,
    idle_ms: u64,
    swap: Lua,
    keep: Lua,
    revision: AtomicU64,
    recent: Recent,
}

impl Redis {
    /// Makes a store that connects at its first use. The configuration has been checked, except the certificate files.
    pub fn new(config: &config::Redis, idle: Duration) -> Result<Redis, Fault> {
        Ok(Redis::of("room", &Nodes::new(config)?, config, idle))
    }

    /// Makes the store of one kind of value, under its own keys. Several kinds share the servers.
    pub(in crate::room) fn of(kind: &str, nodes: &Arc<Nodes>, config: &config::Redis, idle: Duration) -> Redis {
        let (prefix, idle_ms) = (format!("{}:{kind}", config.prefix), idle.as_millis() as u64);
        Redis {
            nodes: Arc::clone(nodes),
            prefix,
            idle_ms,
            swap: Lua::new(SWAP),
            keep: Lua::new(KEEP),
            // Each process counts from a random revision, so that revisions of two processes differ.
            revision: AtomicU64::new(RandomState::new().hash_one("first revision")),
            recent: Recent::default(),
        }
    }

    /// Returns the key of a room. The part in braces decides which node of a cluster has it.
    fn key(&self, room: &str) -> String {
        format!("{}:{{{room}}}", self.prefix)
    }

    /// Returns the key of the answer that is kept beside a room, on the same node.
    fn answer_key(&self, room: &str) -> String {
        format!("{}:answer", self.key(room))
    }

    /// Runs a command about one key.
    async fn ask<T: FromRedisValue>(&self, word: &str, key: &str, words: &[&str]) -> Result<T, StoreError> {
        Ok(self.nodes.ask(word, key, words).await?)
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::Down(problem) => StoreError::Down(problem),
            Failure::Refused(error) if is_other_type(&error) => {
                StoreError::Unreadable(String::from("a value of another type"))
            }
            Failure::Refused(error) => {
                lines::STORE_REFUSED.say(&error);
                let is_full = is_full(&error);
                if is_full { StoreError::Full(error.to_string()) } else { StoreError::Down(error.to_string()) }
            }
        }
    }
}

/// Reads a stored value: the revision, then the state.
fn read(value: Option<Vec<u8>>) -> Result<Option<Stored>, StoreError> {
    let Some(value) = value else { return Ok(None) };
    let Some((revision, bytes)) = value.split_first_chunk::<REVISION_BYTES>() else {
        return Err(StoreError::Unreadable(format!("{} bytes that no replica wrote", value.len())));
    };
    Ok(Some(Stored { revision: Revision(u64::from_be_bytes(*revision)), bytes: Arc::from(bytes) }))
}

#[tonic::async_trait]
impl Store for Redis {
    async fn load(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        let (key, idle_ms) = (self.key(room), self.idle_ms.to_string());
        let found = match self.ask("GETEX", &key, &["PX", &idle_ms]).await {
            // A full disk refuses to restart the time-to-live; the room can still be read.
            Err(StoreError::Full(_)) => self.ask("GET", &key, &[]).await?,
            found => found?,
        };
        read(found)
    }

    async fn swap(&self, room: &str, expected: Option<Revision>, bytes: Vec<u8>) -> Result<Swap, StoreError> {
        let revision = Revision(self.revision.fetch_add(1, Ordering::Relaxed));
        let value = [&revision.0.to_be_bytes()[..], &bytes].concat();
        let expected = expected.map(|expected| expected.0.to_be_bytes());
        let expected = expected.as_ref().map_or(&[][..], |expected| &expected[..]);
        let idle_ms = self.idle_ms.to_string();
        let words = [expected, &value, idle_ms.as_bytes()];
        let swapped = match self.nodes.eval(&self.swap, &[self.key(room)], &words).await? {
            Value::Int(_) => Swap::Written(Stored { revision, bytes: bytes.into() }),
            Value::BulkString(found) => Swap::Found(read(Some(found))?),
            _ => return Ok(Swap::Found(None)),
        };
        if let Swap::Written(stored) = &swapped {
            self.recent.put(room, stored);
        }
        Ok(swapped)
    }

    async fn delete(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        self.recent.take(room);
        let (key, answer_key) = (self.key(room), self.answer_key(room));
        let (gone, answer) =
            tokio::join!(self.ask("GETDEL", &key, &[]), self.ask::<Option<Vec<u8>>>("GETDEL", &answer_key, &[]));
        let gone = read(gone?)?;
        answer?;
        Ok(gone)
    }

    async fn answer(&self, room: &str) -> Result<Option<Answer>, StoreError> {
        let found: Option<Vec<u8>> = self.ask("GET", &self.answer_key(room), &[]).await?;
        Ok(found.and_then(|found| Answer::of_bytes(&found)))
    }

    async fn keep(&self, room: &str, at: Revision, answer: &Answer) -> Result<Kept, StoreError> {
        let (mark, idle_ms) = (MARK_BYTES.to_string(), self.idle_ms.to_string());
        let (at, bytes) = (at.0.to_be_bytes(), answer.to_bytes());
        let words = [&at[..], mark.as_bytes(), &bytes, idle_ms.as_bytes()];
        let kept = self.nodes.eval(&self.keep, &[self.key(room), self.answer_key(room)], &words).await?;
        Ok(match kept {
            Value::Int(0) => Kept::Changed,
            // A repeated write after a lost answer finds its own value.
            Value::BulkString(found) if found != bytes => Answer::of_bytes(&found).map_or(Kept::Written, Kept::Found),
            _ => Kept::Written,
        })
    }

    fn recent(&self, room: &str) -> Option<Stored> {
        self.recent.take(room)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn nodes_down(&self) -> Option<(usize, usize)> {
        Some(self.nodes.down())
    }
}

/// The bytes of one generation: some ten thousand rooms.
const BYTES_MAX: usize = 16 << 20;

/// The values that this process wrote last, in two generations, of which the older one is dropped when the newer one is full. A change that
/// begins with such a value saves a read; its compare-and-set detects a later write of another replica.
#[derive(Default)]
struct Recent(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    newer: HashMap<String, Stored>,
    older: HashMap<String, Stored>,
    bytes: usize,
}

impl Recent {
    fn put(&self, key: &str, stored: &Stored) {
        let mut generations = self.lock();
        if generations.bytes >= BYTES_MAX {
            generations.older = mem::take(&mut generations.newer);
            generations.bytes = 0;
        }
        generations.bytes += stored.bytes.len();
        let before = generations.newer.insert(key.to_owned(), stored.clone());
        generations.bytes -= before.map_or(0, |before| before.bytes.len());
    }

    /// Takes a value out. It is used once; the next write replaces it.
    fn take(&self, key: &str) -> Option<Stored> {
        let mut generations = self.lock();
        let (newer, older) = (generations.newer.remove(key), generations.older.remove(key));
        generations.bytes -= newer.as_ref().map_or(0, |newer| newer.bytes.len());
        newer.or(older)
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.0.lock().expect("no code panics while it holds the values")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wrote_is_no_room() {
        assert!(read(None).unwrap().is_none());
        assert!(read(Some(vec![1; 7])).is_err());
        let found = read(Some(vec![0, 0, 0, 0, 0, 0, 1, 2, 9, 9])).unwrap().unwrap();
        assert_eq!((found.revision, &*found.bytes), (Revision(258), &[9, 9][..]));
    }

    #[test]
    fn the_newest_value_is_at_hand_once_and_old_ones_go() {
        let (recent, half) = (Recent::default(), BYTES_MAX / 2);
        let put = |key: &str, revision: u64| {
            recent.put(key, &Stored { revision: Revision(revision), bytes: vec![0; half].into() });
        };
        let take = |key: &str| recent.take(key).map(|stored| stored.revision.0);
        put("a", 1);
        put("a", 2);
        assert_eq!((take("a"), take("a")), (Some(2), None));
        put("b", 3);
        put("c", 4);
        put("b", 5);
        assert_eq!((take("b"), take("b"), take("c")), (Some(5), None, Some(4)), "of both generations");
        (0..6).for_each(|revision| put(&format!("k{revision}"), revision));
        assert_eq!((take("k0"), take("k5")), (None, Some(5)));
    }
}
