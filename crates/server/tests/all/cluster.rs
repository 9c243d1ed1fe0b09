//! A real Redis cluster of three nodes. Two replicas serve each other's rooms, which lie on all nodes. If one node is dead or hangs, rooms on the
//! others go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rules::Seed;
use server::config::{Config, RoomStore};
use server::room::store::redis::RedisStore;
use server::room::store::{Store, StoreError};
use wire::v1;

use crate::rooms::forms::open_in_play;
use crate::rooms::rpc::{Service, opening, recording, repeated, room_event, turn};
use crate::rooms::table::{Plays, any_action};
use crate::support::redis::RedisServer;
use crate::support::{is_full, wait_for};

/// Longer than an answer takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Returns the time for which a state of the cluster is watched: longer than a call waits for a node that hangs, and than the nodes wait
/// until they count one as failed.
fn watch_time() -> Duration {
    Duration::from_secs(if is_full() { 30 } else { 3 })
}

struct Cluster {
    nodes: Vec<RedisServer>,
    store: Arc<RedisStore>,
    rooms: Vec<(String, usize)>,
}

/// Turns in rooms of one group of nodes: those that work, or the failing one.
#[derive(Default)]
struct TurnCounts {
    done: AtomicU64,
    failed: AtomicU64,
    /// The longest turn, in milliseconds.
    longest: AtomicU64,
}

impl Cluster {
    async fn with_nodes(nodes: Vec<RedisServer>) -> Cluster {
        let mut config = Config::embedded().rooms.redis;
        (config.cluster, config.url) = (true, nodes[0].url());
        config.timeout_ms = TIMEOUT.as_millis() as u64;
        let store = Arc::new(RedisStore::new(&config, Duration::from_secs(600)).unwrap());
        let mut rooms = Vec::new();
        for number in 0..24 {
            let room = format!("room-{number}");
            wait_for("the cluster", async || store.swap(&room, None, vec![0; 900].into()).await.is_ok()).await;
            let has = |node: &RedisServer| node.say(&format!("EXISTS thirdseat:room:{{{room}}}")).starts_with(":1");
            let node = nodes.iter().position(has).unwrap();
            rooms.push((room, node));
        }
        for node in 0..3 {
            assert!(rooms.iter().filter(|(_, at)| *at == node).count() >= 3, "{rooms:?}");
        }
        Cluster { nodes, store, rooms }
    }

    /// Reads and writes the rooms at the same time. The second count is that of the node `away`.
    async fn take_turns(&self, away: Option<usize>, lasts: Duration) -> [Arc<TurnCounts>; 2] {
        let counts = [Arc::new(TurnCounts::default()), Arc::new(TurnCounts::default())];
        let mut tables = tokio::task::JoinSet::new();
        let until = Instant::now() + lasts;
        for (room, node) in self.rooms.clone() {
            let (store, count) = (Arc::clone(&self.store), Arc::clone(&counts[usize::from(away == Some(node))]));
            tables.spawn(async move {
                while Instant::now() < until {
                    let began = Instant::now();
                    let turn = take_turn(&store, &room).await;
                    let took = began.elapsed().as_millis() as u64;
                    count.longest.fetch_max(took, Ordering::Relaxed);
                    if turn.is_ok() { &count.done } else { &count.failed }.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            });
        }
        tables.join_all().await;
        counts
    }

    async fn check_fault(&self, away: usize, fault: &str) {
        let [live, failing] = self.take_turns(Some(away), watch_time()).await;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let (done, failed) = (read(&live.done), read(&live.failed));
        // A room that waited for the failing node would take few turns. Otherwise it takes many even on a busy machine.
        let rooms = self.rooms.iter().filter(|(_, node)| *node != away).count() as u64;
        assert!(
            done > 10 * rooms && failed * 1000 <= done + failed,
            "{fault}: {failed} failed, {done} of {rooms} rooms not"
        );
        assert!(read(&failing.failed) > 10, "{fault}: {} failed on it", read(&failing.failed));
        // A read and a write each wait at most once.
        let most = 3 * TIMEOUT.as_millis() as u64;
        assert!(read(&failing.longest) < most, "{fault}: a call waited {} ms", read(&failing.longest));
        assert_eq!(self.store.nodes_down(), Some((1, 3)), "{fault}");
    }

    /// Waits until all rooms are served and no node counts another as failed: otherwise the loss of the next node could lose the majority.
    async fn wait_until_whole(&self) {
        let is_missed = |node: &RedisServer| node.say("CLUSTER NODES").contains(",fail");
        wait_for("the node", async || {
            let [all, _] = self.take_turns(None, Duration::from_millis(300)).await;
            all.failed.load(Ordering::Relaxed) == 0 && !self.nodes.iter().any(is_missed)
        })
        .await;
    }
}

async fn take_turn(store: &RedisStore, room: &str) -> Result<(), StoreError> {
    let found = store.load(room).await?;
    let (revision, state) = found.map_or((None, vec![0; 900]), |found| (Some(found.revision), found.bytes.to_vec()));
    store.swap(room, revision, state.into()).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_lie_on_all_nodes_and_go_on_while_another_node_is_dead_or_hangs() {
    let Some(nodes) = RedisServer::start_cluster(3) else { return };
    let configure = |config: &mut Config| {
        (config.rooms.store, config.rooms.redis.cluster) = (RoomStore::Redis, true);
        (config.rooms.redis.url, config.rooms.redis.timeout_ms) = (nodes[0].url(), 10_000);
        // On a busy machine a write within the usual budget may be late, and the answer would say so.
        config.budgets.decide_ms = 60_000;
    };
    let (one, two) = (Service::with(configure), Service::with(configure));
    for number in 0..4 {
        let room = format!("spread-{number}");
        let (mut backend, told) = open_in_play(&one, opening(&room, "classic", [true; 3], "casual")).await;
        let (chair, last) = (backend.turn().unwrap(), told.len() as u32);
        let ask = async |service: &Service| service.decide("Play", turn(&room, chair, None), Default::default()).await;
        let decided = ask(&one).await.unwrap();
        assert_eq!(ask(&two).await.unwrap(), repeated(decided), "what one decided the other knows");
        let lead = any_action(&backend, &mut Seed(11).rng(), &mut Plays::new());
        let led = room_event(last + 1, 1, &backend.act(lead)[0]);
        two.record(recording(&room, vec![led])).await.unwrap();
        assert_eq!(one.room(&room, v1::Audience::Public, chair).await.unwrap().sequence, last + 1);
    }
    for node in &nodes {
        let size = node.say("DBSIZE");
        assert!(!size.starts_with(":0"), "every node has some: {size}");
    }
    drop((one, two));

    let mut cluster = Cluster::with_nodes(nodes).await;
    cluster.nodes[1].stop();
    cluster.check_fault(1, "a dead node").await;
    assert!(cluster.nodes[1].run());
    cluster.wait_until_whole().await;
    // The configuration names the first node.
    cluster.nodes[0].signal("STOP");
    cluster.check_fault(0, "a node that hangs").await;
    cluster.nodes[0].signal("CONT");
    cluster.wait_until_whole().await;
}
