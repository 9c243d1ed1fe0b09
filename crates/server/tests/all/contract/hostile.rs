//! Hostile input, connections that are held open without use, and connections of HTTP/1.1 after a call that is answered before its body is
//! read.

use std::time::{Duration, Instant};

use prost::Message;
use rules::{Rng, Seed};
use server::server::serve::RunningServer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::{Code, Status};
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::http_calls::{call_grpc_raw, frame, get, path};
use crate::contract::rooms;
use crate::support::{is_full, wait_for};

#[tokio::test(flavor = "multi_thread")]
async fn too_large_requests_and_headers_are_refused_and_the_next_call_is_not() {
    let (_server, mut client) = serve(&[]).await;
    let good = || rules_request(present("3344JJ", [5, 4, 6], ""));
    let mut request = good();
    request.options.as_mut().unwrap().persona = "x".repeat(100_000);
    assert_eq!(client.play(request).await.unwrap_err().code(), Code::OutOfRange);
    let mut request = tonic::Request::new(good());
    for number in 0..8 {
        let key: tonic::metadata::MetadataKey<_> = format!("x-{number}").parse().unwrap();
        request.metadata_mut().insert(key, "y".repeat(4000).parse().unwrap());
    }
    assert!(client.play(request).await.is_err());
    assert!(client.play(good()).await.is_ok());
}

fn valid_requests(probe: Vec<u8>, stale: Vec<u8>) -> Vec<(&'static str, Vec<u8>)> {
    let bid = history("classic doubling=double", Chair::First, "33445566778899TJQ222", &[(Chair::First, Call::Score3)]);
    let bid = bid.with(|hand| hand.events.push(takes(Chair::First, "222")));
    let coded = present("", [5, 4, 5], "99").holding(id_cards(&[0, 1, 4, 33, 34]));
    let coded = coded.with(|hand| hand.card_codec = CardCodec::RanksFrom0 as i32);
    let solve = endgame("classic", &["2KQ8877664", "2KQ554433"]);
    let told = history("classic", Chair::Second, "33445566778899TJQ", &[]);
    let told = told.with(|hand| {
        hand.events.push(takes(Chair::First, "222"));
        hand.events.extend(["TJQKA", "", "", "K"].map(|cards| plays(Chair::Unspecified, cards)));
    });
    vec![
        ("Follow", rules_request(told).encode_to_vec()),
        ("Follow", probe),
        ("Follow", rules_request(coded).encode_to_vec()),
        ("Play", rules_request(present("34567KK", [3, 2, 7], "")).encode_to_vec()),
        ("Bid", rules_request(bid).encode_to_vec()),
        ("SolveEndgame", solve.encode_to_vec()),
        ("ListLegalPlays", list_request(bare_turn("classic", "33344X", "")).encode_to_vec()),
        (
            "ClassifyPlay",
            ClassifyPlayRequest { ruleset: String::from("douzero"), cards: as_cards("444555"), ..Default::default() }
                .encode_to_vec(),
        ),
        ("GetRoom", rooms::get_request("kept").encode_to_vec()),
        ("RecordEvents", stale),
        ("Play", rooms::to_decide("kept", Chair::First, None).encode_to_vec()),
    ]
}

fn mutated(seed: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    // Rough changes mostly make bytes that are no message; gentle ones change cards, numbers and names.
    let is_rough = rng.below(4) == 0;
    for _ in 0..=rng.below(4) {
        let place = rng.below(bytes.len().max(1) as u32) as usize;
        match rng.below(4) {
            _ if !is_rough => {
                let from = &mut bytes[place];
                match *from {
                    b'0'..=b'z' => *from = *rng.pick(b"3456789TJQKA2XDx+?").expect("letters"),
                    small @ 0..=7 => *from = small ^ 1 << rng.below(3),
                    _ => {}
                }
            }
            0 if !bytes.is_empty() => bytes[place] = rng.below(256) as u8,
            1 if !bytes.is_empty() => bytes[place] ^= 1 << rng.below(8),
            2 => bytes.truncate(place),
            _ => bytes.insert(place.min(bytes.len()), rng.below(256) as u8),
        }
    }
    bytes
}

