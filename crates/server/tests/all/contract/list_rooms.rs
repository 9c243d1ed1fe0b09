//! Which rooms there are, and a token that may only watch.

use wire::v1::*;

use crate::contract::callers::by_token;
use crate::contract::harness::*;
use crate::contract::rooms::{dealing, numbered, recording, seating};
use crate::support::papers::Folder;

const TOKENS: &str = "operator-000000001 rooms operator\nbackend-0000000001 rooms\nwatcher-0000000001 watch\n";

fn opening(room: &str) -> OpenRoomRequest {
    seating(room, "classic spring=1", "rules", &[Chair::First])
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_which_rooms_there_are() {
    let folder = Folder::new("list-tokens");
    let (_server, mut client) = serve(&[("GRPC__TOKENS__FILE", &folder.write("tokens", TOKENS))]).await;
    for number in 0..5 {
        client.open_room(by_token("backend-0000000001", opening(&format!("r{number}")))).await.unwrap();
    }
    let request = recording("r1", vec![numbered(1, 1, dealing(&[(Chair::First, "34456789TJQKKA22X")]))]);
    client.record_events(by_token("backend-0000000001", request)).await.unwrap();
    let list = |token: &'static str, page_token: String| {
        let mut client = client.clone();
        async move { client.list_rooms(by_token(token, ListRoomsRequest { page_size: 2, page_token })).await }
    };
    for token in ["backend-0000000001", "watcher-0000000001"] {
        assert_eq!(refused(&list(token, String::new()).await.unwrap_err()).1, "SCOPE_MISSING");
    }
    let (mut rooms, mut page_token, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let page = list("operator-000000001", page_token).await.unwrap().into_inner();
        rooms.extend(page.rooms);
        pages += 1;
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    let names: Vec<&str> = rooms.iter().map(|room| room.room_id.as_str()).collect();
    assert_eq!((names, pages), (vec!["r1", "r4", "r3", "r2", "r0"], 3));
    let [first, second, ..] = &rooms[..] else { panic!("{rooms:?}") };
    assert_eq!((first.ruleset.as_str(), first.state().hand_number), ("classic spring=1", 1));
    assert_eq!(first.bots.len(), 1);
    assert_eq!((first.state().stage(), &first.hand), (Stage::Auction, &None), "a list has no cards");
    assert_eq!((second.state().stage(), second.state().hand_number), (Stage::Unspecified, 0));
    let status = list("operator-000000001", String::from("zz")).await.unwrap_err();
    assert_eq!(refused(&status).1, "VALUE_UNKNOWN");

    // A token that may watch sees the room as the public does, and nothing else.
    let look = |audience: Audience| GetRoomRequest {
        room_id: String::from("r1"),
        audience: audience as i32,
        chair: Chair::First as i32,
    };
    let watcher = "watcher-0000000001";
    let room = client.get_room(by_token(watcher, look(Audience::Public))).await.unwrap().into_inner();
    assert!(room.hand.unwrap().holds.is_empty());
    for audience in [Audience::Seat, Audience::Operator] {
        let status = client.get_room(by_token(watcher, look(audience))).await.unwrap_err();
        assert_eq!(refused(&status).1, "SCOPE_MISSING");
    }
    let watch = WatchRoomRequest { room_id: String::from("r1"), ..WatchRoomRequest::default() };
    let mut seen = client.watch_room(by_token(watcher, watch.clone())).await.unwrap().into_inner();
    assert!(matches!(seen.message().await.unwrap().unwrap().update, Some(watch_room_response::Update::Room(_))));
    let as_seat = WatchRoomRequest { audience: Audience::Seat as i32, chair: Chair::First as i32, ..watch };
    assert_eq!(refused(&client.watch_room(by_token(watcher, as_seat)).await.unwrap_err()).1, "SCOPE_MISSING");
    let close = CloseRoomRequest { room_id: String::from("r1") };
    assert_eq!(refused(&client.close_room(by_token(watcher, close)).await.unwrap_err()).1, "SCOPE_MISSING");
    let status = client.play(by_token(watcher, by_rules(present("3344JJ", [5, 4, 6], "")))).await.unwrap_err();
    assert_eq!(refused(&status).1, "SCOPE_MISSING");
}
