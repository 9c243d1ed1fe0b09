//! Emotes of players: they change no turn, watchers get them, and bots react by temperament.

use std::sync::atomic::Ordering;

use game::event::{Act, What};
use prost::Message;
use rules::{Chair, Ruleset, Seed};
use server::room::RoomState;
use server::room::react::{Reaction, react, urges};
use server::room::store::{Answer, codec};
use tokio_stream::StreamExt;
use wire::v1::watch_room_response::Update;
use wire::v1::{self, Emote};

use super::forms::rpc_of;
use super::rpc::{Service, action, chair_number, opening, reason_name, recording, room_event, turn};
use super::stores::{TestStore, on_both_stores};
use super::table::{Backend, acts, event, room_state};

const BOTS: [bool; 3] = [true, true, false];
const PLAYER_CHAIR: Chair = Chair::Third;

on_both_stores! {
    emotes_change_no_turn;
}

fn emotes(sequence: u32, chair: Chair, emote: Emote) -> v1::RoomEvent {
    room_event(sequence, 1, &said(chair, emote))
}

fn said(chair: Chair, emote: Emote) -> What {
    What::Said(v1::Said { chair: chair_number(chair), emote: emote as i32 })
}

/// Makes a room in which the first bot has to call.
async fn deal_to_room(service: &Service, name: &str, persona: &str) -> Backend {
    service.open(opening(name, "classic", BOTS, persona)).await.unwrap();
    let backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng());
    service.record(recording(name, vec![room_event(1, 1, &backend.deal_event(BOTS))])).await.unwrap();
    backend
}

async fn emotes_change_no_turn(stores: &TestStore) {
    let service = stores.service();
    let backend = deal_to_room(&service, "chat", "casual").await;
    let ask =
        async |version| service.decide(rpc_of(&backend), turn("chat", Chair::First, version), Default::default()).await;
    let first = ask(Some(2)).await.unwrap();

    // An emote during the thinking does not end the turn.
    let seen = service.app.rooms.load_with_revision("chat").await.unwrap();
    let open = service.app.rooms.open_turn("chat");
    let recorded = service.record(recording("chat", vec![emotes(2, PLAYER_CHAIR, Emote::Hurry)])).await.unwrap();
    assert_eq!((recorded.version, recorded.sequence, recorded.state().turn()), (3, 2, v1::Chair::First));
    assert!(!open.superseded().load(Ordering::Relaxed));
    let other = Answer { turn: seen.state.turn_version(), chair: Chair::First, question: 0, decision: Vec::new() };
    let kept = service.app.rooms.add_answer("chat", &seen.state, &other).await.unwrap().unwrap();
    assert_eq!(v1::Decision::decode(&*kept.decision).unwrap().action, first.action, "the stored answer stands");

    // With the version before the emote, after it, and without one.
    for version in [Some(2), Some(3), None] {
        let again = ask(version).await.unwrap();
        assert!(again.source().repeated && again.action == first.action, "{version:?}: {again:?}");
    }
    for version in [1, 4] {
        assert_eq!(reason_name(&ask(Some(version)).await.unwrap_err()), "VERSION_MISMATCH", "{version}");
    }
    // A repeated event is accepted, another one under its number is not.
    service.record(recording("chat", vec![emotes(2, PLAYER_CHAIR, Emote::Hurry)])).await.unwrap();
    for (event, wanted) in [
        (emotes(2, PLAYER_CHAIR, Emote::Sorry), "SEQUENCE_CONFLICT"),
        (v1::RoomEvent { hand_number: 2, ..emotes(3, PLAYER_CHAIR, Emote::Sorry) }, "HAND_MISMATCH"),
    ] {
        let status = service.record(recording("chat", vec![event.clone()])).await.unwrap_err();
        assert_eq!(reason_name(&status), wanted, "{event:?}");
    }
    let request = v1::WatchRoomRequest {
        room_id: String::from("chat"),
        audience: v1::Audience::Public as i32,
        after_version: Some(2),
        ..Default::default()
    };
    let update = service.watch(request.clone()).await.unwrap().next().await.unwrap().unwrap();
    let Some(Update::Event(v1::RoomEvent { sequence: 2, what: Some(What::Said(heard)), .. })) = update.update else {
        panic!("{update:?}")
    };
    assert_eq!((heard.chair(), heard.emote()), (v1::Chair::Third, Emote::Hurry));
    // More emotes than a hand keeps are still accepted, and the hand goes on.
    for sequence in 3..200 {
        service.record(recording("chat", vec![emotes(sequence, PLAYER_CHAIR, Emote::Sorry)])).await.unwrap();
    }
    assert!(ask(Some(2)).await.unwrap().source().repeated);
    // A watcher that missed emotes which are not kept gets the whole room.
    let mut late = service.watch(request).await.unwrap();
    assert!(matches!(late.next().await.unwrap().unwrap().update, Some(Update::Room(_))));
}

