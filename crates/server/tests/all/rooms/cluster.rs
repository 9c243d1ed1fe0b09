//! A Redis Cluster of three nodes, one of which is dead or hangs: rooms on the other nodes work as before.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use server::config::Config;
use server::room::store::redis::Redis;
use server::room::store::{Store, StoreError};

use crate::support::full;
use crate::support::redis::RedisServer;

/// Far longer than an answer takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Returns the time for which a state of the cluster is watched.
fn lasts() -> Duration {
    Duration::from_secs(if full() { 30 } else { 4 })
}

/// A cluster, its rooms, and the node of each.
struct Cluster {
    nodes: Vec<RedisServer>,
    store: Arc<Redis>,
    rooms: Vec<(String, usize)>,
}

/// Operations on rooms, counted for the working nodes and for the failing one.
#[derive(Default)]
struct Count {
    done: AtomicU64,
    failed: AtomicU64,
    /// The longest operation, in milliseconds.
    longest: AtomicU64,
}

impl Cluster {
    async fn start() -> Option<Cluster> {
        let nodes = RedisServer::start_cluster(3)?;
        let mut config = Config::embedded().rooms.redis;
        (config.cluster, config.url) = (true, nodes[0].url());
        config.timeout_ms = TIMEOUT.as_millis() as u64;
        let store = Arc::new(Redis::new(&config, Duration::from_secs(600)).unwrap());
        let mut rooms = Vec::new();
        for number in 0..24 {
            let room = format!("room-{number}");
            let since = Instant::now();
            while store.swap(&room, None, vec![0; 900]).await.is_err() {
                assert!(since.elapsed() < Duration::from_secs(60), "the cluster takes no room");
            }
            let has = |node: &RedisServer| node.say(&format!("EXISTS thirdseat:room:{{{room}}}")).starts_with(":1");
            let node = nodes.iter().position(has).unwrap();
            rooms.push((room, node));
        }
        for node in 0..3 {
            assert!(rooms.iter().filter(|(_, at)| *at == node).count() >= 3, "{rooms:?}");
        }
        Some(Cluster { nodes, store, rooms })
    }

    /// Reads and writes every room for a while, at the same time.
    async fn play(&self, away: Option<usize>, lasts: Duration) -> [Arc<Count>; 2] {
        let counts = [Arc::new(Count::default()), Arc::new(Count::default())];
        let mut tables = tokio::task::JoinSet::new();
        let until = Instant::now() + lasts;
        for (room, node) in self.rooms.clone() {
            let (store, count) = (Arc::clone(&self.store), Arc::clone(&counts[usize::from(away == Some(node))]));
            tables.spawn(async move {
                while Instant::now() < until {
                    let began = Instant::now();
                    let turn = turn(&store, &room).await;
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

    async fn check(&self, away: usize, usual: u64, fault: &str) {
        let [well, ill] = self.play(Some(away), lasts()).await;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let (done, failed) = (read(&well.done), read(&well.failed));
        assert!(
            done * 4 > usual && failed * 1000 <= done + failed,
            "{fault}: {failed} failed, {done} not; {usual} are usual"
        );
        assert!(read(&ill.failed) > 10, "{fault}: {} failed on it", read(&ill.failed));
        // A read and a write each wait at most once.
        let most = 3 * TIMEOUT.as_millis() as u64;
        assert!(read(&ill.longest) < most, "{fault}: a call waited {} ms", read(&ill.longest));
        assert_eq!(self.store.nodes_down(), Some((1, 3)), "{fault}");
    }

    /// Waits until all rooms are served and the nodes agree on it: a returned node counts as failed for a while, and until then the
    /// loss of another one loses the majority.
    async fn is_whole(&self) {
        let since = Instant::now();
        loop {
            let [all, _] = self.play(None, Duration::from_millis(300)).await;
            let is_missed = |node: &RedisServer| node.say("CLUSTER NODES").contains(",fail");
            if all.failed.load(Ordering::Relaxed) == 0 && !self.nodes.iter().any(is_missed) {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "the node does not come back");
        }
    }
}

/// Takes a turn: reads a room and writes it.
async fn turn(store: &Redis, room: &str) -> Result<(), StoreError> {
    let found = store.load(room).await?;
    let (revision, state) = found.map_or((None, vec![0; 900]), |found| (Some(found.revision), found.bytes.to_vec()));
    store.swap(room, revision, state).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_on_live_nodes_go_on_while_a_node_is_dead_or_hangs() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let [all, _] = cluster.play(None, lasts()).await;
    let usual = all.done.load(Ordering::Relaxed);
    cluster.nodes[1].stop();
    cluster.check(1, usual, "a dead node").await;
    assert!(cluster.nodes[1].run());
    cluster.is_whole().await;
    // The configuration names the first node.
    cluster.nodes[0].signal("STOP");
    cluster.check(0, usual, "a node that hangs").await;
    cluster.nodes[0].signal("CONT");
    cluster.is_whole().await;
}
