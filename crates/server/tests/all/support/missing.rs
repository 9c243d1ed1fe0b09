//! A tool that is not installed: its tests pass without it, and a reader of `cargo test` sees that. CI has to have it.

use std::io::Write;
use std::sync::Mutex;

/// Says on standard error, past the capture of the test runner and once in each program of tests, that something is missing.
pub(crate) fn not_tested(missing: &str) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    let mut said = SAID.lock().unwrap();
    if !said.iter().any(|one| one == missing) {
        std::io::stderr().write_all(format!("NOT TESTED: {missing}\n").as_bytes()).expect("standard error is there");
        said.push(missing.to_owned());
    }
}
