//! A connection to the gRPC port: it holds one of a limited number of places, and may be silent, or not read our answers, for a
//! limited time. hyper speaks HTTP on it.
//!
//! A connection is a stranger until it belongs to a caller. When every place is taken, a new connection replaces the oldest stranger: a
//! caller usually makes its first call at once, and is then no stranger. So a flood of connections that only answer pings keeps no caller
//! out. And a caller leaves places to others: strangers, callers that have few connections, and health probes, which never are callers.

use std::collections::BTreeMap;
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use game::refusal::Refusal;
use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::codegen::Bytes;

use super::edge::Edge;
use super::tls;
use crate::call::caller::{Caller, Limit, UsageGuard};
use crate::observe::metrics::{CloseReason, GaugeGuard};
use crate::state::App;

/// The first bytes that a client of HTTP/2 sends.
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// The longest stream over HTTP/1.1, as a part of the idle time-out. A caller sends nothing while it reads a stream, so the stream ends in
/// order before the idle time-out would cut it.
const STREAM_SHARE_OF_IDLE: f64 = 0.9;
/// The time for a connection without calls to close when the server stops.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(1);
/// The time for a stranger to close after a call without a known token: enough to write and read the refusal.
const CLOSE_TIME_AFTER_REFUSAL: Duration = Duration::from_millis(500);
/// The time that a client may take to answer a ping.
const PONG_TIME_MAX: Duration = Duration::from_secs(10);
/// The largest list of headers of a call.
pub(super) const HEADER_BYTES_MAX: usize = 16 << 10;
/// The most calls at a time on one connection.
const STREAMS_MAX: u32 = 256;
/// The most streams that a client may reset at a time: a busy client cancels many, and all at once when it ends.
const RESETS_MAX: usize = 1024;

pub(super) type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// Serves a connection until it ends: the edge answers its requests. From `stop` on it takes no new ones.
pub(super) async fn serve(
    stream: LimitedStream,
    standing: Arc<ConnectionState>,
    edge: Arc<Edge>,
    stop: CancellationToken,
) {
    let app = &edge.app;
    let service = service_fn(|request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&standing));
        let edge = Arc::clone(&edge);
        // Called inside the future. So over HTTP/2 a panic of the edge ends the task of its request, and not the connection.
        async move { edge.answer(request).await }
    });
    let _counted = GaugeGuard::begin(app.metrics.connections.unlabelled());
    let transport = http_builder(app.config.fixed.keepalive_ms);
    let mut served = pin!(transport.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        // A client may end its connection in any way: the result does not matter.
        _ = served.as_mut() => return,
        () = standing.ended.cancelled() => return,
        () = wait_for_max_age(app.config.grpc.connection_age_s) => {}
        () = standing.refused.cancelled() => {}
        () = stop.cancelled() => {}
    }
    served.as_mut().graceful_shutdown();
    tokio::select! {
        _ = served => {}
        () = standing.ended.cancelled() => {}
        // A client that does not close would keep its memory, or delay the end of the process.
        () = async { standing.refused.cancelled().await; standing.until_idle(CLOSE_TIME_AFTER_REFUSAL).await } => {}
        () = async { stop.cancelled().await; standing.until_idle(CLOSE_TIME_MAX).await } => {}
    }
}

/// Waits for the maximum age of a connection, ±10%, so that connections that began together do not end together. An age of 0
/// waits forever.
async fn wait_for_max_age(age_s: u64) {
    if age_s == 0 {
        return std::future::pending().await;
    }
    let noise = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
    let share = 0.9 + f64::from(rules::Seed(u64::from(noise)).rng().below(2000)) / 10_000.0;
    sleep(Duration::from_secs(age_s).mul_f64(share)).await;
}

fn http_builder(keepalive_ms: u64) -> auto::Builder<TokioExecutor> {
    let mut transport = auto::Builder::new(TokioExecutor::new());
    // The idle time-out ends silent connections: hyper's own limit would count the pause between two requests too.
    let http1 = &mut transport.http1();
    http1.timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(HEADER_BYTES_MAX);
    let http2 = &mut transport.http2();
    http2
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_MAX)
        .max_header_list_size(HEADER_BYTES_MAX as u32)
        .max_pending_accept_reset_streams(RESETS_MAX)
        .keep_alive_interval(Duration::from_millis(keepalive_ms))
        .keep_alive_timeout(PONG_TIME_MAX);
    transport
}

/// A stream that ends if the other side sends nothing, or reads nothing, for too long.
pub(super) struct LimitedStream {
    stream: Transport,
    /// The bytes that were read before the connection was let in. They are read again.
    unread: Bytes,
    timer: Pin<Box<Sleep>>,
    idle: Duration,
    /// True if anything came since the last idle check.
    has_read: bool,
    /// The timer that ends the stream if no write is taken.
    stalled: Option<Pin<Box<Sleep>>>,
    app: Arc<App>,
}

