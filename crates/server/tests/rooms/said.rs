//! What players show and say: it changes no turn, comes to those who watch, and bots react to it by temperament.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rules::{Chair, Ruleset, Seed};
use server::call::rpc::Rpc;
use server::convert::ask::RoomTurn;
use server::room::event::{Announcement, Emote, RoomEventKind, Saying};
use server::room::react::react;
use server::room::store::codec;
use server::room::{RoomDeps, RoomState};
use tokio::time::Instant;
use tokio_stream::StreamExt;
use wire::v1;
use wire::v1::companion_service_server::CompanionService;
use wire::v1::room_event::What;
use wire::v1::watch_room_response::Update;

use super::forms::rpc;
use super::rpc::{Service, chair_number, context, local, opening, reason, recording, room_event, turn};
use super::stores::{Stores, on_both_stores};
use super::table::{Backend, event, room};

const BOTS: [bool; 3] = [true, true, false];
/// Where the player sits.
const PLAYER: Chair = Chair::Third;

on_both_stores! {
    #[tokio::test]
    what_is_said_changes_no_turn;
}

fn said(sequence: u32, chair: Chair, what: v1::said::What) -> v1::RoomEvent {
    let said = v1::Said { chair: chair_number(chair), what: Some(what) };
    v1::RoomEvent { sequence, hand_number: 1, what: Some(What::Said(said)) }
}

fn face(emote: v1::Emote) -> v1::said::What {
    v1::said::What::Emote(emote as i32)
}

/// A room in which the first bot is to call.
async fn dealt(service: &Service, name: &str, persona: &str) -> Backend {
    service.open(opening(name, "classic", BOTS, persona)).await.unwrap();
    let backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng());
    service.record(recording(name, vec![room_event(1, 1, &backend.dealt(BOTS))])).await.unwrap();
    backend
}

async fn what_is_said_changes_no_turn(stores: &Stores) {
    let service = stores.service();
    let backend = dealt(&service, "chat", "casual").await;
    let ask =
        async |version| service.decide(rpc(&backend), turn("chat", Chair::First, version), Default::default()).await;
    let first = ask(Some(2)).await.unwrap();

    // Thought about before, and answered after: a word in between ends neither.
    let deps = RoomDeps { catalogue: &service.app.roster, metrics: &service.app.metrics };
    let seen = service.app.rooms.load_with_revision(deps, "chat").await.unwrap();
    let open = service.app.rooms.open_turn("chat");
    let recorded = service.record(recording("chat", vec![said(2, PLAYER, face(v1::Emote::Hurry))])).await.unwrap();
    assert_eq!((recorded.version, recorded.sequence, recorded.state().turn()), (3, 2, v1::Chair::First));
    assert!(!open.superseded().load(Ordering::Relaxed));
    let asked = RoomTurn { room: String::from("chat"), chair: Chair::First, version: Some(2), fallback: None };
    let call = context(Rpc::Bid);
    let kept = server::service::room_turn::remember(
        &service.app,
        &call,
        &asked,
        seen,
        0,
        Default::default(),
        v1::Decision::default(),
    );
    assert_eq!(kept.await.unwrap().action, first.action, "the stored answer stands");

    // Asked by who has not heard it, and by who has.
    for version in [Some(2), Some(3), None] {
        let again = ask(version).await.unwrap();
        assert!(again.source().repeated && again.action == first.action, "{version:?}: {again:?}");
    }
    for version in [1, 4] {
        assert_eq!(reason(&ask(Some(version)).await.unwrap_err()), "VERSION_MISMATCH", "{version}");
    }
    // A repeat is silent, another word under the number is not; bots say nothing here.
    service.record(recording("chat", vec![said(2, PLAYER, face(v1::Emote::Hurry))])).await.unwrap();
    for (event, wanted) in [
        (said(2, PLAYER, v1::said::What::Phrase(7)), "SEQUENCE_CONFLICT"),
        (said(3, Chair::First, v1::said::What::Phrase(7)), "FIELD_CONFLICT"),
        (said(3, PLAYER, v1::said::What::Phrase(0)), "VALUE_UNKNOWN"),
        (said(3, PLAYER, v1::said::What::Phrase(1000)), "VALUE_UNKNOWN"),
        (said(3, PLAYER, v1::said::What::Emote(0)), "VALUE_UNKNOWN"),
        (said(3, PLAYER, v1::said::What::Emote(6)), "VALUE_UNKNOWN"),
        (v1::RoomEvent { hand_number: 2, ..said(3, PLAYER, v1::said::What::Phrase(7)) }, "HAND_MISMATCH"),
    ] {
        let status = service.record(recording("chat", vec![event.clone()])).await.unwrap_err();
        assert_eq!(reason(&status), wanted, "{event:?}");
    }
    // More words than a hand keeps are still taken, and the hand goes on.
    for sequence in 3..200 {
        service
            .record(recording("chat", vec![said(sequence, PLAYER, v1::said::What::Phrase(sequence))]))
            .await
            .unwrap();
    }
    assert!(ask(Some(2)).await.unwrap().source().repeated);
    // One who watches from then on is shown the words that are kept, or the room.
    let request = v1::WatchRoomRequest {
        room_id: String::from("chat"),
        audience: v1::Audience::Public as i32,
        after_version: Some(2),
        ..Default::default()
    };
    let mut late = service.rpc.watch_room(local(Rpc::WatchRoom, request)).await.unwrap().into_inner();
    assert!(matches!(late.next().await.unwrap().unwrap().update, Some(Update::Room(_))));
}

