//! The promises of each store of bytes: one of many writers wins, and a value lasts while it is used.

use std::sync::Arc;
use std::time::Duration;

use server::config::Config;
use server::room::store::memory::Memory;
use server::room::store::redis::Redis;
use server::room::store::{Revision, Store};

use super::stores::{Stores, on_both_stores};

impl Stores {
    /// Makes the bare store.
    fn store(&self, idle: Duration) -> Arc<dyn Store> {
        let mut config = Config::embedded();
        self.configure(&mut config);
        match self.redis {
            Some(_) => Arc::new(Redis::new(&config.rooms.redis, idle).unwrap()),
            None => Arc::new(Memory::new(1000, idle, Box::new(|_, _| {}))),
        }
    }
}

const LONG: Duration = Duration::from_secs(600);

on_both_stores! {
    #[tokio::test]
    a_state_is_swapped_once;
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    of_many_who_swap_one_wins;
}

async fn a_state_is_swapped_once(stores: &Stores) {
    let store = stores.store(LONG);
    let first = store.swap("a", None, vec![1]).await.unwrap().written().unwrap();
    assert_eq!(store.swap("a", None, vec![9]).await.unwrap().written(), None, "the room is there already");
    let second = store.swap("a", Some(first), vec![2, 0, 255, 13, 10]).await.unwrap().written().unwrap();
    assert_eq!(store.swap("a", Some(first), vec![9]).await.unwrap().written(), None, "the first state is gone");
    assert_eq!(*store.load("a").await.unwrap().unwrap().bytes, [2, 0, 255, 13, 10]);
    assert!(store.count().is_none_or(|count| count == 1));
    assert_eq!(store.delete("a").await.unwrap().unwrap().revision, second);
    assert!(store.delete("a").await.unwrap().is_none() && store.load("a").await.unwrap().is_none());
    assert_eq!(store.swap("a", Some(second), vec![9]).await.unwrap().written(), None, "the room is gone");
    let again = store.swap("a", None, vec![3]).await.unwrap().written().unwrap();
    assert!(again != first && again != second, "a revision never comes again");
    assert_eq!(store.swap("b", Some(Revision(7)), vec![9]).await.unwrap().written(), None, "no such room");
    assert!(store.count().is_none_or(|count| count == 1));
}

/// The store in memory has a clock that a test moves: `memory.rs`.
#[tokio::test]
async fn a_room_lasts_as_long_as_it_is_used() {
    let Some(stores) = Stores::redis() else { return };
    let store = stores.store(Duration::from_secs(4));
    let mut revision = store.swap("a", None, vec![1]).await.unwrap().written().unwrap();
    store.swap("b", None, vec![1]).await.unwrap();
    for step in 0..5 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        // Reads and writes both restart its time-to-live.
        match step % 2 {
            0 => assert!(store.load("a").await.unwrap().is_some(), "after {step} steps"),
            _ => revision = store.swap("a", Some(revision), vec![1]).await.unwrap().written().expect("it is there"),
        }
    }
    // Every key has an expiry, so Redis may drop it when it is full.
    let keyspace = stores.redis.as_ref().unwrap().say("INFO keyspace");
    assert!(keyspace.contains("keys=1,expires=1"), "{keyspace}");
    assert!(store.load("b").await.unwrap().is_none());
    tokio::time::sleep(Duration::from_millis(4200)).await;
    assert!(store.load("a").await.unwrap().is_none());
}

async fn of_many_who_swap_one_wins(stores: &Stores) {
    let store = stores.store(LONG);
    let mut expected = store.swap("a", None, vec![0; 900]).await.unwrap().written().unwrap();
    for round in 1..=30u8 {
        let mut writers = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let store = Arc::clone(&store);
            writers.spawn(async move { store.swap("a", Some(expected), vec![round; 900]).await.unwrap().written() });
        }
        let won: Vec<Revision> = writers.join_all().await.into_iter().flatten().collect();
        assert_eq!(won.len(), 1, "round {round}");
        expected = won[0];
        assert_eq!(store.load("a").await.unwrap().unwrap().revision, expected);
    }
}
