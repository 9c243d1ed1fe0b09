//! The port: HTTP/1, with a cap on connections and a time limit for a request's head, so that silent connections end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// The most connections. A further one waits until another one ends. They fit the usual limit of 1,024 open files.
pub const CONNECTIONS_MAX: usize = 512;
/// The time for a request's head, with the pause before it.
const HEAD_TIME_MAX: Duration = Duration::from_secs(10);
/// The most bytes that a connection buffers, its request's head among them: hyper's own limit is larger.
const BUFFER_BYTES_MAX: usize = 16 << 10;
/// The time for requests under way after the bridge was asked to stop.
const DRAIN_TIME_MAX: Duration = Duration::from_secs(15);
/// The pause after a failed accept, as when no file descriptor is left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop`; requests that are under way then have `DRAIN_TIME_MAX` to finish.
pub async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let next = async || {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        (place, listener.accept().await)
    };
    while let Some((place, accepted)) = stop.run_until_cancelled(next()).await {
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let (router, stop) = (router.clone(), stop.clone());
        tokio::spawn(async move {
            serve_connection(stream, router, &stop).await;
            drop(place);
        });
    }
    drop(listener);
    let all = places.acquire_many(CONNECTIONS_MAX as u32);
    let _ = tokio::time::timeout(DRAIN_TIME_MAX, all).await;
}

async fn serve_connection(stream: TcpStream, router: Router, stop: &CancellationToken) {
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME_MAX).max_buf_size(BUFFER_BYTES_MAX);
    let service = service_fn(move |request: Request<Incoming>| router.clone().oneshot(request));
    let mut connection = std::pin::pin!(server.serve_connection(TokioIo::new(stream), service));
    // A client may end its connection in any way: the result does not matter.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}
