//! The faults, one after the other, and the counts of the replicas.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::audit::SharedAudit;
use super::processes::{Redis, Replica, SLOT_COUNT};
use super::{Run, Scenario};

/// The downtime of Redis in a restart or a loss.
const REDIS_DOWNTIME: Duration = Duration::from_millis(1500);
/// The time for which a node of a cluster is away: longer than the others need to notice.
const NODE_DOWNTIME: Duration = Duration::from_secs(4);
/// The time that a rollback takes back.
const ROLLED_BACK_TIME: Duration = Duration::from_secs(2);
/// The time for which a killed replica stays down.
const REPLICA_DOWNTIME: Duration = Duration::from_millis(300);

/// Counts a failed probe and the dropped lines of a replica that runs. Lines that it drops later are missing.
pub(super) fn audit_replica(audit: &SharedAudit, replica: &Replica) {
    let is_silent = replica.get_admin("/livez").is_err();
    let page = replica.get_admin("/metrics").unwrap_or_default();
    audit.update(|audit| {
        audit.probes_failed += u64::from(is_silent);
        audit.lines_dropped += counter(&page, "thirdseat_log_dropped_total");
    });
}

/// Sums a counter over its labels.
fn counter(page: &str, name: &str) -> u64 {
    let sample = |line: &str| {
        let rest = line.strip_prefix(name).filter(|rest| rest.starts_with(['{', ' ']))?;
        rest.rsplit_once(' ')?.1.parse::<u64>().ok()
    };
    page.lines().filter_map(sample).sum()
}

/// The node of a cluster that is away, if one is.
#[derive(Debug)]
pub(crate) struct Outage {
    nodes: usize,
    /// The index of the node; the count of nodes if none is away.
    away: AtomicUsize,
}

impl Outage {
    pub(crate) fn of(nodes: usize) -> Outage {
        Outage { nodes, away: AtomicUsize::new(nodes) }
    }

    fn begin(&self, node: usize) {
        self.away.store(node, Ordering::Relaxed);
    }

    fn end(&self) {
        self.away.store(self.nodes, Ordering::Relaxed);
    }

    /// True while a node is away and the room lies on another one.
    pub(crate) fn is_on_other_node(&self, room: &str) -> bool {
        let away = self.away.load(Ordering::Relaxed);
        away < self.nodes && away != node_of(room, self.nodes)
    }
}

/// Returns the node of a room, by CRC-16 (XMODEM) of its name. Each node has an equal share of the slots, the last one also the rest.
fn node_of(room: &str, nodes: usize) -> usize {
    let shift = |crc: u16, _| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    let crc = room.bytes().fold(0, |crc: u16, byte| (0..8).fold(crc ^ u16::from(byte) << 8, shift));
    (usize::from(crc % SLOT_COUNT) / (usize::from(SLOT_COUNT) / nodes)).min(nodes - 1)
}

/// The processes in which the faults are injected. They are killed when this is dropped.
pub(super) struct Fleet {
    pub(super) redis: Vec<Redis>,
    pub(super) replicas: Vec<Replica>,
    pub(super) run: Arc<Run>,
}

impl Fleet {
    /// Injects one fault after the other until the time is over. After each fault all processes run again.
    pub(super) fn inject(mut self, scenario: Scenario, every: Duration, until: Instant) -> anyhow::Result<Fleet> {
        for number in 0.. {
            std::thread::sleep(every.min(until.saturating_duration_since(Instant::now())));
            if Instant::now() >= until {
                break;
            }
            self.inject_one(scenario, number)?;
            self.run.audit.update(|audit| audit.faults += 1);
        }
        Ok(self)
    }

    fn inject_one(&mut self, scenario: Scenario, number: usize) -> anyhow::Result<()> {
        let replica = number % self.replicas.len();
        match scenario {
            Scenario::Kill => {
                self.replicas[replica].process.end(Signal::SIGKILL)?;
                std::thread::sleep(REPLICA_DOWNTIME);
                self.replicas[replica].start_process()?;
            }
            Scenario::Roll | Scenario::BlockedLog => self.restart_replica(replica)?,
            Scenario::Rollback => {
                // Redis starts again with the snapshot: later writes are lost.
                self.redis[0].run_command("SAVE")?;
                std::thread::sleep(ROLLED_BACK_TIME);
                self.restart_redis(0, Duration::ZERO)?;
            }
            // The replicas' configuration names the first node, so it comes first.
            Scenario::Cluster => self.fail_node(number % self.redis.len(), number.is_multiple_of(2))?,
            Scenario::RedisRestart | Scenario::RedisLoss => self.restart_redis(0, REDIS_DOWNTIME)?,
        }
        Ok(())
    }

    fn restart_replica(&mut self, replica: usize) -> anyhow::Result<()> {
        let replica = &mut self.replicas[replica];
        audit_replica(&self.run.audit, replica);
        let asked = Instant::now();
        replica.process.end(Signal::SIGTERM)?;
        let stop_s = asked.elapsed().as_secs_f64();
        self.run.audit.update(|audit| audit.longest_stop_s = audit.longest_stop_s.max(stop_s));
        replica.start_process()
    }

    fn restart_redis(&mut self, node: usize, downtime: Duration) -> anyhow::Result<()> {
        self.redis[node].process.end(Signal::SIGKILL)?;
        std::thread::sleep(downtime);
        self.redis[node].start_process()
    }

    /// Kills one node, or lets it hang, and brings it back.
    fn fail_node(&mut self, node: usize, is_killed: bool) -> anyhow::Result<()> {
        self.run.outage.begin(node);
        match is_killed {
            true => self.restart_redis(node, NODE_DOWNTIME)?,
            false => {
                self.redis[node].process.signal(Signal::SIGSTOP)?;
                std::thread::sleep(NODE_DOWNTIME);
                self.redis[node].process.signal(Signal::SIGCONT)?;
            }
        }
        Redis::wait_for_cluster(&self.redis)?;
        self.run.outage.end();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_summed_over_their_labels() {
        let page = "# HELP overruns_total So.\noverruns_total{rpc=\"Bid\"} 2\noverruns_total{rpc=\"Play\"} 3\n\
                    overruns_total_more 9\nplain 4\n";
        assert_eq!([counter(page, "overruns_total"), counter(page, "plain"), counter(page, "none")], [5, 4, 0]);
    }

    #[test]
    fn an_outage_leaves_rooms_on_other_nodes_live() {
        // Slot 0x31C3 of 0x4000.
        assert_eq!((node_of("123456789", 3), node_of("123456789", 1)), (2, 0));
        let outage = Outage::of(3);
        assert!(!outage.is_on_other_node("123456789"), "no node is away");
        outage.begin(2);
        assert!(!outage.is_on_other_node("123456789"));
        outage.begin(1);
        assert!(outage.is_on_other_node("123456789"));
    }
}
