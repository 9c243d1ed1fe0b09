//! Each log line of warning or worse, provoked in a separate process. `log_lines.rs` has the lines about calls,
//! `attacks/connections.rs` the line about the limit on open files.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use crate::contract::rooms::{looking, opening};
use crate::support::binary::Server;
use crate::support::papers::Folder;
use crate::support::redis::RedisServer;
use game::refusal::{Reason, Refusal};
use rcgen::{CertificateParams, KeyPair};
use serde_json::Value;
use server::call::context::Tags;
use server::config::Sources;
use server::observe::{lines, log};
use wire::v1::*;

/// Returns the level and the detail of the first line of a name.
fn said(lines: &[Value], name: &str) -> (String, String) {
    let line = lines.iter().find(|line| line["message"] == name).unwrap_or_else(|| panic!("no line {name}: {lines:?}"));
    (line["level"].as_str().unwrap().to_owned(), line["detail"].as_str().unwrap().to_owned())
}

fn assert_said(lines: &[Value], name: &str, level: &str, reason: &str) {
    let (found_level, found) = said(lines, name);
    assert_eq!(found_level, level, "{name}");
    assert!(found.contains(reason), "{name}: {found:?} lacks {reason:?}");
}

/// Waits until the log has a line of that name.
async fn until_said(server: &Server, name: &str) {
    let since = Instant::now();
    while !std::fs::read_to_string(&server.log).unwrap().contains(&format!("\"message\":\"{name}\"")) {
        assert!(since.elapsed() < Duration::from_secs(60), "no line {name}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_beyond_loopback_says_what_it_lacks() {
    // An address that only this machine reaches, but that does not look like loopback.
    let server = Server::start("beyond", &[("THIRDSEAT__GRPC__LISTEN", "[::ffff:127.0.0.1]:0")]);
    until_said(&server, "no_tls").await;
    until_said(&server, "no_caller_check").await;
    let lines = server.ended();
    assert_said(&lines, "no_tls", "WARN", "see grpc.tls");
    assert_said(&lines, "no_caller_check", "WARN", "see grpc.tokens");
    let quiet = Server::start("loopback", &[]).ended();
    assert!(quiet.iter().all(|line| line["message"] != "no_tls" && line["message"] != "no_caller_check"), "{quiet:?}");
}

#[test]
fn a_closed_standard_output_is_a_line_and_no_end() {
    let path = std::env::temp_dir().join(format!("thirdseat-closed-{}", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat"));
    command.env("THIRDSEAT__GRPC__LISTEN", "127.0.0.1:0").env("THIRDSEAT__ADMIN__LISTEN", "127.0.0.1:0");
    command.env("THIRDSEAT__LOG__FORMAT", "json").stdout(Stdio::piped());
    let mut child = command.stderr(std::fs::File::create(&path).unwrap()).spawn().unwrap();
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
    std::fs::remove_file(path).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_said(&lines, "stdout_closed", "WARN", "pipe");
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_that_expire_or_cannot_be_read_are_lines() {
    let folder = Folder::new("expiring");
    let write = |expires: SystemTime| {
        let mut params = CertificateParams::new(vec![String::from("localhost")]).unwrap();
        params.not_after = expires.into();
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        (folder.write("server.pem", &pem), folder.write("server.key", &key.serialize_pem()))
    };
    let day = Duration::from_secs(86_400);
    // Half a day past a change of the days that are left: a change is news.
    let (certificate, key) = write(SystemTime::now() + 5 * day + day / 2);
    let files = [("THIRDSEAT__GRPC__TLS__CERTIFICATE", &*certificate), ("THIRDSEAT__GRPC__TLS__KEY", &*key)];
    let server = Server::start("expiring", &files);
    until_said(&server, "certificate_expires").await;

    folder.write("server.pem", "no certificate");
    hang_up(&server);
    until_said(&server, "reload_failed").await;
    for _ in 0..5 {
        hang_up(&server);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    write(SystemTime::now() - day);
    hang_up(&server);
    until_said(&server, "certificate_expired").await;
    let lines = server.ended();
    for name in ["certificate_expires", "reload_failed", "certificate_expired"] {
        let said = lines.iter().filter(|line| line["message"] == name).count();
        assert_eq!(said, 1, "{name}: each reading finds the same");
    }
    assert_said(&lines, "certificate_expires", "WARN", "in 5.5 days");
    assert_said(&lines, "reload_failed", "ERROR", "there is no certificate in the file");
    assert_said(&lines, "reloaded", "INFO", "certificates");
    assert_said(&lines, "certificate_expired", "ERROR", " s ago");
}

fn hang_up(server: &Server) {
    assert!(Command::new("kill").args(["-HUP", &server.child.id().to_string()]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_without_a_place_left_is_a_line() {
    let server = Server::start("full", &[("THIRDSEAT__GRPC__CONNECTIONS_MAX", "1")]);
    let mut client = server.client().await;
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    let mut second = TcpStream::connect(&server.address).unwrap();
    second.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert!(matches!(second.read(&mut [0; 1]), Ok(0) | Err(_)), "it is closed without an answer");
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    assert_said(&server.ended(), "connections_full", "WARN", "gRPC: 1 connections are open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_that_makes_room_is_a_line() {
    let server = Server::start("strangers", &[("THIRDSEAT__GRPC__CONNECTIONS_MAX", "1")]);
    let mut stranger = TcpStream::connect(&server.address).unwrap();
    stranger.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
    stranger.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server's settings frame shows that the stranger has its place.
    stranger.read_exact(&mut [0; 9]).unwrap();
    let mut client = server.client().await;
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    let mut rest = Vec::new();
    let _ = stranger.read_to_end(&mut rest);
    assert_said(&server.ended(), "strangers", "WARN", "gRPC: 1 connections are open");
}

/// Sends a request over HTTP/1.1 and reads the answer to its end.
fn post(address: &str, path: &str, content_type: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn requests_that_are_no_messages_are_lines() {
    let server = Server::start("unreadable", &[]);
    // One frame of three bytes that are no protobuf.
    let frame = [0, 0, 0, 0, 3, 0xff, 0xff, 0xff];
    let follow = "/thirdseat.v1.CompanionService/Follow";
    let answer = post(&server.address, follow, "application/grpc-web+proto", &frame);
    assert!(answer.contains("REQUEST_UNREADABLE"), "{answer}");
    let lines = server.ended();
    assert_said(&lines, "request_unreadable", "WARN", "Follow: REQUEST_UNREADABLE: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_no_release_of_ours_wrote_is_a_line() {
    let Some(redis) = RedisServer::start() else { return };
    let url = redis.url();
    let store = [("THIRDSEAT__ROOMS__STORE", "redis"), ("THIRDSEAT__ROOMS__REDIS__URL", url.as_str())];
    let server = Server::start("foreign", &store);
    assert!(redis.say("SET thirdseat:room:{table-9} written-by-another").contains("+OK"));
    let status = server.client().await.get_room(looking("table-9")).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::DataLoss);
    assert_said(&server.ended(), "room_unreadable", "ERROR", "GetRoom: ROOM_UNREADABLE: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_takes_no_writes_is_a_line() {
    let Some(redis) = RedisServer::start() else { return };
    let url = redis.url();
    let store = [("THIRDSEAT__ROOMS__STORE", "redis"), ("THIRDSEAT__ROOMS__REDIS__URL", url.as_str())];
    let server = Server::start("full", &store);
    assert!(redis.say("CONFIG SET maxmemory 1").contains("+OK"));
    let status = server.client().await.open_room(opening("table-1")).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::Unavailable);
    assert!(!status.message().contains("OOM"), "{status:?}");
    assert_said(&server.ended(), "store_refused", "WARN", "OOM");
}

/// No request makes our code panic, so this test runs itself in another process and panics there.
#[tokio::test]
async fn a_panic_and_a_fault_are_lines() {
    const CHILD: &str = "THIRDSEAT_TEST_PANICS";
    if std::env::var_os(CHILD).is_some() {
        let environment = [("THIRDSEAT__LOG__FORMAT".to_owned(), "json".to_owned())].into();
        let config = Sources { environment, ..Sources::none() }.read().unwrap();
        log::start(&config.log);
        let call = tokio::spawn(async { panic!("a mistake of ours") });
        assert!(call.await.is_err());
        lines::call_failed("Play", &Refusal::new(Reason::FAULT, "broken").into_status(), &Tags::default());
        return log::stderr().flush();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child
        .env(CHILD, "1")
        .args(["--exact", "warning_lines::a_panic_and_a_fault_are_lines", "--nocapture"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_said(&lines, "panic", "ERROR", "a mistake of ours at ");
    assert_said(&lines, "fault", "ERROR", "Play: FAULT: broken");
}

#[test]
fn every_line_of_warning_or_worse_is_provoked_by_a_test() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let tests = ["all/warning_lines.rs", "all/log_lines.rs", "attacks/connections.rs"].map(read).concat();
    for line in lines::ALL.iter().filter(|line| line.level <= tracing::Level::WARN) {
        assert!(tests.contains(&format!("\"{}\"", line.name)), "no test provokes {}", line.name);
    }
}
