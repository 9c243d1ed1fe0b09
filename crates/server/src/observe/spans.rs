//! Spans of calls, for a collector that speaks OTLP over gRPC. Off without an endpoint: then nothing here runs.

use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing::Span;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::{Layer, Registry};

use crate::call::trace;
use crate::config::Trace;

/// The time that a collector may take for a batch of spans. What it does not take is lost; calls never wait for it.
const EXPORT_MAX: Duration = Duration::from_secs(5);

/// Returns the part that hands the spans of calls to the exporter, and the part that is to be shut down in the end.
pub(super) fn export(config: &Trace) -> (Box<dyn Layer<Registry> + Send + Sync>, SdkTracerProvider) {
    let exporter =
        SpanExporter::builder().with_tonic().with_endpoint(&config.endpoint).with_timeout(EXPORT_MAX).build();
    let exporter = exporter.expect("the configuration was checked");
    // A caller that sends a trace decides whether its calls are recorded; of the others a share is.
    let share = Sampler::TraceIdRatioBased(f64::from(config.sample_percent) / 100.0);
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_sampler(Sampler::ParentBased(Box::new(share)))
        .with_resource(
            Resource::builder()
                .with_service_name("thirdseat")
                .with_attribute(opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
                .build(),
        )
        .build();
    trace::start_export();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("thirdseat"))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_target(false);
    let ours = filter_fn(|metadata| metadata.is_span() && metadata.target().starts_with("server::"));
    (layer.with_filter(ours).boxed(), provider)
}

/// The span of a part of the call that is under way; none where spans are not exported, or no call is under way.
macro_rules! part {
    ($name:literal $(, $key:ident = $value:expr)*) => {
        if $crate::call::trace::exports() && !tracing::Span::current().is_none() {
            tracing::debug_span!($name $(, $key = $value)*)
        } else {
            tracing::Span::none()
        }
    };
}
pub(crate) use part;

/// Notes how long something took, in microseconds.
pub fn note(span: &Span, key: &'static str, took: Duration) {
    span.record(key, took.as_micros() as u64);
}
