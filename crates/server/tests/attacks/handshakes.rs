//! Floods of TLS handshakes, and sessions that are resumed.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread::JoinHandle;

use socket2::{Domain, Socket, Type};
use tokio_rustls::rustls;
use tonic::transport::{Certificate, ClientTlsConfig};

use super::*;
use crate::papers::{Authority, CertificateAndKey, Folder};

const PLACES: usize = 256;
const TIMEOUT: Duration = Duration::from_secs(60);

/// Returns a server with few places, alone on the processors, and the PEM of the authority that its callers trust.
fn serve(name: &str) -> (Server, String) {
    let (folder, issuer) = (Folder::new(name), Authority::new("authority"));
    let CertificateAndKey { certificate, key } = issuer.sign_for("server", &["localhost"]);
    let mut command = program_command("");
    command.env("THIRDSEAT__GRPC__TLS__CERTIFICATE", folder.write("server.pem", &certificate));
    command.env("THIRDSEAT__GRPC__TLS__KEY", folder.write("server.key", &key));
    command.env("THIRDSEAT__GRPC__CONNECTIONS_MAX", PLACES.to_string());
    (Server::run_alone(&mut command), issuer.pem())
}

/// `address` is the last byte of the caller's loopback address.
fn endpoint(server: &Server, ca: &str, address: u8) -> Endpoint {
    let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca)).domain_name("localhost");
    let endpoint = Endpoint::from_shared(format!("https://{}", server.grpc)).unwrap().tls_config(tls).unwrap();
    endpoint.local_address(Some(loopback(address))).connect_timeout(TIMEOUT).timeout(TIMEOUT)
}

fn loopback(address: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, address).into()
}

async fn first_call(endpoint: &Endpoint) -> Result<(), String> {
    let channel = endpoint.connect().await.map_err(|error| format!("{error:?}"))?;
    call(&mut Client::new(channel)).await
}

async fn call(client: &mut Client) -> Result<(), String> {
    client.play(to_lead()).await.map(drop).map_err(|status| status.to_string())
}

/// Resumption is off, so that each handshake is a full one.
fn client_config(ca: &str) -> Arc<rustls::ClientConfig> {
    use rustls::pki_types::pem::PemObject;

    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut roots = rustls::RootCertStore::empty();
    roots.add(rustls::pki_types::CertificateDer::from_pem_slice(ca.as_bytes()).unwrap()).unwrap();
    let mut config = versions.with_root_certificates(roots).with_no_client_auth();
    config.resumption = rustls::client::Resumption::disabled();
    config.alpn_protocols = vec![b"h2".to_vec()];
    Arc::new(config)
}

