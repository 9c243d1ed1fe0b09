//! A line for each decision, from which the lab can replay it: `lab replay LINE`. Deciding never waits for it: a thread of its
//! own writes, and what it cannot keep up with is dropped and counted.
//!
//! The deciding thread formats the line itself, while all data is at hand, and adds it to the buffer that is written next: a
//! position handed to another thread and worded there cost more than twice as much.

use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Decider, Habits};
use rules::{Action, Seat, Trick, View};

use crate::call::trace::TraceId;
use crate::config::{Log, LogFormat};
use crate::roster::Companion;

/// Where replay lines go.
pub struct Replay {
    shared: Option<Arc<Shared>>,
    format: LogFormat,
    /// The most lines that wait.
    lines_max: usize,
    dropped: AtomicU64,
}

/// What is written from.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Which RPC.
    pub rpc: &'static str,
    /// The room, where the request named one.
    pub room: Option<&'a str>,
    /// Who decided.
    pub companion: &'a Companion,
    /// The seed of the hand.
    pub seed: u64,
    /// Worlds that were looked into.
    pub worlds: u32,
    /// Positions that were entered.
    pub nodes: u64,
    /// The budget, in milliseconds.
    pub budget_ms: u64,
    /// What earlier hands showed of the players, by seat.
    pub habits: [Habits; 3],
    /// What was known.
    pub view: &'a View,
    /// What was done.
    pub action: Action,
    /// Who decided it.
    pub decider: Decider,
    /// Whether a simpler decider than the persona's answered.
    pub is_degraded: bool,
    /// The version of the nets' weights, where they had a say.
    pub weights: Option<u64>,
    /// The caller's trace.
    pub trace: Option<TraceId>,
}

impl Line<'_> {
    /// The line, as words that `lab replay` reads.
    fn write(&self, out: &mut String) -> fmt::Result {
        let Line { rpc, companion, seed, worlds, nodes, budget_ms, view, decider, .. } = self;
        let (persona, digest) = (companion.persona.name(), companion.digest);
        write!(
            out,
            "replay rpc={rpc} persona={persona} digest={digest:016x} seed={seed} worlds={worlds} nodes={nodes} \
             budget_ms={budget_ms} decider={decider}"
        )?;
        // A room's name is made of letters, digits and a few signs: it needs no quotes.
        if let Some(room) = self.room {
            write!(out, " room={room}")?;
        }
        if let Some(seat) = view.seat() {
            write!(out, " seat={seat}")?;
        }
        if self.is_degraded {
            out.write_str(" degraded=yes")?;
        }
        if let Some(weights) = self.weights {
            write!(out, " weights={weights:016x}")?;
        }
        if let Some(trace) = self.trace {
            write!(out, " trace={trace}")?;
        }
        let known = Seat::ALL.into_iter().zip(&self.habits).filter(|(_, habits)| **habits != Habits::default());
        for (place, (seat, habits)) in known.enumerate() {
            write!(out, "{}{seat}:{habits}", if place == 0 { " habits=" } else { "," })?;
        }
        out.write_str(" view=\"")?;
        view.write(out)?;
        out.write_str("\" action=")?;
        match self.action {
            Action::Call(call) => write!(out, "call:{call}"),
            Action::Raise(raise) => write!(out, "raise:{raise}"),
            Action::Show(open) => write!(out, "show:{}", if open { "yes" } else { "no" }),
            Action::Play(None) => out.write_str("pass"),
            Action::Play(play) => {
                let trick = if view.seat().is_some() { view.trick() } else { Trick::Lead };
                view.rules().write_play(play, trick, out)
            }
        }
    }
}

/// What deciding threads and the writer share.
#[derive(Default)]
struct Shared {
    buffer: Mutex<Buffer>,
    /// The buffer has the lines that the writer waits for, or no more come.
    ready: Condvar,
    /// A buffer was written.
    written: Condvar,
}

