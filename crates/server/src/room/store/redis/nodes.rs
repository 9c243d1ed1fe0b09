//! The servers of Redis: one, or the nodes of a cluster. Each has its own connection and circuit breaker, so that a dead or hanging
//! node affects only its own keys.
//!
//! The library's connection to a cluster is not used: it has one state for all nodes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use ::redis::{Client, Cmd, ConnectionAddr, ErrorKind, FromRedisValue, RedisError, Script, ServerErrorKind, Value};

use super::node::{Failure, Node};
use crate::config::redis::clients;
use crate::config::{self, Fault};

const SLOTS: u16 = 16384;
/// The shortest time from one answer with slots to the next.
const REFRESH_EVERY: Duration = Duration::from_millis(500);
/// The most nodes to which a command is sent: its key may move meanwhile.
const SENDS_MAX: usize = 3;

pub(crate) struct Nodes {
    /// The servers of the configuration.
    seeds: Vec<Arc<Node>>,
    is_cluster: bool,
    timeout: Duration,
    /// The slots of each node; empty before a cluster's first answer.
    map: RwLock<Arc<SlotMap>>,
    /// Further nodes that a cluster named, by their addresses.
    known: Mutex<HashMap<String, Arc<Node>>>,
    /// The lock for asking the cluster for its slots, and the time of the last answer.
    refreshing: tokio::sync::Mutex<Option<Instant>>,
    is_refresh_pending: AtomicBool,
}

/// A script of Redis: its text, and the hash by which a node finds it.
pub(super) struct Lua {
    text: &'static str,
    script: Script,
}

impl Lua {
    pub(super) fn new(text: &'static str) -> Lua {
        Lua { text, script: Script::new(text) }
    }
}

impl Nodes {
    /// Makes the servers; the first command connects. The configuration has been checked, except the certificate files.
    pub(crate) fn new(config: &config::Redis) -> Result<Arc<Nodes>, Fault> {
        let seeds: Vec<Arc<Node>> = clients(config)?.into_iter().map(|client| Arc::new(Node::new(client))).collect();
        let map = if config.cluster { SlotMap::default() } else { SlotMap::of_one_node(Arc::clone(&seeds[0])) };
        Ok(Arc::new(Nodes {
            seeds,
            is_cluster: config.cluster,
            timeout: Duration::from_millis(config.timeout_ms),
            map: RwLock::new(Arc::new(map)),
            known: Mutex::default(),
            refreshing: tokio::sync::Mutex::default(),
            is_refresh_pending: AtomicBool::new(false),
        }))
    }

    /// Runs a command on the node that has the key, within the configured time.
    pub(super) async fn run<T: FromRedisValue>(self: &Arc<Nodes>, key: &str, command: &Cmd) -> Result<T, Failure> {
        let (slot, until) = (slot_of(key), Instant::now() + self.timeout);
        let mut node = self.node_of(slot, until).await?;
        let mut asking = false;
        for _ in 0..SENDS_MAX {
            match node.run(command, asking, until).await {
                Err(Failure::Refused(error)) if is_redirect(&error) => {
                    asking = error.kind() == ErrorKind::Server(ServerErrorKind::Ask);
                    if !asking {
                        self.refresh_soon();
                    }
                    node = self.redirect_target(&error, &node)?;
                }
                answered => {
                    if matches!(answered, Err(Failure::Down(_))) {
                        // Another node may have taken over its slots.
                        self.refresh_soon();
                    }
                    return answered;
                }
            }
        }
        Err(Failure::Down(format!("the nodes send each other's callers around for slot {slot}")))
    }

    pub(super) async fn query<T: FromRedisValue>(
        self: &Arc<Nodes>,
        word: &str,
        key: &str,
        words: &[&str],
    ) -> Result<T, Failure> {
        let mut command = Cmd::new();
        command.arg(word).arg(key).arg(words);
        self.run(key, &command).await
    }

