//! The process that serves: it listens on its ports, limits its callers and drains at the end.

pub mod serve;
mod edge;
mod accept;
mod connection;
pub mod tls;
mod descriptors;
mod reload;
mod admin;
mod reflection;
