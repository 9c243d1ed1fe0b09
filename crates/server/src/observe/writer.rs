//! The way to standard error for log lines and replay lines. A thread of its own writes: so a stalled reader or a full disk loses
//! lines, which are counted, and delays no call. Only this thread touches the file, so calls never hold its lock.
//!
//! Lines gather in one buffer, which is written as a whole: one write for each line cost a busy replica more than twice as much.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tracing_subscriber::fmt::MakeWriter;

/// The most log lines that wait. Replay lines have a limit of their own, so that neither sort pushes out the other.
const LOG_LINES_MAX: usize = 1024;
/// The pause of the writer after each buffer, unless a line is urgent: waking a thread costs more than writing a line, and at low load
/// the deciding threads would pay that for each line.
const WRITE_EVERY: Duration = Duration::from_millis(100);
/// Longest time that a process that ends waits for its last lines.
const FLUSH_MAX: Duration = Duration::from_secs(1);

/// A sort of line. Each has its own share of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A log line. It is written at once.
    Log,
    /// A replay line. It may wait until the pause ends, or until half of its share is full.
    Replay,
}

/// The writer of lines. A caller that gives it a line never waits.
#[derive(Clone)]
pub struct LineWriter {
    shared: Arc<Shared>,
}

/// Returns the writer of this process.
pub fn stderr() -> &'static LineWriter {
    static STDERR: OnceLock<LineWriter> = OnceLock::new();
    STDERR.get_or_init(|| LineWriter::to(Box::new(io::stderr())))
}

impl LineWriter {
    /// Starts a writer of lines to `out`.
    pub fn to(out: Box<dyn Write + Send>) -> LineWriter {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::Builder::new()
            .name(String::from("log"))
            .spawn(move || write(&theirs, out))
            .expect("the system lends a few threads at the start");
        LineWriter { shared }
    }

    /// Adds a line; at most `lines_max` lines of its sort may wait. False if it was dropped, and counted.
    pub fn put(&self, sort: Sort, lines_max: usize, line: &str) -> bool {
        let mut buffer = self.shared.buffer();
        let waiting = &mut buffer.waiting[sort as usize];
        if *waiting >= lines_max {
            self.shared.lost(sort, 1);
            return false;
        }
        *waiting += 1;
        let is_urgent = sort == Sort::Log || *waiting >= lines_max.div_ceil(2);
        buffer.text.push_str(line);
        buffer.put += 1;
        buffer.is_due |= is_urgent || buffer.is_idle;
        let wake = buffer.is_due && std::mem::take(&mut buffer.is_asleep);
        drop(buffer);
        if wake {
            self.shared.ready.notify_one();
        }
        true
    }

    /// Adds a log line, or drops and counts it.
    pub fn log(&self, line: &str) {
        self.put(Sort::Log, LOG_LINES_MAX, line);
    }

    /// Counts the lines of a sort that were dropped, or could not be written.
    pub fn dropped(&self, sort: Sort) -> u64 {
        self.shared.dropped[sort as usize].load(Ordering::Relaxed)
    }

    /// Waits until the lines so far are written, or a second has passed. Blocks its thread.
    pub fn flush(&self) {
        let until = Instant::now() + FLUSH_MAX;
        let mut buffer = self.shared.buffer();
        let last = buffer.put;
        buffer.is_due = true;
        self.shared.ready.notify_one();
        while buffer.done < last {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            buffer = self.shared.written.wait_timeout(buffer, left).expect(UNPOISONED).0;
        }
    }
}

const UNPOISONED: &str = "no code panics while it holds the buffer";

/// The state that the writer shares with the threads that have lines.
#[derive(Default)]
struct Shared {
    buffer: Mutex<Buffer>,
    /// The signal that the buffer is due.
    ready: Condvar,
    /// The signal that a buffer was written.
    written: Condvar,
    /// Lines that were lost, by sort.
    dropped: [AtomicU64; 2],
}

impl Shared {
    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().expect(UNPOISONED)
    }

    fn lost(&self, sort: Sort, lines: usize) {
        self.dropped[sort as usize].fetch_add(lines as u64, Ordering::Relaxed);
    }
}

/// The lines that are written next.
#[derive(Default)]
struct Buffer {
    text: String,
    /// Lines in it, by sort.
    waiting: [usize; 2],
    /// Lines that were ever put here, and how many of them are written.
    put: u64,
    done: u64,
    /// True if the writer is to write now.
    is_due: bool,
    /// True if the writer sleeps: it has to be woken when the buffer is due.
    is_asleep: bool,
    /// True if the writer has ended its pause: any line makes the buffer due.
    is_idle: bool,
}

