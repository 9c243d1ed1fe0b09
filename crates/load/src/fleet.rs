//! A fleet with faults: two replicas and a Redis on this machine, tables that play through them, and a fault every few seconds.
//! The tables audit the service: what they know themselves is compared with what it answers.

pub(crate) mod audit;
pub(crate) mod client;
pub(crate) mod processes;
mod outage;
mod table_session;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::Seed;
use serde::Serialize;
use tokio::task::JoinSet;
use wire::v1;

use self::audit::{Audit, SharedAudit};
use self::client::Client;
use self::outage::Outage;
use self::processes::{Redis, Replica};
use self::table_session::{TableOptions, TableSession};
use crate::args::{self, Programs};
use crate::figures::Measure;
use crate::positions::{Question, Rpc, questions};

/// The faults that are injected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scenario {
    /// No fault.
    None,
    /// The replicas in turn are killed (SIGKILL) and started again.
    Kill,
    /// The replicas in turn are asked to stop (SIGTERM) and started again.
    Roll,
    /// Redis is killed and started again with its data.
    RedisRestart,
    /// Redis is killed and started again without its data.
    RedisLoss,
    /// Of a Redis Cluster of three, one node after the other is killed and started again, or hangs for a while.
    Cluster,
    /// Redis is killed and started again as it was two seconds before, as a failover to a replica that was behind does it.
    Rollback,
}

/// Arguments of `thirdseat-load fleet`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The faults that are injected
    #[arg(long, value_enum, default_value = "kill")]
    scenario: Scenario,
    #[command(flatten)]
    programs: Programs,
    /// Tables that play at the same time, each in a room of its own
    #[arg(long, default_value_t = 32, value_parser = args::tables)]
    tables: usize,
    /// For how long, in seconds
    #[arg(long, default_value = "30", value_parser = args::seconds)]
    seconds: Duration,
    /// Time between two faults, in seconds
    #[arg(long, default_value = "4", value_parser = args::seconds)]
    every: Duration,
    /// Time between two turns of a table, in milliseconds
    #[arg(long, default_value_t = 10)]
    pause_ms: u64,
    /// The time that a call may take with all its attempts, in milliseconds
    #[arg(long, default_value = "1000", value_parser = args::millis)]
    timeout_ms: Duration,
    /// Let the replicas serve turns in rooms statelessly while Redis is away
    #[arg(long)]
    stateless: bool,
    /// The player
    #[arg(long, default_value = "rules")]
    persona: String,
    /// Fixes the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Time for which Redis stays away.
const REDIS_AWAY: Duration = Duration::from_millis(1500);
/// Time for which a node of a cluster stays away: longer than the others take to notice.
const NODE_AWAY: Duration = Duration::from_secs(4);
/// Nodes of a cluster.
const NODES: u16 = 3;
/// The share of calls in rooms on live nodes that must succeed, in thousandths.
const LIVE_PERMILLE: u64 = 999;
/// Number of events that a rollback takes back.
const ROLLBACK: Duration = Duration::from_secs(2);
/// Time for which a killed replica stays away.
const REPLICA_AWAY: Duration = Duration::from_millis(300);
/// Between two calls without a room, beside the tables.
const STATELESS_EVERY: Duration = Duration::from_millis(20);
/// A table abandons its hand when it has no answer for so long.
const GIVE_UP_AFTER: Duration = Duration::from_secs(60);

/// The results.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FleetFigures {
    pub(crate) scenario: Scenario,
    pub(crate) tables: usize,
    pub(crate) faults: u64,
    pub(crate) retries: usize,
    pub(crate) seconds: f64,
    /// Processor time of the replicas and of Redis, in milliseconds a hand. Only without faults: the processor time of a process
    /// that was killed is lost.
    pub(crate) cpu_ms: Option<[f64; 2]>,
    pub(crate) audit: Audit,
}

