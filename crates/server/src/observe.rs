//! The operator's view of the service: metrics and the log.

pub mod log;
pub mod lines;
mod process;
pub mod metrics;
