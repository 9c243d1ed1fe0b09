//! The checks of all settings, which name the key at fault.

use super::{Config, Grpc, Impossible};

impl Config {
    pub(super) fn check(&self) -> Result<(), Impossible> {
        let counts = [
            ("grpc.message_bytes_max", self.grpc.message_bytes_max as u64, 1024, 4 << 20),
            ("grpc.header_bytes_max", u64::from(self.grpc.header_bytes_max), 1024, 1 << 20),
            ("grpc.streams_per_connection", u64::from(self.grpc.streams_per_connection), 1, 65536),
            ("grpc.connections_max", self.grpc.connections_max as u64, 1, 1 << 20),
            ("grpc.decide_streams_max", self.grpc.decide_streams_max as u64, 1, 1 << 20),
            ("grpc.decide_streams_per_connection", self.grpc.decide_streams_per_connection as u64, 1, 65536),
            ("grpc.decide_stream_idle_s", self.grpc.decide_stream_idle_s, 1, 86400),
            ("grpc.connection_age_s", self.grpc.connection_age_s, 0, 86400 * 365),
            ("grpc.handshake_ms", self.grpc.handshake_ms, 10, 600_000),
            ("grpc.keepalive_s", self.grpc.keepalive_s, 1, 86400),
            ("grpc.idle_timeout_s", self.grpc.idle_timeout_s, 1, 86400),
            ("grpc.drain_s", self.grpc.drain_s, 0, 3600),
            ("grpc.pre_stop_delay_ms", self.grpc.pre_stop_delay_ms, 0, 600_000),
            ("web.json_bytes_max", self.web.json_bytes_max as u64, 1024, 16 << 20),
            ("thinking.threads", self.thinking.threads as u64, 0, 1024),
            ("thinking.endgame_threads", self.thinking.endgame_threads as u64, 0, 1024),
            ("callers.calls_per_s", u64::from(self.callers.calls_per_s), 0, 1_000_000),
            ("callers.calls_max", u64::from(self.callers.calls_max), 0, 1_000_000),
            ("callers.streams_max", u64::from(self.callers.streams_max), 0, 1_000_000),
            ("thinking.queue", self.thinking.queue as u64, 1, 65536),
            ("thinking.inflight_max", self.thinking.inflight_max as u64, 1, 1 << 20),
            ("thinking.stream_inflight_max", self.thinking.stream_inflight_max as u64, 1, 65536),
            ("thinking.reply_margin_us", self.thinking.reply_margin_us, 0, 1_000_000),
            ("budgets.bid_ms", self.budgets.bid_ms, 1, 600_000),
            ("budgets.play_ms", self.budgets.play_ms, 1, 600_000),
            ("budgets.follow_ms", self.budgets.follow_ms, 1, 600_000),
            ("budgets.review_ms", self.budgets.review_ms, 1, 600_000),
            ("budgets.solve_ms", self.budgets.solve_ms, 1, 600_000),
            ("budgets.generate_ms", self.budgets.generate_ms, 1, 600_000),
            ("rooms.rooms_max", self.rooms.rooms_max as u64, 1, 100_000_000),
            ("rooms.idle_s", self.rooms.idle_s, 1, 86400 * 30),
            ("rooms.watch_updates_max", self.rooms.watch_updates_max as u64, 1, 65536),
            ("rooms.watchers_max", self.rooms.watchers_max as u64, 0, 1 << 20),
            ("rooms.players.idle_s", self.rooms.players.idle_s, 60, 86400 * 366),
            ("rooms.players.players_max", self.rooms.players.players_max as u64, 1, 100_000_000),
            ("rooms.redis.timeout_ms", self.rooms.redis.timeout_ms, 1, 60_000),
            ("trace.sample_percent", u64::from(self.trace.sample_percent), 0, 100),
            ("log.replay_queue", self.log.replay_queue as u64, 1, 1 << 20),
        ];
        for (key, value, least, most) in counts {
            if !(least..=most).contains(&value) {
                return Err((key, format!("cannot be {value}: it may be {least} to {most}")));
            }
        }
        let Grpc { keepalive_s, idle_timeout_s, .. } = self.grpc;
        if idle_timeout_s <= keepalive_s {
            let problem =
                format!("must be more than grpc.keepalive_s, {keepalive_s}: an idle client only answers keepalives");
            return Err(("grpc.idle_timeout_s", format!("cannot be {idle_timeout_s}: it {problem}")));
        }
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
        let endpoint = &self.trace.endpoint;
        let host = endpoint.strip_prefix("http://").unwrap_or("");
        if !endpoint.is_empty() && (host.is_empty() || endpoint.parse::<http::Uri>().is_err()) {
            let problem = format!("cannot be {endpoint:?}: it is \"http://HOST:PORT\" of a collector, or empty");
            return Err(("trace.endpoint", problem));
        }
        if let Err(error) = self.log.filter.parse::<tracing_subscriber::filter::Targets>() {
            return Err(("log.filter", format!("cannot be {:?}: {error}", self.log.filter)));
        }
        Ok(())
    }
}
