//! The load generator. It asks at random moments, whether or not earlier questions are answered (an open loop), about varied
//! positions, and counts latency from the moment at which a question was due. One command for each figure that the service has to
//! reach, and `run` for everything else.

mod args;
mod arrivals;
mod request;
mod data;
mod open_loop;
mod stub;
mod figures;
mod fleet;
mod day;
mod stats;
mod positions;
mod process;
mod report;
mod to_wire;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use rules::Seed;
use serde::Serialize;

use args::Target;
use figures::{Measure, budget, fairness, overhead, overload, rooms};
use open_loop::{Plan, run_plan};
use positions::{Rpc, questions};
use process::Process;
use request::{Connections, RequestOptions};

/// Asks a running `thirdseat` under load and reports latency, capacity and cost
#[derive(Parser)]
#[command(name = "thirdseat-load", version)]
struct Load {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Ask at a fixed mean rate
    Run(RunArgs),
    /// Measure what a Follow by rules costs the service at capacity, without a room and in a room
    Overhead(overhead::Args),
    /// Measure Follow with search at 70% of capacity
    Budget(budget::Args),
    /// Ask ten times the capacity for a minute, and measure the time until the service is back to normal
    Overload(overload::Args),
    /// Flood a replica with searches of one caller, and count the searches that this costs another
    Fairness(fairness::Args),
    /// Compare a Follow by rules in a room in Redis with one without a room and with a bare read and compare-and-set
    Rooms(rooms::Args),
    /// Play at many tables through two replicas and a Redis while faults are injected
    Fleet(fleet::Args),
    /// Simulate a day of a product with many players: replicas, Redis nodes and the price of a million decisions by hour
    Day(day::Args),
    /// Write recorded positions as data for other load testers
    Data {
        /// The folder to write to
        #[arg(long)]
        out: PathBuf,
        /// Fixes the positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Serve one fixed answer: reads it in hex from standard input, prints the address, ends with its input
    #[command(hide = true)]
    Stub,
}

#[derive(clap::Args)]
struct RunArgs {
    #[command(flatten)]
    target: Target,
    /// The question
    #[arg(long, value_enum, default_value = "follow")]
    rpc: Rpc,
    /// The player
    #[arg(long, default_value = "rules")]
    persona: String,
    /// Questions a second
    #[arg(long, default_value = "1000", value_parser = args::rate)]
    rate: f64,
    /// For how long, in seconds
    #[arg(long, default_value = "10", value_parser = args::seconds)]
    seconds: Duration,
    /// The budget to send
    #[arg(long)]
    budget_ms: Option<u32>,
    /// The deadline to send
    #[arg(long)]
    deadline_ms: Option<u64>,
}

fn main() -> ExitCode {
    let load = Load::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    match runtime.map_err(anyhow::Error::from).and_then(|runtime| runtime.block_on(run(&load.command))) {
        Ok(true) => ExitCode::SUCCESS,
        // A figure is not reached.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("thirdseat-load: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs a command; whether every figure is reached.
async fn run(command: &Command) -> anyhow::Result<bool> {
    match command {
        Command::Run(args) => run_at_rate(args).await.map(|()| true),
        Command::Overhead(args) => run_overhead(args).await,
        Command::Budget(args) => {
            let found = budget::measure(args).await?;
            let title = format!(
                "Follow by {}, budget {} ms, 70% of {:.1} searches/s",
                args.persona, args.budget_ms, found.capacity_per_s
            );
            Ok(show(args.target.json, &title, &found, &found.measures(), &[("at 70% of capacity", &found.run)]))
        }
        Command::Overload(args) => {
            let found = overload::measure(args).await?;
            let (persona, ms) = (&args.budget.persona, args.budget.budget_ms);
            let title = format!("Follow by {persona}, budget {ms} ms, 10 × {:.1} searches/s", found.capacity_per_s);
            let runs = [("before", &found.before), ("during", &found.during), ("after", &found.after)];
            Ok(show(args.budget.target.json, &title, &found, &found.measures(), &runs))
        }
        Command::Fairness(args) => run_fairness(args).await,
        Command::Rooms(args) => run_rooms(args).await,
        Command::Fleet(args) => run_fleet(args).await,
        Command::Day(args) => {
            let day = day::measure(args)?;
            let json = || serde_json::to_string_pretty(&day).expect("numbers are JSON") + "\n";
            print_text(&if args.json { json() } else { day.table() });
            if args.measure.is_empty() {
                return Ok(true);
            }
            let measures = day::measured::measure(args).await?;
            Ok(show(args.json, "The model beside a replica", &(), &measures, &[]))
        }
        Command::Data { out, seed } => {
            data::write(out, *seed)?.iter().for_each(|line| print_text(&format!("{line}\n")));
            Ok(true)
        }
        Command::Stub => stub::run().await.map(|()| true),
    }
}

async fn run_at_rate(args: &RunArgs) -> anyhow::Result<()> {
    let target = &args.target;
    let plan = Plan {
        questions: questions(args.rpc, target.positions, Seed(target.seed)).into(),
        options: RequestOptions {
            persona: args.persona.clone(),
            budget_ms: args.budget_ms,
            deadline: args.deadline_ms.map(Duration::from_millis),
            token: None,
        },
        rate: args.rate,
        lasts: args.seconds,
        seed: Seed(target.seed),
    };
    let connections = Connections::open(&target.address, target.connections).await?;
    let process = target.pid.map(Process);
    let before = process.map(Process::cpu).transpose()?;
    let summary = run_plan(&connections, &plan).await.summary(args.seconds.as_secs_f64());
    let spent = process.zip(before).map(|(process, before)| process.cpu().map(|now| now - before)).transpose()?;
    let cpu_us = spent.map(|spent| spent.as_secs_f64() * 1e6 / summary.sent.max(1) as f64);
    let title = format!("{:?} by {}", args.rpc, args.persona);
    show(target.json, &title, &(&summary, cpu_us), &[], &[("run", &summary)]);
    if let (Some(cpu_us), false) = (cpu_us, target.json) {
        print_text(&format!("  server's processor time a call {cpu_us:.1} µs\n"));
    }
    Ok(())
}

async fn run_overhead(args: &overhead::Args) -> anyhow::Result<bool> {
    let found = overhead::measure(args).await?;
    let forms = [("stateless", &found.stateless), ("in rooms", &found.rooms)];
    let rates = forms.map(|(name, cost)| format!("{:.0} a second {name}", cost.rate_per_s)).join(", ");
    let runs = forms.map(|(name, cost)| (name, &cost.run));
    let met = show(args.json, &format!("Follow by rules, {rates}"), &found, &found.measures(), &runs);
    for (name, cost) in forms.iter().filter(|_| !args.json) {
        let (replica, redis) = (cost.replica_us, cost.redis_us);
        print_text(&format!(
            "  {name}: processor time a call {replica:.1} µs of the service, {redis:.1} µs of Redis\n"
        ));
    }
    Ok(met)
}

async fn run_fairness(args: &fairness::Args) -> anyhow::Result<bool> {
    let found = fairness::measure(args).await?;
    let title = format!("A flood by one caller beside another; load average {:.1} before", found.load_before);
    let names: Vec<String> = found.flooded.iter().map(|run| format!("beside {:.0}/s", run.flood_per_s)).collect();
    let beside = names.iter().zip(&found.flooded).map(|(name, run)| (name.as_str(), &run.tables));
    let runs: Vec<(&str, &stats::Summary)> = [("alone", &found.alone)].into_iter().chain(beside).collect();
    Ok(show(args.json, &title, &found, &found.measures(), &runs))
}

async fn run_rooms(args: &rooms::Args) -> anyhow::Result<bool> {
    let found = rooms::measure(args).await?;
    let of = found.capacity_per_s.map_or_else(String::new, |most| format!(", {}% of {most:.0}", args.load));
    let (rate, busy) = (found.rate_per_s, figures::percent(found.busy));
    let title = format!("Follow by rules in rooms, {rate:.0} a second{of}; {busy} of the processors in use");
    let runs = [("in a room", &found.session), ("stateless", &found.stateless), ("bare read and swap", &found.bare)];
    let met = show(args.json, &title, &found, &found.measures(), &runs);
    let costs = found.cpu_us.into_iter().flatten().filter(|_| !args.json);
    for ((name, _), [generator, replica, redis]) in runs.iter().zip(costs) {
        print_text(&format!(
            "  {name}: {generator:.0} µs of the generator, {replica:.0} of the replica, {redis:.0} of Redis a call\n"
        ));
    }
    Ok(met)
}

async fn run_fleet(args: &fleet::Args) -> anyhow::Result<bool> {
    let found = fleet::measure(args).await?;
    let audit = &found.audit;
    let title = format!(
        "{:?}: {} tables for {:.0} s; {} hands, {} events, {} decisions ({} compared, {} by fallback), {} retries",
        found.scenario,
        found.tables,
        found.seconds,
        audit.hands,
        audit.events,
        audit.decisions,
        audit.compared,
        audit.by_fallback,
        found.retries
    );
    let met = show(args.json, &title, &found, &found.measures(), &[]);
    if let (Some([replicas, redis]), false) = (found.cpu_ms, args.json) {
        print_text(&format!("  processor time a hand: {replicas:.2} ms of the replicas, {redis:.2} ms of Redis\n"));
    }
    audit.problems.iter().for_each(|problem| eprintln!("  {problem}"));
    Ok(met)
}

#[derive(Serialize)]
struct Json<'a, T> {
    title: &'a str,
    result: &'a T,
    measures: &'a [Measure],
}

/// Prints. A reader may close the pipe early: the measurement has not failed.
fn print_text(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}

/// Prints a result; whether every measure is met.
fn show<T: Serialize>(
    json: bool,
    title: &str,
    result: &T,
    measures: &[Measure],
    runs: &[(&str, &stats::Summary)],
) -> bool {
    if json {
        let text = serde_json::to_string_pretty(&Json { title, result, measures }).expect("numbers and names are JSON");
        print_text(&format!("{text}\n"));
    } else {
        print_text(&report::measures(title, measures));
        runs.iter().for_each(|(name, run)| print_text(&report::run(name, run)));
    }
    measures.iter().all(|measure| measure.met)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Load::command().debug_assert();
    }
}
