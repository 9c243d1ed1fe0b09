//! The log lines of decisions. The lab can replay one that has the bot's knowledge: `lab replay LINE`. Deciding never waits for them: lines that the
//! [log] cannot keep up with are dropped and counted.
//!
//! The task of a call formats its line itself, because it has all data.

use std::cell::RefCell;
use std::fmt::{self, Write as _};

use engine::Habits;
use rules::{Action, Chair, Seat, Trick, View};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

use crate::call::Call;
use crate::call::caller::DEFAULT_CALLER;
use crate::config::{Log, LogFormat};
use crate::convert::inbound::Position;
use crate::convert::outbound::DecisionRecord;
use crate::observe::log::{self, LineKind};

thread_local! {
    static LINE_BUFFER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Adds the line of a decision to those that are written, or drops it. `room` names the room of the turn, if it has one.
pub(super) fn put_line(config: &Log, call: &Call, position: &Position, decided: &DecisionRecord, room: Option<&str>) {
    LINE_BUFFER.with_borrow_mut(|out| {
        out.clear();
        let mut line = ReplayLine { out, is_json: config.format == LogFormat::Json, hands: config.replay_hands };
        line.write(call, position, decided, room).expect("a string takes what is written");
        log::stderr().put(LineKind::Replay, line.out);
    });
}

/// A line that is being written: `key=value`, or members of a JSON object.
struct ReplayLine<'a> {
    out: &'a mut String,
    is_json: bool,
    /// True if the line has the bot's knowledge.
    hands: bool,
}

impl ReplayLine<'_> {
    /// Formats the line as a log line: the time, the level, the word `replay`, the fields.
    fn write(&mut self, call: &Call, position: &Position, decided: &DecisionRecord, room: Option<&str>) -> fmt::Result {
        self.out.write_str(if self.is_json { "{\"timestamp\":\"" } else { "" })?;
        SystemTime.format_time(&mut Writer::new(self.out))?;
        self.out.write_str(match self.is_json {
            true => "\",\"level\":\"INFO\",\"message\":\"replay\",\"target\":\"replay\"",
            false => "  INFO replay",
        })?;
        self.describe(call, position, decided, room)?;
        self.out.write_str(if self.is_json { "}\n" } else { "\n" })
    }

    fn describe(&mut self, call: &Call, position: &Position, made: &DecisionRecord, room: Option<&str>) -> fmt::Result {
        let Position { view, companion, hand_seed, habits, .. } = position;
        let ((action, decider), trace) = (made.own, &made.decision.trace);
        self.write_word("rpc", call.rpc.name())?;
        self.write_word("persona", companion.spec())?;
        self.write_word("digest", companion.frozen.digest)?;
        // As text, because JSON readers with floating-point numbers may change it.
        self.write_word("seed", hand_seed.0)?;
        self.write_number("worlds", u64::from(trace.worlds))?;
        self.write_number("nodes", trace.nodes)?;
        self.write_number("budget_ms", made.budget.as_millis() as u64)?;
        self.write_word("decider", decider)?;
        // A room's name is made of letters, digits and a few signs: it needs no quotes.
        self.write_word_if("room", room)?;
        self.write_word_if("caller", Some(call.caller.name()).filter(|&caller| caller != DEFAULT_CALLER))?;
        self.write_word_if("seat", view.seat())?;
        self.write_word_if("degraded", made.degraded.map(|_| "yes"))?;
        self.write_word_if("legal_plays", made.replaced.as_ref().map(|_| "replaced"))?;
        self.write_word_if("weights", trace.weights)?;
        self.write_word_if("trace", call.trace)?;
        if let Some(request) = &call.request {
            self.write_text("request", |out| write_escaped(request.as_str(), out))?;
        }
        if self.hands {
            if habits.iter().any(|habits| *habits != Habits::default()) {
                self.write_key("habits")?;
                self.write_quote()?;
                write_habits(habits, view, self.out)?;
                self.write_quote()?;
            }
            self.write_text("view", |out| view.write(out))?;
        }
        self.write_key("action")?;
        self.write_quote()?;
        write_action(view, action, self.out)?;
        self.write_quote()
    }

    fn write_key(&mut self, key: &str) -> fmt::Result {
        if self.is_json { write!(self.out, ",\"{key}\":") } else { write!(self.out, " {key}=") }
    }

    /// Writes a quote in JSON, and nothing in lines for people.
    fn write_quote(&mut self) -> fmt::Result {
        if self.is_json { self.out.write_char('"') } else { Ok(()) }
    }

    /// Writes a value that has no quotes, spaces or control characters.
    fn write_word(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        self.write_key(key)?;
        self.write_quote()?;
        write!(self.out, "{value}")?;
        self.write_quote()
    }

    fn write_word_if(&mut self, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
        value.map_or(Ok(()), |value| self.write_word(key, value))
    }

    fn write_number(&mut self, key: &str, value: u64) -> fmt::Result {
        self.write_key(key)?;
        write!(self.out, "{value}")
    }

    /// Writes a value that may have spaces; `write` escapes quotes.
    fn write_text(&mut self, key: &str, write: impl FnOnce(&mut String) -> fmt::Result) -> fmt::Result {
        self.write_key(key)?;
        self.out.write_char('"')?;
        write(self.out)?;
        self.out.write_char('"')
    }
}

