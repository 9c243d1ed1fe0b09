//! Callers by name: their quotas, their rooms, and their names in metrics and the log.

use server::server::serve::Running;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{looking, opening};
use crate::support::papers::{Authority, Folder, Papers};

pub(crate) const LOBBY: &str = "lobby-token-000001";
pub(crate) const TABLES: &str = "tables-token-00001";

/// Makes a message with a token.
pub(crate) fn by_token<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

async fn serve_callers(name: &str, words: &str) -> (Folder, Running, Client) {
    let folder = Folder::new(name);
    let file = folder.write(
        "tokens",
        &format!("{LOBBY} decide rooms caller=lobby {words}\n{TABLES} decide rooms operator caller=tables\n"),
    );
    let (server, client) = serve(&[("GRPC__TOKENS__FILE", &file)]).await;
    (folder, server, client)
}

fn lead() -> DecideRequest {
    by_rules(present("3344JJ", [5, 4, 6], ""))
}

pub(crate) fn quota(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let info = details.error_info().unwrap();
    assert!(details.retry_info().unwrap().retry_delay.unwrap() > std::time::Duration::ZERO);
    assert!(status.metadata().get("grpc-retry-pushback-ms").unwrap().to_str().unwrap().parse::<u64>().is_ok());
    (status.code(), info.reason.clone(), info.metadata["quota"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_has_so_many_calls_a_second_and_others_do_not_notice() {
    let (_folder, server, mut client) = serve_callers("rate", "calls_per_s=1").await;
    let mut answered = Vec::new();
    for _ in 0..20 {
        answered.push(client.play(by_token(LOBBY, lead())).await.map_err(|status| quota(&status)));
        client.play(by_token(TABLES, lead())).await.unwrap();
    }
    let refused = (Code::ResourceExhausted, String::from("QUOTA_EXCEEDED"), String::from("calls_per_s"));
    assert!(answered[0].is_ok());
    let refusals = answered.iter().filter(|answer| answer.as_ref().err() == Some(&refused)).count();
    // Twenty questions take far less than fourteen seconds.
    assert!(refusals >= 5, "{refusals} were refused");
    let counted = |line: &str| metric(&server.app, line);
    assert_eq!(counted("thirdseat_quota_exceeded_total{caller=\"lobby\",quota=\"calls_per_s\"}"), refusals as f64);
    let exhausted = counted("thirdseat_caller_calls_total{caller=\"lobby\",code=\"RESOURCE_EXHAUSTED\"}");
    assert_eq!(
        (exhausted, counted("thirdseat_refused_total{reason=\"QUOTA_EXCEEDED\"}")),
        (refusals as f64, refusals as f64)
    );
    assert_eq!(counted("thirdseat_caller_calls_total{caller=\"tables\",code=\"OK\"}"), 20.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_are_their_caller_s_own() {
    let (folder, server, mut client) = serve_callers("rooms", "").await;
    client.open_room(by_token(LOBBY, opening("table-7"))).await.unwrap();
    let look = || GetRoomRequest { audience: Audience::Public as i32, ..looking("table-7") };
    client.get_room(by_token(LOBBY, look())).await.unwrap();
    // Another caller finds nothing of it, with any scope: it reads, asks, watches, closes and opens only its own.
    let not_found = |status: Status| {
        assert_eq!(
            (refused(&status).1.as_str(), status.message()),
            ("ROOM_NOT_FOUND", "room_id: no room is named \"table-7\"")
        );
    };
    not_found(client.get_room(by_token(TABLES, looking("table-7"))).await.unwrap_err());
    let watch =
        WatchRoomRequest { room_id: String::from("table-7"), audience: Audience::Public as i32, ..Default::default() };
    not_found(client.watch_room(by_token(TABLES, watch)).await.unwrap_err());
    let ask = in_room("table-7", Chair::First, None);
    let status = client.play(by_token(TABLES, ask)).await.unwrap_err();
    assert_eq!(refused(&status).1, "ROOM_NOT_FOUND");
    let close = || CloseRoomRequest { room_id: String::from("table-7") };
    assert_eq!(client.close_room(by_token(TABLES, close())).await.unwrap().into_inner(), Room::default());
    let mut other = opening("table-7");
    other.request_id = String::from("of-tables");
    client.open_room(by_token(TABLES, other)).await.unwrap();
    assert_eq!(metric(&server.app, "thirdseat_rooms"), 2.0);
    assert_eq!(client.close_room(by_token(TABLES, close())).await.unwrap().into_inner().room_id, "table-7");
    assert_eq!(client.get_room(by_token(LOBBY, look())).await.unwrap().into_inner().room_id, "table-7");
    // With `rooms=` in the file they share.
    folder.write(
        "tokens",
        &format!("{LOBBY} decide rooms caller=lobby\n{TABLES} decide rooms operator caller=tables rooms=lobby\n"),
    );
    server.reload();
    assert!(client.get_room(by_token(TABLES, looking("table-7"))).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_certificate_names_its_caller() {
    let folder = Folder::new("subjects");
    let issuer = Authority::new("authority");
    let Papers { certificate, key } = issuer.signs("server", &["localhost"]);
    let files = [
        ("GRPC__TLS__CERTIFICATE", folder.write("server.pem", &certificate)),
        ("GRPC__TLS__KEY", folder.write("server.key", &key)),
        ("GRPC__TLS__CLIENT_CA", folder.write("ca.pem", &issuer.pem())),
        (
            "GRPC__TOKENS__FILE",
            folder.write(
                "tokens",
                "subject=lobby-backend decide caller=lobby\nsubject=tables.example decide caller=tables\n",
            ),
        ),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(key, path)| (*key, path.as_str())).collect();
    let server = server::server::serve::start(server::server::compose::app(config(&files)).unwrap()).await.unwrap();
    let ask = async |Papers { certificate, key }: Papers| {
        let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(issuer.pem())).domain_name("localhost");
        let tls = tls.identity(Identity::from_pem(certificate, key));
        let endpoint = Endpoint::from_shared(format!("https://localhost:{}", server.grpc.port())).unwrap();
        let channel = endpoint.tls_config(tls).unwrap().connect().await.unwrap();
        Client::new(channel).play(lead()).await.map(drop).map_err(|status| refused(&status).1)
    };
    assert_eq!(ask(issuer.signs("lobby-backend", &["somewhere.example"])).await, Ok(()));
    assert_eq!(ask(issuer.signs("anything", &["tables.example"])).await, Ok(()));
    assert_eq!(ask(issuer.signs("stranger", &["stranger.example"])).await, Err(String::from("TOKEN_MISSING")));
    for name in ["lobby", "tables"] {
        let counted = metric(&server.app, &format!("thirdseat_caller_calls_total{{caller=\"{name}\",code=\"OK\"}}"));
        assert_eq!(counted, 1.0, "{name}");
    }
}
