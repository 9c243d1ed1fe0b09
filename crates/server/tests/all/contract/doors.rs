//! Tokens and certificates.

use std::path::PathBuf;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request};
use wire::v1::*;

use crate::contract::harness::*;

/// A file in a folder of this test's own, removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("thirdseat-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_asked_for_and_have_scopes() {
    let folder = Folder::new("tokens");
    let file = folder.write("tokens", "table-backend-0001 decide\nroom-backend-00001 rooms\n");
    let (server, mut client) = serve(&[("GRPC__TOKENS__FILE", &file)]).await;
    let ask = |token: Option<&str>| {
        let mut request = Request::new(by_rules(present("3344JJ", [5, 4, 6], "")));
        if let Some(token) = token {
            request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        request
    };
    let status = client.play(ask(None)).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::Unauthenticated, "TOKEN_MISSING"));
    let status = client.play(ask(Some("table-backend-0002"))).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::Unauthenticated, "TOKEN_UNKNOWN"));
    assert!(!status.message().contains("table-backend"), "no secret in an answer");
    let status = client.play(ask(Some("room-backend-00001"))).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::PermissionDenied, "SCOPE_MISSING"));
    assert!(client.play(ask(Some("table-backend-0001"))).await.is_ok());
    let counted = metric(&server.app, "thirdseat_rpc_total{rpc=\"Play\",code=\"UNAUTHENTICATED\"}");
    assert_eq!(counted, 2.0);
    // Probes carry no tokens.
    assert_eq!(admin(&server, "/readyz").await.0, "HTTP/1.1 200 OK");
}

struct Papers {
    ca: String,
    certificate: String,
    key: String,
}

fn papers() -> Papers {
    papers_until(4096)
}

/// Papers that expire at the beginning of that year.
fn papers_until(year: i32) -> Papers {
    let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec![String::from("localhost")]).unwrap();
    params.not_after = rcgen::date_time_ymd(year, 1, 1);
    let certificate = params.signed_by(&key, &issuer).unwrap();
    Papers { ca: issuer.pem(), certificate: certificate.pem(), key: key.serialize_pem() }
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
    let (folder, ours, strangers) = (Folder::new("tls"), papers(), papers());
    let certificate = folder.write("server.pem", &ours.certificate);
    let key = folder.write("server.key", &ours.key);
    let ca = folder.write("ca.pem", &ours.ca);
    let trusting = |ca: &str| ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca)).domain_name("localhost");
    let with = |papers: &Papers| trusting(&ours.ca).identity(Identity::from_pem(&papers.certificate, &papers.key));

    let one_way = [("GRPC__TLS__CERTIFICATE", certificate.as_str()), ("GRPC__TLS__KEY", key.as_str())];
    let server = server::server::serve::start(server::server::compose::app(config(&one_way)).unwrap()).await.unwrap();
    ask(server.grpc, Some(trusting(&ours.ca))).await.unwrap();
    assert!(ask(server.grpc, Some(trusting(&strangers.ca))).await.is_err(), "signed by another authority");
    assert!(ask(server.grpc, None).await.is_err(), "without TLS");

    let both_ways = [one_way[0], one_way[1], ("GRPC__TLS__CLIENT_CA", ca.as_str())];
    let server = server::server::serve::start(server::server::compose::app(config(&both_ways)).unwrap()).await.unwrap();
    ask(server.grpc, Some(with(&ours))).await.unwrap();
    assert!(ask(server.grpc, Some(trusting(&ours.ca))).await.is_err(), "without a certificate");
    assert!(ask(server.grpc, Some(with(&strangers))).await.is_err(), "with a stranger's certificate");
}

/// New files hold for the next connection and the next call; what cannot be used changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn certificates_and_tokens_are_read_again() {
    let (folder, old, new) = (Folder::new("reload"), papers(), papers_until(2020));
    let certificate = folder.write("server.pem", &old.certificate);
    let key = folder.write("server.key", &old.key);
    let trusting = |ca: &str| ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca)).domain_name("localhost");
    let files = [("GRPC__TLS__CERTIFICATE", certificate.as_str()), ("GRPC__TLS__KEY", key.as_str())];
    let server = server::server::serve::start(server::server::compose::app(config(&files)).unwrap()).await.unwrap();
    let expiry = || metric(&server.app, "thirdseat_certificate_expiry_seconds");
    ask(server.grpc, Some(trusting(&old.ca))).await.unwrap();
    // 2020-01-01, 2100-01-01: the papers of the start hold for long.
    let (twenty, hundred) = (1_577_836_800.0, 4_102_444_800.0);
    assert!(expiry() > hundred, "{}", expiry());

    // A certificate that its key does not fit, and half a file.
    folder.write("server.pem", &new.certificate);
    server.reload();
    folder.write("server.pem", &old.certificate[..200]);
    server.reload();
    ask(server.grpc, Some(trusting(&old.ca))).await.unwrap();
    assert!(expiry() > hundred);

    folder.write("server.pem", &new.certificate);
    folder.write("server.key", &new.key);
    server.reload();
    assert!(ask(server.grpc, Some(trusting(&old.ca))).await.is_err(), "the old certificate is still shown");
    // Expired, and said to be.
    assert!(ask(server.grpc, Some(trusting(&new.ca))).await.is_err(), "clients refuse an expired certificate");
    assert_eq!(expiry(), twenty);

    // By itself within a few seconds.
    let fresh = papers();
    folder.write("server.key", &fresh.key);
    folder.write("server.pem", &fresh.certificate);
    let since = std::time::Instant::now();
    while ask(server.grpc, Some(trusting(&fresh.ca))).await.is_err() {
        assert!(since.elapsed().as_secs() < 30, "the new certificate is not shown");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }

    let tokens = folder.write("tokens", "0123456789abcdef decide\n");
    let (server, client) = serve(&[("GRPC__TOKENS__FILE", tokens.as_str())]).await;
    let call = async |token: &str| {
        let mut request = tonic::Request::new(by_rules(present("3344JJ", [5, 4, 6], "")));
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        client.clone().play(request).await.map(drop).map_err(|status| refused(&status).1)
    };
    assert_eq!(call("0123456789abcdef").await, Ok(()));
    folder.write("tokens", "0123456789abcdef decide\nshort decide\n");
    server.reload();
    assert_eq!(call("0123456789abcdef").await, Ok(()), "a file that cannot be used adds nothing");
    folder.write("tokens", "short decide\n");
    server.reload();
    assert_eq!(call("0123456789abcdef").await, Err(String::from("TOKEN_UNKNOWN")), "what it lacks is revoked");
    folder.write("tokens", "fedcba9876543210 decide\n");
    server.reload();
    assert_eq!(call("0123456789abcdef").await, Err(String::from("TOKEN_UNKNOWN")));
    assert_eq!(call("fedcba9876543210").await, Ok(()));
}

#[test]
fn files_that_are_not_there_stop_the_start_by_name() {
    let error =
        server::server::compose::app(config(&[("GRPC__TOKENS__FILE", "/nowhere/tokens")])).err().unwrap().to_string();
    assert!(error.starts_with("grpc.tokens.file /nowhere/tokens: "), "{error}");
    let error = server::server::compose::app(config(&[("PERSONAS__DEFAULT", "stranger")])).err().unwrap().to_string();
    assert!(error.starts_with("personas.default cannot be \"stranger\"; there are "), "{error}");
}