/// The lines that are written next.
#[derive(Default)]
struct Buffer {
    text: String,
    lines: usize,
    /// Lines that were ever put here, and how many of them are written.
    put: u64,
    done: u64,
    /// The writer sleeps until the buffer has this many lines; only then is it woken.
    wake_at: Option<usize>,
    /// No line comes any more.
    is_last: bool,
}

impl Shared {
    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().expect("no code panics while it holds the buffer")
    }
}

/// The writer rests so long after each buffer, or until half of what may wait is there: to wake up costs more than to write a
/// line, and where calls are few those who decide would pay for it line by line.
const WRITE_EVERY: Duration = Duration::from_millis(100);
/// How long a server that ends waits for its last lines.
const FLUSH_MAX: Duration = Duration::from_secs(1);

thread_local! {
    /// Where this thread words its lines.
    static LINE: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Replay {
    /// As configured; lines go where the log goes, to standard error.
    pub fn start(config: &Log) -> Replay {
        Replay::to(config, Box::new(std::io::stderr()))
    }

    fn to(config: &Log, out: Box<dyn Write + Send>) -> Replay {
        let shared = config.replay.then(|| {
            let shared = Arc::new(Shared::default());
            let (theirs, writer) = (Arc::clone(&shared), thread::Builder::new().name(String::from("replay")));
            let wake_at_lines = config.replay_queue.div_ceil(2);
            writer
                .spawn(move || write(&theirs, wake_at_lines, out))
                .expect("the system lends a few threads at the start");
            shared
        });
        Replay { shared, format: config.format, lines_max: config.replay_queue, dropped: AtomicU64::new(0) }
    }

    /// Whether lines are wanted.
    pub fn is_on(&self) -> bool {
        self.shared.is_some()
    }

    /// Adds a line to the buffer, or drops it.
    pub fn put(&self, line: &Line<'_>) {
        let Some(shared) = &self.shared else { return };
        LINE.with_borrow_mut(|words| {
            words.clear();
            self.word(line, words).expect("a string takes what is written");
            let mut buffer = shared.buffer();
            if buffer.lines >= self.lines_max {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                return;
            }
            buffer.text.push_str(words);
            buffer.lines += 1;
            buffer.put += 1;
            let lines = buffer.lines;
            let wake = buffer.wake_at.take_if(|at| lines >= *at).is_some();
            drop(buffer);
            if wake {
                shared.ready.notify_one();
            }
        });
    }

    fn word(&self, line: &Line<'_>, words: &mut String) -> fmt::Result {
        match self.format {
            LogFormat::Human => line.write(words)?,
            LogFormat::Json => {
                let mut text = String::new();
                line.write(&mut text)?;
                write!(words, "{{\"target\":\"replay\",\"replay\":{}}}", quoted(&text))?;
            }
        }
        words.write_char('\n')
    }

    /// Waits until the lines so far are written, or a second has passed. Blocks its thread.
    pub fn flush(&self) {
        let Some(shared) = &self.shared else { return };
        let until = Instant::now() + FLUSH_MAX;
        let mut buffer = shared.buffer();
        let last = buffer.put;
        while buffer.done < last {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            buffer = shared.written.wait_timeout(buffer, left).expect("no code panics while it holds the buffer").0;
        }
    }

    /// Lines that were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.buffer().is_last = true;
            shared.ready.notify_one();
        }
    }
}

/// Writes buffer after buffer until no line comes any more; `wake_at_lines` lines end a rest.
fn write(shared: &Shared, wake_at_lines: usize, mut out: Box<dyn Write + Send>) {
    let mut text = String::new();
    let mut buffer = shared.buffer();
    loop {
        while buffer.lines == 0 {
            if buffer.is_last {
                return;
            }
            buffer.wake_at = Some(1);
            buffer = shared.ready.wait(buffer).expect("no code panics while it holds the buffer");
        }
        let lines = std::mem::take(&mut buffer.lines);
        std::mem::swap(&mut buffer.text, &mut text);
        drop(buffer);
        // If even that fails, no place is left to report it.
        let _ = out.write_all(text.as_bytes());
        text.clear();
        buffer = shared.buffer();
        buffer.done += lines as u64;
        shared.written.notify_all();
        buffer.wake_at = Some(wake_at_lines);
        let goes_on = |buffer: &mut Buffer| buffer.lines < wake_at_lines && !buffer.is_last;
        buffer = shared
            .ready
            .wait_timeout_while(buffer, WRITE_EVERY, goes_on)
            .expect("no code panics while it holds the buffer")
            .0;
        buffer.wake_at = None;
    }
}

