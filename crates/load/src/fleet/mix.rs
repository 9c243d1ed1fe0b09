//! Tables with one companion and two people in rooms of a replica, without faults: the cost of the mix of calls that a product makes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::{Chair, Seed};
use tokio::task::JoinSet;

use super::audit::SharedAudit;
use super::client::Client;
use super::outage::Outage;
use super::processes::{Redis, Replica};
use super::table_session::{TableOptions, TableSession};
use crate::args::Programs;

/// The mix.
pub(crate) struct Mix<'a> {
    pub(crate) tables: usize,
    /// Between two turns of a table.
    pub(crate) pause: Duration,
    pub(crate) persona: &'a str,
    pub(crate) budget_ms: Option<u32>,
    pub(crate) lasts: Duration,
}

/// The cost of it, a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MixCost {
    pub(crate) calls: f64,
    pub(crate) decisions: f64,
    /// Processor time of the replica and of Redis, in microseconds.
    pub(crate) replica_us: f64,
    pub(crate) redis_us: f64,
}

/// Time for tables to open and for caches to fill.
const WARM_UP: Duration = Duration::from_secs(2);
/// The time that a call may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Plays the mix.
pub(crate) async fn play(programs: &Programs, mix: &Mix<'_>) -> anyhow::Result<MixCost> {
    let redis = Redis::start(&programs.redis, true)?;
    let environment =
        [("THIRDSEAT__ROOMS__STORE", String::from("redis")), ("THIRDSEAT__ROOMS__REDIS__URL", redis.url())];
    let replica = Replica::start(&programs.server, &environment)?;
    let client = Arc::new(Client::new(std::slice::from_ref(&replica.address), TIMEOUT)?);
    let audit_log = Arc::new(SharedAudit::default());
    let options = TableOptions {
        persona: mix.persona.to_owned(),
        bots: &[Chair::First],
        pause: mix.pause,
        fallback: false,
        budget_ms: mix.budget_ms,
        store_may_lose_rooms: false,
        give_up_after: TIMEOUT,
        outage: Arc::new(Outage::of(1)),
    };
    let until = Instant::now() + WARM_UP + mix.lasts;
    let mut tables = JoinSet::new();
    for number in 0..mix.tables {
        let (client, audit_log, options) = (Arc::clone(&client), Arc::clone(&audit_log), options.clone());
        let rng = Seed(number as u64).rng();
        tables.spawn(async move {
            TableSession::new(&client, &audit_log, &options, format!("mix-{number}")).play(rng, until).await;
        });
    }
    let seen = || -> anyhow::Result<[f64; 4]> {
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        Ok([client.calls() as f64, audit_log.read().decisions as f64, micros(replica.cpu()?), micros(redis.cpu()?)])
    };
    tokio::time::sleep(WARM_UP).await;
    let (began, before) = (Instant::now(), seen()?);
    tokio::time::sleep(mix.lasts).await;
    let (lasted, after) = (began.elapsed().as_secs_f64(), seen()?);
    tables.shutdown().await;
    let audit = audit_log.read();
    anyhow::ensure!(audit.problems.is_empty() && audit.failed.is_empty(), "{:?} {:?}", audit.problems, audit.failed);
    let [calls, decisions, replica_us, redis_us] =
        [0, 1, 2, 3].map(|part: usize| (after[part] - before[part]) / lasted);
    Ok(MixCost { calls, decisions, replica_us, redis_us })
}
