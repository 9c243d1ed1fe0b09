//! A fleet under load and in a storm: two replicas and a Redis on this machine, tables that play through them, and something
//! that goes wrong all the while. The tables keep the account.

pub(crate) mod account;
pub(crate) mod client;
pub(crate) mod processes;
mod table;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::Seed;
use serde::Serialize;
use tokio::task::JoinSet;
use wire::v1;

use self::account::{Account, Book};
use self::client::Client;
use self::processes::{Redis, Replica};
use self::table::{Manner, Seated};
use crate::figures::Measure;
use crate::positions::{Question, Rpc, questions};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Storm {
    /// Nothing.
    Calm,
    /// A replica is killed (SIGKILL) and started again, one after the other.
    Kill,
    /// A replica is asked to stop (SIGTERM) and started again, one after the other.
    Roll,
    /// Redis is killed and started again; what it held it still holds.
    Redis,
    /// Redis is killed and started again with nothing in it.
    Forget,
}

/// How to go about it.
pub(crate) struct Setting {
    pub(crate) storm: Storm,
    pub(crate) server: PathBuf,
    pub(crate) redis: PathBuf,
    pub(crate) tables: usize,
    pub(crate) lasts: Duration,
    /// Between two blows.
    pub(crate) every: Duration,
    pub(crate) pause: Duration,
    /// What a call may take, with all its attempts.
    pub(crate) timeout: Duration,
    /// Whether the replicas serve turns statelessly while Redis is away.
    pub(crate) stateless: bool,
    pub(crate) persona: String,
    pub(crate) seed: u64,
}

/// How long Redis stays away.
const REDIS_AWAY: Duration = Duration::from_millis(1500);
/// How long a replica that was killed stays away.
const REPLICA_AWAY: Duration = Duration::from_millis(300);
/// Between two calls without a room, beside the tables.
const STATELESS_EVERY: Duration = Duration::from_millis(20);
/// After so long without an answer a table gives its hand up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    pub(crate) storm: Storm,
    pub(crate) tables: usize,
    pub(crate) blows: u64,
    pub(crate) retries: usize,
    pub(crate) seconds: f64,
    /// Processor time of the replicas and of Redis, in milliseconds a hand; where nothing went wrong, for a process that was ended
    /// has taken its account along.
    pub(crate) cpu_ms: Option<[f64; 2]>,
    pub(crate) account: Account,
}

impl Found {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let account = &self.account;
        let none = |what: &str, found: u64| Measure::new(what, found.to_string(), "0", found == 0);
        let some = |what: &str, found: u64, least: u64| {
            Measure::new(what, found.to_string(), format!("≥ {least}"), found >= least)
        };
        let least = if self.storm == Storm::Calm { 0 } else { 2 };
        let mut measures = vec![
            some("blows", self.blows, least),
            some("hands played to their end", account.hands, self.tables as u64),
            none("hands given up", account.given_up),
            none("events lost", account.lost),
            none("events doubled", account.doubled),
            none("wrong decisions", account.wrong),
            some("calls without a room", account.stateless, 10),
            none("of them failed", account.stateless_failed),
        ];
        let failed: u64 = account.failed.values().sum();
        let found = format!("{failed} {:?}", account.failed);
        measures.push(match self.storm {
            Storm::Calm | Storm::Kill | Storm::Roll => {
                Measure::new("calls failed after all attempts", found, "0", failed == 0)
            }
            Storm::Redis | Storm::Forget => {
                let documented = ["STORE_UNAVAILABLE", "ROOM_NOT_FOUND"];
                let others = account.failed.keys().filter(|reason| !documented.contains(&reason.as_str())).count();
                Measure::new("calls failed after all attempts", found, "STORE_UNAVAILABLE alone", others == 0)
            }
        });
        measures
    }
}

