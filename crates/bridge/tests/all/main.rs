//! Tests of the bridge. `serve` starts it with a whole service in this process.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod page;
mod port;
mod positions;
mod service;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use bridge::Options;
use serde_json::Value;
use server::config::Config;
use server::server::serve::{RunningServer, start};
use server::state::App;
use tokio_util::sync::CancellationToken;

#[path = "../../../../fuzz/bodies/bridge_json.rs"]
mod bridge_json;
#[path = "../../../../fuzz/bodies/inputs.rs"]
mod inputs;

struct TestBridge {
    bridge: SocketAddr,
    admin: SocketAddr,
    service: Option<RunningServer>,
    stop: CancellationToken,
    runtime: tokio::runtime::Runtime,
}

fn serve() -> TestBridge {
    serve_with(|_, _| {})
}

fn serve_with(change: impl FnOnce(&mut Config, &mut Options)) -> TestBridge {
    let free: SocketAddr = "127.0.0.1:0".parse().unwrap();
    let mut config = Config::embedded();
    (config.grpc.listen, config.admin.listen) = (free, free);
    // Replay lines would mix with the names of the tests.
    config.log.replay = false;
    let mut options = Options {
        service: String::new(),
        ca_file: None,
        token_file: None,
        persona: String::from("rules"),
        ruleset: rules::Ruleset::DOUZERO,
    };
    change(&mut config, &mut options);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let stop = CancellationToken::new();
    let (service, bridge) = runtime.block_on(async {
        let service = start(App::load(config).unwrap()).await.unwrap();
        options.service = format!("http://{}", service.grpc);
        let router = bridge::router(&options).unwrap();
        let listener = tokio::net::TcpListener::bind(free).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(bridge::serve(listener, router, stop.clone()));
        (service, address)
    });
    TestBridge { bridge, admin: service.admin, service: Some(service), stop, runtime }
}

impl TestBridge {
    fn post(&self, path: &str, body: &str) -> (u16, Value) {
        let (status, _, answer) = send(self.bridge, "POST", path, "", body.as_bytes());
        (status, answer)
    }

    fn decide(&self, request: &Value) -> (u16, Value) {
        self.post("/decide_play", &request.to_string())
    }

    #[track_caller]
    fn check_error(&self, request: &Value, status: u16, sentence: &str) {
        check_refused(self.decide(request), status, sentence);
    }

    /// Sums the service's series whose lines begin with `labels`.
    fn counter(&self, labels: &str) -> u32 {
        let page = send_raw(self.admin, "GET", "/metrics", "", b"");
        let values = page.lines().filter(|line| line.starts_with(labels)).filter_map(|line| line.rsplit(' ').next());
        values.map(|value| value.parse::<u32>().unwrap()).sum()
    }

    fn drain_service(&mut self) {
        self.runtime.block_on(self.service.take().expect("it was not drained before").drain());
    }
}

impl Drop for TestBridge {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

#[track_caller]
fn check_refused((found, answer): (u16, Value), status: u16, sentence: &str) {
    assert_eq!(found, status, "{answer}");
    assert!(answer["error"].as_str().is_some_and(|error| error.contains(sentence)), "{sentence}: {answer}");
    assert!(answer.get("action").is_none(), "{answer}");
}

fn with_field(request: &Value, field: &str, value: Value) -> Value {
    let mut request = request.clone();
    request[field] = value;
    request
}

/// Sends a request without our own client. Returns the whole response.
fn send_raw(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // A request that is too long may be refused before it is read.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

/// Sends a request and returns the status, the head in small letters, and the JSON.
fn send(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String, Value) {
    let answer = send_raw(address, method, path, headers, body);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_lowercase(), serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}")))
}

#[test]
fn no_body_makes_the_bridge_panic() {
    let good = br#"{"position": "landlord_up", "hand": [3, 3, 4, 17, 20], "num_cards_left": [3, 9, 5], "last_move": [5, 5],
        "last_move_position": "landlord", "card_play_action_seq": [[5, 5]], "bottom_cards": [3, 4, 30], "must_play": false}"#;
    inputs::run(bridge_json::run, 20_000, &[good]);
}
