//! `Decide`, decisions in the answer of RecordEvents, and rooms that are opened again in the middle of a session.

use rules::{Deal, Seed};
use wire::v1::*;

use crate::contract::callers::{LOBBY, by_token};
use crate::contract::harness::*;
use crate::contract::rooms::{decided, seating};
use crate::support::papers::Folder;

const CHAIRS: [Chair; 3] = [Chair::First, Chair::Second, Chair::Third];

#[tokio::test(flavor = "multi_thread")]
async fn decide_answers_as_the_rpc_of_the_phase_does() {
    let (server, mut client) = serve(&[]).await;
    let auction = history("classic", Chair::First, "344567889TTJJQKK2", &[]);
    let (lead, answer) = (present("3344JJ", [5, 4, 6], ""), present("3344JJ", [5, 4, 6], "99"));
    let bid = client.bid(by_rules(auction.clone())).await.unwrap().into_inner();
    let played = client.play(by_rules(lead.clone())).await.unwrap().into_inner();
    let followed = client.follow(by_rules(answer.clone())).await.unwrap().into_inner();
    for (told, expected) in [(auction, bid), (lead, played), (answer.clone(), followed)] {
        let found = client.decide(by_rules(told)).await.unwrap().into_inner();
        assert_eq!(untimed(found), untimed(expected));
    }
    let counted = |line: &str| metric(&server.app, line);
    assert_eq!(counted("thirdseat_rpc_total{rpc=\"Decide\",code=\"OK\"}"), 3.0);
    assert_eq!(counted("thirdseat_rpc_total{rpc=\"Follow\",code=\"OK\"}"), 1.0);
    let only_jacks = LegalPlays { plays: vec![combo("JJ").unwrap()], may_pass: false };
    let listed = DecideRequest { legal_plays: Some(only_jacks), ..by_rules(answer) };
    let decision = client.decide(listed).await.unwrap().into_inner();
    assert_eq!(crate::contract::harness::played(&decision), "JJ");
    let waiting = history("classic", Chair::Second, "344567889TTJJQKK2", &[]);
    let status = client.decide(by_rules(waiting)).await.unwrap_err();
    assert_eq!(refused(&status).1, "NOT_YOUR_TURN");
}

fn opening(room: &str) -> OpenRoomRequest {
    seating(room, "classic", "rules", &CHAIRS)
}

fn dealt(deal: &Deal) -> room_event::What {
    let hand = |(chair, hand): (Chair, rules::Hand)| held(chair, text(&hand.to_string()));
    let holds = CHAIRS.into_iter().zip(rules::Chair::ALL.map(|chair| deal.hand(chair))).map(hand).collect();
    room_event::What::Dealt(Dealt { first: Chair::First as i32, holds })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_stays_recorded_when_there_is_no_decision() {
    let (server, mut client) = serve(&[("THINKING__INFLIGHT_MAX", "1")]).await;
    client.open_room(opening("r")).await.unwrap();
    let deal = Deal::shuffled(&mut Seed(6).rng());
    let request = RecordEventsRequest {
        room_id: String::from("r"),
        events: vec![RoomEvent { sequence: 1, hand_number: 1, what: Some(dealt(&deal)) }],
        decide: true,
        ..RecordEventsRequest::default()
    };
    let anyone = server.app.callers.check(&http::HeaderMap::new(), &[]).unwrap();
    let busy = server.app.admit(&anyone.caller).unwrap();
    let told = client.record_events(request.clone()).await.unwrap().into_inner();
    let Some(TurnDecision { chair, result: Some(turn_decision::Result::Status(status)), .. }) = told.next else {
        panic!("{:?}", told.next)
    };
    assert_eq!((told.sequence, chair, status.code), (1, Chair::First as i32, tonic::Code::ResourceExhausted as i32));
    drop(busy);
    // The same call again: nothing new to record, and now a decision. The third call gets the stored one.
    for repeated in [false, true] {
        let told = client.record_events(request.clone()).await.unwrap().into_inner();
        let decision = decided(told.next);
        assert_eq!((told.version, decision.source().repeated, decision.source().room_version), (2, repeated, Some(2)));
    }
    let options = by("rules");
    let status = client.record_events(RecordEventsRequest { options, ..request }).await.unwrap_err();
    assert_eq!(refused(&status).1, "FIELD_CONFLICT");
}

#[tokio::test(flavor = "multi_thread")]
async fn deciding_needs_its_scope() {
    let folder = Folder::new("decide-tokens");
    let tokens = folder.write("tokens", &format!("{LOBBY} rooms\n"));
    let (_server, mut client) = serve(&[("GRPC__TOKENS__FILE", &tokens)]).await;
    let open = |decide: bool| by_token(LOBBY, OpenRoomRequest { decide, ..opening("r") });
    assert_eq!(refused(&client.open_room(open(true)).await.unwrap_err()).1, "SCOPE_MISSING");
    assert!(client.open_room(open(false)).await.is_ok());
}

/// A room that was lost in the third hand: one call restores it and decides for the bot on turn.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_room_is_opened_again_in_one_call() {
    let (_server, mut client) = serve(&[]).await;
    let told = present("3344JJ", [5, 4, 6], "99").with(|hand| hand.ruleset.clear());
    let request = OpenRoomRequest {
        hand: Some(told.hand),
        hand_number: 3,
        sequence: 140,
        decide: true,
        ..seating("lost", "classic", "rules", &[Chair::Third])
    };
    let recorded = client.open_room(request.clone()).await.unwrap().into_inner();
    let room = recorded.room.unwrap();
    let place = (room.sequence, room.state().hand_number, room.state().stage(), room.state().turn());
    assert_eq!(place, (140, 3, Stage::Play, Chair::Third));
    let decision = decided(recorded.next);
    assert_eq!(played(&decision), "JJ");
    // The same call again finds the same room and the same answer.
    let again = client.open_room(request).await.unwrap().into_inner();
    assert_eq!(decided(again.next), repeated(decision));
    let passed = room_event::What::Table(plays(Chair::Unspecified, ""));
    let next = RoomEvent { sequence: 141, hand_number: 3, what: Some(passed) };
    let request =
        RecordEventsRequest { room_id: String::from("lost"), events: vec![next], ..RecordEventsRequest::default() };
    assert_eq!(client.record_events(request).await.unwrap().into_inner().sequence, 141);

    // Or with the events of the hand, from its deal.
    let deal = Deal::shuffled(&mut Seed(7).rng());
    let events = vec![RoomEvent { sequence: 1, hand_number: 1, what: Some(dealt(&deal)) }];
    let told = client.open_room(OpenRoomRequest { events, ..opening("told") }).await.unwrap().into_inner();
    let room = told.room.unwrap();
    assert_eq!((room.sequence, room.state().stage(), told.next), (1, Stage::Auction, None));
    assert_eq!(room.state().turn(), Chair::First);
    // An impossible event opens no room.
    let events = vec![RoomEvent { sequence: 5, hand_number: 1, what: Some(dealt(&deal)) }];
    let status = client.open_room(OpenRoomRequest { events, ..opening("gap") }).await.unwrap_err();
    assert_eq!(refused(&status).1, "SEQUENCE_GAP");
    let status = client.get_room(GetRoomRequest { room_id: String::from("gap"), ..Default::default() }).await;
    assert_eq!(refused(&status.unwrap_err()).1, "ROOM_NOT_FOUND");
}
