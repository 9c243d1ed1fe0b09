//! The checks of all settings, which name the key at fault.

use std::ops::RangeInclusive;

use super::{Config, Impossible, Section, Tokens, Web};

impl Config {
    pub(super) fn check(&self) -> Result<(), Impossible> {
        let sections: [&dyn Section; 7] = [
            &self.grpc,
            &self.callers,
            &self.thinking,
            &self.budgets,
            &self.rooms,
            &self.rooms.players,
            &self.rooms.redis,
        ];
        sections.into_iter().try_for_each(Section::check_ranges)?;
        self.web.check(&self.grpc.tokens)?;
        let tls = &self.grpc.tls;
        if tls.certificate.is_empty() != tls.key.is_empty() {
            let key = if tls.key.is_empty() { "grpc.tls.key" } else { "grpc.tls.certificate" };
            return Err((key, String::from("is needed: a certificate and its key come together")));
        }
        if tls.certificate.is_empty() && !tls.client_ca.is_empty() {
            return Err(("grpc.tls.client_ca", String::from("needs grpc.tls.certificate and grpc.tls.key")));
        }
        super::redis::check(&self.rooms.redis)?;
        if let Err(error) = self.log.filter.parse::<tracing_subscriber::filter::Targets>() {
            return Err(("log.filter", format!("cannot be {:?}: {error}", self.log.filter)));
        }
        Ok(())
    }
}

/// Refuses a number out of its range.
pub(super) fn range(key: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<(), Impossible> {
    if range.contains(&value) {
        return Ok(());
    }
    Err((key, format!("cannot be {value}: it may be {} to {}", range.start(), range.end())))
}

impl Web {
    fn check(&self, tokens: &Tokens) -> Result<(), Impossible> {
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

/// True if `text` has only signs that a host with or without a port can have.
fn is_host(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@*".contains(&byte))
}
