//! The configuration, with the source of each value. `config/default.toml` lists every key; sources are laid over
//! it in a fixed order, and what it does not list is refused by name.

mod check;
mod load;
pub mod redis;
mod print;

use std::net::SocketAddr;

use serde::{Deserialize, Serialize};

pub use load::{ConfigError, Sources};
pub use print::print;

/// Everything that can be configured. `config/default.toml` says what each key means.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The gRPC port.
    pub grpc: Grpc,
    /// Callers that do not speak gRPC.
    pub web: Web,
    /// The admin port.
    pub admin: Admin,
    /// The quotas of callers.
    pub callers: Callers,
    /// The pools that think.
    pub thinking: Thinking,
    /// The most that decisions may take.
    pub budgets: Budgets,
    /// Rooms.
    pub rooms: Rooms,
    /// The player.
    pub personas: Personas,
    /// Where companions are sent.
    pub companions: Companions,
    /// Logs.
    pub log: Log,
    /// Spans.
    pub trace: Trace,
}

/// The gRPC port.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Grpc {
    pub listen: SocketAddr,
    pub message_bytes_max: usize,
    pub header_bytes_max: u32,
    pub streams_per_connection: u32,
    pub connections_max: usize,
    pub decide_streams_max: usize,
    pub decide_streams_per_connection: usize,
    pub decide_stream_idle_s: u64,
    pub connection_age_s: u64,
    pub handshake_ms: u64,
    pub keepalive_s: u64,
    pub idle_timeout_s: u64,
    pub drain_s: u64,
    pub pre_stop_delay_ms: u64,
    pub reflection: bool,
    pub tls: Tls,
    pub tokens: Tokens,
}

/// Callers that do not speak gRPC, on the gRPC port.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Web {
    pub json: bool,
    pub grpc_web: bool,
    pub json_bytes_max: usize,
    pub origins: Vec<String>,
    pub page: Page,
    pub hosts: Vec<String>,
}

/// Where the browser table is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Page {
    /// Nowhere.
    Off,
    /// Where the service listens on a loopback address.
    Loopback,
    /// On any address.
    Always,
}

impl Web {
    fn check(&self, tokens: &Tokens) -> Result<(), Impossible> {
        let key = "web.origins";
        let is_plain = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://")).unwrap_or("");
            !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@*".contains(&byte))
        };
        match self.origins.iter().find(|origin| origin.as_str() != "*" && !is_plain(origin)) {
            Some(origin) => {
                Err((key, format!("cannot hold {origin:?}: an origin is \"https://host\" or \"https://host:port\"")))
            }
            None if self.origins.iter().any(|origin| origin == "*") && tokens.file.is_empty() => Err((
                key,
                String::from("can hold \"*\" only with grpc.tokens.file: any page could call without a token"),
            )),
            None => self.check_page(),
        }
    }

    fn check_page(&self) -> Result<(), Impossible> {
        if self.page == Page::Always && !self.json {
            return Err(("web.page", String::from("can be \"always\" only with web.json: the page speaks JSON")));
        }
        let is_name = |host: &String| {
            !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@*".contains(&byte))
        };
        match self.hosts.iter().find(|host| !is_name(host)) {
            Some(host) => Err(("web.hosts", format!("cannot hold {host:?}: a host is \"name\" or \"name:port\""))),
            None => Ok(()),
        }
    }
}

/// Certificates of the gRPC port.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Tls {
    pub certificate: String,
    pub key: String,
    pub client_ca: String,
}

/// Bearer tokens.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Tokens {
    pub file: String,
}

/// The quota of a caller, where its line in the file of tokens says nothing else.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Callers {
    pub calls_per_s: u32,
    pub calls_max: u32,
    pub streams_max: u32,
}

/// The admin port.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Admin {
    pub listen: SocketAddr,
}

/// The pools that think.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Thinking {
    pub threads: usize,
    pub endgame_threads: usize,
    pub queue: usize,
    pub inflight_max: usize,
    pub stream_inflight_max: usize,
    pub reply_margin_us: u64,
}

/// The most that decisions may take, in milliseconds.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Budgets {
    pub bid_ms: u64,
    pub play_ms: u64,
    pub follow_ms: u64,
    pub review_ms: u64,
    pub solve_ms: u64,
    pub generate_ms: u64,
}

/// Rooms.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Rooms {
    pub store: RoomStore,
    pub rooms_max: usize,
    pub idle_s: u64,
    pub watch_updates_max: usize,
    pub watchers_max: usize,
    pub players: Players,
    pub redis: Redis,
}

/// The data that is kept of players beyond a room.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Players {
    pub keep: bool,
    pub idle_s: u64,
    pub players_max: usize,
}

/// Where rooms are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomStore {
    /// In this process.
    Memory,
    /// In Redis.
    Redis,
}

/// Rooms in Redis.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Redis {
    pub url: String,
    pub cluster: bool,
    pub prefix: String,
    pub timeout_ms: u64,
    pub on_store_down: OnStoreDown,
    pub tls: RedisTls,
}

/// Certificates for Redis.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct RedisTls {
    pub ca: String,
    pub certificate: String,
    pub key: String,
}

/// The outcome of turns in rooms while their store is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnStoreDown {
    /// They are refused.
    Refuse,
    /// They are decided by the fallback that they carry, if they do.
    Stateless,
}

/// The player.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Personas {
    pub default: String,
    pub file: String,
    pub experiments: Vec<Experiment>,
}

/// An experiment: in a share of the rooms another persona sits down for the one that is asked for.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Experiment {
    pub name: String,
    pub persona: String,
    pub with: String,
    pub share_percent: u32,
}

/// Where companions are sent.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Companions {
    pub file: String,
    pub disclosure: Disclosure,
}

/// The persona that decides that players are told of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Disclosure {
    /// Each call.
    Caller,
    /// The operator: every bot is disclosed.
    Required,
}

/// Logs.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Log {
    pub format: LogFormat,
    pub filter: String,
    pub replay: bool,
    pub replay_hands: bool,
    pub replay_queue: usize,
}

/// Spans.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config/default.toml says it, once")]
pub struct Trace {
    pub endpoint: String,
    pub sample_percent: u32,
}

/// Format of log lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Human,
    /// For machines.
    Json,
}

/// The fault of a value, beside its key.
type Impossible = (&'static str, String);

impl Config {
    /// The defaults, which are built in.
    pub fn embedded() -> Config {
        Sources::none().read().expect("the built-in defaults are valid")
    }

    /// True if the browser table is served.
    pub fn serves_page(&self) -> bool {
        let is_wanted = match self.web.page {
            Page::Off => false,
            Page::Loopback => self.grpc.listen.ip().is_loopback(),
            Page::Always => true,
        };
        self.web.json && is_wanted
    }
}
