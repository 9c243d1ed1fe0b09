//! The promises of a store of bytes, whichever it is: one of many writers wins, a value lasts as long as it is used, and the list is right.

use std::sync::Arc;
use std::time::Duration;

use server::config::Config;
use server::room::store::memory::Memory;
use server::room::store::redis::Redis;
use server::room::store::{Page, Revision, Store};

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

/// The store in memory has a clock that a test moves: `memory.rs`.
#[tokio::test]
async fn rooms_are_listed_while_they_last() {
    let Some(stores) = Stores::redis() else { return };
    let store = stores.store(Duration::from_secs(4));
    for number in 0..25 {
        store.swap(&format!("r{number:02}"), None, vec![number; 9]).await.unwrap();
    }
    let (mut names, mut before) = (Vec::new(), None);
    loop {
        let page = store.list(before.as_ref(), 10).await.unwrap();
        assert!(page.rooms.iter().all(|listed| listed.idle < Duration::from_secs(4)));
        names.extend(page.rooms.into_iter().map(|listed| (listed.place.room, listed.room.bytes[0])));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    let expected: Vec<(String, u8)> = (0..25).rev().map(|number| (format!("r{number:02}"), number)).collect();
    assert_eq!(names, expected, "the newest first");
    store.delete("r23").await.unwrap();
    let names = |page: Page| page.rooms.into_iter().map(|listed| listed.place.room).collect::<Vec<_>>();
    assert_eq!(names(store.list(None, 2).await.unwrap()), ["r24", "r22"]);
}

/// Rooms that everyone leaves at once: their names go with them, in one look, and nothing stays.
#[tokio::test]
async fn names_go_with_their_rooms() {
    let Some(stores) = Stores::redis() else { return };
    let store = stores.store(Duration::from_secs(4));
    let mut opened = tokio::task::JoinSet::new();
    for number in 0..400 {
        let store = Arc::clone(&store);
        opened.spawn(async move { store.swap(&format!("left-{number}"), None, vec![0; 16]).await.unwrap() });
    }
    opened.join_all().await;
    assert_eq!(store.count().await.unwrap(), 400);
    // Every key may be dropped when Redis is full: none of the names pushes out a room.
    let redis = stores.redis.as_ref().unwrap();
    let keyspace = redis.say("INFO keyspace");
    assert!(keyspace.contains("keys=416,expires=416"), "{keyspace}");
    // One is used on.
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(1800)).await;
        assert!(store.load("left-7").await.unwrap().is_some());
    }
    store.tidy().await;
    assert_eq!(store.count().await.unwrap(), 1, "the gauge counts rooms");
    let left: u64 = (0..16)
        .map(|set| redis.say(&format!("ZCARD thirdseat:room:by-use:{{{set}}}")))
        .map(|said| said.trim_start_matches(':').lines().next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(left, 1);
    tokio::time::sleep(Duration::from_millis(4500)).await;
    assert!(redis.say("DBSIZE").starts_with(":0"), "{}", redis.say("KEYS *"));
}

async fn a_state_is_swapped_once(stores: &Stores) {
    let store = stores.store(LONG);
    let first = store.swap("a", None, vec![1]).await.unwrap().written().unwrap();
    assert_eq!(store.swap("a", None, vec![9]).await.unwrap().written(), None, "the room is there already");
    let second = store.swap("a", Some(first), vec![2, 0, 255, 13, 10]).await.unwrap().written().unwrap();
    assert_eq!(store.swap("a", Some(first), vec![9]).await.unwrap().written(), None, "the first state is gone");
    assert_eq!(*store.load("a").await.unwrap().unwrap().bytes, [2, 0, 255, 13, 10]);
    assert_eq!(store.count().await.unwrap(), 1);
    assert_eq!(store.delete("a").await.unwrap().unwrap().revision, second);
    assert!(store.delete("a").await.unwrap().is_none() && store.load("a").await.unwrap().is_none());
    assert_eq!(store.swap("a", Some(second), vec![9]).await.unwrap().written(), None, "the room is gone");
    let again = store.swap("a", None, vec![3]).await.unwrap().written().unwrap();
    assert!(again != first && again != second, "a revision never comes again");
    assert_eq!(store.swap("b", Some(Revision(7)), vec![9]).await.unwrap().written(), None, "no such room");
    assert_eq!(store.count().await.unwrap(), 1);
}

#[tokio::test]
async fn a_room_lasts_as_long_as_it_is_used() {
    let Some(stores) = Stores::redis() else { return };
    let store = stores.store(Duration::from_secs(4));
    let mut revision = store.swap("a", None, vec![1]).await.unwrap().written().unwrap();
    store.swap("b", None, vec![1]).await.unwrap();
    for step in 0..5 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        // Reading and writing both make it last, looking at the list does not.
        store.list(None, 100).await.unwrap();
        match step % 2 {
            0 => assert!(store.load("a").await.unwrap().is_some(), "after {step} steps"),
            _ => revision = store.swap("a", Some(revision), vec![1]).await.unwrap().written().expect("it is there"),
        }
    }
    let listed = store.list(None, 100).await.unwrap().rooms;
    assert_eq!(listed.into_iter().map(|listed| listed.place.room).collect::<Vec<_>>(), ["a"]);
    store.tidy().await;
    assert_eq!(store.count().await.unwrap(), 1);
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
