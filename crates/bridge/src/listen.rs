//! The port: HTTP/1, with a cap on connections and a time limit for a request's head, so that silent connections end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

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
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME_MAX).max_buf_size(BUFFER_BYTES_MAX);
    let (places, connections) = (Arc::new(Semaphore::new(CONNECTIONS_MAX)), GracefulShutdown::new());
    let next = async || {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        (place, listener.accept().await)
    };
    while let Some((place, accepted)) = stop.run_until_cancelled(next()).await {
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let connection = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // A client may end its connection in any way: the result does not matter.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(DRAIN_TIME_MAX, connections.shutdown()).await;
}
