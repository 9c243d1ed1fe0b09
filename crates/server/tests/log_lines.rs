//! What stands on log lines: whose call it was, and enough to take the decision again.

use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[path = "support/redis.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod redis_server;

use redis_server::RedisServer;
use serde_json::Value;
use server::observe::lines;
use tonic::Request;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::*;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// The binary, whose log goes to a file.
struct Server {
    child: Child,
    /// Kept open, so that the server can print.
    _printed: std::io::BufReader<std::process::ChildStdout>,
    address: String,
    log: std::path::PathBuf,
}

impl Server {
    fn start(name: &str, variables: &[(&str, &str)]) -> Server {
        use std::io::{BufRead, Read};
        let log = std::env::temp_dir().join(format!("thirdseat-log-{name}-{}", std::process::id()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat"));
        command.env("THIRDSEAT__GRPC__LISTEN", "127.0.0.1:0").env("THIRDSEAT__ADMIN__LISTEN", "127.0.0.1:0");
        command.env("THIRDSEAT__LOG__FORMAT", "json").envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap()).spawn().unwrap();
        let mut printed = std::io::BufReader::new(child.stdout.take().unwrap());
        let lines = printed.by_ref().lines().map_while(Result::ok);
        let address = lines.into_iter().find_map(|line| Some(line.strip_prefix("  gRPC   ")?.to_owned()));
        Server { child, _printed: printed, address: address.unwrap(), log }
    }

    async fn client(&self) -> CompanionServiceClient<tonic::transport::Channel> {
        CompanionServiceClient::connect(format!("http://{}", self.address)).await.unwrap()
    }

    /// What it wrote until it was told to end.
    fn ended(mut self) -> Vec<Value> {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        self.child.wait().unwrap();
        let text = std::fs::read_to_string(&self.log).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.log);
    }
}

fn cards(text: &str) -> Option<Cards> {
    Some(Cards { ids: Vec::new(), text: text.to_owned() })
}

fn traced<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01").parse().unwrap());
    request.set_timeout(Duration::from_secs(5));
    request
}

