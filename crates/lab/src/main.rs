//! The laboratory: decides positions, plays matches, tunes, replays. Most errors end with exit code 2 and a sentence about the fault. This file
//! starts a command of [`commands`].

mod commands;
mod match_runner;
mod report;
mod float_net;
mod work;

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use commands::{COMMAND_GROUPS, Command, ReplayMismatch};
use work::Interrupted;

/// Thirdseat's laboratory: what is legal, what is good, and is it better than yesterday.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Makes the command line. Its help lists the commands by task, because one list of all would be too long.
fn command_line() -> clap::Command {
    let command = Lab::command();
    let mut help = format!("{}\n\n{}\n", command.get_about().cloned().unwrap_or_default(), "Usage: lab COMMAND");
    for (title, names) in COMMAND_GROUPS {
        write!(help, "\n{title}:\n").expect("a string takes what is written");
        for name in *names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.unwrap_or_else(|| panic!("no command is called {name}"));
            writeln!(help, "  {name:<13} {about}").expect("a string takes what is written");
        }
    }
    help.push_str("\nlab COMMAND --help: the options of a command. lab --version: the version.\n");
    command.override_help(help)
}

fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let lab = Lab::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match lab.command {
        // Without a command, newcomers get the help and no error code.
        None => command_line().print_help().map_err(anyhow::Error::from),
        Some(command) => command.run(&mut out),
    };
    // The output before an error is flushed too.
    let flushed = out.flush();
    match done.and_then(|()| Ok(flushed?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has closed it, as in `lab personas … | head`: that is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(Interrupted::EXIT_CODE),
        Err(error) if error.is::<ReplayMismatch>() => ExitCode::from(1),
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let mut grouped: Vec<&str> = COMMAND_GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        grouped.sort_unstable();
        let command = command_line();
        let mut known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }
}
