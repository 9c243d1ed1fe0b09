//! The fields of log lines: the call, and enough data to repeat the decision.

use std::process::Command;
use std::time::Duration;

use crate::contract::harness::*;
use crate::contract::rooms;
use crate::support::binary::Server;
use crate::support::papers::{Authority, Folder};
use crate::support::redis::RedisServer;
use serde_json::Value;
use tonic::Request;
use wire::v1::*;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn traced<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01").parse().unwrap());
    request.set_timeout(Duration::from_secs(5));
    request
}

/// Makes the turn of the third chair, which leads; the first is the landlord.
fn ask(options: Option<DecisionOptions>) -> DecideRequest {
    present("3344JJ", [5, 4, 6], "").asked(options)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rooms_decision_names_the_room_on_its_replay_line() {
    let server = Server::start("room", &[]);
    let mut client = server.client().await;
    rooms::in_play(&mut client, "table-7", false).await;
    client.play(traced(in_room("table-7", Chair::First, None))).await.unwrap();
    let lines = server.ended();
    let replay = lines.iter().find(|line| line["target"] == "replay").unwrap_or_else(|| panic!("{lines:?}"));
    for (key, value) in [
        ("rpc", "Play"),
        ("persona", "rules"),
        ("decider", "rules"),
        ("room", "table-7"),
        ("seat", "landlord"),
        ("trace", TRACE),
    ] {
        assert_eq!(replay[key], value, "{replay}");
    }
    assert!(replay["timestamp"].is_string() && replay["view"].is_string() && replay["action"].is_string(), "{replay}");
}

/// Returns the lines of a name, and checks that each has a detail.
fn named<'a>(lines: &'a [Value], name: &str) -> Vec<&'a Value> {
    let found: Vec<&Value> = lines.iter().filter(|line| line["message"] == name).collect();
    assert!(found.iter().all(|line| line["detail"].as_str().is_some_and(|detail| !detail.is_empty())), "{found:?}");
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_a_line_with_its_trace_and_a_flood_of_them_is_ten() {
    let folder = Folder::new("log-tokens");
    let tokens = folder.write("tokens", "0123456789abcdef decide\n");
    let server = Server::start("token", &[("THIRDSEAT__GRPC__TOKENS__FILE", &tokens)]);
    let mut client = server.client().await;
    for _ in 0..200 {
        client.list_personas(traced(ListPersonasRequest::default())).await.unwrap_err();
    }
    let lines = server.ended();
    let refused = named(&lines, "token_refused");
    assert_eq!(refused.len(), 10, "{refused:?}");
    let line = refused[0];
    assert_eq!((&line["level"], &line["trace"]), (&"WARN".into(), &TRACE.into()), "{line}");
    assert!(line["detail"].as_str().unwrap().starts_with("ListPersonas: TOKEN_MISSING: "), "{line}");
    for life in ["started", "stopping", "drained", "stopped"] {
        assert_eq!(named(&lines, life).len(), 1, "{life}: {lines:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_goes_and_comes_back_is_a_line_each() {
    let Some(mut redis) = RedisServer::start() else { return };
    let url = redis.url();
    let server =
        Server::start("store", &[("THIRDSEAT__ROOMS__STORE", "redis"), ("THIRDSEAT__ROOMS__REDIS__URL", url.as_str())]);
    let mut client = server.client().await;
    let mut code = async || client.get_room(rooms::looking("table-1")).await.unwrap_err().code();
    assert_eq!(code().await, tonic::Code::NotFound);
    redis.stop();
    for _ in 0..20 {
        assert_eq!(code().await, tonic::Code::Unavailable);
    }
    assert!(redis.run());
    let since = std::time::Instant::now();
    while code().await != tonic::Code::NotFound {
        assert!(since.elapsed() < Duration::from_secs(60), "it does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let lines = server.ended();
    let (down, up) = (named(&lines, "store_down"), named(&lines, "store_up"));
    assert_eq!((down.len(), up.len()), (1, 1), "{lines:?}");
    assert_eq!((&down[0]["level"], &up[0]["level"]), (&"WARN".into(), &"INFO".into()));
    assert!(up[0]["detail"].as_str().unwrap().starts_with("after "), "{}", up[0]);
}

/// Returns the level and detail of a line of a name.
fn one(lines: &[Value], name: &str) -> (String, String) {
    let found = named(lines, name);
    assert!(!found.is_empty(), "no line {name}: {lines:?}");
    (found[0]["level"].as_str().unwrap().to_owned(), found[0]["detail"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_tls_handshake_is_a_line() {
    let folder = Folder::new("papers");
    let papers = Authority::new("authority").signs("server", &["localhost"]);
    let files = [("CERTIFICATE", papers.certificate), ("KEY", papers.key)]
        .map(|(name, pem)| (format!("THIRDSEAT__GRPC__TLS__{name}"), folder.write(name, &pem)));
    let server = Server::start("tls", &files.each_ref().map(|(name, path)| (name.as_str(), path.as_str())));
    // A client without TLS: the port disconnects it.
    let address = server.address.clone();
    let refused = tokio::task::spawn_blocking(move || {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        stream.local_addr().unwrap()
    });
    let peer = refused.await.unwrap();
    let (level, reason) = one(&server.ended(), "tls_handshake_failed");
    assert_eq!(level, "WARN");
    assert!(reason.starts_with(&format!("{}: ", peer.ip())) && reason.len() > 30, "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_descriptors_says_so_and_goes_on_when_it_has_some() {
    let server = Server::start("descriptors", &[]);
    let mut client = server.client().await;
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    let pid = server.child.id().to_string();
    let limit = |files: &str| {
        let limit = format!("--nofile={files}:");
        assert!(Command::new("prlimit").args(["--pid", &pid, &limit]).status().unwrap().success());
    };
    // The limit is the number of open files, so the next connection fails.
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count();
    limit(&open.min(8).to_string());
    let waits = std::net::TcpStream::connect(&server.address).unwrap();
    let said = || std::fs::read_to_string(&server.log).unwrap().contains("descriptors_exhausted");
    let since = std::time::Instant::now();
    while !said() {
        assert!(since.elapsed() < Duration::from_secs(60), "it says nothing");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Connected callers are served; new ones are served when there is room.
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    limit("1000");
    drop(waits);
    server.client().await.list_personas(ListPersonasRequest::default()).await.unwrap();
    let (level, reason) = one(&server.ended(), "descriptors_exhausted");
    assert_eq!((level.as_str(), reason.starts_with("gRPC: ")), ("ERROR", true), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_shed_and_quotas_that_are_exceeded_are_lines_with_their_caller() {
    let folder = Folder::new("log-callers");
    let file = "lobby-token-000001 decide caller=lobby\ntables-token-00001 decide caller=tables calls_per_s=1\n";
    let tokens = folder.write("tokens", file);
    let variables = [
        ("THIRDSEAT__GRPC__TOKENS__FILE", tokens.as_str()),
        ("THIRDSEAT__THINKING__INFLIGHT_MAX", "1"),
        ("THIRDSEAT__BUDGETS__SOLVE_MS", "600000"),
    ];
    let server = Server::start("shed", &variables);
    let client = server.client().await;
    let bearer = |token: &str| -> tonic::metadata::AsciiMetadataValue { format!("Bearer {token}").parse().unwrap() };
    // Solving a whole deal with open hands takes longer than a test.
    let solve = endgame("classic", &["33444668TJJQKKKAAA2D", "3455567889TJQKA22", "3567778999TTJQQ2X"]);
    let solve = || {
        let (mut solver, mut request) = (client.clone(), traced(solve.clone()));
        request.metadata_mut().insert("authorization", bearer("lobby-token-000001"));
        request.metadata_mut().insert("x-request-id", "hand-9/turn-3".parse().unwrap());
        tokio::spawn(async move { solver.solve_endgame(request).await.map(drop) })
    };
    let mut solving = solve();
    let play = |token: &str| {
        let mut request = traced(ask(by("rules")));
        request.metadata_mut().insert("authorization", bearer(token));
        request.metadata_mut().insert("x-request-id", "hand-9/turn-3".parse().unwrap());
        request
    };
    let mut asking = client.clone();
    let since = std::time::Instant::now();
    while asking.play(play("lobby-token-000001")).await.is_ok() {
        // The solve itself was refused, because a play was under way.
        if solving.is_finished() {
            solving = solve();
        }
        assert!(since.elapsed() < Duration::from_secs(60), "the other call does not begin");
    }
    for _ in 0..3 {
        if let Err(status) = asking.play(play("tables-token-00001")).await {
            assert_eq!(status.metadata().get("x-request-id").unwrap(), "hand-9/turn-3");
        }
    }
    solving.abort();
    let _ = solving.await;
    let lines = server.ended();
    for (name, caller, reason) in [
        ("calls_shed", "lobby", ": OVERLOADED: "),
        ("quota_exceeded", "tables", ": QUOTA_EXCEEDED: the caller \"tables\" may make 1 calls a second"),
    ] {
        let line = named(&lines, name)[0];
        assert_eq!((&line["level"], &line["caller"]), (&"WARN".into(), &caller.into()), "{line}");
        assert_eq!((&line["trace"], &line["request"]), (&TRACE.into(), &"hand-9/turn-3".into()), "{line}");
        assert!(line["detail"].as_str().unwrap().contains(reason), "{line}");
    }
}
