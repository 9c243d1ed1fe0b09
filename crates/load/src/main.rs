//! The load generator. It asks about varied positions at random times, independent of answers (an open loop), and counts latency
//! from the planned time of a question. One command for each figure that the service has to reach.

mod args;
mod bot_action;
mod questions;
mod open_loop;
mod overhead;
mod fleet;
mod report;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures `thirdseat`: the cost of a call, and a fleet under faults
#[derive(Parser)]
#[command(name = "thirdseat-load", version)]
struct Load {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure what a Follow by rules costs the service, without a room and in a room
    Overhead(overhead::Args),
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
    let (title, measures, notes) = match command {
        Command::Overhead(args) => overhead::measure(args).await?.told(),
        Command::Fleet(args) => fleet::measure(args).await?.told(),
    };
    report::print(&title, &measures);
    notes.iter().for_each(|note| report::print_text(&format!("  {note}\n")));
    Ok(measures.iter().all(|measure| measure.met))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Load::command().debug_assert();
    }
}
