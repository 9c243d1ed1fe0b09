//! Processes and certificates for several groups of tests, the size of their runs, and messages about tools that are not installed.

pub(crate) mod program;
pub(crate) mod papers;
pub(crate) mod redis;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use program::{Program, command};
use redis::RedisServer;

/// True if the tests run in full size, as for a release.
pub(crate) fn full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty())
}

/// Writes once to standard error, around the test runner's capture, that something is missing. Its tests pass, but in CI they fail.
pub(crate) fn not_tested(missing: &str) {
    static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    let mut reported = REPORTED.lock().unwrap();
    if !reported.iter().any(|one| one == missing) {
        std::io::stderr().write_all(format!("NOT TESTED: {missing}\n").as_bytes()).expect("standard error is there");
        reported.push(missing.to_owned());
    }
}

pub(crate) async fn eventually(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < Duration::from_secs(60), "{what} never came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The running program. Its log goes to a file.
pub(crate) struct Logged {
    pub(crate) program: Program,
    log: PathBuf,
}

impl Logged {
    pub(crate) fn start(name: &str, variables: &[(&str, &str)]) -> Logged {
        let log = std::env::temp_dir().join(format!("thirdseat-log-{name}-{}", std::process::id()));
        let mut command = command(&["serve"]);
        command.envs(variables.iter().map(|(key, value)| (format!("THIRDSEAT__{key}"), *value)));
        Logged { program: Program::run(command.stderr(File::create(&log).unwrap())), log }
    }

    /// Starts a program whose rooms lie in this Redis.
    pub(crate) fn over(name: &str, redis: &RedisServer) -> Logged {
        Logged::start(name, &[("ROOMS__STORE", "redis"), ("ROOMS__REDIS__URL", &redis.url())])
    }

    fn read(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Waits until the log has a line of that name.
    pub(crate) async fn says(&self, name: &str) {
        eventually(name, async || self.read().contains(&format!("\"message\":\"{name}\""))).await;
    }

    /// Ends the program. Returns its log.
    pub(crate) fn log(mut self) -> String {
        self.program.stop();
        self.read()
    }

    /// Ends the program. Returns its lines, all of which are JSON.
    pub(crate) fn ended(self) -> Vec<Value> {
        let text = self.log();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.log);
    }
}
