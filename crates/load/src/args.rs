//! What can be asked for on the command line, checked.

use std::time::Duration;

use clap::{Parser, Subcommand};

use crate::figures::{budget, rooms};
use crate::fleet;
use crate::positions::Rpc;

/// Asks a running `thirdseat` under load, and says how it did.
#[derive(Parser)]
#[command(name = "thirdseat-load", version)]
pub(crate) struct Load {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Ask at a fixed mean rate.
    Run(RunArgs),
    /// What a Follow by rules costs the server, beside an echo of the same messages on the same stack.
    Floor(FloorArgs),
    /// Follow with search at 70% of capacity, which is searched for first.
    Budget(BudgetArgs),
    /// Ten times the capacity for a minute, and back.
    Overload(OverloadArgs),
    /// What a room in Redis costs a Follow by rules, beside the stateless form and a bare read and compare-and-set.
    Rooms(RoomsArgs),
    /// Two replicas and a Redis of its own, tables that play through them, and something that goes wrong all the while.
    Fleet(FleetArgs),
    /// Writes recorded positions as data for other load testers.
    Data {
        /// The folder to write to
        #[arg(long)]
        out: std::path::PathBuf,
        /// Fixes the positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The echo server by itself: reads an answer in hex, says where it listens, ends with its input.
    #[command(hide = true)]
    Echo,
}

#[derive(clap::Args)]
pub(crate) struct Common {
    /// Where the server listens
    #[arg(long, default_value = "127.0.0.1:50051")]
    pub(crate) address: String,
    /// Connections to it
    #[arg(long, default_value_t = 2)]
    pub(crate) connections: usize,
    /// Different positions
    #[arg(long, default_value_t = 2000)]
    pub(crate) positions: usize,
    /// Fixes positions and moments
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The server's process: its processor time and memory are looked at
    #[arg(long)]
    pub(crate) pid: Option<u32>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What to ask
    #[arg(long, value_enum, default_value = "follow")]
    pub(crate) rpc: Rpc,
    /// Who plays
    #[arg(long, default_value = "rules")]
    pub(crate) persona: String,
    /// Questions a second
    #[arg(long, default_value_t = 1000.0)]
    pub(crate) rate: f64,
    /// For how long, in seconds
    #[arg(long, default_value_t = 10.0)]
    pub(crate) seconds: f64,
    /// The budget to send
    #[arg(long)]
    pub(crate) budget_ms: Option<u32>,
    /// The deadline to send
    #[arg(long)]
    pub(crate) deadline_ms: Option<u64>,
}

#[derive(clap::Args)]
pub(crate) struct FloorArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Who plays
    #[arg(long, default_value = "rules")]
    pub(crate) persona: String,
    /// Calls a second, for the service and for the echo: by default half of what two cores carry with the generator beside them
    #[arg(long, default_value_t = 6000.0)]
    pub(crate) rate: f64,
    /// For how long each, in seconds
    #[arg(long, default_value_t = 20.0)]
    pub(crate) seconds: f64,
}

#[derive(clap::Args)]
pub(crate) struct BudgetArgs {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Who plays: one that searches
    #[arg(long, default_value = "expert")]
    pub(crate) persona: String,
    /// The budget to send
    #[arg(long, default_value_t = 20)]
    pub(crate) budget_ms: u32,
    /// The deadline to send
    #[arg(long, default_value_t = 50)]
    pub(crate) deadline_ms: u64,
    /// How long each rate is tried in the search for capacity, in seconds
    #[arg(long, default_value_t = 5.0)]
    pub(crate) probe_seconds: f64,
    /// How long the measured run is, in seconds
    #[arg(long, default_value_t = 60.0)]
    pub(crate) seconds: f64,
    /// Searches a second at the peak, where that is known already
    #[arg(long)]
    pub(crate) capacity: Option<f64>,
}

#[derive(clap::Args)]
pub(crate) struct OverloadArgs {
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    /// How long it is watched at 70% of capacity before and after, in seconds
    #[arg(long, default_value_t = 8.0)]
    pub(crate) calm_seconds: f64,
}

