//! The laboratory: looks things up, plays matches, tunes, replays. Text in, text out; bad input ends with exit code 2
//! and a sentence that says what was wrong. This file only starts a command of [`commands`].

mod commands;
mod train;
mod match_runner;
mod protocols;
mod report;
mod stop;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use commands::{Command, Disagreement};
use stop::Interrupted;

/// Thirdseat's laboratory: what is legal, what is good, and is it better than yesterday.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let lab = Lab::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match lab.command {
        // `cargo run --release` without a word is how a newcomer looks around: no mistake, so no exit code 2.
        None => Lab::command().print_help().map_err(anyhow::Error::from),
        Some(command) => command.run(&mut out),
    };
    // The output before an error is part of the answer.
    let flushed = out.flush();
    match done.and_then(|()| Ok(flushed?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it, as in `lab legal … | head`: that is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(Interrupted::CODE),
        Err(error) if error.is::<Disagreement>() => ExitCode::from(1),
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
