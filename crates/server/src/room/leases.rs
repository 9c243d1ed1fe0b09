//! Companions that plans have sent and that still count for a policy's limits: a lease each, which ends by itself. One record for each
//! policy, changed by compare-and-set, so that limits hold across calls and replicas.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use prost::Message;
use wire::storage as disk;

use super::service::Rooms;
use super::store::kv::{First, unreadable};
use super::store::memory::Memory;
use super::store::redis::Redis;
use super::store::redis::nodes::Nodes;
use super::store::{Stored, since_1970};
use crate::config;
use crate::error::{Reason, Refusal};

/// The most leases of one policy.
pub const LEASES_MAX: usize = 4096;
/// The most policies whose leases this process keeps.
const POLICIES_MAX: usize = 1024;
/// No policy leases for longer than a day.
const IDLE: Duration = Duration::from_secs(2 * 86_400);
/// Leases without a name that end within this number of seconds of each other are one.
const STEP_S: u64 = 10;

/// A request that has a name: its name and its content, as digests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedRequest {
    name: NonZeroU64,
    content: NonZeroU64,
}

impl NamedRequest {
    /// Of these digests. In the store 0 stands for no request, so it becomes 1.
    pub fn new(name: u64, content: u64) -> NamedRequest {
        let digest = |digest| NonZeroU64::new(digest).unwrap_or(NonZeroU64::MIN);
        NamedRequest { name: digest(name), content: digest(content) }
    }

    /// The digest of its name.
    pub fn name(self) -> u64 {
        self.name.get()
    }
}

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

    /// Ends the leases of this request, which is sent again. Refuses another request of the same name: it would end leases that count.
    pub fn end(&mut self, request: NamedRequest) -> Result<(), Refusal> {
        let of_name = |lease: &disk::Lease| lease.request == request.name();
        // Releases before the digest of the content left it 0: such leases are taken for this request's.
        let is_other = |lease: &disk::Lease| ![0, request.content.get()].contains(&lease.content);
        if self.0.iter().any(|lease| of_name(lease) && is_other(lease)) {
            let message = "the same request_id sent companions that still count with another request";
            return Err(Refusal::new(Reason::REQUEST_ID_REUSED, message).at("request_id"));
        }
        self.0.retain(|lease| !of_name(lease));
        Ok(())
    }

    /// Number of companions that count, by region.
    pub fn by_region(&self) -> BTreeMap<&str, u32> {
        let mut sums: BTreeMap<&str, u32> = BTreeMap::new();
        for lease in &self.0 {
            let sum = sums.entry(&lease.region).or_default();
            *sum = sum.saturating_add(lease.companions);
        }
        sums
    }

    /// Companions are sent to a region by a request, which may have a name, and count until then.
    pub fn add(
        &mut self,
        region: &str,
        companions: u32,
        until_s: u64,
        request: Option<NamedRequest>,
    ) -> Result<(), Refusal> {
        let until_s = if request.is_none() { until_s.div_ceil(STEP_S) * STEP_S } else { until_s };
        let (request, content) = request.map_or((0, 0), |request| (request.name(), request.content.get()));
        let same = |lease: &disk::Lease| {
            lease.region == region && (lease.until_s, lease.request, lease.content) == (until_s, request, content)
        };
        if let Some(lease) = self.0.iter_mut().find(|lease| same(lease)) {
            lease.companions = lease.companions.saturating_add(companions);
            return Ok(());
        }
        if self.0.len() >= LEASES_MAX {
            let message = format!("{LEASES_MAX} leases of the policy have not ended; tell each region's companions");
            return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("regions"));
        }
        self.0.push(disk::Lease { region: region.to_owned(), companions, until_s, request, content });
        Ok(())
    }
}

/// Leases in this process.
pub(super) fn in_memory() -> Memory {
    Memory::new(POLICIES_MAX, IDLE, Box::new(|_, _| {}))
}

/// Leases that replicas share.
pub(super) fn in_redis(nodes: &Arc<Nodes>, config: &config::Redis) -> Redis {
    Redis::of("companions", nodes, config, IDLE)
}

impl Rooms {
    /// Changes the leases of a policy by `step`, which is told the time and runs again when another writer was quicker.
    pub async fn change_leases<T>(
        &self,
        policy: &str,
        step: impl Fn(&mut Leases, u64) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let change = |found: Option<&Stored>| {
            let now_s = since_1970().as_secs();
            let read = found.map(|found| Leases::read(&found.bytes, now_s)).transpose();
            let before = read.map_err(|error| unreadable(&error).at("policy"))?.unwrap_or_default();
            let mut leases = before.clone();
            let answer = step(&mut leases, now_s)?;
            Ok(((leases != before).then(|| leases.write()), answer))
        };
        Ok(self.leases.update(policy, First::Recent, change).await?.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_add_up_end_and_have_a_limit() {
        let mut leases = Leases::default();
        let named = NamedRequest::new(7, 70);
        leases.add("a", 3, 101, None).unwrap();
        leases.add("a", 4, 109, None).unwrap();
        leases.add("a", 5, 109, Some(named)).unwrap();
        leases.add("b", 1, 200, Some(named)).unwrap();
        assert_eq!(leases.0.len(), 3, "the first two end together: {leases:?}");
        assert_eq!(leases.by_region(), BTreeMap::from([("a", 12), ("b", 1)]));
        let read = |now_s| Leases::read(&leases.clone().write(), now_s).unwrap();
        assert_eq!((read(0), read(150).by_region()), (leases.clone(), BTreeMap::from([("b", 1)])));
        let mut again = leases.clone();
        again.end(named).unwrap();
        assert_eq!(again.by_region(), BTreeMap::from([("a", 7)]), "those without a name stay");
        for number in leases.0.len()..LEASES_MAX {
            leases.add(&number.to_string(), 1, 500, None).unwrap();
        }
        assert_eq!(leases.add("one more", 1, 500, None).unwrap_err().reason(), Reason::TOO_MANY_ITEMS);
        leases.add("a", 1, 101, None).unwrap();
    }

    #[test]
    fn a_name_belongs_to_one_request_while_its_leases_count() {
        let mut leases = Leases::default();
        leases.add("a", 5, 100, Some(NamedRequest::new(7, 70))).unwrap();
        let before = leases.clone();
        let refused = leases.end(NamedRequest::new(7, 71)).unwrap_err();
        assert_eq!((refused.reason(), &leases), (Reason::REQUEST_ID_REUSED, &before), "and nothing changed");
        leases.end(NamedRequest::new(8, 71)).unwrap();
        assert_eq!(leases, before, "another name");
        let mut later = Leases::read(&leases.clone().write(), 100).unwrap();
        later.end(NamedRequest::new(7, 71)).unwrap();
        leases.end(NamedRequest::new(7, 70)).unwrap();
        assert_eq!(leases, Leases::default());
    }

    /// A replica of the release before writes leases without a content, and drops the content of those that it reads.
    #[test]
    fn a_lease_of_the_release_before_is_of_any_request_of_its_name() {
        // One lease: region "a", 5 companions, until 100, request 7.
        let bytes = b"\x0a\x10\x0a\x01a\x10\x05\x18\x64\x21\x07\0\0\0\0\0\0\0";
        let mut leases = Leases::read(bytes, 0).unwrap();
        assert_eq!((leases.0[0].request, leases.0[0].content), (7, 0));
        assert_eq!(leases.clone().write(), bytes, "and it stays readable for that replica");
        leases.end(NamedRequest::new(7, 70)).unwrap();
        assert_eq!(leases, Leases::default());
    }
}
