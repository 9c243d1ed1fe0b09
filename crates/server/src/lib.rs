//! The service: companion bots over gRPC, on a live table's clock. The only crate that knows an async runtime.
//!
//! A request becomes rules and engine types in [`convert`], is decided on the pool of [`thinker`] within a [`budget`], and
//! becomes an answer again in [`convert`]. [`app`] puts everything together; read on there.

pub mod config;
pub mod app;
pub mod grpc;
pub mod convert;
pub mod roster;
pub mod companions;
pub mod budget;
pub mod thinker;
pub mod layers;
pub mod metrics;
pub mod log;
pub mod replay;
pub mod room;
pub mod http_bridge;
pub mod error;
