//! The life of a server, from start to drain.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use server::server::serve::Drained;
use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::contract::harness::*;

#[tokio::test(flavor = "multi_thread")]
async fn probes_say_what_is() {
    let (server, _client) = serve(&[]).await;
    assert_eq!(admin(&server, "/livez").await, (String::from("HTTP/1.1 200 OK"), String::from("alive\n")));
    assert_eq!(admin(&server, "/readyz").await.0, "HTTP/1.1 200 OK");
    assert_eq!(admin(&server, "/nowhere").await.0, "HTTP/1.1 404 Not Found");
    let channel = channel(&server).await;
    for service in ["", wire::SERVICE_NAME] {
        let request = HealthCheckRequest { service: service.to_owned() };
        let answer = HealthClient::new(channel.clone()).check(request).await.unwrap().into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving, "{service}");
    }
}

/// Four callers never pause while the server is stopped. The server answers each call that it took. Only calls that
/// never reached it fail, because their connection was refused or closing; a client's standard policy sends those elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_drain_under_load_fails_no_call() {
    let (server, _client) = serve(&[]).await;
    let (answered, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let mut callers = Vec::new();
    for _ in 0..4 {
        let (answered, stop, mut client) = (Arc::clone(&answered), Arc::clone(&stop), connect(&server).await);
        callers.push(tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                match client.follow(by_rules(present("3344JJ", [5, 4, 6], "99"))).await {
                    Ok(_) => {
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(status) if never_reached_the_server(&status) => return Ok(()),
                    Err(status) => return Err(status),
                }
            }
            Ok(())
        }));
    }
    while answered.load(Ordering::Relaxed) < 200 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let app = Arc::clone(&server.app);
    assert_eq!(server.drain().await, Drained::Clean);
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await.unwrap().unwrap_or_else(|status| panic!("a call failed: {status:?}"));
    }
    // By the server's metrics, it answered every call that it began, and every answer arrived.
    let page = app.metrics_page();
    let ended = page.lines().filter(|line| line.starts_with("thirdseat_rpc_total{rpc=\"Follow\""));
    // Counters of faults exist at zero from the start.
    let ended: Vec<&str> = ended.filter(|line| !line.ends_with(" 0")).collect();
    assert_eq!(
        ended,
        [format!("thirdseat_rpc_total{{rpc=\"Follow\",code=\"OK\"}} {}", answered.load(Ordering::Relaxed))]
    );
}

/// True for a status that the client made because its transport failed; the server's come from headers.
fn never_reached_the_server(status: &tonic::Status) -> bool {
    std::error::Error::source(status).is_some()
        && matches!(status.code(), Code::Unavailable | Code::Unknown | Code::Cancelled | Code::Internal)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drain_is_capped() {
    let (server, _client) = serve(&[("GRPC__DRAIN_S", "1")]).await;
    // A half-open connection, and a client that watches the health service.
    let _idle = tokio::net::TcpStream::connect(server.grpc).await.unwrap();
    let channel = channel(&server).await;
    let request = HealthCheckRequest { service: String::new() };
    let mut watch = HealthClient::new(channel).watch(request).await.unwrap().into_inner();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
    tokio::time::timeout(Duration::from_secs(60), server.drain()).await.expect("the silent ones are not waited for");
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::NotServing);
}
