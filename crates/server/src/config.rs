//! The configuration. `config/default.toml` lists every key; sources override it in a fixed order, and a key that it does not
//! list is refused by name.

mod fixed;
mod load;
pub mod redis;

use std::fmt::Display;
use std::net::SocketAddr;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tokio_rustls::rustls::pki_types::pem;

pub use fixed::FixedLimits;
pub use load::Sources;

/// All settings, and the fixed limits. `config/default.toml` says what each key means.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The gRPC port.
    pub grpc: Grpc,
    /// Web pages that call, and the browser table.
    pub web: Web,
    /// The admin port.
    pub admin: Admin,
    /// The quotas of callers.
    pub callers: Quota,
    /// The threads that think, and the limit of deciding calls.
    pub thinking: Thinking,
    /// The longest budgets.
    pub budgets: Budgets,
    /// Rooms.
    pub rooms: Rooms,
    /// The personas.
    pub personas: Personas,
    /// The placing and the disclosure of companions.
    pub companions: Companions,
    /// Logs.
    pub log: Log,
    /// Limits that are no settings.
    #[serde(skip)]
    pub fixed: FixedLimits,
}

/// Declares sections of the settings, with the type of each setting. A number has its range behind it. `config/default.toml` has the other
/// half: the default and the meaning of each.
macro_rules! settings {
    ($($(#[$about:meta])* $section:literal $name:ident { $($key:ident: $type:ty $(= $range:expr)?;)+ })+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Debug, Deserialize, Serialize)]
            #[serde(deny_unknown_fields)]
            #[expect(missing_docs, reason = "config/default.toml says it, once")]
            pub struct $name {
                $(pub $key: $type,)+
            }
        )+

        /// The keys of the numbers, and their ranges.
        const RANGES: &[(&str, RangeInclusive<u64>)] =
            &[$($($((concat!($section, ".", stringify!($key)), $range),)?)+)+];
    };
}

settings! {
    /// The gRPC port.
    "grpc" Grpc {
        listen: SocketAddr;
        message_bytes_max: usize = 1024..=4 << 20;
        connections_max: usize = 1..=1 << 20;
        connection_age_s: u64 = 0..=86400 * 365;
        drain_s: u64 = 0..=3600;
        pre_stop_delay_ms: u64 = 0..=600_000;
        reflection: bool;
        tls: Tls;
        tokens: Tokens;
    }

    /// Certificates of the gRPC port.
    "grpc.tls" Tls {
        certificate: String;
        key: String;
        client_ca: String;
    }

    /// Bearer tokens.
    "grpc.tokens" Tokens { file: String; }

    /// Web pages that call, and the browser table.
    "web" Web {
        origins: Vec<String>;
        page: ServePage;
        hosts: Vec<String>;
    }

    /// The admin port.
    "admin" Admin { listen: SocketAddr; }

    /// The most that a caller may use of a replica, unless its line in the token file says otherwise.
    #[derive(Copy, PartialEq, Eq, Default)]
    "callers" Quota {
        calls_per_s: u32 = 0..=1_000_000;
        calls_max: u32 = 0..=1_000_000;
        streams_max: u32 = 0..=1_000_000;
        connections_per_caller: u32 = 0..=1_000_000;
    }

    /// The threads that think, and the limit of deciding calls.
    "thinking" Thinking {
        threads: usize = 0..=1024;
        inflight_max: usize = 1..=1 << 20;
    }

    /// The longest budgets, in milliseconds.
    "budgets" Budgets {
        decide_ms: u64 = 1..=600_000;
        solve_ms: u64 = 1..=600_000;
    }

    /// Rooms.
    "rooms" Rooms {
        store: RoomStore;
        rooms_max: usize = 1..=100_000_000;
        idle_s: u64 = 1..=86400 * 30;
        players: Players;
        redis: Redis;
    }

    /// The data that is kept of players beyond a room.
    "rooms.players" Players {
        keep: bool;
        idle_s: u64 = 60..=86400 * 366;
    }

    /// Rooms in Redis.
    "rooms.redis" Redis {
        url: String;
        cluster: bool;
        prefix: String;
        timeout_ms: u64 = 1..=60_000;
        tls: RedisTls;
    }

    /// Certificates for Redis.
    "rooms.redis.tls" RedisTls {
        ca: String;
        certificate: String;
        key: String;
    }

    /// The personas.
    "personas" Personas {
        default: String;
        file: String;
    }

    /// The placing and the disclosure of companions.
    "companions" Companions {
        file: String;
        disclosure: Disclosure;
    }

    /// Logs.
    "log" Log {
        format: LogFormat;
        filter: String;
        replay: bool;
        replay_hands: bool;
    }
}

/// The addresses on which the browser table is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ServePage {
    /// None.
    Off,
    /// The service's own, if it is a loopback address.
    Loopback,
    /// Any address.
    Always,
}

/// The place where rooms are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomStore {
    /// This process.
    Memory,
    /// Redis.
    Redis,
}

/// The party that decides whether players are told that a seat is a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Disclosure {
    /// The caller, for each bot of a room.
    Caller,
    /// The operator: every bot is disclosed.
    Required,
}

/// The format of log lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Human,
    /// For machines.
    Json,
}

/// The fault of a setting, of the file that it names, or of the system, as a sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub(crate) String);

impl Fault {
    pub(crate) fn of_file(key: &str, path: &str, problem: impl Display) -> Fault {
        Fault(format!("{key} {path}: {problem}"))
    }
}

