//! Rooms with wild ranks: opened before the first one is shown, and with no joker as one.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{numbered, recording, seating};

/// A table that loses its room before the first wild rank is shown opens it again in one call.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_opened_from_a_deal_without_a_wild_rank_yet() {
    let (_server, mut client) = serve(&[]).await;
    for ruleset in ["classic", "laizi", "laizi-tiandi"] {
        let told = history("", Chair::Third, "34456789TJQKKA22X", &[]);
        let room = format!("again-{ruleset}");
        let opening = OpenRoomRequest {
            hand: Some(told.hand),
            sequence: 1,
            ..seating(&room, ruleset, "casual", &[Chair::Third])
        };
        client.open_room(opening).await.unwrap_or_else(|status| panic!("{ruleset}: {status}"));
    }
}

/// A joker is never wild: the room refuses it by name, and goes on with the rank that is shown next.
#[tokio::test(flavor = "multi_thread")]
async fn a_joker_is_no_wild_rank() {
    let (_server, mut client) = serve(&[]).await;
    let opening = OpenRoomRequest {
        hand: Some(history("", Chair::First, "34456789TJQKKA22X", &[]).hand),
        sequence: 1,
        ..seating("joker", "laizi", "casual", &[Chair::First])
    };
    client.open_room(opening).await.unwrap();
    let shown = |rank: &str| {
        let event = Event { chair: 0, what: Some(event::What::WildShown(String::from(rank))) };
        recording("joker", vec![numbered(2, 1, room_event::What::Table(event))])
    };
    for joker in ["X", "D"] {
        let (_, reason, field) = refused(&client.record_events(shown(joker)).await.unwrap_err());
        assert_eq!((reason.as_str(), field.as_str()), ("VALUE_UNKNOWN", "events[0].table.wild_shown"));
    }
    let answer = client.record_events(shown("7")).await.unwrap().into_inner();
    assert_eq!(answer.state().stage(), Stage::Auction);
}
