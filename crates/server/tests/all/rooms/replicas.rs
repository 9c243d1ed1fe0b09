//! The promises of a shared store: replicas serve each other's rooms, and a store that is down affects no caller that does
//! not need it.

use std::time::{Duration, Instant};

use rules::{Chair, Ruleset, Seed, Stage};
use server::call::context::Call as CallContext;
use server::call::rpc::Rpc;
use server::config::Config;
use server::room::event::RoomEventKind;
use tokio_stream::StreamExt;
use tonic::Code;
use tonic_types::StatusExt;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;
use wire::v1::watch_room_response::Update;

use super::forms::{hand, rpc};
use super::rpc::{Service, chair_number, local, opening, reason, recording, repeated, room_event, turn};
use super::stores::Stores;
use super::table::{Backend, Plays, any_action};
use crate::support::redis::RedisServer;

/// Starts two replicas on one Redis; `None` if it is not installed.
fn replicas() -> Option<(Stores, Service, Service)> {
    let stores = Stores::redis()?;
    let (one, two) = (stores.service(), stores.service());
    Some((stores, one, two))
}

/// Plays hands with calls on alternating replicas, and checks that the room agrees with the table.
async fn play_across(one: &Service, two: &Service, room: &str, hands: u32) -> (u32, u32) {
    let bots = [true; 3];
    one.open(opening(room, "classic", bots, "casual")).await.unwrap();
    two.open(opening(room, "classic", bots, "casual")).await.expect("the same request opens the same room anywhere");
    let mut rng = Seed(11).rng();
    let mut plays = Plays::new();
    let (mut sequence, mut calls) = (0, 0u32);
    let mut next = || {
        calls += 1;
        if calls % 2 == 0 { one } else { two }
    };
    for number in 1..=hands {
        let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::ALL[number as usize % 3], &mut rng);
        let mut happened = vec![backend.dealt(bots)];
        loop {
            for what in happened {
                sequence += 1;
                let recorded = next().record(recording(room, vec![room_event(sequence, number, &what)])).await.unwrap();
                assert_eq!((recorded.version, recorded.sequence), (sequence + 1, sequence));
            }
            let Some(chair) = backend.turn() else { break };
            let ask = |service: &'static str| (service, turn(room, chair, Some(sequence + 1)));
            let (name, position) = ask(rpc(&backend));
            let decided = next().decide(name, position, v1::DecisionOptions::default()).await.unwrap();
            let (name, position) = ask(name);
            let again = next().decide(name, position, v1::DecisionOptions::default()).await.unwrap();
            assert_eq!(again, repeated(decided), "what one decided the other knows");
            happened = backend.act(any_action(&backend, &mut rng, &mut plays));
        }
        if backend.board().stage() == Stage::Over {
            sequence += 1;
            next().record(recording(room, vec![room_event(sequence, number, &backend.settled())])).await.unwrap();
        }
    }
    (sequence, calls)
}

#[tokio::test]
async fn a_cluster_keeps_rooms_on_all_its_nodes() {
    let Some(nodes) = RedisServer::start_cluster(2) else { return };
    let configure = |config: &mut Config| {
        config.rooms.store = server::config::RoomStore::Redis;
        config.rooms.redis.cluster = true;
        config.rooms.redis.url = nodes[0].url();
        config.rooms.redis.timeout_ms = 10_000;
    };
    let (one, two) = (Service::with(configure), Service::with(configure));
    for number in 0..4 {
        play_across(&one, &two, &format!("spread-{number}"), 1).await;
    }
    for node in &nodes {
        let size = node.say("DBSIZE");
        assert!(!size.starts_with(":0"), "every node has some: {size}");
    }
}

#[tokio::test]
async fn watchers_see_what_another_replica_records() {
    let Some((_stores, one, two)) = replicas() else { return };
    let bots = [true, true, false];
    one.open(opening("show", "classic", bots, "casual")).await.unwrap();
    let request = v1::WatchRoomRequest { room_id: "show".to_owned(), ..v1::WatchRoomRequest::default() };
    let mut watching = one.watch(request).await.unwrap();
    assert!(matches!(watching.next().await.unwrap().unwrap().update, Some(Update::Room(_))));
    let mut rng = Seed(5).rng();
    let mut plays = Plays::new();
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut rng);
    let mut told = vec![backend.dealt(bots)];
    for _ in 0..6 {
        told.extend(backend.act(any_action(&backend, &mut rng, &mut plays)));
    }
    // The deal comes first: a watcher that is a hand behind gets the room instead of events.
    for (index, what) in told.iter().enumerate() {
        two.record(recording("show", vec![room_event(index as u32 + 1, 1, what)])).await.unwrap();
        if index == 0 {
            let seen = watching.next().await.unwrap().unwrap();
            assert_eq!(seen.version, 2);
        }
    }
    for sequence in 2..=told.len() as u32 {
        let seen = watching.next().await.unwrap().unwrap();
        let Some(Update::Event(event)) = seen.update else { panic!("{seen:?}") };
        assert_eq!((seen.version, event.sequence), (sequence + 1, sequence), "each once, in order");
    }
    assert!(two.close("show").await);
    assert!(matches!(watching.next().await.unwrap().unwrap().update, Some(Update::Closed(_))));
}

