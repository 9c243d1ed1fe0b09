//! Rooms, and players' records, in Redis: any replica serves any room. A key holds a revision of eight bytes and the state; a write compares the
//! revision and sets both in one script. The answer to a turn is a key on the room's node, set by a plain `SET NX`. In a cluster each of these
//! commands touches the keys of one room, so rooms may lie on any node, and a node that is down affects only its own rooms (`nodes`).

mod boards;
mod node;
pub(in crate::room) mod nodes;

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ::redis::{Cmd, Expiry, RedisError, Value};

pub(in crate::room) use self::boards::RedisBoards;
use self::node::is_other_type;
use self::nodes::Nodes;
use super::{Revision, Store, StoreError, StoredValue, SwapOutcome, TurnId, Write, question_bytes};
use crate::config::{self, Fault};
use crate::observe::lines;

/// The script of a compare-and-set. `KEYS[1]` the value, `ARGV[1]` the revision that has to be there (empty: no value), `ARGV[2]` the new one and the
/// state, `ARGV[3]` the time-to-live in milliseconds. If a turn ends, `KEYS[2]` is its answer, which becomes empty for `ARGV[4]` milliseconds. A
/// write that arrives twice, because its first answer was lost, succeeds again if it finds its own revision. If another state is there, it is
/// returned and its time-to-live restarts; a full disk refuses only that restart.
const SWAP_SCRIPT: &str = "local found = redis.call('GETRANGE', KEYS[1], 0, 7)
if found == ARGV[1] then
  redis.call('PSETEX', KEYS[1], ARGV[3], ARGV[2])
  if KEYS[2] then redis.call('PSETEX', KEYS[2], ARGV[4], '') end
  return 1
end
if found == string.sub(ARGV[2], 1, 8) then return 1 end
local other = redis.call('GET', KEYS[1])
redis.pcall('PEXPIRE', KEYS[1], ARGV[3])
return other";

/// The longest time for which the answer to a further question at a turn is kept: the end of the turn does not delete it.
const FURTHER_ANSWER_MS: u64 = 60_000;

const REVISION_BYTES: usize = 8;

/// A store in Redis.
pub struct RedisStore {
    nodes: Arc<Nodes>,
    prefix: String,
    idle_ms: u64,
    /// The time after the end of a turn for which a late answer to it is refused.
    over_ms: u64,
    revision: AtomicU64,
}

impl RedisStore {
    /// Makes a store that connects at its first use. The configuration has been checked, except the certificate files.
    pub fn new(config: &config::Redis, idle: Duration) -> Result<RedisStore, Fault> {
        Ok(RedisStore::of_kind("room", &Nodes::new(config)?, &config.prefix, [idle, idle]))
    }

    /// Makes the store of one kind of value, under its own keys. Several kinds share the servers. `lasts`: how long a value stays after
    /// its last use, and how long after the end of a turn a late answer to it is still refused.
    pub(in crate::room) fn of_kind(kind: &str, nodes: &Arc<Nodes>, prefix: &str, lasts: [Duration; 2]) -> RedisStore {
        let [idle_ms, over_ms] = lasts.map(|time| time.as_millis() as u64);
        RedisStore {
            nodes: Arc::clone(nodes),
            prefix: format!("{prefix}:{kind}"),
            idle_ms,
            over_ms,
            // Each process counts from a random revision, so that revisions of two processes differ.
            revision: AtomicU64::new(RandomState::new().hash_one("first revision")),
        }
    }

    /// Returns the key of a value. The part in braces decides which node of a cluster has it.
    fn key(&self, room: &str) -> String {
        format!("{}:{{{room}}}", self.prefix)
    }

    /// Returns the key of the answer to a turn, on the node of its room.
    fn answer_key(&self, room: &str, turn: TurnId) -> String {
        format!("{}:answer:{:016x}:{}", self.key(room), turn.opening, turn.version)
    }

    /// Sets an answer where none is; otherwise returns the one that is there.
    async fn set_once(&self, key: &str, answer: &[u8], lasts_ms: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let own = self.revision.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let mut set = Cmd::new();
        set.arg("SET").arg(key).arg([&own[..], answer].concat()).arg("NX").arg("PX").arg(lasts_ms);
        if let Value::Okay = self.nodes.run::<Value>(key, &set).await? {
            return Ok(None);
        }
        let found: Option<Vec<u8>> = self.nodes.run(key, &Cmd::get(key)).await?;
        // A write that arrives twice, because its first reply was lost, finds its own number.
        Ok(found.filter(|found| !found.starts_with(&own)).map(|found| read_answer(&found)))
    }
}

