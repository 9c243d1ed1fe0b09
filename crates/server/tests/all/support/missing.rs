//! Messages about tools that are not installed: their tests pass, and the output of `cargo test` says so. CI must have
//! them.

use std::io::Write;
use std::sync::Mutex;

/// Writes once to standard error, around the test runner's capture, that something is missing.
pub(crate) fn not_tested(missing: &str) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    let mut said = SAID.lock().unwrap();
    if !said.iter().any(|one| one == missing) {
        std::io::stderr().write_all(format!("NOT TESTED: {missing}\n").as_bytes()).expect("standard error is there");
        said.push(missing.to_owned());
    }
}
