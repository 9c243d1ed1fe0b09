//! A fleet: two replicas and a Redis or a cluster on this machine, tables that play through them, and faults. The tables
//! compare the service's answers with their own game.

pub(crate) mod audit;
pub(crate) mod client;
pub(crate) mod processes;
mod faults;
mod table_session;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::Seed;
use tokio::task::JoinSet;

use self::audit::SharedAudit;
use self::client::Client;
use self::faults::{Fleet, Outage, audit_replica};
use self::processes::{Redis, Replica};
use self::table_session::TableSession;
use crate::questions::{BOT, draw_questions, stateless_request};
use crate::{Report, args};

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

/// What the tables, the calls beside them and the faults of a run share.
pub(crate) struct Run {
    pub(crate) client: Client,
    pub(crate) audit: SharedAudit,
    pub(crate) outage: Outage,
    /// True if a turn is asked without the room while the store is away.
    pub(crate) asks_stateless: bool,
    /// True if the store may lose rooms: then their events are sent again, and do not count as lost.
    pub(crate) store_may_lose_rooms: bool,
}

pub(crate) async fn measure(args: &Args) -> anyhow::Result<Report> {
    let scenario = args.scenario;
    let redis = match scenario {
        Scenario::Cluster => Redis::start_cluster(NODE_COUNT)?,
        _ => vec![Redis::start(!scenario.may_lose_rooms(), false)?],
    };
    let start = || Replica::start(&args.server, &redis, scenario == Scenario::BlockedLog);
    let replicas = vec![start()?, start()?];
    let addresses: Vec<String> = replicas.iter().map(|replica| replica.address.clone()).collect();
    let run = Arc::new(Run {
        client: Client::new(&addresses, Duration::from_millis(args.timeout_ms))?,
        audit: SharedAudit::default(),
        outage: Outage::of(redis.len()),
        asks_stateless: args.stateless,
        store_may_lose_rooms: scenario.may_lose_rooms(),
    });
    let began = Instant::now();
    let until = began + args.seconds;
    let mut tables = JoinSet::new();
    for number in 0..args.tables {
        let room = format!("fleet-{}-{number}", std::process::id());
        tables.spawn(TableSession::new(Arc::clone(&run), room).play(SEED.stream(number).rng(), until));
    }
    let beside = tokio::spawn(ask_without_rooms(Arc::clone(&run)));
    // A thread of its own waits for processes, so that the tables are not blocked.
    let (fleet, every) = (Fleet { redis, replicas, run: Arc::clone(&run) }, args.every);
    let fleet = tokio::task::spawn_blocking(move || fleet.inject(scenario, every, until)).await??;
    let abandoned = tables.join_all().await.iter().filter(|played| played.is_err()).count();
    beside.abort();
    run.audit.update(|audit| audit.abandoned = abandoned as u64);
    fleet.replicas.iter().for_each(|replica| audit_replica(&run.audit, replica));
    Ok(run.audit.read().report(scenario, args.tables, run.client.retries(), began.elapsed().as_secs_f64()))
}

/// Asks without a room, which works without the store. It does not end.
async fn ask_without_rooms(run: Arc<Run>) {
    for question in draw_questions(200, "beside", &mut SEED.rng()).iter().cycle() {
        let request = &stateless_request(&question.hand, BOT, Some(1));
        match run.client.call(|mut rpc| async move { rpc.follow(request.clone()).await }).await {
            Ok(_) => run.audit.update(|audit| audit.stateless += 1),
            Err(status) => run.audit.add_problem(format!("without a room: {status}"), |it| it.stateless_failed += 1),
        }
        tokio::time::sleep(STATELESS_PAUSE).await;
    }
}
