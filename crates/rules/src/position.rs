//! Whole positions and whole games as one line of text: `key=value` words in any order, written in a fixed one.
//!
//! ```text
//! a game    rules=classic deal=FIRST/SECOND/THIRD/BOTTOM calls=1,no,3 raises=1,2,1 show=no plays=34567,-,-,33
//! a view    rules=classic me=second hand=… calls=1,no,3 bottom=… plays=34567,-
//! present   rules=classic me=up hand=… left=5,4,7 turn=up standing=down:33 bottom=… played=…/…/…
//! ```
//!
//! Without `calls` there was no auction: the first chair is the landlord, and `me` names a seat. `hand` is what the
//! seat holds now. A view with `left` is the present alone: what led to it is told neither in full nor again.

use std::fmt;
use std::str::FromStr;

use crate::auction::Call;
use crate::board::{Event, Illegal, Raise, Stage};
use crate::combo::Trick;
use crate::hand::Hand;
use crate::notation::TextError;
use crate::ruleset::{Ruleset, RulesetError};
use crate::seat::{Chair, Seat};
use crate::table::{Action, BadDeal, Deal, Table};
use crate::view::{BadView, Present, View};

/// Why a line is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A word that is no `key=value`.
    #[error("{word:?} is no key=value")]
    NoPair {
        /// The word.
        word: String,
    },
    /// A key that does not belong there.
    #[error("{key:?} is no key of {what}; there are {keys}")]
    UnknownKey {
        /// The key.
        key: String,
        /// What was read.
        what: &'static str,
        /// The keys that it has.
        keys: &'static str,
    },
    /// A key given twice.
    #[error("{key} is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// A key that is needed.
    #[error("{key} is missing")]
    Missing {
        /// The key.
        key: &'static str,
    },
    /// Cards that cannot be read.
    #[error("{key}: {error}")]
    Cards {
        /// The key, with its part where it has several.
        key: String,
        /// What is wrong.
        error: TextError,
    },
    /// A value that is none of those that are allowed.
    #[error("{key}: {found:?} is not {expected}")]
    BadWord {
        /// The key.
        key: &'static str,
        /// What was read.
        found: String,
        /// What it may be.
        expected: &'static str,
    },
    /// The ruleset.
    #[error("rules: {0}")]
    Ruleset(#[from] RulesetError),
    /// The deal.
    #[error("deal: {0}")]
    Deal(#[from] BadDeal),
    /// What is observed cannot be true.
    #[error(transparent)]
    View(#[from] BadView),
    /// A step of the game is illegal.
    #[error("{key} {number} ({word}): {error}")]
    Illegal {
        /// Which list it stands in.
        key: &'static str,
        /// Its place in the list, from 1.
        number: usize,
        /// The step.
        word: String,
        /// What is wrong.
        error: Illegal,
    },
}

/// The words of a line, by key.
struct Words<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    fn read(line: &'a str, what: &'static str, keys: &'static str) -> Result<Words<'a>, PositionError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for word in line.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| PositionError::NoPair { word: word.to_owned() })?;
            if !keys.split(' ').any(|known| known == key) {
                return Err(PositionError::UnknownKey { key: key.to_owned(), what, keys });
            }
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(PositionError::Twice { key: key.to_owned() });
            }
            pairs.push((key, value));
        }
        Ok(Words { pairs })
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }

    fn need(&self, key: &'static str) -> Result<&'a str, PositionError> {
        self.get(key).ok_or(PositionError::Missing { key })
    }

    /// The comma-separated values of a key; none when it is missing or empty.
    fn list(&self, key: &str) -> Vec<&'a str> {
        self.get(key).map_or(Vec::new(), |text| text.split(',').filter(|word| !word.is_empty()).collect())
    }

    fn rules(&self) -> Result<Ruleset, PositionError> {
        self.get("rules").map_or(Ok(Ruleset::CLASSIC), |text| Ok(text.parse()?))
    }

    fn hand(&self, key: &'static str) -> Result<Option<Hand>, PositionError> {
        self.get(key).map(|text| hand(key, text)).transpose()
    }

    /// `N` hands with slashes between them.
    fn hands<const N: usize>(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<Option<[Hand; N]>, PositionError> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let parts: Vec<Hand> = text
            .split('/')
            .enumerate()
            .map(|(index, part)| {
                part.parse().map_err(|error| PositionError::Cards { key: format!("{key} {}", index + 1), error })
            })
            .collect::<Result<_, _>>()?;
        parts.try_into().map(Some).map_err(|_| PositionError::BadWord { key, found: text.to_owned(), expected })
    }

    fn seat(&self, key: &'static str) -> Result<Option<Seat>, PositionError> {
        let read = |text: &str| Seat::from_name(text).ok_or_else(|| bad_word(key, text, SEATS));
        self.get(key).map(read).transpose()
    }
}

