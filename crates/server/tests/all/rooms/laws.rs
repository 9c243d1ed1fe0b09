//! The promises of a room to a backend: one answer to a question, no lost event, no hidden card for an audience.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use game::names::to_chair;
use rules::{Chair, Ruleset, Seed};
use server::room::OpenTurn;
use server::room::store::Answer;
use tonic::Code;
use wire::v1;

use super::forms::{open_in_play as played_to_the_lead, rpc_of};
use super::rpc::{Service, cards, opening, reason_name, recording, repeated, room_event, seat_changed, turn};
use super::stores::{TestStore, on_both_stores};
use super::table::{Backend, Plays, any_action};
use crate::contract::harness::plays;
use crate::contract::rooms::numbered;

const ALL_BOTS: [bool; 3] = [true; 3];

/// Opens a room whose hand has come to the play. Returns its backend and the number of the last event.
async fn open_in_play(service: &Service, room: &str, bots: [bool; 3], strict: bool) -> (Backend, u32) {
    let opening = v1::OpenRoomRequest { strict, ..opening(room, "classic", bots, "casual") };
    let (backend, told) = played_to_the_lead(service, opening).await;
    (backend, told.len() as u32)
}

fn play_event(chair: Chair, cards: Option<&str>) -> v1::room_event::What {
    v1::room_event::What::Table(plays(to_chair(chair), cards.unwrap_or_default()))
}

on_both_stores! {
    #[tokio::test]
    the_same_question_has_one_answer_until_an_event_ends_the_turn;
    a_kept_answer_that_cannot_be_read_is_decided_anew;
    a_room_that_is_opened_again_has_other_turns;
    a_request_id_opens_one_room;
    a_room_is_opened_with_the_hand_of_a_lost_one;
    an_audience_sees_only_the_cards_that_it_may;
    an_event_stops_the_thinking_about_a_turn;
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    sixty_four_writers_lose_nothing;
}

async fn the_same_question_has_one_answer_until_an_event_ends_the_turn(stores: &TestStore) {
    let service = stores.service();
    let (mut backend, last) = open_in_play(&service, "again", ALL_BOTS, false).await;
    let leader = backend.turn().unwrap();
    let options =
        || v1::DecisionOptions { want_trace: true, want_alternatives: true, ..v1::DecisionOptions::default() };
    let first = service.decide("Play", turn("again", leader, None), options()).await.unwrap();
    assert!(!first.source().repeated);
    let again = service.decide("Play", turn("again", leader, None), options()).await.unwrap();
    assert_eq!(again, repeated(first.clone()));
    // Budget and wanted extras are not part of the question.
    let other = v1::DecisionOptions { clock_ms: Some(9_000), budget_ms: Some(400), ..v1::DecisionOptions::default() };
    let brief = service.decide("Play", turn("again", leader, None), other.clone()).await.unwrap();
    let shown = v1::Decision { trace: None, alternatives: Vec::new(), ..repeated(first.clone()) };
    assert_eq!(brief, shown);
    for wrong in ["Bid", "Follow"] {
        let status = service.decide(wrong, turn("again", leader, None), options()).await.unwrap_err();
        assert_eq!(reason_name(&status), "WRONG_PHASE", "the stored answer is that of a lead");
    }
    let status = service.decide("Play", turn("again", leader.next(), None), options()).await.unwrap_err();
    assert_eq!((reason_name(&status).as_str(), status.code()), ("NOT_YOUR_TURN", Code::FailedPrecondition));
    // A decision does not change a room.
    let room = service.room("again", v1::Audience::Public, leader).await.unwrap();
    assert_eq!((room.sequence, Some(room.version)), (last, first.source().room_version));
    let hand = backend.cards[leader.index()].hand();
    let action = super::rpc::action(first.action.as_ref().unwrap(), hand, &Ruleset::CLASSIC);
    for what in backend.act(action) {
        service.record(recording("again", vec![room_event(last + 1, 1, &what)])).await.unwrap();
    }
    let next = backend.turn().unwrap();
    assert!(!service.decide(rpc_of(&backend), turn("again", next, None), other).await.unwrap().source().repeated);
}

