//! Rooms over a real connection: each of their RPCs, and every reason to be refused.

use game::refusal::Reason;
use tonic::Status;
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::harness::*;

const DEALT: &str = "45566778899TTJJQQ";
const BOTTOM: &str = "334";

/// Makes the opening of a room with a bot on the first chair and players on the others.
pub(crate) fn opening(room: &str) -> OpenRoomRequest {
    let player = |chair: Chair| PlayerSeat { chair: chair as i32, player_id: format!("player-{}", chair as i32) };
    let players = vec![player(Chair::Second), player(Chair::Third)];
    OpenRoomRequest { players, ..seating(room, "classic", "rules", &[Chair::First]) }
}

/// Makes the opening of a room with bots of a persona on these chairs, each with its own seed.
pub(crate) fn seating(room: &str, ruleset: &str, persona: &str, chairs: &[Chair]) -> OpenRoomRequest {
    let bot = |&chair: &Chair| BotSeat {
        chair: chair as i32,
        persona: persona.to_owned(),
        seed: Some(chair as u64),
        disclosed: true,
        ..BotSeat::default()
    };
    OpenRoomRequest {
        request_id: format!("open-{room}"),
        room_id: room.to_owned(),
        ruleset: ruleset.to_owned(),
        bots: chairs.iter().map(bot).collect(),
        ..OpenRoomRequest::default()
    }
}

/// Makes the deal of these hands; the first chair is the first to speak.
pub(crate) fn dealing(hands: &[(Chair, &str)]) -> room_event::What {
    let holds = hands.iter().map(|&(chair, hand)| held(chair, text(hand))).collect();
    room_event::What::Dealt(Dealt { first: Chair::First as i32, holds })
}

/// Returns the decision that comes with an answer.
pub(crate) fn decided(next: Option<TurnDecision>) -> Decision {
    match next.and_then(|next| next.result) {
        Some(turn_decision::Result::Decision(decision)) => decision,
        other => panic!("{other:?} is no decision"),
    }
}

pub(crate) fn numbered(sequence: u32, hand_number: u32, event: room_event::What) -> RoomEvent {
    RoomEvent { sequence, hand_number, what: Some(event) }
}

/// Returns the events of a table without an auction.
fn dealt() -> Vec<RoomEvent> {
    let found = room_event::What::Table(found(Chair::First, BOTTOM));
    vec![numbered(1, 1, dealing(&[(Chair::First, DEALT)])), numbered(2, 1, found)]
}

pub(crate) fn table_play(cards: Option<&str>) -> room_event::What {
    room_event::What::Table(plays(Chair::Unspecified, cards.unwrap_or_default()))
}

pub(crate) fn recording(room: &str, events: Vec<RoomEvent>) -> RecordEventsRequest {
    RecordEventsRequest { room_id: room.to_owned(), events, ..RecordEventsRequest::default() }
}

pub(crate) fn asked(room: &str, chair: Chair, options: Option<DecisionOptions>) -> DecideRequest {
    DecideRequest { options, ..in_room(room, chair, None) }
}

pub(crate) fn looking(room: &str) -> GetRoomRequest {
    GetRoomRequest { room_id: room.to_owned(), audience: Audience::Operator as i32, ..GetRoomRequest::default() }
}

pub(crate) fn watching(room: &str) -> WatchRoomRequest {
    WatchRoomRequest { room_id: room.to_owned(), audience: Audience::Public as i32, ..WatchRoomRequest::default() }
}

/// Opens a room in which the landlord has the lead.
pub(crate) async fn in_play(client: &mut Client, room: &str, strict: bool) {
    client.open_room(OpenRoomRequest { strict, ..opening(room) }).await.unwrap();
    client.record_events(recording(room, dealt())).await.unwrap();
}