#[tokio::test]
async fn those_who_watch_see_what_is_said() {
    let service = Stores::memory().service();
    dealt(&service, "seen", "casual").await;
    service.record(recording("seen", vec![said(2, PLAYER, v1::said::What::Phrase(12))])).await.unwrap();
    let request = v1::WatchRoomRequest {
        room_id: String::from("seen"),
        audience: v1::Audience::Public as i32,
        after_version: Some(2),
        ..Default::default()
    };
    let mut watcher = service.rpc.watch_room(local(Rpc::WatchRoom, request)).await.unwrap().into_inner();
    for sequence in [2, 3] {
        let update = watcher.next().await.unwrap().unwrap();
        let Some(Update::Event(event)) = update.update else { panic!("{update:?}") };
        let Some(What::Said(said)) = &event.what else { panic!("{event:?}") };
        assert_eq!((update.version, event.sequence, said.chair()), (sequence + 1, sequence, v1::Chair::Third));
        if sequence == 2 {
            service.record(recording("seen", vec![self::said(3, PLAYER, face(v1::Emote::Sorry))])).await.unwrap();
        }
    }
}

/// What each temperament waits before it urges, in seconds.
const PATIENCE: [(&str, u64); 4] =
    [("casual", 15), ("casual-hesitant", 20), ("casual-patient", 25), ("casual-hasty", 10)];

/// A room in which a player is to call, and the bot on the first chair waits.
async fn waiting(persona: &str) -> Service {
    let service = Stores::memory().service();
    service.open(opening("wait", "classic", [true, false, false], persona)).await.unwrap();
    let backend = Backend::deal(Ruleset::CLASSIC, Chair::Second, &mut Seed(5).rng());
    service.record(recording("wait", vec![room_event(1, 1, &backend.dealt([true, false, false]))])).await.unwrap();
    service
}

type Stream = Box<dyn tokio_stream::Stream<Item = Result<v1::WatchRoomResponse, tonic::Status>> + Send + Unpin>;

async fn watch(service: &Service, after_version: Option<u32>, want_reactions: bool) -> Stream {
    let request = v1::WatchRoomRequest {
        room_id: String::from("wait"),
        audience: v1::Audience::Public as i32,
        after_version,
        want_reactions,
        ..Default::default()
    };
    Box::new(service.rpc.watch_room(local(Rpc::WatchRoom, request)).await.unwrap().into_inner())
}

/// The seconds after `since` in which the bot urges through this stream, within an hour.
async fn urges(stream: &mut Stream, since: Instant) -> Vec<u64> {
    urges_until(stream, since, since + Duration::from_secs(3600)).await
}