async fn a_kept_answer_that_cannot_be_read_is_decided_anew(stores: &TestStore) {
    let service = stores.service();
    let (backend, _) = open_in_play(&service, "corrupt", ALL_BOTS, false).await;
    let chair = backend.turn().unwrap();
    let seen = service.app.rooms.load_with_revision("corrupt").await.unwrap();
    let broken = Answer { turn: seen.state.turn_version(), chair, question: 0, decision: vec![0xff; 9] };
    let keep = async || service.app.rooms.add_answer("corrupt", &seen.state, &broken).await.unwrap();
    assert_eq!(keep().await, None);
    assert_eq!(keep().await, Some(broken.clone()), "an equal answer of another call");
    let decided = service.decide("Play", turn("corrupt", chair, None), v1::DecisionOptions::default()).await.unwrap();
    assert!(!decided.source().repeated && decided.action.is_some());
}

/// The same request opens it, so that all turns have the same versions.
async fn a_room_that_is_opened_again_has_other_turns(stores: &TestStore) {
    let service = stores.service();
    let mut answers = Vec::new();
    for _ in 0..2 {
        let (backend, _) = open_in_play(&service, "twice", ALL_BOTS, false).await;
        let asked = turn("twice", backend.turn().unwrap(), None);
        answers.push(service.decide("Play", asked, v1::DecisionOptions::default()).await.unwrap());
        assert!(service.close("twice").await);
    }
    assert!(answers.iter().all(|answer| !answer.source().repeated), "{answers:?}");
    assert_eq!(answers[0].source().room_version, answers[1].source().room_version);
}

async fn a_request_id_opens_one_room(stores: &TestStore) {
    let service = stores.service();
    let request = v1::OpenRoomRequest {
        bots: vec![v1::BotSeat { chair: 1, persona: "casual".to_owned(), ..v1::BotSeat::default() }],
        players: Vec::new(),
        room_id: String::new(),
        ..opening("any", "classic", ALL_BOTS, "casual")
    };
    let room = service.open(request.clone()).await.unwrap();
    assert_eq!(service.open(request.clone()).await.unwrap(), room);
    let other = v1::OpenRoomRequest { strict: true, ..request };
    assert_eq!(reason_name(&service.open(other).await.unwrap_err()), "ROOM_EXISTS");
}

async fn a_room_is_opened_with_the_hand_of_a_lost_one(stores: &TestStore) {
    let service = stores.service();
    let (backend, last) = open_in_play(&service, "lost", ALL_BOTS, false).await;
    let leader = backend.turn().unwrap();
    let before = service.room("lost", v1::Audience::Operator, leader).await.unwrap();
    let hand = before.hand.clone().unwrap();
    assert_eq!(hand.holds.len(), 3, "the operator is shown what an opening takes");
    let again = v1::OpenRoomRequest {
        hand: Some(hand),
        hand_number: 7,
        sequence: last + 40,
        ..opening("rebuilt", "classic", ALL_BOTS, "casual")
    };
    let mut liar = again.clone();
    let holds = &mut liar.hand.as_mut().unwrap().holds;
    holds[1].cards = holds[0].cards.clone();
    assert!(service.open(liar).await.is_err());
    // The room continues these counts: at the end of their range it could take no further event.
    for (sequence, hand_number) in [(u32::MAX, 7), ((1 << 31) + 1, 7), (last, u32::MAX)] {
        let far = v1::OpenRoomRequest { sequence, hand_number, ..again.clone() };
        assert_eq!(reason_name(&service.open(far).await.unwrap_err()), "VALUE_UNKNOWN", "{sequence} {hand_number}");
    }
    service.open(again).await.unwrap();
    let after = service.room("rebuilt", v1::Audience::Operator, leader).await.unwrap();
    assert_eq!((after.state().hand_number, after.sequence), (7, last + 40));
    assert_eq!((after.state().turn, after.hand), (before.state().turn, before.hand));
    assert!(service.decide("Play", turn("rebuilt", leader, None), v1::DecisionOptions::default()).await.is_ok());
    let lowest = backend.cards[leader.index()].hand().lowest().unwrap().to_string();
    let event = numbered(last + 41, 7, play_event(leader, Some(&lowest)));
    assert!(service.record(recording("rebuilt", vec![event])).await.unwrap().warnings.is_empty());
}

