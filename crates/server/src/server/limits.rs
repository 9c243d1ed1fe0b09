//! The limits of a connection to the gRPC port: be silent for a limited time, and hold one of a limited number of places. What calls may do on it is the
//! transport's matter.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use tokio_util::sync::WaitForCancellationFutureOwned;
use tonic::codegen::Bytes;
use tonic::transport::server::Connected;

use super::accept::PREFACE;
use super::tls;
use crate::call::context::Peer;
use crate::call::strangers::Standing;
use crate::observe::metrics::CloseReason;
use crate::state::App;

/// The part of the silence that a connection may keep which a stream over HTTP/1.1 lasts.
const STREAM_PART: f64 = 0.9;

/// Bytes in both directions, without TLS or with it.
pub(super) type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// A connection that holds its place, and ends when nothing is heard from it for too long.
pub(super) struct LimitedConnection {
    stream: Transport,
    /// Words that were read before it counted as a connection, to be read again.
    unread: Bytes,
    peer: Peer,
    /// When its silence is looked at next.
    timer: Pin<Box<Sleep>>,
    idle: Duration,
    /// True if anything came since its silence was looked at.
    heard: bool,
    /// Ready when it has to make room.
    ended: Pin<Box<WaitForCancellationFutureOwned>>,
    app: Arc<App>,
    _place: OwnedSemaphorePermit,
}

impl LimitedConnection {
    pub(super) fn new(
        stream: Transport,
        unread: Bytes,
        place: OwnedSemaphorePermit,
        standing: Arc<Standing>,
        app: &Arc<App>,
    ) -> LimitedConnection {
        app.metrics.connections.one().increment(1.0);
        let config = &app.config.grpc;
        let idle = Duration::from_secs(config.idle_timeout_s);
        let ended = Box::pin(standing.ended().cancelled_owned());
        // Over HTTP/1.1 a caller says nothing while it reads a stream. It is told that the stream ends before its silence ends it.
        let stream_max = (!unread.starts_with(PREFACE)).then(|| idle.mul_f64(STREAM_PART));
        let peer = Peer {
            standing,
            stream_max,
            streams: Arc::new(Semaphore::new(config.decide_streams_per_connection)),
            subjects: match &stream {
                Either::Left(_) => Arc::new([]),
                Either::Right(stream) => tls::subjects(stream).into(),
            },
        };
        LimitedConnection {
            stream,
            unread,
            peer,
            timer: Box::pin(tokio::time::sleep(idle)),
            idle,
            heard: false,
            ended,
            app: Arc::clone(app),
            _place: place,
        }
    }

    /// Nothing is there to read: is it time to hang up? The clock is set again only when it rings, so that reading costs none.
    fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.ended.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::ConnectionAborted, "others need its place")));
        }
        while self.timer.as_mut().poll(context).is_ready() {
            if !self.heard {
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
        if !this.unread.is_empty() {
            let now = this.unread.split_to(this.unread.len().min(buf.remaining()));
            buf.put_slice(&now);
            return Poll::Ready(Ok(()));
        }
        match Pin::new(&mut this.stream).poll_read(context, buf) {
            Poll::Ready(read) => {
                this.heard = true;
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
    type ConnectInfo = Peer;

    fn connect_info(&self) -> Peer {
        self.peer.clone()
    }
}