impl From<RedisError> for StoreError {
    fn from(refused: RedisError) -> StoreError {
        if is_other_type(&refused) {
            return StoreError::Unreadable(String::from("a value of another type"));
        }
        // `Nodes` follows redirects, so only a full server is left.
        lines::STORE_REFUSED.log(&refused);
        StoreError::Full(refused.to_string())
    }
}

/// Reads a stored value: the revision, then the state.
fn read_value(value: Option<Vec<u8>>) -> Result<Option<StoredValue>, StoreError> {
    let Some(value) = value else { return Ok(None) };
    let Some((revision, bytes)) = value.split_first_chunk::<REVISION_BYTES>() else {
        return Err(StoreError::Unreadable(format!("{} bytes that no replica wrote", value.len())));
    };
    Ok(Some(StoredValue { revision: Revision(u64::from_be_bytes(*revision)), bytes: Arc::from(bytes) }))
}

/// Reads a kept answer, which comes after the number of its write. It is empty if the turn is over.
fn read_answer(value: &[u8]) -> Vec<u8> {
    value.get(REVISION_BYTES..).unwrap_or_default().to_vec()
}

#[tonic::async_trait]
impl Store for RedisStore {
    async fn load(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        let key = self.key(room);
        let found = match self.nodes.run(&key, &Cmd::get_ex(&key, Expiry::PX(self.idle_ms))).await {
            // A full disk refuses to restart the time-to-live; the room can still be read.
            Err(StoreError::Full(_)) => self.nodes.run(&key, &Cmd::get(&key)).await?,
            found => found?,
        };
        read_value(found)
    }

    async fn swap(&self, room: &str, expected: Option<Revision>, next: Write) -> Result<SwapOutcome, StoreError> {
        let Write { bytes, ends } = next;
        let revision = Revision(self.revision.fetch_add(1, Ordering::Relaxed));
        let value = [&revision.0.to_be_bytes()[..], &bytes].concat();
        let expected = expected.map(|expected| expected.0.to_be_bytes());
        let mut keys = vec![self.key(room)];
        keys.extend(ends.map(|turn| self.answer_key(room, turn)));
        let words = (expected.as_slice().as_flattened(), value, self.idle_ms, self.over_ms);
        Ok(match self.nodes.eval(SWAP_SCRIPT, &keys, words).await? {
            Value::Int(_) => Ok(revision),
            Value::BulkString(found) => Err(read_value(Some(found))?),
            _ => Err(None),
        })
    }

    async fn delete(&self, room: &str) -> Result<Option<StoredValue>, StoreError> {
        let key = self.key(room);
        read_value(self.nodes.run(&key, &Cmd::get_del(&key)).await?)
    }

    async fn load_answer(&self, room: &str, turn: TurnId) -> Result<Option<Vec<u8>>, StoreError> {
        let key = self.answer_key(room, turn);
        let found: Option<Vec<u8>> = self.nodes.run(&key, &Cmd::get(&key)).await?;
        Ok(found.map(|found| read_answer(&found)))
    }

    async fn add_answer(&self, room: &str, turn: TurnId, answer: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let key = self.answer_key(room, turn);
        match self.set_once(&key, answer, self.idle_ms).await? {
            // A further question at a turn has a key of its own. It needs no mark for the end of the turn: the turn was not over a moment
            // ago.
            Some(found) if !found.is_empty() && question_bytes(&found) != question_bytes(answer) => {
                let question: String = question_bytes(answer).iter().map(|byte| format!("{byte:02x}")).collect();
                self.set_once(&format!("{key}:{question}"), answer, FURTHER_ANSWER_MS.min(self.idle_ms)).await
            }
            found => Ok(found),
        }
    }

    async fn end_turn(&self, room: &str, turn: TurnId) -> Result<(), StoreError> {
        let key = self.answer_key(room, turn);
        self.nodes.run(&key, &Cmd::pset_ex(&key, "", self.over_ms)).await
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn tidy(&self) {
        self.nodes.ping().await;
    }

    fn nodes_down(&self) -> Option<(usize, usize)> {
        Some(self.nodes.count_down_and_all())
    }
}
