//! The admin port: HTTP/1, with a cap on connections and a time limit for a request's head. At the cap the oldest connection
//! without a request under way is closed, so that silent connections keep no probe out.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::{Body, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::accept;
use crate::observe::lines;
use crate::observe::metrics::CloseReason;
use crate::state::App;

/// The most connections: of probes, Prometheus and people.
pub(super) const CONNECTIONS_MAX: usize = 64;

/// The time for a request's head, and for the pause between two requests.
const HEAD_MAX: Duration = Duration::from_secs(10);

/// The time for which a new connection is not closed to make room: a flood of new ones must not close that of a probe. A connection
/// waits ten times as long for room.
const YOUNG: Duration = Duration::from_millis(100);

/// The most bytes that a connection buffers, its request's head among them: hyper's own limit is 400 KB.
const BUFFER_BYTES_MAX: usize = 16 << 10;

/// A connection, with a flag that is true while it answers a request. No page takes a body: a request with one does not
/// count.
struct Held {
    task: AbortHandle,
    busy: Arc<AtomicBool>,
    since: Instant,
}

/// Serves until `stop`; requests that are under way then are finished.
pub(super) async fn serve(listener: TcpListener, router: Router, app: Arc<App>, stop: CancellationToken) {
    let mut held: VecDeque<Held> = VecDeque::new();
    loop {
        let Some(stream) = stop.run_until_cancelled(accept::next(&listener, "admin")).await else { return };
        let until = Instant::now() + 10 * YOUNG;
        while !make_room(&mut held) && Instant::now() < until && !stop.is_cancelled() {
            tokio::time::sleep(YOUNG / 20).await;
        }
        if held.len() >= CONNECTIONS_MAX {
            app.metrics.connection_closed(CloseReason::Full);
            lines::CONNECTIONS_FULL.say(None, format_args!("admin: {} connections are open", held.len()));
            continue;
        }
        let busy = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(answer(stream, router.clone(), Arc::clone(&busy), stop.clone())).abort_handle();
        held.push_back(Held { task, busy, since: Instant::now() });
    }
}

/// Closes a connection if all places are taken. True if one more may come.
fn make_room(held: &mut VecDeque<Held>) -> bool {
    if held.len() < CONNECTIONS_MAX {
        return true;
    }
    held.retain(|one| !one.task.is_finished());
    if held.len() < CONNECTIONS_MAX {
        return true;
    }
    let rests = |one: &Held| !one.busy.load(Ordering::Relaxed) && one.since.elapsed() >= YOUNG;
    let resting = held.iter().position(rests);
    resting.and_then(|place| held.remove(place)).map(|one| one.task.abort()).is_some()
}

async fn answer(stream: TcpStream, router: Router, busy: Arc<AtomicBool>, stop: CancellationToken) {
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, busy) = (router.clone(), Arc::clone(&busy));
        busy.store(request.body().is_end_stream(), Ordering::Relaxed);
        async move {
            let response: Result<Response, Infallible> = router.oneshot(request).await;
            busy.store(false, Ordering::Relaxed);
            response
        }
    });
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_MAX).max_buf_size(BUFFER_BYTES_MAX);
    let mut connection = std::pin::pin!(server.serve_connection(TokioIo::new(stream), service));
    // A client may end its connection in any way.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}
