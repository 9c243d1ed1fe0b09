//! Cards that are passed on before the auction 换三张, hands that are laid open, and who sees them.

use rules::Ruleset;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealt_event, decision_of, get_request, numbered, opening, recording, watch_request};

/// The third chair may choose its gift before the others have given.
#[tokio::test(flavor = "multi_thread")]
async fn a_gift_is_reviewed() {
    let (_server, mut client) = serve(&[]).await;
    let told = history("classic pass-on=next", Chair::Third, HANDS[2], &[]);
    let rules: Ruleset = "classic pass-on=next".parse().unwrap();
    let best = engine::pass_on::gift(HANDS[2].parse().unwrap(), &rules).to_string();
    let review = told.review(action::What::PassOn(as_cards(&best).unwrap()), by_bot("rules"));
    assert_eq!(client.review_play(review).await.unwrap().into_inner().verdict(), Verdict::Best);
}

struct GiftRoom {
    client: Client,
    name: String,
    sequence: u32,
}

impl GiftRoom {
    /// Deals to bots on these chairs; the first chair is the first to speak.
    async fn deal(client: &Client, name: &str, bots: &[Chair]) -> GiftRoom {
        let hands: Vec<_> = CHAIRS.into_iter().zip(HANDS).filter(|(chair, _)| bots.contains(chair)).collect();
        let mut room = GiftRoom { client: client.clone(), name: name.to_owned(), sequence: 0 };
        room.client.open_room(seating(name, "classic pass-on=next", "rules", bots)).await.unwrap();
        room.record(dealt_event(&hands)).await.unwrap();
        room
    }

    async fn record(&mut self, what: room_event::What) -> Result<RecordEventsResponse, tonic::Status> {
        let events = vec![numbered(self.sequence + 1, 1, what)];
        let request = RecordEventsRequest { decide: true, ..recording(&self.name, events) };
        let answer = self.client.record_events(request).await?.into_inner();
        self.sequence += 1;
        Ok(answer)
    }

    async fn give(&mut self, chair: Chair, cards: &str) -> Result<RecordEventsResponse, tonic::Status> {
        self.record(room_event::What::Table(gift_event(chair, cards))).await
    }

    async fn room_seen_by(&mut self, audience: Audience, chair: i32) -> wire::v1::Room {
        let request = GetRoomRequest { room_id: self.name.clone(), audience: audience as i32, chair };
        self.client.get_room(request).await.unwrap().into_inner()
    }

    async fn gifts(&mut self, audience: Audience, chair: i32) -> String {
        let room = self.room_seen_by(audience, chair).await;
        room.hand.unwrap().events.iter().filter_map(gift_cards).collect::<Vec<_>>().join("/")
    }
}

/// Returns the cards if the event is a gift; `-` if they are hidden.
fn gift_cards(event: &Event) -> Option<&str> {
    let Some(event::What::Action(wire::v1::Action { what: Some(action::What::PassOn(cards)) })) = &event.what else {
        return None;
    };
    Some(if cards.text.is_empty() { "-" } else { &cards.text })
}

