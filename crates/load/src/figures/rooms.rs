//! What a room in Redis costs a Follow by rules: the session form beside the stateless form of the same sort of questions and
//! beside a bare read and compare-and-set on the same Redis, all in one run. Either all three are asked together, so that each
//! finds the processors as busy as the others do, or each for itself in slices, which also tells what each costs a call.

mod turns;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use redis::aio::MultiplexedConnection;
use redis::io::tcp::TcpSettings;
use redis::{AsyncConnectionConfig, IntoConnectionInfo, Script};
use rules::Seed;
use serde::Serialize;
use tonic::transport::Channel;
use wire::v1;
use wire::v1::companion_service_client::CompanionServiceClient;

use self::turns::{BOT, Turn, turns};
use super::{Measure, capacity, percent};
use crate::ask::{Connections, Manner, ask, outcome};
use crate::drive::pace;
use crate::fleet::processes::{Redis, Replica};
use crate::ledger::{Ledger, Outcome, Summary, Terms};
use crate::process::Process;
use crate::told;

/// How to measure.
pub(crate) struct Setting {
    pub(crate) server: PathBuf,
    pub(crate) redis: PathBuf,
    pub(crate) connections: usize,
    /// For each of the three.
    pub(crate) lasts: Duration,
    /// The capacity where it is known already.
    pub(crate) capacity: Option<f64>,
    /// Each rate of the search for it.
    pub(crate) probe: Duration,
    /// Share of the capacity that is asked for.
    pub(crate) load: f64,
    /// Follows in rooms a second, in place of a share of the capacity.
    pub(crate) rate: Option<f64>,
    /// Each for itself, slice by slice.
    pub(crate) apart: bool,
    /// Whether the service writes replay lines.
    pub(crate) replay: bool,
    pub(crate) seed: u64,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    /// The most session Follows a second that are answered in time, where somebody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capacity_per_s: Option<f64>,
    pub(crate) rate_per_s: f64,
    /// Share of the machine's processors that generator, replica and Redis used meanwhile.
    pub(crate) busy: f64,
    pub(crate) session: Summary,
    pub(crate) stateless: Summary,
    pub(crate) bare: Summary,
    /// What a call cost the generator, the replica and Redis, in the order of the three above. Asked together nobody can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_us: Option<[[f64; 3]; 3]>,
}

/// So many slices a run has: asked apart, whatever else the machine does falls on all three, and each is as often first.
const SLICES: u64 = 30;
/// Asked together, the two that are compared with come so many times rarer: the load is that of calls in rooms.
const RARER: f64 = 8.0;
/// What the opening of rooms left to be done is done after so long.
const CALM: Duration = Duration::from_secs(2);
/// The size of a bare value: a room in the middle of a hand.
const BARE_BYTES: usize = 700;
/// So many times the bare operations' p99 a room may cost.
const FACTOR: u64 = 2;
/// Compare-and-set as the service does it.
const SWAP: &str = "if redis.call('GETRANGE', KEYS[1], 0, 7) == ARGV[1] then
redis.call('SET', KEYS[1], ARGV[2], 'PX', 7200000) return 1 end return 0";

impl Found {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let (session, stateless, bare) =
            (self.session.latency_us.p99, self.stateless.latency_us.p99, self.bare.latency_us.p99);
        let allowed = stateless + FACTOR * bare;
        let unanswered = [&self.session, &self.stateless, &self.bare].map(|run| run.sent - run.answered);
        vec![
            Measure::new(
                "p99 of a Follow in a room",
                format!("{session} µs"),
                format!("≤ {stateless} stateless + {FACTOR} × {bare} bare read and swap = {allowed} µs"),
                session <= allowed,
            ),
            Measure::new("not answered", format!("{unanswered:?}"), "[0, 0, 0]", unanswered == [0; 3]),
        ]
    }
}

