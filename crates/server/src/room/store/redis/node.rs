//! One server of Redis: a connection that all calls share, and a circuit breaker.
//!
//! A command on a dead connection is sent once more over a new one. After several failures in a row, calls to the server fail at once for a moment.
//! Nothing here waits longer than the caller allows.
//!
//! The connection is renewed here, not by the library's `ConnectionManager`. That manager keeps a connection to a Redis that became
//! read-only, as after a failover, and one whose peer is silent.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ::redis::aio::MultiplexedConnection;
use ::redis::{AsyncConnectionConfig, Client, Cmd, ErrorKind, FromRedisValue, RedisError, ServerErrorKind};
use tokio::sync::OnceCell;

use crate::observe::lines;
use crate::room::store::StoreError;

pub(super) struct Node {
    pub(super) address: String,
    pub(super) client: Client,
    pub(super) health: Health,
    /// The connection. An empty cell connects at its next use, in one task at a time.
    link: Mutex<Arc<OnceCell<MultiplexedConnection>>>,
}

impl Node {
    /// Makes a server; the first command connects to it.
    pub(super) fn new(client: Client) -> Node {
        let address = client.get_connection_info().addr().to_string();
        Node { address, client, health: Health::default(), link: Mutex::default() }
    }

    /// Runs a command, at most until `until`. With `asking` the server also serves a key that is being moved to it. The inner error is that of a
    /// server that works and refuses the command.
    pub(super) async fn run<T: FromRedisValue>(
        &self,
        command: &Cmd,
        asking: bool,
        until: Instant,
    ) -> Result<Result<T, RedisError>, StoreError> {
        if !self.health.allows(Instant::now()) {
            return Err(StoreError::Down(format!("{} has just failed several times", self.address)));
        }
        let began = Instant::now();
        let answered = tokio::time::timeout_at(until.into(), self.try_twice(command, asking, until)).await;
        let problem = match answered {
            Ok(Err(error)) if !is_refusal(&error) => format!("{}: {error}", self.address),
            // The server answered. If it refused, a retry, or another connection, would not help.
            Ok(answer) => {
                self.health.note_answer(&self.address);
                return Ok(answer);
            }
            Err(_) => format!("{}: no answer within {} ms", self.address, began.elapsed().as_millis()),
        };
        // A peer that does not answer may have gone without closing the connection. So when the breaker opens, the next call makes a
        // new one.
        if self.health.note_failure(Instant::now(), &problem) {
            self.disconnect();
        }
        Err(StoreError::Down(problem))
    }

    /// Runs a command, and once more over a new connection if the first one is dead. So a command may run twice.
    async fn try_twice<T: FromRedisValue>(&self, command: &Cmd, asking: bool, until: Instant) -> Result<T, RedisError> {
        let link = self.connect(until).await?;
        match send(link, command, asking).await {
            Err(error) if is_link_dead(&error) => {
                self.disconnect();
                send(self.connect(until).await?, command, asking).await
            }
            answered => answered,
        }
    }

    fn disconnect(&self) {
        let mut link = self.lock_link();
        // A task that shares an empty cell connects already.
        if link.initialized() {
            *link = Arc::default();
        }
    }

    fn lock_link(&self) -> MutexGuard<'_, Arc<OnceCell<MultiplexedConnection>>> {
        self.link.lock().expect("no code panics while it holds the connection")
    }

    async fn connect(&self, until: Instant) -> Result<MultiplexedConnection, RedisError> {
        let link = Arc::clone(&self.lock_link());
        let connect = || {
            // Boxed: otherwise each command would hold its space.
            Box::pin(async move {
                // `run` limits the time of all that it does: a response timeout of the connection would start and stop a second timer with
                // every command for nothing.
                let left = until.saturating_duration_since(Instant::now());
                let config = AsyncConnectionConfig::new().set_connection_timeout(Some(left)).set_response_timeout(None);
                self.client.get_multiplexed_async_connection_with_config(&config).await
            })
        };
        link.get_or_try_init(connect).await.cloned()
    }
}

