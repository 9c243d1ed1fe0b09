//! Errors and warnings say what a caller needs to correct the call: the wrong event, the card, the choices.

use tonic::Status;
use wire::v1::*;

use crate::contract::harness::*;

const CARDS_17: &str = "34456789TJQKKA22X";

async fn rejection(client: &mut Client, told: BotTurn) -> Status {
    client.decide(rules_request(told)).await.unwrap_err()
}

/// If another chair is on turn than the caller thinks, an earlier event may be wrong.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_turn_names_the_event_that_led_there() {
    let (_server, mut client) = serve(&[]).await;
    let [first, second] = [Chair::First, Chair::Second];
    let told = history("classic", Chair::Third, CARDS_17, &[(first, Call::Score2), (second, Call::Score1)]);
    let status = rejection(&mut client, told).await;
    assert_eq!(refusal(&status).1, "NOT_YOUR_TURN");
    assert!(status.message().contains("; hand.events[1] breaks the ruleset (BAD_CALL): "), "{}", status.message());

    let wild = Event { what: Some(event::What::WildShown(String::from("7"))), ..Event::default() };
    let told = history("classic", Chair::Third, CARDS_17, &[]).with(|hand| hand.events = vec![wild]);
    let status = rejection(&mut client, told.clone()).await;
    assert!(status.message().contains("; hand.events[0] breaks the ruleset (OUT_OF_STAGE): "), "{}", status.message());
    let status = client.list_legal_plays(list_request(told)).await.unwrap_err();
    assert!(status.message().contains("hand.events[0]"), "{}", status.message());

    // A gift is due, or a wild rank.
    for (ruleset, hand, due) in [("classic pass-on=next", HANDS[0], "ask Bid"), ("laizi", CARDS_17, "wild_shown")] {
        let status = client.play(rules_request(history(ruleset, Chair::First, hand, &[]))).await.unwrap_err();
        assert_eq!(refusal(&status).1, "WRONG_PHASE");
        assert!(status.message().contains(due), "{status}");
    }

    // No event is at fault: the chair is too early.
    let status = rejection(&mut client, history("classic", Chair::Third, CARDS_17, &[(first, Call::Pass)])).await;
    assert_eq!(status.message(), "chair: it is the turn of the second chair");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_reading_says_what_the_cards_are() {
    let (_server, mut client) = serve(&[]).await;
    let single = || Combo { kind: String::from("single"), ..combo("JJ").unwrap() };
    let lead = acts(Chair::First, action::What::Play(single()));
    let told = history("classic", Chair::Second, CARDS_17, &[]);
    let told = told.with(|hand| hand.events = vec![takes(Chair::First, "333"), lead]);
    let warnings = client.decide(rules_request(told)).await.unwrap().into_inner().warnings;
    let said = "JJ does not have the kind, key and length that are said: it is pair J, length 1";
    let message = format!("hand.events[1]: {said}");
    assert_eq!(warnings, [Warning { sequence: 0, rule: String::from("NO_COMBO"), message }]);

    let told = present("3344QQ", [5, 4, 6], "99").with_present(|present| {
        present.standing.as_mut().unwrap().combo = Some(Combo { kind: String::from("pairs"), ..combo("JJ").unwrap() });
    });
    let status = rejection(&mut client, told).await;
    assert!(
        status.message().contains("\"pairs\" is no kind of combo; those are single, pair, "),
        "{}",
        status.message()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_fields_are_named() {
    let (_server, mut client) = serve(&[]).await;
    let told = history("classic", Chair::First, CARDS_17, &[]);
    let empty = told.clone().with(|hand| hand.events = vec![Event::default()]);
    let silent = Event { what: Some(event::What::Action(Action::default())), ..Event::default() };
    let silent = told.with(|hand| hand.events = vec![silent]);
    let uncounted = present("3344JJ", [5, 4, 6], "99").with_present(|present| drop(present.chairs.remove(1)));
    let nothing_left = present("3344JJ", [5, 0, 6], "99");
    for (told, message) in [
        (empty, "hand.events[0]: is empty: action, landlord_found or wild_shown is needed"),
        (silent, "hand.events[0].action: is empty: call, doubling, show, play, passed or pass_on is needed"),
        (uncounted, "hand.present.chairs: has no entry of the second chair"),
        (nothing_left, "hand.present.chairs[1].cards_left: is needed"),
    ] {
        assert_eq!(rejection(&mut client, told).await.message(), message);
    }
}

/// Impossible cards are named.
#[tokio::test(flavor = "multi_thread")]
async fn cards_in_two_places_are_named() {
    let (_server, mut client) = serve(&[]).await;
    let told = history("classic", Chair::Second, CARDS_17, &[(Chair::First, Call::Score3)]);
    let told = told.with(|hand| hand.events.push(takes(Chair::First, "59X")));
    let status = rejection(&mut client, told).await;
    assert!(status.message().ends_with("landlord cannot have 59X: X lies elsewhere"), "{}", status.message());
}
