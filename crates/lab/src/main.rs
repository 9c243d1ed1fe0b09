//! The laboratory: looks things up, plays matches, tunes, replays. Text in, text out; bad input ends with exit code 2
//! and a sentence that says what was wrong. This file only dispatches: each command has a file of its own.

mod legal;
mod perft;
mod solve;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Thirdseat's laboratory: what is legal, what is good, and is it better than yesterday.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List every legal play, one a line.
    Legal(legal::Args),
    /// Count the positions of fixed deals by depth and compare with the numbers in a file.
    Perft(perft::Args),
    /// Say who wins an endgame with open hands, and with which plays.
    Solve(solve::Args),
}

fn main() -> ExitCode {
    let lab = Lab::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match lab.command {
        // `cargo run --release` without a word is how a newcomer looks around: no mistake, so no exit code 2.
        None => Lab::command().print_help().map_err(anyhow::Error::from),
        Some(Command::Legal(args)) => legal::run(&args, &mut out),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Solve(args)) => solve::run(&args, &mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has read enough: `lab legal … | head` is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
