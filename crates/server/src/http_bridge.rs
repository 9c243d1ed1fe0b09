//! The HTTP bridge: the convention that open-source servers already use.

use std::sync::Arc;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// Serves the bridge on `listener` until `stop`.
pub fn serve(_app: Arc<App>, _listener: TcpListener, _stop: CancellationToken) {}
