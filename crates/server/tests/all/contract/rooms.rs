//! Rooms over a real connection: lists of legal plays, own card numbers, turns without a version, the landlord. Also requests that the test
//! in `refusals` expects to be refused.

use tonic::Status;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::refusals::{Case, cases};

const DEALT_HAND: &str = "45566778899TTJJQQ";
const BOTTOM: &str = "334";

/// Makes the opening of a room with a bot on the first chair and players on the others.
pub(crate) fn opening(room: &str) -> OpenRoomRequest {
    let player = |chair: Chair| PlayerSeat { chair: chair as i32, player_id: format!("player-{}", chair as i32) };
    let players = vec![player(Chair::Second), player(Chair::Third)];
    OpenRoomRequest { players, ..seating(room, "classic", "rules", &[Chair::First]) }
}

/// Makes the deal of these hands; the first chair is the first to speak.
pub(crate) fn dealt_event(hands: &[(Chair, &str)]) -> room_event::What {
    let holds = hands.iter().map(|&(chair, hand)| holds(chair, as_cards(hand))).collect();
    room_event::What::Dealt(Dealt { first: Chair::First as i32, holds })
}

pub(crate) fn decision_of(next: Option<TurnDecision>) -> Decision {
    match next.and_then(|next| next.result) {
        Some(turn_decision::Result::Decision(decision)) => decision,
        other => panic!("{other:?} is no decision"),
    }
}

pub(crate) fn numbered(sequence: u32, hand_number: u32, event: room_event::What) -> RoomEvent {
    RoomEvent { sequence, hand_number, what: Some(event) }
}

/// Returns the first events of a table without an auction.
fn deal_events() -> Vec<RoomEvent> {
    let found = room_event::What::Table(takes(Chair::First, BOTTOM));
    vec![numbered(1, 1, dealt_event(&[(Chair::First, DEALT_HAND)])), numbered(2, 1, found)]
}

pub(crate) fn table_play(cards: Option<&str>) -> room_event::What {
    room_event::What::Table(plays(Chair::Unspecified, cards.unwrap_or_default()))
}

pub(crate) fn recording(room: &str, events: Vec<RoomEvent>) -> RecordEventsRequest {
    RecordEventsRequest { room_id: room.to_owned(), events, ..RecordEventsRequest::default() }
}

pub(crate) fn to_decide(room: &str, chair: Chair, options: Option<DecisionOptions>) -> DecideRequest {
    DecideRequest { options, ..turn_request(room, chair, None) }
}

pub(crate) fn get_request(room: &str) -> GetRoomRequest {
    GetRoomRequest { room_id: room.to_owned(), audience: Audience::Operator as i32, ..GetRoomRequest::default() }
}

pub(crate) fn watch_request(room: &str) -> WatchRoomRequest {
    WatchRoomRequest { room_id: room.to_owned(), audience: Audience::Public as i32, ..WatchRoomRequest::default() }
}

pub(crate) async fn open_in_play(client: &mut Client, room: &str, strict: bool) {
    client.open_room(OpenRoomRequest { strict, ..opening(room) }).await.unwrap();
    client.record_events(recording(room, deal_events())).await.unwrap();
}

/// Makes the request for a lead in the room `r`, with the plays that the backend accepts.
fn lead_from_list(plays: &[&str]) -> DecideRequest {
    let plays = plays.iter().map(|cards| combo(cards).unwrap()).collect();
    DecideRequest { legal_plays: Some(LegalPlays { plays, may_pass: false }), ..to_decide("r", Chair::First, None) }
}

fn next_result(next: Option<TurnDecision>) -> turn_decision::Result {
    next.expect("a bot is on turn").result.expect("it has a result")
}