/// Computes from the seeds of the bots when they urge in this turn: milliseconds, up to one hour.
async fn urge_times_ms(service: &Service, room: &str) -> Vec<u64> {
    let state = service.app.rooms.load(room).await.unwrap();
    urges(&state).map(|(_, ms)| ms).take_while(|&ms| ms < 3_600_000).collect()
}

#[tokio::test]
async fn answers_have_the_urge_times_of_each_temperament() {
    let wait_s = [("casual", 15.0), ("casual-hesitant", 20.0), ("casual-patient", 25.0), ("casual-hasty", 10.0)];
    for (persona, wait_s) in wait_s {
        let service = TestStore::memory().service();
        service.open(opening("poll", "classic", [true, false, false], persona)).await.unwrap();
        let bots = [true, false, false];
        let backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng());
        let ask = |events| v1::RecordEventsRequest { want_reactions: true, ..recording("poll", events) };
        let recorded = service.record(ask(vec![room_event(1, 1, &backend.deal_event(bots))])).await.unwrap();
        assert!(recorded.reactions.iter().all(|reaction| reaction.urge_after_ms.is_empty()), "its own turn");
        let told = async |sequence: u32, recorded: v1::RecordEventsResponse| {
            let [reaction] = &recorded.reactions[..] else { panic!("{persona}: {recorded:?}") };
            let told: Vec<u64> = reaction.urge_after_ms.iter().map(|&ms| u64::from(ms)).collect();
            assert_eq!((reaction.chair(), reaction.sequence), (v1::Chair::First, sequence), "{persona}");
            let due = urge_times_ms(&service, "poll").await;
            assert_eq!(told, due[..8], "{persona}");
            let rate = due.len() as f64 * wait_s / 3600.0;
            assert!((0.9..1.1).contains(&rate), "{persona}: {} times in an hour", due.len());
        };
        let called = acts(Some(Chair::First), Act::Call(v1::Call::Pass as i32));
        told(2, service.record(ask(vec![room_event(2, 1, &called)])).await.unwrap()).await;
        // An emote begins no turn: otherwise each answer would restart the urging.
        let recorded = service.record(ask(vec![emotes(3, PLAYER_CHAIR, Emote::Sorry)])).await.unwrap();
        assert!(recorded.reactions.iter().all(|reaction| reaction.urge_after_ms.is_empty()), "{persona}");
        // If turn and emote come in one call, the times count from the turn.
        let called = acts(Some(Chair::Second), Act::Call(v1::Call::Pass as i32));
        let both = vec![room_event(4, 1, &called), emotes(5, PLAYER_CHAIR, Emote::Sorry)];
        told(4, service.record(ask(both)).await.unwrap()).await;
    }
}

/// Plays a hand of three bots. Returns the emotes of the decision that goes out, if one does, and of the same bot's reaction to that event.
async fn last_emotes(service: &Service, name: &str, persona: &str, seed: u64) -> Option<[Emote; 2]> {
    let bots = [true; 3];
    service.open(opening(name, "classic", bots, persona)).await.unwrap();
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(seed).rng());
    let mut told = vec![backend.deal_event(bots)];
    let (mut sequence, mut last) = (0, Emote::Unspecified);
    loop {
        let events = (sequence + 1..).zip(&told).map(|(number, what)| room_event(number, 1, what));
        let request = v1::RecordEventsRequest { want_reactions: true, ..recording(name, events.collect()) };
        let recorded = service.record(request).await.unwrap();
        sequence += told.len() as u32;
        let Some(chair) = backend.turn() else {
            let out = Chair::ALL.into_iter().find(|chair| backend.cards[chair.index()].is_empty())?;
            let mine = recorded.reactions.iter().find(|reaction| reaction.chair == chair_number(out));
            return Some([last, mine.map_or(Emote::Unspecified, v1::Reaction::emote)]);
        };
        let decision = service.decide("Decide", turn(name, chair, None), Default::default()).await.unwrap();
        last = decision.emote();
        let hand = backend.cards[chair.index()].hand();
        told = backend.act(action(decision.action.as_ref().unwrap(), hand, &Ruleset::CLASSIC));
    }
}

#[tokio::test]
async fn the_decision_that_goes_out_has_the_emote_of_the_reaction() {
    let mut pleased = Vec::new();
    for persona in ["casual-patient", "casual-hasty"] {
        let service = TestStore::memory().service();
        let (mut shown, mut hands) = (0, 0);
        for seed in 0..24 {
            let Some([decision, reaction]) = last_emotes(&service, &format!("hand-{seed}"), persona, seed).await else {
                continue;
            };
            assert_eq!(decision, reaction, "{persona} {seed}");
            hands += 1;
            shown += u32::from(decision == Emote::Happy);
        }
        assert!(hands >= 9, "{hands} hands were played");
        pleased.push(shown);
    }
    assert!(pleased[0] < pleased[1], "patient and hasty winners were pleased {pleased:?} times");
}

