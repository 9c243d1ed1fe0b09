//! The load generator. It asks at random moments, whether or not earlier questions are answered (an open loop), about varied
//! positions, and counts latency from the moment at which a question was due. One command for each figure that the service has to
//! reach.

mod args;
mod arrivals;
mod request;
mod open_loop;
mod figures;
mod fleet;
mod stats;
mod positions;
mod process;
mod report;
mod bot_action;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde::Serialize;

use figures::{Measure, budget, overhead};

/// Asks a running `thirdseat` under load and reports latency, capacity and cost
#[derive(Parser)]
#[command(name = "thirdseat-load", version)]
struct Load {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure what a Follow by rules costs the service at capacity, without a room and in a room
    Overhead(overhead::Args),
    /// Measure Follow with search at 70% of capacity
    Budget(budget::Args),
    /// Play at many tables through two replicas and a Redis while faults are injected
    Fleet(fleet::Args),
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

/// Runs a command. True if every figure is reached.
async fn run(command: &Command) -> anyhow::Result<bool> {
    match command {
        Command::Overhead(args) => run_overhead(args).await,
        Command::Budget(args) => {
            let found = budget::measure(args).await?;
            let title = format!(
                "Follow by {}, budget {} ms, 70% of {:.1} searches/s",
                args.persona, args.budget_ms, found.capacity_per_s
            );
            Ok(show(args.target.json, &title, &found, &found.measures(), &[("at 70% of capacity", &found.run)]))
        }
        Command::Fleet(args) => run_fleet(args).await,
    }
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

async fn run_fleet(args: &fleet::Args) -> anyhow::Result<bool> {
    let found = fleet::measure(args).await?;
    let audit = &found.audit;
    let title = format!(
        "{:?}: {} tables for {:.0} s; {} hands, {} events, {} decisions ({} compared, {} without the store), {} retries",
        found.scenario,
        found.tables,
        found.seconds,
        audit.hands,
        audit.events,
        audit.decisions,
        audit.compared,
        audit.without_store,
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

/// Prints a result. True if every measure is met.
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
