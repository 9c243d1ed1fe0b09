//! The admin port: the pages for probes and for Prometheus, over HTTP/1. There is a cap on connections, and a time limit for the head of a
//! request, so that silent connections keep no probe out: at the cap, an old connection without a request under way is closed.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::body::{Body, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, Semaphore};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::accept;
use crate::observe::lines;
use crate::observe::metrics::CloseReason;
use crate::state::App;

/// The most requests for metrics at a time. Their pages are written one by one, so that a flood of them leaves processors to probes.
const METRICS_REQUESTS_MAX: usize = 8;

/// The most connections: probes, Prometheus, a person who looks.
pub(super) const CONNECTIONS_MAX: usize = 64;

/// The time that a client may take for a request's head, and the longest pause of a connection between two requests.
const HEAD_TIME_MAX: Duration = Duration::from_secs(10);

/// The age below which a connection is not closed to make room: a flood of new connections must not take the place of a probe before its first
/// request. A new connection waits for room about ten times as long at most.
const CLOSE_AGE_MIN: Duration = Duration::from_millis(100);

/// The most bytes that a connection buffers, its request's head among them: hyper's own limit is higher.
const BUFFER_BYTES_MAX: usize = 16 << 10;

#[derive(Clone)]
struct AdminState {
    app: Arc<App>,
    is_ready: Arc<AtomicBool>,
    pages: Arc<(Semaphore, Mutex<()>)>,
}

/// A connection. It is busy while it answers a request. No page takes a body: a request with one never makes it busy.
struct OpenConnection {
    task: AbortHandle,
    busy: Arc<AtomicBool>,
    since: Instant,
}

/// Serves until `stop`; requests that are under way then may finish.
pub(super) async fn serve(listener: TcpListener, app: Arc<App>, is_ready: Arc<AtomicBool>, stop: CancellationToken) {
    let pages = Arc::new((Semaphore::new(METRICS_REQUESTS_MAX), Mutex::new(())));
    let router = router(AdminState { app: Arc::clone(&app), is_ready, pages });
    let mut held: VecDeque<OpenConnection> = VecDeque::new();
    loop {
        let Some(stream) = stop.run_until_cancelled(accept::next_connection(&listener, "admin")).await else { return };
        let until = Instant::now() + 10 * CLOSE_AGE_MIN;
        while !make_room(&mut held) && Instant::now() < until && !stop.is_cancelled() {
            tokio::time::sleep(CLOSE_AGE_MIN / 20).await;
        }
        if held.len() >= CONNECTIONS_MAX {
            app.metrics.count_closed_connection(CloseReason::Full);
            lines::CONNECTIONS_FULL.log(format_args!("admin: {} connections are open", held.len()));
            continue;
        }
        let busy = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(serve_client(stream, router.clone(), Arc::clone(&busy), stop.clone())).abort_handle();
        held.push_back(OpenConnection { task, busy, since: Instant::now() });
    }
}

fn router(admin: AdminState) -> Router {
    Router::new()
        .route("/livez", get(|| async { "alive\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(admin)
}

async fn readyz(State(admin): State<AdminState>) -> impl IntoResponse {
    match admin.is_ready.load(Ordering::Relaxed) {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

async fn metrics(State(admin): State<AdminState>) -> Response {
    let (places, turn) = &*admin.pages;
    let Ok(_place) = places.try_acquire() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many ask at a time\n").into_response();
    };
    let _turn = turn.lock().await;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind)], admin.app.metrics_page()).into_response()
}

/// Makes room for one more connection: at the cap, it may end the oldest one that rests. Returns true if there is room now.
fn make_room(held: &mut VecDeque<OpenConnection>) -> bool {
    held.retain(|one| !one.task.is_finished());
    if held.len() < CONNECTIONS_MAX {
        return true;
    }
    let rests = |one: &OpenConnection| !one.busy.load(Ordering::Relaxed) && one.since.elapsed() >= CLOSE_AGE_MIN;
    let resting = held.iter().position(rests);
    resting.and_then(|place| held.remove(place)).map(|one| one.task.abort()).is_some()
}

async fn serve_client(stream: TcpStream, router: Router, busy: Arc<AtomicBool>, stop: CancellationToken) {
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
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME_MAX).max_buf_size(BUFFER_BYTES_MAX);
    let mut connection = std::pin::pin!(server.serve_connection(TokioIo::new(stream), service));
    // A client may end its connection in any way: the result does not matter.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}