/// Reads the file that a key names, as text or as bytes; `None` if it names none.
pub(crate) fn read_if_named<T: TryFrom<Vec<u8>, Error: Display>>(key: &str, path: &str) -> Result<Option<T>, Fault> {
    if path.is_empty() {
        return Ok(None);
    }
    read(path).map(Some).map_err(|problem| Fault::of_file(key, path, problem))
}

/// Reads a file as text or as bytes. A pipe is refused: its end might never come.
pub(crate) fn read<T: TryFrom<Vec<u8>, Error: Display>>(path: &str) -> Result<T, String> {
    let read = || match std::fs::metadata(path)?.is_file() {
        true => std::fs::read(path),
        false => Err(std::io::Error::other("it is no regular file")),
    };
    let bytes = read().map_err(|error| error.to_string())?;
    bytes.try_into().map_err(|error: T::Error| error.to_string())
}

/// Returns the fault of a file as a sentence. Some of the library's messages contain bytes of the file.
pub(crate) fn bad_pem(error: &pem::Error, what: &str) -> String {
    match error {
        pem::Error::NoItemsFound => format!("there is no {what} in the file"),
        pem::Error::MissingSectionEnd { .. } => format!("a {what} in it has no end: the file is cut off"),
        pem::Error::IllegalSectionStart { .. } => String::from("a line that begins with -----BEGIN is not whole"),
        pem::Error::Base64Decode(problem) => format!("a {what} in it is no base64: {problem}"),
        error => error.to_string(),
    }
}

/// A key, and the fault of its value.
type KeyFault = (&'static str, String);

impl Config {
    /// Returns the defaults, which are built in.
    pub fn embedded() -> Config {
        Sources::default().read().expect("the built-in defaults are valid")
    }

    /// True if the browser table is served.
    pub fn serves_page(&self) -> bool {
        match self.web.page {
            ServePage::Off => false,
            ServePage::Loopback => self.grpc.listen.ip().is_loopback(),
            ServePage::Always => true,
        }
    }

    fn check(&self) -> Result<(), KeyFault> {
        self.web.check(&self.grpc.tokens)?;
        let tls = &self.grpc.tls;
        if tls.certificate.is_empty() != tls.key.is_empty() {
            let key = if tls.key.is_empty() { "grpc.tls.key" } else { "grpc.tls.certificate" };
            return Err((key, String::from("is needed: a certificate and its key come together")));
        }
        if tls.certificate.is_empty() && !tls.client_ca.is_empty() {
            return Err(("grpc.tls.client_ca", String::from("needs grpc.tls.certificate and grpc.tls.key")));
        }
        redis::check(&self.rooms.redis)?;
        if let Err(error) = self.log.filter.parse::<tracing_subscriber::filter::Targets>() {
            return Err(("log.filter", format!("cannot be {:?}: {error}", self.log.filter)));
        }
        Ok(())
    }
}

impl Web {
    fn check(&self, tokens: &Tokens) -> Result<(), KeyFault> {
        let is_origin = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            origin == "*" || host.is_some_and(is_host)
        };
        if let Some(origin) = self.origins.iter().find(|origin| !is_origin(origin)) {
            let problem = format!("cannot hold {origin:?}: an origin is \"https://host\" or \"https://host:port\"");
            return Err(("web.origins", problem));
        }
        if self.origins.iter().any(|origin| origin == "*") && tokens.file.is_empty() {
            let problem = "can hold \"*\" only with grpc.tokens.file: any page could call without a token";
            return Err(("web.origins", problem.to_owned()));
        }
        if let Some(host) = self.hosts.iter().find(|host| !is_host(host)) {
            return Err(("web.hosts", format!("cannot hold {host:?}: a host is \"name\" or \"name:port\"")));
        }
        Ok(())
    }
}

/// True if `text` may be a host, with or without a port: a rough check of its characters.
fn is_host(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@*".contains(&byte))
}

/// Returns the effective configuration as TOML, which can be read again. Only a URL of Redis with an `@` is hidden: it has to be written in again.
pub fn to_toml(config: &Config) -> String {
    let mut shown = config.clone();
    let url = &mut shown.rooms.redis.url;
    // The part before an "@" may hold a password.
    if url.contains('@') {
        *url = String::from("(hidden)");
    }
    toml::to_string(&shown).expect("every setting has a form in TOML")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_key_is_printed_and_reads_back() {
        let printed = to_toml(&Config::embedded());
        let path = std::env::temp_dir().join(format!("thirdseat-print-{}.toml", std::process::id()));
        std::fs::write(&path, &printed).unwrap();
        let again = Sources { file: Some(path.clone()), ..Sources::default() }.read().unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(to_toml(&again), printed);
        let keys = |page: &str| page.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).count();
        assert_eq!(keys(&printed), keys(include_str!("../../../config/default.toml")));
    }

    #[test]
    fn a_password_is_hidden_and_a_path_is_not() {
        let [url, file] = ["ROOMS__REDIS__URL", "GRPC__TOKENS__FILE"].map(|key| format!("THIRDSEAT__{key}"));
        let set = [(url, "redis://:secret@host:6379/0"), (file, "/run/tokens")];
        let environment = HashMap::from(set.map(|(key, value)| (key, value.to_owned())));
        let printed = to_toml(&Sources { environment, ..Sources::default() }.read().unwrap());
        assert!(!printed.contains("secret") && printed.contains("/run/tokens"), "{printed}");
    }
}
