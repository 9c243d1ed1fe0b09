//! The log: log lines for people or as JSON, and replay lines among them, to standard error.
//!
//! Separate threads write: a stalled reader or a full disk costs lines, which are counted, but never a call. Each sort of line
//! has its thread and its limit, so that neither pushes out the other. Lines that wait are written together: one write for each line would cost more.

use std::io::{self, IsTerminal, Write};
use std::iter::once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use game::closed_set;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry};

use super::lines;
use crate::config::{Log, LogFormat};

/// The most lines in each sort's queue, and in one write. Those that do not fit are dropped and counted.
const WAITING_LINES_MAX: [usize; 2] = [1024, 4096];
/// The pause of the writer of replay lines after each write. To wake a thread costs more than to write a line: without the pause, at low
/// load each line would wake the writer.
const REPLAY_PAUSE: Duration = Duration::from_millis(100);
const FLUSH_TIME_MAX: Duration = Duration::from_secs(1);

/// Installs the log of this process, unless it has one, and the hook that logs panics.
pub fn start(config: &Log) {
    let filter: Targets = config.filter.parse().expect("the configuration was checked");
    let is_terminal = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_terminal).with_writer(stderr);
    // The layer would write its own errors to standard error, and wait there for a reader that stalls.
    let lines = lines.log_internal_errors(false);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match config.format {
        LogFormat::Human => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    set_panic_hook();
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
}

fn set_panic_hook() {
    // A panic becomes a log line like any other; the default hook would write plain text among JSON.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
        let message = panic.payload();
        let message =
            message.downcast_ref::<&str>().copied().or_else(|| message.downcast_ref::<String>().map(String::as_str));
        let message = message.unwrap_or("a panic without words");
        lines::PANIC.log(format_args!("{message}{place}"));
    }));
}

closed_set! {
    /// A sort of line. Each has its own writer.
    LineKind {
        /// A log line. Its writer makes no pause.
        Log = "log",
        /// A replay line. It may wait for the pause of the writer.
        Replay = "replay",
    }
}

/// The writer of lines. A caller that gives it a line never waits.
pub struct LineWriter([Arc<KindWriter>; 2]);

struct KindWriter {
    lines: SyncSender<String>,
    /// The number of lines that wait or are being written.
    waiting: AtomicUsize,
    /// The number of lines that were dropped or that the system refused.
    dropped: AtomicUsize,
}

/// Returns the writer of this process.
pub fn stderr() -> &'static LineWriter {
    static STDERR: OnceLock<LineWriter> = OnceLock::new();
    STDERR.get_or_init(|| LineWriter::with_output(io::stderr, WAITING_LINES_MAX))
}

impl LineWriter {
    fn with_output<W: Write + Send + 'static>(out: impl Fn() -> W, lines_max: [usize; 2]) -> LineWriter {
        let [log, replay] = lines_max;
        LineWriter([KindWriter::start(out(), log, Duration::ZERO), KindWriter::start(out(), replay, REPLAY_PAUSE)])
    }

    /// Adds a line, or drops and counts it.
    pub fn put(&self, kind: LineKind, line: &str) {
        let writer = &self.0[kind as usize];
        writer.waiting.fetch_add(1, Ordering::Relaxed);
        if writer.lines.try_send(line.to_owned()).is_err() {
            writer.waiting.fetch_sub(1, Ordering::Relaxed);
            writer.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts the lines of a kind that were dropped, or could not be written.
    pub fn dropped_lines(&self, kind: LineKind) -> usize {
        self.0[kind as usize].dropped.load(Ordering::Relaxed)
    }

    /// Waits until no line waits, or a second has passed. Blocks its thread.
    pub fn flush(&self) {
        let until = Instant::now() + FLUSH_TIME_MAX;
        let waits = |one: &Arc<KindWriter>| one.waiting.load(Ordering::Acquire) > 0;
        while self.0.iter().any(waits) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl KindWriter {
    /// Starts the thread that writes. It makes a `pause` after each write.
    fn start(mut out: impl Write + Send + 'static, lines_max: usize, pause: Duration) -> Arc<KindWriter> {
        let (lines, queue) = sync_channel(lines_max);
        let writer = Arc::new(KindWriter { lines, waiting: AtomicUsize::new(0), dropped: AtomicUsize::new(0) });
        let counts = Arc::clone(&writer);
        let write = move || {
            while let Ok(first) = queue.recv() {
                let batch: Vec<String> = once(first).chain(queue.try_iter()).take(lines_max).collect();
                // Only the metric can tell of a failed write.
                if out.write_all(batch.concat().as_bytes()).is_err() {
                    counts.dropped.fetch_add(batch.len(), Ordering::Relaxed);
                }
                counts.waiting.fetch_sub(batch.len(), Ordering::Release);
                thread::sleep(pause);
            }
        };
        thread::Builder::new().name(String::from("log")).spawn(write).expect("the system lets the log have a thread");
        writer
    }
}

impl Write for &LineWriter {
    /// Takes a whole log line: `tracing` writes each with one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.put(LineKind::Log, &String::from_utf8_lossy(line));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    /// A writer that waits for a permission before each write, and hands on what it gets.
    #[derive(Clone)]
    struct Pipe(mpsc::Sender<String>, Arc<Mutex<mpsc::Receiver<()>>>);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.1.lock().unwrap().recv();
            let _ = self.0.send(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_a_full_disk_refuses_are_counted() {
        let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let writer = LineWriter::with_output(full, WAITING_LINES_MAX);
        (0..3).for_each(|_| writer.put(LineKind::Log, "log\n"));
        writer.put(LineKind::Replay, "replay\n");
        writer.flush();
        assert_eq!([LineKind::Log, LineKind::Replay].map(|sort| writer.dropped_lines(sort)), [3, 1]);
    }

    #[test]
    fn a_reader_that_stalls_costs_lines_of_each_sort_and_no_time() {
        let (sender, receiver) = mpsc::channel();
        let (go_on, permissions) = mpsc::channel();
        let pipe = Pipe(sender, Arc::new(Mutex::new(permissions)));
        let writer = LineWriter::with_output(|| pipe.clone(), [100, 10]);
        (0..50).for_each(|number| writer.put(LineKind::Replay, &format!("replay {number}\n")));
        (0..500).for_each(|_| writer.put(LineKind::Log, "log\n"));
        let dropped = [LineKind::Log, LineKind::Replay].map(|sort| writer.dropped_lines(sort));
        // The queue of each sort is full, and its thread holds as many lines again at most.
        assert!((1..=400).contains(&dropped[0]) && (1..=40).contains(&dropped[1]), "{dropped:?}");
        drop(go_on);
        writer.flush();
        let written: String = receiver.try_iter().collect();
        assert_eq!(written.matches("log\n").count(), 500 - dropped[0]);
        let numbers: Vec<u32> = written.lines().filter_map(|line| line.strip_prefix("replay ")?.parse().ok()).collect();
        assert!(numbers.len() == 50 - dropped[1] && numbers.is_sorted(), "{numbers:?}");
    }
}