    /// Runs a script over keys that lie on one node.
    pub(super) async fn eval<T: FromRedisValue>(
        self: &Arc<Nodes>,
        lua: &Lua,
        keys: &[String],
        words: &[&[u8]],
    ) -> Result<T, Failure> {
        let call = |word: &str, script: &str| {
            let mut call = Cmd::new();
            call.arg(word).arg(script).arg(keys.len()).arg(keys).arg(words);
            call
        };
        let key = &keys[0];
        match self.run(key, &call("EVALSHA", lua.script.get_hash())).await {
            // The node does not know the script, as after a restart. It does once it has run the text.
            Err(Failure::Refused(error)) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                self.run(key, &call("EVAL", lua.text)).await
            }
            answered => answered,
        }
    }

    pub(super) fn count_down_and_all(&self) -> (usize, usize) {
        let all = self.all_nodes();
        (all.iter().filter(|node| node.is_down()).count(), all.len())
    }

    /// Asks the nodes whether they answer, so that a replica without calls knows too.
    pub(super) async fn ping(&self) {
        let mut command = Cmd::new();
        command.arg("PING");
        for node in self.all_nodes() {
            // The node itself records the outcome.
            let _ = node.run::<Value>(&command, false, Instant::now() + self.timeout).await;
        }
    }

    /// Returns the nodes that have slots, or those of the configuration before a cluster's first answer.
    fn all_nodes(&self) -> Vec<Arc<Node>> {
        let map = self.slot_map();
        let nodes = map.nodes();
        if nodes.is_empty() { self.seeds.clone() } else { nodes.into_iter().cloned().collect() }
    }

    fn slot_map(&self) -> Arc<SlotMap> {
        Arc::clone(&self.map.read().expect("no code panics while it holds the map"))
    }

    async fn node_of(self: &Arc<Nodes>, slot: u16, until: Instant) -> Result<Arc<Node>, Failure> {
        if let Some(node) = self.slot_map().node_of(slot) {
            return Ok(node);
        }
        let late = |_| Failure::Down(String::from("no node says in time which has which slots"));
        tokio::time::timeout_at(until.into(), Box::pin(self.refresh_slots())).await.map_err(late)??;
        self.slot_map().node_of(slot).ok_or_else(|| Failure::Down(format!("no node has slot {slot}")))
    }

    /// Asks the cluster for its slots in another task, at most once in [`REFRESH_EVERY`].
    fn refresh_soon(self: &Arc<Nodes>) {
        if self.is_cluster && !self.is_refresh_pending.swap(true, Ordering::Relaxed) {
            let nodes = Arc::clone(self);
            tokio::spawn(async move {
                let _ = nodes.refresh_slots().await;
                tokio::time::sleep(REFRESH_EVERY).await;
                nodes.is_refresh_pending.store(false, Ordering::Relaxed);
            });
        }
    }

    /// Asks one node after the other for the slots, until one tells them. Does nothing if the last answer is recent.
    async fn refresh_slots(&self) -> Result<(), Failure> {
        let mut refreshed = self.refreshing.lock().await;
        if refreshed.is_some_and(|at| at.elapsed() < REFRESH_EVERY) && !self.slot_map().0.is_empty() {
            return Ok(());
        }
        let map = self.slot_map();
        // The addresses of the configuration are asked too, because a name may have a new address by now. Nodes that are down come last.
        let mut nodes: Vec<&Arc<Node>> = map.nodes().into_iter().chain(&self.seeds).collect();
        nodes.sort_by_cached_key(|node| node.is_down());
        let mut failure = Failure::Down(String::from("no node of the cluster is known"));
        for node in nodes {
            let until = Instant::now() + self.timeout;
            let answered = node.run::<Value>(::redis::cmd("CLUSTER").arg("SLOTS"), false, until).await;
            match answered.map(|answer| self.read_slots(&answer, node)) {
                Ok(map) if map.0.is_empty() => {
                    failure = Failure::Down(format!("{} knows of no slots", node.address()));
                }
                Ok(map) => {
                    self.lock_known().retain(|_, known| map.nodes().iter().any(|node| Arc::ptr_eq(node, known)));
                    *self.map.write().expect("no code panics while it holds the map") = Arc::new(map);
                    *refreshed = Some(Instant::now());
                    return Ok(());
                }
                Err(problem) => failure = problem,
            }
        }
        Err(failure)
    }

    fn lock_known(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Node>>> {
        self.known.lock().expect("no code panics while it holds the nodes")
    }

    /// Reads the answer to CLUSTER SLOTS: ranges of slots, each with its primary before its replicas.
    fn read_slots(&self, answer: &Value, answering: &Arc<Node>) -> SlotMap {
        let Value::Array(rows) = answer else { return SlotMap::default() };
        let range = |row: &Value| {
            let Value::Array(row) = row else { return None };
            let [Value::Int(first), Value::Int(last), Value::Array(primary), ..] = row.as_slice() else { return None };
            let [host, Value::Int(port), ..] = primary.as_slice() else { return None };
            let host = match host {
                Value::BulkString(host) => String::from_utf8_lossy(host).into_owned(),
                _ => String::new(),
            };
            let node = self.node_at(&host, u16::try_from(*port).ok()?, answering)?;
            Some(SlotRange { first: u16::try_from(*first).ok()?, last: u16::try_from(*last).ok()?, node })
        };
        let mut ranges: Vec<SlotRange> = rows.iter().filter_map(range).collect();
        ranges.sort_by_key(|range| range.first);
        SlotMap(ranges)
    }

    fn redirect_target(&self, error: &RedisError, answering: &Arc<Node>) -> Result<Arc<Node>, Failure> {
        let (host, port) = error.redirect_node().and_then(|(address, _)| address.rsplit_once(':')).unwrap_or_default();
        let node = port.parse().ok().and_then(|port| self.node_at(host, port, answering));
        node.ok_or_else(|| Failure::Down(format!("{}: {error}", answering.address())))
    }

    /// Returns the node at an address. A new one gets the connection settings of the answering one. An empty host or `?` means that of the answering
    /// one.
    fn node_at(&self, host: &str, port: u16, answering: &Node) -> Option<Arc<Node>> {
        let info = answering.client().get_connection_info();
        let host_or = |own: &String| if host.is_empty() || host == "?" { own.clone() } else { host.to_owned() };
        let address = match info.addr().clone() {
            ConnectionAddr::Tcp(own, _) => ConnectionAddr::Tcp(host_or(&own), port),
            ConnectionAddr::TcpTls { host: own, insecure, tls_params, .. } => {
                ConnectionAddr::TcpTls { host: host_or(&own), port, insecure, tls_params }
            }
            _ => return None,
        };
        let name = address.to_string();
        if let Some(seed) = self.seeds.iter().find(|seed| seed.address() == name) {
            return Some(Arc::clone(seed));
        }
        let client = Client::open(info.clone().set_addr(address)).ok()?;
        Some(Arc::clone(self.lock_known().entry(name).or_insert_with(|| Arc::new(Node::new(client)))))
    }
}

