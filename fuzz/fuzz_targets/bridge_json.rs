#![no_main]

#[path = "../bodies/bridge_json.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
