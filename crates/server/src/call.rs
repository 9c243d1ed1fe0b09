//! A call: its RPC, when it arrived, how long its caller waits, what its token allows, and how long it may think.

pub mod rpc;
pub mod strangers;
pub mod context;
pub mod budget;
pub mod caller;
pub mod bodies;
pub mod auth;
