//! JSON over HTTP, the Connect protocol and gRPC-Web, on the gRPC port: the same answers as gRPC gives, refusals too.

use std::time::Duration;

use prost::Message;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::Code;
use tonic_types::StatusExt;
use wire::json::Method;

use crate::contract::harness::*;
use crate::contract::http_calls::{call_grpc, change_objects, frame, http1, path, post, post_http2};

/// Returns bodies for the unary RPCs; some are refused. `ROOM` stands for the room's name.
fn rpc_cases() -> Vec<(&'static str, Value)> {
    let holds = |chair: &str, cards: &str| json!([{"chair": chair, "cards": {"text": cards}}]);
    let counts = json!([{"chair": "CHAIR_FIRST", "cardsLeft": 5}, {"chair": "CHAIR_SECOND", "cardsLeft": 4}]);
    let lead = json!({"ruleset": "classic", "holds": holds("CHAIR_THIRD", "3344JJ"),
        "present": {"landlord": "CHAIR_FIRST", "chairs": counts}});
    let mut answer = lead.clone();
    answer["present"]["standing"] = json!({"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}});
    let mut poker = lead.clone();
    poker["ruleset"] = json!("poker");
    let auction = json!({"ruleset": "classic", "holds": holds("CHAIR_FIRST", "344567889TTJJQKK2")});
    let third = |mut body: Value| {
        body["chair"] = json!("CHAIR_THIRD");
        body
    };
    let options = json!({"persona": "rules", "handSeed": "18446744073709551615", "wantTrace": true,
        "wantAlternatives": true, "worldsMax": 4, "nodesMax": "2000", "language": "zh"});
    let mut by_net = options.clone();
    by_net["persona"] = json!("minimax");
    let dealt = json!({"sequence": 1, "handNumber": 1, "dealt": {"first": "CHAIR_FIRST",
        "holds": holds("CHAIR_FIRST", "344567889TTJJQKK2")}});
    vec![
        ("Bid", json!({"chair": "CHAIR_FIRST", "hand": auction, "options": options})),
        ("Bid", third(json!({"hand": poker, "options": options}))),
        ("Play", third(json!({"hand": lead, "options": options}))),
        ("Follow", third(json!({"hand": answer, "options": options}))),
        (
            "Follow",
            third(json!({"hand": answer, "legal_plays": {"plays": [{"cards": {"text": "JJ"}}], "may_pass": true}})),
        ),
        ("Follow", third(json!({"hand": answer, "options": by_net}))),
        ("Decide", third(json!({"hand": answer, "options": options}))),
        (
            "SolveEndgame",
            json!({"nodesMax": "100000", "wantLine": true, "wantAllFirstPlays": true,
            "hand": {"ruleset": "classic", "holds": [{"chair": 1, "cards": {"text": "3345"}}, {"chair": 2, "cards": {"text": "67"}}]}}),
        ),
        ("GenerateEndgame", json!({"ruleset": "classic", "grade": "GRADE_BEGINNER", "seed": "3"})),
        (
            "OpenRoom",
            json!({"requestId": "ROOM", "roomId": "ROOM", "ruleset": "classic",
            "bots": [{"chair": "CHAIR_FIRST", "persona": "rules", "seed": 11}]}),
        ),
        ("RecordEvents", json!({"roomId": "ROOM", "events": [dealt], "wantReactions": true, "decide": true})),
        ("RecordEvents", json!({"roomId": "ROOM", "expectedVersion": 77})),
        ("Bid", json!({"chair": "CHAIR_FIRST", "roomId": "ROOM"})),
        ("Follow", json!({"chair": "CHAIR_FIRST", "roomId": "ROOM"})),
        ("GetRoom", json!({"roomId": "ROOM", "audience": "AUDIENCE_OPERATOR"})),
        ("GetRoom", json!({"roomId": "nowhere"})),
        ("CloseRoom", json!({"roomId": "ROOM"})),
        ("ListLegalPlays", third(json!({"hand": answer}))),
        (
            "ClassifyPlay",
            json!({"ruleset": "classic", "card_codec": "CARD_CODEC_RANKS_FROM_0", "cards": {"ids": [0, 1]}}),
        ),
        ("ReviewPlay", third(json!({"hand": answer, "action": {"passed": true}, "options": options}))),
        ("ListPersonas", json!({})),
        ("ListRulesets", json!({})),
        (
            "PlanCompanions",
            json!({"seed": "7", "regions": [{"name": "north", "localMinute": 1230, "tablesLackingOne": 3}]}),
        ),
        ("GetPlayer", json!({"playerId": "p-7"})),
        ("ListStandings", json!({"board": "all", "ruleset": "classic", "playersMax": 7})),
        ("ForgetPlayer", json!({"playerId": "p-7"})),
    ]
}

/// Removes the parts that differ between calls, and gives the rooms one name.
fn essence(answer: &Value) -> String {
    let mut answer = answer.clone();
    change_objects(&mut answer, &|fields| {
        fields.remove("computeUs");
        // Without the bytes of a detail, because its metadata have no order. `debug` has the same content.
        if fields.contains_key("debug") {
            fields.remove("value");
        }
    });
    let mut text = answer.to_string();
    ["room-j1", "room-j2", "room-pb", "room-gr"].iter().for_each(|name| text = text.replace(name, "ROOM"));
    text
}

/// Returns the name of a code in the Connect protocol, and its HTTP status.
fn connect_code(code: Code) -> (&'static str, u16) {
    match code {
        Code::InvalidArgument => ("invalid_argument", 400),
        Code::FailedPrecondition => ("failed_precondition", 400),
        Code::NotFound => ("not_found", 404),
        Code::Aborted => ("aborted", 409),
        other => panic!("{other:?} is in no case"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_unary_rpc_answers_json_as_it_answers_grpc() {
    let (server, _client) = serve(&[]).await;
    let channel = channel(&server).await;
    let mut answers: Vec<&str> = Vec::new();
    for (rpc, body) in rpc_cases() {
        let method = Method::named(rpc).unwrap();
        let text = |room: &str| body.to_string().replace("ROOM", room);
        let message =
            |room: &str| (method.read)(text(room).as_bytes()).unwrap_or_else(|error| panic!("{rpc}: {error:?}"));
        let first = post(server.grpc, rpc, &text("room-j1")).await;
        let second = post_http2(&channel, rpc, "application/json; charset=utf-8", text("room-j2").into_bytes()).await;
        let binary = post_http2(&channel, rpc, "application/proto", message("room-pb")).await;
        assert_eq!((first.status, essence(&first.json())), (second.status, essence(&second.json())), "{rpc} {body}");
        match call_grpc(&channel, rpc, &message("room-gr")).await {
            Ok(answer) => {
                answers.push(rpc);
                let json = |bytes: &[u8]| serde_json::from_slice((method.write)(bytes).unwrap().as_slice()).unwrap();
                assert_eq!((first.status, binary.status), (200, 200), "{rpc} {body}: {}", first.text());
                assert_eq!(essence(&first.json()), essence(&json(&answer)), "{rpc} {body}");
                assert_eq!(essence(&json(&binary.body)), essence(&json(&answer)), "{rpc} {body}");
                assert_eq!(first.header("content-type"), "application/json");
                assert_eq!(binary.header("content-type"), "application/proto");
            }
            Err(status) => {
                let (code, http) = connect_code(status.code());
                let info = status.get_error_details().error_info().unwrap().clone();
                for answer in [&first, &binary] {
                    let error = answer.json();
                    assert_eq!((answer.status, error["code"].as_str()), (http, Some(code)), "{rpc} {body}: {error}");
                    assert_eq!(answer.header("thirdseat-reason"), info.reason);
                    let shown = &error["details"][0];
                    assert_eq!(shown["type"], "google.rpc.ErrorInfo");
                    assert_eq!(shown["debug"]["reason"], info.reason);
                    assert_eq!(shown["debug"]["metadata"]["retry"], info.metadata["retry"]);
                    assert!(!shown["value"].as_str().unwrap().is_empty());
                }
                let message = first.json()["message"].as_str().unwrap().replace("room-j1", "room-gr");
                assert_eq!(message, status.message());
                assert_eq!(status.metadata().get("thirdseat-reason").unwrap(), info.reason.as_str());
                let field = status.metadata().get("thirdseat-field").map_or("", |field| field.to_str().unwrap());
                assert_eq!(first.header("thirdseat-field"), field);
            }
        }
    }
    for method in Method::ALL.iter().filter(|method| !method.gives_stream) {
        assert!(answers.contains(&method.name), "{} has no case that is answered", method.name);
    }
    let counted = metric(&server.app, "thirdseat_rpc_total{rpc=\"ListRulesets\",code=\"OK\"}");
    assert_eq!(counted, 4.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_are_compressed_if_the_caller_accepts_gzip() {
    let (server, _client) = serve(&[]).await;
    let ask = async |rpc: &str, body: &str, coding: &str| {
        let headers = [("content-type", "application/json"), ("accept-encoding", coding)];
        http1(server.grpc, "POST", &path(rpc), &headers, body.as_bytes()).await
    };
    let plain = ask("ListRulesets", "{}", "identity").await;
    let packed = ask("ListRulesets", "{}", "gzip, deflate, br").await;
    assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), ("", "gzip"));
    assert!(packed.body.starts_with(&[0x1f, 0x8b]) && packed.body.len() * 4 < plain.body.len());
    // A short answer is not compressed.
    let short = ask("ClassifyPlay", r#"{"ruleset": "classic", "cards": {"text": "33"}}"#, "gzip").await;
    assert_eq!((short.status, short.header("content-encoding")), (200, ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_of_the_json_translation_have_reasons_and_are_counted() {
    let (server, _client) = serve(&[("GRPC__MESSAGE_BYTES_MAX", "1024")]).await;
    let json = [("content-type", "application/json")];
    let answer = post(server.grpc, "Follow", r#"{"handd": {}}"#).await;
    let (status, code, reason) = answer.refusal();
    assert_eq!((status, code.as_str(), reason.as_str()), (400, "invalid_argument", "REQUEST_UNREADABLE"));
    let error = answer.json();
    let said = error["message"].as_str().unwrap();
    assert!(said.starts_with("handd: unknown field `handd`, ") && said.ends_with("at line 1 column 8"), "{error}");
    assert_eq!(error["details"][0]["debug"]["metadata"]["column"], "8");
    let twice = post(server.grpc, "Follow", r#"{"hand": {}, "roomId": "r"}"#).await;
    let said = "`roomId` is told twice, or beside a field that excludes it, at line 1 column 21";
    assert!(twice.json()["message"].as_str().unwrap().ends_with(said), "{}", twice.text());

    let answer = post(server.grpc, "PlanCompanions", r#"{"regions": [{"waiting": [{"waitedS": -1}]}]}"#).await;
    assert_eq!(answer.header("thirdseat-field"), "regions[0].waiting[0].waited_s");
    assert!(answer.json()["message"].as_str().unwrap().contains("-1 is no number"), "{}", answer.text());

    let large = format!("{{\"hand\": {{\"ruleset\": \"{}\"}}}}", "x".repeat(5000));
    let answer = post(server.grpc, "Follow", &large).await;
    assert_eq!(answer.refusal(), (413, String::from("out_of_range"), String::from("BODY_TOO_LARGE")));
    let wrong = format!("{{\"hand\": {{\"first\": \"{}\"}}}}", "x".repeat(900));
    let message = post(server.grpc, "Follow", &wrong).await.json()["message"].as_str().unwrap().to_owned();
    assert!(!message.contains(&"x".repeat(65)) && message.contains(&"x".repeat(64)), "{message}");

    let call = |headers: Vec<(&'static str, &'static str)>| {
        let address = server.grpc;
        async move { http1(address, "POST", &path("ListPersonas"), &headers, b"{}").await }
    };
    let cases = [
        (call(vec![("content-type", "text/plain")]).await, 415, "unimplemented", "PROTOCOL_UNSUPPORTED"),
        (call(vec![json[0], ("content-encoding", "gzip")]).await, 501, "unimplemented", "PROTOCOL_UNSUPPORTED"),
        (call(vec![]).await, 415, "unimplemented", "PROTOCOL_UNSUPPORTED"),
        (call(vec![json[0], ("connect-protocol-version", "2")]).await, 400, "unimplemented", "PROTOCOL_UNSUPPORTED"),
        (call(vec![json[0], ("connect-timeout-ms", "1.5")]).await, 400, "invalid_argument", "VALUE_UNKNOWN"),
        (call(vec![json[0], ("connect-timeout-ms", "10000000000")]).await, 400, "invalid_argument", "VALUE_UNKNOWN"),
        (call(vec![json[0], ("connect-timeout-ms", "0")]).await, 504, "deadline_exceeded", "DEADLINE_PASSED"),
        (call(vec![json[0], ("origin", "https://evil.example")]).await, 403, "permission_denied", "ORIGIN_REFUSED"),
        (
            http1(server.grpc, "GET", &path("ListPersonas"), &json, b"").await,
            405,
            "unimplemented",
            "PROTOCOL_UNSUPPORTED",
        ),
        (
            http1(server.grpc, "POST", &path("WatchRoom"), &json, b"{}").await,
            415,
            "unimplemented",
            "PROTOCOL_UNSUPPORTED",
        ),
    ];
    for (answer, status, code, reason) in &cases {
        assert_eq!(answer.refusal(), (*status, (*code).to_owned(), (*reason).to_owned()), "{}", answer.text());
        assert_eq!(answer.header("allow"), if *status == 405 { "POST" } else { "" });
    }
    assert_eq!(call(vec![json[0], ("connect-timeout-ms", "9999999999")]).await.status, 200);
    for nowhere in [&path("Folow"), "/v1/Follow", "/elsewhere"] {
        let answer = http1(server.grpc, "POST", nowhere, &json, b"{}").await;
        assert_eq!(answer.refusal(), (404, String::from("unimplemented"), String::from("CALL_UNKNOWN")), "{nowhere}");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains(nowhere) && message.contains("Decide, Bid, Play, Follow,"), "{message}");
    }
    for code in ["UNIMPLEMENTED", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "PERMISSION_DENIED"] {
        let line = format!("thirdseat_rpc_total{{rpc=\"ListPersonas\",code=\"{code}\"}}");
        assert!(metric(&server.app, &line) > 0.0, "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_with_a_slow_body_ends_at_its_deadline() {
    let (server, _client) = serve(&[]).await;
    let mut stream = TcpStream::connect(server.grpc).await.unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnect-timeout-ms: 100\r\n\
         content-length: 100\r\n\r\n{{",
        path("ListPersonas")
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut begin = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(8), stream.read_exact(&mut begin)).await;
    read.expect("the call is answered, although its body never ends").unwrap();
    assert_eq!(&begin, b"HTTP/1.1 504");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_listed_origins_may_call_and_others_may_not() {
    let (server, _client) = serve(&[("WEB__ORIGINS", "https://play.example,http://localhost:8080")]).await;
    let call = |method: &'static str, origin: &'static str, more: Vec<(&'static str, &'static str)>| {
        let address = server.grpc;
        async move {
            let headers = [vec![("origin", origin), ("content-type", "application/json")], more].concat();
            http1(address, method, &path("ListPersonas"), &headers, b"{}").await
        }
    };
    let answer = call("POST", "https://play.example", vec![]).await;
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, "https://play.example"));
    let exposed = answer.header("access-control-expose-headers");
    for name in ["grpc-status", "grpc-status-details-bin", "thirdseat-reason", "thirdseat-field", "retry-after"] {
        assert!(exposed.contains(name), "{name} is not in {exposed:?}");
    }
    for origin in ["https://play.example.evil", "http://play.example", "null"] {
        let answer = call("POST", origin, vec![]).await;
        assert_eq!(answer.refusal().2, "ORIGIN_REFUSED", "{origin}");
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, ""));
    }
    let asked = vec![("access-control-request-method", "POST"), ("access-control-request-headers", "authorization")];
    let preflight = call("OPTIONS", "http://localhost:8080", asked.clone()).await;
    assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (200, "http://localhost:8080"));
    assert_eq!(preflight.header("access-control-max-age"), "7200");
    assert_eq!(preflight.header("access-control-allow-methods"), "POST");
    for name in ["content-type", "authorization", "connect-timeout-ms", "traceparent", "x-grpc-web", "grpc-timeout"] {
        assert!(preflight.header("access-control-allow-headers").contains(name), "{name}");
    }
    assert_eq!(call("OPTIONS", "https://evil.example", asked).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn grpc_web_is_answered() {
    let body = || frame(&(Method::named("ListPersonas").unwrap().read)(b"{}").unwrap());
    let kind = [("content-type", "application/grpc-web+proto")];
    let (server, _client) = serve(&[]).await;
    let answer = http1(server.grpc, "POST", &path("ListPersonas"), &kind, &body()).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/grpc-web+proto"));
    let length = u32::from_be_bytes(answer.body[1..5].try_into().unwrap()) as usize;
    let page = wire::v1::ListPersonasResponse::decode(&answer.body[5..5 + length]).unwrap();
    assert_eq!(page.personas.len(), engine::Persona::all().len());
    let trailers = &answer.body[5 + length..];
    assert_eq!(trailers[0], 0x80, "a frame of trailers");
    assert!(String::from_utf8_lossy(trailers).contains("grpc-status:0"));
}
