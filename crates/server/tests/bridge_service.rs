//! The HTTP bridge of a whole service: the same tokens, drain and persona as over gRPC.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use server::config::Config;
use server::server::compose;
use server::server::serve::{Running, start};

const LEAD: &str = r#"{"position": "landlord", "hand": [3, 3, 4], "num_cards_left": [3, 9, 9]}"#;

fn config() -> Config {
    let mut config = Config::embedded();
    let free: SocketAddr = "127.0.0.1:0".parse().unwrap();
    (config.grpc.listen, config.admin.listen, config.bridge.listen) = (free, free, free);
    config.bridge.enabled = true;
    config
}

fn send(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

fn with_server(config: Config, check: impl FnOnce(&Running)) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let running = runtime.block_on(async { start(compose::app(config).unwrap()).await.unwrap() });
    check(&running);
    runtime.block_on(running.drain());
}

#[test]
fn it_is_off_unless_it_is_wanted() {
    let mut config = config();
    config.bridge.enabled = false;
    with_server(config, |running| assert_eq!(running.bridge, None));
}

#[test]
fn it_decides_as_the_service_does_and_counts_it() {
    with_server(config(), |running| {
        let bridge = running.bridge.expect("it is on");
        let (status, answer) = send(bridge, "POST", "/decide_play", "", LEAD);
        assert_eq!(status, 200, "{answer}");
        assert!(["{\"action\":[3,3]}", "{\"action\":[4]}"].contains(&answer.as_str()), "{answer}");
        assert_eq!(send(bridge, "GET", "/health", "", "").0, 200);
        let (_, page) = send(running.admin, "GET", "/metrics", "", "");
        let counted =
            page.lines().filter(|line| line.starts_with("thirdseat_decision_seconds_count{") && line.contains("Play"));
        assert!(counted.clone().any(|line| line.ends_with(" 1")), "{:?}", counted.collect::<Vec<_>>());
    });
}

#[test]
fn tokens_hold_here_too() {
    let path = std::env::temp_dir().join(format!("thirdseat-bridge-tokens-{}", std::process::id()));
    std::fs::write(&path, "0123456789abcdef decide\nfedcba9876543210 rooms\n").unwrap();
    let mut config = config();
    config.grpc.tokens.file = path.to_str().unwrap().to_owned();
    with_server(config, |running| {
        let bridge = running.bridge.expect("it is on");
        let ask = |headers: &str| send(bridge, "POST", "/decide_play", headers, LEAD);
        for (headers, status) in [
            ("", 401),
            ("authorization: Bearer 0123456789abcdeX\r\n", 401),
            ("authorization: Bearer fedcba9876543210\r\n", 403),
            ("authorization: Bearer 0123456789abcdef\r\n", 200),
        ] {
            let (found, answer) = ask(headers);
            assert_eq!(found, status, "{headers}: {answer}");
            assert_eq!(answer.contains("\"action\""), status == 200, "{answer}");
        }
    });
    std::fs::remove_file(path).unwrap();
}