fn tls_client(config: &Arc<rustls::ClientConfig>) -> rustls::ClientConnection {
    let name = rustls::pki_types::ServerName::try_from("localhost").unwrap();
    rustls::ClientConnection::new(Arc::clone(config), name).unwrap()
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum HandshakeEnd {
    /// It stops at one of its stages, from silence to a whole hello, which gives the server work.
    Stopped,
    /// It is completed. The connection makes no call.
    Finished,
}

/// Threads that begin handshakes as fast as they can, each from its own address.
struct Flood {
    made: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

/// The most connections that a thread of a flood keeps open.
const HELD_MAX: usize = 1_000;

impl Flood {
    fn start(server: SocketAddr, ca: &str, end: HandshakeEnd, addresses: &[u8]) -> Flood {
        let (made, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (config, mut hello) = (client_config(ca), Vec::new());
        tls_client(&config).write_tls(&mut hello).unwrap();
        let hello = Arc::new(hello);
        let thread = |&address: &u8| {
            let (made, stop, config, hello) =
                (Arc::clone(&made), Arc::clone(&stop), Arc::clone(&config), Arc::clone(&hello));
            std::thread::spawn(move || {
                let (mut held, mut stages) =
                    (VecDeque::new(), [0, 3, hello.len() / 2, hello.len()].into_iter().cycle());
                while !stop.load(Ordering::Relaxed) {
                    let Ok(mut stream) = open_from(server, address) else { continue };
                    let is_made = match end {
                        HandshakeEnd::Stopped => stream.write_all(&hello[..stages.next().unwrap()]).is_ok(),
                        HandshakeEnd::Finished => handshake(&config, &mut stream).is_ok(),
                    };
                    held.push_back(stream);
                    held.drain(..held.len().saturating_sub(HELD_MAX));
                    made.fetch_add(u64::from(is_made), Ordering::Relaxed);
                }
            })
        };
        let threads = addresses.iter().map(thread).collect();
        Flood { made, stop, threads }
    }

    fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    async fn wait_for_more(&self, more: u64) {
        let until = self.made() + more;
        while self.made() < until {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.threads.drain(..).for_each(|thread| thread.join().unwrap());
    }
}

/// Opens a connection from this address of loopback. It closes without lingering: otherwise a flood would run out of
/// ports.
fn open_from(server: SocketAddr, address: u8) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.set_linger(Some(Duration::ZERO))?;
    socket.bind(&SocketAddr::new(loopback(address), 0).into())?;
    socket.connect_timeout(&server.into(), Duration::from_millis(500))?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(TIMEOUT))?;
    Ok(stream)
}

fn handshake(config: &Arc<rustls::ClientConfig>, stream: &mut TcpStream) -> std::io::Result<rustls::ClientConnection> {
    let mut client = tls_client(config);
    while client.is_handshaking() {
        client.complete_io(stream)?;
    }
    client.writer().write_all(PREFACE)?;
    client.complete_io(stream)?;
    Ok(client)
}

/// A returning caller resumes its session by ticket, which saves a signature, even after many other callers.
#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_comes_back_resumes_its_session_after_many_others() {
    use rustls::HandshakeKind::{Full, Resumed};

    let (server, ca) = serve("tickets");
    let mut config = (*client_config(&ca)).clone();
    config.resumption = rustls::client::Resumption::default();
    let (caller, stranger, address) = (Arc::new(config), client_config(&ca), server.grpc);
    let come = move |config: &Arc<rustls::ClientConfig>| {
        let mut stream = open_from(address, 2).unwrap();
        let mut client = handshake(config, &mut stream).unwrap();
        // The tickets come before the first bytes of HTTP/2.
        while client.reader().fill_buf().is_err() {
            client.complete_io(&mut stream).unwrap();
        }
        client.handshake_kind().unwrap()
    };
    let come_back = move || {
        let first = come(&caller);
        // Without a ticketer the library would have dropped the session by then.
        (0..PLACES).for_each(|_| assert_eq!(come(&stranger), Full));
        (first, come(&caller))
    };
    assert_eq!(tokio::task::spawn_blocking(come_back).await.unwrap(), (Full, Resumed));
}

/// A caller with a connection loses no call, even from an address of the flood. A new caller from another address is let in.
async fn check_flood(end: HandshakeEnd, addresses: &[u8]) {
    let (server, ca) = serve(&format!("flood-{end:?}-{}", addresses.len()));
    let [elsewhere, among] = [endpoint(&server, &ca, 2), endpoint(&server, &ca, addresses[0])];
    let mut kept = Client::new(among.connect().await.unwrap());
    call(&mut kept).await.unwrap();
    let flood = Flood::start(server.grpc, &ca, end, addresses);
    let mut most = 0;
    for round in 0..run_size(10, 100) {
        flood.wait_for_more(20).await;
        for _ in 0..5 {
            call(&mut kept).await.unwrap_or_else(|lost| panic!("round {round}, a connection that was there: {lost}"));
        }
        first_call(&elsewhere).await.unwrap_or_else(|lost| panic!("round {round}, new from elsewhere: {lost}"));
        most = most.max(server.megabytes());
    }
    println!("{end:?} from {addresses:?}: {} handshakes, {most} MB", flood.made());
    assert!(most < 128, "{most} MB");
    drop((flood, kept));
    while server.metric("thirdseat_connections") > 0.0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let half_open = server.metric("thirdseat_connections_closed_total{reason=\"half_open\"}");
    assert_eq!(half_open > 100.0, end == HandshakeEnd::Stopped, "{half_open} were half open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_handshakes_keeps_no_caller_out() {
    check_flood(HandshakeEnd::Stopped, &[3, 4, 5, 6]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_finished_handshakes_keeps_no_caller_out() {
    check_flood(HandshakeEnd::Finished, &[3, 4, 5, 6]).await;
}