impl LimitedStream {
    pub(super) fn new(stream: Transport, unread: Bytes, app: Arc<App>) -> LimitedStream {
        let idle = Duration::from_millis(app.config.fixed.idle_timeout_ms);
        let timer = Box::pin(sleep(idle));
        LimitedStream { stream, unread, timer, idle, has_read: false, stalled: None, app }
    }

    /// Returns the longest time that a stream of answers may last; `None` over HTTP/2, whose pings show that the caller is there.
    pub(super) fn stream_max(&self) -> Option<Duration> {
        (!self.unread.starts_with(PREFACE)).then(|| self.idle.mul_f64(STREAM_SHARE_OF_IDLE))
    }

    pub(super) fn subjects(&self) -> Vec<String> {
        match &self.stream {
            Either::Left(_) => Vec::new(),
            Either::Right(stream) => tls::subjects(stream),
        }
    }

    /// Fails if nothing came for too long. The timer restarts only when it fires, so that a read touches no timer.
    fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.timer.as_mut().poll(context));
            if !self.has_read {
                return Poll::Ready(Err(self.idle_error("nothing was heard for too long")));
            }
            self.has_read = false;
            self.timer.as_mut().reset(Instant::now() + self.idle);
        }
    }

    /// Passes the result of a write on. A write that has to wait starts the timer; the next write that is taken stops it.
    fn limit_write(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let unread_max = Duration::from_millis(self.app.config.fixed.unread_ms);
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(unread_max)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(self.idle_error("nothing was taken for too long")))
    }

    fn idle_error(&self, why: &str) -> io::Error {
        self.app.metrics.count_closed_connection(CloseReason::Idle);
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
                this.has_read = true;
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
        this.limit_write(written, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, parts);
        this.limit_write(written, context)
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

/// The places of a port: how many there are, and the strangers.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) most: usize,
    /// The permits for connections. Each connection holds one until it ends.
    pub(super) free: Arc<Semaphore>,
    /// As many permits. The connections of callers hold them.
    for_callers: Arc<Semaphore>,
    strangers: Mutex<Strangers>,
}

/// The connections that were strangers when they were entered, by their number, the oldest first. Those that now belong to a caller or are
/// closed are removed later. The tasks of connections run in any order: the number of an accepted connection tells its age.
type Strangers = BTreeMap<u64, Weak<ConnectionState>>;

impl Places {
    pub(super) fn new(most: usize) -> Places {
        let permits = || Arc::new(Semaphore::new(most));
        Places { most, free: permits(), for_callers: permits(), strangers: Mutex::default() }
    }

    pub(super) fn add_stranger(&self, number: u64, standing: &Arc<ConnectionState>) {
        let mut strangers = self.strangers();
        if strangers.len() >= 2 * self.most {
            strangers.retain(|_, one| one.upgrade().is_some_and(|one| one.is_stranger()));
        }
        strangers.insert(number, Arc::downgrade(standing));
    }

    pub(super) fn has_strangers(&self) -> bool {
        oldest_stranger(&mut self.strangers()).is_some()
    }

    /// Ends the oldest stranger and enters another connection in its place; returns false if there was no stranger.
    pub(super) fn replace_stranger(&self, number: u64, standing: &Arc<ConnectionState>) -> bool {
        let mut strangers = self.strangers();
        let Some(oldest) = oldest_stranger(&mut strangers) else { return false };
        oldest.ended.cancel();
        strangers.insert(number, Arc::downgrade(standing));
        true
    }

    fn strangers(&self) -> MutexGuard<'_, Strangers> {
        self.strangers.lock().expect("no code panics while it holds the strangers")
    }
}

fn oldest_stranger(strangers: &mut Strangers) -> Option<Arc<ConnectionState>> {
    loop {
        let first = strangers.first_entry()?;
        match first.get().upgrade().filter(|one| one.is_stranger()) {
            Some(oldest) => return Some(oldest),
            None => first.remove(),
        };
    }
}

/// The standing of one connection: that of a stranger, or of a caller. It is in the extensions of each of its requests.
#[derive(Debug)]
pub(super) struct ConnectionState {
    places: Arc<Places>,
    /// The names in the certificate that the client has shown: its common name, DNS names and URIs.
    pub(super) subjects: Vec<String>,
    /// The longest time that a stream lasts; `None` over HTTP/2, whose pings show that the caller is there.
    pub(super) stream_max: Option<Duration>,
    /// The place that the connection takes from its caller, and the one from all callers; empty for a stranger.
    caller: OnceLock<(UsageGuard, Option<OwnedSemaphorePermit>)>,
    /// The number of calls under way that were let in.
    calls: AtomicUsize,
    /// Cancelled when a stranger's call had no known token.
    refused: CancellationToken,
    /// Cancelled when the connection has to make room.
    pub(super) ended: CancellationToken,
}

