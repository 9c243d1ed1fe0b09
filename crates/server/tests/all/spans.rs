//! Spans that the program exports, as a collector receives them: names, parents, and the trace of the caller.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use tonic::{Request, Response, Status};
use wire::v1::*;

use crate::contract::harness::{by, seated};
use crate::support::binary::Server;

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

/// Makes a lead that is searched for, on a thread of the pool. A count of worlds ends it, so that it does not matter how busy the machine
/// is.
fn search() -> DecideRequest {
    let options = DecisionOptions { worlds_max: 4, ..by("expert").unwrap() };
    seated("334567799TTJQQKKAA2X", "347").asked(Some(options))
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
    let server = Server::start(
        "spans-1",
        &[
            ("THIRDSEAT__TRACE__ENDPOINT", &endpoint),
            ("THIRDSEAT__TRACE__SAMPLE_PERCENT", "0"),
            ("THIRDSEAT__BUDGETS__DECIDE_MS", "60000"),
        ],
    );
    let mut client = server.client().await;
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
    tokio::task::spawn_blocking(move || server.log()).await.unwrap();

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
    let server = Server::start(
        "spans-2",
        &[("THIRDSEAT__TRACE__ENDPOINT", &endpoint), ("THIRDSEAT__TRACE__SAMPLE_PERCENT", "100")],
    );
    let mut client = server.client().await;
    client.list_personas(ListPersonasRequest::default()).await.unwrap();
    tokio::task::spawn_blocking(move || server.log()).await.unwrap();
    let spans = collector.0.lock().unwrap().clone();
    assert_eq!(spans.iter().map(|span| span.name.as_str()).collect::<Vec<_>>(), ["ListPersonas"]);
    assert!(spans[0].parent_span_id.is_empty() && hex(&spans[0].trace_id) != TRACE);
}

/// A collector that is not there costs neither calls nor the end of the process.
#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_is_not_missed() {
    let server = Server::start(
        "spans-3",
        &[("THIRDSEAT__TRACE__ENDPOINT", "http://127.0.0.1:1"), ("THIRDSEAT__TRACE__SAMPLE_PERCENT", "100")],
    );
    let mut client = server.client().await;
    for _ in 0..20 {
        client.list_personas(ListPersonasRequest::default()).await.unwrap();
    }
    tokio::task::spawn_blocking(move || server.log()).await.unwrap();
}
