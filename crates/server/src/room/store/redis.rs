//! Rooms in Redis: any replica serves any room. A key holds a revision of eight bytes and the state; a write compares the
//! revision and sets both in one script. In a cluster every command touches one key, so that each room may lie where it likes.
//!
//! A sorted set beside the rooms has their names by the time of their last write, so that they can be listed without looking through all
//! keys. It may name rooms that have expired: listing and tidying drop those.
//!
//! Redis being away is a normal day: a command that finds its connection dead is sent once more over a new one, whatever fails
//! several times in a row fails at once for a moment (`breaker`), and nothing here waits longer than the configured time.
//!
//! The connection is renewed here, not by the library's `ConnectionManager`. That one keeps a connection to a Redis that became
//! read-only, as after a failover, and one whose peer is silent: rooms would stay away until the process ends.

mod breaker;

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ::redis::aio::{ConnectionLike, MultiplexedConnection};
use ::redis::cluster_async::ClusterConnection;
use ::redis::{
    AsyncConnectionConfig, Cmd, ErrorKind, FromRedisValue, Pipeline, RedisError, RedisFuture, Script, ServerErrorKind,
    Value,
};

use self::breaker::CircuitBreaker;

use super::{Listed, Page, Place, Revision, Store, StoreError, Stored};
use crate::config;
use crate::config::redis::{BadFile, Target, target};

/// Compare-and-set. `KEYS[1]` the room, `ARGV[1]` the revision that has to be there (empty: no room), `ARGV[2]` the new one
/// and the state, `ARGV[3]` the time-to-live in milliseconds. A write that arrives twice, because its first answer was lost, has
/// been done. `KEYS[2]`, where it lies on the same server, is the set of names, `ARGV[4]` and `ARGV[5]` the time and the name.
const SWAP: &str = "local found = redis.call('GETRANGE', KEYS[1], 0, 7)
if found == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  if KEYS[2] then redis.call('ZADD', KEYS[2], ARGV[4], ARGV[5]) end
  return 1
end
if found == string.sub(ARGV[2], 1, 8) then return 1 end
return 0";

/// How many names that may have expired are looked at when the store is tidied.
const TIDIED_MAX: usize = 1000;

/// The bytes of a revision.
const REVISION_BYTES: usize = 8;

/// Rooms in Redis.
pub struct Redis {
    target: Target,
    /// What stands before every key.
    prefix: String,
    idle_ms: u64,
    timeout: Duration,
    swap: Script,
    revision: AtomicU64,
    breaker: CircuitBreaker,
    link: Mutex<Option<Link>>,
    /// Held by the one who connects.
    connecting: tokio::sync::Mutex<()>,
}

/// A connection that all calls share; their commands are pipelined.
#[derive(Clone)]
enum Link {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Redis {
    /// Connects when a room is first asked for. The configuration has been checked, but for files of certificates.
    pub fn new(config: &config::Redis, idle: Duration) -> Result<Redis, BadFile> {
        Redis::of("room", config, idle)
    }

    /// The same for another kind of thing, under keys of its own.
    pub fn of(kind: &str, config: &config::Redis, idle: Duration) -> Result<Redis, BadFile> {
        let timeout = Duration::from_millis(config.timeout_ms);
        Ok(Redis {
            target: target(config, timeout)?,
            prefix: format!("{}:{kind}", config.prefix),
            idle_ms: idle.as_millis() as u64,
            timeout,
            swap: Script::new(SWAP),
            // Revisions of other processes are other numbers: each counts from a random one.
            revision: AtomicU64::new(RandomState::new().hash_one("first revision")),
            breaker: CircuitBreaker::default(),
            link: Mutex::default(),
            connecting: tokio::sync::Mutex::default(),
        })
    }

    /// The key of a room. What is in braces says which node of a cluster has it.
    fn key(&self, room: &str) -> String {
        format!("{}:{{{room}}}", self.prefix)
    }

    /// The key of the names, by the time of their last write.
    fn names(&self) -> String {
        format!("{}:by-use", self.prefix)
    }

    /// A command of one answer.
    async fn ask<T: FromRedisValue>(&self, words: &[&str]) -> Result<T, StoreError> {
        let mut command = Cmd::new();
        command.arg(words);
        self.run(Command::Plain(&command)).await
    }

