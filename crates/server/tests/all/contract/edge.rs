//! Answers of the gRPC port: streams over the Connect protocol, the browser table, origins of pages, and calls that are not served.

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::BodyExt;
use prost::Message;
use serde_json::{Value, json};
use server::server::serve::RunningServer;
use server::service::AppService;
use server::state::App;
use tokio::io::AsyncReadExt;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::{Code, Status};
use tower::ServiceExt;
use wire::v1::DecideRequest;
use wire::v1::companion_service_server::CompanionService;

use crate::contract::harness::*;
use crate::contract::http_calls::{HttpAnswer, frame, get, http1, http1_open, http2, parse, path, post, post_http2};
use crate::contract::rooms::{opening, watch_request};

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

/// Opens the room `w`. Returns the request to watch it, and its content type.
async fn open_room_to_watch(server: &RunningServer) -> (Vec<u8>, [(&'static str, &'static str); 1]) {
    connect(server).await.open_room(opening("w")).await.unwrap();
    (frame(br#"{"roomId": "w"}"#), [("content-type", "application/connect+json")])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_watched_to_its_end_in_both_versions_of_http() {
    let (server, _client) = serve(&[]).await;
    let (ask, kind) = open_room_to_watch(&server).await;
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
        assert_eq!(answer[1].1["event"]["dealt"]["holds"], Value::Null, "the table sees no hands");
        assert_eq!(answer[2].1["closed"], "ROOM_END_CLOSED");
        assert_eq!(answer[3].1, json!({}));
    }
    let refused = post_http2(&channel, "WatchRoom", "application/connect+json", ask).await;
    let answer = envelopes(&refused.body);
    assert_eq!((refused.status, refused.header("thirdseat-reason")), (200, "ROOM_NOT_FOUND"));
    assert_eq!((answer[0].0, &answer[0].1["error"]["code"]), (2, &json!("not_found")));
    assert_eq!(answer[0].1["metadata"]["thirdseat-reason"], json!(["ROOM_NOT_FOUND"]));
    let binary = frame(&watch_request("w").encode_to_vec());
    let refused = post_http2(&channel, "WatchRoom", "application/connect+proto", binary).await;
    assert_eq!(envelopes(&refused.body)[0].1["error"]["code"], "not_found");
}

/// A reader over HTTP/1.1 sends nothing, so its connection would end as idle: the stream ends before that, with a reason.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_stream_over_http_1_ends_with_a_reason() {
    let (server, _client) = serve(&[("FIXED__KEEPALIVE_MS", "300"), ("FIXED__IDLE_TIMEOUT_MS", "1000")]).await;
    let (ask, kind) = open_room_to_watch(&server).await;
    let channel = channel(&server).await;
    let mut lasting = http2(&channel, "WatchRoom", "application/connect+json", ask.clone()).await.into_body();
    lasting.frame().await.unwrap().unwrap();
    let watch = path("WatchRoom");
    let binary = frame(&watch_request("w").encode_to_vec());
    let web = [("content-type", "application/grpc-web+proto")];
    let (by_connect, by_web) = tokio::join!(
        http1(server.grpc, "POST", &watch, &kind, &ask),
        http1(server.grpc, "POST", &watch, &web, &binary),
    );
    let ended = envelopes(&by_connect.body);
    assert_eq!(ended.iter().map(|(flags, _)| *flags).collect::<Vec<_>>(), [0, 2], "{ended:?}");
    assert_eq!(ended[1].1["error"]["code"], "unavailable");
    assert_eq!(ended[1].1["error"]["message"], "over HTTP/1.1 a stream lasts 0.9 s: open it again");
    assert_eq!(ended[1].1["metadata"]["thirdseat-reason"], json!(["STREAM_IDLE"]));
    let told = String::from_utf8_lossy(&by_web.body).into_owned();
    assert!(told.contains("grpc-status:14"), "{told}");
    // Over HTTP/2, pings are answered.
    let more = tokio::time::timeout(Duration::from_millis(500), lasting.frame()).await;
    assert!(more.is_err(), "{more:?}");
}

