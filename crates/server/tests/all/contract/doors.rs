//! Tokens and certificates.

use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request};
use wire::v1::*;

use crate::contract::callers::by_token;
use crate::contract::harness::*;
use crate::support::papers::{Authority, Folder, Papers};

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_asked_for_and_have_scopes() {
    let folder = Folder::new("tokens");
    let file = folder.write("tokens", "table-backend-0001 decide\nroom-backend-00001 rooms\n");
    let (server, _) = serve(&[("GRPC__TOKENS__FILE", &file)]).await;
    let lead = || by_rules(present("3344JJ", [5, 4, 6], ""));
    let ask = |token: Option<&str>| token.map_or_else(|| Request::new(lead()), |token| by_token(token, lead()));
    // A refused stranger is disconnected, so each call has its own connection.
    let play = async |token: Option<&str>| connect(&server).await.play(ask(token)).await;
    let status = play(None).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::Unauthenticated, "TOKEN_MISSING"));
    let status = play(Some("table-backend-0002")).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::Unauthenticated, "TOKEN_UNKNOWN"));
    assert!(!status.message().contains("table-backend"), "no secret in an answer");
    let status = play(Some("room-backend-00001")).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::PermissionDenied, "SCOPE_MISSING"));
    assert!(play(Some("table-backend-0001")).await.is_ok());
    let counted = metric(&server.app, "thirdseat_rpc_total{rpc=\"Play\",code=\"UNAUTHENTICATED\"}");
    assert_eq!(counted, 2.0);
    // Probes have no tokens.
    assert_eq!(admin(&server, "/readyz").await.0, "HTTP/1.1 200 OK");
}

async fn ask(address: std::net::SocketAddr, tls: Option<ClientTlsConfig>) -> Result<Decision, String> {
    let scheme = if tls.is_some() { "https" } else { "http" };
    let mut endpoint = Endpoint::from_shared(format!("{scheme}://localhost:{}", address.port())).unwrap();
    if let Some(tls) = tls {
        endpoint = endpoint.tls_config(tls).unwrap();
    }
    let channel = endpoint.connect().await.map_err(|error| format!("{error:?}"))?;
    let answer = Client::new(channel).play(by_rules(present("3344JJ", [5, 4, 6], ""))).await;
    answer.map(tonic::Response::into_inner).map_err(|status| format!("{status:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn tls_shows_a_certificate_and_can_ask_for_one() {
    let (folder, [ca, other_ca]) = (Folder::new("tls"), ["ours", "strangers"].map(Authority::new));
    let [ours, strangers] = [&ca, &other_ca].map(|authority| authority.signs("server", &["localhost"]));
    let certificate = folder.write("server.pem", &ours.certificate);
    let key = folder.write("server.key", &ours.key);
    let ca_file = folder.write("ca.pem", &ca.pem());
    let trusting = |ca: &str| ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca)).domain_name("localhost");
    let with = |papers: &Papers| trusting(&ca.pem()).identity(Identity::from_pem(&papers.certificate, &papers.key));

    let one_way = [("GRPC__TLS__CERTIFICATE", certificate.as_str()), ("GRPC__TLS__KEY", key.as_str())];
    let server = server::server::serve::start(server::server::compose::app(config(&one_way)).unwrap()).await.unwrap();
    ask(server.grpc, Some(trusting(&ca.pem()))).await.unwrap();
    assert!(ask(server.grpc, Some(trusting(&other_ca.pem()))).await.is_err(), "signed by another authority");
    assert!(ask(server.grpc, None).await.is_err(), "without TLS");

    let both_ways = [one_way[0], one_way[1], ("GRPC__TLS__CLIENT_CA", ca_file.as_str())];
    let server = server::server::serve::start(server::server::compose::app(config(&both_ways)).unwrap()).await.unwrap();
    ask(server.grpc, Some(with(&ours))).await.unwrap();
    assert!(ask(server.grpc, Some(trusting(&ca.pem()))).await.is_err(), "without a certificate");
    assert!(ask(server.grpc, Some(with(&strangers))).await.is_err(), "with a stranger's certificate");
}

/// New files hold for the next connection; what cannot be used changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn certificates_are_read_again() {
    let (folder, authorities) = (Folder::new("reload"), ["old", "new", "fresh"].map(Authority::new));
    let [old_ca, new_ca, fresh_ca] = authorities.each_ref().map(Authority::pem);
    let [old, new, fresh] = [(0, 4096), (1, 2020), (2, 4096)].map(|(by, year)| authorities[by].signs_until(year));
    let certificate = folder.write("server.pem", &old.certificate);
    let key = folder.write("server.key", &old.key);
    let trusting = |ca: &str| ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca)).domain_name("localhost");
    let files = [("GRPC__TLS__CERTIFICATE", certificate.as_str()), ("GRPC__TLS__KEY", key.as_str())];
    let server = server::server::serve::start(server::server::compose::app(config(&files)).unwrap()).await.unwrap();
    let expiry = || metric(&server.app, "thirdseat_certificate_expiry_seconds");
    ask(server.grpc, Some(trusting(&old_ca))).await.unwrap();
    // 2020-01-01 and 2100-01-01: the first certificates are valid for long.
    let (twenty, hundred) = (1_577_836_800.0, 4_102_444_800.0);
    assert!(expiry() > hundred, "{}", expiry());

    // A certificate that does not fit its key, and half a file.
    folder.write("server.pem", &new.certificate);
    server.reload();
    folder.write("server.pem", &old.certificate[..200]);
    server.reload();
    ask(server.grpc, Some(trusting(&old_ca))).await.unwrap();
    assert!(expiry() > hundred);

    folder.write("server.pem", &new.certificate);
    folder.write("server.key", &new.key);
    server.reload();
    assert!(ask(server.grpc, Some(trusting(&old_ca))).await.is_err(), "the old certificate is still shown");
    // An expired certificate is served, and the metric shows it.
    assert!(ask(server.grpc, Some(trusting(&new_ca))).await.is_err(), "clients refuse an expired certificate");
    assert_eq!(expiry(), twenty);

    // The server itself reads new files within a few seconds.
    folder.write("server.key", &fresh.key);
    folder.write("server.pem", &fresh.certificate);
    let since = std::time::Instant::now();
    while ask(server.grpc, Some(trusting(&fresh_ca))).await.is_err() {
        assert!(since.elapsed().as_secs() < 60, "the new certificate is not shown");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}

#[test]
fn files_that_are_not_there_stop_the_start_by_name() {
    let error =
        server::server::compose::app(config(&[("GRPC__TOKENS__FILE", "/nowhere/tokens")])).err().unwrap().to_string();
    assert!(error.starts_with("grpc.tokens.file /nowhere/tokens: "), "{error}");
    let error = server::server::compose::app(config(&[("PERSONAS__DEFAULT", "stranger")])).err().unwrap().to_string();
    assert!(error.starts_with("personas.default cannot be \"stranger\"; there are "), "{error}");
}
