//! What an operator sees of the service: metrics, replay lines and log lines.

pub mod log;
pub mod metrics;
pub mod replay;
