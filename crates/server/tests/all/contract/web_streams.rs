//! Streams over the Connect protocol: rooms that are watched and hands that are reviewed.

use std::time::Duration;

use http_body_util::BodyExt;
use prost::Message;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

use crate::contract::harness::*;
use crate::contract::http_calls::{framed, http1, http1_open, http2, parse, path, post, posted};

/// Splits a stream into its envelopes: flags and JSON.
fn envelopes(mut body: &[u8]) -> Vec<(u8, Value)> {
    let mut found = Vec::new();
    while let Some((&[flags, a, b, c, d], rest)) = body.split_first_chunk::<5>() {
        let (message, rest) = rest.split_at(u32::from_be_bytes([a, b, c, d]) as usize);
        found.push((flags, serde_json::from_slice(message).unwrap()));
        body = rest;
    }
    assert!(body.is_empty(), "{body:?}");
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_watched_to_its_end_in_both_versions_of_http() {
    let (server, _client) = serve(&[]).await;
    let opening = json!({"requestId": "w", "roomId": "w", "ruleset": "classic",
        "bots": [{"chair": "CHAIR_FIRST", "persona": "rules"}]});
    assert_eq!(post(server.grpc, "OpenRoom", &opening.to_string()).await.status, 200);
    let ask = framed(br#"{"roomId": "w"}"#);
    let kind = [("content-type", "application/connect+json")];
    // Both watchers read the room before the first event.
    let mut stream = http1_open(server.grpc, "POST", &path("WatchRoom"), &kind, &ask).await;
    let mut first = Vec::new();
    while !first.windows(6).any(|six| six == b"roomId") {
        stream.read_buf(&mut first).await.unwrap();
    }
    let channel = channel(&server).await;
    let mut second = http2(&channel, "WatchRoom", "application/connect+json", ask.clone()).await.into_body();
    let mut received = second.frame().await.unwrap().unwrap().into_data().unwrap().to_vec();
    let dealt = json!({"roomId": "w", "events": [{"sequence": 1, "handNumber": 1, "dealt": {"first": "CHAIR_FIRST",
        "holds": [{"chair": "CHAIR_FIRST", "cards": {"text": "344567889TTJJQKK2"}}]}}]});
    assert_eq!(post(server.grpc, "RecordEvents", &dealt.to_string()).await.status, 200);
    assert_eq!(post(server.grpc, "CloseRoom", r#"{"roomId": "w"}"#).await.status, 200);
    stream.read_to_end(&mut first).await.unwrap();
    let first = parse(&first);
    received.extend(second.collect().await.unwrap().to_bytes());
    assert_eq!((first.status, first.header("content-type")), (200, "application/connect+json"));
    for body in [&first.body, &received] {
        let answer = envelopes(body);
        let kinds: Vec<u8> = answer.iter().map(|(flags, _)| *flags).collect();
        assert_eq!(kinds, [0, 0, 0, 2], "{answer:?}");
        assert_eq!(answer[0].1["room"]["roomId"], "w");
        assert_eq!((&answer[1].1["event"]["sequence"], &answer[1].1["state"]["handNumber"]), (&json!(1), &json!(1)));
        assert_eq!(answer[1].1["event"]["dealt"]["hands"], Value::Null, "the table sees no hands");
        assert_eq!(answer[2].1["closed"], "ROOM_END_CLOSED");
        assert_eq!(answer[3].1, json!({}));
    }
    let refused = posted(&channel, "WatchRoom", "application/connect+json", ask).await;
    let answer = envelopes(&refused.body);
    assert_eq!((refused.status, refused.header("thirdseat-reason")), (200, "ROOM_NOT_FOUND"));
    assert_eq!((answer[0].0, &answer[0].1["error"]["code"]), (2, &json!("not_found")));
    assert_eq!(answer[0].1["metadata"]["thirdseat-reason"], json!(["ROOM_NOT_FOUND"]));
    let binary = wire::v1::WatchRoomRequest { room_id: String::from("w"), ..Default::default() }.encode_to_vec();
    let refused = posted(&channel, "WatchRoom", "application/connect+proto", framed(&binary)).await;
    assert_eq!(envelopes(&refused.body)[0].1["error"]["code"], "not_found");
}

/// A reader over HTTP/1.1 sends nothing, so its connection would end as idle: the stream ends before that, with a reason.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_stream_over_http_1_is_told_its_end() {
    let (server, _client) = serve(&[("FIXED__KEEPALIVE_S", "1"), ("FIXED__IDLE_TIMEOUT_S", "2")]).await;
    let opening = json!({"requestId": "w", "roomId": "w", "ruleset": "classic",
        "bots": [{"chair": "CHAIR_FIRST", "persona": "rules"}]});
    assert_eq!(post(server.grpc, "OpenRoom", &opening.to_string()).await.status, 200);
    let ask = framed(br#"{"roomId": "w"}"#);
    let kind = [("content-type", "application/connect+json")];
    let channel = channel(&server).await;
    let mut lasting = http2(&channel, "WatchRoom", "application/connect+json", ask.clone()).await.into_body();
    lasting.frame().await.unwrap().unwrap();
    let answer = http1(server.grpc, "POST", &path("WatchRoom"), &kind, &ask).await;
    let ended = envelopes(&answer.body);
    assert_eq!(ended.iter().map(|(flags, _)| *flags).collect::<Vec<_>>(), [0, 2], "{ended:?}");
    assert_eq!(ended[1].1["error"]["code"], "unavailable");
    assert_eq!(ended[1].1["error"]["message"], "over HTTP/1.1 a stream lasts 1.8 s: open it again");
    assert_eq!(ended[1].1["metadata"]["thirdseat-reason"], json!(["STREAM_IDLE"]));
    let binary =
        framed(&wire::v1::WatchRoomRequest { room_id: String::from("w"), ..Default::default() }.encode_to_vec());
    let kind = [("content-type", "application/grpc-web+proto")];
    let answer = http1(server.grpc, "POST", &path("WatchRoom"), &kind, &binary).await;
    let told = String::from_utf8_lossy(&answer.body).into_owned();
    assert!(told.contains("grpc-status:14"), "{told}");
    // Over HTTP/2, pings are answered.
    let more = tokio::time::timeout(Duration::from_millis(500), lasting.frame()).await;
    assert!(more.is_err(), "{more:?}");
}