/// Measures.
pub(crate) async fn measure(setting: &Setting) -> anyhow::Result<Found> {
    let bench = Bench::start(setting).await?;
    let capacity_per_s = match (setting.rate, setting.capacity) {
        (Some(_), _) => None,
        (None, Some(given)) => Some(given),
        (None, None) => Some(capacity::sustained(|rate| bench.holds(rate, setting.probe)).await?),
    };
    anyhow::ensure!(capacity_per_s != Some(0.0), "not even the lowest rate of Follows in rooms is answered in time");
    let rate_per_s = setting.rate.or(capacity_per_s.map(|capacity| capacity * setting.load)).expect("one is known");
    let slice = setting.lasts / SLICES as u32;

    // All rooms before the first slice: between slices the opening would slow down whatever comes right after it.
    let mut rooms = Vec::new();
    for _ in 0..SLICES {
        rooms.push(bench.open(rate_per_s, slice).await?);
    }
    tokio::time::sleep(CALM).await;
    let (started, before_all) = (Instant::now(), bench.cpu()?);
    let mut ledgers = Which::ALL.map(|_| Ledger::new(UNTIMED));
    let mut cpu = [[Duration::ZERO; 3]; 3];
    for (number, turns) in (0..SLICES).zip(&rooms) {
        if setting.apart {
            for place in 0..3 {
                let which = (number as usize + place) % 3;
                let before = bench.cpu()?;
                ledgers[which].absorb(bench.run(Which::ALL[which], turns, rate_per_s, slice, number, UNTIMED).await);
                let spent = bench.cpu()?;
                (0..3).for_each(|place| cpu[which][place] += spent[place] - before[place]);
            }
        } else {
            let found = bench.run_together(turns, rate_per_s, slice, number).await;
            ledgers.iter_mut().zip(found).for_each(|(ledger, found)| ledger.absorb(found));
        }
    }
    let used: Duration = bench.cpu()?.iter().zip(before_all).map(|(after, before)| *after - before).sum();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let busy = used.as_secs_f64() / started.elapsed().as_secs_f64() / cores as f64;
    let [session, stateless, bare] = ledgers.map(|ledger| ledger.summary(setting.lasts.as_secs_f64()));
    let cost =
        |spent: [Duration; 3], run: &Summary| spent.map(|spent| spent.as_secs_f64() * 1e6 / run.sent.max(1) as f64);
    let cpu_us = setting.apart.then(|| [cost(cpu[0], &session), cost(cpu[1], &stateless), cost(cpu[2], &bare)]);
    Ok(Found { capacity_per_s, rate_per_s, busy, session, stateless, bare, cpu_us })
}

/// No time is asked of an answer.
const UNTIMED: Terms = Terms { budget: None, deadline: None };

/// What is measured on.
struct Bench {
    redis: Redis,
    replica: Replica,
    connections: Connections,
    bare: Bare,
    seed: Seed,
    /// Times that rooms were opened.
    opened: AtomicU64,
}

/// Redis without the service between.
#[derive(Clone)]
struct Bare {
    link: MultiplexedConnection,
    swap: Arc<Script>,
}

impl Bench {
    /// Redis, a replica with its rooms there, and connections to both.
    async fn start(setting: &Setting) -> anyhow::Result<Bench> {
        let redis = Redis::start(&setting.redis, false)?;
        let environment = [
            ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
            ("THIRDSEAT__ROOMS__REDIS__URL", redis.url()),
            ("THIRDSEAT__LOG__REPLAY", setting.replay.to_string()),
        ];
        let replica = Replica::start(&setting.server, &environment)?;
        let connections = Connections::open(&replica.address, setting.connections).await?;
        // As the service does it: at once, and how long an answer may take is watched elsewhere.
        let address = redis.url().into_connection_info()?.set_tcp_settings(TcpSettings::default().set_nodelay(true));
        let untimed = AsyncConnectionConfig::new().set_response_timeout(None);
        let link = redis::Client::open(address)?.get_multiplexed_async_connection_with_config(&untimed).await?;
        let bare = Bare { link, swap: Arc::new(Script::new(SWAP)) };
        Ok(Bench { redis, replica, connections, bare, seed: Seed(setting.seed), opened: AtomicU64::new(0) })
    }

    /// Rooms for all that is asked at a rate for a while, and more than that: arrivals are random.
    async fn open(&self, rate: f64, lasts: Duration) -> anyhow::Result<Arc<Vec<Turn>>> {
        let (opening, count) = (self.opened.fetch_add(1, Ordering::Relaxed), rate * lasts.as_secs_f64() * 1.1 + 100.0);
        let turns = turns(count as usize, &format!("opening-{opening}"), &mut self.seed.stream(opening).rng());
        turns::open(&self.connections, &turns).await?;
        Ok(turns)
    }

    /// Processor time so far of the generator, the replica and Redis.
    fn cpu(&self) -> anyhow::Result<[Duration; 3]> {
        Ok([Process(std::process::id()).cpu()?, self.replica.cpu()?, self.redis.cpu()?])
    }

