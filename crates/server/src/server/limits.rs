//! Limits on connections: how many are open at a time, and how long one may be idle. Limits on the calls of a connection are
//! the transport's.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};
use tokio_stream::Stream;
use tonic::transport::server::{Connected, TcpConnectInfo, TcpIncoming};

use crate::config::Grpc;
use crate::observe::lines;
use crate::observe::metrics::CloseReason;
use crate::state::App;

/// Accepts connections up to the limit. One too many is closed at once, so that its client tries the next replica instead of
/// waiting.
pub(super) struct ConnectionLimiter {
    incoming: TcpIncoming,
    places: Arc<Semaphore>,
    limits: IdleLimits,
    app: Arc<App>,
}

/// How long a connection may be idle.
#[derive(Clone, Copy)]
struct IdleLimits {
    /// Until its first bytes are complete.
    handshake: Duration,
    /// Afterwards. The server pings each client more often than that, so that a living client is always heard.
    idle: Duration,
}

impl ConnectionLimiter {
    pub(super) fn new(incoming: TcpIncoming, config: &Grpc, app: Arc<App>) -> ConnectionLimiter {
        let limits = IdleLimits {
            handshake: Duration::from_millis(config.handshake_ms),
            idle: Duration::from_secs(config.idle_timeout_s),
        };
        ConnectionLimiter { incoming, places: Arc::new(Semaphore::new(config.connections_max)), limits, app }
    }
}

impl Stream for ConnectionLimiter {
    type Item = io::Result<LimitedConnection>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let stream = match ready!(Pin::new(&mut self.incoming).poll_next(context)) {
                Some(Ok(stream)) => stream,
                other => return Poll::Ready(other.map(|error| error.map(|_| unreachable!("streams were taken out")))),
            };
            match Arc::clone(&self.places).try_acquire_owned() {
                Ok(place) => return Poll::Ready(Some(Ok(LimitedConnection::new(stream, place, self.limits, &self.app)))),
                Err(_) => {
                    self.app.metrics.connection_closed(CloseReason::Full);
                    let most = self.app.config.grpc.connections_max;
                    lines::CONNECTIONS_FULL.say(None, format_args!("gRPC: {most} connections are open"));
                }
            }
        }
    }
}

/// A connection that holds its place, and ends when nothing is heard from it for too long.
pub(super) struct LimitedConnection {
    stream: TcpStream,
    /// When it is checked for idleness next.
    timer: Pin<Box<Sleep>>,
    idle: Duration,
    /// How many bytes are needed before it counts as a connection.
    missing: usize,
    /// Whether anything came since the last check.
    heard: bool,
    app: Arc<App>,
    _place: OwnedSemaphorePermit,
}

/// The shortest first bytes: the preface of HTTP/2. A TLS handshake is longer, and is timed by itself.
const PREFACE_BYTES: usize = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".len();

impl LimitedConnection {
    fn new(stream: TcpStream, place: OwnedSemaphorePermit, limits: IdleLimits, app: &Arc<App>) -> LimitedConnection {
        app.metrics.connections.one().increment(1.0);
        LimitedConnection {
            stream,
            timer: Box::pin(tokio::time::sleep(limits.handshake)),
            idle: limits.idle,
            missing: PREFACE_BYTES,
            heard: false,
            app: Arc::clone(app),
            _place: place,
        }
    }

    /// Nothing is there to read: is it time to hang up? The timer is reset only when it fires, so that reading costs nothing.
    fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.timer.as_mut().poll(context).is_ready() {
            if self.missing > 0 || !self.heard {
                self.app.metrics.connection_closed(CloseReason::Idle);
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nothing was heard for too long")));
            }
            self.heard = false;
            self.timer.as_mut().reset(Instant::now() + self.idle);
        }
        Poll::Pending
    }
}

impl Drop for LimitedConnection {
    fn drop(&mut self) {
        self.app.metrics.connections.one().decrement(1.0);
    }
}

impl AsyncRead for LimitedConnection {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        match Pin::new(&mut this.stream).poll_read(context, buf) {
            Poll::Ready(read) => {
                this.heard = true;
                this.missing = this.missing.saturating_sub(buf.filled().len() - before);
                Poll::Ready(read)
            }
            Poll::Pending => this.poll_idle(context),
        }
    }
}

impl AsyncWrite for LimitedConnection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl Connected for LimitedConnection {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        self.stream.connect_info()
    }
}