    /// Names that were written at `until_us` or before, and when: the newest first, or the oldest.
    async fn named(&self, until_us: Option<u64>, newest: bool, limit: usize) -> Result<Vec<(String, f64)>, StoreError> {
        let until = until_us.map_or_else(|| String::from("+inf"), |until| until.to_string());
        let order = if newest { "ZREVRANGEBYSCORE" } else { "ZRANGEBYSCORE" };
        let (from, to) = if newest { (until.as_str(), "-inf") } else { ("-inf", until.as_str()) };
        self.ask(&[order, &self.names(), from, to, "WITHSCORES", "LIMIT", "0", &limit.to_string()]).await
    }

    /// Does something over a connection, within the time that there is.
    async fn run<T: FromRedisValue>(&self, command: Command<'_>) -> Result<T, StoreError> {
        if !self.breaker.allows(Instant::now()) {
            return Err(StoreError::Down(String::from("Redis has just failed several times")));
        }
        let answered = tokio::time::timeout(self.timeout, self.try_twice(command)).await;
        let problem = match answered {
            Ok(Ok(value)) => {
                self.breaker.succeeded();
                return Ok(value);
            }
            // Redis answered; asking again, or another Redis, would not help.
            Ok(Err(error)) if is_other_type(&error) => {
                self.breaker.succeeded();
                return Err(StoreError::Unreadable(error.to_string()));
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("no answer within {} ms", self.timeout.as_millis()),
        };
        // A peer that does not answer may be gone without closing the connection. With the breaker open, the next call connects again.
        if self.breaker.failed(Instant::now()) {
            self.disconnect();
        }
        Err(StoreError::Down(problem))
    }

    /// A connection turns out to be dead when it is used. The command then runs once more, perhaps for the second time: a revision that
    /// is written already counts as written, and a room that is deleted already answers as one that was never there.
    async fn try_twice<T: FromRedisValue>(&self, command: Command<'_>) -> Result<T, RedisError> {
        let mut link = self.connect().await?;
        match command.run(&mut link).await {
            Err(error) if is_dead(&error) => {
                self.disconnect();
                command.run(&mut self.connect().await?).await
            }
            answered => answered,
        }
    }

    fn disconnect(&self) {
        *self.link() = None;
    }

    fn link(&self) -> std::sync::MutexGuard<'_, Option<Link>> {
        self.link.lock().expect("no code panics while it holds the connection")
    }

    /// The connection; a new one where there is none.
    async fn connect(&self) -> Result<Link, RedisError> {
        if let Some(link) = self.link().clone() {
            return Ok(link);
        }
        let _alone = self.connecting.lock().await;
        if let Some(link) = self.link().clone() {
            return Ok(link);
        }
        let link = match &self.target {
            Target::One(client) => {
                // How long an answer may take is watched by `run`, for everything that it does: a second clock here would be set
                // and stopped with every command for nothing.
                let config =
                    AsyncConnectionConfig::new().set_connection_timeout(Some(self.timeout)).set_response_timeout(None);
                Link::One(client.get_multiplexed_async_connection_with_config(&config).await?)
            }
            Target::Cluster(cluster) => Link::Cluster(cluster.get_async_connection().await?),
        };
        *self.link() = Some(link.clone());
        Ok(link)
    }
}

/// Whether a new connection may help: this one is dead, or ends at a Redis that no longer takes writes.
fn is_dead(error: &RedisError) -> bool {
    error.is_unrecoverable_error() || error.kind() == ErrorKind::Server(ServerErrorKind::ReadOnly)
}

/// Whether the key holds a list, a set or the like. Within a script older releases of Redis wrap the error in words of their own.
fn is_other_type(error: &RedisError) -> bool {
    error.code() == Some("WRONGTYPE") || error.to_string().contains("WRONGTYPE")
}

/// Something that can be sent more than once.
#[derive(Clone, Copy)]
enum Command<'a> {
    Plain(&'a Cmd),
    Swap(Swap<'a>),
}

/// A write of a room.
#[derive(Clone, Copy)]
struct Swap<'a> {
    script: &'a Script,
    key: &'a str,
    expected: &'a [u8],
    value: &'a [u8],
    idle_ms: u64,
    names: &'a str,
    room: &'a str,
}

impl Command<'_> {
    async fn run<T: FromRedisValue>(self, link: &mut Link) -> Result<T, RedisError> {
        match self {
            Command::Plain(command) => command.query_async(link).await,
            Command::Swap(Swap { script, key, expected, value, idle_ms, names, room }) => {
                let mut call = script.key(key);
                if matches!(link, Link::One(_)) {
                    call.key(names);
                }
                call.arg(expected).arg(value).arg(idle_ms).arg(now_us()).arg(room).invoke_async(link).await
            }
        }
    }
}