    /// Whether so many Follows a second in rooms are answered in time.
    async fn holds(&self, rate: f64, lasts: Duration) -> anyhow::Result<bool> {
        let turns =
            self.open(rate, lasts).await.with_context(|| format!("rooms for {rate:.0} a second do not open"))?;
        let run = self.run(Which::Session, &turns, rate, lasts, rate as u64, capacity::timely()).await;
        let run = run.summary(lasts.as_secs_f64());
        let holds = capacity::holds(&run);
        let (inside, word) = (percent(run.inside_budget()), if holds { "holds" } else { "does not hold" });
        eprintln!("  {rate:.0}/s: {inside} in time, p99 {} µs, {word}", run.latency_us.p99);
        Ok(holds)
    }

    /// Asks all three at once for a while: Follows in rooms at a rate, and the others beside them.
    async fn run_together(&self, turns: &Arc<Vec<Turn>>, rate: f64, lasts: Duration, stream: u64) -> [Ledger; 3] {
        let run = |which, rate, place| self.run(which, turns, rate, lasts, stream * 3 + place, UNTIMED);
        let beside = rate / RARER;
        let runs =
            tokio::join!(run(Which::Session, rate, 0), run(Which::Stateless, beside, 1), run(Which::Bare, beside, 2));
        runs.into()
    }

    /// Asks at a rate for a while.
    async fn run(
        &self,
        which: Which,
        turns: &Arc<Vec<Turn>>,
        rate: f64,
        lasts: Duration,
        stream: u64,
        terms: Terms,
    ) -> Ledger {
        let ask = |number: usize| {
            let (channel, turns, bare) = (self.connections.pick(number), Arc::clone(turns), self.bare.clone());
            async move { one(which, number, channel, &turns[number % turns.len()], bare).await }
        };
        pace(rate, lasts, self.seed.stream(stream), terms, ask).await
    }
}

/// What is asked.
#[derive(Clone, Copy)]
enum Which {
    Session,
    Stateless,
    Bare,
}

impl Which {
    const ALL: [Which; 3] = [Which::Session, Which::Stateless, Which::Bare];
}

async fn one(which: Which, number: usize, channel: Channel, turn: &Turn, bare: Bare) -> Outcome {
    match which {
        Which::Session => follow(channel, turn).await,
        Which::Stateless => {
            let manner = Manner { persona: String::from("rules"), budget_ms: None, deadline: None };
            ask(channel, &turn.question, &manner, number as u64).await
        }
        Which::Bare => match read_and_swap(bare, number).await {
            Ok(()) => answered(),
            Err(_) => Outcome::Failed(tonic::Code::Unavailable),
        },
    }
}

fn answered() -> Outcome {
    Outcome::Answered { decider: v1::Decider::Unspecified, degraded: v1::Degraded::Unspecified, compute_us: 0 }
}

async fn follow(channel: Channel, turn: &Turn) -> Outcome {
    let asked = v1::RoomTurn { room_id: turn.room.clone(), chair: told::chair(BOT).into(), ..Default::default() };
    let position = Some(v1::follow_request::Position::Room(asked));
    let request = v1::FollowRequest { position, ..Default::default() };
    match CompanionServiceClient::new(channel).follow(request).await {
        Ok(answer) => match answer.into_inner().decision {
            // An answer that was stored before would cost less.
            Some(decision) if !decision.repeated => Outcome::Answered {
                decider: decision.decider(),
                degraded: decision.degraded(),
                compute_us: decision.compute_us,
            },
            _ => Outcome::Failed(tonic::Code::Internal),
        },
        Err(status) => outcome(&status),
    }
}

/// What the store of rooms does for a decision, and nothing else: one read, one compare-and-set.
async fn read_and_swap(bare: Bare, number: usize) -> redis::RedisResult<()> {
    let Bare { mut link, swap } = bare;
    let key = format!("bare:{{{}}}", number % 4096);
    let value: Option<Vec<u8>> = redis::cmd("GETEX").arg(&key).arg("PX").arg(7_200_000).query_async(&mut link).await?;
    let found = value.as_deref().map_or(&[][..], |value| &value[..8]);
    let mut next = vec![b'x'; BARE_BYTES];
    next[..8].copy_from_slice(&(number as u64).to_be_bytes());
    swap.key(&key).arg(found).arg(&next).invoke_async::<u8>(&mut link).await?;
    Ok(())
}
