//! One suite for the store in memory and for a real Redis: the laws of rooms hold, one of many writers wins, and a value lasts while it is
//! used.

use std::sync::Arc;
use std::time::Duration;

use server::config::{Config, RoomStore};
use server::room::store::memory::MemoryStore;
use server::room::store::redis::RedisStore;
use server::room::store::{Revision, Store, TurnId, Write};

use super::rpc::Service;
use crate::support::redis::RedisServer;

pub(crate) struct TestStore {
    pub(crate) redis: Option<RedisServer>,
}

impl TestStore {
    pub(crate) fn memory() -> TestStore {
        TestStore { redis: None }
    }

    /// Starts Redis; `None`, with a message, if it is not installed.
    pub(crate) fn redis() -> Option<TestStore> {
        Some(TestStore { redis: Some(RedisServer::start()?) })
    }

    pub(crate) fn is_shared(&self) -> bool {
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

    fn store(&self) -> Arc<dyn Store> {
        let mut config = Config::embedded();
        self.configure(&mut config);
        match self.redis {
            Some(_) => Arc::new(RedisStore::new(&config.rooms.redis, LIFETIME).unwrap()),
            None => Arc::new(MemoryStore::new(1000, LIFETIME, Box::new(|_, _| {}))),
        }
    }
}

/// Makes two tests of each law `async fn law(stores: &TestStore)`, one for each store.
macro_rules! on_both_stores {
    ($($law:ident;)+) => { $crate::rooms::stores::on_both_stores! { #[tokio::test] $($law;)+ } };
    ($(#[$attribute:meta] $($law:ident;)+)+) => {
        mod in_memory {
            $($(#[$attribute] async fn $law() { super::$law(&crate::rooms::stores::TestStore::memory()).await; })+)+
        }
        mod in_redis {
            $($(#[$attribute] async fn $law() {
                if let Some(stores) = crate::rooms::stores::TestStore::redis() {
                    super::$law(&stores).await;
                }
            })+)+
        }
    };
}
pub(crate) use on_both_stores;

const LIFETIME: Duration = Duration::from_secs(600);

on_both_stores! {
    #[tokio::test]
    a_state_is_swapped_once;
    an_answer_is_kept_once_and_not_after_its_turn;
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    one_of_many_answers_is_kept;
}

async fn a_state_is_swapped_once(stores: &TestStore) {
    let store = stores.store();
    let first = store.swap("a", None, vec![1].into()).await.unwrap().unwrap();
    assert_eq!(store.swap("a", None, vec![9].into()).await.unwrap().ok(), None, "the room is there already");
    let second = store.swap("a", Some(first), vec![2, 0, 255, 13, 10].into()).await.unwrap().unwrap();
    assert_eq!(store.swap("a", Some(first), vec![9].into()).await.unwrap().ok(), None, "the first state is gone");
    assert_eq!(*store.load("a").await.unwrap().unwrap().bytes, [2, 0, 255, 13, 10]);
    assert!(store.count().is_none_or(|count| count == 1));
    assert_eq!(store.delete("a").await.unwrap().unwrap().revision, second);
    assert!(store.delete("a").await.unwrap().is_none() && store.load("a").await.unwrap().is_none());
    assert_eq!(store.swap("a", Some(second), vec![9].into()).await.unwrap().ok(), None, "the room is gone");
    let again = store.swap("a", None, vec![3].into()).await.unwrap().unwrap();
    assert!(again != first && again != second, "a revision never comes again");
    assert_eq!(store.swap("b", Some(Revision(7)), vec![9].into()).await.unwrap().ok(), None, "no such room");
    assert!(store.count().is_none_or(|count| count == 1));
}

const fn turn_id(version: u64) -> TurnId {
    TurnId { opening: 7, version }
}

async fn an_answer_is_kept_once_and_not_after_its_turn(stores: &TestStore) {
    let store = stores.store();
    let first = store.swap("a", None, vec![1].into()).await.unwrap().unwrap();
    assert_eq!(store.load_answer("a", turn_id(1)).await.unwrap(), None);
    assert_eq!(store.add_answer("a", turn_id(1), b"question-one").await.unwrap(), None);
    assert_eq!(store.add_answer("a", turn_id(1), b"question-two").await.unwrap().unwrap(), b"question-one");
    assert_eq!(store.add_answer("a", turn_id(1), b"different-one").await.unwrap(), None);
    assert_eq!(store.add_answer("a", turn_id(1), b"different-two").await.unwrap().unwrap(), b"different-one");
    let second = store.swap("a", Some(first), vec![2].into()).await.unwrap().unwrap();
    let last = |bytes: Vec<u8>| Write { bytes: bytes.into(), ends: Some(turn_id(1)) };
    assert_eq!(store.swap("a", Some(first), last(vec![9])).await.unwrap().ok(), None);
    assert!(store.load_answer("a", turn_id(1)).await.unwrap().is_some(), "neither write ended the turn");
    store.swap("a", Some(second), last(vec![3])).await.unwrap().unwrap();
    assert_eq!(store.add_answer("a", turn_id(1), b"question-late").await.unwrap().unwrap(), b"", "the turn is over");
    assert_eq!(store.add_answer("a", turn_id(3), b"question-next").await.unwrap(), None);
    assert_eq!(store.add_answer("a", turn_id(1), b"question-later").await.unwrap().unwrap(), b"", "and stays over");
    assert_eq!(store.load_answer("a", turn_id(3)).await.unwrap().unwrap(), b"question-next");
    let again = TurnId { opening: 8, version: 1 };
    assert_eq!(store.add_answer("a", again, b"question-again").await.unwrap(), None, "another opening has other turns");
}

/// Each read and each write restarts the time-to-live. The store in memory has a clock that a test moves: `memory.rs`.
#[tokio::test]
async fn a_room_lasts_as_long_as_it_is_used() {
    let Some(stores) = TestStore::redis() else { return };
    let (store, redis) = (stores.store(), stores.redis.as_ref().unwrap());
    let lasts = || redis.say("TTL thirdseat:room:{a}").trim_start_matches(':').lines().next().unwrap().parse().unwrap();
    let mut revision = store.swap("a", None, vec![1].into()).await.unwrap().unwrap();
    for step in 0..4 {
        let left: u64 = lasts();
        assert!((LIFETIME.as_secs() - 60..=LIFETIME.as_secs()).contains(&left), "{left} s are left after {step} steps");
        assert!(redis.say("EXPIRE thirdseat:room:{a} 100").starts_with(":1"));
        match step % 2 {
            0 => assert!(store.load("a").await.unwrap().is_some()),
            _ => {
                revision = store.swap("a", Some(revision), vec![1].into()).await.unwrap().expect("it is there");
            }
        }
    }
    // Every key has an expiry, so Redis may drop it when it is full.
    let keyspace = redis.say("INFO keyspace");
    assert!(keyspace.contains("keys=1,expires=1"), "{keyspace}");
    assert!(redis.say("PEXPIRE thirdseat:room:{a} 0").starts_with(":1"));
    assert!(store.load("a").await.unwrap().is_none());
}

async fn one_of_many_answers_is_kept(stores: &TestStore) {
    let store = stores.store();
    store.swap("a", None, vec![0].into()).await.unwrap().unwrap();
    for round in 1..=30 {
        let mut bots = tokio::task::JoinSet::new();
        for bot in 0..8u8 {
            let store = Arc::clone(&store);
            bots.spawn(async move {
                (bot, store.add_answer("a", turn_id(round), &[&b"question-"[..], &[bot]].concat()).await.unwrap())
            });
        }
        let answers = bots.join_all().await;
        let won: Vec<u8> = answers.iter().filter(|(_, found)| found.is_none()).map(|(bot, _)| *bot).collect();
        let [kept] = won[..] else { panic!("round {round}: {answers:?}") };
        assert!(
            answers.iter().all(|(_, found)| found.as_ref().is_none_or(|found| found.last() == Some(&kept))),
            "{answers:?}"
        );
    }
}
