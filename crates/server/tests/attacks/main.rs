//! Attacks on the running program over loopback: their cost, and that other callers do not notice. `THIRDSEAT_FULL=1` runs them in
//! the size of an audit.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod bodies;
mod connections;
mod handshakes;
mod streams;

#[path = "../all/contract/harness.rs"]
#[expect(dead_code, reason = "attacks need few of its requests")]
mod harness;
#[path = "../all/support/papers.rs"]
#[expect(dead_code, reason = "attacks need few certificates")]
mod papers;
#[path = "../all/support/program.rs"]
#[expect(dead_code, reason = "attacks start it in their own way")]
mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::{Deref, DerefMut};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use harness::{Client, as_cards, by_token, holds, present, rules_request, seating};
use program::{Program, set_free_ports};
use server::config::{Config, Sources};
use server::server::serve::start;
use server::state::App;
use tonic::transport::Endpoint;
use wire::v1::*;

/// The same allocator as in the program: some attacks run this binary as the server and measure its memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn run_size(short: usize, full: usize) -> usize {
    if is_full() { full } else { short }
}

fn is_full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty())
}

/// A flood that needs all processors takes the lock alone. Other floods share it.
static PROCESSORS: RwLock<()> = RwLock::new(());

enum Processors {
    Some { _shared: RwLockReadGuard<'static, ()> },
    All { _alone: RwLockWriteGuard<'static, ()> },
}

fn some_processors() -> Processors {
    Processors::Some { _shared: PROCESSORS.read().unwrap_or_else(PoisonError::into_inner) }
}

struct Server {
    _processors: Option<Processors>,
    program: Program,
}

impl Deref for Server {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}

impl DerefMut for Server {
    fn deref_mut(&mut self) -> &mut Program {
        &mut self.program
    }
}

/// `files` is a shell command that limits open files, or empty.
fn program_command(files: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{files} exec {} serve", env!("CARGO_BIN_EXE_thirdseat"))]);
    set_free_ports(&mut command);
    command.env("THIRDSEAT__LOG__REPLAY", "false").stderr(Stdio::null());
    command
}

/// The variable with the limits of [`a_server_with_limits_of_its_own`].
const LIMITS_VARIABLE: &str = "THIRDSEAT_TEST_LIMITS";

/// Makes the command of a server with limits that are no settings of the program.
fn limited_command(limits: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_server_with_limits_of_its_own", "--nocapture"]).env(LIMITS_VARIABLE, limits);
    set_free_ports(&mut command);
    command.stderr(Stdio::null());
    command
}

/// Serves until its process is killed. Without the variable it is only a test that passes.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_limits_of_its_own() {
    let Ok(limits) = std::env::var(LIMITS_VARIABLE) else { return };
    let environment = std::env::vars().filter(|(name, _)| name.starts_with("THIRDSEAT__")).collect();
    let config = Sources { environment, ..Sources::default() }.read().unwrap();
    let config = Config { fixed: toml::from_str(&limits).unwrap(), ..config };
    let running = start(App::load(config).unwrap()).await.unwrap();
    println!("\n  gRPC   {}\n  admin  http://{}/\nCompanionService/Follow", running.grpc, running.admin);
    std::future::pending::<()>().await;
}

/// The preface of HTTP/2 and empty settings, which open a connection.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Builds a frame of HTTP/2, on the first stream.
fn frame(kind: u8, flags: u8, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags, 0, 0, 0, 1], content].concat()
}

/// Builds the HEADERS frame of a gRPC call without a token.
fn headers_frame(path: &[u8]) -> Vec<u8> {
    frame(1, 4, &[&b"\x83\x86\x04"[..], &[path.len() as u8], path, b"\x0f\x10\x10application/grpc"].concat())
}

fn command_with_tokens(lines: &str) -> Command {
    static FILES: AtomicU32 = AtomicU32::new(0);
    let name = format!("tokens-{}-{}", std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
    let tokens = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&tokens, lines).unwrap();
    let mut command = program_command("");
    command.env("THIRDSEAT__GRPC__TOKENS__FILE", tokens);
    command
}

impl Server {
    fn start(files: &str) -> Server {
        Server::run(&mut program_command(files))
    }

    fn run(command: &mut Command) -> Server {
        Server { _processors: Some(some_processors()), program: Program::run(command) }
    }

    /// Starts the program in a test that holds its share of the processors.
    fn run_with_others(command: &mut Command) -> Server {
        Server { _processors: None, program: Program::run(command) }
    }

    fn run_alone(command: &mut Command) -> Server {
        let alone = PROCESSORS.write().unwrap_or_else(PoisonError::into_inner);
        Server { _processors: Some(Processors::All { _alone: alone }), program: Program::run(command) }
    }

    /// Returns the resident memory in MiB.
    fn megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    fn metric(&self, series: &str) -> f64 {
        let page = get(self.admin, "/metrics").unwrap();
        page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok()).unwrap_or(0.0)
    }
}

fn get(address: SocketAddr, path: &str) -> std::io::Result<String> {
    program::send_http(address, &format!("GET {path} HTTP/1.1"), b"")
}

fn to_lead() -> DecideRequest {
    rules_request(present("3344JJ", [5, 4, 6], ""))
}
