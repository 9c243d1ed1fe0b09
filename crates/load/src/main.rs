//! The load generator: questions at random moments whether or not earlier ones are answered (an open loop), varied
//! positions, latencies counted from the moment at which a question was meant to be sent. One command for each figure
//! that the service has to reach, and `run` for everything else.

mod args;
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

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rules::Seed;
use serde::Serialize;

use args::{Command, FloorArgs, Load, RunArgs, rate, seconds};
use ask::{Connections, Manner};
use drive::{Plan, drive};
use figures::{Measure, budget, floor, overload, rooms};
use positions::questions;
use process::Process;

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
            let of = found.capacity_per_s.map_or_else(String::new, |most| format!(", {}% of {most:.0}", args.load));
            let (rate, busy) = (found.rate_per_s, figures::percent(found.busy));
            let title = format!("Follow by rules in rooms, {rate:.0} a second{of}; {busy} of the processors in use");
            let runs =
                [("in a room", &found.session), ("stateless", &found.stateless), ("bare read and swap", &found.bare)];
            let met = show(args.json, &title, &found, &measures, &runs);
            let costs = found.cpu_us.into_iter().flatten().filter(|_| !args.json);
            for ((name, _), [generator, replica, redis]) in runs.iter().zip(costs) {
                say(&format!(
                    "  {name}: {generator:.0} µs of the generator, {replica:.0} of the replica, {redis:.0} of Redis a call\n"
                ));
            }
            Ok(met)
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
                say(&format!("  processor time a hand: {replicas:.2} ms of the replicas, {redis:.2} ms of Redis\n"));
            }
            account.troubles.iter().for_each(|trouble| eprintln!("  {trouble}"));
            Ok(met)
        }
        Command::Data { out, seed } => {
            data::write(out, *seed)?.iter().for_each(|line| say(&format!("{line}\n")));
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
        say(&format!("  server's processor time a call {cpu_us:.1} µs\n"));
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
    })
    .await?;
    let mut title = format!(
        "Follow by {}, {} calls each; p50 {} µs, the echo's {} µs",
        args.persona, found.calls, found.service_p50_us, found.echo_p50_us
    );
    if let Some(words) = found.by_decision_alone() {
        title += &format!("; {words}");
    }
    let measures = found.measures();
    Ok(show(args.common.json, &title, &found, &measures, &[]))
}

#[derive(Serialize)]
struct Json<'a, T> {
    title: &'a str,
    result: &'a T,
    measures: &'a [Measure],
}

/// Prints. Whoever reads along may stop when he has seen enough: that is no failure of what was measured.
fn say(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
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
        say(&format!("{text}\n"));
    } else {
        say(&report::measures(title, measures));
        runs.iter().for_each(|(name, run)| say(&report::run(name, run)));
    }
    measures.iter().all(|measure| measure.met)
}
