//! Tests of the service in one program, which links the engine and its nets once. `attacks` is another program, because its floods take
//! all processors.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod support;
mod contract;
mod rooms;
mod replay_lines;
mod log_lines;
mod binary;
mod cluster;
mod fuzz_smoke;
mod generated_pages;
mod documents;
