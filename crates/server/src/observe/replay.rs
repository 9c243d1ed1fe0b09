//! A line for each decision, from which the lab can replay it: `lab replay LINE`. Deciding never waits for it: lines that
//! the [log](super::log) cannot keep up with are dropped and counted.
//!
//! The deciding thread formats the line itself, because it has all data. Formatting on another thread cost more than twice as
//! much.

use std::cell::RefCell;
use std::fmt::{self, Write as _};

use engine::{Decider, Habits};
use rules::{Action, Chair, Seat, Trick, View};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

use super::log::{self, Sort};
use crate::call::caller::DEFAULT;
use crate::call::context::{RequestId, TraceId};
use crate::config::{Log, LogFormat};
use crate::roster::Companion;

/// The writer of replay lines.
pub struct Replay {
    is_on: bool,
    format: LogFormat,
    hands: bool,
}

/// The data of a replay line.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// The RPC.
    pub rpc: &'static str,
    /// The room, if the request named one.
    pub room: Option<&'a str>,
    /// The persona that decided.
    pub companion: &'a Companion,
    /// The seed of the hand.
    pub seed: u64,
    /// The number of worlds that the decider evaluated.
    pub worlds: u32,
    /// The number of positions that the search visited.
    pub nodes: u64,
    /// The budget, in milliseconds.
    pub budget_ms: u64,
    /// The habits of the players, by seat; by chair before there is a landlord.
    pub habits: [Habits; 3],
    /// The knowledge of the seat.
    pub view: &'a View,
    /// The decision.
    pub action: Action,
    /// The part of the engine that decided.
    pub decider: Decider,
    /// True if the answer was another play, from the backend's list of legal plays.
    pub is_replaced: bool,
    /// True if a simpler decider than the persona's answered.
    pub is_degraded: bool,
    /// The version of the nets' weights, if the nets were used.
    pub weights: Option<u64>,
    /// The caller that asked.
    pub caller: &'a str,
    /// The caller's trace.
    pub trace: Option<TraceId>,
    /// The caller's name for the call.
    pub request: Option<&'a RequestId>,
}

impl Line<'_> {
    /// Writes the line as fields that `lab replay` reads.
    fn write(&self, fields: &mut Fields<'_>) -> fmt::Result {
        let Line { rpc, companion, seed, worlds, nodes, budget_ms, view, decider, .. } = self;
        fields.word("rpc", rpc)?;
        fields.word("persona", companion.spec())?;
        fields.word("digest", companion.digest)?;
        // As text, because JSON readers with floating-point numbers would change it.
        fields.word("seed", seed)?;
        fields.number("worlds", u64::from(*worlds))?;
        fields.number("nodes", *nodes)?;
        fields.number("budget_ms", *budget_ms)?;
        fields.word("decider", decider)?;
        // A room's name is made of letters, digits and a few signs: it needs no quotes.
        fields.word_if("room", self.room)?;
        fields.word_if("caller", Some(self.caller).filter(|&caller| caller != DEFAULT))?;
        fields.word_if("seat", view.seat())?;
        fields.word_if("degraded", self.is_degraded.then_some("yes"))?;
        fields.word_if("legal_plays", self.is_replaced.then_some("replaced"))?;
        if let Some(weights) = self.weights {
            fields.word("weights", weights)?;
        }
        fields.word_if("trace", self.trace)?;
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

/// The habits of the players, by seat: `landlord:9/4/60/…,up:…`; before there is a landlord by chair.
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
    /// True if the line holds what the bot knew.
    hands: bool,
}

impl Fields<'_> {
    fn begin(&mut self, key: &str) -> fmt::Result {
        if self.is_json { write!(self.out, ",\"{key}\":") } else { write!(self.out, " {key}=") }
    }

    /// Writes the quote around a text in JSON; lines for people have none.
    fn quote(&mut self) -> fmt::Result {
        if self.is_json { self.out.write_char('"') } else { Ok(()) }
    }

    /// Writes a value without quotes, spaces and control characters.
    fn word(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        self.begin(key)?;
        self.quote()?;
        write!(self.out, "{value}")?;
        self.quote()
    }

    /// Writes such a value, if there is one.
    fn word_if(&mut self, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
        value.map_or(Ok(()), |value| self.word(key, value))
    }

    fn number(&mut self, key: &str, value: u64) -> fmt::Result {
        self.begin(key)?;
        write!(self.out, "{value}")
    }

    /// Writes a value that may have spaces; `write` escapes quotes.
    fn text(&mut self, key: &str, write: impl FnOnce(&mut String) -> fmt::Result) -> fmt::Result {
        self.begin(key)?;
        self.out.write_char('"')?;
        write(self.out)?;
        self.out.write_char('"')
    }
}

thread_local! {
    /// The buffer in which this thread formats its lines.
    static LINE: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Replay {
    /// Starts as configured; lines go to standard error, as the log does.
    pub fn start(config: &Log) -> Replay {
        Replay { is_on: config.replay, format: config.format, hands: config.replay_hands }
    }

    /// True if lines are wanted.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Adds a line to those that are written, or drops it.
    pub fn put(&self, line: &Line<'_>) {
        LINE.with_borrow_mut(|words| {
            words.clear();
            self.word(line, words).expect("a string takes what is written");
            log::stderr().put(Sort::Replay, words);
        });
    }

    /// Formats the line as a log line: the time, the level, the word `replay`, the fields.
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
}

/// Writes a text without control characters, as between the quotes of JSON.
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
    use super::*;

    /// Gives a line of a table to `ask`.
    fn with_line<T>(ask: impl FnOnce(&Line<'_>) -> T) -> T {
        let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
        let action = Action::Play(view.rules().read("JJ".parse().unwrap()));
        ask(&Line {
            rpc: "Follow",
            room: Some("table-7"),
            companion: &Companion::of_digest(engine::Persona::named("rules").unwrap(), 7, None, None),
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
        let words =
            "rpc=Follow persona=rules digest=7 seed=9 worlds=0 nodes=0 budget_ms=20 decider=rules room=table-7 seat=up";
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
    fn what_a_caller_sends_is_escaped() {
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
}