fn is_redirect(error: &RedisError) -> bool {
    matches!(error.kind(), ErrorKind::Server(ServerErrorKind::Moved | ServerErrorKind::Ask))
}

struct SlotRange {
    first: u16,
    last: u16,
    node: Arc<Node>,
}

/// The slots of all nodes, in order.
#[derive(Default)]
struct SlotMap(Vec<SlotRange>);

impl SlotMap {
    fn of_one_node(node: Arc<Node>) -> SlotMap {
        SlotMap(vec![SlotRange { first: 0, last: SLOTS - 1, node }])
    }

    fn node_of(&self, slot: u16) -> Option<Arc<Node>> {
        let place = self.0.partition_point(|range| range.last < slot);
        self.0.get(place).filter(|range| range.first <= slot).map(|range| Arc::clone(&range.node))
    }

    /// Returns each node once.
    fn nodes(&self) -> Vec<&Arc<Node>> {
        let mut nodes: Vec<&Arc<Node>> = Vec::new();
        for range in &self.0 {
            if !nodes.iter().any(|node| Arc::ptr_eq(node, &range.node)) {
                nodes.push(&range.node);
            }
        }
        nodes
    }
}

/// Returns the slot of a key: CRC-16 (XMODEM) of the text between its first braces, or of the whole key.
fn slot_of(key: &str) -> u16 {
    let tag = key.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(tag, _)| tag);
    let hashed = tag.filter(|tag| !tag.is_empty()).unwrap_or(key);
    let shift = |crc: u16, _| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    hashed.bytes().fold(0, |crc: u16, byte| (0..8).fold(crc ^ u16::from(byte) << 8, shift)) % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_the_specification() {
        assert_eq!(slot_of("123456789"), 0x31C3);
        assert_eq!(slot_of("foo{123456789}bar{zap}"), 0x31C3);
        assert_eq!(slot_of("{}123456789"), slot_of("{}123456789"));
        assert_ne!(slot_of("{}a"), slot_of("{}b"), "empty braces name nothing");
        assert_eq!(slot_of("foo{bar"), slot_of("foo{bar"));
    }

    fn node(port: u16) -> Arc<Node> {
        Arc::new(Node::new(Client::open(format!("redis://127.0.0.1:{port}")).unwrap()))
    }

    #[test]
    fn a_slot_outside_all_ranges_has_no_node() {
        let ranges =
            vec![SlotRange { first: 0, last: 99, node: node(1) }, SlotRange { first: 200, last: 16383, node: node(2) }];
        let map = SlotMap(ranges);
        let port = |slot: u16| map.node_of(slot).map(|node| node.address().to_owned());
        assert_eq!([0, 99].map(port), [const { Some("127.0.0.1:1") }; 2].map(|name| name.map(str::to_owned)));
        assert_eq!([100, 199].map(port), [None, None]);
        assert_eq!(port(200).as_deref(), Some("127.0.0.1:2"));
        assert_eq!((map.nodes().len(), SlotMap::of_one_node(node(3)).nodes().len()), (2, 1));
    }
}