/// Asks for the lead in the room `r`, with the plays that the backend accepts.
fn listed(plays: &[&str]) -> DecideRequest {
    let plays = plays.iter().map(|cards| combo(cards).unwrap()).collect();
    DecideRequest { legal_plays: Some(LegalPlays { plays, may_pass: false }), ..asked("r", Chair::First, None) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_from_another_by_its_plays_alone() {
    let (_server, mut client) = serve(&[]).await;
    in_play(&mut client, "r", false).await;
    let first = client.play(listed(&["3", "44", "5"])).await.unwrap().into_inner();
    let mut again = listed(&["44", "5", "3", "3"]);
    again.options = Some(DecisionOptions { budget_ms: Some(7), clock_ms: Some(5_000), ..Default::default() });
    let again = client.play(again).await.unwrap().into_inner();
    assert_eq!(again, repeated(first));
    for other in [listed(&["3", "44"]), asked("r", Chair::First, None)] {
        let answer = client.play(other.clone()).await.unwrap().into_inner();
        assert!(!answer.source().repeated, "another list is another question");
        assert!(client.play(other).await.unwrap().into_inner().source().repeated);
    }
    assert_eq!(refused(&client.follow(in_room("r", Chair::First, None)).await.unwrap_err()).1, "WRONG_PHASE");
}

fn next_result(next: Option<TurnDecision>) -> turn_decision::Result {
    next.expect("a bot is on turn").result.expect("it has a result")
}

/// The backend's own rules win in a room too. A list holds only for its call.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_a_room_plays_from_the_list_of_the_call_that_asks() {
    let (_server, mut client) = serve(&[]).await;
    let list = |plays: &[&str]| listed(plays).legal_plays;
    let of_list = |result: turn_decision::Result, plays: &[&str], is_again: bool| {
        let turn_decision::Result::Decision(decision) = result else { panic!("{result:?}") };
        assert!(plays.contains(&&*played(&decision)), "{decision:?}");
        assert_eq!(decision.source().repeated, is_again, "{plays:?}");
    };
    let opening = OpenRoomRequest { decide: true, events: dealt(), legal_plays: list(&["JJ"]), ..opening("r") };
    for is_again in [false, true] {
        let answer = client.open_room(opening.clone()).await.unwrap().into_inner();
        of_list(next_result(answer.next), &["JJ"], is_again);
    }
    let asking = |plays: &[&str], events| RecordEventsRequest {
        decide: true,
        legal_plays: list(plays),
        ..recording("r", events)
    };
    for (plays, is_again) in [(["QQ", "99"], false), (["99", "QQ"], true), (["4", "44"], false)] {
        let answer = client.record_events(asking(&plays, Vec::new())).await.unwrap().into_inner();
        of_list(next_result(answer.next), &plays, is_again);
    }
    // The events stay recorded even if the list is wrong.
    let round = [Some("JJ"), None, None].map(table_play).into_iter().zip(3..);
    let round = round.map(|(what, sequence)| numbered(sequence, 1, what)).collect();
    let answer = client.record_events(asking(&["JJ"], round)).await.unwrap().into_inner();
    assert_eq!(answer.sequence, 5);
    let turn_decision::Result::Status(status) = next_result(answer.next) else { panic!("JJ are gone") };
    assert!(status.message.starts_with("legal_plays.plays[0]: "), "{}", status.message);
}

/// Numbers cards as a backend might: hundreds for the suit, then the rank. No built-in codec has these numbers.
pub(crate) fn own_number(place: u32) -> u32 {
    if place < 52 { 100 * (1 + place % 4) + 3 + place / 4 } else { 464 + place }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_speaks_in_the_backends_own_numbers() {
    let (_server, mut client) = serve(&[]).await;
    let card_numbers: Vec<u32> = (0..54).map(own_number).collect();
    let own = |places: std::ops::Range<u32>| ids(&places.map(own_number).collect::<Vec<u32>>());
    let dealt = Dealt { first: 0, holds: vec![held(Chair::First, own(0..17))] };
    let bottom = Event { chair: Chair::First as i32, what: Some(event::What::LandlordFound(own(17..20).unwrap())) };
    let opening = OpenRoomRequest {
        card_codec: CardCodec::Own as i32,
        card_numbers: card_numbers.clone(),
        events: vec![numbered(1, 1, room_event::What::Dealt(dealt)), numbered(2, 1, room_event::What::Table(bottom))],
        decide: true,
        ..opening("own")
    };
    let answer = client.open_room(opening.clone()).await.unwrap().into_inner();
    let turn_decision::Result::Decision(decision) = next_result(answer.next) else { panic!("a lead") };
    let Some(action::What::Play(lead)) = decision.action.clone().unwrap().what else { panic!("{decision:?}") };
    let held = own(0..20).unwrap().ids;
    let ids = lead.cards.unwrap().ids;
    assert!(!ids.is_empty() && ids.iter().all(|id| held.contains(id)), "{ids:?}");
    // Two fives, which the backend lists in its numbers.
    let fives = Combo { cards: own(8..10), ..Combo::default() };
    let legal_plays = Some(LegalPlays { plays: vec![fives], may_pass: false });
    let listed = DecideRequest { legal_plays, ..asked("own", Chair::First, None) };
    let Some(action::What::Play(listed)) = client.play(listed).await.unwrap().into_inner().action.unwrap().what else {
        panic!("a lead")
    };
    assert_eq!(listed.cards.unwrap().ids, own(8..10).unwrap().ids);

    // The hand from the room's answer works in any other call.
    let hand = client.get_room(looking("own")).await.unwrap().into_inner().hand.unwrap();
    assert_eq!((hand.card_codec(), &hand.card_numbers), (CardCodec::Own, &card_numbers));
    let position = Some(decide_request::Position::Hand(hand));
    let options = Some(DecisionOptions { hand_seed: Some(decision.source().hand_seed), ..by("rules").unwrap() });
    let alone = DecideRequest { chair: Chair::First as i32, position, options, ..DecideRequest::default() };
    assert_eq!(client.decide(alone).await.unwrap().into_inner().action, decision.action);

    let twice = (0..54).map(|place| own_number(place % 53)).collect();
    for (codec, numbers, expected) in [
        (CardCodec::Own, Vec::new(), ("FIELD_MISSING", "card_numbers")),
        (CardCodec::Douzero, card_numbers, ("FIELD_CONFLICT", "card_numbers")),
        (CardCodec::Own, vec![1; 53], ("CARDS_INVALID", "card_numbers")),
        (CardCodec::Own, twice, ("CARDS_INVALID", "card_numbers[53]")),
    ] {
        let wrong = OpenRoomRequest { card_codec: codec as i32, card_numbers: numbers, ..opening.clone() };
        let (_, reason, field) = refused(&client.open_room(wrong).await.unwrap_err());
        assert_eq!((reason.as_str(), field.as_str()), expected);
    }
}

/// A list of plays has no effect in the auction.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_fits_no_action_is_not_used_and_says_so() {
    let (_server, mut client) = serve(&[]).await;
    let auction = by_rules(history("classic", Chair::First, "344567889TTJJQKK2", &[]));
    let own = client.decide(auction.clone()).await.unwrap().into_inner();
    let asked = DecideRequest { legal_plays: listed(&["JJ"]).legal_plays, ..auction };
    let decision = client.decide(asked).await.unwrap().into_inner();
    assert_eq!(decision.action, own.action);
    let warned: Vec<&str> = decision.warnings.iter().map(|warning| warning.rule.as_str()).collect();
    assert_eq!(warned, ["LIST_UNUSED"]);
}

/// A store that fails over may lose its last writes: then a turn without a version is decided at an older state, unnoticed.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_without_a_version_is_warned_of_and_counted() {
    let (server, mut client) = serve(&[]).await;
    in_play(&mut client, "r", false).await;
    let counted = |rpc: &str| {
        let series = format!("thirdseat_turns_without_version_total{{rpc=\"{rpc}\"}}");
        metric(&server.app, &series)
    };
    let ask = |version| in_room("r", Chair::First, version);
    let careless = client.decide(ask(None)).await.unwrap().into_inner();
    assert_eq!((careless.warnings.len(), counted("Decide")), (1, 1.0));
    assert_eq!(careless.warnings[0].rule, "NO_VERSION");
    let careful = client.decide(ask(Some(3))).await.unwrap().into_inner();
    assert_eq!((careful, counted("Decide")), (repeated(Decision { warnings: Vec::new(), ..careless }), 1.0));
    // A request without events does not show the caller's state either.
    for (expected_version, warnings) in [(None, 1), (Some(3), 0)] {
        let request = RecordEventsRequest { decide: true, expected_version, ..recording("r", Vec::new()) };
        let decision = decided(client.record_events(request).await.unwrap().into_inner().next);
        assert_eq!(decision.warnings.len(), warnings);
    }
    assert_eq!((counted("RecordEvents"), counted("Decide")), (1.0, 1.0));
}

