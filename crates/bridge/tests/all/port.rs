//! The port: its limits and its stop; and the program.

use std::io::BufRead;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use super::*;

/// Starts the program, with a service that does not exist.
fn start_program() -> (std::process::Child, SocketAddr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat-bridge"));
    command.args(["--listen", "127.0.0.1:0", "--service", "http://127.0.0.1:1"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.strip_prefix("bridge http://").and_then(|rest| rest.split(' ').next()).unwrap();
    (child, address.parse().unwrap())
}

fn resident_megabytes(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[test]
fn the_program_answers_without_a_service_and_ends_when_it_is_asked() {
    let (mut child, address) = start_program();
    assert_eq!(send(address, "GET", "/health", "", b"").0, 503);
    for (path, status) in [("/", 404), ("/decide_play", 405)] {
        let (found, _, answer) = send(address, "GET", path, "", b"");
        assert_eq!(found, status);
        assert!(answer["error"].is_string() && answer.get("action").is_none());
    }
    let lead = br#"{"position": "landlord", "hand": [3, 3, 4], "num_cards_left": [3, 9, 9]}"#;
    let (status, head, answer) = send(address, "POST", "/decide_play", "", lead);
    assert!(status == 503 && head.contains("retry-after: 1"), "{head} {answer}");
    // An idle connection does not prevent the stop.
    let _resting = TcpStream::connect(address).unwrap();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let asked = Instant::now();
    assert!(child.wait().unwrap().success() && asked.elapsed() < Duration::from_secs(14), "{:?}", asked.elapsed());
}

#[test]
fn a_missing_file_fails_the_start() {
    for option in ["--token-file", "--ca-file"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat-bridge"));
        let output = command.args(["--listen", "127.0.0.1:0", option, "/nowhere"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(&format!("{option} /nowhere")), "{said}");
    }
}

/// More connections than the bridge has places, each silent or with a head or a body that does not end: the memory stays small, and after
/// their time-out another client is answered.
#[test]
fn unfinished_requests_time_out_and_take_little_memory() {
    let (mut child, address) = start_program();
    let before = resident_megabytes(child.id());
    let head = format!("GET /health HTTP/1.1\r\nhost: localhost\r\nx-rest: {}", "x".repeat(300 << 10));
    let body =
        format!("POST /decide_play HTTP/1.1\r\nhost: localhost\r\ncontent-length: 65536\r\n\r\n{}", " ".repeat(65_000));
    let (mut held, mut most) = (Vec::new(), before);
    for number in 0..bridge::CONNECTIONS_MAX + 50 {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_nonblocking(true).unwrap();
        // As many bytes as the other end takes; every third connection is silent.
        match number % 3 {
            0 => drop(stream.write(head.as_bytes())),
            1 => drop(stream.write(body.as_bytes())),
            _ => {}
        }
        held.push(stream);
        most = most.max(resident_megabytes(child.id()));
    }
    assert_eq!(send(address, "GET", "/health", "", b"").0, 503);
    most = most.max(resident_megabytes(child.id()));
    assert!(most <= before + 96, "{before} MB, then {most} MB");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_unfinished_body_is_answered_in_time() {
    let served = serve();
    let mut stream = TcpStream::connect(served.bridge).unwrap();
    stream
        .write_all(b"POST /decide_play HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 408") && answer.contains(&json!("the request took too long").to_string()),
        "{answer}"
    );
}
