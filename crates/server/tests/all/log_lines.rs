//! Each log line of warning or worse, provoked in a separate process, and the fields of lines: the call, and enough data to repeat the
//! decision. `attacks/connections.rs` has the line about the limit on open files.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use rcgen::{CertificateParams, KeyPair};
use serde_json::Value;
use server::observe::{lines, log};
use server::server::serve::start_with;
use tonic::Request;
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::callers::{LOBBY, TABLES};
use crate::contract::harness::*;
use crate::contract::rooms;
use crate::contract::time::whole_deal;
use crate::support::papers::Folder;
use crate::support::program::{self, command};
use crate::support::redis::RedisServer;
use crate::support::{LoggedProgram, wait_for};

/// Returns the lines of a name, and checks that each has a detail.
fn lines_named<'a>(lines: &'a [Value], name: &str) -> Vec<&'a Value> {
    let found: Vec<&Value> = lines.iter().filter(|line| line["message"] == name).collect();
    assert!(found.iter().all(|line| line["detail"].as_str().is_some_and(|detail| !detail.is_empty())), "{found:?}");
    found
}

fn check_line<'a>(lines: &'a [Value], name: &str, level: &str, reason: &str) -> &'a str {
    let line = *lines_named(lines, name).first().unwrap_or_else(|| panic!("no line {name}: {lines:?}"));
    let detail = line["detail"].as_str().unwrap();
    assert_eq!(line["level"], level, "{name}");
    assert!(detail.contains(reason), "{name}: {detail:?} lacks {reason:?}");
    detail
}

const TRACE_ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