/// Over the wire every reason has the table's code and advice, and the room is unchanged.
#[tokio::test(flavor = "multi_thread")]
async fn every_reason_of_rooms_can_be_provoked() {
    let (server, mut client) = serve(&[]).await;
    in_play(&mut client, "r", false).await;
    in_play(&mut client, "strict", true).await;
    client.open_room(opening("empty")).await.unwrap();
    client.play(asked("r", Chair::First, None)).await.unwrap();
    let before = client.get_room(looking("r")).await.unwrap().into_inner();

    let mut cases = opened_wrongly(&mut client).await;
    let settled = || room_event::What::Settled(Settled::default());
    for (reason, room, event) in [
        (Reason::ROOM_NOT_FOUND, "nowhere", numbered(3, 1, settled())),
        (Reason::SEQUENCE_GAP, "r", numbered(9, 1, settled())),
        (Reason::SEQUENCE_CONFLICT, "r", numbered(1, 1, settled())),
        (Reason::HAND_CLOSED, "r", numbered(3, 0, settled())),
        (Reason::HAND_MISMATCH, "r", numbered(3, 2, settled())),
        (Reason::EVENT_IMPOSSIBLE, "r", numbered(3, 1, table_play(Some("33334444")))),
        (Reason::STRICT_EVENT, "strict", numbered(3, 1, table_play(Some("3Q")))),
    ] {
        let status = client.record_events(recording(room, vec![event])).await.unwrap_err();
        if reason.name.starts_with("SEQUENCE") {
            assert_eq!(
                status.get_error_details().error_info().unwrap().metadata["version"],
                before.version.to_string()
            );
        }
        cases.push((reason, status));
    }
    // A batch is recorded whole or not at all.
    let batch = vec![numbered(3, 1, table_play(None)), numbered(4, 1, table_play(Some("33334444")))];
    cases.push((Reason::EVENT_IMPOSSIBLE, client.record_events(recording("r", batch)).await.unwrap_err()));
    let stale = RecordEventsRequest { expected_version: Some(99), ..recording("r", Vec::new()) };
    cases.push((Reason::VERSION_MISMATCH, client.record_events(stale).await.unwrap_err()));
    for (reason, turn) in [
        (Reason::HAND_MISMATCH, asked("empty", Chair::First, None)),
        (Reason::NOT_A_BOT, asked("r", Chair::Second, None)),
    ] {
        cases.push((reason, client.play(turn).await.unwrap_err()));
    }
    assert_eq!(client.get_room(looking("r")).await.unwrap().into_inner(), before, "a refusal changed the room");
    cases.push((Reason::ROOM_TOO_LARGE, overfilled(&mut client).await));
    cases.push((Reason::SHUTTING_DOWN, cut_off(server, client).await));

    for (reason, status) in &cases {
        let (code, name, _) = refused(status);
        assert_eq!((code, name.as_str()), (reason.code, reason.name), "{status:?}");
        assert_eq!(status.get_error_details().error_info().unwrap().metadata["retry"], reason.retry.word());
    }
    // Reasons that need a race or a failing store have tests in `tests/rooms`.
    let elsewhere = [Reason::SUPERSEDED, Reason::WATCHER_TOO_SLOW, Reason::ROOM_UNREADABLE, Reason::STORE_UNAVAILABLE];
    let place = |reason: Reason| Reason::ALL.iter().position(|it| *it == reason).unwrap();
    for reason in &Reason::ALL[place(Reason::ROOM_NOT_FOUND)..=place(Reason::STORE_UNAVAILABLE)] {
        let provoked = elsewhere.contains(reason) || cases.iter().any(|(it, _)| it == reason);
        assert!(provoked, "{} is not provoked", reason.name);
    }
}

