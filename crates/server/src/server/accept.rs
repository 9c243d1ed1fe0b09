//! Takes connections to the gRPC port. A connection counts only once it has said the first words of HTTP/2, or a whole head of
//! HTTP/1.1, after its TLS handshake: until then it is half open and holds none of the places of `grpc.connections_max`. Half-open
//! connections have a cap of their own, at which the oldest one of the address that has the most is closed, so that a flood of silent
//! ones keeps no caller out. When all places are taken, a connection without a call that was let in makes room by the same rule.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::AbortHandle;
use tokio_stream::wrappers::ReceiverStream;
use tonic::codegen::Bytes;

use super::limits::{LimitedConnection, Transport};
use super::tls::Tls;
use super::turns::Turns;
use crate::call::strangers::{Standing, Strangers, crowd, network};
use crate::observe::lines;
use crate::observe::metrics::CloseReason;
use crate::state::App;

/// Half-open connections at a time.
pub(super) const HALF_OPEN_MAX: usize = 512;
/// The number of these that make room at the cap.
const HALF_OPEN_LEAVE: usize = 64;
/// Connections that wait for the transport to take them.
const READY_MAX: usize = 16;
/// Pause in accepting after the system had no descriptor left: to try again at once would keep a core busy.
const NO_DESCRIPTOR_REST: Duration = Duration::from_millis(50);

/// The time that a connection that has to make room may take to close.
const HANGS_UP_WITHIN: Duration = Duration::from_secs(2);

/// A usual head of HTTP/1.1 fits.
const WORDS_BYTES: usize = 256;
/// The first words of HTTP/2.
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Accepts until the stream of connections is dropped.
pub(super) fn accept(
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
    connections_max: usize,
    app: Arc<App>,
) -> ReceiverStream<io::Result<LimitedConnection>> {
    let (ready, taken) = mpsc::channel(READY_MAX);
    let places = Arc::new(Semaphore::new(connections_max));
    let door = Door { tls, turns: Turns::new(), places, strangers: Strangers::default(), connections_max, app };
    tokio::spawn(async move {
        let (door, mut half_open) = (Arc::new(door), HalfOpen::default());
        for number in 0.. {
            let stream = tokio::select! {
                stream = next(&listener, "gRPC") => stream,
                () = ready.closed() => return,
            };
            if door.places.available_permits() == 0 && !door.strangers.has_any() {
                door.full();
                continue;
            }
            for _ in 0..half_open.make_room() {
                door.app.metrics.connection_closed(CloseReason::HalfOpen);
            }
            let (door, ready) = (Arc::clone(&door), ready.clone());
            // One that is gone already has none.
            let address = stream.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
            let task = tokio::spawn(async move { door.open(number, address, stream, &ready).await });
            half_open.0.push_back((network(address), task.abort_handle()));
        }
    });
    ReceiverStream::new(taken)
}

/// The next connection. What fails is said; only the next one is waited for.
pub(super) async fn next(listener: &TcpListener, port: &str) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // A frame is written as a whole: nothing gains by waiting for more.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                lines::DESCRIPTORS_EXHAUSTED.say(None, format_args!("{port}: {error}"));
                tokio::time::sleep(NO_DESCRIPTOR_REST).await;
            }
        }
    }
}

/// True if the error belongs to the connection that was to be accepted, and says nothing of the next.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// The parts that are needed to let a connection in.
struct Door {
    tls: Option<Arc<Tls>>,
    turns: Turns,
    places: Arc<Semaphore>,
    strangers: Strangers,
    connections_max: usize,
    app: Arc<App>,
}

impl Door {
    fn full(&self) {
        self.app.metrics.connection_closed(CloseReason::Full);
        lines::CONNECTIONS_FULL.say(None, format_args!("gRPC: {} connections are open", self.connections_max));
    }