impl ConnectionLike for Link {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Link::One(link) => link.req_packed_command(cmd),
            Link::Cluster(link) => link.req_packed_command(cmd),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Link::One(link) => link.req_packed_commands(pipeline, offset, count),
            Link::Cluster(link) => link.req_packed_commands(pipeline, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        match self {
            Link::One(link) => link.get_db(),
            Link::Cluster(link) => link.get_db(),
        }
    }
}

/// The time by which rooms are listed. It decides nothing: clocks of replicas may differ.
fn now_us() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

/// A value as it lies in Redis.
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
        let mut command = Cmd::new();
        command.arg("GETEX").arg(self.key(room)).arg("PX").arg(self.idle_ms);
        read(self.run(Command::Plain(&command)).await?)
    }

    async fn swap(
        &self,
        room: &str,
        expected: Option<Revision>,
        bytes: Vec<u8>,
    ) -> Result<Option<Revision>, StoreError> {
        let revision = Revision(self.revision.fetch_add(1, Ordering::Relaxed));
        let value = [&revision.0.to_be_bytes()[..], &bytes].concat();
        let expected = expected.map(|expected| expected.0.to_be_bytes());
        let expected = expected.as_ref().map_or(&[][..], |expected| &expected[..]);
        let (script, key, idle_ms, names) = (&self.swap, &self.key(room), self.idle_ms, &self.names());
        let swap = Swap { script, key, expected, value: &value, idle_ms, names, room };
        let done: u8 = self.run(Command::Swap(swap)).await?;
        if done == 1 && matches!(self.target, Target::Cluster(_)) {
            // The names may lie on another node, which must not fail the write.
            let _ = self.ask::<u64>(&["ZADD", names, &now_us().to_string(), room]).await;
        }
        Ok((done == 1).then_some(revision))
    }

    async fn delete(&self, room: &str) -> Result<Option<Stored>, StoreError> {
        let mut command = Cmd::new();
        command.arg("GETDEL").arg(self.key(room));
        let gone = read(self.run(Command::Plain(&command)).await?)?;
        // A name that stays is dropped when it is listed.
        let _ = self.ask::<u64>(&["ZREM", &self.names(), room]).await;
        Ok(gone)
    }

    async fn list(&self, before: Option<&Place>, limit: usize) -> Result<Page, StoreError> {
        // Names of the same microsecond stand in the order of their letters, of which some may have been listed.
        let named = self.named(before.map(|before| before.used_us), true, limit + 16).await?;
        let places = named.into_iter().map(|(room, used)| Place { used_us: used as u64, room });
        let mut places: Vec<Place> = places.filter(|place| before.is_none_or(|before| place < before)).collect();
        let next = (places.len() > limit).then(|| places[limit - 1].clone());
        places.truncate(limit);
        let mut rooms = Vec::with_capacity(places.len());
        for place in places {
            let key = self.key(&place.room);
            let (get, left) = (["GET", key.as_str()], ["PTTL", key.as_str()]);
            let (stored, left_ms) = tokio::join!(self.ask::<Option<Vec<u8>>>(&get), self.ask::<i64>(&left));
            match (read(stored?), left_ms?) {
                (Ok(Some(stored)), left_ms) if left_ms > 0 => {
                    let idle = Duration::from_millis(self.idle_ms.saturating_sub(left_ms as u64));
                    rooms.push(Listed { place, idle, stored });
                }
                (Ok(None), _) => drop(self.ask::<u64>(&["ZREM", &self.names(), &place.room]).await?),
                _ => {}
            }
        }
        Ok(Page { rooms, next })
    }

    async fn count(&self) -> Result<u64, StoreError> {
        self.ask(&["ZCARD", &self.names()]).await
    }

    /// Drops names of rooms that have expired. A room that is only read keeps its name, and stands behind the others for a while.
    async fn tidy(&self) {
        let long_ago = now_us().saturating_sub(self.idle_ms * 1000);
        let Ok(named) = self.named(Some(long_ago), false, TIDIED_MAX).await else { return };
        for (room, _) in named {
            let done = match self.ask::<u64>(&["EXISTS", &self.key(&room)]).await {
                Ok(0) => self.ask::<u64>(&["ZREM", &self.names(), &room]).await,
                Ok(_) => self.ask::<u64>(&["ZADD", &self.names(), "XX", &now_us().to_string(), &room]).await,
                Err(_) => return,
            };
            if done.is_err() {
                return;
            }
        }
    }

    fn is_shared(&self) -> bool {
        true
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
}
