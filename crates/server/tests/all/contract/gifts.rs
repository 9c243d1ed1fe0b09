//! Cards passed on before the auction 换三张: whole hands, the view of each seat, and refusals.

use rules::Ruleset;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealing, decided, numbered, recording, seating};

const CHAIRS: [Chair; 3] = [Chair::First, Chair::Second, Chair::Third];

fn gift(chair: Chair, cards: &str) -> Event {
    let cards = Some(cards).filter(|cards| *cards != "-").and_then(text);
    acts(chair, action::What::PassOn(cards.unwrap_or_default()))
}

const HANDS: [&str; 3] = ["33334444555566667", "7778888999TTTTJJJ", "9JQQQQKKKKAAAA222"];

/// Makes the first chair's request after these three gifts.
fn told(hand: &str, gifts: [&str; 3]) -> Told {
    let told = history("classic pass-on=next", Chair::First, hand, &[]);
    told.with(|hand| hand.events = CHAIRS.into_iter().zip(gifts).map(|(chair, cards)| gift(chair, cards)).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn gifts_that_cannot_be_are_refused_by_field() {
    let (_server, mut client) = serve(&[]).await;
    let hand = "333444555666679J2";
    client.bid(by_rules(told(hand, ["345", "-", "9J2"]))).await.unwrap();
    // A chair that has not given may give, in any order.
    let waiting = told(HANDS[2], ["-", "-", "-"]).with(|hand| {
        hand.events.truncate(2);
        hand.holds[0].chair = Chair::Third as i32;
    });
    client.bid(by_rules(Told { chair: Chair::Third, ..waiting })).await.unwrap();
    let first = |count: usize| told(HANDS[0], ["345", "-", "-"]).with(|hand| hand.events.truncate(count));
    let spoken = first(1).with(|hand| hand.events.push(calls(Chair::First, Call::Pass)));
    let plain = told(hand, ["345", "-", "9J2"]).with(|hand| hand.ruleset = String::from("classic"));
    let turned = told(hand, ["345", "-", "9J2"]).with(|hand| hand.events.swap(0, 1));
    let early = told(hand, ["-", "-", "9J2"]).with(|hand| drop(hand.events.remove(0)));
    for (told, reason, field) in [
        // A gift of two cards, 3 and 4, and a hand that fits it.
        (told("33344455566667J29", ["34", "-", "9J2"]), "COUNT_MISMATCH", "hand.holds"),
        (told(hand, ["-", "-", "9J2"]), "COUNT_MISMATCH", "hand.holds"),
        (told(HANDS[0], ["-", "-", "-"]), "FIELD_MISSING", "hand.events[0].action.pass_on"),
        (told(hand, ["345", "778", "9J2"]), "OTHERS_CARDS", "hand.events[1].action.pass_on"),
        (early, "OTHERS_CARDS", "hand.events[1].action.pass_on"),
        (told(hand, ["345", "-", "QQQ"]), "EVENT_IMPOSSIBLE", "hand.holds"),
        (told(hand, ["345", "-", "zz"]), "CARDS_INVALID", "hand.events[2].action.pass_on.text"),
        (turned, "NOT_YOUR_TURN", "hand.events[0].chair"),
        (first(1), "NOT_YOUR_TURN", "hand.events"),
        (spoken, "FIELD_MISSING", "hand.events"),
        (plain, "OTHERS_CARDS", "hand.events[2].action.pass_on"),
    ] {
        let status = client.bid(by_rules(told)).await.unwrap_err();
        let (_, found, at) = refused(&status);
        let at = if at.is_empty() { place(&status) } else { at };
        assert_eq!((found.as_str(), at.as_str()), (reason, field), "{}", status.message());
    }
    let status = client.play(by_rules(history("classic pass-on=next", Chair::First, HANDS[0], &[]))).await.unwrap_err();
    assert_eq!(refused(&status).1, "WRONG_PHASE");
    assert!(status.message().contains("ask Bid"), "{status}");
}

/// Returns the field that a failed precondition names.
fn place(status: &tonic::Status) -> String {
    use tonic_types::StatusExt;
    let details = status.get_error_details();
    details.precondition_failure().map(|failure| failure.violations[0].subject.clone()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_is_reviewed() {
    let (_server, mut client) = serve(&[]).await;
    // The third chair may give before the others. The order of speaking does not matter.
    let told = history("classic pass-on=next", Chair::Third, HANDS[2], &[]);
    let review = |cards: &str| told.clone().review(action::What::PassOn(text(cards).unwrap()), by("rules"));
    let rules: Ruleset = "classic pass-on=next".parse().unwrap();
    let best = engine::pass_on::gift(HANDS[2].parse().unwrap(), &rules).to_string();
    let answer = client.review_play(review(&best)).await.unwrap().into_inner();
    assert_eq!(answer.verdict(), Verdict::Best);
    for (cards, reason) in [("9J", "COUNT_MISMATCH"), ("345", "ILLEGAL_PLAY")] {
        let status = client.review_play(review(cards)).await.unwrap_err();
        let (_, found, at) = refused(&status);
        assert_eq!((found.as_str(), at.as_str()), (reason, "action"), "{}", status.message());
    }
}

struct Room {
    client: Client,
    name: String,
    sequence: u32,
}

impl Room {
    /// Deals to bots on these chairs and players on the others; the first chair is the first to speak.
    async fn deal(client: &Client, name: &str, bots: &[Chair]) -> Room {
        let hands: Vec<_> = CHAIRS.into_iter().zip(HANDS).filter(|(chair, _)| bots.contains(chair)).collect();
        let mut room = Room { client: client.clone(), name: name.to_owned(), sequence: 0 };
        room.client.open_room(seating(name, "classic pass-on=next", "rules", bots)).await.unwrap();
        room.record(dealing(&hands)).await.unwrap();
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
        self.record(room_event::What::Table(gift(chair, cards))).await
    }

    async fn seen(&mut self, audience: Audience, chair: i32) -> wire::v1::Room {
        let request = GetRoomRequest { room_id: self.name.clone(), audience: audience as i32, chair };
        self.client.get_room(request).await.unwrap().into_inner()
    }

    /// Returns the gifts in an audience's view; `-` for hidden cards.
    async fn gifts(&mut self, audience: Audience, chair: i32) -> String {
        let room = self.seen(audience, chair).await;
        let hand = room.hand.unwrap();
        let gifts = hand.events.iter().filter_map(given);
        gifts.collect::<Vec<_>>().join("/")
    }
}

/// Returns the cards of a gift; `-` if they are hidden.
fn given(event: &Event) -> Option<&str> {
    let Some(event::What::Action(wire::v1::Action { what: Some(action::What::PassOn(cards)) })) = &event.what else {
        return None;
    };
    Some(if cards.text.is_empty() { "-" } else { &cards.text })
}

/// Returns the cards of the second chair.
fn second_holds(room: &wire::v1::Room) -> Option<&str> {
    let holds = &room.hand.as_ref()?.holds;
    Some(&holds.iter().find(|held| held.chair == 2)?.cards.as_ref()?.text)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_told_what_it_gave_and_got_when_all_have_given() {
    let (_server, client) = serve(&[]).await;
    let mut room = Room::deal(&client, "gifts", &CHAIRS).await;
    let answer = room.give(Chair::First, "345").await.unwrap();
    assert_eq!(
        (answer.state().stage(), answer.state().turn(), answer.state().awaited()),
        (Stage::PassOn, Chair::Second, Awaited::Gift)
    );
    assert!(answer.state().calls.is_empty(), "no call is legal before the auction");
    let Some(action::What::PassOn(cards)) = decided(answer.next).action.unwrap().what else {
        panic!("cards are given")
    };
    assert_eq!(cards.text.len(), 3);
    assert_eq!(room.gifts(Audience::Public, 0).await, "-");
    assert_eq!(room.gifts(Audience::Operator, 0).await, "345");
    assert_eq!(room.gifts(Audience::Seat, 1).await, "345");
    assert_eq!(room.gifts(Audience::Seat, 2).await, "-", "the receiver has not given yet");
    let second = room.seen(Audience::Seat, 2).await;
    assert_eq!(second_holds(&second), Some(HANDS[1]));

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
    let second = room.seen(Audience::Seat, 2).await;
    assert_eq!(second_holds(&second), Some("3457888999TTTTJJJ"));
    assert_eq!(second.hand.unwrap().events.len(), 3);
}

/// A watcher that sees hands gets the whole room when the cards move; the public gets three gifts.
#[tokio::test(flavor = "multi_thread")]
async fn watchers_see_their_cards_move() {
    let (_server, client) = serve(&[]).await;
    let mut room = Room::deal(&client, "watched", &CHAIRS).await;
    let mut streams = Vec::new();
    for (audience, chair) in [(Audience::Public, 0), (Audience::Seat, 2), (Audience::Operator, 0)] {
        let request = WatchRoomRequest {
            room_id: String::from("watched"),
            audience: audience as i32,
            chair,
            after_version: Some(2),
            ..WatchRoomRequest::default()
        };
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
                    seen.push(given(&event).unwrap().to_owned());
                }
                watch_room_response::Update::Room(room) => {
                    seen.push(second_holds(&room).unwrap_or("?").to_owned());
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
    let mut room = Room::deal(&client, "wrong", &CHAIRS[..1]).await;
    room.give(Chair::First, "345").await.unwrap();
    let before = room.seen(Audience::Operator, 0).await;
    assert_eq!(refused(&room.give(Chair::Second, "778").await.unwrap_err()).1, "NOT_A_BOT");
    assert_eq!(room.seen(Audience::Operator, 0).await, before);
    room.give(Chair::Second, "-").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_over_is_told_the_gifts_that_the_room_does_not_know() {
    let (_server, client) = serve(&[]).await;
    let mut room = Room::deal(&client, "over", &CHAIRS[..1]).await;
    for (chair, cards) in CHAIRS.into_iter().zip(["345", "-", "9J2"]) {
        room.give(chair, cards).await.unwrap();
    }
    let sit = |gave: &str, got: &str| {
        let told = |cards: &str| Some(cards).filter(|cards| !cards.is_empty()).and_then(text);
        room_event::What::SeatChanged(SeatChanged {
            who: Some(seat_changed::Who::Bot(BotSeat {
                chair: 2,
                persona: String::from("rules"),
                ..Default::default()
            })),
            holds: text("3457888999TTTTJJJ"),
            gave: told(gave),
            got: told(got),
        })
    };
    for (gave, got, reason) in [
        ("", "", "FIELD_MISSING"),
        ("77", "", "COUNT_MISMATCH"),
        ("778", "346", "FIELD_CONFLICT"),
        ("QQQ", "", "EVENT_IMPOSSIBLE"),
    ] {
        let status = room.record(sit(gave, got)).await;
        // The first chair's bot cannot exclude that the second chair was dealt three queens.
        if gave == "QQQ" {
            status.unwrap();
            continue;
        }
        assert_eq!(refused(&status.unwrap_err()).1, reason, "{gave} {got}");
    }
    assert_eq!(room.gifts(Audience::Seat, 2).await, "345/QQQ/-");
    assert_eq!(room.gifts(Audience::Seat, 1).await, "345/-/9J2");
    let seen = room.seen(Audience::Seat, 2).await;
    let events = seen.hand.as_ref().unwrap().events.len();
    assert_eq!((events, second_holds(&seen)), (3, Some("3457888999TTTTJJJ")));
}
