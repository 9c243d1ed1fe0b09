//! A line for each decision, from which the lab can replay it: `lab replay LINE`. Deciding never waits for it: a thread of its
//! own writes, and what it cannot keep up with is dropped and counted.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use engine::{Decider, Habits};
use rules::{Action, Seat, Trick, View};

use crate::config::{Log, LogFormat};
use crate::layers::trace::TraceId;
use crate::roster::Companion;

/// Where replay lines go.
pub struct Replay {
    orders: Option<Sender<Order>>,
    dropped: Arc<AtomicU64>,
}

/// What the writer is asked for.
#[expect(clippy::large_enum_variant, reason = "nearly every order is a line, and a box would allocate for each")]
enum Order {
    Write(Line),
    /// Tell when everything before this is written.
    Tell(Sender<()>),
}

/// What a line is written from.
pub struct Line {
    /// Which RPC.
    pub rpc: &'static str,
    /// The room, where the request named one.
    pub room: Option<String>,
    /// Who decided.
    pub companion: Arc<Companion>,
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
    pub view: View,
    /// What was done.
    pub action: Action,
    /// Who decided it.
    pub decider: Decider,
    /// Whether somebody simpler than the persona had to.
    pub is_degraded: bool,
    /// The version of the nets' weights, where they had a say.
    pub weights: Option<u64>,
    /// The caller's trace.
    pub trace: Option<TraceId>,
}

/// The line, as words that `lab replay` reads.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Line { rpc, companion, seed, worlds, nodes, budget_ms, view, decider, .. } = self;
        let (persona, digest) = (companion.persona.name(), companion.digest);
        write!(f, "replay rpc={rpc} persona={persona} digest={digest:016x} seed={seed} worlds={worlds} nodes={nodes}")?;
        write!(f, " budget_ms={budget_ms} decider={decider}")?;
        // A room's name is made of letters, digits and a few signs: it needs no quotes.
        if let Some(room) = &self.room {
            write!(f, " room={room}")?;
        }
        if let Some(seat) = view.seat() {
            write!(f, " seat={seat}")?;
        }
        if self.is_degraded {
            f.write_str(" degraded=yes")?;
        }
        if let Some(weights) = self.weights {
            write!(f, " weights={weights:016x}")?;
        }
        if let Some(trace) = self.trace {
            write!(f, " trace={trace}")?;
        }
        let known = Seat::ALL.into_iter().zip(&self.habits).filter(|(_, habits)| **habits != Habits::default());
        for (place, (seat, habits)) in known.enumerate() {
            write!(f, "{}{seat}:{habits}", if place == 0 { " habits=" } else { "," })?;
        }
        write!(f, " view=\"{view}\" action=")?;
        match self.action {
            Action::Call(call) => write!(f, "call:{call}"),
            Action::Raise(raise) => write!(f, "raise:{raise}"),
            Action::Show(open) => write!(f, "show:{}", if open { "yes" } else { "no" }),
            Action::Play(None) => f.write_str("pass"),
            Action::Play(play) => {
                let trick = if view.seat().is_some() { view.trick() } else { Trick::Lead };
                f.write_str(&view.rules().play_text(play, trick))
            }
        }
    }
}

/// Lines that are written at a time.
const BATCH: usize = 256;
/// The writer rests so long after each batch: whoever decides would pay for waking it up, line by line.
const REST: Duration = Duration::from_millis(10);
/// How long a server that ends waits for its last lines.
const FLUSH_MAX: Duration = Duration::from_secs(1);

impl Replay {
    /// As configured; lines go where the log goes, to standard error.
    pub fn start(config: &Log) -> Replay {
        Replay::to(config, Box::new(std::io::stderr()))
    }

    fn to(config: &Log, out: Box<dyn Write + Send>) -> Replay {
        let dropped = Arc::new(AtomicU64::new(0));
        if !config.replay {
            return Replay { orders: None, dropped };
        }
        let (sender, receiver) = bounded(config.replay_queue);
        let format = config.format;
        let writer = thread::Builder::new().name(String::from("replay"));
        writer.spawn(move || write(&receiver, format, out)).expect("the system lends a few threads at the start");
        Replay { orders: Some(sender), dropped }
    }

    /// Whether lines are wanted.
    pub fn is_on(&self) -> bool {
        self.orders.is_some()
    }