#[tokio::test]
async fn bots_do_not_urge_each_other() {
    let service = TestStore::memory().service();
    service.open(opening("poll", "classic", BOTS, "casual-hasty")).await.unwrap();
    let backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(5).rng());
    let request = recording("poll", vec![room_event(1, 1, &backend.deal_event(BOTS))]);
    let recorded = service.record(v1::RecordEventsRequest { want_reactions: true, ..request }).await.unwrap();
    assert_eq!((recorded.state().turn(), recorded.reactions.len()), (v1::Chair::First, 0), "{recorded:?}");
}

fn room_with_bot_landlord(persona: &str, seed: u64) -> RoomState {
    let mut state = room_state(Ruleset::CLASSIC, BOTS, false, persona);
    for chair in [0, 1] {
        let server::room::people::Occupant::Bot(bot) = &mut state.people.chairs[chair] else {
            panic!("a bot sits there")
        };
        bot.seed = seed + chair as u64;
    }
    let mut backend = Backend::deal(Ruleset::CLASSIC, Chair::First, &mut Seed(seed).rng());
    let mut told = vec![backend.deal_event(BOTS)];
    told.extend(backend.act(rules::Action::Call(rules::Call::Score(3))));
    for what in told {
        state = state.record(&[event(&state, what)]).unwrap().state;
    }
    state
}

/// Returns the bots' reactions to an emote of the player, over many seeds.
fn reactions(persona: &str, emote: Emote) -> Vec<Reaction> {
    let of = |seed: u64| {
        let state = room_with_bot_landlord(persona, seed * 7);
        let recorded = state.record(&[event(&state, said(PLAYER_CHAIR, emote))]).unwrap();
        let reactions = react(&recorded.state, &recorded.fresh);
        assert_eq!(reactions, react(&recorded.state, &recorded.fresh), "drawn from the seed");
        reactions
    };
    (0..240).flat_map(of).collect()
}

/// Hasty bots give in or show anger most often, patient ones never.
#[test]
fn urged_bots_react_by_temperament() {
    let count = |persona: &str| {
        let reactions = reactions(persona, Emote::Hurry);
        assert!(reactions.iter().all(|one| one.chair == Chair::First || !one.hurries), "only the one on turn");
        let gave_in = reactions.iter().filter(|one| one.hurries).count();
        (gave_in, reactions.iter().filter(|one| one.emote == Some(Emote::Angry)).count())
    };
    assert_eq!(count("casual-patient"), (0, 0));
    let (hesitant, standard, hasty) = (count("casual-hesitant"), count("casual"), count("casual-hasty"));
    assert!(0 < hesitant.0 && hesitant.0 < standard.0 && standard.0 < hasty.0, "{hesitant:?} {standard:?} {hasty:?}");
    assert!(0 < hesitant.1 && hesitant.1 < standard.1 && standard.1 < hasty.1, "{hesitant:?} {standard:?} {hasty:?}");
}

#[test]
fn anger_is_answered_by_temperament() {
    const EMOTES: [Emote; 3] = [Emote::Happy, Emote::Sorry, Emote::Angry];
    // The most frequent answer to a rival, and to a partner.
    for (persona, usual) in
        [("casual", [0, 1]), ("casual-hesitant", [1, 1]), ("casual-patient", [0, 1]), ("casual-hasty", [2, 2])]
    {
        let mut shown = [[0; 3]; 2];
        for reaction in reactions(persona, Emote::Angry) {
            let face = EMOTES.iter().position(|face| reaction.emote == Some(*face)).expect("one of these faces");
            shown[usize::from(reaction.chair != Chair::First)][face] += 1;
        }
        for (shown, usual) in shown.iter().zip(usual) {
            let mut others = shown.iter().enumerate().filter(|(face, _)| *face != usual);
            assert!(shown[usual] > 0 && others.all(|(_, &count)| count < shown[usual]), "{persona}: {shown:?}");
        }
        assert!(shown[0].iter().filter(|&&count| count > 0).count() > 1, "{persona}: always the same answer");
    }
}

#[test]
fn emotes_are_stored() {
    let service = TestStore::memory().service();
    let mut state = room_with_bot_landlord("casual", 3);
    for emote in [Emote::Hurry, Emote::Praise, Emote::Sorry] {
        state = state.record(&[event(&state, said(PLAYER_CHAIR, emote))]).unwrap().state;
    }
    let bytes = codec::write(&state).unwrap();
    let read = codec::read(&bytes, &service.app.roster).unwrap();
    assert_eq!((read.said, read.turn_version()), (3, state.version - 3));
    assert_eq!(read.hand, state.hand);
}