impl ConnectionState {
    pub(super) fn new(places: &Arc<Places>, subjects: Vec<String>, stream_max: Option<Duration>) -> ConnectionState {
        ConnectionState {
            places: Arc::clone(places),
            subjects,
            stream_max,
            caller: OnceLock::new(),
            calls: AtomicUsize::new(0),
            refused: CancellationToken::new(),
            ended: CancellationToken::new(),
        }
    }

    /// Assigns the connection to the caller of a call, if it belongs to none. A limit may refuse it: see [`Caller::begin_connection`].
    pub(super) fn assign_caller(&self, caller: &Arc<Caller>) -> Result<(), (Limit, Refusal)> {
        if self.caller.get().is_none() {
            let places = &self.places.for_callers;
            let place = Arc::clone(places).try_acquire_owned().ok();
            let using = caller.begin_connection(places.available_permits() + usize::from(place.is_some()))?;
            // If two first calls come at a time, one of them gives its places back.
            let _ = self.caller.set((using, place));
        }
        Ok(())
    }

    /// Notes that a call had no known token. A stranger's connection then ends soon.
    pub(super) fn note_unknown_token(&self) {
        if self.is_stranger() {
            self.refused.cancel();
        }
    }

    /// Counts a call under way, until [`ConnectionState::end_call`].
    pub(super) fn begin_call(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn end_call(&self) {
        self.calls.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits until no call is under way at two checks in a row.
    async fn until_idle(&self, pause: Duration) {
        let is_idle = || self.calls.load(Ordering::Relaxed) == 0;
        let mut was_idle = false;
        while !(was_idle && is_idle()) {
            was_idle = is_idle();
            sleep(pause).await;
        }
    }

    fn is_stranger(&self) -> bool {
        self.caller.get().is_none() && !self.ended.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::caller::{KnownCallers, Quota};

    fn caller(name: &str) -> Arc<Caller> {
        Arc::new(Caller::new(&mut KnownCallers::default(), name, name, Quota::default()))
    }

    fn connections<const N: usize>(most: usize) -> [Arc<ConnectionState>; N] {
        let places = Arc::new(Places::new(most));
        std::array::from_fn(|_| Arc::new(ConnectionState::new(&places, Vec::new(), None)))
    }

    #[test]
    fn the_oldest_stranger_is_replaced_first_and_no_caller_is() {
        let all = connections::<6>(100);
        let places = &all[0].places;
        // The second is entered first.
        for number in [1, 0, 2, 3] {
            places.add_stranger(number as u64, &all[number]);
        }
        let lobby = caller("lobby");
        all[1].assign_caller(&lobby).unwrap();
        let ended = || all.iter().map(|one| one.ended.is_cancelled()).collect::<Vec<_>>();
        assert!(places.replace_stranger(4, &all[4]));
        assert_eq!(ended(), [true, false, false, false, false, false]);
        assert!(places.replace_stranger(5, &all[5]));
        assert_eq!(ended(), [true, false, true, false, false, false]);
        for one in [&all[3], &all[4], &all[5]] {
            one.assign_caller(&lobby).unwrap();
        }
        let [new] = connections(100);
        assert!(!places.has_strangers() && !places.replace_stranger(6, &new));
        assert_eq!(ended(), [true, false, true, false, false, false]);
    }

    #[test]
    fn strangers_that_wait_make_room_for_later_ones() {
        let all = connections::<12>(4);
        let places = &all[0].places;
        (0..4).for_each(|number| places.add_stranger(number as u64, &all[number]));
        (4..12).for_each(|number| assert!(places.replace_stranger(number as u64, &all[number]), "{number}"));
        assert!(all.iter().enumerate().all(|(number, one)| one.ended.is_cancelled() == (number < 8)));
    }

    #[test]
    fn closed_connections_are_forgotten() {
        let places = Arc::new(Places::new(4));
        for number in 0..1000 {
            places.add_stranger(number, &Arc::new(ConnectionState::new(&places, Vec::new(), None)));
        }
        assert!(places.strangers().len() <= 8);
        assert!(!places.has_strangers());
    }

    #[test]
    fn a_caller_leaves_places_to_strangers_and_to_callers_with_few() {
        let (flood, other) = (caller("flood"), caller("other"));
        let all = connections::<100>(100);
        let held = all.iter().filter(|one| one.assign_caller(&flood).is_ok()).count();
        assert_eq!(held, 80);
        let (limit, refusal) = all[99].assign_caller(&flood).unwrap_err();
        assert_eq!((limit, refusal.reason()), (Limit::Connections, game::refusal::Reason::QUOTA_EXCEEDED));
        assert!(all[0].assign_caller(&flood).is_ok(), "one that is known takes no second place");
        assert!(all[99].assign_caller(&other).is_ok());
        drop(all);
        let [again] = connections(100);
        assert!(again.assign_caller(&flood).is_ok());
    }
}
