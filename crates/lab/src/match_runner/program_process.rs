//! A program behind pipes. Reading and writing have their own threads, and the waits for answers have limits. So a program that stops reading or
//! writing, or never ends its line, cannot block a match.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail, ensure};

use super::lines::Answer;

/// The longest answer that is read.
const ANSWER_BYTES_MAX: u64 = 1 << 16;
/// The number of lines in a row that answer nothing (debug output, unknown numbers) at which the match ends.
const NOISE_LINES_MAX: u32 = 100;
/// The number of lines that are read ahead.
const UNREAD_LINES_MAX: usize = 1024;
/// The number of lines of the program's standard error that are kept, for the error message.
const STDERR_LINES_MAX: usize = 5;

enum OutputLine {
    Line(Vec<u8>),
    TooLong(Vec<u8>),
    End,
}

pub(crate) struct ProgramProcess {
    child: Child,
    requests: Option<Sender<Vec<u8>>>,
    output: Receiver<OutputLine>,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    /// The channel that closes when the program's standard error closes.
    stderr_end: Receiver<()>,
    waiting: u32,
    noise: u32,
    /// The time of the last answer, or of the first question after all were answered.
    since: Instant,
    limit: Duration,
}

impl ProgramProcess {
    /// Starts `command` by the shell. `limit` is the longest time without an answer while one is due.
    pub(crate) fn start(command: &str, limit: Duration) -> anyhow::Result<ProgramProcess> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The shell has its own process group, so that Ctrl-C reaches only us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = shell.spawn().map_err(|error| anyhow!("it cannot be started: {error}"))?;
        let stdin = child.stdin.take().expect("piped");
        let stdout = child.stdout.take().expect("piped");
        let stderr = child.stderr.take().expect("piped");
        let (requests, to_write) = mpsc::channel();
        let (lines_read, output) = mpsc::sync_channel(UNREAD_LINES_MAX);
        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&stderr_tail);
        // The threads are never joined: a grandchild may hold the pipes open forever.
        thread::spawn(move || write_lines(stdin, &to_write));
        thread::spawn(move || read_lines(stdout, &lines_read));
        let (still_open, stderr_end) = mpsc::channel();
        thread::spawn(move || {
            keep_stderr(stderr, &kept);
            drop(still_open);
        });
        let since = Instant::now();
        Ok(ProgramProcess {
            child,
            requests: Some(requests),
            output,
            stderr_tail,
            stderr_end,
            waiting: 0,
            noise: 0,
            since,
            limit,
        })
    }

    /// Sends one line, the line feed included. Never blocks; [`ProgramProcess::next_answer`] notices that a program has ended.
    pub(crate) fn send(&mut self, line: Vec<u8>) {
        if self.waiting == 0 {
            self.since = Instant::now();
        }
        self.waiting += 1;
        if let Some(requests) = &self.requests {
            // A closed pipe ends the writer; the reader notices that the program has ended.
            let _ = requests.send(line);
        }
    }

    /// Returns the next answer; `None` after `timeout`, if the program may still think.
    pub(crate) fn next_answer(&mut self, timeout: Duration) -> anyhow::Result<Option<Answer>> {
        let until = Instant::now() + timeout;
        while let Some(line) = self.next_line(until)? {
            match serde_json::from_slice::<Answer>(&line) {
                Ok(answer) if answer.id.is_some() && (answer.action.is_some() || answer.error.is_some()) => {
                    return Ok(Some(answer));
                }
                _ => self.count_noise(&line)?,
            }
        }
        Ok(None)
    }

    fn next_line(&mut self, until: Instant) -> anyhow::Result<Option<Vec<u8>>> {
        loop {
            let now = Instant::now();
            if self.waiting > 0 && now >= self.since + self.limit {
                bail!("it answered nothing for {} s{}", self.limit.as_secs_f64(), self.stderr_tail());
            }
            let until = if self.waiting > 0 { until.min(self.since + self.limit) } else { until };
            let output = match self.output.try_recv() {
                Err(TryRecvError::Empty) if now < until => self.output.recv_timeout(until - now),
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
                Ok(output) => Ok(output),
            };
            match output {
                Ok(OutputLine::Line(line)) => return Ok(Some(line)),
                Ok(OutputLine::TooLong(start)) => {
                    bail!(
                        "it wrote a line of more than {ANSWER_BYTES_MAX} bytes that starts with {:?}",
                        excerpt(&start)
                    )
                }
                Ok(OutputLine::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.exit_error()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Notes that the last answer was to one of our requests.
    pub(crate) fn note_answered(&mut self) {
        self.waiting = self.waiting.saturating_sub(1);
        self.noise = 0;
        self.since = Instant::now();
    }

    /// Counts a line that answers no question. Too many in a row are an error.
    pub(crate) fn count_noise(&mut self, line: &[u8]) -> anyhow::Result<()> {
        self.noise += 1;
        let line = excerpt(line);
        ensure!(
            self.noise < NOISE_LINES_MAX,
            "it wrote {NOISE_LINES_MAX} lines in a row that answer nothing, such as {line:?}"
        );
        Ok(())
    }

    /// Waits for the program's end; `None` if it still runs after `timeout`.
    fn wait_for_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + timeout;
        loop {
            let ended = self.child.try_wait().ok().flatten();
            if ended.is_some() || Instant::now() >= until {
                return ended;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills the shell and, on Unix, its process group.
    fn kill_group(&mut self) {
        #[cfg(unix)]
        {
            let group = nix::unistd::Pid::from_raw(self.child.id() as i32);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
    }

    fn exit_error(&mut self) -> anyhow::Error {
        // The program has closed its output: usually it has ended, and otherwise it is useless too.
        let ended = self.wait_for_exit(Duration::from_secs(1));
        // Waits for late output. A grandchild may keep the pipe open, so the wait is limited.
        let _ = self.stderr_end.recv_timeout(Duration::from_secs(1));
        let status = ended.map_or("it closed its output".to_owned(), |status| status.to_string());
        anyhow!("it ended ({status}){}", self.stderr_tail())
    }

    /// Returns the last lines of standard error, as the end of a sentence.
    fn stderr_tail(&self) -> String {
        let lines = self.stderr_tail.lock().expect("the reader of standard error does not panic");
        if lines.is_empty() {
            return String::new();
        }
        format!("; its last words:\n  {}", lines.iter().cloned().collect::<Vec<_>>().join("\n  "))
    }
}

impl Drop for ProgramProcess {
    fn drop(&mut self) {
        // Closed input tells the program to end. A program that still runs soon after is killed.
        drop(self.requests.take());
        if self.wait_for_exit(Duration::from_millis(100)).is_none() {
            self.kill_group();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(stdin: impl Write, lines: &Receiver<Vec<u8>>) {
    let mut stdin = BufWriter::new(stdin);
    while let Ok(line) = lines.recv() {
        let mut next = Some(line);
        while let Some(line) = next {
            if stdin.write_all(&line).is_err() {
                return;
            }
            next = lines.try_recv().ok();
        }
        if stdin.flush().is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines_read: &SyncSender<OutputLine>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let output = match (&mut stdout).take(ANSWER_BYTES_MAX).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => OutputLine::End,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == ANSWER_BYTES_MAX => OutputLine::TooLong(line),
            Ok(_) => OutputLine::Line(line),
        };
        let last = !matches!(output, OutputLine::Line(_));
        if lines_read.send(output).is_err() || last {
            return;
        }
    }
}

fn keep_stderr(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    loop {
        let mut line = Vec::new();
        match (&mut stderr).take(ANSWER_BYTES_MAX).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut lines = kept.lock().expect("who reads the lines does not panic");
        if lines.len() == STDERR_LINES_MAX {
            lines.pop_front();
        }
        lines.push_back(excerpt(&line));
    }
}

fn excerpt(line: &[u8]) -> String {
    const CHARS_MAX: usize = 200;
    String::from_utf8_lossy(line).trim_end().chars().take(CHARS_MAX).collect()
}