fn twin(chair: Chair) -> PlayerSeat {
    PlayerSeat { chair: chair as i32, player_id: String::from("twin") }
}

async fn opened_wrongly(client: &mut Client) -> Vec<(Reason, Status)> {
    let request = opening("r");
    let mut cases = Vec::new();
    for (reason, wrong) in [
        (
            Reason::FIELD_CONFLICT,
            OpenRoomRequest { players: vec![twin(Chair::Second), twin(Chair::Third)], ..opening("bad") },
        ),
        (Reason::ROOM_EXISTS, OpenRoomRequest { request_id: String::from("else"), ..request.clone() }),
        (Reason::ROOM_EXISTS, OpenRoomRequest { strict: true, ..request }),
    ] {
        cases.push((reason, client.open_room(wrong).await.unwrap_err()));
    }
    cases
}

/// Plays a hand that never ends.
async fn overfilled(client: &mut Client) -> Status {
    in_play(client, "endless", false).await;
    for sequence in 3..1_000 {
        let event = numbered(sequence, 1, table_play(None));
        if let Err(status) = client.record_events(recording("endless", vec![event])).await {
            return status;
        }
    }
    panic!("a hand took a thousand events");
}

/// Watches a replica that stops.
async fn cut_off(server: server::server::serve::Running, mut client: Client) -> Status {
    let mut updates = client.watch_room(watching("r")).await.unwrap().into_inner();
    updates.message().await.unwrap().unwrap();
    let drained = tokio::spawn(server.drain());
    let status = loop {
        match updates.message().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the stream ended without a word"),
            Err(status) => break status,
        }
    };
    drained.await.unwrap();
    status
}

/// The event that shows the bottom may omit the landlord after an auction, and must name it without one.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_knows_the_landlord_of_its_auction() {
    let (_server, mut client) = serve(&[]).await;
    let dealt = numbered(1, 1, dealing(&[(Chair::First, DEALT)]));
    let bottom = |sequence| numbered(sequence, 1, room_event::What::Table(found(Chair::Unspecified, BOTTOM)));
    client.open_room(opening("unnamed")).await.unwrap();
    let status = client.record_events(recording("unnamed", vec![dealt.clone(), bottom(2)])).await.unwrap_err();
    assert_eq!(refused(&status).1, "FIELD_MISSING");
    let call = numbered(2, 1, room_event::What::Table(calls(Chair::First, Call::Score3)));
    let answer = client.record_events(recording("unnamed", vec![dealt, call, bottom(3)])).await.unwrap().into_inner();
    assert_eq!((answer.warnings.len(), answer.state().landlord()), (0, Chair::First));
}
