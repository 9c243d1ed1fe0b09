//! The load generator: questions at random moments whether or not earlier ones are answered (an open loop), varied
//! positions, latencies counted from the moment at which a question was meant to be sent. One command for each figure
//! that the service has to reach, and `run` for everything else.

mod arrivals;
mod ask;
mod data;
mod drive;
mod echo;
mod figures;
mod fleet;
mod ledger;
mod positions;
mod process;
mod report;
mod told;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use rules::Seed;
use serde::Serialize;

use ask::{Connections, Manner};
use drive::{Plan, drive};
use figures::{Measure, budget, floor, overload, rooms};
use positions::{Rpc, questions};
use process::Process;

/// Asks a running `thirdseat` under load, and says how it did.
#[derive(Parser)]
#[command(name = "thirdseat-load", version)]
struct Load {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Ask at a fixed mean rate.
    Run(RunArgs),
    /// What a Follow by rules costs the server, beside an echo of the same messages on the same stack.
    Floor(FloorArgs),
    /// Follow with search at 70% of capacity, which is searched for first.
    Budget(BudgetArgs),
    /// Ten times the capacity for a minute, and back.
    Overload(OverloadArgs),
    /// What a room in Redis costs a Follow by rules, beside the stateless form and a bare read and compare-and-set.
    Rooms(RoomsArgs),
    /// Two replicas and a Redis of its own, tables that play through them, and something that goes wrong all the while.
    Fleet(FleetArgs),
    /// Writes recorded positions as data for other load testers.
    Data {
        /// The folder to write to
        #[arg(long)]
        out: std::path::PathBuf,
        /// Fixes the positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The echo server by itself: reads an answer in hex, says where it listens, ends with its input.
    #[command(hide = true)]
    Echo,
}

#[derive(clap::Args)]
struct Common {
    /// Where the server listens
    #[arg(long, default_value = "127.0.0.1:50051")]
    address: String,
    /// Connections to it
    #[arg(long, default_value_t = 2)]
    connections: usize,
    /// Different positions
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// Fixes positions and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The server's process: its processor time and memory are looked at
    #[arg(long)]
    pid: Option<u32>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct RunArgs {
    #[command(flatten)]
    common: Common,
    /// What to ask
    #[arg(long, value_enum, default_value = "follow")]
    rpc: Rpc,
    /// Who plays
    #[arg(long, default_value = "rules")]
    persona: String,
    /// Questions a second
    #[arg(long, default_value_t = 1000.0)]
    rate: f64,
    /// For how long, in seconds
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// The budget to send
    #[arg(long)]
    budget_ms: Option<u32>,
    /// The deadline to send
    #[arg(long)]
    deadline_ms: Option<u64>,
}

#[derive(clap::Args)]
struct FloorArgs {
    #[command(flatten)]
    common: Common,
    /// Who plays
    #[arg(long, default_value = "rules")]
    persona: String,
    /// Calls a second, for the service and for the echo
    #[arg(long, default_value_t = 3000.0)]
    rate: f64,
    /// For how long each, in seconds
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// The decision's mean in microseconds as measured in a process; without it, as the answers tell it
    #[arg(long)]
    decision_us: Option<f64>,
}

#[derive(clap::Args)]
struct BudgetArgs {
    #[command(flatten)]
    common: Common,
    /// Who plays: one that searches
    #[arg(long, default_value = "expert")]
    persona: String,
    /// The budget to send
    #[arg(long, default_value_t = 20)]
    budget_ms: u32,
    /// The deadline to send
    #[arg(long, default_value_t = 50)]
    deadline_ms: u64,
    /// How long each rate is tried in the search for capacity, in seconds
    #[arg(long, default_value_t = 5.0)]
    probe_seconds: f64,
    /// How long the measured run is, in seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Searches a second at the peak, where that is known already
    #[arg(long)]
    capacity: Option<f64>,
}

#[derive(clap::Args)]
struct OverloadArgs {
    #[command(flatten)]
    budget: BudgetArgs,
    /// How long it is watched at 70% of capacity before and after, in seconds
    #[arg(long, default_value_t = 8.0)]
    calm_seconds: f64,
}

#[derive(clap::Args)]
struct RoomsArgs {
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    server: std::path::PathBuf,
    /// Redis' program
    #[arg(long, default_value = "redis-server")]
    redis: std::path::PathBuf,
    /// Connections to the service
    #[arg(long, default_value_t = 2)]
    connections: usize,
    /// How long each of the three is asked, in seconds
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// Share of the capacity that is asked for, in percent
    #[arg(long, default_value_t = 50.0)]
    load: f64,
    /// Fixes deals and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

impl RoomsArgs {
    fn setting(&self) -> anyhow::Result<rooms::Setting> {
        anyhow::ensure!((1.0..=100.0).contains(&self.load), "--load cannot be {}: it may be 1 to 100", self.load);
        anyhow::ensure!(
            (1..=1000).contains(&self.connections),
            "--connections cannot be {}: it may be 1 to 1000",
            self.connections
        );
        Ok(rooms::Setting {
            server: self.server.clone(),
            redis: self.redis.clone(),
            connections: self.connections,
            lasts: seconds(self.seconds, "--seconds")?,
            load: self.load / 100.0,
            seed: self.seed,
        })
    }
}

#[derive(clap::Args)]
struct FleetArgs {
    /// What goes wrong
    #[arg(long, value_enum, default_value = "kill")]
    storm: fleet::Storm,
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    server: std::path::PathBuf,
    /// Redis' program
    #[arg(long, default_value = "redis-server")]
    redis: std::path::PathBuf,
    /// Tables that play at the same time, each in a room of its own
    #[arg(long, default_value_t = 32)]
    tables: usize,
    /// For how long, in seconds
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
    /// Between two blows, in seconds
    #[arg(long, default_value_t = 4.0)]
    every: f64,
    /// Between two turns of a table, in milliseconds
    #[arg(long, default_value_t = 10)]
    pause_ms: u64,
    /// What a call may take with all its attempts, in milliseconds
    #[arg(long, default_value_t = 1000)]
    timeout_ms: u64,
    /// Serve turns in rooms statelessly while Redis is away
    #[arg(long)]
    stateless: bool,
    /// Who plays
    #[arg(long, default_value = "rules")]
    persona: String,
    /// Fixes the deals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

impl FleetArgs {
    fn setting(&self) -> anyhow::Result<fleet::Setting> {
        anyhow::ensure!(
            (1..=10_000).contains(&self.tables),
            "--tables cannot be {}: it may be 1 to 10000",
            self.tables
        );
        Ok(fleet::Setting {
            storm: self.storm,
            server: self.server.clone(),
            redis: self.redis.clone(),
            tables: self.tables,
            lasts: seconds(self.seconds, "--seconds")?,
            every: seconds(self.every, "--every")?,
            pause: Duration::from_millis(self.pause_ms),
            timeout: Duration::from_millis(self.timeout_ms.max(1)),
            stateless: self.stateless,
            persona: self.persona.clone(),
            seed: self.seed,
        })
    }
}

impl BudgetArgs {
    fn setting(&self) -> anyhow::Result<budget::Setting<'_>> {
        Ok(budget::Setting {
            address: &self.common.address,
            persona: &self.persona,
            connections: self.common.checked_connections()?,
            budget_ms: self.budget_ms,
            deadline: Duration::from_millis(self.deadline_ms),
            positions: self.common.checked_positions()?,
            seed: self.common.seed,
            probe: seconds(self.probe_seconds, "--probe-seconds")?,
            lasts: seconds(self.seconds, "--seconds")?,
            capacity: self.capacity.map(|capacity| rate(capacity, "--capacity")).transpose()?,
        })
    }
}

/// The longest run.
const SECONDS_MAX: f64 = 3600.0;
/// The highest rate.
const RATE_MAX: f64 = 200_000.0;

fn seconds(value: f64, name: &str) -> anyhow::Result<Duration> {
    anyhow::ensure!((0.1..=SECONDS_MAX).contains(&value), "{name} cannot be {value}: it may be 0.1 to {SECONDS_MAX}");
    Ok(Duration::from_secs_f64(value))
}

fn rate(value: f64, name: &str) -> anyhow::Result<f64> {
    anyhow::ensure!((0.1..=RATE_MAX).contains(&value), "{name} cannot be {value}: it may be 0.1 to {RATE_MAX}");
    Ok(value)
}

impl Common {
    fn checked_connections(&self) -> anyhow::Result<usize> {
        anyhow::ensure!(
            (1..=1000).contains(&self.connections),
            "--connections cannot be {}: it may be 1 to 1000",
            self.connections
        );
        Ok(self.connections)
    }