#[derive(clap::Args)]
pub(crate) struct RoomsArgs {
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    pub(crate) server: std::path::PathBuf,
    /// Redis' program
    #[arg(long, default_value = "redis-server")]
    pub(crate) redis: std::path::PathBuf,
    /// Connections to the service
    #[arg(long, default_value_t = 2)]
    pub(crate) connections: usize,
    /// How long each of the three is asked, in seconds
    #[arg(long, default_value_t = 20.0)]
    pub(crate) seconds: f64,
    /// Ask each for itself, slice by slice, and tell what each costs a call, rather than all three together
    #[arg(long)]
    pub(crate) apart: bool,
    /// How long each rate is tried in the search for capacity, in seconds
    #[arg(long, default_value_t = 2.0)]
    pub(crate) probe_seconds: f64,
    /// Follows in rooms that are answered a second, where that is known already
    #[arg(long)]
    pub(crate) capacity: Option<f64>,
    /// Share of the capacity that is asked for, in percent
    #[arg(long, default_value_t = 50.0)]
    pub(crate) load: f64,
    /// Follows in rooms a second, in place of a share of the capacity
    #[arg(long, conflicts_with_all = ["capacity", "load"])]
    pub(crate) rate: Option<f64>,
    /// Have the service write a replay line for each decision, as it does by default
    #[arg(long)]
    pub(crate) replay: bool,
    /// Fixes deals and moments
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl RoomsArgs {
    pub(crate) fn setting(&self) -> anyhow::Result<rooms::Setting> {
        anyhow::ensure!((1.0..=100.0).contains(&self.load), "--load cannot be {}: it may be 1 to 100", self.load);
        anyhow::ensure!(
            (1..=1000).contains(&self.connections),
            "--connections cannot be {}: it may be 1 to 1000",
            self.connections
        );
        Ok(rooms::Setting {
            server: self.server.clone(),
            redis: self.redis.clone(),
            connections: self.connections,
            lasts: seconds(self.seconds, "--seconds")?,
            capacity: self.capacity.map(|capacity| rate(capacity, "--capacity")).transpose()?,
            rate: self.rate.map(|asked| rate(asked, "--rate")).transpose()?,
            probe: seconds(self.probe_seconds, "--probe-seconds")?,
            load: self.load / 100.0,
            apart: self.apart,
            replay: self.replay,
            seed: self.seed,
        })
    }
}

#[derive(clap::Args)]
pub(crate) struct FleetArgs {
    /// What goes wrong
    #[arg(long, value_enum, default_value = "kill")]
    pub(crate) storm: fleet::Storm,
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    pub(crate) server: std::path::PathBuf,
    /// Redis' program
    #[arg(long, default_value = "redis-server")]
    pub(crate) redis: std::path::PathBuf,
    /// Tables that play at the same time, each in a room of its own
    #[arg(long, default_value_t = 32)]
    pub(crate) tables: usize,
    /// For how long, in seconds
    #[arg(long, default_value_t = 30.0)]
    pub(crate) seconds: f64,
    /// Between two blows, in seconds
    #[arg(long, default_value_t = 4.0)]
    pub(crate) every: f64,
    /// Between two turns of a table, in milliseconds
    #[arg(long, default_value_t = 10)]
    pub(crate) pause_ms: u64,
    /// What a call may take with all its attempts, in milliseconds
    #[arg(long, default_value_t = 1000)]
    pub(crate) timeout_ms: u64,
    /// Serve turns in rooms statelessly while Redis is away
    #[arg(long)]
    pub(crate) stateless: bool,
    /// Who plays
    #[arg(long, default_value = "rules")]
    pub(crate) persona: String,
    /// Fixes the deals
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

impl FleetArgs {
    pub(crate) fn setting(&self) -> anyhow::Result<fleet::Setting> {
        anyhow::ensure!(
            (1..=10_000).contains(&self.tables),
            "--tables cannot be {}: it may be 1 to 10000",
            self.tables
        );
        Ok(fleet::Setting {
            storm: self.storm,
            server: self.server.clone(),
            redis: self.redis.clone(),
            tables: self.tables,
            lasts: seconds(self.seconds, "--seconds")?,
            every: seconds(self.every, "--every")?,
            pause: Duration::from_millis(self.pause_ms),
            timeout: Duration::from_millis(self.timeout_ms.max(1)),
            stateless: self.stateless,
            persona: self.persona.clone(),
            seed: self.seed,
        })
    }
}

impl BudgetArgs {
    pub(crate) fn setting(&self) -> anyhow::Result<budget::Setting<'_>> {
        Ok(budget::Setting {
            address: &self.common.address,
            persona: &self.persona,
            connections: self.common.checked_connections()?,
            budget_ms: self.budget_ms,
            deadline: Duration::from_millis(self.deadline_ms),
            positions: self.common.checked_positions()?,
            seed: self.common.seed,
            probe: seconds(self.probe_seconds, "--probe-seconds")?,
            lasts: seconds(self.seconds, "--seconds")?,
            capacity: self.capacity.map(|capacity| rate(capacity, "--capacity")).transpose()?,
        })
    }
}

/// The longest run.
const SECONDS_MAX: f64 = 3600.0;
/// The highest rate.
const RATE_MAX: f64 = 200_000.0;

pub(crate) fn seconds(value: f64, name: &str) -> anyhow::Result<Duration> {
    anyhow::ensure!((0.1..=SECONDS_MAX).contains(&value), "{name} cannot be {value}: it may be 0.1 to {SECONDS_MAX}");
    Ok(Duration::from_secs_f64(value))
}

pub(crate) fn rate(value: f64, name: &str) -> anyhow::Result<f64> {
    anyhow::ensure!((0.1..=RATE_MAX).contains(&value), "{name} cannot be {value}: it may be 0.1 to {RATE_MAX}");
    Ok(value)
}

impl Common {
    pub(crate) fn checked_connections(&self) -> anyhow::Result<usize> {
        anyhow::ensure!(
            (1..=1000).contains(&self.connections),
            "--connections cannot be {}: it may be 1 to 1000",
            self.connections
        );
        Ok(self.connections)
    }

    pub(crate) fn checked_positions(&self) -> anyhow::Result<usize> {
        let (least, most) = (32, 1_000_000);
        anyhow::ensure!(
            (least..=most).contains(&self.positions),
            "--positions cannot be {}: it may be {least} to {most}",
            self.positions
        );
        Ok(self.positions)
    }
}
