#![no_main]

#[path = "../bodies/stored_rooms.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