    fn checked_positions(&self) -> anyhow::Result<usize> {
        let (least, most) = (32, 1_000_000);
        anyhow::ensure!(
            (least..=most).contains(&self.positions),
            "--positions cannot be {}: it may be {least} to {most}",
            self.positions
        );
        Ok(self.positions)
    }
}

fn main() -> ExitCode {
    let load = Load::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    match runtime.map_err(anyhow::Error::from).and_then(|runtime| runtime.block_on(run(&load.command))) {
        Ok(true) => ExitCode::SUCCESS,
        // Measured, and not enough.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("thirdseat-load: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything that was to be reached was.
async fn run(command: &Command) -> anyhow::Result<bool> {
    match command {
        Command::Run(args) => run_at_rate(args).await.map(|()| true),
        Command::Floor(args) => run_floor(args).await,
        Command::Budget(args) => {
            let found = budget::measure(&args.setting()?).await?;
            let measures = found.measures();
            let title = format!(
                "Follow by {}, budget {} ms, 70% of {:.1} searches/s",
                args.persona, args.budget_ms, found.capacity_per_s
            );
            Ok(show(args.common.json, &title, &found, &measures, &[("at 70% of capacity", &found.run)]))
        }
        Command::Overload(args) => {
            let calm = seconds(args.calm_seconds, "--calm-seconds")?;
            let common = &args.budget.common;
            let found = overload::measure(&args.budget.setting()?, calm, common.pid.map(Process)).await?;
            let measures = found.measures();
            let (persona, ms) = (&args.budget.persona, args.budget.budget_ms);
            let title = format!("Follow by {persona}, budget {ms} ms, 10 × {:.1} searches/s", found.capacity_per_s);
            let runs = [("before", &found.before), ("during", &found.during), ("after", &found.after)];
            Ok(show(common.json, &title, &found, &measures, &runs))
        }
        Command::Rooms(args) => {
            let found = rooms::measure(&args.setting()?).await?;
            let measures = found.measures();
            let title = format!(
                "Follow by rules in rooms, {:.0} a second: {}% of {:.0}",
                found.rate_per_s, args.load, found.capacity_per_s
            );
            let runs =
                [("in a room", &found.session), ("stateless", &found.stateless), ("bare read and swap", &found.bare)];
            Ok(show(args.json, &title, &found, &measures, &runs))
        }
        Command::Fleet(args) => {
            let found = fleet::measure(&args.setting()?).await?;
            let measures = found.measures();
            let account = &found.account;
            let title = format!(
                "{:?}: {} tables for {:.0} s; {} hands, {} events, {} decisions ({} compared, {} by fallback), {} retries",
                found.storm,
                found.tables,
                found.seconds,
                account.hands,
                account.events,
                account.decisions,
                account.compared,
                account.by_fallback,
                found.retries
            );
            let met = show(args.json, &title, &found, &measures, &[]);
            if let (Some([replicas, redis]), false) = (found.cpu_ms, args.json) {
                println!("  processor time a hand: {replicas:.2} ms of the replicas, {redis:.2} ms of Redis");
            }
            account.troubles.iter().for_each(|trouble| eprintln!("  {trouble}"));
            Ok(met)
        }
        Command::Data { out, seed } => {
            data::write(out, *seed)?.iter().for_each(|line| println!("{line}"));
            Ok(true)
        }
        Command::Echo => echo::run().await.map(|()| true),
    }
}

async fn run_at_rate(args: &RunArgs) -> anyhow::Result<()> {
    let lasts = seconds(args.seconds, "--seconds")?;
    let plan = Plan {
        questions: questions(args.rpc, args.common.checked_positions()?, Seed(args.common.seed)).into(),
        manner: Manner {
            persona: args.persona.clone(),
            budget_ms: args.budget_ms,
            deadline: args.deadline_ms.map(Duration::from_millis),
        },
        rate: rate(args.rate, "--rate")?,
        lasts,
        seed: Seed(args.common.seed),
    };
    let connections = Connections::open(&args.common.address, args.common.checked_connections()?).await?;
    let process = args.common.pid.map(Process);
    let before = process.map(Process::cpu).transpose()?;
    let summary = drive(&connections, &plan).await.summary(lasts.as_secs_f64());
    let spent = process.zip(before).map(|(process, before)| process.cpu().map(|now| now - before)).transpose()?;
    let cpu_us = spent.map(|spent| spent.as_secs_f64() * 1e6 / summary.sent.max(1) as f64);
    show(
        args.common.json,
        &format!("{:?} by {}", args.rpc, args.persona),
        &(&summary, cpu_us),
        &[],
        &[("run", &summary)],
    );
    if let (Some(cpu_us), false) = (cpu_us, args.common.json) {
        println!("  server's processor time a call {cpu_us:.1} µs");
    }
    Ok(())
}

async fn run_floor(args: &FloorArgs) -> anyhow::Result<bool> {
    let pid = args.common.pid.ok_or_else(|| anyhow::anyhow!("floor needs --pid, the server's process"))?;
    let found = floor::measure(&floor::Setting {
        address: &args.common.address,
        pid,
        persona: &args.persona,
        connections: args.common.checked_connections()?,
        rate: rate(args.rate, "--rate")?,
        lasts: seconds(args.seconds, "--seconds")?,
        positions: args.common.checked_positions()?,
        seed: args.common.seed,
        decision_us: args.decision_us,
    })
    .await?;
    let title = format!(
        "Follow by {}, {} calls each; the decision's mean is {}; p50 {} µs, the echo's {} µs",
        args.persona, found.calls, found.decision_by, found.service_p50_us, found.echo_p50_us
    );
    let measures = found.measures();
    Ok(show(args.common.json, &title, &found, &measures, &[]))
}

#[derive(Serialize)]
struct Json<'a, T> {
    title: &'a str,
    result: &'a T,
    measures: &'a [Measure],
}

/// Prints a result; whether every measure is met.
fn show<T: Serialize>(
    json: bool,
    title: &str,
    result: &T,
    measures: &[Measure],
    runs: &[(&str, &ledger::Summary)],
) -> bool {
    if json {
        let text = serde_json::to_string_pretty(&Json { title, result, measures }).expect("numbers and names are JSON");
        println!("{text}");
    } else {
        print!("{}", report::measures(title, measures));
        for (name, run) in runs {
            print!("{}", report::run(name, run));
        }
    }
    measures.iter().all(|measure| measure.met)
}
