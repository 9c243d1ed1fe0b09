//! The processes of a fleet on loopback: servers of Redis and replicas, which can be stopped and started again at the same
//! address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The longest wait for Redis, or for the end of a process, on a busy machine.
const PROCESS_TIMEOUT: Duration = Duration::from_secs(30);

/// The time that the admin port may take to answer.
const ADMIN_TIMEOUT: Duration = Duration::from_secs(5);

/// A process that can be ended and started again. It is killed when this is dropped.
#[derive(Default)]
pub(crate) struct Process(Option<Child>);

impl Process {
    /// Takes the command, because it holds ends of pipes.
    fn start(&mut self, mut command: Command) -> std::io::Result<()> {
        self.0 = Some(command.spawn()?);
        Ok(())
    }

    fn id(&self) -> anyhow::Result<u32> {
        Ok(self.0.as_ref().context("the process was ended")?.id())
    }

    pub(crate) fn signal(&self, signal: Signal) -> anyhow::Result<()> {
        let id = self.id()?;
        kill(Pid::from_raw(id as i32), signal).with_context(|| format!("{signal} to {id}"))
    }

    /// Measures the processor time of all its threads so far, those that have ended included.
    pub(crate) fn cpu_time(&self) -> anyhow::Result<Duration> {
        let path = format!("/proc/{}/stat", self.id()?);
        let stat = std::fs::read_to_string(&path).with_context(|| format!("{path}: is the process there?"))?;
        read_cpu_time(&stat).with_context(|| format!("{path} reads {stat:?}"))
    }