/// A JSON string of a text without control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    struct Pipe(mpsc::Sender<String>);

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.send(String::from_utf8(bytes.to_vec()).unwrap()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A line of a table, and what it says as words.
    fn with_line<T>(ask: impl FnOnce(&Line<'_>) -> T) -> T {
        let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
        let action = Action::Play(view.rules().read("JJ".parse().unwrap()));
        ask(&Line {
            rpc: "Follow",
            room: Some("table-7"),
            companion: &Companion::of_digest(engine::Persona::named("rules").unwrap(), 7),
            seed: 9,
            worlds: 0,
            nodes: 0,
            budget_ms: 20,
            habits: [Habits::default(); 3],
            view: &view,
            action,
            decider: Decider::Rules,
            is_degraded: false,
            weights: None,
            trace: None,
        })
    }

    fn words() -> String {
        let mut words = String::new();
        with_line(|line| line.write(&mut words)).unwrap();
        words
    }

    #[test]
    fn a_line_names_all_that_a_replay_needs() {
        let view = "rules=classic me=up hand=3344JJ left=5,4,6 turn=up standing=landlord:99 played=99//";
        let words = "replay rpc=Follow persona=rules digest=0000000000000007 seed=9 worlds=0 nodes=0 budget_ms=20 decider=rules room=table-7 seat=up";
        assert_eq!(self::words(), format!("{words} view=\"{view}\" action=JJ"));
    }

    #[test]
    fn habits_stand_on_it_where_any_are_known() {
        let [one, other] = [1, 2].map(|times| Habits { auctions: times, ..Habits::default() });
        let mut line = String::new();
        with_line(|known| Line { habits: [one, Habits::default(), other], ..*known }.write(&mut line)).unwrap();
        assert!(line.contains(" seat=up habits=landlord:1/0/0/0/0/0/0/0/0,up:2/0/0/0/0/0/0/0/0 view="), "{line}");
    }

    #[test]
    fn json_lines_hold_the_same_line() {
        let (sender, receiver) = mpsc::channel();
        let config = Log { format: LogFormat::Json, ..crate::config::Config::embedded().log };
        with_line(|line| Replay::to(&config, Box::new(Pipe(sender))).put(line));
        let buffer: serde_json::Value = serde_json::from_str(&receiver.recv().unwrap()).unwrap();
        assert_eq!(buffer["replay"], words());
    }

    #[test]
    fn whoever_waits_has_every_line_written() {
        let (sender, receiver) = mpsc::channel();
        let replay = Replay::to(&crate::config::Config::embedded().log, Box::new(Pipe(sender)));
        with_line(|line| (0..1000).for_each(|_| replay.put(line)));
        replay.flush();
        let lines: usize = receiver.try_iter().map(|buffer| buffer.lines().count()).sum();
        assert_eq!((lines, replay.dropped()), (1000, 0));
    }

    #[test]
    fn a_writer_that_is_behind_costs_lines_and_no_time() {
        struct Stuck(mpsc::Receiver<()>);
        impl Write for Stuck {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                let _ = self.0.recv();
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let (_go_on, receiver) = mpsc::channel();
        let config = Log { replay_queue: 2, ..crate::config::Config::embedded().log };
        let replay = Replay::to(&config, Box::new(Stuck(receiver)));
        // A buffer of two lines may be with the writer; whatever comes after the two that wait is dropped.
        with_line(|line| (0..10).for_each(|_| replay.put(line)));
        assert!((6..=8).contains(&replay.dropped()), "{}", replay.dropped());
    }
}
