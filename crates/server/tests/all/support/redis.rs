//! A real Redis for a test: the installed `redis-server` on a free port of loopback. Dropping the value stops it.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::report_not_tested;

pub(crate) struct RedisServer {
    child: Option<Child>,
    port: u16,
    folder: PathBuf,
    options: Vec<String>,
}

/// The time that a Redis may take to start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

static NEXT_NUMBER: AtomicU32 = AtomicU32::new(0);

impl RedisServer {
    /// Starts Redis; `None`, with a message, if it is not installed. CI must have it.
    pub(crate) fn start() -> Option<RedisServer> {
        RedisServer::start_with(&[])
    }

    /// Starts the nodes of a cluster, each with its share of the slots. If a node is down, the others serve theirs.
    pub(crate) fn start_cluster(nodes: u16) -> Option<Vec<RedisServer>> {
        let mut cluster = Vec::new();
        for _ in 0..nodes {
            let options = ["--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no"];
            cluster.push(RedisServer::start_with(&[&["--cluster-enabled", "yes"], &options[..]].concat())?);
        }
        let share = 16384 / nodes;
        for (number, node) in (0..nodes).zip(&cluster) {
            let last = if number + 1 == nodes { 16383 } else { (number + 1) * share - 1 };
            assert!(node.say(&format!("CLUSTER ADDSLOTSRANGE {} {last}", number * share)).contains("+OK"));
            assert!(cluster[0].say(&format!("CLUSTER MEET 127.0.0.1 {}", node.port)).contains("+OK"));
        }
        let is_whole = |node: &RedisServer| node.say("CLUSTER INFO").contains("cluster_state:ok");
        wait_until("the cluster", || cluster.iter().all(is_whole));
        Some(cluster)
    }

    /// Starts a Redis that also speaks TLS, on the port that is returned; `options` name its certificates. `None`, with a message, if
    /// there is no Redis with TLS.
    pub(crate) fn start_tls(options: &[&str]) -> Option<(RedisServer, u16)> {
        if !report_if_missing(speaks_tls(), "redis-server is missing, or was built without TLS") {
            return None;
        }
        let port = free_port();
        let number = port.to_string();
        let options = [&["--tls-port", &number], options].concat();
        Some((RedisServer::start_with(&options)?, port))
    }

    fn start_with(options: &[&str]) -> Option<RedisServer> {
        let installed = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status().is_ok();
        if !report_if_missing(installed, "redis-server is missing") {
            return None;
        }
        let name = format!("thirdseat-redis-{}-{}", std::process::id(), NEXT_NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        // Another process may take the port before Redis does; then another port is tried.
        for _ in 0..5 {
            let port = free_port();
            let options = options.iter().map(ToString::to_string).collect();
            let mut redis = RedisServer { child: None, port, folder: folder.clone(), options };
            if redis.run() {
                return Some(redis);
            }
        }
        panic!("redis-server does not start");
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Kills Redis; its data is lost.
    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts Redis on the same port; true if it answers.
    pub(crate) fn run(&mut self) -> bool {
        let child = Command::new("redis-server")
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
            .arg("--dir")
            .arg(&self.folder)
            .args(&self.options)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (child, mut has_ended) = (self.child.insert(child), false);
        let answers = || try_say(self.port, "PING").is_ok_and(|answer| answer.starts_with("+PONG"));
        wait_until("redis-server", || {
            has_ended = child.try_wait().unwrap().is_some();
            has_ended || answers()
        });
        !has_ended
    }

    /// Makes Redis fail to write its snapshot, as on a full disk, so that it takes no writes while snapshots are on.
    pub(crate) fn fill_disk(&self) {
        // No file can replace a folder.
        std::fs::create_dir_all(self.folder.join("dump.rdb")).unwrap();
        assert!(self.say("CONFIG SET save \"3600 1\"").contains("+OK"));
        self.say("BGSAVE");
        wait_until("an error", || self.say("INFO persistence").contains("rdb_last_bgsave_status:err"));
    }

    /// True if a key or a value has this word, by the snapshot that Redis writes of all its data.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        assert!(self.say("CONFIG SET rdbcompression no").contains("+OK") && self.say("SAVE").contains("+OK"));
        let snapshot = std::fs::read(self.folder.join("dump.rdb")).unwrap();
        snapshot.windows(word.len()).any(|part| part == word.as_bytes())
    }

    /// Sends a command without a Redis library. Returns its answer.
    pub(crate) fn say(&self, command: &str) -> String {
        try_say(self.port, command).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// STOP makes it silent, CONT lets it go on.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }
}

fn try_say(port: u16, command: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.write_all(format!("{command}\r\nQUIT\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    // The last answer is that of QUIT.
    Ok(answer.strip_suffix("+OK\r\n").unwrap_or(&answer).to_owned())
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < START_TIMEOUT, "{what} never came");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// True if a tool is there. Otherwise writes a message; CI must have it.
fn report_if_missing(is_there: bool, missing: &str) -> bool {
    if !is_there {
        report_not_tested(&format!("{missing}; Debian has it in the package redis-server"));
    }
    is_there
}

/// True if this Redis speaks TLS. Without TLS it does not know the option; with TLS it has no port. It ends at once in both cases.
fn speaks_tls() -> bool {
    let asked = Command::new("redis-server").args(["--port", "0", "--tls-port", "0"]).output();
    asked.is_ok_and(|ended| !String::from_utf8_lossy(&ended.stderr).contains("directive"))
}

/// Finds a free port; a cluster's nodes also listen on the port 10,000 above.
fn free_port() -> u16 {
    loop {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if port < 55_000 && TcpListener::bind(("127.0.0.1", port + 10_000)).is_ok() {
            return port;
        }
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
