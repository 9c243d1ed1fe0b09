//! Spans that the program exports, as a collector receives them: names, parents, and the trace of the caller.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use tonic::{Request, Response, Status};
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::*;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// A collector that keeps what it is sent. Its protocol is generated from the same files as every other collector's.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Span>>>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let named = resource.resource.unwrap().attributes.into_iter().find(|pair| pair.key == "service.name");
            let name = named.unwrap().value.unwrap().value;
            assert_eq!(name, Some(Value::StringValue(String::from("thirdseat"))));
            self.0.lock().unwrap().extend(resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

async fn collector() -> (Collector, String) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let collector = Collector::default();
    let service = TraceServiceServer::new(collector.clone());
    let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
    tokio::spawn(tonic::transport::Server::builder().add_service(service).serve_with_incoming(incoming));
    (collector, address)
}

struct Server {
    child: Child,
    _printed: BufReader<std::process::ChildStdout>,
    address: String,
}

impl Server {
    fn start(variables: &[(&str, &str)]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_thirdseat"));
        command.env("THIRDSEAT__GRPC__LISTEN", "127.0.0.1:0").env("THIRDSEAT__ADMIN__LISTEN", "127.0.0.1:0");
        command.env("THIRDSEAT__LOG__REPLAY", "false").envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let lines = printed.by_ref().lines().map_while(Result::ok);
        let address = lines.into_iter().find_map(|line| Some(line.strip_prefix("  gRPC   ")?.to_owned()));
        Server { child, _printed: printed, address: address.unwrap() }
    }

    /// Ends it as an operator does; its last spans are sent by then.
    fn end(mut self) {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        let since = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(since.elapsed() < Duration::from_secs(30), "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cards(text: &str) -> Option<Cards> {
    Some(Cards { ids: Vec::new(), text: text.to_owned() })
}

/// A lead that is searched for, on a thread of the pool.
fn search() -> DecideRequest {
    let chair = Chair::First as i32;
    let hand = Hand {
        ruleset: String::from("classic"),
        holds: vec![ChairCards { chair, cards: cards("334567799TTJQQKKAA2X") }],
        events: vec![Event { chair, what: cards("347").map(event::What::LandlordFound) }],
        ..Hand::default()
    };
    // Ended by a count of worlds, so that it does not matter how busy the machine is.
    let options =
        Some(DecisionOptions { persona: String::from("expert"), worlds_max: 4, ..DecisionOptions::default() });
    DecideRequest { chair, position: Some(decide_request::Position::Hand(hand)), options, ..Default::default() }
}

fn with_parent<T>(message: T, flags: &str) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-{PARENT}-{flags}").parse().unwrap());
    request
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    let value = span.attributes.iter().find(|pair| pair.key == key)?.value.clone()?.value?;
    Some(match value {
        Value::StringValue(text) => text,
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_a_span_of_its_caller_s_trace_with_pool_and_store_as_children() {
    let (collector, endpoint) = collector().await;
    let server = Server::start(&[
        ("THIRDSEAT__TRACE__ENDPOINT", &endpoint),
        ("THIRDSEAT__TRACE__SAMPLE_PERCENT", "0"),
        ("THIRDSEAT__BUDGETS__DECIDE_MS", "60000"),
    ]);
    let mut client = CompanionServiceClient::connect(format!("http://{}", server.address)).await.unwrap();
    client.play(with_parent(search(), "01")).await.unwrap();
    let look = GetRoomRequest {
        room_id: String::from("table-7"),
        audience: Audience::Public as i32,
        ..GetRoomRequest::default()
    };
    client.get_room(with_parent(look.clone(), "01")).await.unwrap_err();
    // One whose caller does not record it, and one without a trace, of which no share is recorded here.
    client.get_room(with_parent(look.clone(), "00")).await.unwrap_err();
    client.get_room(look).await.unwrap_err();
    tokio::task::spawn_blocking(move || server.end()).await.unwrap();

    let spans = collector.0.lock().unwrap().clone();
    let names: Vec<&str> = spans.iter().map(|span| span.name.as_str()).collect();
    let one = |name: &str| {
        let mut found = spans.iter().filter(|span| span.name == name);
        let span = found.next().unwrap_or_else(|| panic!("no {name} among {names:?}"));
        assert!(found.next().is_none(), "{name} twice among {names:?}");
        span
    };
    let (play, get_room, pool, store) = (one("Play"), one("GetRoom"), one("pool"), one("store"));
    assert_eq!(spans.len(), 4, "{names:?}");
    for span in &spans {
        assert_eq!(hex(&span.trace_id), TRACE, "{}", span.name);
    }
    for call in [play, get_room] {
        assert_eq!((hex(&call.parent_span_id).as_str(), call.kind), (PARENT, 2), "a server's span of the caller's");
    }
    assert_eq!((&pool.parent_span_id, &store.parent_span_id), (&play.span_id, &get_room.span_id));
    assert_eq!(attribute(play, "code").as_deref(), Some("OK"));
    assert_eq!(attribute(play, "decider").as_deref(), Some("search"));
    assert_eq!(attribute(get_room, "code").as_deref(), Some("NOT_FOUND"));
    assert_eq!((attribute(store, "op").as_deref(), attribute(pool, "pool").as_deref()), (Some("read"), Some("play")));
    let took: u64 = attribute(pool, "took_us").unwrap().parse().unwrap();
    assert!(took > 0, "{took} µs of searching");
    assert!(
        play.start_time_unix_nano <= pool.start_time_unix_nano && pool.end_time_unix_nano <= play.end_time_unix_nano
    );
}

/// Without a trace of its own a share of the calls is recorded: here all.
#[tokio::test(flavor = "multi_thread")]
async fn calls_without_a_trace_get_one() {
    let (collector, endpoint) = collector().await;
    let server =
        Server::start(&[("THIRDSEAT__TRACE__ENDPOINT", &endpoint), ("THIRDSEAT__TRACE__SAMPLE_PERCENT", "100")]);
    let mut client = CompanionServiceClient::connect(format!("http://{}", server.address)).await.unwrap();
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    tokio::task::spawn_blocking(move || server.end()).await.unwrap();
    let spans = collector.0.lock().unwrap().clone();
    assert_eq!(spans.iter().map(|span| span.name.as_str()).collect::<Vec<_>>(), ["ListPersonas"]);
    assert!(spans[0].parent_span_id.is_empty() && hex(&spans[0].trace_id) != TRACE);
}

/// A collector that is not there costs neither calls nor the end of the process.
#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_is_not_missed() {
    let server = Server::start(&[
        ("THIRDSEAT__TRACE__ENDPOINT", "http://127.0.0.1:1"),
        ("THIRDSEAT__TRACE__SAMPLE_PERCENT", "100"),
    ]);
    let mut client = CompanionServiceClient::connect(format!("http://{}", server.address)).await.unwrap();
    for _ in 0..20 {
        client.list_personas(ListPersonasRequest::default()).await.unwrap();
    }
    tokio::task::spawn_blocking(move || server.end()).await.unwrap();
}