fn view() -> View {
    View {
        ruleset: String::from("classic"),
        seat: Seat::Up as i32,
        hand: cards("3344JJ"),
        cards_left: Some(SeatCounts { landlord: 5, down: 4, up: 6 }),
        ..View::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_traced_call_is_named_on_its_lines_with_seat_decider_and_budget() {
    let server = Server::start("traced", &[("THIRDSEAT__LOG__FILTER", "server=debug,info")]);
    let options = Some(DecisionOptions { persona: String::from("rules"), budget_ms: Some(40), ..Default::default() });
    let ask = PlayRequest { position: Some(play_request::Position::View(view())), options, ..Default::default() };
    server.client().await.play(traced(ask)).await.unwrap();
    let lines = server.ended();
    let decided = lines.iter().find(|line| line["message"] == "decided").unwrap_or_else(|| panic!("{lines:?}"));
    let span = &decided["span"];
    for (key, value) in [("name", "call"), ("rpc", "Play"), ("trace", TRACE), ("seat", "up"), ("decider", "rules")] {
        assert_eq!(span[key], value, "{decided}");
    }
    assert!(span["budget_ms"].as_u64().is_some_and(|budget| (38..=40).contains(&budget)), "{decided}");
    assert_eq!((&decided["persona"], span.get("room")), (&"rules".into(), None), "{decided}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rooms_decision_names_the_room_on_its_replay_line() {
    let server = Server::start("room", &[]);
    let mut client = server.client().await;
    let first = Chair::First as i32;
    let opened = OpenRoomRequest {
        request_id: String::from("r1"),
        room_id: String::from("table-7"),
        ruleset: String::from("classic"),
        bots: vec![BotSeat { chair: first, persona: String::from("rules"), ..BotSeat::default() }],
        ..OpenRoomRequest::default()
    };
    client.open_room(opened).await.unwrap();
    let hands = vec![ChairCards { chair: first, cards: cards("33445566778899TJQKA2") }];
    let dealt = Dealt { first, hands, landlord: first, bottom: cards("KA2") };
    let event = RoomEvent { sequence: 1, hand_number: 1, what: Some(room_event::What::Dealt(dealt)) };
    let told =
        RecordEventsRequest { room_id: String::from("table-7"), events: vec![event], ..RecordEventsRequest::default() };
    client.record_events(told).await.unwrap();
    let turn = RoomTurn { room_id: String::from("table-7"), chair: first, version: None, fallback: None };
    let ask = PlayRequest { position: Some(play_request::Position::Room(turn)), ..PlayRequest::default() };
    client.play(traced(ask)).await.unwrap();
    let lines = server.ended();
    let replay = lines.iter().find_map(|line| line["replay"].as_str()).unwrap_or_else(|| panic!("{lines:?}"));
    for word in
        ["rpc=Play", "persona=rules", "decider=rules", "room=table-7", "seat=landlord", &format!("trace={TRACE}")]
    {
        assert!(replay.split(' ').any(|found| found == word), "{word} is not in {replay}");
    }
}

fn source(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_page_shows_every_line_and_the_runbook_what_to_do() {
    let page = source("../../docs/operate/log.md");
    let rows: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4).collect();
    let is_line = |row: &&str| [" | INFO | ", " | WARN | ", " | ERROR | "].iter().any(|level| row.contains(level));
    let shown: Vec<&str> = rows.into_iter().filter(is_line).collect();
    let wanted: Vec<String> =
        lines::ALL.iter().map(|line| format!("| `{}` | {} | {} |", line.name, line.level, line.about)).collect();
    assert_eq!(shown, wanted, "expected\n{}", wanted.join("\n"));
    let runbook = source("../../docs/operate/runbook.md");
    for line in lines::ALL.iter().filter(|line| line.level <= tracing::Level::WARN) {
        let entry = format!("### {}\n\n`{}`. {} ", line.name, line.level, line.about);
        assert!(runbook.contains(&entry), "docs/operate/runbook.md has no entry {entry:?}");
    }
}

/// A line that stands in no table is one that no one on call can look up.
#[test]
fn no_line_is_written_past_the_table() {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("observe/lines.rs") {
                files += 1;
                let text = std::fs::read_to_string(&path).unwrap();
                for level in ["info", "warn", "error"] {
                    assert!(
                        !text.contains(&format!("tracing::{level}!")),
                        "{} writes a line of its own",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(files > 50, "{files} files were read");
}

/// The lines of a name, each with a reason.
fn named<'a>(lines: &'a [Value], name: &str) -> Vec<&'a Value> {
    let found: Vec<&Value> = lines.iter().filter(|line| line["message"] == name).collect();
    assert!(found.iter().all(|line| line["reason"].as_str().is_some_and(|reason| !reason.is_empty())), "{found:?}");
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_is_a_line_with_its_trace_and_a_flood_of_them_is_ten() {
    let tokens = std::env::temp_dir().join(format!("thirdseat-log-tokens-{}", std::process::id()));
    std::fs::write(&tokens, "0123456789abcdef decide\n").unwrap();
    let server = Server::start("token", &[("THIRDSEAT__GRPC__TOKENS__FILE", tokens.to_str().unwrap())]);
    let mut client = server.client().await;
    for _ in 0..200 {
        client.list_personas(traced(ListPersonasRequest::default())).await.unwrap_err();
    }
    let lines = server.ended();
    std::fs::remove_file(tokens).unwrap();
    let refused = named(&lines, "token_refused");
    assert_eq!(refused.len(), 10, "{refused:?}");
    let line = refused[0];
    assert_eq!((&line["level"], &line["trace"]), (&"WARN".into(), &TRACE.into()), "{line}");
    assert!(line["reason"].as_str().unwrap().starts_with("ListPersonas: TOKEN_MISSING: "), "{line}");
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
    let mut code = async || {
        let look = GetRoomRequest {
            room_id: String::from("table-1"),
            audience: Audience::Public as i32,
            ..Default::default()
        };
        client.get_room(look).await.unwrap_err().code()
    };
    assert_eq!(code().await, tonic::Code::NotFound);
    redis.stop();
    for _ in 0..20 {
        assert_eq!(code().await, tonic::Code::Unavailable);
    }
    assert!(redis.run());
    let since = std::time::Instant::now();
    while code().await != tonic::Code::NotFound {
        assert!(since.elapsed() < Duration::from_secs(20), "it does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let lines = server.ended();
    let (down, up) = (named(&lines, "store_down"), named(&lines, "store_up"));
    assert_eq!((down.len(), up.len()), (1, 1), "{lines:?}");
    assert_eq!((&down[0]["level"], &up[0]["level"]), (&"WARN".into(), &"INFO".into()));
    assert!(up[0]["reason"].as_str().unwrap().starts_with("after "), "{}", up[0]);
}
