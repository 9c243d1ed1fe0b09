//! A real Redis that is reached by TLS, with certificates made for the test.

use std::time::Duration;

use server::config::{Config, Fault, RedisTls, RoomStore};
use server::room::store::redis::RedisStore;
use server::room::store::{Store, StoreError};

use super::rpc::{Service, opening};
use crate::support::papers::{Authority, Folder};
use crate::support::redis::RedisServer;

/// Certificates in a folder of the test: of an authority, of Redis by the name "localhost", of a client, and of an
/// unknown authority.
struct TlsFiles(Folder);

impl TlsFiles {
    fn make(name: &str) -> TlsFiles {
        let folder = Folder::new(name);
        let [issuer, stranger] = ["authority", "stranger"].map(Authority::new);
        folder.write("ca.pem", &issuer.pem());
        folder.write("stranger.pem", &stranger.pem());
        for name in ["localhost", "client"] {
            let papers = issuer.sign_for(name, &[name]);
            folder.write(&format!("{name}.pem"), &papers.certificate);
            folder.write(&format!("{name}.key"), &papers.key);
        }
        TlsFiles(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path(name)
    }

    /// Starts a Redis that asks for clients' certificates if `asks` is "yes". Returns it with its port for TLS.
    fn start_redis(&self, asks: &str) -> Option<(RedisServer, u16)> {
        let [certificate, key, ca] = ["localhost.pem", "localhost.key", "ca.pem"].map(|name| self.path(name));
        let files = [("--tls-cert-file", certificate), ("--tls-key-file", key), ("--tls-ca-cert-file", ca)];
        let files = files.iter().flat_map(|(option, file)| [*option, file]);
        RedisServer::start_tls(&files.chain(["--tls-auth-clients", asks]).collect::<Vec<_>>())
    }
}

fn open_store(url: String, tls: RedisTls) -> Result<RedisStore, Fault> {
    let mut config = Config::embedded().rooms.redis;
    (config.url, config.tls, config.timeout_ms) = (url, tls, 10_000);
    server::config::redis::check(&config).unwrap();
    RedisStore::new(&config, Duration::from_secs(600))
}

fn tls_trusting(ca: String) -> RedisTls {
    RedisTls { ca, certificate: String::new(), key: String::new() }
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_lie_in_a_redis_that_is_reached_by_tls() {
    let papers = TlsFiles::make("redis-tls");
    let Some((mut redis, port)) = papers.start_redis("no") else { return };
    let url = format!("rediss://localhost:{port}/0");
    let configure = |config: &mut Config| {
        config.rooms.store = RoomStore::Redis;
        (config.rooms.redis.url, config.rooms.redis.tls) = (url.clone(), tls_trusting(papers.path("ca.pem")));
        config.rooms.redis.timeout_ms = 10_000;
    };
    let (one, two) = (Service::with(configure), Service::with(configure));
    let bots = [true, true, false];
    one.open(opening("over-tls", "classic", bots, "casual")).await.unwrap();
    assert!(redis.say("EXISTS thirdseat:room:{over-tls}").starts_with(":1"), "it lies in this Redis");
    two.open(opening("over-tls", "classic", bots, "casual")).await.expect("the same request finds it open");

    // A broken connection is replaced.
    redis.stop();
    assert!(redis.run());
    one.open(opening("after", "classic", bots, "casual")).await.unwrap();
    assert!(redis.say("EXISTS thirdseat:room:{after}").starts_with(":1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_with_an_untrusted_certificate_gets_no_command() {
    let papers = TlsFiles::make("redis-strangers");
    let Some((redis, port)) = papers.start_redis("no") else { return };
    let is_down = |answer: Result<_, StoreError>, why: &str| {
        let problem = answer.unwrap_err().to_string();
        assert!(problem.contains(why), "{problem}");
    };
    let url = |host: &str| format!("rediss://{host}:{port}/0");
    let stranger = open_store(url("localhost"), tls_trusting(papers.path("stranger.pem"))).unwrap();
    is_down(stranger.swap("a", None, vec![1].into()).await, "UnknownIssuer");
    // The system's own list does not have its authority.
    let unlisted = open_store(url("localhost"), tls_trusting(String::new())).unwrap();
    is_down(unlisted.swap("a", None, vec![1].into()).await, "UnknownIssuer");
    // The certificate names "localhost" and no address.
    let elsewhere = open_store(url("127.0.0.1"), tls_trusting(papers.path("ca.pem"))).unwrap();
    is_down(elsewhere.swap("a", None, vec![1].into()).await, "not valid for name");
    assert!(redis.say("DBSIZE").starts_with(":0"), "nothing was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_may_ask_for_a_certificate() {
    let papers = TlsFiles::make("redis-clients");
    let Some((_redis, port)) = papers.start_redis("yes") else { return };
    let url = format!("rediss://localhost:{port}/0");
    let anonymous = open_store(url.clone(), tls_trusting(papers.path("ca.pem"))).unwrap();
    assert!(anonymous.swap("a", None, vec![1].into()).await.is_err());
    let [certificate, key] = ["client.pem", "client.key"].map(|name| papers.path(name));
    let known = open_store(url, RedisTls { certificate, key, ..tls_trusting(papers.path("ca.pem")) }).unwrap();
    let first = known.swap("a", None, vec![1].into()).await.unwrap();
    assert!(first.is_ok());
    assert_eq!(*known.load("a").await.unwrap().unwrap().bytes, [1]);
}

#[test]
fn files_that_hold_no_certificates_are_named() {
    let papers = TlsFiles::make("redis-files");
    papers.0.write("empty.pem", "nothing\n");
    papers.0.write("broken.pem", "-----BEGIN CERTIFICATE-----\n@@@\n-----END CERTIFICATE-----\n");
    let bad = |tls: RedisTls| open_store(String::from("rediss://localhost:1"), tls).err().unwrap().to_string();
    for file in ["none.pem", "empty.pem", "broken.pem"] {
        let found = bad(tls_trusting(papers.path(file)));
        assert!(found.starts_with(&format!("rooms.redis.tls.ca {}: ", papers.path(file))), "{found}");
    }
    let client = |certificate: &str, key: &str| RedisTls {
        ca: papers.path("ca.pem"),
        certificate: papers.path(certificate),
        key: papers.path(key),
    };
    assert!(bad(client("empty.pem", "client.key")).starts_with("rooms.redis.tls.certificate "));
    assert!(bad(client("client.pem", "client.pem")).starts_with("rooms.redis.tls.key "));
    assert!(bad(client("client.pem", "localhost.key")).contains("does not fit the certificate"));
}
