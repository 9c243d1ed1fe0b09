//! What all calls share, put together once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::call::auth::Tokens;
use crate::call::budget::Budget;
use crate::call::context::Arrival;
use crate::call::rpc::Rpc;
use crate::companions::policy::Policies;
use crate::config::Config;
use crate::config::redis::BadFile;
use crate::error::{Reason, Refusal};
use crate::observe::metrics::{Metrics, Shed};
use crate::observe::replay::Replay;
use crate::pool::Pool;
use crate::room::Rooms;
use crate::roster::{Roster, RosterError};

/// Everything that calls share.
pub struct App {
    /// The effective configuration.
    pub config: Config,
    /// Who can play.
    pub roster: Roster,
    /// How many companions may go where.
    pub policies: Policies,
    /// The rooms.
    pub rooms: Rooms,
    /// The thinking pool.
    pub pool: Pool,
    /// The metrics.
    pub metrics: Metrics,
    /// Where replay lines go.
    pub replay: Replay,
    /// The tokens that are asked for; `None` asks for none.
    pub tokens: Option<Tokens>,
    /// The longest budget of any RPC, in milliseconds.
    pub longest_budget_ms: u64,
    deciding: AtomicUsize,
    /// How long thoughts take when nobody ends them, by RPC, in microseconds: a mean that forgets.
    expected_us: Vec<AtomicU64>,
}

/// Why there is no app.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Nobody can play.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// A file cannot be used.
    #[error("{key} {path}: {problem}")]
    File {
        /// The key that names the file.
        key: &'static str,
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Certificates for Redis that cannot be used.
    #[error(transparent)]
    Redis(#[from] BadFile),
    /// A port cannot be had.
    #[error("{key} {address}: {error}")]
    Listen {
        /// The key that names the address.
        key: &'static str,
        /// The address.
        address: std::net::SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// Certificates that do not fit.
    #[error("grpc.tls: {0}")]
    Tls(String),
}

/// What a thought is expected to take before any has been measured.
const EXPECTED_US: u64 = 500;

impl App {
    /// Puts everything together; starts the thinking threads and nothing else.
    pub fn new(config: Config) -> Result<Arc<App>, AppError> {
        let roster = Roster::load(&config.personas)?;
        let policies = Policies::embedded(&roster);
        let policies = match config.companions.file.as_str() {
            "" => policies,
            path => {
                let problem = |problem| AppError::File { key: "companions.file", path: path.to_owned(), problem };
                let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
                policies.with(&text, &roster).map_err(|error| problem(error.to_string()))?
            }
        };
        let tokens = match config.grpc.tokens.file.as_str() {
            "" => None,
            path => {
                let problem = |problem| AppError::File { key: "grpc.tokens.file", path: path.to_owned(), problem };
                let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
                Some(Tokens::read(&text).map_err(problem)?)
            }
        };
        let longest_budget_ms = Rpc::ALL.iter().filter_map(|rpc| rpc.budget_ms(&config.budgets)).max().unwrap_or(0);
        Ok(Arc::new(App {
            roster,
            policies,
            rooms: Rooms::new(&config.rooms)?,
            pool: Pool::new(config.thinking.threads, config.thinking.queue),
            metrics: Metrics::new(),
            replay: Replay::start(&config.log),
            tokens,
            longest_budget_ms,
            deciding: AtomicUsize::new(0),
            expected_us: Rpc::ALL.iter().map(|_| AtomicU64::new(EXPECTED_US)).collect(),
            config,
        }))
    }

    /// Lets a call decide, if not too many do.
    pub fn admit(self: &Arc<App>, rpc: Rpc) -> Result<Deciding, Refusal> {
        let most = self.config.thinking.inflight_max;
        let deciding = Deciding { app: Arc::clone(self) };
        // Counted first and given back by the guard: two threads cannot both take the last place.
        if self.deciding.fetch_add(1, Ordering::Relaxed) < most {
            return Ok(deciding);
        }
        self.metrics.shed(rpc, Shed::Inflight);
        let message = format!("{most} calls are deciding already");
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20)))
    }

    /// How many calls decide at the moment.
    pub fn deciding(&self) -> usize {
        self.deciding.load(Ordering::Relaxed)
    }

    /// How long a thought of this RPC takes when nobody ends it, as far as is known.
    pub fn expected(&self, rpc: Rpc) -> Duration {
        Duration::from_micros(self.expected_us[rpc as usize].load(Ordering::Relaxed))
    }

    /// The budget of a call that asks for so many milliseconds and gets at most `most_ms`.
    pub fn budget(&self, arrival: Arrival, asked_ms: Option<u32>, most_ms: u64) -> Budget {
        let least = Duration::from_micros(self.config.thinking.reply_margin_us);
        Budget::of(arrival, asked_ms, most_ms, least, |total| self.pool.lateness.margin(least, total))
    }

    /// A thought took so long, and was ended before it had come to its end, or not.
    pub fn learn(&self, rpc: Rpc, took: Duration, was_stopped: bool) {
        let mean = &self.expected_us[rpc as usize];
        let (old, took) = (mean.load(Ordering::Relaxed), took.as_micros() as u64);
        // What was ended would have taken longer; if that is no news, it says nothing.
        let new = if was_stopped { took.max(old) } else { took };
        // A lost update costs a little of the mean's memory.
        mean.store((old * 15 + new) / 16, Ordering::Relaxed);
    }
}

/// A call that decides; the place is given back when it ends, however it does.
pub struct Deciding {
    app: Arc<App>,
}

impl Drop for Deciding {
    fn drop(&mut self) {
        self.app.deciding.fetch_sub(1, Ordering::Relaxed);
    }
}