const SEATS: &str = "landlord, down or up";
const CHAIRS: &str = "first, second or third";

fn bad_word(key: &'static str, found: &str, expected: &'static str) -> PositionError {
    PositionError::BadWord { key, found: found.to_owned(), expected }
}

fn hand(key: &'static str, text: &str) -> Result<Hand, PositionError> {
    text.parse().map_err(|error| PositionError::Cards { key: key.to_owned(), error })
}

/// One step of a game before its cards are played: what a word of `calls`, `raises` or `show` says.
fn read_call(word: &str) -> Result<Call, PositionError> {
    Call::from_word(word).ok_or_else(|| bad_word("calls", word, "no, 0, 1, 2, 3, call, rob or take"))
}

fn read_raise(word: &str) -> Result<Raise, PositionError> {
    let raise = Raise::ALL.into_iter().find(|raise| raise.to_string() == word);
    raise.ok_or_else(|| bad_word("raises", word, "1, 2 or 4"))
}

fn read_play(words: &str, rules: &Ruleset, trick: Trick, number: usize) -> Result<Option<crate::Combo>, PositionError> {
    rules.read_play(words, trick).map_err(|error| PositionError::Cards { key: format!("plays {number}"), error })
}

/// The steps of a log, by the key under which they are written.
#[derive(Default)]
struct Steps {
    calls: Vec<String>,
    raises: Vec<String>,
    show: Option<String>,
    plays: Vec<String>,
}

impl Steps {
    fn of(log: &[Event], rules: &Ruleset) -> Steps {
        let mut steps = Steps::default();
        let (mut trick, mut passes) = (Trick::Lead, 0);
        for event in log {
            match *event {
                Event::Call(_, call) => steps.calls.push(call.to_string()),
                Event::Landlord(..) => {}
                Event::Raise(_, raise) => steps.raises.push(raise.to_string()),
                Event::Show(open) => steps.show = Some(open.map_or(String::from("no"), |hand| hand.to_string())),
                Event::Play(_, play) => {
                    steps.plays.push(rules.play_text(play, trick));
                    (trick, passes) = match play {
                        Some(combo) => (Trick::Follow(combo), 0),
                        None if passes == 1 => (Trick::Lead, 0),
                        None => (trick, 1),
                    };
                }
            }
        }
        steps
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.raises.is_empty() {
            write!(f, " raises={}", self.raises.join(","))?;
        }
        if let Some(show) = &self.show {
            write!(f, " show={show}")?;
        }
        if !self.plays.is_empty() {
            write!(f, " plays={}", self.plays.join(","))?;
        }
        Ok(())
    }
}

fn rules_word(rules: &Ruleset) -> String {
    rules.to_string().replace(' ', ",")
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = Chair::ALL.map(|chair| self.deal().hand(chair));
        let rules = self.board().rules();
        write!(f, "rules={} deal={first}/{second}/{third}/{}", rules_word(rules), self.deal().bottom())?;
        let steps = Steps::of(self.log(), rules);
        if self.is_auctioned() {
            write!(f, " calls={}", steps.calls.join(","))?;
        }
        if self.appointee() != Chair::First {
            write!(f, " appointee={}", self.appointee())?;
        }
        steps.write(f)
    }
}

