//! A call for one chair refuses cards of another: as held cards, and as a gift that the chair may not see.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealing, numbered, opening};
use crate::contract::rpcs::listing;

/// Makes a turn to play with cards of the landlord too.
fn peeking() -> Told {
    let cards = held(Chair::First, text("AA222"));
    present("3344JJ", [5, 4, 6], "99").with(|hand| hand.holds.push(cards))
}

/// Makes a turn to bid with the cards that the second chair gives to the third.
fn overheard() -> Told {
    let gift = |(chair, cards)| acts(chair, action::What::PassOn(text(cards).unwrap_or_default()));
    let gifts = [(Chair::First, "345"), (Chair::Second, "778"), (Chair::Third, "9J2")];
    let told = history("classic pass-on=next", Chair::First, "333444555666679J2", &[]);
    told.with(|hand| hand.events = gifts.map(gift).to_vec())
}

fn check(answer: Result<(), tonic::Status>, call: &str, field: &str) {
    let status = answer.err().unwrap_or_else(|| panic!("{call} takes cards of another chair"));
    let (code, reason, at) = refused(&status);
    assert_eq!((code, &*reason, &*at), (tonic::Code::InvalidArgument, "OTHERS_CARDS", field), "{call}: {status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_for_a_chair_refuses_the_cards_of_others() {
    let (_server, mut client) = serve(&[]).await;
    for (told, field) in [(peeking(), "hand.holds[1]"), (overheard(), "hand.events[1].action.pass_on")] {
        let request = || by_rules(told.clone());
        check(client.decide(request()).await.map(drop), "Decide", field);
        check(client.bid(request()).await.map(drop), "Bid", field);
        check(client.play(request()).await.map(drop), "Play", field);
        check(client.follow(request()).await.map(drop), "Follow", field);
        let passed = action::What::Passed(true);
        check(client.review_play(told.clone().review(passed, None)).await.map(drop), "ReviewPlay", field);
        check(client.list_legal_plays(listing(told.clone())).await.map(drop), "ListLegalPlays", field);
    }
}

/// A room gets only the cards of its bots.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_takes_no_cards_of_players() {
    let (_server, mut client) = serve(&[]).await;
    let dealt = dealing(&[(Chair::First, "45566778899TTJJQQ"), (Chair::Second, "3334445556667777")]);
    let dealt = numbered(1, 1, dealt);
    let by_event = OpenRoomRequest { events: vec![dealt], ..opening("players") };
    let by_hand = OpenRoomRequest { hand: Some(peeking().hand), ..opening("players") };
    for request in [by_event, by_hand] {
        assert_eq!(refused(&client.open_room(request).await.unwrap_err()).1, "NOT_A_BOT");
    }
}
