//! A watcher's place in its caller's quota becomes free at each kind of end of its stream.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use server::server::serve::Running;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tonic::transport::Endpoint;
use tonic::{Code, Status, Streaming};
use wire::v1::*;

use crate::contract::callers::{LOBBY, by_token, quota};
use crate::contract::harness::*;
use crate::contract::http_calls::{framed, http1_open, path};
use crate::contract::rooms::{opening, watching};
use crate::support::papers::Folder;

/// Starts a server whose caller has one stream and one call at a time, the room `w`, and a client.
async fn serve_one(name: &str) -> (Folder, Running, Client) {
    let folder = Folder::new(name);
    let file = folder.write("tokens", &format!("{LOBBY} decide rooms caller=lobby streams_max=1 calls_max=1\n"));
    let settings = [("GRPC__TOKENS__FILE", file.as_str()), ("FIXED__KEEPALIVE_S", "1"), ("FIXED__IDLE_TIMEOUT_S", "2")];
    let (server, mut client) = serve(&settings).await;
    client.open_room(by_token(LOBBY, opening("w"))).await.unwrap();
    (folder, server, client)
}

async fn watch(client: &mut Client) -> Result<Streaming<WatchRoomResponse>, Status> {
    client.watch_room(by_token(LOBBY, watching("w"))).await.map(tonic::Response::into_inner)
}

/// Waits until the place is free, and takes it. The server notices some ends a moment later.
async fn comes_back(client: &mut Client, after: &str) -> Option<Streaming<WatchRoomResponse>> {
    let since = Instant::now();
    loop {
        match watch(client).await {
            Ok(stream) => return Some(stream),
            // The quota is checked first: NOT_FOUND means that there was a place.
            Err(status) if status.code() == Code::NotFound => return None,
            Err(status) => assert_eq!(quota(&status).2, "streams_max", "{after}"),
        }
        assert!(since.elapsed() < Duration::from_secs(60), "the place does not come back: {after}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Opens a stream and reads its first update: it is the only stream.
async fn watched(client: &mut Client, other: &mut Client) -> Streaming<WatchRoomResponse> {
    let mut stream = comes_back(client, "another look").await.unwrap();
    stream.message().await.unwrap().unwrap();
    is_taken(other).await;
    stream
}

async fn is_taken(client: &mut Client) {
    assert_eq!(quota(&watch(client).await.unwrap_err()).2, "streams_max");
}

/// Opens a connection over HTTP/1.1 whose stream has begun.
async fn watched_over_http_1(address: SocketAddr, other: &mut Client) -> TcpStream {
    let token = format!("Bearer {LOBBY}");
    let headers = [("content-type", "application/connect+json"), ("authorization", token.as_str())];
    let ask = framed(br#"{"roomId": "w"}"#);
    loop {
        let mut stream = http1_open(address, "POST", &path("WatchRoom"), &headers, &ask).await;
        let mut first = Vec::new();
        while stream.read_buf(&mut first).await.unwrap() > 0 {
            if first.windows(6).any(|six| six == b"roomId") {
                is_taken(other).await;
                return stream;
            }
        }
        // The place of the earlier stream becomes free a moment later.
        assert!(String::from_utf8_lossy(&first).contains("QUOTA_EXCEEDED"), "{}", String::from_utf8_lossy(&first));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_s_place_comes_back_when_its_client_goes() {
    let (_folder, server, mut client) = serve_one("places-client").await;
    let mut other = connect(&server).await;
    drop(watched(&mut client, &mut other).await);
    comes_back(&mut other, "the client cancels").await;
    let mut gone = connect(&server).await;
    let stream = watched(&mut gone, &mut other).await;
    // A stream does not use the place of a call.
    other.play(by_token(LOBBY, by_rules(present("3344JJ", [5, 4, 6], "")))).await.unwrap();
    drop((stream, gone));
    comes_back(&mut other, "the connection ends").await;
    drop(watched_over_http_1(server.grpc, &mut other).await);
    comes_back(&mut other, "a client of HTTP/1.1 hangs up").await;
}

/// A client after a network failure: both ends stay open, and nothing comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_s_place_comes_back_when_its_client_falls_silent() {
    let (_folder, server, mut other) = serve_one("places-silent").await;
    let between = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, to) = (between.local_addr().unwrap(), server.grpc);
    let (pull, pulled) = tokio::sync::oneshot::channel();
    let cable = tokio::spawn(async move {
        let (mut near, mut far) = (between.accept().await.unwrap().0, TcpStream::connect(to).await.unwrap());
        tokio::select! {
            _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
            _ = pulled => {}
        }
        std::future::pending::<()>().await;
    });
    let endpoint = Endpoint::from_shared(format!("http://{address}")).unwrap();
    let mut silent = Client::new(endpoint.connect().await.unwrap());
    let _stream = watched(&mut silent, &mut other).await;
    pull.send(()).unwrap();
    comes_back(&mut other, "the connection falls silent").await;
    cable.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_s_place_comes_back_when_the_server_ends_its_stream() {
    let (_folder, server, mut client) = serve_one("places-server").await;
    let mut other = connect(&server).await;
    let mut request = by_token(LOBBY, watching("w"));
    request.set_timeout(Duration::from_secs(1));
    let mut late = client.watch_room(request).await.unwrap().into_inner();
    late.message().await.unwrap();
    assert_eq!(late.message().await.unwrap_err().code(), Code::DeadlineExceeded);
    comes_back(&mut other, "its deadline passes").await;
    let _unread = watched(&mut client, &mut other).await;
    client.close_room(by_token(LOBBY, CloseRoomRequest { room_id: String::from("w") })).await.unwrap();
    comes_back(&mut other, "the room is gone").await;
}
