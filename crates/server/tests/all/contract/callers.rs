//! Callers by name: tokens and certificates, what they may do, their quotas, their rooms, and their names in metrics. A watcher's place in
//! its caller's quota becomes free when its stream ends.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use server::server::serve::RunningServer;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::http_calls::{frame, get, http1_open, path};
use crate::contract::rooms::{dealt_event, get_request, numbered, opening, recording, watch_request};
use crate::support::papers::{Authority, CertificateAndKey, Folder};
use crate::support::wait_for;

/// The tokens of the callers `lobby` and `tables`.
pub(crate) const LOBBY: &str = "lobby-token-000001";
pub(crate) const TABLES: &str = "tables-token-00001";

async fn serve_callers(name: &str, words: &str) -> (Folder, RunningServer, Client) {
    let folder = Folder::new(name);
    let file = folder.write(
        "tokens",
        &format!("{LOBBY} decide rooms caller=lobby {words}\n{TABLES} decide rooms operator caller=tables\n"),
    );
    let (server, client) = serve(&[("GRPC__TOKENS__FILE", &file)]).await;
    (folder, server, client)
}

fn to_lead() -> DecideRequest {
    rules_request(present("3344JJ", [5, 4, 6], ""))
}

pub(crate) fn quota_refusal(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let info = details.error_info().unwrap();
    assert!(details.retry_info().unwrap().retry_delay.unwrap() > std::time::Duration::ZERO);
    assert!(status.metadata().get("grpc-retry-pushback-ms").unwrap().to_str().unwrap().parse::<u64>().is_ok());
    (status.code(), info.reason.clone(), info.metadata["quota"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_above_its_rate_is_refused_and_others_are_not() {
    let (_folder, server, mut client) = serve_callers("rate", "calls_per_s=1").await;
    let mut answered = Vec::new();
    for _ in 0..20 {
        answered.push(client.play(by_token(LOBBY, to_lead())).await.map_err(|status| quota_refusal(&status)));
        client.play(by_token(TABLES, to_lead())).await.unwrap();
    }
    let refused = (Code::ResourceExhausted, String::from("QUOTA_EXCEEDED"), String::from("calls_per_s"));
    assert!(answered[0].is_ok());
    let refusals = answered.iter().filter(|answer| answer.as_ref().err() == Some(&refused)).count();
    // Twenty questions take far less than fourteen seconds.
    assert!(refusals >= 5, "{refusals} were refused");
    let counted = |line: &str| metric(&server.app, line);
    assert_eq!(counted("thirdseat_quota_exceeded_total{caller=\"lobby\",quota=\"calls_per_s\"}"), refusals as f64);
    let exhausted = counted("thirdseat_caller_calls_total{caller=\"lobby\",code=\"RESOURCE_EXHAUSTED\"}");
    assert_eq!(exhausted, refusals as f64);
    assert_eq!(counted("thirdseat_caller_calls_total{caller=\"tables\",code=\"OK\"}"), 20.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_are_their_caller_s_own() {
    let (folder, server, mut client) = serve_callers("rooms", "").await;
    client.open_room(by_token(LOBBY, opening("table-7"))).await.unwrap();
    let look = || GetRoomRequest { audience: Audience::Public as i32, ..get_request("table-7") };
    client.get_room(by_token(LOBBY, look())).await.unwrap();
    // Another caller finds nothing of it, with any scope: it reads, asks, watches, closes and opens only its own.
    let not_found = |status: Status| {
        assert_eq!(
            (refusal(&status).1.as_str(), status.message()),
            ("ROOM_NOT_FOUND", "room_id: no room is named \"table-7\"")
        );
    };
    not_found(client.get_room(by_token(TABLES, get_request("table-7"))).await.unwrap_err());
    not_found(client.watch_room(by_token(TABLES, watch_request("table-7"))).await.unwrap_err());
    let ask = turn_request("table-7", Chair::First, None);
    let status = client.play(by_token(TABLES, ask)).await.unwrap_err();
    assert_eq!(refusal(&status).1, "ROOM_NOT_FOUND");
    let close = || CloseRoomRequest { room_id: String::from("table-7") };
    assert_eq!(client.close_room(by_token(TABLES, close())).await.unwrap().into_inner(), Room::default());
    let other = OpenRoomRequest { request_id: String::from("of-tables"), ..opening("table-7") };
    client.open_room(by_token(TABLES, other)).await.unwrap();
    assert_eq!(metric(&server.app, "thirdseat_rooms"), 2.0);
    assert_eq!(client.close_room(by_token(TABLES, close())).await.unwrap().into_inner().room_id, "table-7");
    assert_eq!(client.get_room(by_token(LOBBY, look())).await.unwrap().into_inner().room_id, "table-7");
    // With `rooms=lobby` the other caller finds it.
    folder.write(
        "tokens",
        &format!("{LOBBY} decide rooms caller=lobby\n{TABLES} decide rooms operator caller=tables rooms=lobby\n"),
    );
    server.reload();
    assert!(client.get_room(by_token(TABLES, get_request("table-7"))).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_certificate_names_its_caller() {
    let folder = Folder::new("subjects");
    let issuer = Authority::new("authority");
    let CertificateAndKey { certificate, key } = issuer.sign_for("server", &["localhost"]);
    let subjects = "subject=lobby-backend decide caller=lobby\nsubject=tables.example decide caller=tables\n";
    let files = [
        ("GRPC__TLS__CERTIFICATE", folder.write("server.pem", &certificate)),
        ("GRPC__TLS__KEY", folder.write("server.key", &key)),
        ("GRPC__TLS__CLIENT_CA", folder.write("ca.pem", &issuer.pem())),
        ("GRPC__TOKENS__FILE", folder.write("tokens", subjects)),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(key, path)| (*key, path.as_str())).collect();
    let server = start_server(&files).await;
    let play = async |CertificateAndKey { certificate, key }: CertificateAndKey| {
        play_over_tls(server.grpc, tls_trusting(&issuer.pem()).identity(Identity::from_pem(certificate, key))).await
    };
    play(issuer.sign_for("lobby-backend", &["somewhere.example"])).await.unwrap();
    play(issuer.sign_for("anything", &["tables.example"])).await.unwrap();
    let status = play(issuer.sign_for("stranger", &["stranger.example"])).await.unwrap_err();
    assert!(status.contains("TOKEN_MISSING"), "{status}");
    assert!(play(Authority::new("strangers").sign_for("lobby-backend", &[])).await.is_err(), "of another authority");
    let bare = play_over_tls(server.grpc, tls_trusting(&issuer.pem())).await.unwrap_err();
    assert!(!bare.contains("TOKEN_MISSING"), "the handshake refuses a client without a certificate: {bare}");
    for name in ["lobby", "tables"] {
        let counted = metric(&server.app, &format!("thirdseat_caller_calls_total{{caller=\"{name}\",code=\"OK\"}}"));
        assert_eq!(counted, 1.0, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_may_only_watch_sees_what_the_table_sees() {
    let folder = Folder::new("watch-tokens");
    let tokens = folder.write("tokens", "backend-0000000001 rooms\nwatcher-0000000001 watch\n");
    let (_server, mut client) = serve(&[("GRPC__TOKENS__FILE", &tokens)]).await;
    let opening = || seating("r1", "classic spring=1", "rules", &[Chair::First]);
    // A decision in the answer needs a scope of its own.
    let asking = OpenRoomRequest { decide: true, ..opening() };
    let status = client.open_room(by_token("backend-0000000001", asking)).await.unwrap_err();
    assert_eq!(refusal(&status).1, "SCOPE_MISSING");
    client.open_room(by_token("backend-0000000001", opening())).await.unwrap();
    let request = recording("r1", vec![numbered(1, 1, dealt_event(&[(Chair::First, "34456789TJQKKA22X")]))]);
    client.record_events(by_token("backend-0000000001", request)).await.unwrap();
    let look = |audience| GetRoomRequest { audience: audience as i32, chair: Chair::First as i32, ..get_request("r1") };
    let watcher = "watcher-0000000001";
    let room = client.get_room(by_token(watcher, look(Audience::Public))).await.unwrap().into_inner();
    assert!(room.hand.unwrap().holds.is_empty());
    for audience in [Audience::Seat, Audience::Operator] {
        let status = client.get_room(by_token(watcher, look(audience))).await.unwrap_err();
        assert_eq!(refusal(&status).1, "SCOPE_MISSING");
    }
    let mut seen = client.watch_room(by_token(watcher, watch_request("r1"))).await.unwrap().into_inner();
    assert!(matches!(seen.message().await.unwrap().unwrap().update, Some(watch_room_response::Update::Room(_))));
    let as_seat =
        WatchRoomRequest { audience: Audience::Seat as i32, chair: Chair::First as i32, ..watch_request("r1") };
    assert_eq!(refusal(&client.watch_room(by_token(watcher, as_seat)).await.unwrap_err()).1, "SCOPE_MISSING");
    let close = CloseRoomRequest { room_id: String::from("r1") };
    assert_eq!(refusal(&client.close_room(by_token(watcher, close)).await.unwrap_err()).1, "SCOPE_MISSING");
    let status = client.play(by_token(watcher, to_lead())).await.unwrap_err();
    assert_eq!((status.code(), refusal(&status).1.as_str()), (Code::PermissionDenied, "SCOPE_MISSING"));
}

/// Starts a server with the room `w`, and a client. Its caller has one stream and one call at a time.
async fn serve_one_stream_caller(name: &str) -> (Folder, RunningServer, Client) {
    let folder = Folder::new(name);
    let file = folder.write("tokens", &format!("{LOBBY} decide rooms caller=lobby streams_max=1 calls_max=1\n"));
    let settings =
        [("GRPC__TOKENS__FILE", file.as_str()), ("FIXED__KEEPALIVE_MS", "300"), ("FIXED__IDLE_TIMEOUT_MS", "1000")];
    let (server, mut client) = serve(&settings).await;
    client.open_room(by_token(LOBBY, opening("w"))).await.unwrap();
    (folder, server, client)
}

async fn watch(client: &mut Client) -> Result<Streaming<WatchRoomResponse>, Status> {
    client.watch_room(by_token(LOBBY, watch_request("w"))).await.map(tonic::Response::into_inner)
}

/// Waits until the place is free, and takes it; `None` if the room is gone. The server notices some ends a moment later.
async fn take_stream_place(client: &mut Client, after: &str) -> Option<Streaming<WatchRoomResponse>> {
    let since = Instant::now();
    loop {
        match watch(client).await {
            Ok(stream) => return Some(stream),
            // The quota is checked first: NOT_FOUND means that there was a place.
            Err(status) if status.code() == Code::NotFound => return None,
            Err(status) => assert_eq!(quota_refusal(&status).2, "streams_max", "{after}"),
        }
        assert!(since.elapsed() < Duration::from_secs(60), "the place does not come back: {after}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Opens a stream, reads its first update, and checks that a second stream is refused.
async fn open_only_stream(client: &mut Client, other: &mut Client) -> Streaming<WatchRoomResponse> {
    let mut stream = take_stream_place(client, "another look").await.unwrap();
    stream.message().await.unwrap().unwrap();
    check_place_taken(other).await;
    stream
}

async fn check_place_taken(client: &mut Client) {
    assert_eq!(quota_refusal(&watch(client).await.unwrap_err()).2, "streams_max");
}

/// Opens a connection over HTTP/1.1 whose stream has begun.
async fn open_only_stream_over_http_1(address: SocketAddr, other: &mut Client) -> TcpStream {
    let token = format!("Bearer {LOBBY}");
    let headers = [("content-type", "application/connect+json"), ("authorization", token.as_str())];
    let ask = frame(br#"{"roomId": "w"}"#);
    loop {
        let mut stream = http1_open(address, "POST", &path("WatchRoom"), &headers, &ask).await;
        let mut first = Vec::new();
        while stream.read_buf(&mut first).await.unwrap() > 0 {
            if first.windows(6).any(|six| six == b"roomId") {
                check_place_taken(other).await;
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
    let (_folder, server, mut client) = serve_one_stream_caller("places-client").await;
    let mut other = connect(&server).await;
    drop(open_only_stream(&mut client, &mut other).await);
    take_stream_place(&mut other, "the client cancels").await;
    let mut gone = connect(&server).await;
    let stream = open_only_stream(&mut gone, &mut other).await;
    // A stream does not use the place of a call.
    other.play(by_token(LOBBY, to_lead())).await.unwrap();
    drop((stream, gone));
    take_stream_place(&mut other, "the connection ends").await;
    drop(open_only_stream_over_http_1(server.grpc, &mut other).await);
    take_stream_place(&mut other, "a client of HTTP/1.1 hangs up").await;
}

/// A client after a network failure: both ends stay open, and nothing comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_s_place_comes_back_when_its_client_falls_silent() {
    let (_folder, server, mut other) = serve_one_stream_caller("places-silent").await;
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
    let _stream = open_only_stream(&mut silent, &mut other).await;
    pull.send(()).unwrap();
    take_stream_place(&mut other, "the connection falls silent").await;
    cable.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_s_place_comes_back_when_the_server_ends_its_stream() {
    let (_folder, server, mut client) = serve_one_stream_caller("places-server").await;
    let mut other = connect(&server).await;
    let mut request = by_token(LOBBY, watch_request("w"));
    request.set_timeout(Duration::from_secs(1));
    let mut late = client.watch_room(request).await.unwrap().into_inner();
    late.message().await.unwrap();
    assert_eq!(late.message().await.unwrap_err().code(), Code::DeadlineExceeded);
    take_stream_place(&mut other, "its deadline passes").await;
    let _unread = open_only_stream(&mut client, &mut other).await;
    client.close_room(by_token(LOBBY, CloseRoomRequest { room_id: String::from("w") })).await.unwrap();
    take_stream_place(&mut other, "the room is gone").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_needs_a_known_token() {
    let folder = Folder::new("tokens");
    let file = folder.write("tokens", "table-backend-0001 decide\n");
    let (server, _) = serve(&[("GRPC__TOKENS__FILE", &file)]).await;
    let ask = |token: Option<&str>| token.map_or_else(|| Request::new(to_lead()), |token| by_token(token, to_lead()));
    // A refused stranger is disconnected, so each call has its own connection.
    let play = async |token: Option<&str>| connect(&server).await.play(ask(token)).await;
    let status = play(None).await.unwrap_err();
    assert_eq!((status.code(), refusal(&status).1.as_str()), (Code::Unauthenticated, "TOKEN_MISSING"));
    let status = play(Some("table-backend-0002")).await.unwrap_err();
    assert_eq!((status.code(), refusal(&status).1.as_str()), (Code::Unauthenticated, "TOKEN_UNKNOWN"));
    assert!(!status.message().contains("table-backend"), "no secret in an answer");
    assert!(play(Some("table-backend-0001")).await.is_ok());
    let counted = metric(&server.app, "thirdseat_rpc_total{rpc=\"Play\",code=\"UNAUTHENTICATED\"}");
    assert_eq!(counted, 2.0);
    // Probes need no tokens.
    for (path, status) in [("/readyz", 200), ("/nowhere", 404)] {
        assert_eq!(get(server.admin, path, &[]).await.status, status);
    }
}

fn tls_trusting(ca: &str) -> ClientTlsConfig {
    ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca)).domain_name("localhost")
}

async fn play_over_tls(address: SocketAddr, tls: ClientTlsConfig) -> Result<Decision, String> {
    let endpoint = Endpoint::from_shared(format!("https://localhost:{}", address.port())).unwrap();
    let channel = endpoint.tls_config(tls).unwrap().connect().await.map_err(|error| format!("{error:?}"))?;
    let answer = Client::new(channel).play(to_lead()).await;
    answer.map(tonic::Response::into_inner).map_err(|status| format!("{status:?}"))
}

/// New files hold for the next connection; what cannot be used changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn certificates_are_read_again() {
    let (folder, authorities) = (Folder::new("reload"), ["old", "new", "fresh"].map(Authority::new));
    let [old_ca, new_ca, fresh_ca] = authorities.each_ref().map(Authority::pem);
    let [old, new, fresh] = [(0, 4096), (1, 2020), (2, 4096)].map(|(by, year)| authorities[by].sign_until(year));
    let certificate = folder.write("server.pem", &old.certificate);
    let key = folder.write("server.key", &old.key);
    let files = [("GRPC__TLS__CERTIFICATE", certificate.as_str()), ("GRPC__TLS__KEY", key.as_str())];
    let server = start_server(&[files[0], files[1], ("FIXED__RELOAD_MS", "1000")]).await;
    let expiry = || metric(&server.app, "thirdseat_certificate_expiry_seconds");
    play_over_tls(server.grpc, tls_trusting(&old_ca)).await.unwrap();
    // 2020-01-01 and 2100-01-01: the first certificate is valid for long.
    let (twenty, hundred) = (1_577_836_800.0, 4_102_444_800.0);
    assert!(expiry() > hundred, "{}", expiry());

    // A certificate that does not fit its key, and a part of a file.
    folder.write("server.pem", &new.certificate);
    server.reload();
    folder.write("server.pem", &old.certificate[..200]);
    server.reload();
    play_over_tls(server.grpc, tls_trusting(&old_ca)).await.unwrap();
    assert!(expiry() > hundred);

    folder.write("server.pem", &new.certificate);
    folder.write("server.key", &new.key);
    server.reload();
    assert!(play_over_tls(server.grpc, tls_trusting(&old_ca)).await.is_err(), "the old certificate is still shown");
    // An expired certificate is served, and the metric shows it.
    assert!(play_over_tls(server.grpc, tls_trusting(&new_ca)).await.is_err(), "clients refuse an expired certificate");
    assert_eq!(expiry(), twenty);

    // The server also reads new files without a signal.
    folder.write("server.key", &fresh.key);
    folder.write("server.pem", &fresh.certificate);
    wait_for("the certificate", async || play_over_tls(server.grpc, tls_trusting(&fresh_ca)).await.is_ok()).await;
}