async fn send<T: FromRedisValue>(
    mut link: MultiplexedConnection,
    command: &Cmd,
    asking: bool,
) -> Result<T, RedisError> {
    if !asking {
        return command.query_async(&mut link).await;
    }
    let mut both = ::redis::pipe();
    let (answer,) = both.cmd("ASKING").ignore().add_command(command.clone()).query_async(&mut link).await?;
    Ok(answer)
}

/// True if a new connection may help: this one is dead, or ends at a Redis that no longer takes writes.
fn is_link_dead(error: &RedisError) -> bool {
    error.is_unrecoverable_error() || error.kind() == ErrorKind::Server(ServerErrorKind::ReadOnly)
}

/// True if the server works and refuses: another server has the key, the key holds a list or the like, or memory or disk is full.
fn is_refusal(error: &RedisError) -> bool {
    is_redirect(error) || is_other_type(error) || is_full(error)
}

/// True if another server has the key.
pub(super) fn is_redirect(error: &RedisError) -> bool {
    matches!(error.kind(), ErrorKind::Server(ServerErrorKind::Moved | ServerErrorKind::Ask))
}

/// True if the key holds a list, a set or the like. Older releases of Redis wrap the error of a script in other words.
pub(super) fn is_other_type(error: &RedisError) -> bool {
    error.code() == Some("WRONGTYPE") || error.to_string().contains("WRONGTYPE")
}

/// True if the server takes no writes for lack of memory, or because it cannot write its file.
fn is_full(error: &RedisError) -> bool {
    matches!(error.code(), Some("OOM" | "MISCONF")) || error.to_string().contains("OOM command not allowed")
}

/// The number of failures in a row that open the circuit breaker: a single failure may be chance.
const FAILURES_MAX: u32 = 3;
/// The time for which the breaker stays open before it lets one call try.
const BREAKER_OPEN_TIME: Duration = Duration::from_millis(200);

/// The health of a server, with a circuit breaker. Changes between up and down are logged.
#[derive(Default)]
pub(super) struct Health(Mutex<Option<Outage>>);

/// An outage, from the first failure to the next answer.
struct Outage {
    since: Instant,
    failures: u32,
    open_until: Option<Instant>,
}

impl Health {
    /// True from a failure until the next answer.
    pub(super) fn is_down(&self) -> bool {
        self.lock().is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Outage>> {
        self.0.lock().expect("no code panics while it holds the outage")
    }

    fn allows(&self, now: Instant) -> bool {
        match self.lock().as_mut().and_then(|outage| outage.open_until.as_mut()) {
            None => true,
            Some(until) if now < *until => false,
            Some(until) => {
                // This call tries. The others fail at once, until it has an answer or the breaker lets another one try.
                *until = now + BREAKER_OPEN_TIME;
                true
            }
        }
    }

    fn note_answer(&self, name: &str) {
        if let Some(over) = self.lock().take() {
            let away = over.since.elapsed().as_secs_f64();
            lines::STORE_UP.log(format_args!("after {away:.1} s: {name}"));
        }
    }

    /// Notes a failure. Returns true if the breaker is open after that.
    fn note_failure(&self, now: Instant, problem: &str) -> bool {
        let mut outage = self.lock();
        let outage = outage.get_or_insert_with(|| {
            lines::STORE_DOWN.log(problem);
            Outage { since: now, failures: 0, open_until: None }
        });
        outage.failures = outage.failures.saturating_add(1);
        if outage.failures >= FAILURES_MAX {
            outage.open_until = Some(now + BREAKER_OPEN_TIME);
        }
        outage.open_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_breaker_opens_after_failures_in_a_row_and_lets_one_try() {
        let (breaker, now) = (Health::default(), Instant::now());
        let failed = |now| breaker.note_failure(now, "no answer");
        assert!(!failed(now) && !failed(now) && breaker.allows(now));
        breaker.note_answer("a");
        assert!(!failed(now) && !failed(now), "an answer forgets the failures");
        assert!(failed(now) && !breaker.allows(now));
        let later = now + BREAKER_OPEN_TIME;
        assert!(breaker.allows(later) && !breaker.allows(later), "one tries");
        assert!(failed(later) && !breaker.allows(later));
        assert!(breaker.allows(later + BREAKER_OPEN_TIME));
        breaker.note_answer("a");
        assert!(breaker.allows(later) && breaker.allows(later));
    }
}