    /// Lets a connection in. `number` counts those that were accepted.
    async fn open(
        &self,
        number: u64,
        address: IpAddr,
        stream: TcpStream,
        ready: &mpsc::Sender<io::Result<LimitedConnection>>,
    ) {
        // HTTP/1.1 has no pings: the kernel asks whether the caller of a quiet stream is still there.
        let keepalive = Duration::from_secs(self.app.config.grpc.keepalive_s);
        let _ = SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(keepalive));
        let peer = stream.peer_addr().ok();
        let within = Duration::from_millis(self.app.config.grpc.handshake_ms);
        let (opened, words) = match tokio::time::timeout(within, self.shake_hands(address, stream)).await {
            Ok(Ok(opened)) => opened,
            // A client that goes away in the middle of its first words is its own matter.
            Ok(Err(None)) => return,
            Ok(Err(Some(problem))) => {
                let peer = peer.map_or_else(String::new, |peer| format!("{peer}: "));
                return lines::TLS_HANDSHAKE_FAILED.say(None, format_args!("{peer}{problem}"));
            }
            Err(_) => return self.app.metrics.connection_closed(CloseReason::Idle),
        };
        let standing = Arc::new(Standing::new(address));
        let Some(place) = self.place(number, &standing).await else { return };
        let connection = LimitedConnection::new(opened, words, place, standing, &self.app);
        // The server may be about to stop.
        let _ = ready.send(Ok(connection)).await;
    }

    /// A place; where all are taken, that of the oldest stranger. A connection that waits for one is a stranger already: it makes
    /// room too.
    async fn place(&self, number: u64, standing: &Arc<Standing>) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            self.strangers.enter(number, standing, self.connections_max);
            return Some(place);
        }
        if !self.strangers.replace_one(number, standing) {
            self.full();
            return None;
        }
        self.app.metrics.connection_closed(CloseReason::Stranger);
        lines::STRANGERS.say(None, format_args!("gRPC: {} connections are open", self.connections_max));
        let place = tokio::time::timeout(HANGS_UP_WITHIN, Arc::clone(&self.places).acquire_owned());
        tokio::select! {
            place = place => place.ok().and_then(Result::ok).or_else(|| { self.full(); None }),
            () = standing.ended().cancelled_owned() => None,
        }
    }

    /// The TLS handshake, where there is one, and the first words.
    async fn shake_hands(&self, address: IpAddr, stream: TcpStream) -> Result<(Transport, Bytes), Option<io::Error>> {
        let mut stream = match &self.tls {
            None => Transport::Left(stream),
            Some(tls) => {
                // A silent connection waits for no turn.
                stream.readable().await.map_err(Some)?;
                let handshake = tls.acceptor().accept(stream);
                let opened = self.turns.each_step(network(address), handshake).await;
                Transport::Right(Box::new(opened.map_err(Some)?))
            }
        };
        let mut words = Vec::with_capacity(WORDS_BYTES);
        while !are_first_words(&words) {
            let most = self.app.config.grpc.header_bytes_max as usize;
            let read = stream.read_buf(&mut words).await.map_err(|_| None)?;
            // Both protocols begin with the capital letter of a method.
            if read == 0 || words.len() > most || !words[0].is_ascii_uppercase() {
                return Err(None);
            }
        }
        Ok((stream, Bytes::from(words)))
    }
}

/// True if a connection has said enough to be one.
fn are_first_words(words: &[u8]) -> bool {
    if words.len() < PREFACE.len() && PREFACE.starts_with(words) {
        return false;
    }
    words.starts_with(PREFACE) || words.windows(4).any(|four| four == b"\r\n\r\n")
}

/// The tasks of half-open connections and their addresses, the oldest first.
#[derive(Default)]
struct HalfOpen(VecDeque<(IpAddr, AbortHandle)>);

impl HalfOpen {
    /// At the cap some go, the oldest of the address that has the most: a client that means it is through its first words within
    /// milliseconds. Several at a time, so that a flood pays for one look at all of them, and not for one each. Returns their number.
    fn make_room(&mut self) -> usize {
        if self.0.len() < HALF_OPEN_MAX {
            return 0;
        }
        self.0.retain(|(_, task)| !task.is_finished());
        if self.0.len() < HALF_OPEN_MAX {
            return 0;
        }
        let (crowd, mut left) = (crowd(self.0.iter().map(|&(address, _)| address)), HALF_OPEN_LEAVE);
        self.0.retain(|(address, task)| {
            let leaves = left > 0 && Some(*address) == crowd;
            if leaves {
                left -= 1;
                task.abort();
            }
            !leaves
        });
        HALF_OPEN_LEAVE - left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_address_with_the_most_half_open_ones_makes_room() {
        let [flood, other]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let mut half_open = HalfOpen::default();
        for number in 0..HALF_OPEN_MAX {
            assert_eq!(half_open.make_room(), 0);
            let task = tokio::spawn(std::future::pending::<()>()).abort_handle();
            half_open.0.push_back((if number < 2 { other } else { flood }, task));
        }
        let newest = half_open.0[HALF_OPEN_MAX - 1].1.id();
        assert_eq!(half_open.make_room(), HALF_OPEN_LEAVE);
        let left: Vec<IpAddr> = half_open.0.iter().map(|&(address, _)| address).collect();
        assert_eq!(left, [[other; 2].as_slice(), &[flood; HALF_OPEN_MAX - HALF_OPEN_LEAVE - 2]].concat());
        assert_eq!(half_open.0[left.len() - 1].1.id(), newest, "the oldest ones go");
    }
}
