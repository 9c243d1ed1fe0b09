//! The faults, one after the other, and what the replicas say of them.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::Scenario;
use super::outage::Outage;
use super::processes::{Redis, Replica};

/// Time for which Redis stays away.
const REDIS_AWAY: Duration = Duration::from_millis(1500);
/// Time for which a node of a cluster stays away: longer than the others take to notice.
const NODE_AWAY: Duration = Duration::from_secs(4);
/// The time that a rollback takes back.
const ROLLBACK: Duration = Duration::from_secs(2);
/// Time for which a killed replica stays away.
const REPLICA_AWAY: Duration = Duration::from_millis(300);

/// The replicas' own counts, over all their lives.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Observed {
    /// Log and replay lines that were dropped.
    pub(crate) lines_dropped: u64,
    /// Probes of `/livez`, and those that were not answered.
    pub(crate) probes: u64,
    pub(crate) probes_failed: u64,
    /// Longest time from SIGTERM to the end, in seconds.
    pub(crate) longest_stop_s: f64,
}

impl Observed {
    /// Adds what a replica says in the life that is about to end.
    fn note(&mut self, replica: &Replica) {
        self.probes += 1;
        self.probes_failed += u64::from(replica.admin("/livez").is_err());
        let page = replica.admin("/metrics").unwrap_or_default();
        self.lines_dropped += sum_of(&page, "thirdseat_log_dropped_total");
    }
}

/// Sums a counter over its labels.
fn sum_of(page: &str, name: &str) -> u64 {
    let sample = |line: &str| {
        let rest = line.strip_prefix(name).filter(|rest| rest.starts_with(['{', ' ']))?;
        rest.rsplit_once(' ')?.1.parse::<u64>().ok()
    };
    page.lines().filter_map(sample).sum()
}

/// The processes that faults happen to; all run until this is dropped.
pub(super) struct Fleet {
    pub(super) redis: Vec<Redis>,
    pub(super) replicas: Vec<Replica>,
    pub(super) outage: std::sync::Arc<Outage>,
    pub(super) faults: u64,
    pub(super) observed: Observed,
}

impl Fleet {
    /// Measures the processor time of the replicas together, and of Redis.
    pub(super) fn cpu(&self) -> anyhow::Result<[Duration; 2]> {
        let replicas = self.replicas.iter().map(Replica::cpu).sum::<anyhow::Result<Duration>>()?;
        Ok([replicas, self.redis.iter().map(Redis::cpu).sum::<anyhow::Result<Duration>>()?])
    }

    /// Injects one fault after the other until the time is over; in the end all processes run again.
    pub(super) fn inject(mut self, scenario: Scenario, every: Duration, until: Instant) -> anyhow::Result<Fleet> {
        loop {
            std::thread::sleep(every.min(until.saturating_duration_since(Instant::now())));
            if Instant::now() >= until {
                return Ok(self);
            }
            if scenario == Scenario::None {
                continue;
            }
            self.inject_one(scenario)?;
            self.faults += 1;
        }
    }

    fn inject_one(&mut self, scenario: Scenario) -> anyhow::Result<()> {
        let number = self.faults as usize;
        let replica = number % self.replicas.len();
        match scenario {
            Scenario::None => {}
            Scenario::Kill => {
                self.replicas[replica].kill()?;
                std::thread::sleep(REPLICA_AWAY);
                self.replicas[replica].run()?;
            }
            Scenario::Roll | Scenario::BlockedLog => self.roll(replica)?,
            Scenario::Rollback => {
                // The snapshot is what it starts with again: whatever is written after it is lost.
                self.redis[0].save()?;
                std::thread::sleep(ROLLBACK);
                self.redis[0].kill()?;
                self.redis[0].run()?;
            }
            // The first node is the one that the replicas' configuration names: it comes early.
            Scenario::Cluster => self.take_away(number % self.redis.len(), number.is_multiple_of(2))?,
            Scenario::RedisRestart | Scenario::RedisLoss => {
                self.redis[0].kill()?;
                std::thread::sleep(REDIS_AWAY);
                self.redis[0].run()?;
            }
        }
        Ok(())
    }

    /// Asks a replica to stop, and starts it again.
    fn roll(&mut self, replica: usize) -> anyhow::Result<()> {
        let replica = &mut self.replicas[replica];
        self.observed.note(replica);
        let asked = Instant::now();
        replica.terminate()?;
        self.observed.longest_stop_s = self.observed.longest_stop_s.max(asked.elapsed().as_secs_f64());
        replica.run()
    }

    /// Kills one node, or lets it hang, and brings it back.
    fn take_away(&mut self, node: usize, is_killed: bool) -> anyhow::Result<()> {
        let redis = &mut self.redis;
        self.outage.begin(node);
        match is_killed {
            true => {
                redis[node].kill()?;
                std::thread::sleep(NODE_AWAY);
                redis[node].run()?;
            }
            false => {
                redis[node].pause()?;
                std::thread::sleep(NODE_AWAY);
                redis[node].go_on()?;
            }
        }
        Redis::wait_for_cluster(redis)?;
        self.outage.end();
        Ok(())
    }

    /// Returns the counts of all replicas since the start, those that ended included.
    pub(super) fn observe(&mut self) -> Observed {
        self.replicas.iter().for_each(|replica| self.observed.note(replica));
        self.observed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_summed_over_their_labels() {
        let page = "# HELP overruns_total So.\noverruns_total{rpc=\"Bid\"} 2\noverruns_total{rpc=\"Play\"} 3\n\
                    overruns_total_more 9\nplain 4\n";
        assert_eq!([sum_of(page, "overruns_total"), sum_of(page, "plain"), sum_of(page, "none")], [5, 4, 0]);
    }
}