/// The backend's own rules win in a room too. A list holds only for its call.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_a_room_plays_from_the_list_of_the_call_that_asks() {
    let (_server, mut client) = serve(&[]).await;
    let list = |plays: &[&str]| lead_from_list(plays).legal_plays;
    let of_list = |result: turn_decision::Result, plays: &[&str], is_again: bool| {
        let turn_decision::Result::Decision(decision) = result else { panic!("{result:?}") };
        assert!(plays.contains(&&*play_text(&decision)), "{decision:?}");
        assert_eq!(decision.source().repeated, is_again, "{plays:?}");
    };
    let opening = OpenRoomRequest { decide: true, events: deal_events(), legal_plays: list(&["JJ"]), ..opening("r") };
    for is_again in [false, true] {
        let answer = client.open_room(opening.clone()).await.unwrap().into_inner();
        of_list(next_result(answer.next), &["JJ"], is_again);
    }
    let asking = |plays: &[&str], events| RecordEventsRequest {
        decide: true,
        legal_plays: list(plays),
        ..recording("r", events)
    };
    for (plays, is_again) in [(&["QQ", "99"][..], false), (&["99", "QQ", "99"], true), (&["4", "44"], false)] {
        let answer = client.record_events(asking(plays, Vec::new())).await.unwrap().into_inner();
        of_list(next_result(answer.next), plays, is_again);
    }
    // A turn without a list is another question.
    for is_again in [false, true] {
        let answer = client.play(to_decide("r", Chair::First, None)).await.unwrap().into_inner();
        assert_eq!(answer.source().repeated, is_again);
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
async fn a_room_uses_the_backends_own_card_numbers() {
    let (_server, mut client) = serve(&[]).await;
    let card_numbers: Vec<u32> = (0..54).map(own_number).collect();
    let own = |places: std::ops::Range<u32>| id_cards(&places.map(own_number).collect::<Vec<u32>>());
    let dealt = Dealt { first: 0, holds: vec![holds(Chair::First, own(0..17))] };
    let bottom = Event { chair: Chair::First as i32, what: Some(event::What::LandlordFound(own(17..20).unwrap())) };
    let opening = OpenRoomRequest {
        card_codec: CardCodec::Own as i32,
        card_numbers: card_numbers.clone(),
        events: vec![numbered(1, 1, room_event::What::Dealt(dealt)), numbered(2, 1, room_event::What::Table(bottom))],
        decide: true,
        ..opening("own")
    };
    let answer = client.open_room(opening).await.unwrap().into_inner();
    let decision = decision_of(answer.next);
    let Some(action::What::Play(lead)) = decision.action.clone().unwrap().what else { panic!("{decision:?}") };
    let held = own(0..20).unwrap().ids;
    let ids = lead.cards.unwrap().ids;
    assert!(!ids.is_empty() && ids.iter().all(|id| held.contains(id)), "{ids:?}");
    // Two fives, which the backend lists in its numbers.
    let fives = Combo { cards: own(8..10), ..Combo::default() };
    let legal_plays = Some(LegalPlays { plays: vec![fives], may_pass: false });
    let listed = DecideRequest { legal_plays, ..to_decide("own", Chair::First, None) };
    let listed = client.play(listed).await.unwrap().into_inner().action.unwrap().what;
    assert!(
        matches!(listed, Some(action::What::Play(combo)) if combo.cards.as_ref().unwrap().ids == own(8..10).unwrap().ids)
    );
    // The hand from the room's answer works in another call.
    let hand = client.get_room(get_request("own")).await.unwrap().into_inner().hand.unwrap();
    assert_eq!((hand.card_codec(), &hand.card_numbers), (CardCodec::Own, &card_numbers));
    let position = Some(decide_request::Position::Hand(hand));
    let options = Some(DecisionOptions { hand_seed: Some(decision.source().hand_seed), ..by_bot("rules").unwrap() });
    let alone = DecideRequest { position, options, ..to_decide("own", Chair::First, None) };
    assert_eq!(client.decide(alone).await.unwrap().into_inner().action, decision.action);
    // The standing combo has the backend's numbers too.
    let led = acts(Chair::First, decision.action.unwrap().what.unwrap());
    let led = numbered(3, 1, room_event::What::Table(led));
    let answer = client.record_events(recording("own", vec![led])).await.unwrap().into_inner();
    let standing = answer.state().standing.clone().unwrap();
    assert_eq!((standing.chair(), standing.combo.unwrap().cards.unwrap().ids), (Chair::First, ids));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_plays_is_unused_in_the_auction_with_a_warning() {
    let (_server, mut client) = serve(&[]).await;
    let auction = rules_request(history("classic", Chair::First, "344567889TTJJQKK2", &[]));
    let own = client.decide(auction.clone()).await.unwrap().into_inner();
    let asked = DecideRequest { legal_plays: lead_from_list(&["JJ"]).legal_plays, ..auction };
    let decision = client.decide(asked).await.unwrap().into_inner();
    assert_eq!(decision.action, own.action);
    let warned: Vec<&str> = decision.warnings.iter().map(|warning| warning.rule.as_str()).collect();
    assert_eq!(warned, ["LIST_UNUSED"]);
}

/// A store that fails over may lose its last writes: then a turn without a version is decided at an older state, unnoticed.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_without_a_version_is_warned_of_and_counted() {
    let (server, mut client) = serve(&[]).await;
    open_in_play(&mut client, "r", false).await;
    let counted = |rpc: &str| {
        let series = format!("thirdseat_turns_without_version_total{{rpc=\"{rpc}\"}}");
        metric(&server.app, &series)
    };
    let ask = |version| turn_request("r", Chair::First, version);
    let careless = client.decide(ask(None)).await.unwrap().into_inner();
    assert_eq!((careless.warnings.len(), counted("Decide")), (1, 1.0));
    assert_eq!(careless.warnings[0].rule, "NO_VERSION");
    let careful = client.decide(ask(Some(3))).await.unwrap().into_inner();
    assert_eq!((careful, counted("Decide")), (repeated(Decision { warnings: Vec::new(), ..careless }), 1.0));
    // A request without events does not show the caller's state either.
    for (expected_version, warnings) in [(None, 1), (Some(3), 0)] {
        let request = RecordEventsRequest { decide: true, expected_version, ..recording("r", Vec::new()) };
        let decision = decision_of(client.record_events(request).await.unwrap().into_inner().next);
        assert_eq!(decision.warnings.len(), warnings);
    }
    assert_eq!((counted("RecordEvents"), counted("Decide")), (1.0, 1.0));
}

/// The event that shows the bottom may omit the landlord after an auction, and must name it without one.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_knows_the_landlord_of_its_auction() {
    let (_server, mut client) = serve(&[]).await;
    let dealt = numbered(1, 1, dealt_event(&[(Chair::First, DEALT_HAND)]));
    let bottom = |sequence| numbered(sequence, 1, room_event::What::Table(takes(Chair::Unspecified, BOTTOM)));
    client.open_room(opening("unnamed")).await.unwrap();
    let status = client.record_events(recording("unnamed", vec![dealt.clone(), bottom(2)])).await.unwrap_err();
    assert_eq!(refusal(&status).1, "FIELD_MISSING");
    let call = numbered(2, 1, room_event::What::Table(calls(Chair::First, Call::Score3)));
    let answer = client.record_events(recording("unnamed", vec![dealt, call, bottom(3)])).await.unwrap().into_inner();
    assert_eq!((answer.warnings.len(), answer.state().landlord()), (0, Chair::First));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_against_the_rules_has_no_stakes() {
    let (_server, mut client) = serve(&[]).await;
    let mut events = deal_events();
    // The first chair passes, but the next event names it as the landlord.
    events.insert(1, numbered(2, 1, room_event::What::Table(calls(Chair::First, Call::Pass))));
    events[2].sequence = 3;
    let told = client.open_room(OpenRoomRequest { events, ..opening("loose") }).await.unwrap().into_inner();
    assert_eq!(told.warnings[0].rule, "OUT_OF_STAGE");
    let state = told.room.unwrap().state.unwrap();
    assert!(state.stakes.is_none());
    assert_eq!((state.may_pass, state.awaited()), (false, Awaited::Lead));
}

/// Returns openings that are refused while the room `r` is open.
pub(super) fn opening_cases() -> Vec<Case> {
    let bad = |change: fn(&mut OpenRoomRequest)| {
        let mut request = opening("bad");
        change(&mut request);
        request
    };
    let numbered_by = |codec: CardCodec, card_numbers: Vec<u32>| OpenRoomRequest {
        card_codec: codec as i32,
        card_numbers,
        ..opening("bad")
    };
    let matched = |matching: SeatMatch| {
        let mut request = opening("bad");
        request.bots[0].matching = Some(matching);
        request
    };
    let own: Vec<u32> = (0..54).map(own_number).collect();
    let twice = (0..54).map(|place| own_number(place % 53)).collect();
    // A room gets only the cards of its bots.
    let of_players = dealt_event(&[(Chair::First, "45566778899TTJJQQ"), (Chair::Second, "3334445556667777")]);
    let of_players = OpenRoomRequest { events: vec![numbered(1, 1, of_players)], ..opening("bad") };
    let peeks = present("3344JJ", [5, 4, 6], "99").with(|hand| hand.holds.push(holds(Chair::First, as_cards("AA222"))));
    let rows = [
        (OpenRoomRequest { request_id: String::from("else"), ..opening("r") }, "ROOM_EXISTS", "room_id"),
        (OpenRoomRequest { strict: true, ..opening("r") }, "ROOM_EXISTS", "request_id"),
        (
            bad(|request| request.players[1].player_id = String::from("player-2")),
            "FIELD_CONFLICT",
            "players[1].player_id",
        ),
        (bad(|request| request.bots.clear()), "FIELD_CONFLICT", "bots"),
        (bad(|request| request.bots.push(request.bots[0].clone())), "FIELD_CONFLICT", "bots[1]"),
        (bad(|request| request.room_id = String::from("a b")), "VALUE_UNKNOWN", "room_id"),
        (bad(|request| request.room_id = "a".repeat(65)), "TOO_LONG", "room_id"),
        (bad(|request| request.request_id = "a".repeat(65)), "TOO_LONG", "request_id"),
        (bad(|request| request.request_id.clear()), "FIELD_MISSING", "request_id"),
        (bad(|request| request.ruleset = String::from("whist")), "UNKNOWN_RULESET", "ruleset"),
        (bad(|request| request.bots[0].persona = String::from("nemo")), "UNKNOWN_PERSONA", "bots[0].persona"),
        (bad(|request| request.bots[0].strength = Some(101)), "VALUE_UNKNOWN", "bots[0].strength"),
        (matched(SeatMatch { offset: 101, ..SeatMatch::default() }), "VALUE_UNKNOWN", "bots[0].matching.offset"),
        (
            matched(SeatMatch { chairs: vec![2], predecessor: true, ..SeatMatch::default() }),
            "FIELD_CONFLICT",
            "bots[0].matching.chairs",
        ),
        (matched(SeatMatch { chairs: vec![9], ..SeatMatch::default() }), "VALUE_UNKNOWN", "bots[0].matching.chairs"),
        (numbered_by(CardCodec::Own, Vec::new()), "FIELD_MISSING", "card_numbers"),
        (numbered_by(CardCodec::Douzero, own), "FIELD_CONFLICT", "card_numbers"),
        (numbered_by(CardCodec::Own, vec![1; 53]), "CARDS_INVALID", "card_numbers"),
        (numbered_by(CardCodec::Own, twice), "CARDS_INVALID", "card_numbers[53]"),
        (of_players, "NOT_A_BOT", "events[0].dealt.holds"),
        (OpenRoomRequest { hand: Some(peeks.hand), ..opening("bad") }, "NOT_A_BOT", "hand.holds"),
    ];
    cases("OpenRoom", rows)
}

/// Returns calls of RecordEvents that are refused, in a room with players, in a strict one, and in none.
pub(super) fn event_cases() -> Vec<Case> {
    let settled = |settled: Settled| numbered(3, 1, room_event::What::Settled(settled));
    let end = |sequence, hand| numbered(sequence, hand, room_event::What::Settled(Settled::default()));
    let said = |chair: Chair, emote: i32| numbered(3, 1, room_event::What::Said(Said { chair: chair as i32, emote }));
    let boards = |boards: &[&str]| {
        settled(Settled { boards: boards.iter().map(|&it| it.to_owned()).collect(), ..Default::default() })
    };
    let paid = |amounts| settled(Settled { amounts: vec![0; amounts], winner: 1, ..Settled::default() });
    let impossible = || table_play(Some("33334444"));
    let wide = room_event::What::Table(show_event(Chair::Second, "33344455566677788", 6));
    let rows = [
        ("nowhere", vec![end(3, 1)], "ROOM_NOT_FOUND", "room_id"),
        ("r", vec![end(9, 1)], "SEQUENCE_GAP", "events[0].sequence"),
        ("r", vec![end(1, 1)], "SEQUENCE_CONFLICT", "events[0].sequence"),
        ("r", vec![end(3, 0)], "HAND_CLOSED", "events[0].hand_number"),
        ("r", vec![end(3, 2)], "HAND_MISMATCH", "events[0].hand_number"),
        ("r", vec![numbered(3, 1, impossible())], "EVENT_IMPOSSIBLE", "events[0]"),
        ("strict", vec![numbered(3, 1, table_play(Some("3Q")))], "STRICT_EVENT", "events[0]"),
        // A batch is recorded whole or not at all.
        ("r", vec![numbered(3, 1, table_play(None)), numbered(4, 1, impossible())], "EVENT_IMPOSSIBLE", "events[1]"),
        ("r", vec![boards(&["a", "b", "c", "d", "e"])], "TOO_LONG", "events[0].settled.boards"),
        ("r", vec![boards(&["x{y}"])], "VALUE_UNKNOWN", "events[0].settled.boards[0]"),
        ("r", vec![paid(2)], "FIELD_MISSING", "events[0].settled.amounts"),
        ("r", vec![paid(4)], "TOO_LONG", "events[0].settled.amounts"),
        ("r", vec![numbered(3, 1, wide)], "VALUE_UNKNOWN", "events[0].table.action.show.factor"),
        ("r", vec![said(Chair::First, Emote::Sorry as i32)], "FIELD_CONFLICT", "events[0].said.chair"),
        ("r", vec![said(Chair::Second, 0)], "VALUE_UNKNOWN", "events[0].said.emote"),
        ("r", vec![said(Chair::Second, 6)], "VALUE_UNKNOWN", "events[0].said.emote"),
    ];
    let stale = RecordEventsRequest { expected_version: Some(99), ..recording("r", Vec::new()) };
    let chosen = RecordEventsRequest { decide: true, options: by_bot("rules"), ..recording("r", Vec::new()) };
    let asked = [(stale, "VERSION_MISMATCH", "expected_version"), (chosen, "FIELD_CONFLICT", "options.persona")];
    let told = rows.map(|(room, events, reason, field)| (recording(room, events), reason, field));
    [cases("RecordEvents", told), cases("RecordEvents", asked)].concat()
}

/// Plays a hand without an end until the server refuses an event. Returns the refusal.
pub(super) async fn overfill_hand(client: &mut Client) -> Status {
    open_in_play(client, "endless", false).await;
    for sequence in 3..1_000 {
        let event = numbered(sequence, 1, table_play(None));
        if let Err(status) = client.record_events(recording("endless", vec![event])).await {
            let end = numbered(sequence, 1, room_event::What::Settled(Settled::default()));
            client.record_events(recording("endless", vec![end])).await.expect("a full hand can be settled");
            return status;
        }
    }
    panic!("a hand took a thousand events");
}

/// Watches a room on a replica that stops. Returns the status that ends the stream.
pub(super) async fn drain_while_watching(server: server::server::serve::RunningServer, mut client: Client) -> Status {
    let mut updates = client.watch_room(watch_request("r")).await.unwrap().into_inner();
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
