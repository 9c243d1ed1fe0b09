//! A server's life: not ready, ready, asked to stop, drained.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http::{Request, Response};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::transport::Server;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tower::Service;
use tower::layer::layer_fn;
use wire::v1::companion_service_server::CompanionServiceServer;

use super::admin::{self, Admin};
use super::compose::StartError;
use super::reload::Reloader;
use super::tls::Tls;
use super::web::Web;
use super::{accept, descriptors, http_port};
use crate::call::rpc::{Calls, Rpc};
use crate::config::Grpc;
use crate::observe::lines;
use crate::server::call_layer::CallService;
use crate::service::Companions;
use crate::state::App;

/// A server that listens.
pub struct Running {
    /// The state that calls share.
    pub app: Arc<App>,
    /// Where the service is.
    pub grpc: SocketAddr,
    /// Where the admin port is.
    pub admin: SocketAddr,
    reloader: Arc<Reloader>,
    is_ready: Arc<AtomicBool>,
    stop: CancellationToken,
    health: HealthReporter,
    served: JoinHandle<Result<(), tonic::transport::Error>>,
    others: CancellationToken,
}

/// End of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drained {
    /// Every call was answered.
    Clean,
    /// Some connection was still open when the grace period ended.
    CutOff,
}

/// The empty name asks for the server as a whole.
const WHOLE: &str = "";

/// Starts to listen and becomes ready.
pub fn start(app: Arc<App>) -> Pin<Box<dyn Future<Output = Result<Running, StartError>> + Send>> {
    let companions = CompanionServiceServer::new(Companions::new(Arc::clone(&app)))
        .max_decoding_message_size(app.config.grpc.message_bytes_max);
    // Boxed, so that the library compiles it once, and not each program that starts a server.
    Box::pin(start_with(app, Rpc::call, companions))
}

/// The same, where `service` answers `calls`: a test of the transport brings its own.
pub async fn start_with<C>(app: Arc<App>, calls: Calls, service: C) -> Result<Running, StartError>
where
    C: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + Sync + 'static,
    C::Future: Send + 'static,
{
    let config = app.config.clone();
    let connections_max = descriptors::connections_max(config.grpc.connections_max)?;
    let tls = Tls::load(&config.grpc.tls)?.map(Arc::new);
    let reloader = Arc::new(Reloader::new(Arc::clone(&app), tls.clone()));
    let grpc_listener = listen("grpc.listen", config.grpc.listen)?;
    let admin_listener = listen("admin.listen", config.admin.listen)?;
    let address = |listener: &TcpListener| listener.local_addr().expect("a bound socket has an address");
    let (grpc, admin_address) = (address(&grpc_listener), address(&admin_listener));
    let (is_ready, stop, others) =
        (Arc::new(AtomicBool::new(false)), CancellationToken::new(), CancellationToken::new());

    let admin = Admin { app: Arc::clone(&app), is_ready: Arc::clone(&is_ready) };
    tokio::spawn(http_port::serve(admin_listener, admin::router(admin), Arc::clone(&app), others.clone()));
    let shared = Arc::clone(&app);
    tokio::spawn(every(TIDY_EVERY, others.clone(), move || tidy(Arc::clone(&shared))));
    let shared = Arc::clone(&app);
    tokio::spawn(every(METRICS_UPKEEP_EVERY, others.clone(), move || keep_metrics(Arc::clone(&shared))));
    tokio::spawn(Arc::clone(&reloader).watch(others.clone()));

    // No call may be sent here before it serves: the reporter's own default would say SERVING.
    let health = HealthReporter::new();
    health.set_service_status(WHOLE, ServingStatus::NotServing).await;
    health.set_service_status(wire::SERVICE_NAME, ServingStatus::NotServing).await;
    let incoming = accept::accept(grpc_listener, tls.clone(), connections_max, Arc::clone(&app));
    let ended = stop.clone().cancelled_owned();
    let reflects = config.grpc.reflection;
    let shared = Arc::clone(&app);
    let web = move |inner| Web::new(inner, &shared, calls);
    let shared = Arc::clone(&app);
    let companions = move |others| CallService::new(&shared, calls, service.clone(), others);
    let router = server(&config.grpc)
        .accept_http1(config.web.json || config.web.grpc_web)
        .layer(layer_fn(web))
        .layer(layer_fn(companions))
        .add_service(
            tonic_health::pb::health_server::HealthServer::new(
                tonic_health::server::HealthService::from_health_reporter(health.clone()),
            )
            .max_decoding_message_size(OPEN_BYTES_MAX),
        )
        .add_optional_service(reflects.then(|| {
            let v1 = reflection().build_v1().expect("our own descriptors are valid");
            v1.max_decoding_message_size(OPEN_BYTES_MAX)
        }))
        .add_optional_service(reflects.then(|| {
            let v1alpha = reflection().build_v1alpha().expect("our own descriptors are valid");
            v1alpha.max_decoding_message_size(OPEN_BYTES_MAX)
        }));
    let served = tokio::spawn(router.serve_with_incoming_shutdown(incoming, ended));

    health.set_service_status(WHOLE, ServingStatus::Serving).await;
    health.set_service_status(wire::SERVICE_NAME, ServingStatus::Serving).await;
    is_ready.store(true, Ordering::Relaxed);
    Ok(Running { app, grpc, admin: admin_address, reloader, is_ready, stop, health, served, others })
}

