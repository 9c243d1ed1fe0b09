//! `thirdseat health`: asks a running server, as a container's health check does.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use server::config::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::serve::reachable;

/// The time that the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(config: &Config) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let serves =
        runtime.block_on(async { tokio::time::timeout(PATIENCE, serves(config)).await.context("no answer in time")? });
    match serves {
        Ok(true) => {
            println!("serving");
            Ok(ExitCode::SUCCESS)
        }
        Ok(false) => {
            println!("not serving");
            Ok(ExitCode::FAILURE)
        }
        Err(error) => {
            println!("not reachable: {error:#}");
            Ok(ExitCode::FAILURE)
        }
    }
}

async fn serves(config: &Config) -> anyhow::Result<bool> {
    if !config.grpc.tls.certificate.is_empty() {
        // The port may ask for a client certificate, which we do not have. The admin port says the same.
        return is_ready(config).await;
    }
    let address = format!("http://{}", reachable(config.grpc.listen));
    let mut client = HealthClient::new(tonic::transport::Endpoint::from_shared(address)?.connect().await?);
    let answer = client.check(HealthCheckRequest { service: wire::SERVICE_NAME.to_owned() }).await?;
    Ok(answer.into_inner().status() == ServingStatus::Serving)
}

async fn is_ready(config: &Config) -> anyhow::Result<bool> {
    let stream = TcpStream::connect(reachable(config.admin.listen)).await;
    let mut stream = stream.with_context(|| format!("admin.listen, {}", config.admin.listen))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}
