//! Companions that plans have sent and that still count for a policy's limits: a lease each, which ends by itself. One record for each
//! policy, changed by compare-and-set, so that limits hold across calls and replicas.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prost::Message;
use wire::storage as disk;

use super::service::{ATTEMPTS_MAX, RoomDeps, Rooms, unreadable};
use super::store::memory::Memory;
use super::store::redis::Redis;
use crate::config;
use crate::config::redis::BadFile;
use crate::error::{Reason, Refusal};

/// The most leases of one policy.
pub const LEASES_MAX: usize = 4096;
/// The most policies whose leases this process keeps.
const POLICIES_MAX: usize = 1024;
/// No policy leases for longer than a day.
const IDLE: Duration = Duration::from_secs(2 * 86_400);
/// Leases without a name that end within this number of seconds of each other are one.
const STEP_S: u64 = 10;

/// The leases of one policy that have not ended.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Leases(Vec<disk::Lease>);

impl Leases {
    fn read(bytes: &[u8], now_s: u64) -> Result<Leases, prost::DecodeError> {
        let mut leases = disk::Leases::decode(bytes)?.leases;
        leases.retain(|lease| lease.until_s > now_s);
        Ok(Leases(leases))
    }

    fn write(self) -> Vec<u8> {
        disk::Leases { leases: self.0 }.encode_to_vec()
    }

    /// Ends the leases of this request: it is sent again. 0 is no request's.
    pub fn end(&mut self, request: u64) {
        self.0.retain(|lease| request == 0 || lease.request != request);
    }

    /// How many companions count, by region.
    pub fn by_region(&self) -> BTreeMap<&str, u32> {
        let mut sums: BTreeMap<&str, u32> = BTreeMap::new();
        for lease in &self.0 {
            let sum = sums.entry(&lease.region).or_default();
            *sum = sum.saturating_add(lease.companions);
        }
        sums
    }

    /// Companions are sent to a region, and count until then.
    pub fn add(&mut self, region: &str, companions: u32, until_s: u64, request: u64) -> Result<(), Refusal> {
        let until_s = if request == 0 { until_s.div_ceil(STEP_S) * STEP_S } else { until_s };
        let same =
            |lease: &&mut disk::Lease| lease.region == region && lease.until_s == until_s && lease.request == request;
        if let Some(lease) = self.0.iter_mut().find(same) {
            lease.companions = lease.companions.saturating_add(companions);
            return Ok(());
        }
        if self.0.len() >= LEASES_MAX {
            let message = format!("{LEASES_MAX} leases of the policy have not ended; tell each region's companions");
            return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("regions"));
        }
        self.0.push(disk::Lease { region: region.to_owned(), companions, until_s, request });
        Ok(())
    }
}

/// Leases in this process.
pub(super) fn in_memory() -> Memory {
    Memory::new(POLICIES_MAX, IDLE, Box::new(|_, _| {}))
}

/// Leases that replicas share.
pub(super) fn in_redis(config: &config::Redis) -> Result<Redis, BadFile> {
    Redis::of("companions", config, IDLE)
}

/// The time, in seconds since 1970.
fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Rooms {
    /// Changes the leases of a policy by `step`, which is told the time and runs again when another writer was quicker.
    pub async fn change_leases<T>(
        &self,
        deps: RoomDeps<'_>,
        policy: &str,
        step: impl Fn(&mut Leases, u64) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        for _ in 0..ATTEMPTS_MAX {
            let now_s = now_s();
            let found = self.timed(deps, "read", self.leases.load(policy)).await?;
            let read = found.as_ref().map(|found| Leases::read(&found.bytes, now_s)).transpose();
            let before = read.map_err(|error| unreadable(&error))?.unwrap_or_default();
            let mut leases = before.clone();
            let answer = step(&mut leases, now_s)?;
            if leases == before {
                return Ok(answer);
            }
            let revision = found.map(|found| found.revision);
            if self.timed(deps, "write", self.leases.swap(policy, revision, leases.write())).await?.is_some() {
                return Ok(answer);
            }
            deps.metrics.store_conflicts.one().increment(1);
            tokio::task::yield_now().await;
        }
        let message = "too many plan by this policy at the same moment";
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_add_up_end_and_have_a_limit() {
        let mut leases = Leases::default();
        leases.add("a", 3, 101, 0).unwrap();
        leases.add("a", 4, 109, 0).unwrap();
        leases.add("a", 5, 109, 7).unwrap();
        leases.add("b", 1, 200, 7).unwrap();
        assert_eq!(leases.0.len(), 3, "the first two end together: {leases:?}");
        assert_eq!(leases.by_region(), BTreeMap::from([("a", 12), ("b", 1)]));
        let read = |now_s| Leases::read(&leases.clone().write(), now_s).unwrap();
        assert_eq!((read(0), read(150).by_region()), (leases.clone(), BTreeMap::from([("b", 1)])));
        let mut again = leases.clone();
        again.end(7);
        assert_eq!(again.by_region(), BTreeMap::from([("a", 7)]));
        again.end(0);
        assert_eq!(again.by_region(), BTreeMap::from([("a", 7)]), "0 is the name of no request");
        for number in leases.0.len()..LEASES_MAX {
            leases.add(&number.to_string(), 1, 500, 0).unwrap();
        }
        assert_eq!(leases.add("one more", 1, 500, 0).unwrap_err().reason(), Reason::TOO_MANY_ITEMS);
        leases.add("a", 1, 101, 0).unwrap();
    }
}