async fn query(address: SocketAddr, headers: &[(&str, &str)]) -> HttpAnswer {
    let headers = [&[("content-type", "application/json")], headers].concat();
    http1(address, "POST", &path("ListRulesets"), &headers, b"{}").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_served_beside_the_calls() {
    let (server, _client) = serve(&[]).await;
    let page = get(server.grpc, "/", &[]).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("app.js") && page.header("content-security-policy").contains("script-src 'self';"));
    assert_eq!(get(server.grpc, "/app.js", &[]).await.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(get(server.grpc, "/Cargo.toml", &[]).await.status, 404);
    assert_eq!(get(server.grpc, "/", &[("host", "evil.example")]).await.status, 421);
    assert_eq!(http1(server.grpc, "PUT", "/", &[], b"").await.status, 404);
    // The path of a call is a call even with GET.
    assert_eq!(get(server.grpc, &path("Follow"), &[]).await.refusal().2, "PROTOCOL_UNSUPPORTED");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_s_own_page_may_call_and_no_other_page() {
    let (server, _client) = serve(&[("WEB__HOSTS", "table.example")]).await;
    let own = format!("http://{}", server.grpc);
    assert_eq!(query(server.grpc, &[("origin", &own), ("sec-fetch-site", "same-origin")]).await.status, 200);
    assert_eq!(query(server.grpc, &[("origin", "https://table.example"), ("host", "table.example")]).await.status, 200);
    let refused = (403, String::from("permission_denied"), String::from("ORIGIN_REFUSED"));
    for headers in [
        // A page of another port of this machine.
        vec![("origin", "http://127.0.0.1:1"), ("sec-fetch-site", "same-site")],
        // A foreign name that points to this address: the browser sees one origin.
        vec![("origin", "http://evil.example"), ("host", "evil.example"), ("sec-fetch-site", "same-origin")],
        vec![("origin", "null")],
        vec![("sec-fetch-site", "cross-site")],
    ] {
        assert_eq!(query(server.grpc, &headers).await.refusal(), refused, "{headers:?}");
    }
    // Neither header: a client that is no browser.
    assert_eq!(query(server.grpc, &[("host", "thirdseat.svc")]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_page_its_path_and_its_origin_are_refused() {
    let (server, _client) = serve(&[("WEB__PAGE", "off")]).await;
    assert_eq!(get(server.grpc, "/", &[]).await.status, 404);
    let own = format!("http://{}", server.grpc);
    assert_eq!(query(server.grpc, &[("origin", &own)]).await.status, 403);
}

async fn call(server: &RunningServer, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let request = Request::post(format!("http://{}{path}", server.grpc)).header("content-type", "application/grpc");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    channel(server).await.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

fn code(response: &Response<Body>) -> Code {
    Status::from_header_map(response.headers()).expect("an error comes as trailers only").code()
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_methods_are_unimplemented() {
    let (server, _client) = serve(&[]).await;
    for path in [path("Shuffle"), path(""), String::from("/unknown.v1.Unknown/Play")] {
        let response = call(&server, &path, &[]).await;
        assert_eq!((response.status().as_u16(), code(&response)), (200, Code::Unimplemented), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn compressed_messages_are_refused_with_the_encoding_that_is_read() {
    let (server, _client) = serve(&[]).await;
    // A call that decides, one that does not, and a stream.
    for rpc in ["Follow", "ListPersonas", "WatchRoom"] {
        let path = path(rpc);
        let response = call(&server, &path, &[("grpc-encoding", "gzip")]).await;
        assert_eq!(code(&response), Code::Unimplemented, "{rpc}");
        assert_eq!(response.headers().get("grpc-accept-encoding").unwrap(), "identity", "{rpc}");
        let counted = format!("thirdseat_rpc_total{{rpc=\"{rpc}\",code=\"UNIMPLEMENTED\"}}");
        assert_eq!(metric(&server.app, &counted), 1.0);
        // `identity` means uncompressed, and is accepted.
        let response = call(&server, &path, &[("grpc-encoding", "identity")]).await;
        assert_ne!(Status::from_header_map(response.headers()).map(|status| status.code()), Some(Code::Unimplemented));
    }
}

/// The service answers only calls that have passed the layer that checks tokens.
#[tokio::test]
async fn a_call_that_did_not_pass_the_call_layer_is_refused() {
    let service = AppService(App::load(config(&[])).unwrap());
    let status = service.play(tonic::Request::new(DecideRequest::default())).await.unwrap_err();
    assert_eq!((status.code(), refusal(&status).1.as_str()), (Code::Internal, "FAULT"));
}