fn write_action(view: &View, action: Action, out: &mut String) -> fmt::Result {
    match action {
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

/// Writes the habits, by seat: `landlord:9/4/60/…,up:…`; before there is a landlord, by the order of speaking: `second:…`.
fn write_habits(habits: &[Habits; 3], view: &View, out: &mut String) -> fmt::Result {
    let has_seats = view.board().landlord().is_some();
    let known = habits.iter().enumerate().filter(|(_, habits)| **habits != Habits::default());
    for (place, (index, habits)) in known.enumerate() {
        let name = if has_seats { Seat::ALL[index].name() } else { Chair::ALL[index].name() };
        write!(out, "{}{name}:{habits}", if place == 0 { "" } else { "," })?;
    }
    Ok(())
}

/// Writes a text that has no control characters, as between the quotes of JSON.
fn write_escaped(text: &str, out: &mut String) -> fmt::Result {
    text.chars().try_for_each(|letter| {
        if matches!(letter, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(letter)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use engine::{Decider, Limits, Persona, Scratch, decide_within};
    use game::cards::{CardForm, Cards};
    use http::HeaderMap;
    use rules::Seed;

    use super::*;
    use crate::call::caller::{Caller, KnownCallers, Quota};
    use crate::call::{RequestId, Rpc, Scopes};
    use crate::roster::Companion;

    fn fields(is_json: bool, hands: bool, change: impl FnOnce(&mut Call, &mut Position)) -> String {
        let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
        let persona = Persona::named("rules").unwrap();
        let mut never = || false;
        let limits = Limits { habits: [Habits::default(); 3], ..Limits::of(&mut never) };
        let decision = decide_within(&view, &persona, Seed(9), limits, &mut Scratch::new()).unwrap();
        let (at, took) = (Instant::now(), Duration::from_millis(20));
        let own = (Action::Play(view.rules().read("JJ".parse().unwrap())), Decider::Rules);
        let decided =
            DecisionRecord { decision, own, degraded: None, took, budget: took, replaced: None, mismatch: None };
        let caller =
            Arc::new(Caller::new(&mut KnownCallers::default(), DEFAULT_CALLER, DEFAULT_CALLER, Quota::default()));
        let (rpc, scopes) = (Rpc::Follow, Scopes::ALL);
        let mut call = Call { rpc, at, deadline: None, caller, scopes, trace: None, request: None };
        let mut companion = Companion::new(persona);
        companion.frozen.digest = 7;
        let mut position = Position {
            cards: Cards::of(view.hand()),
            form: CardForm::of(None),
            view,
            companion: Arc::new(companion),
            hand_seed: Seed(9),
            habits: [Habits::default(); 3],
            disclosed: false,
            odd_standing: false,
            warnings: Vec::new(),
        };
        change(&mut call, &mut position);
        let mut out = String::new();
        let mut line = ReplayLine { out: &mut out, is_json, hands };
        line.describe(&call, &position, &decided, Some("table-7")).unwrap();
        out
    }

    const VIEW: &str = "rules=classic me=up hand=3344JJ left=5,4,6 turn=up standing=landlord:99 played=99//";

    #[test]
    fn a_line_names_all_that_a_replay_needs() {
        let words =
            "rpc=Follow persona=rules digest=7 seed=9 worlds=0 nodes=0 budget_ms=20 decider=rules room=table-7 seat=up";
        assert_eq!(fields(false, true, |_, _| {}), format!(" {words} view=\"{VIEW}\" action=JJ"));
        assert_eq!(fields(false, false, |_, _| {}), format!(" {words} action=JJ"), "no hand, and no replay");
    }

    #[test]
    fn known_habits_are_on_the_line() {
        let [one, other] = [1, 2].map(|times| Habits { auctions: times, ..Habits::default() });
        let line = fields(false, true, |_, position| position.habits = [one, Habits::default(), other]);
        assert!(
            line.contains(
                " seat=up habits=landlord:1/0/0/0/0/0/0/0/0/0/0/0/0/0/0,up:2/0/0/0/0/0/0/0/0/0/0/0/0/0/0 view="
            ),
            "{line}"
        );
    }

    #[test]
    fn the_text_of_a_caller_is_escaped() {
        let mut headers = HeaderMap::new();
        headers.insert("x-request-id", "a\"b\\c".parse().unwrap());
        let line = fields(true, true, |call, _| call.request = RequestId::of(&headers));
        let line: serde_json::Value = serde_json::from_str(&format!("{{\"x\":0{line}}}")).unwrap();
        assert_eq!(line["request"], "a\"b\\c");
    }
}
