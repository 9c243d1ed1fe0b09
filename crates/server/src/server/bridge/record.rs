//! Calls of the bridge in the series and on the lines of the log that calls over gRPC have, with the code that gRPC would have used.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use tonic::Code;

use super::Problem;
use crate::call::caller::Caller;
use crate::call::context::Tags;
use crate::call::trace::REQUEST_ID;
use crate::observe::lines;
use crate::observe::metrics::{BRIDGE, BRIDGE_CALLS};
use crate::state::App;

/// Records a request of the bridge. One that is given up by its caller is dropped in the middle, and counts as cancelled.
pub(in crate::server) async fn record(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut tags = Tags::of(request.headers());
    // A path that is not the bridge's is a probe.
    let path = request.uri().path();
    let Some(place) = BRIDGE_CALLS.iter().position(|name| name.strip_prefix("bridge") == Some(path)) else {
        return answered(next.run(request).await, &tags);
    };
    let row = BRIDGE + place;
    let mut call = BridgeCall {
        row,
        caller: None,
        code: Code::Cancelled,
        at: Instant::now(),
        _inflight: app.metrics.begin_at(row),
        app,
    };
    let response = next.run(request).await;
    tags.caller = response.extensions().get::<Arc<Caller>>().cloned();
    call.caller.clone_from(&tags.caller);
    call.code = Code::Ok;
    if let Some(Problem { status, sentence }) = response.extensions().get() {
        call.code = code(*status);
        let line = match call.code {
            Code::Unauthenticated | Code::PermissionDenied => &lines::TOKEN_REFUSED,
            Code::ResourceExhausted if *status == StatusCode::TOO_MANY_REQUESTS => &lines::QUOTA_EXCEEDED,
            Code::ResourceExhausted | Code::DeadlineExceeded => &lines::CALLS_SHED,
            Code::Internal => &lines::FAULT,
            _ => &lines::BRIDGE_REFUSED,
        };
        line.say(Some(&tags), format_args!("{}: {}: {sentence}", BRIDGE_CALLS[place], status.as_u16()));
    }
    answered(response, &tags)
}

/// The answer with the caller's own number of the request.
fn answered(mut response: Response, tags: &Tags) -> Response {
    tags.request.as_ref().map(|id| response.headers_mut().insert(REQUEST_ID, id.header()));
    response
}

struct BridgeCall {
    row: usize,
    app: Arc<App>,
    caller: Option<Arc<Caller>>,
    code: Code,
    at: Instant,
    _inflight: crate::observe::metrics::Inflight,
}

impl Drop for BridgeCall {
    fn drop(&mut self) {
        let metrics = &self.app.metrics;
        metrics.rpc_total.at(self.row, self.code as usize).increment(1);
        if let Some(caller) = &self.caller {
            metrics.caller_calls.of(caller, self.code as usize).increment(1);
        }
        metrics.rpc_seconds.at(self.row, 0).record(self.at.elapsed().as_secs_f64());
    }
}

fn code(status: StatusCode) -> Code {
    match status {
        StatusCode::UNAUTHORIZED => Code::Unauthenticated,
        StatusCode::FORBIDDEN => Code::PermissionDenied,
        StatusCode::REQUEST_TIMEOUT => Code::DeadlineExceeded,
        StatusCode::PAYLOAD_TOO_LARGE => Code::OutOfRange,
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => Code::ResourceExhausted,
        status if status.is_server_error() => Code::Internal,
        _ => Code::InvalidArgument,
    }
}