/// A recorded game.
///
/// ```
/// use rules::{Seat, Table};
/// let line = "rules=classic deal=33334444555566667/7778888999TTTTJJJ/9JQQQQKKKKAAAA222/2XD calls=no,no,3 plays=X,-,-,9";
/// let game: Table = line.parse()?;
/// assert_eq!(game.hand_of(Seat::Down).expect("somebody called").to_string(), "33334444555566667");
/// assert_eq!(game.to_string(), line);
/// # Ok::<(), rules::PositionError>(())
/// ```
impl FromStr for Table {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Table, PositionError> {
        let words = Words::read(line, "a game", "rules deal calls appointee raises show plays")?;
        let rules = words.rules()?;
        let hands = words.hands("deal", "three hands and the bottom with / between them")?;
        let [first, second, third, bottom] = hands.ok_or(PositionError::Missing { key: "deal" })?;
        let deal = Deal::new([first, second, third], bottom)?;
        let appointee = match words.get("appointee") {
            None => Chair::First,
            Some(name) => Chair::from_name(name).ok_or_else(|| bad_word("appointee", name, CHAIRS))?,
        };
        let mut table = match words.get("calls") {
            Some(_) => Table::new(rules, deal, appointee),
            None => Table::seated(rules, deal),
        };
        let mut act = |key, number, word: &str, action: &dyn Fn(&Table) -> Result<Action, PositionError>| {
            let action = action(&table)?;
            table.act(action).map(|_| ()).map_err(|error| PositionError::Illegal {
                key,
                number,
                word: word.to_owned(),
                error,
            })
        };
        for (index, word) in words.list("calls").into_iter().enumerate() {
            act("calls", index + 1, word, &|_| Ok(Action::Call(read_call(word)?)))?;
        }
        for (index, word) in words.list("raises").into_iter().enumerate() {
            act("raises", index + 1, word, &|_| Ok(Action::Raise(read_raise(word)?)))?;
        }
        if let Some(word) = words.get("show") {
            let open = word != "no";
            act("show", 1, word, &|table| {
                let held = table.hand_of(Seat::Landlord).unwrap_or_default();
                if open && hand("show", word)? != held {
                    return Err(bad_word("show", word, "no, or the landlord's whole hand"));
                }
                Ok(Action::Show(open))
            })?;
        }
        for (index, word) in words.list("plays").into_iter().enumerate() {
            act("plays", index + 1, word, &|table| {
                Ok(Action::Play(read_play(word, &rules, table.board().course().trick(), index + 1)?))
            })?;
        }
        Ok(table)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, board) = (self.rules(), self.board());
        write!(f, "rules={}", rules_word(rules))?;
        let auctioned = board.stage() == Stage::Auction || board.bidding().said(Chair::First).is_some();
        match self.seat() {
            Some(seat) if !auctioned => write!(f, " me={seat}")?,
            _ => write!(f, " me={}", self.chair())?,
        }
        write!(f, " hand={}", self.hand())?;
        if !self.is_complete() {
            return write_present(self, f);
        }
        let steps = Steps::of(self.log(), rules);
        if auctioned {
            write!(f, " calls={}", steps.calls.join(","))?;
        }
        if let Some((landlord, bottom)) = board.landlord().zip(board.bottom()) {
            // Only an appointed landlord cannot be told from the calls.
            if auctioned && steps.calls.iter().all(|call| call == "no") {
                write!(f, " appointee={landlord}")?;
            }
            write!(f, " bottom={bottom}")?;
        }
        steps.write(f)
    }
}

