//! The binary `thirdseat`.

mod health;
mod serve;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use server::config::{Sources, to_toml};
use server::observe::log::{self, LineKind};
use server::server::tls::Tls;
use server::state::App;

/// The allocator of the process: with it a call in a room takes less processor time than with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The version, and the commit if it is known.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("THIRDSEAT_COMMIT"), ")");

/// Companion bots for DouDizhu over gRPC.
#[derive(Parser)]
#[command(name = "thirdseat", version = VERSION)]
struct CommandLine {
    /// A profile: config/PROFILE.toml, or the built-in "container"
    #[arg(long, global = true, env = "THIRDSEAT_PROFILE")]
    profile: Option<String>,
    /// A file of settings on top of the profile
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve. Without a command, this is the default
    Serve(ListenAddresses),
    /// Ask a running server whether it serves; exit code 0 if it does.
    Health,
    /// Check the configuration.
    Config {
        /// Print it, with secrets hidden
        #[arg(long)]
        print: bool,
    },
}

/// Addresses of ports, instead of those of the configuration.
#[derive(clap::Args)]
#[command(after_help = SETTINGS_HELP)]
struct ListenAddresses {
    /// The address of calls; port 0: a free one [default: 127.0.0.1:50051, or THIRDSEAT__GRPC__LISTEN]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// The address for probes and Prometheus [default: 127.0.0.1:9464, or THIRDSEAT__ADMIN__LISTEN]
    #[arg(long, value_name = "ADDRESS")]
    admin_listen: Option<String>,
}

const SETTINGS_HELP: &str = "Every setting is a variable too: rooms.redis.url is THIRDSEAT__ROOMS__REDIS__URL. \
                        `thirdseat config --print` shows all with their values.";

impl CommandLine {
    fn sources(&self) -> Sources {
        let flags = match &self.command {
            Some(Command::Serve(ListenAddresses { listen, admin_listen })) => {
                let given = [("grpc.listen", listen), ("admin.listen", admin_listen)];
                given.into_iter().filter_map(|(key, address)| Some((String::from(key), address.clone()?))).collect()
            }
            _ => HashMap::new(),
        };
        let (profile, file) = (self.profile.clone(), self.config.clone());
        Sources { profile, file, environment: std::env::vars().collect(), flags }
    }
}

fn main() -> ExitCode {
    let thirdseat = CommandLine::parse();
    match run(&thirdseat) {
        Ok(code) => code,
        Err(error) => {
            // Not by `eprintln!`: it waits for a slow reader, and panics if the device is full.
            log::stderr().put(LineKind::Log, &format!("thirdseat: {error:#}\n"));
            log::stderr().flush();
            ExitCode::from(2)
        }
    }
}

fn run(thirdseat: &CommandLine) -> anyhow::Result<ExitCode> {
    let config = thirdseat.sources().read()?;
    match &thirdseat.command {
        Some(Command::Config { print: true }) => std::io::stdout().write_all(to_toml(&config).as_bytes())?,
        Some(Command::Config { print: false }) => {
            let app = App::load(config)?;
            Tls::load(&app.config.grpc.tls)?;
            writeln!(std::io::stdout(), "the configuration is valid; --print shows it")?;
        }
        None | Some(Command::Serve(_)) => serve::run(config)?,
        Some(Command::Health) => return Ok(health::run(&config)),
    }
    Ok(ExitCode::SUCCESS)
}