/// Plays through the storm.
pub(crate) async fn measure(setting: &Setting) -> anyhow::Result<Found> {
    let redis = Redis::start(&setting.redis, setting.storm != Storm::Forget)?;
    let when_away = if setting.stateless { "stateless" } else { "refuse" };
    let environment = [
        ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
        ("THIRDSEAT__ROOMS__REDIS__URL", redis.url()),
        ("THIRDSEAT__ROOMS__REDIS__WHEN_AWAY", when_away.to_owned()),
    ];
    let replicas = vec![Replica::start(&setting.server, &environment)?, Replica::start(&setting.server, &environment)?];
    let addresses: Vec<String> = replicas.iter().map(|replica| replica.address.clone()).collect();
    let client = Arc::new(Client::new(&addresses, setting.timeout)?);
    let (book, stop) = (Arc::new(Book::default()), Arc::new(AtomicBool::new(false)));
    let began = Instant::now();
    let until = began + setting.lasts;
    let manner = Manner {
        persona: setting.persona.clone(),
        pause: setting.pause,
        fallback: setting.stateless,
        may_forget: setting.storm == Storm::Forget,
        patience: PATIENCE,
    };

    let mut tables = JoinSet::new();
    for number in 0..setting.tables {
        let (client, book, manner) = (Arc::clone(&client), Arc::clone(&book), manner.clone());
        let rng = Seed(setting.seed).stream(number as u64).rng();
        tables.spawn(async move {
            let room = format!("fleet-{}-{number}", std::process::id());
            Seated::new(&client, &book, &manner, room).play(rng, until).await;
        });
    }
    let beside = tokio::spawn(ask_beside(Arc::clone(&client), Arc::clone(&book), Arc::clone(&stop), setting.seed));
    // Processes are waited for on a thread of their own: nothing of that holds the tables up.
    let (storm, every) = (setting.storm, setting.every);
    let blows = tokio::task::spawn_blocking(move || rage(storm, every, until, redis, replicas));
    let blown = blows.await??;
    tables.join_all().await;
    stop.store(true, Ordering::Relaxed);
    beside.await?;
    let account = book.read();
    let cpu_ms = match setting.storm {
        Storm::Calm => Some(blown.cpu()?.map(|spent| spent.as_secs_f64() * 1e3 / account.hands.max(1) as f64)),
        _ => None,
    };
    Ok(Found {
        storm: setting.storm,
        tables: setting.tables,
        blows: blown.blows,
        retries: client.retries(),
        seconds: began.elapsed().as_secs_f64(),
        cpu_ms,
        account,
    })
}

/// What is left after a storm: everything runs, until this is dropped.
struct Blown {
    blows: u64,
    redis: Redis,
    replicas: Vec<Replica>,
}

impl Blown {
    /// Processor time of the replicas together, and of Redis.
    fn cpu(&self) -> anyhow::Result<[Duration; 2]> {
        let replicas = self.replicas.iter().map(Replica::cpu).sum::<anyhow::Result<Duration>>()?;
        Ok([replicas, self.redis.cpu()?])
    }
}

/// One blow after the other, until the time is over; everything runs again in the end.
fn rage(
    storm: Storm,
    every: Duration,
    until: Instant,
    mut redis: Redis,
    mut replicas: Vec<Replica>,
) -> anyhow::Result<Blown> {
    let mut blows = 0;
    loop {
        std::thread::sleep(every.min(until.saturating_duration_since(Instant::now())));
        if Instant::now() >= until {
            return Ok(Blown { blows, redis, replicas });
        }
        let next = (blows as usize) % replicas.len();
        match storm {
            Storm::Calm => continue,
            Storm::Kill => {
                replicas[next].kill()?;
                std::thread::sleep(REPLICA_AWAY);
                replicas[next].run()?;
            }
            Storm::Roll => {
                replicas[next].terminate()?;
                replicas[next].run()?;
            }
            Storm::Redis | Storm::Forget => {
                redis.kill()?;
                std::thread::sleep(REDIS_AWAY);
                redis.run()?;
            }
        }
        blows += 1;
    }
}

/// Calls that need no room, which no store may hurt.
async fn ask_beside(client: Arc<Client>, book: Arc<Book>, stop: Arc<AtomicBool>, seed: u64) {
    let questions: Vec<Question> = questions(Rpc::Follow, 200, Seed(seed));
    for question in questions.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let options = v1::DecisionOptions { persona: String::from("rules"), ..Default::default() };
        let position = Some(v1::follow_request::Position::View(question.view.clone()));
        let request = &v1::FollowRequest { position, options: Some(options), legal_plays: None };
        let answer = client.call(|mut rpc| async move { rpc.follow(request.clone()).await }).await;
        match answer {
            Ok(_) => book.note(|account| account.stateless += 1),
            Err(status) => book.trouble(format!("without a room: {status}"), |account| account.stateless_failed += 1),
        }
        tokio::time::sleep(STATELESS_EVERY).await;
    }
}