async fn urges_until(stream: &mut Stream, since: Instant, until: Instant) -> Vec<u64> {
    let mut seen = Vec::new();
    while let Ok(update) = tokio::time::timeout_at(until, stream.next()).await {
        match update.unwrap().unwrap().update {
            Some(Update::Reaction(reaction)) if reaction.emote() == v1::Emote::Hurry => {
                assert_eq!(reaction.chair(), v1::Chair::First);
                seen.push(since.elapsed().as_secs());
            }
            Some(Update::Reaction(_) | Update::Room(_) | Update::Event(_)) => {}
            update => panic!("{update:?}"),
        }
    }
    seen
}

/// Waits are those of the temperament, twice a turn and no more; who does not ask for reactions sees none.
#[tokio::test(start_paused = true)]
async fn bots_urge_after_their_patience_and_twice_a_turn() {
    for (persona, patience) in PATIENCE {
        let service = waiting(persona).await;
        let since = Instant::now();
        let (mut watcher, mut indifferent) = (watch(&service, None, true).await, watch(&service, None, false).await);
        assert_eq!(urges(&mut watcher, since).await, [patience, 2 * patience], "{persona}");
        assert!(urges(&mut indifferent, since).await.is_empty());
    }
}

/// A turn begins when it is reported, and not when a stream does: a stream that is resumed goes on where the last one stopped.
#[tokio::test(start_paused = true)]
async fn a_resumed_stream_goes_on_with_the_patience() {
    let second = Duration::from_secs(1);
    for after in [None, Some(1), Some(2)] {
        let service = waiting("casual").await;
        let since = Instant::now();
        drop(watch(&service, after, true).await);
        tokio::time::advance(12 * second).await;
        assert_eq!(urges(&mut watch(&service, after, true).await, since).await, [15, 30], "{after:?}");
        // Both are over, also for a stream that saw neither.
        assert!(urges(&mut watch(&service, after, true).await, since).await.is_empty(), "{after:?}");
    }
    // Twice resumed, once after a word, which begins no turn.
    let service = waiting("casual").await;
    let since = Instant::now();
    let mut seen = Vec::new();
    for (until, version) in [(16, 2), (20, 2), (60, 2)] {
        let mut stream = watch(&service, Some(version), true).await;
        seen.extend(urges_until(&mut stream, since, since + until * second).await);
        if until == 20 {
            service.record(recording("wait", vec![said(2, PLAYER, v1::said::What::Phrase(7))])).await.unwrap();
        }
    }
    assert_eq!(seen, [15, 30]);
    // The next turn begins anew.
    let called = RoomEventKind::Announced(Some(Chair::Second), Announcement::Called(rules::Call::Pass));
    service.record(recording("wait", vec![room_event(3, 1, &called)])).await.unwrap();
    let since = Instant::now();
    assert_eq!(urges(&mut watch(&service, Some(4), true).await, since).await, [15, 30]);
}

/// A backend that does not watch learns the same from the answers that it gets.
#[tokio::test]
async fn answers_tell_the_patience_of_each_temperament() {
    for (persona, patience) in PATIENCE {
        let service = Stores::memory().service();
        service.open(opening("poll", "classic", [true, false, false], persona)).await.unwrap();
        let bots = [true, false, false];
        let backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng());
        let ask = |events| v1::RecordEventsRequest { want_reactions: true, ..recording("poll", events) };
        let recorded = service.record(ask(vec![room_event(1, 1, &backend.dealt(bots))])).await.unwrap();
        assert!(recorded.reactions.iter().all(|reaction| reaction.urge_after_s == 0), "its own turn: {recorded:?}");
        let decision = service.decide("Bid", turn("poll", Chair::First, None), Default::default()).await.unwrap();
        assert_eq!(u64::from(decision.pace().urge_after_s), patience, "{persona}");
        let called = RoomEventKind::Announced(Some(Chair::First), Announcement::Called(rules::Call::Pass));
        let recorded = service.record(ask(vec![room_event(2, 1, &called)])).await.unwrap();
        let told: Vec<(v1::Chair, u64)> =
            recorded.reactions.iter().map(|reaction| (reaction.chair(), u64::from(reaction.urge_after_s))).collect();
        assert_eq!(told, [(v1::Chair::First, patience)], "{persona}");
        // A word begins no turn: who counts from each answer would urge again and again.
        let recorded = service.record(ask(vec![said(3, PLAYER, v1::said::What::Phrase(7))])).await.unwrap();
        assert!(recorded.reactions.iter().all(|reaction| reaction.urge_after_s == 0), "{persona}: {recorded:?}");
        // Where the turn and the word come in one call, the patience is that of the turn.
        let called = RoomEventKind::Announced(Some(Chair::Second), Announcement::Called(rules::Call::Pass));
        let both = vec![room_event(4, 1, &called), said(5, PLAYER, v1::said::What::Phrase(7))];
        let recorded = service.record(ask(both)).await.unwrap();
        let told: Vec<(u32, u64)> =
            recorded.reactions.iter().map(|reaction| (reaction.sequence, u64::from(reaction.urge_after_s))).collect();
        assert_eq!(told, [(4, patience)], "{persona}");
    }
}

