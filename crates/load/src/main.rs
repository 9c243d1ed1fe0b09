//! The load generator. `overhead` asks about varied positions at random times, independent of answers (an open loop), and counts
//! latency from the planned time of a question. `fleet` plays at tables while faults happen.

mod args;
mod questions;
mod open_loop;
mod overhead;
mod fleet;

use std::io::{self, Write};
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
    /// Play at many tables through two replicas and Redis while faults are injected
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

/// Runs a command. Returns true if every figure is reached.
async fn run(command: &Command) -> anyhow::Result<bool> {
    let (title, measures, notes) = match command {
        Command::Overhead(args) => overhead::measure(args).await?,
        Command::Fleet(args) => fleet::measure(args).await?,
    };
    let line = |Measure { what, found, wanted, met }: &Measure| {
        let verdict = if *met { "met" } else { "NOT MET" };
        format!("  {what:<42} {found:<12} {verdict:<8} wanted {wanted}")
    };
    let notes = notes.iter().map(|note| format!("  {note}"));
    for line in [title].into_iter().chain(measures.iter().map(line)).chain(notes) {
        // A reader may close the pipe early: the measurement has not failed.
        let _ = writeln!(io::stdout(), "{line}");
    }
    Ok(measures.iter().all(|measure| measure.met))
}

/// The result of a command: the title, the figures with what they have to be, and further lines.
pub(crate) type Report = (String, Vec<Measure>, Vec<String>);

/// One line of a result: what was measured, and what it had to be.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    pub(crate) what: String,
    pub(crate) found: String,
    pub(crate) wanted: String,
    pub(crate) met: bool,
}

impl Measure {
    pub(crate) fn new(
        what: impl Into<String>,
        found: impl Into<String>,
        wanted: impl Into<String>,
        met: bool,
    ) -> Measure {
        Measure { what: what.into(), found: found.into(), wanted: wanted.into(), met }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Load::command().debug_assert();
    }
}
