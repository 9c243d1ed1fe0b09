//! The service: companion bots over gRPC.
//!
//! The modules are in the order of their dependencies: each one uses only those above it
//! (`crates/rules/tests/all/tidy.rs`). A call arrives in [`server`]; the functions of [`service`] answer calls. Long thinking is done
//! by the threads of [`pool`], within the budget that [`state`] computes. [`convert`] translates between the wire and the rules.

pub mod config;
pub mod call;
pub mod roster;
pub mod policy;
pub mod pool;
pub mod observe;
pub mod room;
pub mod state;
pub mod convert;
pub mod service;
pub mod server;
