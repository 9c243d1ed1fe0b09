//! Which rooms there are, and a token that may only watch.

use tonic::Request;
use wire::v1::*;

use crate::contract::harness::*;

const TOKENS: &str = "operator-000000001 rooms operator\nbackend-0000000001 rooms\nwatcher-0000000001 watch\n";

fn by_token<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

fn opening(room: &str) -> OpenRoomRequest {
    OpenRoomRequest {
        request_id: room.to_owned(),
        room_id: room.to_owned(),
        ruleset: String::from("classic spring=1"),
        bots: vec![BotSeat { chair: Chair::First as i32, persona: String::from("rules"), ..BotSeat::default() }],
        ..OpenRoomRequest::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_which_rooms_there_are() {
    let path = std::env::temp_dir().join(format!("thirdseat-list-tokens-{}", std::process::id()));
    std::fs::write(&path, TOKENS).unwrap();
    let (_server, mut client) = serve(&[("GRPC__TOKENS__FILE", path.to_str().unwrap())]).await;
    std::fs::remove_file(path).unwrap();
    for number in 0..5 {
        client.open_room(by_token("backend-0000000001", opening(&format!("r{number}")))).await.unwrap();
    }
    let dealt = Dealt { first: 0, holds: vec![held(Chair::First, text("34456789TJQKKA22X"))] };
    let event = RoomEvent { sequence: 1, hand_number: 1, what: Some(room_event::What::Dealt(dealt)) };
    let request = RecordEventsRequest { room_id: String::from("r1"), events: vec![event], ..Default::default() };
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
