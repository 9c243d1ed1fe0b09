//! `thirdseat config --print`.

use std::fmt::Display;

use super::Config;

/// The effective configuration as TOML that could be read again. Nothing in it is secret: certificates, keys and tokens are
/// named by their files.
pub fn print(config: &Config) -> String {
    let Config { grpc, web, admin, thinking, budgets, rooms, personas, companions, bridge, log } = config;
    let format = match log.format {
        super::LogFormat::Human => "human",
        super::LogFormat::Json => "json",
    };
    let store = match rooms.store {
        super::RoomStore::Memory => "memory",
        super::RoomStore::Redis => "redis",
    };
    let on_store_down = match rooms.redis.on_store_down {
        super::OnStoreDown::Refuse => "refuse",
        super::OnStoreDown::Stateless => "stateless",
    };
    let sections: [(&str, Vec<(&str, String)>); 14] = [
        (
            "grpc",
            vec![
                ("listen", text(grpc.listen)),
                ("message_bytes_max", grpc.message_bytes_max.to_string()),
                ("header_bytes_max", grpc.header_bytes_max.to_string()),
                ("streams_per_connection", grpc.streams_per_connection.to_string()),
                ("connection_age_s", grpc.connection_age_s.to_string()),
                ("handshake_ms", grpc.handshake_ms.to_string()),
                ("idle_timeout_s", grpc.idle_timeout_s.to_string()),
                ("connections_max", grpc.connections_max.to_string()),
                ("keepalive_s", grpc.keepalive_s.to_string()),
                ("drain_s", grpc.drain_s.to_string()),
                ("pre_stop_delay_ms", grpc.pre_stop_delay_ms.to_string()),
            ],
        ),
        (
            "grpc.tls",
            vec![
                ("certificate", text(&grpc.tls.certificate)),
                ("key", hidden(&grpc.tls.key)),
                ("client_ca", text(&grpc.tls.client_ca)),
            ],
        ),
        ("grpc.tokens", vec![("file", hidden(&grpc.tokens.file))]),
        (
            "web",
            vec![
                ("json", web.json.to_string()),
                ("grpc_web", web.grpc_web.to_string()),
                ("json_bytes_max", web.json_bytes_max.to_string()),
                ("origins", format!("{:?}", web.origins)),
            ],
        ),
        ("admin", vec![("listen", text(admin.listen))]),
        (
            "thinking",
            vec![
                ("threads", thinking.threads.to_string()),
                ("queue", thinking.queue.to_string()),
                ("inflight_max", thinking.inflight_max.to_string()),
                ("stream_inflight_max", thinking.stream_inflight_max.to_string()),
                ("reply_margin_us", thinking.reply_margin_us.to_string()),
            ],
        ),
        (
            "budgets",
            vec![
                ("bid_ms", budgets.bid_ms.to_string()),
                ("play_ms", budgets.play_ms.to_string()),
                ("follow_ms", budgets.follow_ms.to_string()),
                ("review_ms", budgets.review_ms.to_string()),
                ("solve_ms", budgets.solve_ms.to_string()),
                ("generate_ms", budgets.generate_ms.to_string()),
            ],
        ),
        (
            "rooms",
            vec![
                ("store", text(store)),
                ("rooms_max", rooms.rooms_max.to_string()),
                ("idle_s", rooms.idle_s.to_string()),
                ("watch_updates_max", rooms.watch_updates_max.to_string()),
                ("watchers_max", rooms.watchers_max.to_string()),
            ],
        ),
        (
            "rooms.redis",
            vec![
                // It may hold a password.
                ("url", if rooms.redis.url.contains('@') { hidden(&rooms.redis.url) } else { text(&rooms.redis.url) }),
                ("cluster", rooms.redis.cluster.to_string()),
                ("prefix", text(&rooms.redis.prefix)),
                ("timeout_ms", rooms.redis.timeout_ms.to_string()),
                ("on_store_down", text(on_store_down)),
            ],
        ),
        (
            "rooms.redis.tls",
            vec![
                ("ca", text(&rooms.redis.tls.ca)),
                ("certificate", text(&rooms.redis.tls.certificate)),
                ("key", hidden(&rooms.redis.tls.key)),
            ],
        ),
        ("personas", vec![("default", text(&personas.default)), ("file", text(&personas.file))]),
        ("companions", vec![("file", text(&companions.file))]),
        (
            "bridge",
            vec![
                ("enabled", bridge.enabled.to_string()),
                ("listen", text(bridge.listen)),
                ("persona", text(&bridge.persona)),
            ],
        ),
        (
            "log",
            vec![
                ("format", text(format)),
                ("filter", text(&log.filter)),
                ("replay", log.replay.to_string()),
                ("replay_queue", log.replay_queue.to_string()),
            ],
        ),
    ];
    let mut page = String::new();
    for (index, (section, pairs)) in sections.iter().enumerate() {
        page.push_str(if index == 0 { "[" } else { "\n[" });
        page.push_str(section);
        page.push_str("]\n");
        pairs.iter().for_each(|(key, value)| page.push_str(&format!("{key} = {value}\n")));
    }
    page
}

fn text(value: impl Display) -> String {
    format!("{:?}", format!("{value}"))
}

/// Where a secret lies is nobody's business either.
fn hidden(value: &str) -> String {
    text(if value.is_empty() { "" } else { "(hidden)" })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::config::Sources;

    #[test]
    fn every_key_is_printed_and_reads_back() {
        let printed = print(&Config::embedded());
        let path = std::env::temp_dir().join(format!("thirdseat-print-{}.toml", std::process::id()));
        std::fs::write(&path, &printed).unwrap();
        let again = Sources { file: Some(path.clone()), ..Sources::none() }.read().unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!(print(&again), printed);
        let keys = |page: &str| page.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).count();
        assert_eq!(keys(&printed), keys(include_str!("../../../../config/default.toml")));
    }

    #[test]
    fn where_secrets_lie_is_hidden() {
        let environment = HashMap::from([(String::from("THIRDSEAT__GRPC__TOKENS__FILE"), String::from("/run/secret"))]);
        let config = Sources { environment, ..Sources::none() }.read().unwrap();
        assert!(!print(&config).contains("/run/secret"));
    }
}
