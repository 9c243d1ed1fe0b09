//! A token that may only watch sees rooms as the public does, and nothing else.

use wire::v1::*;

use crate::contract::callers::by_token;
use crate::contract::harness::*;
use crate::contract::rooms::{dealing, numbered, recording, seating};
use crate::support::papers::Folder;

const TOKENS: &str = "backend-0000000001 rooms\nwatcher-0000000001 watch\n";

fn opening(room: &str) -> OpenRoomRequest {
    seating(room, "classic spring=1", "rules", &[Chair::First])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_may_only_watch_sees_what_the_table_sees() {
    let folder = Folder::new("watch-tokens");
    let (_server, mut client) = serve(&[("GRPC__TOKENS__FILE", &folder.write("tokens", TOKENS))]).await;
    client.open_room(by_token("backend-0000000001", opening("r1"))).await.unwrap();
    let request = recording("r1", vec![numbered(1, 1, dealing(&[(Chair::First, "34456789TJQKKA22X")]))]);
    client.record_events(by_token("backend-0000000001", request)).await.unwrap();
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