/// Opens a room and plays up to the first lead. Returns the backend, and its events.
pub(crate) async fn in_play(service: &Service, opening: v1::OpenRoomRequest) -> (Backend, Vec<RoomEventKind>) {
    let room = opening.room_id.clone();
    let bots = [1, 2, 3].map(|chair| opening.bots.iter().any(|bot| bot.chair == chair));
    service.open(opening).await.unwrap();
    let mut rng = Seed(5).rng();
    let mut plays = Plays::new();
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut rng);
    let mut told = vec![backend.dealt(bots)];
    while backend.board().stage() != Stage::Play {
        let called = any_action(&backend, &mut rng, &mut plays);
        told.extend(backend.act(called));
    }
    let events = (1..).zip(&told).map(|(sequence, what)| room_event(sequence, 1, what)).collect();
    service.record(recording(&room, events)).await.unwrap();
    (backend, told)
}

/// Opens a room at a bot's turn. Returns the call of that turn, its chair, and the hand for a call without a room.
pub(crate) async fn at_a_turn(service: &Service, room: &str) -> (&'static str, Chair, v1::Hand) {
    let (backend, told) = in_play(service, opening(room, "classic", [true; 3], "rules")).await;
    let chair = backend.turn().unwrap();
    (rpc(&backend), chair, hand(&backend, &told, chair, Vec::new()))
}

pub(crate) fn metric(service: &Service, series: &str) -> f64 {
    let page = service.app.metrics_page();
    let value = page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok());
    value.unwrap_or_else(|| panic!("{series} is not on the page"))
}

