//! The servers of Redis: one, or the nodes of a cluster. Each has its own connection and circuit breaker, so that a dead or hanging
//! node affects only its own keys.
//!
//! The library's connection to a cluster is not used: it has one state for all nodes.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use ::redis::{
    Client, Cmd, ConnectionAddr, ErrorKind, FromRedisValue, RedisError, ServerErrorKind, ToRedisArgs, Value, cmd,
    from_redis_value_ref,
};

use super::node::{Node, is_redirect};
use crate::config::redis::clients;
use crate::config::{self, Fault};
use crate::room::store::StoreError;

const SLOTS: u16 = 16384;
/// The shortest time from one question about slots to the next.
const REFRESH_EVERY: Duration = Duration::from_millis(500);
/// The most nodes to which a command is sent: its key may move meanwhile.
const SENDS_MAX: usize = 3;

pub(crate) struct Nodes {
    /// The servers of the configuration.
    seeds: Vec<Arc<Node>>,
    is_cluster: bool,
    timeout: Duration,
    map: RwLock<Arc<SlotMap>>,
    /// Further nodes that a cluster named, by their addresses.
    known: Mutex<HashMap<String, Arc<Node>>>,
    /// The lock for asking the cluster for its slots, and the time at which the last question ended.
    refreshing: tokio::sync::Mutex<Option<Instant>>,
}

impl Nodes {
    /// Makes the servers; the first command connects. The configuration has been checked, except the certificate files.
    pub(crate) fn new(config: &config::Redis) -> Result<Arc<Nodes>, Fault> {
        let seeds: Vec<Arc<Node>> = clients(config)?.into_iter().map(|client| Arc::new(Node::new(client))).collect();
        let all_slots = (SLOTS - 1, (0, Arc::clone(&seeds[0])));
        let ranges = if config.cluster { BTreeMap::new() } else { BTreeMap::from([all_slots]) };
        let map = SlotMap { ranges, nodes: seeds.clone() };
        Ok(Arc::new(Nodes {
            seeds,
            is_cluster: config.cluster,
            timeout: Duration::from_millis(config.timeout_ms),
            map: RwLock::new(Arc::new(map)),
            known: Mutex::default(),
            refreshing: tokio::sync::Mutex::default(),
        }))
    }

    /// Runs a command on the node that has the key, within the configured time.
    pub(super) async fn run<T: FromRedisValue>(self: &Arc<Nodes>, key: &str, command: &Cmd) -> Result<T, StoreError> {
        let (slot, until) = (slot_of(key), Instant::now() + self.timeout);
        let mut node = self.node_of(slot, until).await?;
        let mut asking = false;
        for _ in 0..SENDS_MAX {
            // If the node does not answer, another one may have taken over its slots.
            match node.run(command, asking, until).await.inspect_err(|_| self.refresh_soon())? {
                Err(error) if is_redirect(&error) => {
                    asking = error.kind() == ErrorKind::Server(ServerErrorKind::Ask);
                    if !asking {
                        self.refresh_soon();
                    }
                    node = self.redirect_target(&error, &node)?;
                }
                answer => return Ok(answer?),
            }
        }
        Err(StoreError::Down(format!("the nodes send each other's callers around for slot {slot}")))
    }

    /// Runs a script over keys that lie on one node. Its whole text is sent: Redis finds the compiled script by it.
    pub(super) async fn eval<T: FromRedisValue>(
        self: &Arc<Nodes>,
        script: &str,
        keys: &[String],
        words: impl ToRedisArgs,
    ) -> Result<T, StoreError> {
        let mut call = Cmd::new();
        call.arg("EVAL").arg(script).arg(keys.len()).arg(keys).arg(words);
        self.run(&keys[0], &call).await
    }

    pub(super) fn count_down_and_all(&self) -> (usize, usize) {
        let map = self.slot_map();
        (map.nodes.iter().filter(|node| node.health.is_down()).count(), map.nodes.len())
    }

    /// Asks the nodes whether they answer, so that a replica without calls knows too.
    pub(super) async fn ping(&self) {
        let command = cmd("PING");
        for node in &self.slot_map().nodes {
            // The node itself records the outcome.
            let _ = node.run::<Value>(&command, false, Instant::now() + self.timeout).await;
        }
    }

    fn slot_map(&self) -> Arc<SlotMap> {
        Arc::clone(&self.map.read().expect("no code panics while it holds the map"))
    }

    async fn node_of(self: &Arc<Nodes>, slot: u16, until: Instant) -> Result<Arc<Node>, StoreError> {
        if let Some(node) = self.slot_map().node_of(slot) {
            return Ok(node);
        }
        let late = |_| StoreError::Down(String::from("no node says in time which has which slots"));
        tokio::time::timeout_at(until.into(), Box::pin(self.refresh_slots())).await.map_err(late)??;
        self.slot_map().node_of(slot).ok_or_else(|| StoreError::Down(format!("no node has slot {slot}")))
    }

    /// Asks the cluster for its slots in another task, at most about once in [`REFRESH_EVERY`].
    fn refresh_soon(self: &Arc<Nodes>) {
        // A task that asks holds the lock.
        let is_due = |asked: Option<Instant>| asked.is_none_or(|at| at.elapsed() >= REFRESH_EVERY);
        if self.is_cluster && self.refreshing.try_lock().is_ok_and(|asked| is_due(*asked)) {
            let nodes = Arc::clone(self);
            tokio::spawn(async move { nodes.refresh_slots().await });
        }
    }