async fn an_audience_sees_only_the_cards_that_it_may(stores: &TestStore) {
    let service = stores.service();
    let (backend, _) = open_in_play(&service, "eyes", [true, true, false], false).await;
    let open = service.room("eyes", v1::Audience::Public, Chair::First).await.unwrap();
    assert!(open.bots.iter().all(|bot| bot.persona.is_empty() && bot.seed.is_none()));
    assert!(open.players.iter().all(|player| player.player_id.is_empty()));
    assert_eq!(open.bots.len() + open.players.len(), 3);
    assert!(open.hand.unwrap().holds.is_empty());
    let mine = service.room("eyes", v1::Audience::Seat, Chair::Second).await.unwrap();
    let held = |chair: usize| v1::ChairCards { chair: chair as i32 + 1, cards: Some(cards(&backend.cards[chair])) };
    assert_eq!(mine.hand.unwrap().holds, [held(1)]);
    let all = service.room("eyes", v1::Audience::Operator, Chair::First).await.unwrap();
    assert_eq!(all.hand.unwrap().holds, [held(0), held(1)]);
    assert_eq!((all.bots.len(), all.players[0].player_id.as_str()), (2, "player-third"));
    let status = service.room("eyes", v1::Audience::Seat, Chair::Third).await.unwrap_err();
    assert_eq!(reason_name(&status), "NOT_A_BOT");
}

async fn sixty_four_writers_lose_nothing(stores: &TestStore) {
    const WRITERS: usize = 64;
    const EVENTS_EACH: usize = 2;
    let service = Arc::new(stores.service());
    service.open(opening("busy", "classic", [true, false, false], "casual")).await.unwrap();
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let service = Arc::clone(&service);
        writers.spawn(async move {
            let mut won = Vec::new();
            let mut sequence = 1;
            while won.len() < EVENTS_EACH {
                let player = v1::PlayerSeat { chair: 2, player_id: format!("w{writer}-{}", won.len()) };
                let event = seat_changed(v1::seat_changed::Who::Player(player), None);
                match service.record(recording("busy", vec![numbered(sequence, 0, event)])).await {
                    Ok(recorded) => {
                        won.push(recorded.version);
                        sequence += 1;
                    }
                    Err(status) => match reason_name(&status).as_str() {
                        "SEQUENCE_CONFLICT" | "HAND_CLOSED" => {
                            sequence =
                                service.room("busy", v1::Audience::Public, Chair::First).await.unwrap().sequence + 1;
                        }
                        _ => panic!("{status:?}"),
                    },
                }
            }
            won
        });
    }
    let mut versions: Vec<u32> = writers.join_all().await.into_iter().flatten().collect();
    versions.sort_unstable();
    // Each event made one version, from 2 on: the room was opened at 1.
    let expected: Vec<u32> = (2..2 + (WRITERS * EVENTS_EACH) as u32).collect();
    assert_eq!(versions, expected);
    let room = service.room("busy", v1::Audience::Public, Chair::First).await.unwrap();
    assert_eq!(room.sequence, (WRITERS * EVENTS_EACH) as u32);
}

async fn an_event_stops_the_thinking_about_a_turn(stores: &TestStore) {
    let service = stores.service();
    let (mut backend, last) = open_in_play(&service, "stop", ALL_BOTS, false).await;
    let leader = backend.turn().unwrap();
    let here = service.app.rooms.open_turn("stop");
    let elsewhere = service.app.rooms.open_turn("elsewhere");
    let lead = any_action(&backend, &mut Seed(1).rng(), &mut Plays::new());
    let what = &backend.act(lead)[0];
    let seen = service.app.rooms.load_with_revision("stop").await.unwrap();
    service.record(recording("stop", vec![room_event(last + 1, 1, what)])).await.unwrap();
    let is_over = |turn: &OpenTurn| turn.superseded().load(Ordering::Relaxed);
    assert!(is_over(&here) && !is_over(&elsewhere));
    // The answer of a job that was not stopped comes too late.
    let answer = Answer { turn: seen.state.turn_version(), chair: leader, question: 1, decision: Vec::new() };
    let late = service.app.rooms.add_answer("stop", &seen.state, &answer).await;
    assert_eq!(late.unwrap_err().reason().name, "SUPERSEDED");
}
