//! A server's life: not ready, ready, asked to stop, drained.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use http::Request;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::service::Routes;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;

use super::accept::accept;
use super::edge::{AnswerFuture, Edge, pages};
use super::reload::Reloader;
use super::tls::Tls;
use super::{admin, descriptors, reflection};
use crate::call::{FindRpc, Rpc};
use crate::config::{Fault, Grpc};
use crate::observe::lines;
use crate::service;
use crate::state::App;

/// A server that listens.
pub struct RunningServer {
    /// The state that calls share.
    pub app: Arc<App>,
    /// The address of the gRPC port.
    pub grpc: SocketAddr,
    /// The address of the admin port.
    pub admin: SocketAddr,
    reloader: Arc<Reloader>,
    is_ready: Arc<AtomicBool>,
    stop: CancellationToken,
    health: HealthReporter,
    served: JoinHandle<()>,
    others: CancellationToken,
}

/// The names in the health protocol: that of the server as a whole, and that of the service.
const HEALTH_NAMES: [&str; 2] = ["", wire::SERVICE_NAME];

async fn set_health(health: &HealthReporter, status: ServingStatus) {
    for name in HEALTH_NAMES {
        health.set_service_status(name, status).await;
    }
}

/// Starts to listen and becomes ready.
pub fn start(app: Arc<App>) -> Pin<Box<dyn Future<Output = Result<RunningServer, Fault>> + Send>> {
    // Boxed, so that it is compiled once in the library, and not in each program that starts a server.
    let service = service::answering(Arc::clone(&app));
    Box::pin(start_with(app, Rpc::of_path, service))
}

/// Starts a server with these calls, which `service` answers: a test of the transport brings its own.
pub async fn start_with(
    app: Arc<App>,
    calls: FindRpc,
    service: impl Fn(Request<Body>) -> AnswerFuture + Send + Sync + 'static,
) -> Result<RunningServer, Fault> {
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

    tokio::spawn(admin::serve(admin_listener, Arc::clone(&app), Arc::clone(&is_ready), others.clone()));
    tokio::spawn(run_every(TIDY_EVERY, others.clone(), Arc::clone(&app), |app| async move { app.rooms.tidy().await }));
    // Under load it takes time, for which calls would wait on a thread of the runtime. A disk may be slow too.
    let upkeep = |app: Arc<App>| spawn_blocking(move || app.metrics.upkeep());
    tokio::spawn(run_every(METRICS_UPKEEP_EVERY, others.clone(), Arc::clone(&app), upkeep));
    let reload = |reloader: Arc<Reloader>| spawn_blocking(move || reloader.reload());
    let reload_every = Duration::from_millis(config.fixed.reload_ms);
    tokio::spawn(run_every(reload_every, others.clone(), Arc::clone(&reloader), reload));

    // NOT_SERVING until the port accepts: the reporter's own default is SERVING.
    let health = HealthReporter::new();
    set_health(&health, ServingStatus::NotServing).await;
    let edge = Arc::new(Edge {
        app: Arc::clone(&app),
        calls,
        service: Box::new(service),
        others: other_services(&config.grpc, health.clone()),
        cors: pages::cors_layer(&config.web),
    });
    let served = accept(grpc_listener, edge, tls, connections_max, stop.clone());

    set_health(&health, ServingStatus::Serving).await;
    is_ready.store(true, Ordering::Relaxed);
    Ok(RunningServer { app, grpc, admin: admin_address, reloader, is_ready, stop, health, served, others })
}

fn listen(key: &str, address: SocketAddr) -> Result<TcpListener, Fault> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A restarted server takes its port at once.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    // A second server finds both ports taken, so both flags are named.
    let flags = "serve --listen ADDRESS --admin-listen ADDRESS takes others";
    bind().map_err(|error| Fault(format!("{key} {address}: {error}; {flags}")))
}

fn other_services(config: &Grpc, health: HealthReporter) -> Routes {
    use tonic_health::pb::health_server::HealthServer;

    let health = HealthServer::new(tonic_health::server::HealthService::from_health_reporter(health));
    let services = Routes::new(health.max_decoding_message_size(TOKENLESS_BYTES_MAX));
    if !config.reflection {
        return services;
    }
    // Both versions of reflection are listed in each, so that a client of one sees both.
    let described = [
        wire::DESCRIPTORS,
        tonic_health::pb::FILE_DESCRIPTOR_SET,
        tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
        tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
        // The details of refusals.
        tonic_types::pb::FILE_DESCRIPTOR_SET,
    ];
    services.add_service(reflection::service(&described).max_decoding_message_size(TOKENLESS_BYTES_MAX))
}

/// The largest request to health or reflection: such requests need no token, and are short.
const TOKENLESS_BYTES_MAX: usize = 1024;

/// The most connections that the kernel keeps until they are accepted: beyond it a client has to try again.
const BACKLOG: u32 = 4096;

const TIDY_EVERY: Duration = Duration::from_secs(5);
const METRICS_UPKEEP_EVERY: Duration = Duration::from_secs(1);

/// Runs `work` at once and then at every interval, until `stop`.
async fn run_every<T, W: Future>(
    period: Duration,
    stop: CancellationToken,
    shared: Arc<T>,
    work: impl Fn(Arc<T>) -> W,
) {
    let mut ticks = tokio::time::interval(period);
    // Missed ticks are not made up.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        work(Arc::clone(&shared)).await;
    }
}

impl RunningServer {
    /// Reads certificates, tokens and personas again, as the server itself does from time to time.
    pub fn reload(&self) {
        self.reloader.reload();
    }

    /// Stops: reports not ready, gives balancers time to notice, refuses new connections, and finishes calls under way. It waits for those at most
    /// for the grace period; the end of the process cuts off the others. Returns true if every connection ended within it.
    pub async fn drain(self) -> bool {
        self.is_ready.store(false, Ordering::Relaxed);
        let mut health = self.health;
        set_health(&health, ServingStatus::NotServing).await;
        let config = &self.app.config.grpc;
        tokio::time::sleep(Duration::from_millis(config.pre_stop_delay_ms)).await;
        let asked = Instant::now();
        self.stop.cancel();
        self.app.rooms.watchers.stop();
        // Watchers of our health would wait forever.
        for name in HEALTH_NAMES {
            health.clear_service_status(name).await;
        }
        let is_clean = tokio::time::timeout(Duration::from_secs(config.drain_s), self.served).await.is_ok();
        self.others.cancel();
        let how = if is_clean { "every call was answered" } else { "calls were cut off" };
        lines::DRAINED.log(format_args!("{how}, after {} ms", asked.elapsed().as_millis()));
        is_clean
    }
}
