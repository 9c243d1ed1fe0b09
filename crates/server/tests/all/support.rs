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
pub(crate) fn is_full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some_and(|value| !value.is_empty())
}

/// Writes once to standard error, around the test runner's capture, that something is missing. Its tests pass, but in CI they fail.
pub(crate) fn report_not_tested(missing: &str) {
    static REPORTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    let mut reported = REPORTED.lock().unwrap();
    if !reported.iter().any(|one| one == missing) {
        std::io::stderr().write_all(format!("NOT TESTED: {missing}\n").as_bytes()).expect("standard error is there");
        reported.push(missing.to_owned());
    }
}

pub(crate) async fn wait_for(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < Duration::from_secs(60), "{what} never came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) struct LoggedProgram {
    pub(crate) program: Program,
    log: PathBuf,
}

impl LoggedProgram {
    pub(crate) fn start(name: &str, variables: &[(&str, &str)]) -> LoggedProgram {
        let log = std::env::temp_dir().join(format!("thirdseat-log-{name}-{}", std::process::id()));
        let mut command = command(&["serve"]);
        command.envs(variables.iter().map(|(key, value)| (format!("THIRDSEAT__{key}"), *value)));
        LoggedProgram { program: Program::run(command.stderr(File::create(&log).unwrap())), log }
    }

    pub(crate) fn start_over_redis(name: &str, redis: &RedisServer) -> LoggedProgram {
        LoggedProgram::start(name, &[("ROOMS__STORE", "redis"), ("ROOMS__REDIS__URL", &redis.url())])
    }

    fn read_log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    pub(crate) async fn wait_for_line(&self, name: &str) {
        wait_for(name, async || self.read_log().contains(&format!("\"message\":\"{name}\""))).await;
    }

    pub(crate) fn end_and_read_log(mut self) -> String {
        self.program.stop();
        self.read_log()
    }

    /// Ends the program. Returns its lines, all of which are JSON.
    pub(crate) fn end_and_read_lines(self) -> Vec<Value> {
        let text = self.end_and_read_log();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }
}

impl Drop for LoggedProgram {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.log);
    }
}
