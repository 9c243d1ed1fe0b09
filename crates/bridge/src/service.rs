//! The client of the service, with the token of the request or the bridge's own.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue};
use tokio::time::Instant;
use tonic::metadata::MetadataMap;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status};
use tonic_health::ServingStatus;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::{DecideRequest, Decision};

use crate::Options;

/// The header with the caller's name for a request.
pub(crate) const REQUEST_ID: &str = "x-request-id";
/// The headers that go on to the service.
const FORWARDED_HEADERS: [&str; 4] = ["authorization", "traceparent", "tracestate", REQUEST_ID];
/// The longest time for connecting to the service, for its answer about its health, and for the answer to a keep-alive ping.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(2);

/// The context of a request: the headers for the service, and the deadline.
#[derive(Clone)]
pub(crate) struct CallContext {
    headers: HeaderMap,
    until: Instant,
}

impl CallContext {
    pub(crate) fn of(headers: &HeaderMap, until: Instant) -> CallContext {
        let passed = headers.iter().filter(|(name, _)| FORWARDED_HEADERS.contains(&name.as_str()));
        CallContext { headers: passed.map(|(name, value)| (name.clone(), value.clone())).collect(), until }
    }
}

/// The service, as a bridge with these options asks it.
#[derive(Clone)]
pub(crate) struct Service {
    client: CompanionServiceClient<Channel>,
    health: HealthClient<Channel>,
    pub(crate) options: Arc<Options>,
}

impl Service {
    pub(crate) fn new(options: &Options) -> anyhow::Result<Service> {
        let mut endpoint = Endpoint::from_shared(options.service.clone())
            .with_context(|| format!("--service {}", options.service))?
            .connect_timeout(CONNECT_TIME_MAX)
            .http2_keep_alive_interval(Duration::from_secs(20))
            .keep_alive_timeout(CONNECT_TIME_MAX);
        if let Some(path) = &options.ca_file {
            let pem = std::fs::read(path).with_context(|| format!("--ca-file {}", path.display()))?;
            endpoint = endpoint.tls_config(ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)))?;
        }
        let channel = endpoint.connect_lazy();
        // A bad file is found now, not by the first caller.
        options.token_file.as_deref().map(bearer).transpose()?;
        Ok(Service {
            client: CompanionServiceClient::new(channel.clone()),
            health: HealthClient::new(channel),
            options: Arc::new(options.clone()),
        })
    }

    /// Asks for a decision, by the bridge's persona if the request names none.
    pub(crate) async fn decide(&self, asker: CallContext, mut question: DecideRequest) -> Result<Decision, Status> {
        let persona = &mut question.options.get_or_insert_default().persona;
        if persona.is_empty() {
            persona.clone_from(&self.options.persona);
        }
        let CallContext { mut headers, until } = asker;
        // Read each time, because tokens may change while the bridge runs.
        if let Some(path) = self.options.token_file.clone().filter(|_| !headers.contains_key(AUTHORIZATION)) {
            let own = tokio::task::spawn_blocking(move || bearer(&path)).await.expect("reading a token never panics");
            headers.insert(AUTHORIZATION, own.map_err(|error| Status::internal(format!("{error:#}")))?);
        }
        let mut request = Request::from_parts(MetadataMap::from_headers(headers), Default::default(), question);
        request.set_timeout(until.saturating_duration_since(Instant::now()));
        Ok(self.client.clone().decide(request).await?.into_inner())
    }

    pub(crate) async fn is_ready(&self) -> bool {
        let mut request = Request::new(HealthCheckRequest { service: wire::SERVICE_NAME.to_owned() });
        request.set_timeout(CONNECT_TIME_MAX);
        let answer = self.health.clone().check(request).await;
        answer.is_ok_and(|answer| answer.into_inner().status == ServingStatus::Serving as i32)
    }
}

fn bearer(path: &Path) -> anyhow::Result<HeaderValue> {
    let context = || format!("--token-file {}", path.display());
    let token = std::fs::read_to_string(path).with_context(context)?;
    let mut header = HeaderValue::try_from(format!("Bearer {}", token.trim())).with_context(context)?;
    header.set_sensitive(true);
    Ok(header)
}
