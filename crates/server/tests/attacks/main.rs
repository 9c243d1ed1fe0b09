//! Attacks on the running program over loopback: their cost, and that other callers do not notice. `THIRDSEAT_FULL=1` runs them in
//! the size of an audit.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod bodies;
mod connections;
mod handshakes;
mod log;
mod streams;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use tonic::transport::Endpoint;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::*;

type Client = CompanionServiceClient<tonic::transport::Channel>;

/// Returns the short size, or the audit's.
fn size(short: usize, full: usize) -> usize {
    if std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty()) { full } else { short }
}

/// A lock, so that only one flood runs at a time, because it takes all processors.
static PROCESSORS: RwLock<()> = RwLock::new(());

enum Processors {
    Some { _shared: RwLockReadGuard<'static, ()> },
    All { _alone: RwLockWriteGuard<'static, ()> },
}

/// The program, with its ports.
struct Server {
    _processors: Processors,
    child: Child,
    /// Kept open: otherwise the program would write to a closed pipe.
    _printed: BufReader<std::process::ChildStdout>,
    grpc: SocketAddr,
    admin: SocketAddr,
}

/// Makes the program's command under a limit on open files, with free ports.
fn program(files: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{files} exec {} serve", env!("CARGO_BIN_EXE_thirdseat"))]);
    command.env("THIRDSEAT__GRPC__LISTEN", "127.0.0.1:0").env("THIRDSEAT__ADMIN__LISTEN", "127.0.0.1:0");
    command.env("THIRDSEAT__LOG__REPLAY", "false").env("THIRDSEAT__LOG__FORMAT", "json");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The preface of HTTP/2 and empty settings, which open a connection.
const FIRST_WORDS: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Builds a frame of HTTP/2, on the first stream.
fn frame(kind: u8, flags: u8, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags, 0, 0, 0, 1], content].concat()
}

/// Builds the headers of a gRPC call without a token, in such a frame.
fn headers(path: &[u8]) -> Vec<u8> {
    frame(1, 4, &[&b"\x83\x86\x04"[..], &[path.len() as u8], path, b"\x0f\x10\x10application/grpc"].concat())
}

/// Makes the request of a message with a token.
fn by<T>(token: &str, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

/// Returns the command of the program with a file of these tokens, one file for each test.
fn with_tokens(lines: &str) -> Command {
    let thread = std::thread::current();
    let name = thread.name().unwrap().replace("::", "-");
    let tokens = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&tokens, lines).unwrap();
    let mut command = program("");
    command.env("THIRDSEAT__GRPC__TOKENS__FILE", tokens);
    command
}

impl Server {
    fn start(files: &str) -> Server {
        Server::run(program(files).stderr(Stdio::null()))
    }

    fn run(command: &mut Command) -> Server {
        let shared = PROCESSORS.read().unwrap_or_else(PoisonError::into_inner);
        Server::on(Processors::Some { _shared: shared }, command)
    }

    fn run_alone(command: &mut Command) -> Server {
        let alone = PROCESSORS.write().unwrap_or_else(PoisonError::into_inner);
        Server::on(Processors::All { _alone: alone }, command)
    }

    fn on(processors: Processors, command: &mut Command) -> Server {
        let mut child = command.spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut address = |before: &str, after: &str| -> SocketAddr {
            let mut line = String::new();
            loop {
                line.clear();
                assert!(printed.read_line(&mut line).unwrap() > 0, "it ended before it said {before:?}");
                let Some(rest) = line.strip_prefix(before) else { continue };
                return rest.split(after).next().unwrap().trim().parse().unwrap();
            }
        };
        let grpc = address("  gRPC   ", "\n");
        let admin = address("  admin  http://", "/");
        Server { _processors: processors, child, _printed: printed, grpc, admin }
    }

    async fn client(&self) -> Client {
        Client::new(Endpoint::from_shared(format!("http://{}", self.grpc)).unwrap().connect().await.unwrap())
    }

    /// Measures memory in megabytes.
    fn megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    fn metric(&self, series: &str) -> f64 {
        let page = get(self.admin, "/metrics").unwrap();
        page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok()).unwrap_or(0.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Gets the content of a page of an HTTP/1 port.
fn get(address: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn lead() -> DecideRequest {
    let counted = |(chair, cards_left)| ChairPresent { chair, cards_left, played: None, open: None };
    let present = Present {
        landlord: Chair::First as i32,
        chairs: (1..).zip([5, 4, 6]).map(counted).collect(),
        ..Present::default()
    };
    let cards = Some(Cards { text: String::from("3344JJ"), ids: Vec::new() });
    let chair = Chair::Third as i32;
    let hand = Hand {
        ruleset: String::from("classic"),
        holds: vec![ChairCards { chair, cards }],
        present: Some(Box::new(present)),
        ..Hand::default()
    };
    let options = Some(DecisionOptions { persona: String::from("rules"), ..Default::default() });
    DecideRequest { chair, position: Some(decide_request::Position::Hand(hand)), options, ..Default::default() }
}
