//! The admin port: what probes and Prometheus ask for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::{Mutex, Semaphore};

use crate::state::App;

/// The most requests for metrics at a time. Their pages are written one by one, so that a flood of them leaves processors to probes.
const PAGES_MAX: usize = 8;

/// The state of the admin port.
#[derive(Clone)]
pub(super) struct Admin {
    pub(super) app: Arc<App>,
    pub(super) is_ready: Arc<AtomicBool>,
    pages: Arc<(Semaphore, Mutex<()>)>,
}

impl Admin {
    pub(super) fn new(app: Arc<App>, is_ready: Arc<AtomicBool>) -> Admin {
        Admin { app, is_ready, pages: Arc::new((Semaphore::new(PAGES_MAX), Mutex::new(()))) }
    }
}

pub(super) fn router(admin: Admin) -> Router {
    Router::new()
        .route("/livez", get(|| async { "alive\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(admin)
}

async fn readyz(State(admin): State<Admin>) -> impl IntoResponse {
    match admin.is_ready.load(Ordering::Relaxed) {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

async fn metrics(State(admin): State<Admin>) -> Response {
    let (places, turn) = &*admin.pages;
    let Ok(_place) = places.try_acquire() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many ask at a time\n").into_response();
    };
    let _turn = turn.lock().await;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind)], admin.app.metrics_page()).into_response()
}
