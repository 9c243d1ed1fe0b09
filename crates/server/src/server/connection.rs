//! A connection to the gRPC port: it holds one of a limited number of places, and may be silent, or not read our answers, for a
//! limited time. hyper speaks HTTP on it; the edge answers each request.

use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::codegen::Bytes;

use super::edge::Edge;
use super::tls;
use crate::call::strangers::Standing;
use crate::config::Fixed;
use crate::observe::metrics::CloseReason;
use crate::state::App;

/// The first words of HTTP/2.
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// The longest stream over HTTP/1.1, as a part of the idle time-out. A caller sends nothing while it reads a stream, so the stream ends in
/// order before the idle time-out would cut it.
const STREAM_PART: f64 = 0.9;
/// The time for a connection without calls to close after it was asked to.
const GOES_WITHIN: Duration = Duration::from_secs(1);
/// The same for a stranger whose call had no known token: it is enough to read the refusal. Each connection takes 30
/// kB.
const REFUSED_WITHIN: Duration = Duration::from_millis(100);
/// The time that a client may take to answer a ping.
const PONG_WITHIN: Duration = Duration::from_secs(10);
/// The most streams that a client may reset at a time: a busy client cancels many, and all at once when it ends.
const RESETS_MAX: usize = 1024;

/// Bytes in both directions, without TLS or with it.
pub(super) type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// Answers the requests of a connection until it ends. From `stop` on it takes no new ones.
pub(super) async fn serve(stream: LimitedStream, standing: Arc<Standing>, edge: Arc<Edge>, stop: CancellationToken) {
    let app = Arc::clone(&stream.app);
    let (age_s, fixed) = (app.config.grpc.connection_age_s, &app.config.fixed);
    let answer = service_fn(|request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&standing));
        let edge = Arc::clone(&edge);
        // A panic of the edge costs the task of its request, and not the connection.
        async move { edge.answer(request).await }
    });
    let _counted = app.metrics.open_connection();
    let transport = transport(fixed);
    let mut served = pin!(transport.serve_connection(TokioIo::new(stream), answer));
    tokio::select! {
        // A client may end its connection in any way.
        _ = served.as_mut() => return,
        () = standing.made_room() => return,
        () = old_age(age_s) => {}
        () = standing.refused() => {}
        () = stop.cancelled() => {}
    }
    served.as_mut().graceful_shutdown();
    tokio::select! {
        _ = served => {}
        () = standing.made_room() => {}
        // A client that does not close would keep its memory, or delay the end of the process.
        () = async { standing.refused().await; standing.idle_for(REFUSED_WITHIN).await } => {}
        () = async { stop.cancelled().await; standing.idle_for(GOES_WITHIN).await } => {}
    }
}

/// Waits for the maximum age of a connection, ±10%, so that connections that began together do not end together. An age of 0
/// waits forever.
async fn old_age(age_s: u64) {
    if age_s == 0 {
        return std::future::pending().await;
    }
    let noise = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
    let share = 0.9 + f64::from(rules::Seed(u64::from(noise)).rng().below(2000)) / 10_000.0;
    sleep(Duration::from_secs(age_s).mul_f64(share)).await;
}

/// Returns the builder of HTTP/1.1 and HTTP/2 connections, with its limits against bad clients.
fn transport(fixed: &Fixed) -> auto::Builder<TokioExecutor> {
    let mut transport = auto::Builder::new(TokioExecutor::new());
    // The idle time-out ends silent connections: hyper's own limit would count the pause between two requests too.
    let http1 = &mut transport.http1();
    http1.timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(fixed.header_bytes_max as usize);
    let http2 = &mut transport.http2();
    http2
        .timer(TokioTimer::new())
        .max_concurrent_streams(fixed.streams_per_connection)
        .max_header_list_size(fixed.header_bytes_max)
        .max_pending_accept_reset_streams(RESETS_MAX)
        .keep_alive_interval(Duration::from_secs(fixed.keepalive_s))
        .keep_alive_timeout(PONG_WITHIN);
    transport
}

/// A stream that ends if the other side sends nothing, or reads nothing, for too long.
pub(super) struct LimitedStream {
    stream: Transport,
    /// The bytes that were read before the connection was let in, the beginning of a request. They are read again.
    unread: Bytes,
    /// The timer of the next idle check.
    timer: Pin<Box<Sleep>>,
    idle: Duration,
    /// The time for which the other side may read nothing.
    unread_max: Duration,
    /// True if anything came since the last idle check.
    heard: bool,
    /// The timer that ends the stream if no write is taken.
    stalled: Option<Pin<Box<Sleep>>>,
    app: Arc<App>,
}

impl LimitedStream {
    pub(super) fn new(stream: Transport, unread: Bytes, app: Arc<App>) -> LimitedStream {
        let fixed = &app.config.fixed;
        let (idle, unread_max) = (Duration::from_secs(fixed.idle_timeout_s), Duration::from_millis(fixed.unread_ms));
        LimitedStream {
            stream,
            unread,
            timer: Box::pin(sleep(idle)),
            idle,
            unread_max,
            heard: false,
            stalled: None,
            app,
        }
    }

    /// Returns the longest time that a stream of answers may last; `None` over HTTP/2, whose pings show that the caller is there.
    pub(super) fn stream_max(&self) -> Option<Duration> {
        (!self.unread.starts_with(PREFACE)).then(|| self.idle.mul_f64(STREAM_PART))
    }

    /// Returns the names in the certificate that the client has shown.
    pub(super) fn subjects(&self) -> Vec<String> {
        match &self.stream {
            Either::Left(_) => Vec::new(),
            Either::Right(stream) => tls::subjects(stream),
        }
    }

    /// Fails when nothing came for too long. The timer restarts only when it fires, so that reading costs nothing.
    fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.timer.as_mut().poll(context));
            if !self.heard {
                return Poll::Ready(Err(self.hang_up("nothing was heard for too long")));
            }
            self.heard = false;
            self.timer.as_mut().reset(Instant::now() + self.idle);
        }
    }

    /// Passes the result of a write on. A write that has to wait starts the timer; the next one that is taken stops it.
    fn limited(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(self.unread_max)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(self.hang_up("nothing was taken for too long")))
    }

    fn hang_up(&self, why: &str) -> io::Error {
        self.app.metrics.connection_closed(CloseReason::Idle);
        io::Error::new(io::ErrorKind::TimedOut, why)
    }
}

impl AsyncRead for LimitedStream {
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

impl AsyncWrite for LimitedStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, buf);
        this.limited(written, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, parts);
        this.limited(written, context)
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