/// Sends requests with some bytes changed, cut or added. Each gets an answer or a refusal; afterwards the server decides as
/// before, and a room is unchanged.
#[tokio::test(flavor = "multi_thread")]
async fn mutated_requests_neither_crash_nor_change_anything() {
    let (server, mut client) = serve(&[("BUDGETS__SOLVE_MS", "5"), ("FIXED__GENERATE_MS", "5")]).await;
    let probe = rules_request(present("3344JJ", [5, 4, 6], "99"));
    let before = client.follow(probe.clone()).await.unwrap().into_inner();

    rooms::open_in_play(&mut client, "kept", false).await;
    client.play(rooms::to_decide("kept", Chair::First, None)).await.unwrap();
    let room = client.get_room(rooms::get_request("kept")).await.unwrap().into_inner();
    // Refused even unchanged, because the room must stay as it is.
    let stale = RecordEventsRequest {
        expected_version: Some(4_000_000_000),
        ..rooms::recording("kept", vec![rooms::numbered(9, 1, rooms::table_play(Some("33")))])
    };

    let seeds = valid_requests(probe.encode_to_vec(), stale.encode_to_vec());
    let channel = channel(&server).await;
    let (mut rng, mut codes) = (Seed(20_061).rng(), [0u32; 17]);
    let rounds = if is_full() { 10_000u32 } else { 600 };
    for round in 0..rounds {
        let (rpc, seed) = &seeds[rng.below(seeds.len() as u32) as usize];
        let bytes = mutated(seed, &mut rng);
        let status = send(&channel, rpc, frame(&bytes)).await;
        let code = status.code();
        assert!(
            !matches!(code, Code::Internal | Code::Unknown | Code::Unavailable | Code::DataLoss),
            "round {round}: {status:?} of {bytes:?}"
        );
        codes[code as usize] += 1;
    }
    assert!(
        codes[Code::Ok as usize] > rounds / 20 && codes[Code::InvalidArgument as usize] > rounds / 5,
        "answered, refused … by code: {codes:?}"
    );
    let after = client.follow(probe).await.unwrap().into_inner();
    assert_eq!(without_time(after), without_time(before));
    assert_eq!(client.get_room(rooms::get_request("kept")).await.unwrap().into_inner(), room);
    assert_eq!(server.app.deciding_calls(), 0);
}

/// An unreadable message is its caller's fault: it counts by its reason, never as our error.
#[tokio::test(flavor = "multi_thread")]
async fn unreadable_requests_are_invalid_and_counted_by_reason() {
    let (server, _client) = serve(&[]).await;
    let channel = channel(&server).await;
    let garbage: [&[u8]; 5] = [
        // A field of 200 bytes, of which one is sent.
        &[0, 0, 0, 0, 4, 0x0a, 200, 1, 2],
        // An invalid tag.
        &[0, 0, 0, 0, 2, 0x07, 0xff],
        // Two bytes that the second field cannot have.
        &[0, 0, 0, 0, 4, 0x12, 2, 0xff, 0xfe],
        // A frame that says that it is compressed.
        &[1, 0, 0, 0, 1, 0],
        // A frame that ends too early.
        &[0, 0, 0, 0, 9, 1],
    ];
    let mut unreadable = 0.0;
    for rpc in ["Follow", "Play", "GetRoom", "WatchRoom"] {
        for bytes in garbage {
            let status = send(&channel, rpc, bytes.to_vec()).await;
            assert_eq!(status.code(), Code::InvalidArgument, "{rpc} {bytes:?}: {status:?}");
            unreadable += f64::from(u8::from(refusal(&status).1 == "REQUEST_UNREADABLE"));
        }
    }
    assert!(unreadable >= 12.0, "{unreadable} of 20 are no message at all");
    let counted = metric(&server.app, "thirdseat_refused_total{reason=\"REQUEST_UNREADABLE\"}");
    assert_eq!(counted, unreadable);
    let page = get(server.admin, "/metrics", &[]).await;
    let is_ours = |line: &&str| ["INTERNAL", "UNKNOWN"].iter().any(|code| line.contains(&format!("code=\"{code}\"")));
    assert!(page.text().lines().filter(is_ours).all(|line| line.ends_with(" 0")), "it counts as ours");
}

