//! The contract: a real server, real connections, its calls and its refusals.

pub(crate) mod harness;
mod http_calls;
mod rpcs;
mod decide;
mod refusals;
mod repair;
pub(crate) mod rooms;
mod endgames;
mod before_the_auction;
mod wild;
mod review_hand;
mod details;
pub(crate) mod time;
pub(crate) mod callers;
mod web;
mod edge;
mod hostile;
mod deploy;
