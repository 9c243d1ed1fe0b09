//! Limits that no operator has a reason to change. Tests set others.

use serde::Deserialize;

/// Limits that are no settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FixedLimits {
    /// The time for the opening of a connection: its TLS handshake, and the first bytes of its protocol.
    pub handshake_ms: u64,
    /// The idle time after which a connection is asked whether its client is there.
    pub keepalive_ms: u64,
    /// The silence after which a connection is closed; it may take up to twice this time. A live HTTP/2 client answers each
    /// keepalive.
    pub idle_timeout_ms: u64,
    /// The time for which a caller may read nothing that we send.
    pub unread_ms: u64,
    /// The time for which a watcher may leave an update unread. After it the watcher loses its place.
    pub watcher_unread_ms: u64,
    /// The interval of reading the files that may change.
    pub reload_ms: u64,
    /// The part of a budget that is kept for sending the answer. The recent lateness of answers is kept too.
    pub reply_margin_us: u64,
    /// The longest budget of `ReviewPlay` and of each turn of `ReviewHand`; also the default.
    pub review_ms: u64,
    /// The same for `GenerateEndgame`.
    pub generate_ms: u64,
    /// The number of threads for endgames, at low priority; 0: one for every four cores, at least one.
    pub endgame_threads: usize,
    /// The most decisions that wait for a thread; the same limit for endgames.
    pub queue: usize,
    /// The most watchers at a time.
    pub watchers_max: usize,
}

impl Default for FixedLimits {
    fn default() -> FixedLimits {
        FixedLimits {
            handshake_ms: 5_000,
            keepalive_ms: 30_000,
            idle_timeout_ms: 60_000,
            unread_ms: 20_000,
            watcher_unread_ms: 5_000,
            reload_ms: 5_000,
            reply_margin_us: 1_000,
            review_ms: 1_000,
            generate_ms: 30_000,
            endgame_threads: 0,
            queue: 16,
            watchers_max: 1024,
        }
    }
}
