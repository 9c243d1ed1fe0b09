//! The commands that calls on rooms send to a real Redis.

use rules::{Chair, Ruleset, Seed, Stage};
use wire::v1;

use super::players::{BOTS, Table};
use super::rpc::{Service, opening, recording, room_event};
use super::stores::Stores;
use super::table::{Backend, Plays, any_action};
use crate::support::redis::RedisServer;

/// The commands that a call waits for. A script counts as one; names are written in the background.
const WAITED_FOR: [&str; 4] = ["getex", "getdel", "eval", "evalsha"];

impl RedisServer {
    /// Counts the commands that calls waited for since it was last asked.
    fn trips(&self) -> usize {
        let stats = self.say("INFO commandstats");
        assert!(self.say("CONFIG RESETSTAT").contains("+OK"));
        let calls = |command: &str| {
            let row = stats.lines().find_map(|row| row.strip_prefix(&format!("cmdstat_{command}:calls=")))?;
            row.split(',').next()?.parse::<usize>().ok()
        };
        WAITED_FOR.into_iter().filter_map(calls).sum()
    }
}

/// Records events and asks for the next decision. Returns the trips, and true if a bot decided.
async fn trips(redis: &RedisServer, service: &Service, events: Vec<v1::RoomEvent>) -> (usize, bool) {
    redis.trips();
    let recorded =
        service.record(v1::RecordEventsRequest { decide: true, ..recording("trips", events) }).await.unwrap();
    let is_decided =
        recorded.next.is_some_and(|next| matches!(next.result, Some(v1::turn_decision::Result::Decision(_))));
    (redis.trips(), is_decided)
}

#[tokio::test]
async fn an_event_and_the_next_decision_take_two_trips() {
    let Some(stores) = Stores::redis() else { return };
    let redis = stores.redis.as_ref().unwrap();
    let (one, two) = (stores.service(), stores.service());
    one.open(opening("trips", "classic", [true; 3], "casual")).await.unwrap();
    two.open(opening("other", "classic", [true; 3], "casual")).await.unwrap();
    assert_eq!(redis.trips(), 3, "two rooms, and once the script's text");
    let (mut rng, mut plays) = (Seed(3).rng(), Plays::new());
    let (mut sequence, mut decided) = (0, 0);
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut rng);
    let mut happened = vec![backend.dealt([true; 3])];
    while backend.turn().is_some() {
        let events: Vec<_> = (sequence + 1..).zip(&happened).map(|(at, what)| room_event(at, 1, what)).collect();
        sequence += events.len() as u32;
        // Once the other replica takes a turn; it has to load, and so does this one after it.
        let (service, expected) = match decided {
            // The deal also loads the record of the bots' persona, and the first answer sends its script's text.
            0 => (&one, 4),
            4 => (&two, 3),
            5 => (&one, 3),
            _ => (&one, 2),
        };
        assert_eq!(trips(redis, service, events).await, (expected, true), "event {sequence}");
        decided += 1;
        happened = backend.act(any_action(&backend, &mut rng, &mut plays));
    }
    assert!(decided > 10, "{decided} decisions");
}

#[tokio::test]
async fn a_deal_takes_a_trip_for_each_key() {
    let Some(stores) = Stores::redis() else { return };
    let redis = stores.redis.as_ref().unwrap();
    let service = stores.service();
    let mut table = Table::open(&service, "deals").await;
    let mut seed = 0;
    loop {
        seed += 1;
        let (mut backend, _) = table.deal(seed).await;
        let end = table.play(&mut backend, seed).await;
        // A hand without a landlord is counted too.
        table.tell(&[end]).await;
        if backend.board().stage() == Stage::Over {
            break;
        }
    }
    // Grading runs in the background.
    while redis.trips() > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
    let dealt = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut Seed(1).rng()).dealt(BOTS);
    table.hand += 1;
    table.tell(&[dealt]).await;
    assert_eq!(redis.trips(), 4, "the room, and the three at the table");
}
