//! A hand that is laid open before the landlord is found: what a bot does with its own, and with another's.

use wire::v1::*;

use crate::harness::*;

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
    let mut ask = async |told: Told| client.bid(by_rules(told)).await.unwrap().into_inner().decision.unwrap();
    let show = |decision: &Decision| match decision.action.clone().unwrap().what.unwrap() {
        action::What::Show(show) => Some(show),
        _ => None,
    };
    let shown = show(&ask(told(STRONG, &[])).await).expect("one of the strongest hands");
    assert!(shown.open && shown.hand == text(STRONG));
    let event = acts(Chair::First, action::What::Show(shown));
    let called = ask(told(STRONG, &[]).with(|hand| hand.events = vec![event])).await;
    assert_eq!(called.action.unwrap().what, Some(action::What::Call(Call::Score3 as i32)));
    let beside = ask(told("99TTTTJJJJQQQQKKK", &[(Chair::Second, THEIRS)])).await;
    assert!(beside.source().complete_history, "the open hand is part of its history");
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
    // A ruleset without it goes on without the event.
    let plain = told(STRONG, &[(Chair::Second, THEIRS)]).with(|hand| hand.ruleset = String::from("classic"));
    let decision = client.bid(by_rules(plain)).await.unwrap().into_inner().decision.unwrap();
    assert_eq!(decision.warnings.len(), 1, "{:?}", decision.warnings);
}
