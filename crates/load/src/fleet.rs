//! A fleet: two replicas and a Redis or a cluster on this machine, tables that play through them, and faults. The tables
//! compare the service's answers with their own game.

pub(crate) mod audit;
pub(crate) mod client;
pub(crate) mod processes;
mod faults;
mod table_session;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::Seed;
use tokio::task::JoinSet;

use self::audit::{FleetFigures, SharedAudit};
use self::client::Client;
use self::faults::{Fleet, Outage, ReplicaCounts};
use self::processes::{Redis, Replica};
use self::table_session::{TableOptions, TableSession};
use crate::args;
use crate::questions::draw_questions;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Scenario {
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
    /// Redis is killed and started again with its data of two seconds before, as after a failover to a replica that lags.
    Rollback,
    /// The log of the replicas goes into a full pipe that no process reads; they are asked to stop in turn and started again.
    BlockedLog,
}

impl Scenario {
    fn may_lose_rooms(self) -> bool {
        matches!(self, Scenario::RedisLoss | Scenario::Rollback)
    }
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The faults that are injected
    #[arg(long, value_enum, default_value = "kill")]
    scenario: Scenario,
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    server: PathBuf,
    /// Tables that play at the same time, each in a room of its own
    #[arg(long, default_value = "32", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    tables: u64,
    /// The time for which the tables play, in seconds
    #[arg(long, default_value = "30", value_parser = args::read_seconds)]
    seconds: Duration,
    /// Time between two faults, in seconds
    #[arg(long, default_value = "4", value_parser = args::read_seconds)]
    every: Duration,
    /// The time that a call may take with all its attempts, in milliseconds
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    timeout_ms: u64,
    /// Ask for turns without their rooms while Redis is away
    #[arg(long)]
    stateless: bool,
}

const NODE_COUNT: u16 = 3;
/// The pause between the calls without a room that run beside the tables.
const STATELESS_PAUSE: Duration = Duration::from_millis(20);
/// The seed of the deals and of the questions without a room.
const SEED: Seed = Seed(1);

pub(crate) async fn measure(args: &Args) -> anyhow::Result<FleetFigures> {
    let scenario = args.scenario;
    let redis = match scenario {
        Scenario::Cluster => Redis::start_cluster(NODE_COUNT)?,
        _ => vec![Redis::start(!scenario.may_lose_rooms(), false)?],
    };
    let replicas = start_replicas(args, &redis)?;
    let addresses: Vec<String> = replicas.iter().map(|replica| replica.address.clone()).collect();
    let client = Arc::new(Client::new(&addresses, Duration::from_millis(args.timeout_ms))?);
    let (audit_log, stop) = (Arc::new(SharedAudit::default()), Arc::new(AtomicBool::new(false)));
    let began = Instant::now();
    let until = began + args.seconds;
    let options = TableOptions {
        asks_stateless: args.stateless,
        store_may_lose_rooms: scenario.may_lose_rooms(),
        outage: Arc::new(Outage::of(redis.len())),
    };
    let outage = Arc::clone(&options.outage);

    let mut tables = JoinSet::new();
    for number in 0..args.tables {
        let (client, audit_log, options) = (Arc::clone(&client), Arc::clone(&audit_log), options.clone());
        let rng = SEED.stream(number).rng();
        tables.spawn(async move {
            let room = format!("fleet-{}-{number}", std::process::id());
            TableSession::new(&client, &audit_log, &options, room).play(rng, until).await;
        });
    }
    let beside = tokio::spawn(ask_without_rooms(Arc::clone(&client), Arc::clone(&audit_log), Arc::clone(&stop)));
    // A thread of its own waits for processes, so that the tables are not blocked.
    let fleet = Fleet { redis, replicas, outage, faults: 0, observed: ReplicaCounts::default() };
    let every = args.every;
    let faults = tokio::task::spawn_blocking(move || fleet.inject(scenario, every, until));
    let mut fleet = faults.await??;
    tables.join_all().await;
    stop.store(true, Ordering::Relaxed);
    beside.await?;
    Ok(FleetFigures {
        scenario,
        tables: args.tables,
        faults: fleet.faults,
        retries: client.retries(),
        seconds: began.elapsed().as_secs_f64(),
        observed: fleet.collect_counts(),
        audit: audit_log.read(),
    })
}

fn start_replicas(args: &Args, redis: &[Redis]) -> anyhow::Result<Vec<Replica>> {
    let environment = [
        ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
        ("THIRDSEAT__ROOMS__REDIS__URL", redis[0].url()),
        ("THIRDSEAT__ROOMS__REDIS__CLUSTER", (redis.len() > 1).to_string()),
    ];
    let start = || Replica::start(&args.server, &environment, args.scenario == Scenario::BlockedLog);
    Ok(vec![start()?, start()?])
}

/// Asks without a room, which works without the store.
async fn ask_without_rooms(client: Arc<Client>, audit_log: Arc<SharedAudit>, stop: Arc<AtomicBool>) {
    for question in draw_questions(200, "beside", &mut SEED.rng()).iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let request = &question.stateless_request(1);
        let answer = client.call(|mut rpc| async move { rpc.follow(request.clone()).await }).await;
        match answer {
            Ok(_) => audit_log.update(|it| it.stateless += 1),
            Err(status) => audit_log.add_problem(format!("without a room: {status}"), |it| it.stateless_failed += 1),
        }
        tokio::time::sleep(STATELESS_PAUSE).await;
    }
}