    /// Ends it by a signal, and waits for its end.
    pub(crate) fn end(&mut self, signal: Signal) -> anyhow::Result<()> {
        self.signal(signal)?;
        let child = self.0.as_mut().context("the process was ended")?;
        let problem = format!("process {} does not end on {signal}", child.id());
        wait_until(&problem, || matches!(child.try_wait(), Ok(Some(_))))?;
        self.0 = None;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn wait_until(problem: &str, mut is_done: impl FnMut() -> bool) -> anyhow::Result<()> {
    let since = Instant::now();
    while !is_done() {
        anyhow::ensure!(since.elapsed() < PROCESS_TIMEOUT, "{problem}");
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// Clock ticks a second in `/proc`, as usual on Linux.
const TICKS_PER_S: u64 = 100;

/// Reads `utime` and `stime`, the 14th and 15th field; the 2nd is a name in brackets that may hold anything.
fn read_cpu_time(stat: &str) -> Option<Duration> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 1000 / TICKS_PER_S))
}

const NODE_OPTIONS: &[&str] =
    &["--cluster-enabled", "yes", "--cluster-node-timeout", "1500", "--cluster-require-full-coverage", "no"];

/// Returns a port that is free now. A cluster's nodes also listen 10,000 above.
fn free_port() -> anyhow::Result<u16> {
    loop {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        if port < 55_000 && TcpListener::bind(("127.0.0.1", port + 10_000)).is_ok() {
            return Ok(port);
        }
    }
}

const REDIS_PROGRAM: &str = "redis-server";

pub(crate) struct Redis {
    port: u16,
    folder: PathBuf,
    keeps: bool,
    is_node: bool,
    pub(crate) process: Process,
}

/// The number of slots of a cluster.
pub(crate) const SLOT_COUNT: u16 = 16384;
/// The number of Redis servers that this process has started: each has its own folder.
static REDIS_STARTED: AtomicUsize = AtomicUsize::new(0);

impl Redis {
    /// Starts a Redis on a free port. One that `keeps` writes everything to a file before it answers: with `appendfsync everysec`
    /// it would answer first while the disk is slow, and what a kill then loses is no fault of the service.
    pub(crate) fn start(keeps: bool, is_node: bool) -> anyhow::Result<Redis> {
        let port = free_port()?;
        let number = REDIS_STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("thirdseat-fleet-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut redis = Redis { port, folder, keeps, is_node, process: Process::default() };
        redis.start_process()?;
        Ok(redis)
    }

    /// Starts the nodes of a cluster, each with its share of the slots. If one is away, the others serve their shares.
    pub(crate) fn start_cluster(nodes: u16) -> anyhow::Result<Vec<Redis>> {
        let cluster: Vec<Redis> = (0..nodes).map(|_| Redis::start(true, true)).collect::<anyhow::Result<_>>()?;
        let share = SLOT_COUNT / nodes;
        for (number, node) in (0..nodes).zip(&cluster) {
            let last = if number + 1 == nodes { SLOT_COUNT - 1 } else { (number + 1) * share - 1 };
            let commands = [
                format!("CLUSTER ADDSLOTSRANGE {} {last}", number * share),
                format!("CLUSTER MEET 127.0.0.1 {}", cluster[0].port),
            ];
            for command in commands {
                node.run_command(&command)?;
            }
        }
        Redis::wait_for_cluster(&cluster)?;
        Ok(cluster)
    }

    /// Waits until each node sees all slots as served.
    pub(crate) fn wait_for_cluster(cluster: &[Redis]) -> anyhow::Result<()> {
        let is_whole = |node: &Redis| {
            let info = node.send_command("CLUSTER INFO").unwrap_or_default();
            info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384")
        };
        wait_until("the nodes do not become a cluster", || cluster.iter().all(is_whole))
    }

    pub(crate) fn start_process(&mut self) -> anyhow::Result<()> {
        let keeps = if self.keeps { "yes" } else { "no" };
        let mut command = Command::new(REDIS_PROGRAM);
        command
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--save", ""])
            .args(["--appendonly", keeps, "--appendfsync", "no"])
            .args(if self.is_node { NODE_OPTIONS } else { &[] })
            .arg("--dir")
            .arg(&self.folder)
            .stdout(Stdio::null());
        self.process.start(command).with_context(|| format!("{REDIS_PROGRAM} does not start: is it installed?"))?;
        let answers = || self.send_command("PING").is_ok_and(|answer| answer.starts_with("+PONG"));
        wait_until(&format!("Redis does not answer on port {}", self.port), answers)
    }

    /// Returns the answers to a command and to `QUIT`.
    fn send_command(&self, command: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PROCESS_TIMEOUT))?;
        stream.write_all(format!("{command}\r\nQUIT\r\n").as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    pub(crate) fn run_command(&self, command: &str) -> anyhow::Result<()> {
        let answer = self.send_command(command)?;
        anyhow::ensure!(answer.starts_with("+OK"), "Redis answers {command:?} with {answer:?}");
        Ok(())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.process = Process::default();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) struct Replica {
    program: PathBuf,
    environment: [(&'static str, String); 6],
    /// The address on which it listens, the same after every start.
    pub(crate) address: String,
    /// The address of its admin port, read at each start.
    admin: String,
    /// True if its output after the greeting is not read.
    is_unread: bool,
    pub(crate) process: Process,
}

impl Replica {
    /// Starts `program` with a Redis, or with the nodes of a cluster, on a free port. If it `is_unread`, it logs much into standard output and
    /// standard error, which are one pipe, and the pipe is not read once it serves.
    pub(crate) fn start(program: &Path, redis: &[Redis], is_unread: bool) -> anyhow::Result<Replica> {
        let environment = [
            ("THIRDSEAT__ROOMS__STORE", String::from("redis")),
            ("THIRDSEAT__ROOMS__REDIS__URL", format!("redis://127.0.0.1:{}/0", redis[0].port)),
            ("THIRDSEAT__ROOMS__REDIS__CLUSTER", (redis.len() > 1).to_string()),
            ("THIRDSEAT__LOG__REPLAY", is_unread.to_string()),
            ("THIRDSEAT__LOG__FILTER", String::from(if is_unread { "debug" } else { "info" })),
            ("THIRDSEAT__ADMIN__LISTEN", String::from("127.0.0.1:0")),
        ];
        let mut replica = Replica {
            program: program.to_owned(),
            environment,
            address: String::from("127.0.0.1:0"),
            admin: String::new(),
            is_unread,
            process: Process::default(),
        };
        replica.start_process()?;
        Ok(replica)
    }

    /// Starts it at its address; it serves when this returns.
    pub(crate) fn start_process(&mut self) -> anyhow::Result<()> {
        let (reader, writer) = std::io::pipe()?;
        let stderr = if self.is_unread { writer.try_clone()?.into() } else { Stdio::null() };
        let mut command = Command::new(&self.program);
        command
            .arg("serve")
            .envs(self.environment.iter().map(|(key, value)| (key, value)))
            .env("THIRDSEAT__GRPC__LISTEN", &self.address)
            .stdout(writer)
            .stderr(stderr);
        self.process.start(command).with_context(|| format!("{} does not start", self.program.display()))?;
        // The greeting has its addresses, and comes when it serves.
        let mut greeting = BufReader::new(reader);
        self.address = value_after(&mut greeting, "gRPC").with_context(|| self.program.display().to_string())?;
        let admin = value_after(&mut greeting, "admin")?;
        self.admin = admin.split('/').nth(2).context("the greeting has no admin address")?.to_owned();
        match self.is_unread {
            // The pipe stays open to the end of this program, because it may not break.
            true => std::mem::forget(greeting),
            // Later output is read and dropped, so that the pipe never fills.
            false => drop(std::thread::spawn(move || greeting.lines().for_each(drop))),
        }
        Ok(())
    }

    /// Returns the answer of its admin port; an error if it is no success in time.
    pub(crate) fn get_admin(&self, path: &str) -> anyhow::Result<String> {
        let mut stream = TcpStream::connect(&self.admin)?;
        stream.set_read_timeout(Some(ADMIN_TIMEOUT))?;
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: fleet\r\nconnection: close\r\n\r\n").as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        anyhow::ensure!(answer.starts_with("HTTP/1.1 200"), "{path} answers {answer:.40}");
        Ok(answer)
    }
}

/// Reads lines until one begins with `word`, and returns the rest of it.
fn value_after(lines: &mut impl BufRead, word: &str) -> anyhow::Result<String> {
    loop {
        let mut line = String::new();
        anyhow::ensure!(lines.read_line(&mut line)? > 0, "it ended at once");
        if let Some(rest) = line.trim().strip_prefix(word) {
            return Ok(rest.trim().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_whatever_the_process_name() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 1 0 0 0 250 50 9 9 20 0 1 0";
        assert_eq!(read_cpu_time(stat), Some(Duration::from_secs(3)));
        assert_eq!((read_cpu_time("7 (a) S 1"), read_cpu_time("")), (None, None));
    }
}