fn traced_request<T>(message: impl tonic::IntoRequest<T>) -> Request<T> {
    let mut request = message.into_request();
    request.metadata_mut().insert("traceparent", format!("00-{TRACE_ID}-00f067aa0ba902b7-01").parse().unwrap());
    request.set_timeout(Duration::from_secs(5));
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rooms_decision_names_the_room_on_its_replay_line() {
    let server = LoggedProgram::start("room", &[]);
    let mut client = server.program.client().await;
    rooms::open_in_play(&mut client, "table-7", false).await;
    client.play(traced_request(turn_request("table-7", Chair::First, None))).await.unwrap();
    let lines = server.end_and_read_lines();
    let quiet = ["no_tls", "no_caller_check"].map(|name| lines_named(&lines, name).len());
    assert_eq!(quiet, [0, 0], "on loopback nothing is lacking");
    let replay = lines.iter().find(|line| line["target"] == "replay").unwrap_or_else(|| panic!("{lines:?}"));
    for (key, value) in [
        ("rpc", "Play"),
        ("persona", "rules"),
        ("decider", "rules"),
        ("room", "table-7"),
        ("seat", "landlord"),
        ("trace", TRACE_ID),
    ] {
        assert_eq!(replay[key], value, "{replay}");
    }
    assert!(replay["timestamp"].is_string() && replay["view"].is_string() && replay["action"].is_string(), "{replay}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_a_line_with_its_trace_and_a_flood_of_them_is_ten() {
    let folder = Folder::new("log-tokens");
    let tokens = folder.write("tokens", "0123456789abcdef decide\n");
    let server = LoggedProgram::start("token", &[("GRPC__TOKENS__FILE", &tokens)]);
    let mut client = server.program.client().await;
    for _ in 0..200 {
        client.list_personas(traced_request(ListPersonasRequest::default())).await.unwrap_err();
    }
    let lines = server.end_and_read_lines();
    let refused = lines_named(&lines, "token_refused");
    assert_eq!(refused.len(), 10, "{refused:?}");
    let line = refused[0];
    assert_eq!((&line["level"], &line["trace"]), (&"WARN".into(), &TRACE_ID.into()), "{line}");
    assert!(line["detail"].as_str().unwrap().starts_with("ListPersonas: TOKEN_MISSING: "), "{line}");
    for life in ["started", "stopping", "drained", "stopped"] {
        assert_eq!(lines_named(&lines, life).len(), 1, "{life}: {lines:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_goes_and_comes_back_logs_a_line_each() {
    let Some(mut redis) = RedisServer::start() else { return };
    let server = LoggedProgram::start_over_redis("store", &redis);
    let mut client = server.program.client().await;
    let mut code = async || client.get_room(rooms::get_request("table-1")).await.unwrap_err().code();
    assert_eq!(code().await, tonic::Code::NotFound);
    redis.stop();
    for _ in 0..20 {
        assert_eq!(code().await, tonic::Code::Unavailable);
    }
    assert!(redis.run());
    wait_for("the store", async || code().await == tonic::Code::NotFound).await;
    let lines = server.end_and_read_lines();
    let (down, up) = (lines_named(&lines, "store_down"), lines_named(&lines, "store_up"));
    assert_eq!((down.len(), up.len()), (1, 1), "{lines:?}");
    assert_eq!((&down[0]["level"], &up[0]["level"]), (&"WARN".into(), &"INFO".into()));
    assert!(up[0]["detail"].as_str().unwrap().starts_with("after "), "{}", up[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_descriptors_logs_it_and_goes_on_when_it_has_some() {
    let server = LoggedProgram::start("descriptors", &[]);
    let mut client = server.program.client().await;
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    let pid = server.program.child.id().to_string();
    let limit = |files: &str| {
        let limit = format!("--nofile={files}:");
        assert!(Command::new("prlimit").args(["--pid", &pid, &limit]).status().unwrap().success());
    };
    // The limit is not above the number of open files, so the next connection fails.
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count();
    limit(&open.min(8).to_string());
    let waits = TcpStream::connect(server.program.grpc).unwrap();
    server.wait_for_line("descriptors_exhausted").await;
    // Connected callers are served; new ones are served when there is room.
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    limit("1000");
    drop(waits);
    server.program.client().await.list_personas(ListPersonasRequest::default()).await.unwrap();
    check_line(&server.end_and_read_lines(), "descriptors_exhausted", "ERROR", "gRPC: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_shed_and_quotas_that_are_exceeded_are_lines_with_their_caller() {
    let folder = Folder::new("log-callers");
    let file = format!("{LOBBY} decide caller=lobby\n{TABLES} decide caller=tables calls_per_s=1\n");
    let tokens = folder.write("tokens", &file);
    let variables =
        [("GRPC__TOKENS__FILE", tokens.as_str()), ("THINKING__INFLIGHT_MAX", "1"), ("BUDGETS__SOLVE_MS", "600000")];
    let server = LoggedProgram::start("shed", &variables);
    let client = server.program.client().await;
    fn request_with_ids<T>(token: &str, message: T) -> Request<T> {
        let mut request = traced_request(by_token(token, message));
        request.metadata_mut().insert("x-request-id", "hand-9/turn-3".parse().unwrap());
        request
    }
    let solve = || {
        let (mut solver, request) = (client.clone(), request_with_ids(LOBBY, whole_deal()));
        tokio::spawn(async move { solver.solve_endgame(request).await.map(drop) })
    };
    let mut solving = solve();
    let play = |token: &str| request_with_ids(token, rules_request(present("3344JJ", [5, 4, 6], "")));
    let mut asking = client.clone();
    let since = Instant::now();
    let shed = loop {
        let Err(shed) = asking.play(play(LOBBY)).await else {
            // The solve has ended, perhaps because a play was under way.
            if solving.is_finished() {
                solving = solve();
            }
            assert!(since.elapsed() < Duration::from_secs(60), "the other call does not begin");
            continue;
        };
        break shed;
    };
    assert_eq!((shed.code(), refusal(&shed).1.as_str()), (tonic::Code::ResourceExhausted, "OVERLOADED"));
    assert!(shed.get_error_details().retry_info().is_some());
    for _ in 0..3 {
        if let Err(status) = asking.play(play(TABLES)).await {
            assert_eq!(status.metadata().get("x-request-id").unwrap(), "hand-9/turn-3");
        }
    }
    solving.abort();
    let _ = solving.await;
    let lines = server.end_and_read_lines();
    for (name, caller, reason) in [
        ("calls_shed", "lobby", ": OVERLOADED: "),
        ("quota_exceeded", "tables", ": QUOTA_EXCEEDED: the caller \"tables\" may make 1 calls a second"),
    ] {
        let line = lines_named(&lines, name)[0];
        assert_eq!((&line["level"], &line["caller"]), (&"WARN".into(), &caller.into()), "{line}");
        assert_eq!((&line["trace"], &line["request"]), (&TRACE_ID.into(), &"hand-9/turn-3".into()), "{line}");
        assert!(line["detail"].as_str().unwrap().contains(reason), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_beyond_loopback_logs_what_it_lacks() {
    // An address that only this machine reaches, but that does not look like loopback.
    let server = LoggedProgram::start("beyond", &[("GRPC__LISTEN", "[::ffff:127.0.0.1]:0")]);
    server.wait_for_line("no_tls").await;
    server.wait_for_line("no_caller_check").await;
    let lines = server.end_and_read_lines();
    check_line(&lines, "no_tls", "WARN", "see grpc.tls");
    check_line(&lines, "no_caller_check", "WARN", "see grpc.tokens");
    let folder = Folder::new("token-subjects");
    let tokens = folder.write("tokens", &format!("{LOBBY} decide\nsubject=lobby decide\n"));
    let unused = LoggedProgram::start("subjects", &[("GRPC__TOKENS__FILE", &tokens)]);
    unused.wait_for_line("subjects_unused").await;
    check_line(&unused.end_and_read_lines(), "subjects_unused", "WARN", "see grpc.tls.client_ca");
}

#[test]
fn a_closed_standard_output_is_logged_and_the_server_goes_on() {
    let folder = Folder::new("closed");
    let path = folder.write("log", "");
    let mut command = command(&[]);
    let mut child = command.stdout(Stdio::piped()).stderr(File::create(&path).unwrap()).spawn().unwrap();
    drop(child.stdout.take());
    let since = Instant::now();
    let text = loop {
        let text = std::fs::read_to_string(&path).unwrap();
        if text.contains("stdout_closed") && text.contains("\"started\"") {
            break text;
        }
        assert!(since.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(), "{text}");
        std::thread::sleep(Duration::from_millis(20));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    check_line(&lines, "stdout_closed", "WARN", "pipe");
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_handshakes_and_certificates_that_expire_or_cannot_be_read_are_lines() {
    let folder = Folder::new("expiring");
    let write = |expires: SystemTime| {
        let mut params = CertificateParams::new(vec![String::from("localhost")]).unwrap();
        params.not_after = expires.into();
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        (folder.write("server.pem", &pem), folder.write("server.key", &key.serialize_pem()))
    };
    let day = Duration::from_secs(86_400);
    // Half a day away from a change of the days that are left, because each change writes a line.
    let (certificate, key) = write(SystemTime::now() + 5 * day + day / 2);
    let files = [("GRPC__TLS__CERTIFICATE", &*certificate), ("GRPC__TLS__KEY", &*key)];
    let server = LoggedProgram::start("expiring", &files);
    server.wait_for_line("certificate_expires").await;

    // A client without TLS: the port disconnects it.
    let mut stream = TcpStream::connect(server.program.grpc).unwrap();
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
    let _ = stream.read_to_end(&mut Vec::new());

    folder.write("server.pem", "no certificate");
    server.program.signal("HUP");
    server.wait_for_line("reload_failed").await;
    for _ in 0..5 {
        server.program.signal("HUP");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    write(SystemTime::now() - day);
    server.program.signal("HUP");
    server.wait_for_line("certificate_expired").await;
    let lines = server.end_and_read_lines();
    for name in ["certificate_expires", "reload_failed", "certificate_expired"] {
        let said = lines.iter().filter(|line| line["message"] == name).count();
        assert_eq!(said, 1, "{name}: each reading finds the same");
    }
    let peer = format!("{}: ", stream.local_addr().unwrap().ip());
    let reason = check_line(&lines, "tls_handshake_failed", "WARN", &peer);
    assert!(reason.starts_with(&peer) && reason.len() > 30, "{reason}");
    check_line(&lines, "certificate_expires", "WARN", "in 5.5 days");
    check_line(&lines, "reload_failed", "ERROR", "there is no certificate in the file");
    check_line(&lines, "reloaded", "INFO", "certificates");
    check_line(&lines, "certificate_expired", "ERROR", " s ago");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_that_makes_room_and_a_port_without_a_place_left_are_lines() {
    let server = LoggedProgram::start("full", &[("GRPC__CONNECTIONS_MAX", "1")]);
    let come = || {
        let stream = TcpStream::connect(server.program.grpc).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    };
    let mut stranger = come();
    stranger.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
    // The server's settings frame shows that the stranger has its place.
    stranger.read_exact(&mut [0; 9]).unwrap();
    let mut client = server.program.client().await;
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    let _ = stranger.read_to_end(&mut Vec::new());
    assert!(matches!(come().read(&mut [0; 1]), Ok(0) | Err(_)), "it is closed without an answer");
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    let lines = server.end_and_read_lines();
    check_line(&lines, "strangers", "WARN", "gRPC: 1 connections are open");
    check_line(&lines, "connections_full", "WARN", "gRPC: 1 connections are open");
}

#[test]
fn requests_that_are_no_messages_are_lines() {
    let server = LoggedProgram::start("unreadable", &[]);
    // One frame of three bytes that are no protobuf.
    let frame = [0, 0, 0, 0, 3, 0xff, 0xff, 0xff];
    let head = format!("POST /{}/Follow HTTP/1.1\r\ncontent-type: application/grpc-web+proto", wire::SERVICE_NAME);
    let answer = program::send_http(server.program.grpc, &head, &frame).unwrap();
    assert!(answer.contains("REQUEST_UNREADABLE"), "{answer}");
    let lines = server.end_and_read_lines();
    check_line(&lines, "request_unreadable", "WARN", "Follow: REQUEST_UNREADABLE: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_no_release_of_ours_wrote_and_a_store_that_takes_no_writes_are_lines() {
    let Some(redis) = RedisServer::start() else { return };
    let server = LoggedProgram::start_over_redis("foreign", &redis);
    let mut client = server.program.client().await;
    assert!(redis.say("SET thirdseat:room:{table-9} written-by-another").contains("+OK"));
    let status = client.get_room(rooms::get_request("table-9")).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::DataLoss);
    assert!(redis.say("CONFIG SET maxmemory 1").contains("+OK"));
    let status = client.open_room(rooms::opening("table-1")).await.unwrap_err();
    assert!(status.code() == tonic::Code::Unavailable && !status.message().contains("OOM"), "{status:?}");
    let lines = server.end_and_read_lines();
    check_line(&lines, "room_unreadable", "ERROR", "GetRoom: ROOM_UNREADABLE: ");
    check_line(&lines, "store_refused", "WARN", "OOM");
}

/// No request should make our code panic, so this test runs itself in another process, which serves calls that do.
#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_an_internal_error_of_its_call_and_a_line() {
    const CHILD_VARIABLE: &str = "THIRDSEAT_TEST_PANICS";
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        return serve_panics().await;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child
        .env(CHILD_VARIABLE, "1")
        .args(["--exact", "log_lines::a_panic_is_an_internal_error_of_its_call_and_a_line", "--nocapture"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    check_line(&lines, "panic", "ERROR", "on purpose at ");
    check_line(&lines, "fault", "ERROR", "Play: FAULT");
    let faults = lines_named(&lines, "fault");
    assert!(faults.len() == 3 && faults.iter().all(|line| line["trace"] == TRACE_ID), "{faults:?}");
}

async fn serve_panics() {
    let config = config(&[("LOG__FORMAT", "json")]);
    log::start(&config.log);
    let app = server::server::compose::app(config).unwrap();
    let running = start_with(Arc::clone(&app), |_| Box::pin(async { panic!("on purpose") })).await.unwrap();
    let mut client = connect(&running).await;
    for _ in 0..3 {
        let status = client.play(traced_request(rules_request(present("3344JJ", [5, 4, 6], "")))).await.unwrap_err();
        assert_eq!((status.code(), refusal(&status).1.as_str()), (tonic::Code::Internal, "FAULT"));
    }
    assert_eq!(metric(&app, "thirdseat_rpc_total{rpc=\"Play\",code=\"INTERNAL\"}"), 3.0);
    log::stderr().flush();
}

#[test]
fn every_line_of_warning_or_worse_is_named_in_a_test() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let tests = ["all/log_lines.rs", "attacks/connections.rs"].map(read).concat();
    for line in lines::ALL.iter().filter(|line| line.level <= tracing::Level::WARN) {
        assert!(tests.contains(&format!("\"{}\"", line.name)), "no test provokes {}", line.name);
    }
}