    /// Hands a line over, or drops it.
    pub fn put(&self, line: Line) {
        if self.orders.as_ref().is_some_and(|orders| orders.try_send(Order::Write(line)).is_err()) {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until the lines so far are written, or a second has passed. Blocks its thread.
    pub fn flush(&self) {
        let Some(orders) = &self.orders else { return };
        let (told, written) = bounded(1);
        if orders.send_timeout(Order::Tell(told), FLUSH_MAX).is_ok() {
            let _ = written.recv_timeout(FLUSH_MAX);
        }
    }

    /// Lines that were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

fn write(orders: &Receiver<Order>, format: LogFormat, mut out: Box<dyn Write + Send>) {
    let mut page = String::new();
    while let Ok(first) = orders.recv() {
        page.clear();
        let mut waiting = None;
        for order in std::iter::once(first).chain(orders.try_iter().take(BATCH - 1)) {
            // Writing to a string cannot fail.
            let _ = match (order, format) {
                (Order::Write(line), LogFormat::Human) => writeln!(page, "{line}"),
                (Order::Write(line), LogFormat::Json) => {
                    writeln!(page, "{{\"target\":\"replay\",\"replay\":{}}}", quoted(&line.to_string()))
                }
                (Order::Tell(told), _) => {
                    waiting = Some(told);
                    break;
                }
            };
        }
        // Nobody to tell if even that fails.
        let _ = out.write_all(page.as_bytes());
        match waiting {
            // Whoever waits may have lost patience.
            Some(told) => drop(told.send(())),
            // While more waits than fits a batch there is no time to rest.
            None if orders.len() < BATCH => thread::sleep(REST),
            None => {}
        }
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

    fn line() -> Line {
        let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
        let action = Action::Play(view.rules().read("JJ".parse().unwrap()));
        Line {
            rpc: "Follow",
            room: Some(String::from("table-7")),
            companion: Arc::new(Companion { digest: 7, ..Companion::new(engine::Persona::named("rules").unwrap()) }),
            seed: 9,
            worlds: 0,
            nodes: 0,
            budget_ms: 20,
            habits: [Habits::default(); 3],
            view,
            action,
            decider: Decider::Rules,
            is_degraded: false,
            weights: None,
            trace: None,
        }
    }

    #[test]
    fn a_line_names_all_that_a_replay_needs() {
        let view = "rules=classic me=up hand=3344JJ left=5,4,6 turn=up standing=landlord:99 played=99//";
        let words = "replay rpc=Follow persona=rules digest=0000000000000007 seed=9 worlds=0 nodes=0 budget_ms=20 decider=rules room=table-7 seat=up";
        assert_eq!(line().to_string(), format!("{words} view=\"{view}\" action=JJ"));
    }

    #[test]
    fn habits_stand_on_it_where_any_are_known() {
        let [one, other] = [1, 2].map(|times| Habits { auctions: times, ..Habits::default() });
        let line = Line { habits: [one, Habits::default(), other], ..line() }.to_string();
        assert!(line.contains(" seat=up habits=landlord:1/0/0/0/0/0/0/0/0,up:2/0/0/0/0/0/0/0/0 view="), "{line}");
    }

    #[test]
    fn json_lines_hold_the_same_line() {
        let (sender, receiver) = mpsc::channel();
        let config = Log { format: LogFormat::Json, ..crate::config::Config::embedded().log };
        Replay::to(&config, Box::new(Pipe(sender))).put(line());
        let page: serde_json::Value = serde_json::from_str(&receiver.recv().unwrap()).unwrap();
        assert_eq!(page["replay"], line().to_string());
    }

    #[test]
    fn whoever_waits_has_every_line_written() {
        let (sender, receiver) = mpsc::channel();
        let replay = Replay::to(&crate::config::Config::embedded().log, Box::new(Pipe(sender)));
        (0..1000).for_each(|_| replay.put(line()));
        replay.flush();
        let lines: usize = receiver.try_iter().map(|page| page.lines().count()).sum();
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
        // A full batch may be with the writer; whatever comes after it and the queue is dropped.
        (0..BATCH + 10).for_each(|_| replay.put(line()));
        assert!(replay.dropped() >= 7, "{}", replay.dropped());
    }
}
