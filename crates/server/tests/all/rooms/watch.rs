//! Watching a room: events come in order, from the watcher's version on.

use rules::{Chair, Ruleset, Seed};
use tokio_stream::StreamExt;
use wire::v1;
use wire::v1::room_event::What;
use wire::v1::watch_room_response::Update;

use super::forms::rpc_of;
use super::players::another_replica;
use super::rpc::{Service, Updates, opening, reason_name, recording, room_event, seat_changed, turn};
use super::stores::{TestStore, on_both_stores};
use super::table::{Backend, Plays, any_action};
use crate::contract::rooms::numbered;

async fn watch(service: &Service, room: &str, audience: v1::Audience, after: Option<u32>) -> Updates {
    let (room_id, audience) = (room.to_owned(), audience as i32);
    let request = v1::WatchRoomRequest { room_id, audience, after_version: after, ..Default::default() };
    service.watch(request).await.unwrap()
}

on_both_stores! {
    watchers_see_every_event_once_and_resume_where_they_left;
}

/// Two replicas record by turns, if the store is shared.
async fn watchers_see_every_event_once_and_resume_where_they_left(stores: &TestStore) {
    let service = stores.service();
    let another = another_replica(stores, &service);
    let bots = [true, true, false];
    service.open(opening("show", "classic", bots, "casual")).await.unwrap();
    let mut live = watch(&service, "show", v1::Audience::Public, None).await;
    let mut operator = watch(&service, "show", v1::Audience::Operator, None).await;
    let first = live.next().await.unwrap().unwrap();
    assert!(matches!(first.update, Some(Update::Room(_))) && first.version == 1);
    operator.next().await.unwrap().unwrap();

    let mut rng = Seed(5).rng();
    let mut plays = Plays::new();
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut rng);
    let mut told = vec![backend.deal_event(bots)];
    for _ in 0..12 {
        told.extend(backend.act(any_action(&backend, &mut rng, &mut plays)));
    }
    let last = told.len() as u32;
    let mut shown = 0;
    for (sequence, what) in (1..).zip(&told) {
        // An event of the other replica comes with the next one of this replica, and the last event by a look at the store.
        let is_here = sequence % 2 == 1 && sequence < last;
        let replica = if is_here { &service } else { &another };
        replica.record(recording("show", vec![room_event(sequence, 1, what)])).await.unwrap();
        while (is_here || sequence == last) && shown < sequence {
            shown += 1;
            let seen = live.next().await.unwrap().unwrap();
            // A shared store is polled too: a poll may show the room in place of the event that began a hand.
            let event = match seen.update {
                Some(Update::Event(event)) => event,
                Some(Update::Room(room)) if stores.is_shared() && shown == 1 => {
                    assert_eq!((seen.version, room.sequence, room.state().hand_number), (2, 1, 1));
                    operator.next().await.unwrap().unwrap();
                    continue;
                }
                _ => panic!("{seen:?}"),
            };
            assert_eq!((seen.version, event.sequence), (shown + 1, shown), "each once, in order");
            if let Some(What::Dealt(dealt)) = event.what {
                assert!(dealt.holds.is_empty(), "the table sees no hands");
            }
            let seen = operator.next().await.unwrap().unwrap();
            if let Some(Update::Event(v1::RoomEvent { what: Some(What::Dealt(dealt)), .. })) = seen.update {
                assert_eq!(dealt.holds.len(), 2);
            }
        }
    }
    // A watcher that returns continues after its version.
    let mut resumed = watch(&service, "show", v1::Audience::Public, Some(4)).await;
    for sequence in 4..=told.len() as u32 {
        let seen = resumed.next().await.unwrap().unwrap();
        let Some(Update::Event(event)) = seen.update else { panic!("{seen:?}") };
        assert_eq!((seen.version, event.sequence), (sequence + 1, sequence));
    }
    let beyond = watch(&service, "show", v1::Audience::Public, Some(last + 2)).await.next().await.unwrap().unwrap_err();
    assert_eq!(reason_name(&beyond), "VERSION_MISMATCH");
    // From a version before the hand it begins with the room.
    let mut late = watch(&service, "show", v1::Audience::Public, Some(1)).await;
    assert!(matches!(late.next().await.unwrap().unwrap().update, Some(Update::Room(_))));

    if let Some(chair) = backend.turn().filter(|chair| bots[chair.index()]) {
        let options = v1::DecisionOptions { want_trace: true, ..v1::DecisionOptions::default() };
        service.decide(rpc_of(&backend), turn("show", chair, None), options).await.unwrap();
        let seen = operator.next().await.unwrap().unwrap();
        let Some(Update::Decision(decision)) = seen.update else { panic!("{seen:?}") };
        let Some(v1::turn_decision::Result::Decision(decision)) = decision.result else { panic!("{decision:?}") };
        assert!(decision.trace.is_some());
    }
    assert!(another.close("show").await);
    let seen = live.next().await.unwrap().unwrap();
    assert_eq!(seen.update, Some(Update::Closed(v1::RoomEnd::Closed as i32)), "and no decision before");
    assert!(live.next().await.is_none());
}

/// A watcher that stops reading, as with a closed window, loses its place after seconds, even if it misses few updates.
#[tokio::test(start_paused = true)]
async fn a_watcher_that_reads_nothing_loses_its_place() {
    let service = TestStore::memory().service_with(|config| config.fixed.watchers_max = 1);
    service.open(opening("still", "classic", [true, false, false], "casual")).await.unwrap();
    let mut still = watch(&service, "still", v1::Audience::Public, None).await;
    for sequence in 1..=3 {
        let player = v1::PlayerSeat { chair: 2, player_id: format!("p{sequence}") };
        let event = numbered(sequence, 0, seat_changed(v1::seat_changed::Who::Player(player), None));
        service.record(recording("still", vec![event])).await.unwrap();
    }
    let request = v1::WatchRoomRequest { room_id: "still".to_owned(), ..Default::default() };
    let another = || service.watch(request.clone());
    let refused = another().await.map(|_| ()).unwrap_err();
    assert_eq!(reason_name(&refused), "OVERLOADED", "the only place is taken");
    while another().await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    let status = loop {
        if let Err(status) = still.next().await.unwrap() {
            break status;
        }
    };
    assert_eq!(reason_name(&status), "WATCHER_TOO_SLOW");
}