#[tokio::test]
async fn without_its_store_a_room_is_refused_and_everything_else_is_served() {
    let Some(mut stores) = Stores::redis() else { return };
    let service = stores.service();
    let (name, chair, hand) = at_a_turn(&service, "away").await;
    let options = v1::DecisionOptions::default;
    let by_rules = || v1::DecisionOptions { persona: "rules".to_owned(), hand_seed: Some(3), ..options() };
    let stateless = service.decide(name, super::rpc::told(chair, &hand), by_rules()).await.unwrap();
    assert_eq!(metric(&service, "thirdseat_store_nodes{state=\"up\"}"), 1.0);

    stores.redis.as_mut().unwrap().stop();
    for _ in 0..10 {
        let status = service.decide(name, turn("away", chair, None), options()).await.unwrap_err();
        assert_eq!((reason(&status).as_str(), status.code()), ("STORE_UNAVAILABLE", Code::Unavailable));
        assert!(status.get_details_retry_info().is_some_and(|info| info.retry_delay.is_some()));
        let same = service.decide(name, super::rpc::told(chair, &hand), by_rules()).await.unwrap();
        assert_eq!(same.action, stateless.action);
    }
    assert_eq!(metric(&service, "thirdseat_store_nodes{state=\"up\"}"), 0.0);
    assert_eq!(metric(&service, "thirdseat_store_errors_total{op=\"read\",error=\"unanswered\"}"), 10.0);
    let opened = service.open(opening("new", "classic", [true; 3], "rules")).await;
    assert_eq!(reason(&opened.unwrap_err()), "STORE_UNAVAILABLE");

    // It comes back without its rooms, which have to be opened again.
    assert!(stores.redis.as_mut().unwrap().run());
    let since = Instant::now();
    while reason(&service.room("away", v1::Audience::Public, chair).await.unwrap_err()) == "STORE_UNAVAILABLE" {
        assert!(since.elapsed() < Duration::from_secs(60), "it does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(reason(&service.room("away", v1::Audience::Public, chair).await.unwrap_err()), "ROOM_NOT_FOUND");
    let (name, chair, _) = at_a_turn(&service, "away").await;
    service.decide(name, turn("away", chair, None), options()).await.unwrap();
    assert_eq!(metric(&service, "thirdseat_store_nodes{state=\"up\"}"), 1.0);
}

/// A key that no replica wrote affects only that room: a retry does not help, and the store counts as up.
#[tokio::test]
async fn an_unreadable_key_is_said_to_be_that_and_costs_no_other_room() {
    let Some(stores) = Stores::redis() else { return };
    let service = stores.service();
    let (name, chair, _) = at_a_turn(&service, "fine").await;
    let redis = stores.redis.as_ref().unwrap();
    assert!(redis.say("SET thirdseat:room:{short} abc").contains("+OK"));
    assert!(redis.say("RPUSH thirdseat:room:{list} a b").contains(":2"));
    assert!(redis.say("SET thirdseat:room:{broken} 12345678-this-is-no-room").contains("+OK"));
    for _ in 0..5 {
        for room in ["short", "list", "broken"] {
            let status = service.room(room, v1::Audience::Public, chair).await.unwrap_err();
            assert_eq!((reason(&status).as_str(), status.code()), ("ROOM_UNREADABLE", Code::DataLoss), "{room}");
            assert!(status.get_details_retry_info().is_none(), "{room}");
            assert_eq!(status.get_details_error_info().unwrap().metadata["retry"], "never", "{room}");
        }
    }
    assert_eq!(metric(&service, "thirdseat_store_nodes{state=\"up\"}"), 1.0);
    // The circuit breaker stays closed.
    let decided = service.decide(name, turn("fine", chair, None), v1::DecisionOptions::default()).await;
    assert!(decided.is_ok(), "{decided:?}");
}

/// Redis without memory or disk for writes still answers reads, and a metric counts the failed writes.
#[tokio::test]
async fn a_full_store_is_counted_and_still_read() {
    let Some(stores) = Stores::redis() else { return };
    let service = stores.service();
    let (_, chair, _) = at_a_turn(&service, "before").await;
    let redis = stores.redis.as_ref().unwrap();
    for (round, space) in [(1.0, "CONFIG SET maxmemory 0"), (2.0, "CONFIG SET save \"\"")] {
        match round {
            1.0 => assert!(redis.say("CONFIG SET maxmemory 1").contains("+OK")),
            _ => redis.fill_disk(),
        }
        for number in 0..10 {
            let opening = opening(&format!("full-{number}"), "classic", [true; 3], "rules");
            let status = service.open(opening).await.unwrap_err();
            assert_eq!((reason(&status).as_str(), status.code()), ("STORE_UNAVAILABLE", Code::Unavailable));
            service.room("before", v1::Audience::Public, chair).await.expect("a read needs no space");
        }
        assert_eq!(metric(&service, "thirdseat_store_errors_total{op=\"open\",error=\"full\"}"), 10.0 * round);
        assert_eq!(metric(&service, "thirdseat_store_nodes{state=\"up\"}"), 1.0);
        assert!(redis.say(space).contains("+OK"));
        service.open(opening(&format!("after-{round}"), "classic", [true; 3], "rules")).await.unwrap();
    }
}

/// A caller with little time gets the refusal early enough to ask without the room.
#[tokio::test]
async fn a_silent_store_leaves_a_call_some_of_its_time() {
    let Some(stores) = Stores::redis() else { return };
    let service = stores.service_with(|config| config.rooms.redis.timeout_ms = 60_000);
    let (_, chair, _) = at_a_turn(&service, "silent").await;
    stores.redis.as_ref().unwrap().signal("STOP");
    fn within<T>(rpc: Rpc, message: T) -> tonic::Request<T> {
        let mut request = local(rpc, message);
        let arrival = &mut request.extensions_mut().get_mut::<CallContext>().unwrap().arrival;
        arrival.deadline = Some(arrival.at + Duration::from_millis(100));
        request
    }
    let again = v1::OpenRoomRequest { decide: true, ..opening("silent", "classic", [true; 3], "rules") };
    let ask = v1::RecordEventsRequest { decide: true, ..recording("silent", Vec::new()) };
    let position = Some(turn("silent", chair, None).at);
    let decide = v1::DecideRequest { chair: chair_number(chair), position, ..v1::DecideRequest::default() };
    let close = v1::CloseRoomRequest { room_id: String::from("silent") };
    let refused = async {
        [
            service.rpc.open_room(within(Rpc::OpenRoom, again)).await.err(),
            service.rpc.record_events(within(Rpc::RecordEvents, ask)).await.err(),
            service.rpc.decide(within(Rpc::Decide, decide)).await.err(),
            service.rpc.close_room(within(Rpc::CloseRoom, close)).await.err(),
        ]
    };
    let refused = tokio::time::timeout(Duration::from_secs(30), refused).await.expect("none waits for the store");
    assert!(refused.iter().all(|status| reason(status.as_ref().unwrap()) == "STORE_UNAVAILABLE"), "{refused:?}");
}

#[tokio::test]
async fn a_silent_store_costs_a_few_calls_its_time_out_and_the_others_nothing() {
    let Some(stores) = Stores::redis() else { return };
    // Far longer than a refusal takes on a busy machine.
    let service = stores.service_with(|config| config.rooms.redis.timeout_ms = 1_000);
    let (_, chair, _) = at_a_turn(&service, "silent").await;
    // The room's name is written in the background, and would notice the outage too.
    tokio::time::sleep(Duration::from_millis(500)).await;
    stores.redis.as_ref().unwrap().signal("STOP");
    let mut waited = Vec::new();
    for _ in 0..40 {
        let begin = Instant::now();
        let status = service.room("silent", v1::Audience::Public, chair).await.unwrap_err();
        assert_eq!(reason(&status), "STORE_UNAVAILABLE");
        waited.push(begin.elapsed());
    }
    let slow = waited.iter().filter(|took| **took >= Duration::from_millis(990)).count();
    assert!((3..=6).contains(&slow), "three find out, then one at a time looks: {waited:?}");
    stores.redis.as_ref().unwrap().signal("CONT");
    let since = Instant::now();
    // Nothing was lost, and commands queued during the silence change nothing.
    while service.room("silent", v1::Audience::Public, chair).await.is_err() {
        assert!(since.elapsed() < Duration::from_secs(60), "it does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
