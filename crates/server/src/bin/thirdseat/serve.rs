//! `thirdseat serve`.

use std::io::Write;
use std::net::SocketAddr;
use std::time::Instant;

use server::config::Config;
use server::server::compose;
use server::server::serve::{Running, start};
use tokio::signal::unix::{SignalKind, signal};

/// A follow that anybody can make, as the README shows it.
const FIRST_CALL: &str = r#"{"view": {"ruleset": "classic", "seat": "SEAT_UP", "hand": {"text": "3344JJ"}, "cardsLeft": {"landlord": 5, "down": 4, "up": 6}, "standing": {"seat": "SEAT_LANDLORD", "combo": {"cards": {"text": "99"}}}}, "options": {"persona": "rules"}}"#;

pub(crate) fn run(config: Config) -> anyhow::Result<()> {
    let started = Instant::now();
    server::observe::log::start(&config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("grpc").build()?;
    let drained = runtime.block_on(async move {
        let app = compose::app(config)?;
        let running = start(app).await?;
        if let Err(error) = greet(&running, started) {
            // The reader of standard output may be gone.
            tracing::warn!(%error, grpc = %running.grpc, admin = %running.admin, "standard output has no reader");
        }
        warn(&running);
        asked_to_stop().await?;
        tracing::info!("asked to stop");
        anyhow::Ok(running.drain().await)
    })?;
    tracing::info!(?drained, "stopped");
    // Connections that were not closed in time are not waited for.
    runtime.shutdown_background();
    Ok(())
}

/// Where everything is, and a call to try it with.
fn greet(running: &Running, started: Instant) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let (grpc, admin) = (reachable(running.grpc), reachable(running.admin));
    let scheme = if running.app.config.grpc.tls.certificate.is_empty() { "http" } else { "https" };
    writeln!(out, "thirdseat {} ready in {} ms", env!("CARGO_PKG_VERSION"), started.elapsed().as_millis())?;
    writeln!(out, "  gRPC   {}", running.grpc)?;
    writeln!(out, "  admin  http://{admin}/metrics /livez /readyz")?;
    if let Some(bridge) = running.bridge {
        writeln!(out, "  bridge http://{}/decide_play", reachable(bridge))?;
    }
    if running.app.config.web.json {
        writeln!(out, "Try it:")?;
        writeln!(out, "  curl -H 'content-type: application/json' -d '{FIRST_CALL}' \\")?;
        writeln!(out, "    {scheme}://{grpc}/thirdseat.v1.CompanionService/Follow")?;
    }
    out.flush()
}

/// A server that listens on all addresses is reached on this machine by loopback.
pub(crate) fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let ip = if address.is_ipv4() { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
        address.set_ip(ip);
    }
    address
}

/// What is open to others than this machine should be closed to strangers.
fn warn(running: &Running) {
    let grpc = &running.app.config.grpc;
    if running.grpc.ip().is_loopback() {
        return;
    }
    if grpc.tls.certificate.is_empty() {
        tracing::warn!(address = %running.grpc, "listening beyond loopback without TLS; see grpc.tls");
    }
    if grpc.tokens.file.is_empty() && grpc.tls.client_ca.is_empty() {
        tracing::warn!(address = %running.grpc, "listening beyond loopback without tokens or client certificates; see grpc.tokens");
    }
}

async fn asked_to_stop() -> std::io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