fn second_chairs_cards(room: &wire::v1::Room) -> Option<&str> {
    let holds = &room.hand.as_ref()?.holds;
    Some(&holds.iter().find(|held| held.chair == 2)?.cards.as_ref()?.text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_told_what_it_gave_and_got_when_all_have_given() {
    let (_server, client) = serve(&[]).await;
    let mut room = GiftRoom::deal(&client, "gifts", &CHAIRS).await;
    let answer = room.give(Chair::First, "345").await.unwrap();
    assert_eq!(
        (answer.state().stage(), answer.state().turn(), answer.state().awaited()),
        (Stage::PassOn, Chair::Second, Awaited::Gift)
    );
    assert!(answer.state().calls.is_empty(), "no call is legal before the auction");
    let Some(action::What::PassOn(cards)) = decision_of(answer.next).action.unwrap().what else {
        panic!("cards are given")
    };
    assert_eq!(cards.text.len(), 3);
    assert_eq!(room.gifts(Audience::Public, 0).await, "-");
    assert_eq!(room.gifts(Audience::Operator, 0).await, "345");
    assert_eq!(room.gifts(Audience::Seat, 1).await, "345");
    assert_eq!(room.gifts(Audience::Seat, 2).await, "-", "the receiver has not given yet");
    let second = room.room_seen_by(Audience::Seat, 2).await;
    assert_eq!(second_chairs_cards(&second), Some(HANDS[1]));

    room.give(Chair::Second, "778").await.unwrap();
    let answer = room.give(Chair::Third, "9J2").await.unwrap();
    assert_eq!(
        (answer.state().stage(), answer.state().turn(), answer.state().awaited()),
        (Stage::Auction, Chair::First, Awaited::Call)
    );
    for (audience, chair, gifts) in [
        (Audience::Public, 0, "-/-/-"),
        (Audience::Operator, 0, "345/778/9J2"),
        (Audience::Seat, 1, "345/-/9J2"),
        (Audience::Seat, 2, "345/778/-"),
        (Audience::Seat, 3, "-/778/9J2"),
    ] {
        assert_eq!(room.gifts(audience, chair).await, gifts, "{audience:?} {chair}");
    }
    let second = room.room_seen_by(Audience::Seat, 2).await;
    assert_eq!(second_chairs_cards(&second), Some("3457888999TTTTJJJ"));
    assert_eq!(second.hand.unwrap().events.len(), 3);
}

/// A watcher that sees hands gets the whole room when the cards move; the public gets three gifts.
#[tokio::test(flavor = "multi_thread")]
async fn watchers_see_the_gifts_that_their_audience_may_see() {
    let (_server, client) = serve(&[]).await;
    let mut room = GiftRoom::deal(&client, "watched", &CHAIRS).await;
    let mut streams = Vec::new();
    for (audience, chair) in [(Audience::Public, 0), (Audience::Seat, 2), (Audience::Operator, 0)] {
        let request =
            WatchRoomRequest { audience: audience as i32, chair, after_version: Some(2), ..watch_request("watched") };
        streams.push((audience, client.clone().watch_room(request).await.unwrap().into_inner()));
    }
    for (chair, cards) in CHAIRS.into_iter().zip(["345", "778", "9J2"]) {
        room.give(chair, cards).await.unwrap();
    }
    for (audience, mut stream) in streams {
        let mut seen = Vec::new();
        while seen.len() < 3 {
            match stream.message().await.unwrap().unwrap().update.unwrap() {
                watch_room_response::Update::Event(event) => {
                    let Some(room_event::What::Table(event)) = event.what else { panic!("{:?}", event.what) };
                    seen.push(gift_cards(&event).unwrap().to_owned());
                }
                watch_room_response::Update::Room(room) => {
                    seen.push(second_chairs_cards(&room).unwrap_or("?").to_owned());
                }
                _ => {}
            }
        }
        let wanted = match audience {
            Audience::Public => ["-", "-", "-"],
            Audience::Seat => ["-", "778", "3457888999TTTTJJJ"],
            _ => ["345", "778", "3457888999TTTTJJJ"],
        };
        assert_eq!(seen, wanted, "{audience:?}");
    }
}

/// Cards that a player passes to a player: no bot may know them. A gift that is refused leaves the room as it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_takes_no_gift_between_players() {
    let (_server, client) = serve(&[]).await;
    let mut room = GiftRoom::deal(&client, "wrong", &CHAIRS[..1]).await;
    room.give(Chair::First, "345").await.unwrap();
    let before = room.room_seen_by(Audience::Operator, 0).await;
    assert_eq!(refusal(&room.give(Chair::Second, "778").await.unwrap_err()).1, "NOT_A_BOT");
    assert_eq!(room.room_seen_by(Audience::Operator, 0).await, before);
    room.give(Chair::Second, "-").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_takes_over_is_told_the_gifts_that_the_room_does_not_know() {
    let (_server, client) = serve(&[]).await;
    let mut room = GiftRoom::deal(&client, "over", &CHAIRS[..1]).await;
    for (chair, cards) in CHAIRS.into_iter().zip(["345", "-", "9J2"]) {
        room.give(chair, cards).await.unwrap();
    }
    let sit = |gave: &str, got: &str| {
        let told = |cards: &str| Some(cards).filter(|cards| !cards.is_empty()).and_then(as_cards);
        room_event::What::SeatChanged(SeatChanged {
            who: Some(seat_changed::Who::Bot(BotSeat {
                chair: 2,
                persona: String::from("rules"),
                ..Default::default()
            })),
            holds: as_cards("3457888999TTTTJJJ"),
            gave: told(gave),
            got: told(got),
        })
    };
    for (gave, got, reason) in
        [("", "", "FIELD_MISSING"), ("77", "", "COUNT_MISMATCH"), ("778", "346", "FIELD_CONFLICT")]
    {
        assert_eq!(refusal(&room.record(sit(gave, got)).await.unwrap_err()).1, reason, "{gave} {got}");
    }
    // The first chair's bot cannot exclude that the second chair was dealt three queens.
    room.record(sit("QQQ", "")).await.unwrap();
    assert_eq!(room.gifts(Audience::Seat, 2).await, "345/QQQ/-");
    assert_eq!(room.gifts(Audience::Seat, 1).await, "345/-/9J2");
    let seen = room.room_seen_by(Audience::Seat, 2).await;
    let events = seen.hand.as_ref().unwrap().events.len();
    assert_eq!((events, second_chairs_cards(&seen)), (3, Some("3457888999TTTTJJJ")));
}

const STRONG_HAND: &str = "3456789AAAA2222XD";
const SECOND_CHAIRS_HAND: &str = "33344455566677788";

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_lays_a_strong_hand_open_and_then_calls() {
    let (_server, mut client) = serve(&[]).await;
    let mut ask = async |ruleset: &str, events: Vec<Event>| {
        let told = history(ruleset, Chair::First, STRONG_HAND, &[]).with(|hand| hand.events = events);
        client.bid(rules_request(told)).await.unwrap().into_inner()
    };
    let first = ask("classic open-hand=deal", Vec::new()).await.action.unwrap().what.unwrap();
    let action::What::Show(shown) = &first else { panic!("one of the strongest hands") };
    assert!(shown.open && shown.hand == as_cards(STRONG_HAND));
    let called = ask("classic open-hand=deal", vec![acts(Chair::First, first)]).await;
    assert_eq!(called.action.unwrap().what, Some(action::What::Call(Call::Score3 as i32)));
    // A ruleset without open hands ignores the event, with a warning.
    assert_eq!(ask("classic", vec![show_event(Chair::Second, SECOND_CHAIRS_HAND, 5)]).await.warnings.len(), 1);
}

/// A hand in a room that is not strict, after events: its stage, the open hands' factor, the multiplier, the rules that were broken, and the
/// number of open hands in GetRoom.
type HandSummary = (Stage, u32, u32, Vec<String>, usize);

async fn summary_after(client: &mut Client, ruleset: &str, events: Vec<Event>) -> Result<HandSummary, tonic::Status> {
    client.open_room(OpenRoomRequest { ruleset: ruleset.to_owned(), ..opening("r") }).await?;
    let dealt = dealt_event(&[(Chair::First, STRONG_HAND)]);
    let events = std::iter::once(dealt).chain(events.into_iter().map(room_event::What::Table));
    let events = (1..).zip(events).map(|(sequence, event)| numbered(sequence, 1, event)).collect();
    let recorded = client.record_events(recording("r", events)).await;
    let told = client.get_room(get_request("r")).await?.into_inner();
    client.close_room(CloseRoomRequest { room_id: String::from("r") }).await?;
    let answer = recorded?.into_inner();
    let (state, rules) = (answer.state(), answer.warnings.iter().map(|warning| warning.rule.clone()).collect());
    let is_show =
        |event: &&Event| matches!(&event.what, Some(event::What::Action(Action { what: Some(action::What::Show(_)) })));
    let open = told.hand.unwrap().events.iter().filter(is_show).count();
    let stakes = state.stakes.clone().unwrap();
    Ok((state.stage(), stakes.open_hands, stakes.multiplier, rules, open))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_hand_that_breaks_a_rule_counts_nothing_and_is_not_told() {
    let (_server, mut client) = serve(&[]).await;
    let theirs = |factor| show_event(Chair::Second, SECOND_CHAIRS_HAND, factor);
    let own = |factor| show_event(Chair::First, STRONG_HAND, factor);
    let rest = show_event(Chair::Third, "899TTTTJJJJQQQQKK", 3);
    let [one, three] = [Call::Score1, Call::Score3].map(|call| move || calls(Chair::First, call));
    let found = || takes(Chair::First, "TTT");
    for (ruleset, events, stage, [open, multiplier], broken, told) in [
        ("deal", vec![theirs(5), theirs(5)], Stage::Auction, [5, 5], vec!["BAD_SHOW"], 1),
        ("deal", vec![one(), theirs(5)], Stage::Auction, [1, 1], vec!["BAD_SHOW"], 0),
        ("deal", vec![theirs(5), calls(Chair::First, Call::Rob)], Stage::Auction, [5, 5], vec!["BAD_CALL"], 1),
        ("deal", vec![three(), found(), theirs(2)], Stage::Showing, [1, 3], vec!["NOT_LANDLORD"], 0),
        // Without an auction, hands lie open too, before and after the landlord is found.
        ("deal", vec![theirs(5), found()], Stage::Play, [5, 5], vec![], 1),
        ("deal", vec![found(), theirs(5)], Stage::Play, [5, 5], vec![], 1),
        ("deal", vec![own(4), theirs(3), found()], Stage::Play, [12, 12], vec![], 2),
        ("yes", vec![found(), show_event(Chair::First, "3456789TTTAAAA2222XD", 2)], Stage::Play, [2, 2], vec![], 1),
        ("yes", vec![found(), theirs(2)], Stage::Play, [1, 1], vec!["OUT_OF_STAGE"], 0),
        ("deal factor-cap=32", vec![own(5), theirs(5), rest], Stage::Auction, [75, 32], vec![], 3),
    ] {
        let events_text = format!("{events:?}");
        let found = summary_after(&mut client, &format!("classic open-hand={ruleset}"), events).await.unwrap();
        let broken = broken.into_iter().map(String::from).collect();
        assert_eq!(found, (stage, open, multiplier, broken, told), "{ruleset}: {events_text}");
    }
    for (events, reason, field) in [
        (vec![theirs(5), takes(Chair::First, "788")], "EVENT_IMPOSSIBLE", ""),
        (vec![show_event(Chair::Second, "", 5)], "FIELD_MISSING", "show.hand"),
    ] {
        let status = summary_after(&mut client, "classic open-hand=deal", events).await.unwrap_err();
        let (_, found, place) = refusal(&status);
        assert!(found == reason && place.ends_with(field), "{found} {place}: {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_trace_shows_an_open_hand_told_in_present() {
    let (_server, mut client) = serve(&[]).await;
    let traced = DecisionOptions { want_trace: true, ..by_bot("rules").unwrap() };
    let decision = client.decide(present_with_open_hand("5KK").decide(Some(traced))).await.unwrap().into_inner();
    let position = decision.trace.unwrap().position;
    assert!(position.contains("left=3,4,4") && position.ends_with("open=5KK//"), "{position}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_does_not_see_an_open_hand_that_breaks_a_rule() {
    let (_server, mut client) = serve(&[]).await;
    let ruleset = String::from("classic open-hand=deal");
    client.open_room(OpenRoomRequest { ruleset, ..opening("r") }).await.unwrap();
    let mut stream = client.watch_room(watch_request("r")).await.unwrap().into_inner();
    stream.message().await.unwrap();
    let dealt = dealt_event(&[(Chair::First, STRONG_HAND)]);
    let valid = show_event(Chair::Second, SECOND_CHAIRS_HAND, 5);
    let void = show_event(Chair::Third, "899TTTTJJJJQQQQKK", 5);
    let said = [valid, calls(Chair::First, Call::Score1), void];
    let events = std::iter::once(dealt).chain(said.map(room_event::What::Table));
    let mut live = Vec::new();
    for (sequence, event) in (1..).zip(events) {
        client.record_events(recording("r", vec![numbered(sequence, 1, event)])).await.unwrap();
        live.push(stream.message().await.unwrap().unwrap());
    }
    let events = |update: &WatchRoomResponse| match update.update.clone().unwrap() {
        watch_room_response::Update::Event(event) => Ok(event),
        watch_room_response::Update::Room(room) => Err(room.hand.unwrap().events.len()),
        other => panic!("{other:?}"),
    };
    assert!(live[..3].iter().all(|update| events(update).is_ok()), "what counts is streamed: {live:?}");
    assert_eq!((events(&live[3]), live[3].version), (Err(2), 5), "the room is shown, with one open hand and one call");
    let resumed = WatchRoomRequest { after_version: Some(4), ..watch_request("r") };
    let resumed = client.watch_room(resumed).await.unwrap().into_inner().message().await.unwrap().unwrap();
    assert_eq!(events(&resumed), Err(2));
}