/// An oversized value is not repeated whole: an answer that is larger than a client's limit for headers would be RESOURCE_EXHAUSTED there, which
/// clients may retry.
#[tokio::test(flavor = "multi_thread")]
async fn oversized_values_are_not_repeated_whole() {
    let (_server, mut client) = serve(&[]).await;
    let long = "x\"\\é".repeat(10_000);
    let in_text = |hand: &str| rules_request(present("3344JJ", [5, 4, 6], "").holding(as_cards(hand)));
    let by_ruleset = present("3344JJ", [5, 4, 6], "").with(|hand| hand.ruleset.clone_from(&long));
    let answers = [
        client.get_room(rooms::get_request(&long)).await.unwrap_err(),
        client.play(rooms::to_decide(&long, Chair::First, None)).await.unwrap_err(),
        client.record_events(rooms::recording(&long, Vec::new())).await.unwrap_err(),
        client.play(present("3344JJ", [5, 4, 6], "").decide(by_bot(&long))).await.unwrap_err(),
        client.play(rules_request(by_ruleset)).await.unwrap_err(),
        client.play(in_text(&long)).await.unwrap_err(),
        client.list_legal_plays(list_request(bare_turn(&long, "3", ""))).await.unwrap_err(),
    ];
    for status in answers {
        assert_ne!(status.code(), Code::ResourceExhausted, "{status:?}");
        let size = status.message().len() + status.details().len();
        assert!(size < 3000, "{size} bytes: {status:?}");
        assert!(!status.message().contains(&"x\"".repeat(33)), "{status:?}");
    }
}

async fn send(channel: &tonic::transport::Channel, rpc: &str, body: Vec<u8>) -> Status {
    call_grpc_raw(channel, rpc, body).await.err().unwrap_or_else(|| Status::ok(""))
}

async fn time_until_hung_up(server: &RunningServer, words: &[u8]) -> Duration {
    // The server's timer may start before the client knows that it is connected.
    let began = Instant::now();
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    stream.write_all(words).await.unwrap();
    let mut answer = Vec::new();
    // A reset counts as an end too.
    let _ = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await.expect("it ends");
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_ends_its_handshake_is_disconnected() {
    let (server, mut client) = serve(&[("FIXED__HANDSHAKE_MS", "300")]).await;
    for words in [b"".as_slice(), b"PRI * HTTP/2.0\r\n"] {
        let took = time_until_hung_up(&server, words).await.as_millis();
        assert!(took >= 290, "{words:?}: hung up on after {took} ms");
    }
    assert_eq!(metric(&server.app, "thirdseat_connections_closed_total{reason=\"idle\"}"), 2.0);
    // The limit does not hold for a client that has spoken.
    assert!(client.play(rules_request(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(client.play(rules_request(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
    wait_for("the end of the others", async || metric(&server.app, "thirdseat_connections") == 1.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_client_is_disconnected_and_one_that_answers_pings_is_not() {
    let (server, mut client) = serve(&[("FIXED__KEEPALIVE_MS", "300"), ("FIXED__IDLE_TIMEOUT_MS", "1000")]).await;
    // This client sends the preface and empty settings, but no answers to pings.
    let hello = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &[0, 0, 0, 4, 0, 0, 0, 0, 0]].concat();
    let took = time_until_hung_up(&server, &hello).await.as_millis();
    assert!(took >= 950, "hung up on after {took} ms");
    assert_eq!(metric(&server.app, "thirdseat_connections_closed_total{reason=\"idle\"}"), 1.0);
    // This client was as idle all that time, and its library answers pings.
    wait_for("the end of the others", async || metric(&server.app, "thirdseat_connections") == 1.0).await;
    assert!(client.play(rules_request(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
}

async fn send_head(stream: &mut TcpStream, kind: &str, bytes: usize) {
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: h\r\ncontent-type: {kind}\r\ncontent-length: {bytes}\r\n\r\n",
        path("ListPersonas")
    );
    stream.write_all(head.as_bytes()).await.unwrap();
}

/// Reads the beginning of the next answer.
async fn read_head(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 64 << 10];
    let count = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut bytes)).await.unwrap().unwrap();
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_call_leaves_the_connection_to_the_next_one() {
    let (server, _client) = serve(&[]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    for bytes in [2, 200_000] {
        send_head(&mut stream, "image/jpeg", bytes).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        stream.write_all(&vec![b' '; bytes]).await.unwrap();
        let refused = read_head(&mut stream).await;
        assert!(refused.starts_with("HTTP/1.1 415 ") && !refused.contains("connection: close"), "{refused}");
    }
    send_head(&mut stream, "application/json", 2).await;
    stream.write_all(b"{}").await.unwrap();
    assert!(read_head(&mut stream).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_call_with_a_long_or_late_body_says_that_the_connection_closes() {
    let (server, _client) = serve(&[]).await;
    for bytes in [2, 300_000] {
        let mut stream = TcpStream::connect(server.grpc).await.unwrap();
        send_head(&mut stream, "image/jpeg", bytes).await;
        let refused = read_head(&mut stream).await;
        assert!(refused.starts_with("HTTP/1.1 415 ") && refused.contains("connection: close"), "{refused}");
        assert_eq!(stream.read(&mut [0]).await.unwrap(), 0);
    }
}
