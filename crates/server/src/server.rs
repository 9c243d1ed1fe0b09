//! The process that serves: it composes the service, listens on its ports, limits its callers and drains at the end.

pub mod compose;
pub mod serve;
mod edge;
mod accept;
mod connection;
pub mod tls;
mod descriptors;
mod reload;
mod admin;
mod reflection;
