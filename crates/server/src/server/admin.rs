//! The admin port: what probes and Prometheus ask for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;

use crate::state::App;

/// The sources of the admin port.
#[derive(Clone)]
pub(super) struct Admin {
    pub(super) app: Arc<App>,
    pub(super) is_ready: Arc<AtomicBool>,
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

async fn metrics(State(admin): State<Admin>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    let page = admin.app.metrics_page();
    ([(CONTENT_TYPE, kind)], page)
}
