//! The binary `thirdseat-bridge`.

use std::net::SocketAddr;

use anyhow::Context;
use clap::Parser;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Answers the HTTP requests of servers that talk to DouZero, by asking Thirdseat.
#[derive(Parser)]
#[command(name = "thirdseat-bridge", version)]
struct Args {
    /// The address to listen on; port 0: a free one
    #[arg(long, default_value = "127.0.0.1:8090", env = "THIRDSEAT_BRIDGE_LISTEN")]
    listen: SocketAddr,
    #[command(flatten)]
    options: bridge::Options,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Args { listen, options } = Args::parse();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let router = bridge::router(&options)?;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("--listen {listen}"))?;
    println!("bridge http://{} to {}", listener.local_addr()?, options.service);
    let stop = CancellationToken::new();
    let served = tokio::spawn(bridge::serve(listener, router, stop.clone()));
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    stop.cancel();
    Ok(served.await?)
}