impl FleetFigures {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let audit = &self.audit;
        let none = |what: &str, found: u64| Measure::new(what, found.to_string(), "0", found == 0);
        let some = |what: &str, found: u64, least: u64| {
            Measure::new(what, found.to_string(), format!("≥ {least}"), found >= least)
        };
        let least = if self.scenario == Scenario::None { 0 } else { 2 };
        let mut measures = vec![
            some("faults", self.faults, least),
            some("hands played to their end", audit.hands, self.tables as u64),
            none("hands given up", audit.abandoned),
            none("events lost", audit.lost),
            none("events duplicated", audit.duplicated),
            none("wrong decisions", audit.wrong),
            some("calls without a room", audit.stateless, 10),
            none("of them failed", audit.stateless_failed),
        ];
        if self.scenario == Scenario::Rollback {
            // Otherwise nothing was taken back, and nothing is shown.
            measures.push(some("events sent again", audit.resent, 1));
        }
        let failed: u64 = audit.failed.values().sum();
        let found = format!("{failed} {:?}", audit.failed);
        measures.push(match self.scenario {
            Scenario::Cluster => {
                let most = audit.live_calls * (1000 - LIVE_PERMILLE) / 1000;
                let found = format!("{} of {}", audit.live_failed, audit.live_calls);
                let fine = audit.live_calls > 0 && audit.live_failed <= most;
                Measure::new("calls failed beside a node that is away", found, "≤ 0.1%", fine)
            }
            Scenario::None | Scenario::Kill | Scenario::Roll => {
                Measure::new("calls failed after all attempts", found, "0", failed == 0)
            }
            Scenario::RedisRestart | Scenario::RedisLoss | Scenario::Rollback => {
                let documented = ["STORE_UNAVAILABLE", "ROOM_NOT_FOUND"];
                let others = audit.failed.keys().filter(|reason| !documented.contains(&reason.as_str())).count();
                Measure::new("calls failed after all attempts", found, "STORE_UNAVAILABLE alone", others == 0)
            }
        });
        measures
    }
}

/// Plays while the faults happen.
pub(crate) async fn measure(args: &Args) -> anyhow::Result<FleetFigures> {
    let keeps = !matches!(args.scenario, Scenario::RedisLoss | Scenario::Rollback);
    let redis = match args.scenario {
        Scenario::Cluster => Redis::start_cluster(&args.programs.redis, NODES)?,
        _ => vec![Redis::start(&args.programs.redis, keeps)?],
    };
    let on_store_down = if args.stateless { "stateless" } else { "refuse" };
    let environment = [
        ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
        ("THIRDSEAT__ROOMS__REDIS__URL", redis[0].url()),
        ("THIRDSEAT__ROOMS__REDIS__CLUSTER", (redis.len() > 1).to_string()),
        ("THIRDSEAT__ROOMS__REDIS__ON_STORE_DOWN", on_store_down.to_owned()),
    ];
    let replicas = vec![
        Replica::start(&args.programs.server, &environment)?,
        Replica::start(&args.programs.server, &environment)?,
    ];
    let addresses: Vec<String> = replicas.iter().map(|replica| replica.address.clone()).collect();
    let client = Arc::new(Client::new(&addresses, args.timeout_ms)?);
    let (audit_log, stop) = (Arc::new(SharedAudit::default()), Arc::new(AtomicBool::new(false)));
    let began = Instant::now();
    let until = began + args.seconds;
    let options = TableOptions {
        persona: args.persona.clone(),
        pause: Duration::from_millis(args.pause_ms),
        fallback: args.stateless,
        store_may_lose_rooms: matches!(args.scenario, Scenario::RedisLoss | Scenario::Rollback),
        give_up_after: GIVE_UP_AFTER,
        outage: Arc::new(Outage::of(redis.len())),
    };
    let outage = Arc::clone(&options.outage);

    let mut tables = JoinSet::new();
    for number in 0..args.tables {
        let (client, audit_log, options) = (Arc::clone(&client), Arc::clone(&audit_log), options.clone());
        let rng = Seed(args.seed).stream(number as u64).rng();
        tables.spawn(async move {
            let room = format!("fleet-{}-{number}", std::process::id());
            TableSession::new(&client, &audit_log, &options, room).play(rng, until).await;
        });
    }
    let beside = tokio::spawn(ask_beside(Arc::clone(&client), Arc::clone(&audit_log), Arc::clone(&stop), args.seed));
    // A thread of its own waits for processes, so that the tables are not blocked.
    let (scenario, every) = (args.scenario, args.every);
    let faults = tokio::task::spawn_blocking(move || inject_faults(scenario, every, until, redis, replicas, &outage));
    let running = faults.await??;
    tables.join_all().await;
    stop.store(true, Ordering::Relaxed);
    beside.await?;
    let audit = audit_log.read();
    let cpu_ms = match args.scenario {
        Scenario::None => Some(running.cpu()?.map(|spent| spent.as_secs_f64() * 1e3 / audit.hands.max(1) as f64)),
        _ => None,
    };
    Ok(FleetFigures {
        scenario: args.scenario,
        tables: args.tables,
        faults: running.faults,
        retries: client.retries(),
        seconds: began.elapsed().as_secs_f64(),
        cpu_ms,
        audit,
    })
}