/// A bot that is to act is urged by no other bot, as in the stream.
#[tokio::test]
async fn bots_do_not_urge_each_other() {
    let service = Stores::memory().service();
    service.open(opening("poll", "classic", BOTS, "casual-hasty")).await.unwrap();
    let backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng());
    let request = recording("poll", vec![room_event(1, 1, &backend.dealt(BOTS))]);
    let recorded = service.record(v1::RecordEventsRequest { want_reactions: true, ..request }).await.unwrap();
    assert_eq!((recorded.state().turn(), recorded.reactions.len()), (v1::Chair::First, 0), "{recorded:?}");
}

/// A room whose landlord, a bot, has the turn, and a player who urges it.
fn urged(persona: &str, seed: u64) -> (RoomState, RoomEventKind) {
    let mut state = room(Ruleset::CLASSIC, BOTS, false, persona);
    for chair in [0, 1] {
        let server::room::state::Occupant::Bot(bot) = &mut state.chairs[chair] else { panic!("a bot sits there") };
        bot.seed = seed + chair as u64;
    }
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(seed).rng());
    let mut told = vec![backend.dealt(BOTS)];
    told.extend(backend.act(rules::Action::Call(rules::Call::Score(3))));
    for what in told {
        state = state.record(&[event(&state, what)]).unwrap().state;
    }
    (state, RoomEventKind::Said(PLAYER, Saying::Emote(Emote::Hurry)))
}

/// Over many seeds: the hasty give in or answer back most, the patient never.
#[test]
fn the_urged_react_by_temperament() {
    let count = |persona: &str| {
        let (mut gave_in, mut answered) = (0, 0);
        for seed in 0..200 {
            let (state, what) = urged(persona, seed * 7);
            let recorded = state.record(&[event(&state, what)]).unwrap();
            let reactions = react(&recorded.state, &recorded.fresh);
            assert_eq!(reactions, react(&recorded.state, &recorded.fresh), "drawn from the seed");
            gave_in += reactions.iter().filter(|one| one.hurries).count();
            answered += reactions.iter().filter(|one| one.emote == Some(Emote::Angry)).count();
            assert!(reactions.iter().all(|one| one.chair == Chair::First || !one.hurries), "only the one on turn");
        }
        (gave_in, answered)
    };
    assert_eq!(count("casual-patient"), (0, 0));
    let (hesitant, standard, hasty) = (count("casual-hesitant"), count("casual"), count("casual-hasty"));
    assert!(0 < hesitant.0 && hesitant.0 < standard.0 && standard.0 < hasty.0, "{hesitant:?} {standard:?} {hasty:?}");
    assert!(0 < hesitant.1 && hesitant.1 < standard.1 && standard.1 < hasty.1, "{hesitant:?} {standard:?} {hasty:?}");
}

#[test]
fn what_is_said_is_stored() {
    let service = Stores::memory().service();
    let (mut state, what) = urged("casual", 3);
    for what in [
        what,
        RoomEventKind::Said(PLAYER, Saying::Phrase(999)),
        RoomEventKind::Said(PLAYER, Saying::Emote(Emote::Sorry)),
    ] {
        state = state.record(&[event(&state, what)]).unwrap().state;
    }
    let bytes = codec::write(&state).unwrap();
    let read = codec::read(&bytes, &service.app.roster).unwrap();
    assert_eq!((read.said, read.turn_version()), (3, state.version - 3));
    assert_eq!(read.hand, state.hand);
}
