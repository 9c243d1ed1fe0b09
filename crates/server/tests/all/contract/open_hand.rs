//! A hand that is laid open before the landlord is found: a bot's own, and another chair's.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealing, looking, numbered, opening, recording};

const STRONG: &str = "3456789AAAA2222XD";
const THEIRS: &str = "33344455566677788";

fn told(hand: &str, shown: &[(Chair, &str)]) -> Told {
    let show = |&(chair, cards): &(Chair, &str)| {
        acts(chair, action::What::Show(Show { open: true, hand: text(cards), factor: 5 }))
    };
    let told = history("classic open-hand=deal", Chair::First, hand, &[]);
    told.with(|hand| hand.events = shown.iter().map(show).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_lays_a_strong_hand_open_and_then_calls() {
    let (_server, mut client) = serve(&[]).await;
    let mut ask = async |told: Told| client.bid(by_rules(told)).await.unwrap().into_inner();
    let show = |decision: &Decision| match decision.action.clone().unwrap().what.unwrap() {
        action::What::Show(show) => Some(show),
        _ => None,
    };
    let shown = show(&ask(told(STRONG, &[])).await).expect("one of the strongest hands");
    assert!(shown.open && shown.hand == text(STRONG));
    let event = acts(Chair::First, action::What::Show(shown));
    let called = ask(told(STRONG, &[]).with(|hand| hand.events = vec![event])).await;
    assert_eq!(called.action.unwrap().what, Some(action::What::Call(Call::Score3 as i32)));
}

#[tokio::test(flavor = "multi_thread")]
async fn open_hands_that_cannot_be_are_refused() {
    let (_server, mut client) = serve(&[]).await;
    let here = Chair::First;
    for (told, reason) in [
        (told(STRONG, &[(here, THEIRS)]), "EVENT_IMPOSSIBLE"),
        (told(STRONG, &[(Chair::Second, "3334445556667778D")]), "EVENT_IMPOSSIBLE"),
        (told(STRONG, &[(Chair::Second, THEIRS), (Chair::Third, THEIRS)]), "EVENT_IMPOSSIBLE"),
        (told(STRONG, &[(Chair::Second, "333")]), "EVENT_IMPOSSIBLE"),
    ] {
        assert_eq!(refused(&client.bid(by_rules(told)).await.unwrap_err()).1, reason);
    }
    // A ruleset without open hands ignores the event, with a warning.
    let plain = told(STRONG, &[(Chair::Second, THEIRS)]).with(|hand| hand.ruleset = String::from("classic"));
    let decision = client.bid(by_rules(plain)).await.unwrap().into_inner();
    assert_eq!(decision.warnings.len(), 1, "{:?}", decision.warnings);
}

/// A hand in a room that is not strict, after events: its stage, the open hands' factor, all factors, the rules that were broken, and the
/// number of open hands in GetRoom.
type After = (Stage, u32, u32, Vec<String>, usize);

async fn after(client: &mut Client, ruleset: &str, events: Vec<Event>) -> Result<After, tonic::Status> {
    client.open_room(OpenRoomRequest { ruleset: ruleset.to_owned(), ..opening("r") }).await?;
    let dealt = dealing(&[(Chair::First, STRONG)]);
    let events = std::iter::once(dealt).chain(events.into_iter().map(room_event::What::Table));
    let events = (1..).zip(events).map(|(sequence, event)| numbered(sequence, 1, event)).collect();
    let recorded = client.record_events(recording("r", events)).await;
    let told = client.get_room(looking("r")).await?.into_inner();
    client.close_room(CloseRoomRequest { room_id: String::from("r") }).await?;
    let answer = recorded?.into_inner();
    let (state, rules) = (answer.state(), answer.warnings.iter().map(|warning| warning.rule.clone()).collect());
    let is_show =
        |event: &&Event| matches!(&event.what, Some(event::What::Action(Action { what: Some(action::What::Show(_)) })));
    let open = told.hand.unwrap().events.iter().filter(is_show).count();
    let stakes = state.stakes.clone().unwrap();
    Ok((state.stage(), stakes.open_hands, stakes.multiplier, rules, open))
}

fn lays(chair: Chair, cards: &str, factor: u32) -> Event {
    acts(chair, action::What::Show(Show { open: true, hand: text(cards), factor }))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_hand_that_breaks_a_rule_counts_nothing_and_is_not_told() {
    let (_server, mut client) = serve(&[]).await;
    let theirs = |factor| lays(Chair::Second, THEIRS, factor);
    let one = || calls(Chair::First, Call::Score1);
    let found = || found(Chair::First, "TTT");
    for (ruleset, events, stage, [open, multiplier], broken, told) in [
        ("deal", vec![theirs(5), theirs(5)], Stage::Auction, [5, 5], vec!["BAD_SHOW"], 1),
        ("deal", vec![one(), theirs(5)], Stage::Auction, [1, 1], vec!["BAD_SHOW"], 0),
        ("deal", vec![theirs(5), calls(Chair::First, Call::Rob)], Stage::Auction, [5, 5], vec!["BAD_CALL"], 1),
        (
            "deal",
            vec![calls(Chair::First, Call::Score3), found(), theirs(2)],
            Stage::Showing,
            [1, 3],
            vec!["NOT_LANDLORD"],
            0,
        ),
        // Without an auction, hands lie open too, before and after the landlord is found.
        ("deal", vec![theirs(5), found()], Stage::Play, [5, 5], vec![], 1),
        ("deal", vec![found(), theirs(5)], Stage::Play, [5, 5], vec![], 1),
        ("deal", vec![lays(Chair::First, STRONG, 4), theirs(3), found()], Stage::Play, [12, 12], vec![], 2),
        ("yes", vec![found(), lays(Chair::First, "3456789TTTAAAA2222XD", 2)], Stage::Play, [2, 2], vec![], 1),
        ("yes", vec![found(), theirs(2)], Stage::Play, [1, 1], vec!["OUT_OF_STAGE"], 0),
        (
            "deal factor-cap=32",
            vec![lays(Chair::First, STRONG, 5), theirs(5), lays(Chair::Third, "899TTTTJJJJQQQQKK", 3)],
            Stage::Auction,
            [75, 32],
            vec![],
            3,
        ),
    ] {
        let events_text = format!("{events:?}");
        let found = after(&mut client, &format!("classic open-hand={ruleset}"), events).await.unwrap();
        let broken = broken.into_iter().map(String::from).collect();
        assert_eq!(found, (stage, open, multiplier, broken, told), "{ruleset}: {events_text}");
    }
    for (events, reason, field) in [
        (vec![theirs(5), self::found(Chair::First, "788")], "EVENT_IMPOSSIBLE", ""),
        (vec![lays(Chair::Second, "", 5)], "FIELD_MISSING", "show.hand"),
    ] {
        let status = after(&mut client, "classic open-hand=deal", events).await.unwrap_err();
        let (_, found, place) = refused(&status);
        assert!(found == reason && place.ends_with(field), "{found} {place}: {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_present_tells_an_open_hand() {
    let (_server, mut client) = serve(&[]).await;
    // The landlord holds a pair of kings: only the aces win the trick.
    let told = |open: &str| {
        let told = present("33AA", [0, 4, 4], "").with(|hand| hand.ruleset = String::from("classic open-hand=yes"));
        told.with_present(|present| {
            present.chairs[0].open = (!open.is_empty()).then(|| Cards { text: open.to_owned(), ids: Vec::new() });
        })
    };
    let traced = DecisionOptions { want_trace: true, ..by("rules").unwrap() };
    let mut ask = async |told: Told| client.decide(told.asked(Some(traced.clone()))).await;
    let decision = ask(told("5KK")).await.unwrap().into_inner();
    let position = decision.trace.unwrap().position;
    assert!(position.contains("left=3,4,4") && position.ends_with("open=5KK//"), "{position}");
    for (told, reason, field) in [
        (told(""), "FIELD_MISSING", "hand.present.chairs[0].cards_left"),
        (told("3KKK").with(|hand| hand.ruleset = String::from("classic")), "FIELD_CONFLICT", "hand.present.chairs"),
        (told("333KK"), "CARDS_INVALID", "hand.present.chairs"),
        (told("5KK").with_present(|present| present.chairs[0].cards_left = 9), "COUNT_MISMATCH", "hand.present.chairs"),
    ] {
        let status = ask(told).await.unwrap_err();
        let (_, found, place) = refused(&status);
        assert_eq!((found.as_str(), place.as_str()), (reason, field), "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_does_not_see_an_open_hand_that_breaks_a_rule() {
    let (_server, mut client) = serve(&[]).await;
    client
        .open_room(OpenRoomRequest { ruleset: String::from("classic open-hand=deal"), ..opening("r") })
        .await
        .unwrap();
    let watched = WatchRoomRequest { room_id: String::from("r"), ..WatchRoomRequest::default() };
    let mut stream = client.watch_room(watched.clone()).await.unwrap().into_inner();
    stream.message().await.unwrap();
    let dealt = dealing(&[(Chair::First, STRONG)]);
    let valid = lays(Chair::Second, THEIRS, 5);
    let void = lays(Chair::Third, "899TTTTJJJJQQQQKK", 5);
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
    let resumed = WatchRoomRequest { after_version: Some(4), ..watched };
    let resumed = client.watch_room(resumed).await.unwrap().into_inner().message().await.unwrap().unwrap();
    assert_eq!(events(&resumed), Err(2));
}
