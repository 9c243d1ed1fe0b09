//! Takes connections to the gRPC port. A connection counts only after its TLS handshake and the preface of HTTP/2, or a whole head of
//! HTTP/1.1: until then it is half open and holds none of the places of `grpc.connections_max`. Half-open connections have their own cap,
//! and a cap for each address; at a cap the oldest one is closed. So a flood of silent connections from a few addresses keeps no caller
//! out. When all places are taken, the oldest stranger makes room.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::{pending, poll};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{AbortHandle, JoinHandle};
use tokio_util::sync::CancellationToken;
use tonic::codegen::Bytes;

use super::connection::{self, ConnectionState, HEADER_BYTES_MAX, PREFACE, Places, Transport};
use super::edge::Edge;
use super::tls::Tls;
use crate::observe::lines;
use crate::observe::metrics::CloseReason;

/// The most half-open connections at a time, and the most of one address.
pub(super) const HALF_OPEN_MAX: usize = 512;
const HALF_OPEN_OF_ADDRESS_MAX: usize = 64;
/// The pause in accepting when the system has no descriptor left: an immediate retry would keep a core busy.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The time that a connection that has to make room may take to close.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(2);

const FIRST_READ_BYTES: usize = 256;

/// Accepts connections, whose requests `edge` answers; ready once every connection has ended. After `stop` it accepts none, and asks the open ones to
/// end.
pub(super) fn accept(
    listener: TcpListener,
    edge: Arc<Edge>,
    tls: Option<Arc<Tls>>,
    connections_max: usize,
    stop: CancellationToken,
) -> JoinHandle<()> {
    let places = Arc::new(Places::new(connections_max));
    let acceptor = Acceptor {
        handshakes: Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2)),
        places: Arc::clone(&places),
        edge,
        tls,
        stop,
    };
    tokio::spawn(async move {
        Arc::new(acceptor).accept(listener).await;
        // Each connection holds a place until it ends.
        let _ = places.free.acquire_many(connections_max as u32).await;
    })
}

/// Accepts the next connection. After a failure it tries again.
pub(super) async fn next_connection(listener: &TcpListener, port: &str) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // A frame is written as a whole, so waiting for more bytes gains nothing.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                lines::DESCRIPTORS_EXHAUSTED.log(format_args!("{port}: {error}"));
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// True if the error concerns only the connection that was to be accepted, not the next one.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

struct Acceptor {
    edge: Arc<Edge>,
    tls: Option<Arc<Tls>>,
    stop: CancellationToken,
    /// The permits for steps of TLS handshakes. They are limited, because a step costs a stranger less than the server.
    handshakes: Semaphore,
    places: Arc<Places>,
}

impl Acceptor {
    async fn accept(self: Arc<Self>, listener: TcpListener) {
        let mut half_open = VecDeque::new();
        for number in 0.. {
            let Some(stream) = self.stop.run_until_cancelled(next_connection(&listener, "gRPC")).await else { break };
            if self.places.free.available_permits() == 0 && !self.places.has_strangers() {
                self.report_full();
                continue;
            }
            // A connection that has gone already has no address.
            let peer = stream.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
            let address = client_network(peer);
            if make_room(&mut half_open, address) {
                self.edge.app.metrics.count_closed_connection(CloseReason::HalfOpen);
            }
            let task = tokio::spawn(Arc::clone(&self).open_connection(number, peer, stream));
            half_open.push_back((address, task.abort_handle()));
        }
        half_open.iter().for_each(|(_, task)| task.abort());
    }

    fn report_full(&self) {
        self.edge.app.metrics.count_closed_connection(CloseReason::Full);
        lines::CONNECTIONS_FULL.log(format_args!("gRPC: {} connections are open", self.places.most));
    }