fn write_present(view: &View, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let course = view.course();
    let [landlord, down, up] = Seat::ALL.map(|seat| course.left(seat));
    write!(f, " left={landlord},{down},{up} turn={}", course.turn())?;
    if let Some((owner, combo)) = course.standing() {
        write!(f, " standing={owner}:{}", view.rules().play_text(Some(combo), Trick::Lead))?;
    }
    if let Some(bottom) = view.board().bottom() {
        write!(f, " bottom={bottom}")?;
    }
    if !course.all_played().is_empty() {
        let [landlord, down, up] = Seat::ALL.map(|seat| course.played(seat));
        write!(f, " played={landlord}/{down}/{up}")?;
    }
    Ok(())
}

/// One seat's knowledge.
///
/// ```
/// use rules::View;
/// let view: View = "me=up hand=3344 left=5,4,4 standing=down:JJ".parse()?;
/// assert_eq!(view.unseen().len(), 54 - 4 - 2);
/// let error = "me=up hand=3344 left=5,4,7".parse::<View>().unwrap_err();
/// assert_eq!(error.to_string(), "up holds 4 cards but is counted with 7");
/// # Ok::<(), rules::PositionError>(())
/// ```
impl FromStr for View {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<View, PositionError> {
        const KEYS: &str = "rules me hand left turn standing played calls appointee bottom raises show plays";
        let words = Words::read(line, "a view", KEYS)?;
        if words.get("left").is_some() { read_present(&words) } else { read_history(&words) }
    }
}

fn read_present(words: &Words<'_>) -> Result<View, PositionError> {
    for key in ["calls", "appointee", "raises", "show", "plays"] {
        if words.get(key).is_some() {
            let keys = "rules me hand left turn standing bottom played";
            return Err(PositionError::UnknownKey {
                key: key.to_owned(),
                what: "a present without history (left=…)",
                keys,
            });
        }
    }
    let rules = words.rules()?;
    let seat = words.seat("me")?.ok_or(PositionError::Missing { key: "me" })?;
    let left = words.need("left")?;
    let counts: Option<Vec<u8>> = left.split(',').map(|count| count.parse().ok()).collect();
    let counts: Option<[u8; 3]> = counts.and_then(|counts| counts.try_into().ok());
    let standing = words.get("standing").map(|text| {
        let expected = "SEAT:COMBO, as in down:33";
        let (owner, combo) = text.split_once(':').ok_or_else(|| bad_word("standing", text, expected))?;
        let owner = Seat::from_name(owner).ok_or_else(|| bad_word("standing", owner, SEATS))?;
        let combo = rules.read_text(combo);
        Ok::<_, PositionError>((
            owner,
            combo.map_err(|error| PositionError::Cards { key: "standing".to_owned(), error })?,
        ))
    });
    Ok(View::present(&Present {
        rules,
        seat,
        hand: hand("hand", words.need("hand")?)?,
        turn: words.seat("turn")?.unwrap_or(seat),
        left: counts.ok_or_else(|| bad_word("left", left, "three counts: landlord, down, up"))?,
        standing: standing.transpose()?,
        bottom: words.hand("bottom")?,
        played: words.hands("played", "three hands with / between them: landlord, down, up")?.unwrap_or_default(),
    })?)
}

