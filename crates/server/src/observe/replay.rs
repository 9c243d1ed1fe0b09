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
use rules::{Action, Chair, Seat, Trick, View};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

use crate::call::caller::DEFAULT;
use crate::call::trace::{RequestId, TraceId};
use crate::config::{Log, LogFormat};
use crate::roster::Companion;

/// Where replay lines go.
pub struct Replay {
    shared: Option<Arc<Shared>>,
    format: LogFormat,
    hands: bool,
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
    /// What earlier hands showed of the players, by seat; by chair before there is a landlord.
    pub habits: [Habits; 3],
    /// What was known.
    pub view: &'a View,
    /// What was decided.
    pub action: Action,
    /// Who decided it.
    pub decider: Decider,
    /// Whether another play of the backend's list of legal plays was answered.
    pub is_replaced: bool,
    /// Whether a simpler decider than the persona's answered.
    pub is_degraded: bool,
    /// The version of the nets' weights, where they had a say.
    pub weights: Option<u64>,
    /// Who asked.
    pub caller: &'a str,
    /// The caller's trace.
    pub trace: Option<TraceId>,
    /// What the caller calls the call.
    pub request: Option<&'a RequestId>,
}

impl Line<'_> {
    /// The line, as fields that `lab replay` reads.
    fn write(&self, fields: &mut Fields<'_>) -> fmt::Result {
        let Line { rpc, companion, seed, worlds, nodes, budget_ms, view, decider, .. } = self;
        fields.word("rpc", rpc)?;
        fields.word("persona", companion.spec())?;
        fields.word("digest", format_args!("{:016x}", companion.digest))?;
        // As a text: readers of JSON whose numbers are floating point would change it.
        fields.word("seed", seed)?;
        fields.number("worlds", u64::from(*worlds))?;
        fields.number("nodes", *nodes)?;
        fields.number("budget_ms", *budget_ms)?;
        fields.word("decider", decider)?;
        // A room's name is made of letters, digits and a few signs: it needs no quotes.
        if let Some(room) = self.room {
            fields.word("room", room)?;
        }
        if self.caller != DEFAULT {
            fields.word("caller", self.caller)?;
        }
        if let Some(seat) = view.seat() {
            fields.word("seat", seat)?;
        }
        if self.is_degraded {
            fields.word("degraded", "yes")?;
        }
        if self.is_replaced {
            fields.word("legal_plays", "replaced")?;
        }
        if let Some(weights) = self.weights {
            fields.word("weights", format_args!("{weights:016x}"))?;
        }
        if let Some(trace) = self.trace {
            fields.word("trace", trace)?;
        }
        if let Some(request) = self.request {
            fields.text("request", |out| quoted(request.as_str(), out))?;
        }
        if fields.hands {
            if self.habits.iter().any(|habits| *habits != Habits::default()) {
                fields.word("habits", KnownHabits { habits: &self.habits, has_seats: has_seats(self.view) })?;
            }
            fields.text("view", |out| view.write(out))?;
        }
        fields.begin("action")?;
        fields.quote()?;
        self.write_action(fields.out)?;
        fields.quote()
    }

    fn write_action(&self, out: &mut String) -> fmt::Result {
        let view = self.view;
        match self.action {
            Action::PassOn(cards) => write!(out, "pass-on:{cards}"),
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

/// What is known of the players, by seat: `landlord:9/4/60/…,up:…`; before there is a landlord by chair.
struct KnownHabits<'a> {
    habits: &'a [Habits; 3],
    has_seats: bool,
}

fn has_seats(view: &View) -> bool {
    view.board().landlord().is_some()
}

impl fmt::Display for KnownHabits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.habits.iter().enumerate().filter(|(_, habits)| **habits != Habits::default());
        for (place, (index, habits)) in known.enumerate() {
            let name = if self.has_seats { Seat::ALL[index].name() } else { Chair::ALL[index].name() };
            write!(f, "{}{name}:{habits}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// The fields of a line, one after the other: `key=value`, or members of a JSON object.
struct Fields<'a> {
    out: &'a mut String,
    is_json: bool,
    /// Whether the line holds what the bot knew.
    hands: bool,
}

impl Fields<'_> {
    fn begin(&mut self, key: &str) -> fmt::Result {
        if self.is_json { write!(self.out, ",\"{key}\":") } else { write!(self.out, " {key}=") }
    }

    /// The quote that a text has in JSON, and a word of a line has not.
    fn quote(&mut self) -> fmt::Result {
        if self.is_json { self.out.write_char('"') } else { Ok(()) }
    }

    /// A value without quotes, spaces and control characters.
    fn word(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        self.begin(key)?;
        self.quote()?;
        write!(self.out, "{value}")?;
        self.quote()
    }

    fn number(&mut self, key: &str, value: u64) -> fmt::Result {
        self.begin(key)?;
        write!(self.out, "{value}")
    }

    /// A value with spaces, without quotes or with escaped ones.
    fn text(&mut self, key: &str, write: impl FnOnce(&mut String) -> fmt::Result) -> fmt::Result {
        self.begin(key)?;
        self.out.write_char('"')?;
        write(self.out)?;
        self.out.write_char('"')
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
        Replay {
            shared,
            format: config.format,
            hands: config.replay_hands,
            lines_max: config.replay_queue,
            dropped: AtomicU64::new(0),
        }
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

    /// The line in the form of the log's own: the time, the level, and what it is.
    fn word(&self, line: &Line<'_>, words: &mut String) -> fmt::Result {
        let is_json = self.format == LogFormat::Json;
        words.write_str(if is_json { "{\"timestamp\":\"" } else { "" })?;
        SystemTime.format_time(&mut Writer::new(words))?;
        words.write_str(match is_json {
            true => "\",\"level\":\"INFO\",\"message\":\"replay\",\"target\":\"replay\"",
            false => "  INFO replay",
        })?;
        line.write(&mut Fields { out: words, is_json, hands: self.hands })?;
        words.write_str(if is_json { "}\n" } else { "\n" })
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

/// A text without control characters, as between the quotes of JSON.
fn quoted(text: &str, out: &mut String) -> fmt::Result {
    text.chars().try_for_each(|letter| {
        if matches!(letter, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(letter)
    })
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
            companion: &Companion::of_digest(engine::Persona::named("rules").unwrap(), 7, None),
            seed: 9,
            worlds: 0,
            nodes: 0,
            budget_ms: 20,
            habits: [Habits::default(); 3],
            view: &view,
            action,
            decider: Decider::Rules,
            is_replaced: false,
            is_degraded: false,
            weights: None,
            caller: DEFAULT,
            trace: None,
            request: None,
        })
    }

    fn fields(is_json: bool, hands: bool, change: impl Fn(Line<'_>) -> Line<'_>) -> String {
        let mut out = String::new();
        with_line(|line| change(*line).write(&mut Fields { out: &mut out, is_json, hands })).unwrap();
        out
    }

    const VIEW: &str = "rules=classic me=up hand=3344JJ left=5,4,6 turn=up standing=landlord:99 played=99//";

    #[test]
    fn a_line_names_all_that_a_replay_needs() {
        let words = "rpc=Follow persona=rules digest=0000000000000007 seed=9 worlds=0 nodes=0 budget_ms=20 decider=rules room=table-7 seat=up";
        assert_eq!(fields(false, true, |line| line), format!(" {words} view=\"{VIEW}\" action=JJ"));
        assert_eq!(fields(false, false, |line| line), format!(" {words} action=JJ"), "no hand, and no replay");
    }

    #[test]
    fn habits_stand_on_it_where_any_are_known() {
        let [one, other] = [1, 2].map(|times| Habits { auctions: times, ..Habits::default() });
        let line = fields(false, true, |known| Line { habits: [one, Habits::default(), other], ..known });
        assert!(
            line.contains(
                " seat=up habits=landlord:1/0/0/0/0/0/0/0/0/0/0/0/0/0/0,up:2/0/0/0/0/0/0/0/0/0/0/0/0/0/0 view="
            ),
            "{line}"
        );
    }

    #[test]
    fn json_lines_are_objects_with_a_time() {
        let (sender, receiver) = mpsc::channel();
        let config = Log { format: LogFormat::Json, ..crate::config::Config::embedded().log };
        with_line(|line| Replay::to(&config, Box::new(Pipe(sender))).put(line));
        let line: serde_json::Value = serde_json::from_str(&receiver.recv().unwrap()).unwrap();
        let time = line["timestamp"].as_str().unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z') && time.contains('T'), "{time}");
        for (key, value) in [
            ("level", "INFO"),
            ("target", "replay"),
            ("rpc", "Follow"),
            ("persona", "rules"),
            ("seed", "9"),
            ("room", "table-7"),
            ("view", VIEW),
            ("action", "JJ"),
        ] {
            assert_eq!(line[key], value, "{line}");
        }
        assert_eq!((line["budget_ms"].as_u64(), line["worlds"].as_u64()), (Some(20), Some(0)));
        let hostile = RequestId::of(
            &[("x-request-id", "a\"b\\c")]
                .map(|(key, value)| (http::HeaderName::from_static(key), http::HeaderValue::from_static(value)))
                .into_iter()
                .collect(),
        )
        .unwrap();
        let mut out = String::from("{\"x\":0");
        with_line(|line| {
            let line = Line { request: Some(&hostile), ..*line };
            line.write(&mut Fields { out: &mut out, is_json: true, hands: true })
        })
        .unwrap();
        let line: serde_json::Value = serde_json::from_str(&(out + "}")).unwrap();
        assert_eq!(line["request"], "a\"b\\c");
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
