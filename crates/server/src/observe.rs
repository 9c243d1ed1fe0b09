//! The operator's view of the service: metrics, replay lines and log lines.

pub mod log;
pub mod lines;
mod process;
pub mod metrics;
pub mod replay;