/// Writes buffer after buffer for as long as the process lives.
fn write(shared: &Shared, mut out: Box<dyn Write + Send>) {
    let mut text = String::new();
    let mut buffer = shared.buffer();
    loop {
        buffer.is_idle = true;
        buffer.is_due |= !buffer.text.is_empty();
        while !buffer.is_due {
            buffer.is_asleep = true;
            buffer = shared.ready.wait(buffer).expect(UNPOISONED);
        }
        (buffer.is_due, buffer.is_asleep, buffer.is_idle) = (false, false, false);
        let [log, replay] = std::mem::take(&mut buffer.waiting);
        std::mem::swap(&mut buffer.text, &mut text);
        drop(buffer);
        // Only the metric can report this.
        if out.write_all(text.as_bytes()).is_err() {
            shared.lost(Sort::Log, log);
            shared.lost(Sort::Replay, replay);
        }
        text.clear();
        buffer = shared.buffer();
        buffer.done += (log + replay) as u64;
        shared.written.notify_all();
        buffer.is_asleep = true;
        buffer = shared.ready.wait_timeout_while(buffer, WRITE_EVERY, |buffer| !buffer.is_due).expect(UNPOISONED).0;
        buffer.is_asleep = false;
    }
}

impl<'a> MakeWriter<'a> for LineWriter {
    type Writer = &'a LineWriter;

    fn make_writer(&'a self) -> &'a LineWriter {
        self
    }
}

impl Write for &LineWriter {
    /// Takes a whole line: `tracing` writes each with one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.log(&String::from_utf8_lossy(line));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A device that sends on each write, after a permission if it has a channel of permissions.
    struct Pipe(mpsc::Sender<String>, Option<mpsc::Receiver<()>>);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.1.as_ref().map(mpsc::Receiver::recv);
            let _ = self.0.send(String::from_utf8(bytes.to_vec()).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn whoever_waits_has_every_line_written_in_order() {
        let (sender, receiver) = mpsc::channel();
        let writer = LineWriter::to(Box::new(Pipe(sender, None)));
        for number in 0..1000 {
            assert!(writer.put(Sort::Replay, 4096, &format!("{number}\n")));
        }
        writer.flush();
        let written: String = receiver.try_iter().collect();
        assert!(written.lines().map(|line| line.parse::<u32>().unwrap()).eq(0..1000), "{written}");
    }

    #[test]
    fn a_log_line_does_not_wait_for_the_rest_to_end() {
        let (sender, receiver) = mpsc::channel();
        let writer = LineWriter::to(Box::new(Pipe(sender, None)));
        // Beside lines that wait for the rest to end: a busy machine delays both.
        let [at_once, rested] = [true, false].map(|is_log| {
            let began = Instant::now();
            for _ in 0..10 {
                if is_log {
                    writer.log("now\n");
                } else {
                    assert!(writer.put(Sort::Replay, 4096, "now\n"));
                }
                assert_eq!(receiver.recv().unwrap(), "now\n");
            }
            began.elapsed()
        });
        assert!(at_once + 5 * WRITE_EVERY < rested, "{at_once:?} {rested:?}");
    }

    #[test]
    fn lines_that_a_full_disk_refuses_are_counted() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let writer = LineWriter::to(Box::new(full));
        (0..3).for_each(|_| writer.log("log\n"));
        writer.flush();
        assert!(writer.put(Sort::Replay, 10, "replay\n"));
        writer.flush();
        assert_eq!([Sort::Log, Sort::Replay].map(|sort| writer.dropped(sort)), [3, 1]);
    }

    #[test]
    fn a_reader_that_stalls_costs_lines_of_each_sort_and_no_time() {
        let (sender, receiver) = mpsc::channel();
        let (go_on, permissions) = mpsc::channel();
        let writer = LineWriter::to(Box::new(Pipe(sender, Some(permissions))));
        let taken = (0..100).filter(|_| writer.put(Sort::Replay, 10, "replay\n")).count();
        // Ten wait. One buffer, of as many or fewer, is with the writer.
        assert!((10..=20).contains(&taken), "{taken}");
        (0..2 * LOG_LINES_MAX).for_each(|_| writer.log("log\n"));
        let dropped = writer.dropped(Sort::Log) as usize;
        assert!((1..=LOG_LINES_MAX).contains(&dropped), "{dropped}");
        drop(go_on);
        writer.flush();
        let written: String = receiver.try_iter().collect();
        assert_eq!(written.matches("replay\n").count(), taken);
        assert_eq!(written.matches("log\n").count(), 2 * LOG_LINES_MAX - dropped);
    }
}