fn read_history(words: &Words<'_>) -> Result<View, PositionError> {
    for key in ["turn", "standing", "played"] {
        if words.get(key).is_some() {
            return Err(PositionError::Missing { key: "left" });
        }
    }
    let rules = words.rules()?;
    let me = words.need("me")?;
    let calls = words.get("calls").map(|_| words.list("calls"));
    let chair = match calls {
        Some(_) => Chair::from_name(me).ok_or_else(|| bad_word("me", me, CHAIRS))?,
        None => Seat::from_name(me).ok_or_else(|| bad_word("me", me, SEATS))?.chair(Chair::First),
    };
    let now = hand("hand", words.need("hand")?)?;
    let bottom = words.hand("bottom")?;
    let plays = words.list("plays");

    // The events come in order, but the hand is told as it is now: find the landlord first, then what was played of it.
    let mut board = crate::Board::open(rules);
    for (index, word) in calls.iter().flatten().enumerate() {
        let event = Event::Call(board.turn().unwrap_or(Chair::First), read_call(word)?);
        let illegal =
            |error| PositionError::Illegal { key: "calls", number: index + 1, word: (*word).to_owned(), error };
        board.apply(event).map_err(illegal)?;
    }
    let landlord = match (&calls, words.get("appointee")) {
        (None, _) => Some(Chair::First),
        (Some(_), Some(name)) if board.bidding().awaits_appointment() => {
            Some(Chair::from_name(name).ok_or_else(|| bad_word("appointee", name, CHAIRS))?)
        }
        _ => board.landlord(),
    };
    let mut start = now;
    let mut trick = Trick::Lead;
    let mut passes = 0;
    let mut events: Vec<(&'static str, usize, &str, Event)> = Vec::new();
    if let Some(landlord) = landlord {
        for (index, word) in plays.iter().enumerate() {
            let seat = Seat::ALL[index % 3];
            let play = read_play(word, &rules, trick, index + 1)?;
            if let Some(combo) = play.filter(|_| seat.chair(landlord) == chair) {
                let grown = start.plus(combo.cards());
                start = grown.ok_or(PositionError::Illegal {
                    key: "plays",
                    number: index + 1,
                    word: (*word).to_owned(),
                    error: Illegal::NotHeld { seat, cards: combo.cards(), hand: start },
                })?;
            }
            (trick, passes) = match play {
                Some(combo) => (Trick::Follow(combo), 0),
                None if passes == 1 => (Trick::Lead, 0),
                None => (trick, 1),
            };
            events.push(("plays", index + 1, word, Event::Play(seat, play)));
        }
    }
    let mut view = match (calls, landlord) {
        (None, _) => {
            let bottom = bottom.ok_or(PositionError::Missing { key: "bottom" })?;
            View::seated(rules, chair.seat(Chair::First), start, bottom)?
        }
        (Some(calls), landlord) => {
            let took = landlord == Some(chair) && bottom.is_some();
            let taken = if took { bottom.unwrap_or_default() } else { Hand::EMPTY };
            let dealt = start.minus(taken).ok_or(BadView::BottomNotHeld { bottom: taken, hand: start })?;
            let mut view = View::dealt(rules, chair, dealt)?;
            for word in calls {
                let turn = view.board().turn().unwrap_or(Chair::First);
                view.apply(Event::Call(turn, read_call(word)?)).expect("the same calls were made above");
            }
            if let Some((landlord, bottom)) = landlord.zip(bottom) {
                let illegal =
                    |error| PositionError::Illegal { key: "bottom", number: 1, word: bottom.to_string(), error };
                view.apply(Event::Landlord(landlord, bottom)).map_err(illegal)?;
            }
            view
        }
    };
    let mut before = Vec::new();
    for (index, word) in words.list("raises").into_iter().enumerate() {
        let seat = Seat::ALL.get(index).copied().unwrap_or(Seat::Up);
        before.push(("raises", index + 1, word, Event::Raise(seat, read_raise(word)?)));
    }
    if let Some(word) = words.get("show") {
        let shown = if word == "no" { None } else { Some(hand("show", word)?) };
        before.push(("show", 1, word, Event::Show(shown)));
    }
    if landlord.is_none() && !plays.is_empty() {
        let error = Illegal::WrongStage { what: "a play", stage: view.board().stage() };
        return Err(PositionError::Illegal { key: "plays", number: 1, word: plays[0].to_owned(), error });
    }
    for (key, number, word, event) in before.into_iter().chain(events) {
        view.apply(event).map_err(|error| PositionError::Illegal { key, number, word: word.to_owned(), error })?;
    }
    Ok(view)
}
