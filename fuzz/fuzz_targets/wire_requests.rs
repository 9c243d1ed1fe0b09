#![no_main]

#[path = "../bodies/wire_requests.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
