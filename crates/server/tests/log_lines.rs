//! What stands on log lines: whose call it was, and enough to take the decision again.

use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
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