    /// `number` is the place of the connection in the order of acceptance.
    async fn open_connection(self: Arc<Self>, number: u64, peer: IpAddr, stream: TcpStream) {
        let app = &self.edge.app;
        // HTTP/1.1 has no pings: the kernel asks whether the caller of a quiet stream is still there.
        // It counts in seconds.
        let keepalive = Duration::from_millis(app.config.fixed.keepalive_ms).max(Duration::from_secs(1));
        let _ = SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(keepalive));
        let within = Duration::from_millis(app.config.fixed.handshake_ms);
        let (stream, first_bytes) = match tokio::time::timeout(within, self.handshake(stream)).await {
            Ok(Ok(opened)) => opened,
            // A client that closes during its first bytes, or sends no HTTP, needs no log line.
            Ok(Err(None)) => return,
            Ok(Err(Some(problem))) => return lines::TLS_HANDSHAKE_FAILED.log(format_args!("{peer}: {problem}")),
            Err(_) => return app.metrics.count_closed_connection(CloseReason::Idle),
        };
        let stream = connection::LimitedStream::new(stream, first_bytes, Arc::clone(app));
        let standing = Arc::new(ConnectionState::new(&self.places, stream.subjects(), stream.stream_max()));
        let Some(place) = self.take_place(number, &standing).await else { return };
        let served = connection::serve(stream, standing, Arc::clone(&self.edge), self.stop.clone());
        tokio::spawn(async move {
            served.await;
            drop(place);
        });
    }

    /// Takes a free place, or that of the oldest stranger. A connection that waits for a place is itself a stranger, and a newer one may replace it.
    async fn take_place(&self, number: u64, standing: &Arc<ConnectionState>) -> Option<OwnedSemaphorePermit> {
        let free = &self.places.free;
        if let Ok(place) = Arc::clone(free).try_acquire_owned() {
            self.places.add_stranger(number, standing);
            return Some(place);
        }
        if !self.places.replace_stranger(number, standing) {
            self.report_full();
            return None;
        }
        self.edge.app.metrics.count_closed_connection(CloseReason::Stranger);
        lines::STRANGERS.log(format_args!("gRPC: {} connections are open", self.places.most));
        let place = tokio::time::timeout(CLOSE_TIME_MAX, Arc::clone(free).acquire_owned());
        tokio::select! {
            place = place => place.ok().and_then(Result::ok).or_else(|| { self.report_full(); None }),
            () = standing.ended.cancelled() => None,
        }
    }

    async fn handshake(&self, stream: TcpStream) -> Result<(Transport, Bytes), Option<io::Error>> {
        let mut stream = match &self.tls {
            None => Transport::Left(stream),
            Some(tls) => {
                // A silent connection waits here and holds no permit.
                stream.readable().await.map_err(Some)?;
                let opened = run_with_permits(&self.handshakes, tls.acceptor().accept(stream)).await;
                Transport::Right(Box::new(opened.map_err(Some)?))
            }
        };
        let mut first_bytes = Vec::with_capacity(FIRST_READ_BYTES);
        while !has_preface_or_head(&first_bytes) {
            let read = stream.read_buf(&mut first_bytes).await.map_err(|_| None)?;
            // A preface and usual methods begin with a capital letter.
            if read == 0 || first_bytes.len() > HEADER_BYTES_MAX || !first_bytes[0].is_ascii_uppercase() {
                return Err(None);
            }
        }
        Ok((stream, Bytes::from(first_bytes)))
    }
}

/// Runs `work`, and takes one of the `turns` for each of its steps. It holds no turn while it waits for its peer.
async fn run_with_permits<F: Future>(turns: &Semaphore, work: F) -> F::Output {
    let mut work = pin!(work);
    loop {
        let turn = turns.acquire().await.expect("the turns are never closed");
        if let Poll::Ready(done) = poll!(work.as_mut()) {
            return done;
        }
        drop(turn);
        pending!();
    }
}

/// Returns the address that stands for a client: one household or machine may have a whole IPv6 network of 64 bits.
fn client_network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

fn has_preface_or_head(first_bytes: &[u8]) -> bool {
    if first_bytes.len() < PREFACE.len() && PREFACE.starts_with(first_bytes) {
        return false;
    }
    first_bytes.starts_with(PREFACE) || first_bytes.windows(4).any(|four| four == b"\r\n\r\n")
}

/// Makes room among the half-open connections, the oldest first, for one of this address. If the address is at the cap, its oldest one ends;
/// otherwise, at the common cap, the oldest of all. Returns false if there was room. An honest client is half open only for a moment.
fn make_room(half_open: &mut VecDeque<(IpAddr, AbortHandle)>, address: IpAddr) -> bool {
    half_open.retain(|(_, task)| !task.is_finished());
    let own = || half_open.iter().enumerate().filter(|(_, (one, _))| *one == address);
    let leaves = match own().count() {
        HALF_OPEN_OF_ADDRESS_MAX.. => own().next().map(|(place, _)| place),
        _ => (half_open.len() >= HALF_OPEN_MAX).then_some(0),
    };
    leaves.and_then(|place| half_open.remove(place)).map(|(_, task)| task.abort()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_half_open_one_makes_room_first_among_those_of_a_crowded_address() {
        let mut half_open = VecDeque::new();
        let from = |number: usize| IpAddr::from([10, 0, 0, number as u8]);
        let mut come = |address: IpAddr| {
            let made_room = make_room(&mut half_open, address);
            half_open.push_back((address, tokio::spawn(std::future::pending::<()>()).abort_handle()));
            (made_room, half_open.iter().map(|&(address, _)| address).collect::<Vec<_>>())
        };
        let other = from(200);
        assert!(!come(other).0);
        assert!((0..HALF_OPEN_OF_ADDRESS_MAX).all(|_| !come(from(0)).0));
        let (made_room, left) = come(from(0));
        assert!(made_room && left[0] == other && left.len() == HALF_OPEN_OF_ADDRESS_MAX + 1);
        assert!((left.len()..HALF_OPEN_MAX).all(|number| !come(from(1 + number % 10)).0));
        let (made_room, left) = come(from(100));
        assert!(made_room && left[0] != other && left.len() == HALF_OPEN_MAX);
    }

    #[tokio::test]
    async fn work_that_waits_holds_no_permit() {
        let turns = Semaphore::new(1);
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let silent = run_with_permits(&turns, receiver);
        let other = async {
            run_with_permits(&turns, async {}).await;
            sender.send(7).unwrap();
        };
        let (received, ()) = tokio::join!(silent, other);
        assert_eq!((received, turns.available_permits()), (Ok(7), 1));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let read = |text: &str| client_network(text.parse().unwrap());
        assert_eq!(read("2001:db8:1:2:3:4:5:6"), read("2001:db8:1:2:ffff::"));
        assert_ne!(read("2001:db8:1:2::"), read("2001:db8:1:3::"));
        assert_ne!(read("10.0.0.1"), read("10.0.0.2"));
    }
}