    /// Asks one node after the other for the slots, until one tells them. Does nothing if the slots are known and the last question is recent.
    async fn refresh_slots(&self) -> Result<(), StoreError> {
        let mut asked = self.refreshing.lock().await;
        let map = self.slot_map();
        if asked.is_some_and(|at| at.elapsed() < REFRESH_EVERY) && !map.ranges.is_empty() {
            return Ok(());
        }
        // The addresses of the configuration are asked too, because a name may have a new address by now. Nodes that are down come last.
        let mut nodes: Vec<&Arc<Node>> =
            map.nodes.iter().chain(self.seeds.iter().filter(|_| !map.ranges.is_empty())).collect();
        nodes.sort_by_cached_key(|node| node.health.is_down());
        let mut failure = StoreError::Down(String::from("no node of the cluster is known"));
        for node in nodes {
            let until = Instant::now() + self.timeout;
            let answered = node.run::<Vec<Value>>(cmd("CLUSTER").arg("SLOTS"), false, until).await;
            match answered.and_then(|rows| Ok(self.read_slots(&rows?, node))) {
                Ok(map) if map.ranges.is_empty() => {
                    failure = StoreError::Down(format!("{} knows of no slots", node.address));
                }
                Ok(map) => {
                    self.lock_known().retain(|_, known| map.nodes.iter().any(|node| Arc::ptr_eq(node, known)));
                    *self.map.write().expect("no code panics while it holds the map") = Arc::new(map);
                    *asked = Some(Instant::now());
                    return Ok(());
                }
                Err(problem) => failure = problem,
            }
        }
        *asked = Some(Instant::now());
        Err(failure)
    }

    fn lock_known(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Node>>> {
        self.known.lock().expect("no code panics while it holds the nodes")
    }

    /// Reads the answer to CLUSTER SLOTS: ranges of slots, each with its primary before its replicas.
    fn read_slots(&self, rows: &[Value], answering: &Arc<Node>) -> SlotMap {
        let number = |value: &Value| from_redis_value_ref::<u16>(value).ok();
        let range = |row: &Value| {
            let [first, last, Value::Array(primary), ..] = row.as_sequence()? else { return None };
            let [host, port, ..] = primary.as_slice() else { return None };
            let host: String = from_redis_value_ref(host).unwrap_or_default();
            Some((number(last)?, (number(first)?, self.node_at(&host, number(port)?, answering)?)))
        };
        SlotMap::of(rows.iter().filter_map(range).collect())
    }

    fn redirect_target(&self, error: &RedisError, answering: &Arc<Node>) -> Result<Arc<Node>, StoreError> {
        let (host, port) = error.redirect_node().and_then(|(address, _)| address.rsplit_once(':')).unwrap_or_default();
        let node = port.parse().ok().and_then(|port| self.node_at(host, port, answering));
        node.ok_or_else(|| StoreError::Down(format!("{}: {error}", answering.address)))
    }

    /// Returns the node at an address. A new one gets the connection settings of the answering one. An empty host or `?` means that of the answering
    /// one.
    fn node_at(&self, host: &str, port: u16, answering: &Node) -> Option<Arc<Node>> {
        let info = answering.client.get_connection_info();
        let host_or = |own: &String| if host.is_empty() || host == "?" { own.clone() } else { host.to_owned() };
        let address = match info.addr().clone() {
            ConnectionAddr::Tcp(own, _) => ConnectionAddr::Tcp(host_or(&own), port),
            ConnectionAddr::TcpTls { host: own, insecure, tls_params, .. } => {
                ConnectionAddr::TcpTls { host: host_or(&own), port, insecure, tls_params }
            }
            _ => return None,
        };
        let name = address.to_string();
        if let Some(seed) = self.seeds.iter().find(|seed| seed.address == name) {
            return Some(Arc::clone(seed));
        }
        let client = Client::open(info.clone().set_addr(address)).ok()?;
        Some(Arc::clone(self.lock_known().entry(name).or_insert_with(|| Arc::new(Node::new(client)))))
    }
}

/// The slots of all nodes.
struct SlotMap {
    /// The first slot and the node of each range, by its last slot; empty before a cluster's first answer.
    ranges: BTreeMap<u16, (u16, Arc<Node>)>,
    /// Each node once. Before a cluster's first answer they are those of the configuration.
    nodes: Vec<Arc<Node>>,
}

impl SlotMap {
    fn of(ranges: BTreeMap<u16, (u16, Arc<Node>)>) -> SlotMap {
        let mut nodes: Vec<Arc<Node>> = Vec::new();
        for (_, node) in ranges.values() {
            if !nodes.iter().any(|known| Arc::ptr_eq(known, node)) {
                nodes.push(Arc::clone(node));
            }
        }
        SlotMap { ranges, nodes }
    }

    fn node_of(&self, slot: u16) -> Option<Arc<Node>> {
        let (_, (first, node)) = self.ranges.range(slot..).next()?;
        (*first <= slot).then(|| Arc::clone(node))
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
        let map = SlotMap::of(BTreeMap::from([(99, (0, node(1))), (16383, (200, node(2)))]));
        let port = |slot: u16| map.node_of(slot).map(|node| node.address.clone());
        assert_eq!([0, 99].map(port), [const { Some("127.0.0.1:1") }; 2].map(|name| name.map(str::to_owned)));
        assert_eq!([100, 199].map(port), [None, None]);
        assert_eq!(port(200).as_deref(), Some("127.0.0.1:2"));
        assert_eq!(map.nodes.len(), 2);
    }
}