fn listen(key: &'static str, address: SocketAddr) -> Result<TcpListener, StartError> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A restarted server takes its port at once.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    bind().map_err(|error| StartError::Listen { key, address, error })
}

/// The largest question about health or reflection: those need no token, and hold a name.
const OPEN_BYTES_MAX: usize = 1024;

/// Connections that the kernel keeps until they are accepted: past it a client waits a second for its next try.
const BACKLOG: u32 = 4096;

fn reflection<'a>() -> tonic_reflection::server::Builder<'a> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(wire::DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        // Each version lists both: a client that knows one of them sees what the server has.
        .register_encoded_file_descriptor_set(tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET)
        .include_reflection_service(false)
}

/// The transport, with everything that hostile or forgetful clients make necessary.
fn server(config: &Grpc) -> Server {
    let mut server = Server::builder()
        .max_concurrent_streams(config.streams_per_connection)
        .http2_max_header_list_size(config.header_bytes_max)
        // A busy table cancels a lot, and all at once when a client goes away.
        .http2_max_pending_accept_reset_streams(Some(1024))
        .http2_keepalive_interval(Some(Duration::from_secs(config.keepalive_s)))
        .http2_keepalive_timeout(Some(Duration::from_secs(10)));
    if config.connection_age_s > 0 {
        // No grace after it: with one set, tonic never sends GOAWAY and cuts the socket instead.
        server = server.max_connection_age(jittered(Duration::from_secs(config.connection_age_s)));
    }
    server
}

/// Give or take a tenth, so that replicas that started together do not part with their connections together.
fn jittered(age: Duration) -> Duration {
    let noise = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
    let seed = rules::Seed(u64::from(noise) << 32 | u64::from(std::process::id()));
    age.mul_f64(0.9 + f64::from(seed.rng().below(2000)) / 10_000.0)
}

/// Interval at which rooms whose time is over are dropped, and all are counted.
const TIDY_EVERY: Duration = Duration::from_secs(5);

async fn tidy(app: Arc<App>) {
    app.rooms.tidy().await;
}

/// Interval at which the samples of histograms are sorted into their buckets: at 10,000 calls a second some 40,000 samples wait.
const METRICS_UPKEEP_EVERY: Duration = Duration::from_secs(1);

async fn keep_metrics(app: Arc<App>) {
    // Under load it takes milliseconds, for which calls would wait on a thread of the runtime.
    let _ = tokio::task::spawn_blocking(move || app.metrics.upkeep()).await;
}

/// Does something at once and then at every interval, until `stop`.
pub(super) async fn every<W: Future<Output = ()>>(interval: Duration, stop: CancellationToken, work: impl Fn() -> W) {
    let mut ticks = tokio::time::interval(interval);
    // A machine that was away for a while has nothing to catch up on.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        work().await;
    }
}

impl Running {
    /// Reads certificates and tokens again, as the server does by itself every few seconds.
    pub fn reload(&self) {
        self.reloader.reload();
    }

    /// Stops: says that it is not ready, leaves balancers time to notice, refuses new connections, finishes what is under
    /// way, and gives up on the rest after the grace period.
    pub async fn drain(self) -> Drained {
        self.is_ready.store(false, Ordering::Relaxed);
        let mut health = self.health;
        for name in [WHOLE, wire::SERVICE_NAME] {
            health.set_service_status(name, ServingStatus::NotServing).await;
        }
        let config = &self.app.config.grpc;
        tokio::time::sleep(Duration::from_millis(config.pre_stop_delay_ms)).await;
        let asked = Instant::now();
        self.stop.cancel();
        self.app.rooms.watchers.stop();
        self.app.stopping.cancel();
        // Those who watch our health would watch for ever.
        for name in [WHOLE, wire::SERVICE_NAME] {
            health.clear_service_status(name).await;
        }
        let ended = tokio::time::timeout(Duration::from_secs(config.drain_s), self.served).await;
        self.others.cancel();
        let how = if ended.is_ok() { "every call was answered" } else { "calls were cut off" };
        lines::DRAINED.say(None, format_args!("{how}, after {} ms", asked.elapsed().as_millis()));
        if ended.is_ok() { Drained::Clean } else { Drained::CutOff }
    }
}
