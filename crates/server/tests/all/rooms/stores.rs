//! One suite for two stores: every law of rooms holds in this process and in a real Redis.

use server::config::{Config, RoomStore};

use super::rpc::Service;
use crate::support::redis::RedisServer;

/// The store of a test's rooms.
pub(crate) struct Stores {
    pub(crate) redis: Option<RedisServer>,
}

impl Stores {
    pub(crate) fn memory() -> Stores {
        Stores { redis: None }
    }

    /// Starts Redis; `None`, with a message, if it is not installed.
    pub(crate) fn redis() -> Option<Stores> {
        Some(Stores { redis: Some(RedisServer::start()?) })
    }

    /// True if replicas share them.
    pub(crate) fn are_shared(&self) -> bool {
        self.redis.is_some()
    }

    pub(crate) fn service(&self) -> Service {
        self.service_with(|_| {})
    }

    /// Makes another replica on the same Redis; in memory, an independent service.
    pub(crate) fn service_with(&self, change: impl FnOnce(&mut Config)) -> Service {
        Service::with(|config| {
            self.configure(config);
            change(config);
        })
    }

    pub(crate) fn configure(&self, config: &mut Config) {
        if let Some(redis) = &self.redis {
            config.rooms.store = RoomStore::Redis;
            config.rooms.redis.url = redis.url();
            // On a busy machine Redis may be slow.
            config.rooms.redis.timeout_ms = 10_000;
        }
    }
}

/// Laws `async fn law(stores: &Stores)` as tests on either store.
macro_rules! on_both_stores {
    ($($law:ident;)+) => { $crate::rooms::stores::on_both_stores! { #[tokio::test] $($law;)+ } };
    ($(#[$attribute:meta] $($law:ident;)+)+) => {
        mod in_memory {
            $($(#[$attribute] async fn $law() { super::$law(&crate::rooms::stores::Stores::memory()).await; })+)+
        }
        mod in_redis {
            $($(#[$attribute] async fn $law() {
                if let Some(stores) = crate::rooms::stores::Stores::redis() {
                    super::$law(&stores).await;
                }
            })+)+
        }
    };
}
pub(crate) use on_both_stores;