/// The processes after the faults: all run until this is dropped.
struct Running {
    faults: u64,
    redis: Vec<Redis>,
    replicas: Vec<Replica>,
}

impl Running {
    /// Processor time of the replicas together, and of Redis.
    fn cpu(&self) -> anyhow::Result<[Duration; 2]> {
        let replicas = self.replicas.iter().map(Replica::cpu).sum::<anyhow::Result<Duration>>()?;
        Ok([replicas, self.redis.iter().map(Redis::cpu).sum::<anyhow::Result<Duration>>()?])
    }
}

/// Injects one fault after the other until the time is over; in the end all processes run again.
fn inject_faults(
    scenario: Scenario,
    every: Duration,
    until: Instant,
    mut redis: Vec<Redis>,
    mut replicas: Vec<Replica>,
    outage: &Outage,
) -> anyhow::Result<Running> {
    let mut faults = 0;
    loop {
        std::thread::sleep(every.min(until.saturating_duration_since(Instant::now())));
        if Instant::now() >= until {
            return Ok(Running { faults, redis, replicas });
        }
        let next = (faults as usize) % replicas.len();
        match scenario {
            Scenario::None => continue,
            Scenario::Kill => {
                replicas[next].kill()?;
                std::thread::sleep(REPLICA_AWAY);
                replicas[next].run()?;
            }
            Scenario::Roll => {
                replicas[next].terminate()?;
                replicas[next].run()?;
            }
            Scenario::Rollback => {
                // The snapshot is what it starts with again: whatever is written after it is lost.
                redis[0].save()?;
                std::thread::sleep(ROLLBACK);
                redis[0].kill()?;
                redis[0].run()?;
            }
            Scenario::Cluster => {
                // The first node is the one that the replicas' configuration names: it comes early.
                let node = faults as usize % redis.len();
                take_away(&mut redis, node, faults % 2 == 0, outage)?;
            }
            Scenario::RedisRestart | Scenario::RedisLoss => {
                redis[0].kill()?;
                std::thread::sleep(REDIS_AWAY);
                redis[0].run()?;
            }
        }
        faults += 1;
    }
}

/// One node is killed, or hangs, and comes back.
fn take_away(redis: &mut [Redis], node: usize, is_killed: bool, outage: &Outage) -> anyhow::Result<()> {
    outage.begin(node);
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
    outage.end();
    Ok(())
}

/// Calls without a room, which work without the store.
async fn ask_beside(client: Arc<Client>, audit_log: Arc<SharedAudit>, stop: Arc<AtomicBool>, seed: u64) {
    let questions: Vec<Question> = questions(Rpc::Follow, 200, Seed(seed));
    for question in questions.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let options = v1::DecisionOptions { persona: String::from("rules"), ..Default::default() };
        let position = Some(v1::decide_request::Position::Hand(question.hand.clone()));
        let chair = question.chair.into();
        let request = &v1::DecideRequest { chair, position, options: Some(options), legal_plays: None };
        let answer = client.call(|mut rpc| async move { rpc.follow(request.clone()).await }).await;
        match answer {
            Ok(_) => audit_log.note(|audit| audit.stateless += 1),
            Err(status) => audit_log.problem(format!("without a room: {status}"), |audit| audit.stateless_failed += 1),
        }
        tokio::time::sleep(STATELESS_EVERY).await;
    }
}
