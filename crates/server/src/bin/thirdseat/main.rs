//! The binary `thirdseat`.

mod health;
mod serve;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use server::config::{Sources, print};
use server::observe::writer;

/// The version and the commit that it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("THIRDSEAT_COMMIT"), ")");

/// Companion bots for DouDizhu over gRPC.
#[derive(Parser)]
#[command(name = "thirdseat", version = VERSION)]
struct Thirdseat {
    #[command(flatten)]
    sources: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Args)]
struct Options {
    /// A profile: config/PROFILE.toml, or the built-in "container"
    #[arg(long, global = true, env = "THIRDSEAT_PROFILE")]
    profile: Option<String>,
    /// A file of settings on top of the profile
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve; what happens without a command, too.
    Serve,
    /// Ask a running server whether it serves; exit code 0 if it does.
    Health,
    /// Check the configuration.
    Config {
        /// Print it, with secrets hidden
        #[arg(long)]
        print: bool,
    },
    /// Sit down at a table with two companions.
    Play(table::Args),
}

impl Options {
    fn sources(&self) -> Sources {
        Sources { profile: self.profile.clone(), file: self.config.clone(), environment: std::env::vars().collect() }
    }
}

fn main() -> ExitCode {
    let thirdseat = Thirdseat::parse();
    match run(&thirdseat) {
        Ok(code) => code,
        Err(error) => {
            // Not by `eprintln!`: it waits for a reader that stalls, and panics where the device is full.
            writer::stderr().log(&format!("thirdseat: {error:#}\n"));
            writer::stderr().flush();
            ExitCode::from(2)
        }
    }
}

fn run(thirdseat: &Thirdseat) -> anyhow::Result<ExitCode> {
    // A table at home needs no configuration, and is not kept away by a bad one.
    if let Some(Command::Play(args)) = &thirdseat.command {
        table::run(args)?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = thirdseat.sources.sources().read()?;
    match thirdseat.command.as_ref().unwrap_or(&Command::Serve) {
        Command::Config { print: true } => std::io::stdout().write_all(print(&config).as_bytes())?,
        Command::Config { print: false } => {
            server::server::compose::check(&config)?;
            writeln!(std::io::stdout(), "the configuration is valid; --print shows it")?;
        }
        Command::Serve => serve::run(config)?,
        Command::Health => return health::run(&config),
        Command::Play(_) => unreachable!("answered before the configuration was read"),
    }
    Ok(ExitCode::SUCCESS)
}
