//! Reads a JSON line to a seat's view. A bad line is refused with the wrong field. A partial or contradictory history
//! is accepted: see [`rules::external_history`].

use rules::card::{CardError, Codec};
use rules::external_history::{BadExternalHistory, PLAYS_MAX, StandingSource, Told, role, seat_of_role};
use rules::{ExternalHistory, Hand, Ruleset, Seat, View};
use serde_json::{Map, Value};

use super::lines::read_numbers;

/// The most legal actions of a line; no hand has as many.
const ACTIONS_MAX: usize = 100_000;

/// The content of a line.
pub(crate) struct Observation {
    /// The view of the seat. It is its turn.
    pub(crate) view: View,
    /// The legal actions, as sent and as cards; empty if the line has none.
    pub(crate) legal: Vec<(Vec<u32>, Hand)>,
}

/// Why a line is no observation.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadLine {
    #[error("the line has more than {} bytes", super::lines::LINE_BYTES_MAX)]
    TooLong,
    #[error("the line is no JSON: {0}")]
    NoJson(#[from] serde_json::Error),
    #[error("the line is no JSON object")]
    NoObject,
    #[error("{field} is missing")]
    Missing { field: &'static str },
    #[error("{field} is {found}, not {expected}")]
    Wrong { field: String, found: String, expected: &'static str },
    #[error("{field}: {error}")]
    Cards { field: String, error: CardError },
    #[error("{field} has {found} entries, more than the {max} that there can be")]
    TooMany { field: &'static str, found: usize, max: usize },
    #[error("hand has {found} cards, a seat to play holds 1 to 20")]
    HandSize { found: u32 },
    #[error("legal_actions {number}: {cards} is not in hand {hand}")]
    NotHeld { number: usize, cards: Hand, hand: Hand },
    #[error("legal_actions is empty")]
    NoAction,
    #[error(transparent)]
    ExternalHistory(#[from] BadExternalHistory),
}

impl Observation {
    /// Reads a JSON object.
    pub(crate) fn read(rules: Ruleset, line: &Map<String, Value>) -> Result<Observation, BadLine> {
        let seat = read_role(line)?;
        let hand = cards(field(line, "hand").ok_or(BadLine::Missing { field: "hand" })?, "hand")?.1;
        if !(1..=20).contains(&hand.len()) {
            return Err(BadLine::HandSize { found: hand.len() });
        }
        let bottom =
            field(line, "three_landlord_cards").map(|value| cards(value, "three_landlord_cards")).transpose()?;
        let history = ExternalHistory {
            rules,
            seat,
            hand,
            bottom: bottom.map(|(_, bottom)| bottom).filter(|bottom| bottom.len() == 3),
            plays: read_history(line)?,
            played: None,
            left: field(line, "num_cards_left").map(read_counts).transpose()?,
            standing: StandingSource::ByPlays,
        };
        Ok(Observation { view: history.view()?, legal: read_legal(line, hand)? })
    }
}

/// Returns the value of a field; `null` counts as missing.
fn field<'a>(line: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    line.get(name).filter(|value| !value.is_null())
}

fn wrong(field: &str, found: &Value, expected: &'static str) -> BadLine {
    const CHARS_MAX: usize = 60;
    let found = found.to_string();
    let short = if found.chars().count() > CHARS_MAX {
        format!("{}…", found.chars().take(CHARS_MAX).collect::<String>())
    } else {
        found
    };
    BadLine::Wrong { field: field.to_owned(), found: short, expected }
}

fn read_role(line: &Map<String, Value>) -> Result<Seat, BadLine> {
    let value = field(line, "role").ok_or(BadLine::Missing { field: "role" })?;
    let seat = value.as_str().and_then(seat_of_role);
    seat.ok_or_else(|| wrong("role", value, "landlord, landlord_down or landlord_up"))
}

fn cards(value: &Value, field: &str) -> Result<(Vec<u32>, Hand), BadLine> {
    let numbers = read_numbers(value).ok_or_else(|| wrong(field, value, "a list of cards"))?;
    let sent = Codec::Douzero.decode(&numbers);
    let hand = sent.map_err(|error| BadLine::Cards { field: field.to_owned(), error })?.hand();
    Ok((numbers, hand))
}

fn list<'a>(value: &'a Value, field: &'static str, max: usize) -> Result<&'a [Value], BadLine> {
    let list = value.as_array().ok_or_else(|| wrong(field, value, "a list of plays"))?;
    if list.len() > max {
        return Err(BadLine::TooMany { field, found: list.len(), max });
    }
    Ok(list)
}

fn read_history(line: &Map<String, Value>) -> Result<Vec<Told>, BadLine> {
    const FIELD: &str = "card_play_action_seq";
    let value = field(line, FIELD).ok_or(BadLine::Missing { field: FIELD })?;
    let plays = list(value, FIELD, PLAYS_MAX)?.iter().enumerate();
    plays.map(|(index, play)| Ok(cards(play, &format!("{FIELD} {}", index + 1))?.1.into())).collect()
}

fn read_legal(line: &Map<String, Value>, hand: Hand) -> Result<Vec<(Vec<u32>, Hand)>, BadLine> {
    const FIELD: &str = "legal_actions";
    let Some(value) = field(line, FIELD) else { return Ok(Vec::new()) };
    let actions = list(value, FIELD, ACTIONS_MAX)?;
    if actions.is_empty() {
        return Err(BadLine::NoAction);
    }
    let actions = actions.iter().enumerate().map(|(index, action)| {
        let number = index + 1;
        let action = cards(action, &format!("{FIELD} {number}"))?;
        if hand.contains(action.1) { Ok(action) } else { Err(BadLine::NotHeld { number, cards: action.1, hand }) }
    });
    actions.collect()
}

/// Reads the number of cards left, by [`Seat::ALL`]: a map by role, as DouZero has it, or a list in the order of play.
fn read_counts(value: &Value) -> Result<[u8; 3], BadLine> {
    let count = |value: Option<&Value>| value?.as_u64().and_then(|count| u8::try_from(count).ok());
    let counts = match value {
        Value::Object(map) => Seat::ALL.map(|seat| count(map.get(role(seat)))),
        Value::Array(list) if list.len() == 3 => [count(list.first()), count(list.get(1)), count(list.get(2))],
        _ => [None; 3],
    };
    let expected = "a count for each role, as in {\"landlord\":20,\"landlord_down\":17,\"landlord_up\":17}";
    let [Some(landlord), Some(down), Some(up)] = counts else { return Err(wrong("num_cards_left", value, expected)) };
    Ok([landlord, down, up])
}

#[cfg(test)]
mod tests {
    use engine::{Persona, Scratch, decide};
    use rules::{Action, Event, Plays, Rng, Seed};
    use serde_json::json;

    use super::super::lines::Request;
    use super::*;
    use crate::match_runner::game::{Game, Setup, Team};
    use crate::match_runner::random::random_action;

    /// Passes the lines of random hands to `check`, with their views.
    fn each_line(hands: u64, mut check: impl FnMut(&mut Rng, &View, Map<String, Value>)) {
        let setup = Setup { rules: Ruleset::DOUZERO, auction: false, seed: Seed(3) };
        let (mut plays, mut rng) = (Plays::new(), Seed(4).rng());
        for number in 0..hands {
            let mut game: Game = setup.game(number, Team::A);
            while let Some(chair) = game.turn() {
                let (view, seat) = (game.view(chair), game.seat(chair).expect("hands of this test have a landlord"));
                let line = serde_json::to_value(Request::new(number, seat, view, None)).expect("it is JSON");
                check(&mut rng, view, line.as_object().expect("an object").clone());
                let action = random_action(view, &mut rng, &mut plays);
                game.act(action).expect("it is drawn from the legal ones");
            }
        }
    }

    #[test]
    fn the_end_of_a_history_tells_what_stands() {
        each_line(100, |rng, view, mut line| {
            let history = line["card_play_action_seq"].as_array_mut().expect("a list");
            // The history keeps its last 12 plays at least, so that the trick is read the same way.
            history.drain(..rng.below(history.len().saturating_sub(12) as u32 + 1) as usize);
            line.insert("three_landlord_cards".into(), json!(null));
            let read = Observation::read(Ruleset::DOUZERO, &line).expect("a true line").view;
            let short =
                |view: &View| (view.hand(), view.course().turn(), Seat::ALL.map(|seat| view.course().left(seat)));
            assert_eq!(short(&read), short(view));
            let stands = |view: &View| view.course().standing().map(|(seat, combo)| (seat, combo.cards()));
            assert_eq!(stands(&read), stands(view), "{view}");
        });
    }

    /// Every line is refused, or answered with legal cards of the hand.
    #[test]
    fn spoiled_lines_are_refused_or_answered() {
        let persona = Persona::named("beginner").expect("a built-in row");
        let mut scratch = Scratch::new();
        let (mut refused, mut answered) = (0, 0);
        each_line(150, |rng, _, mut line| {
            for _ in 0..=rng.below(3) {
                spoil(&mut line, rng);
            }
            let Ok(read) = Observation::read(Ruleset::DOUZERO, &line) else {
                refused += 1;
                return;
            };
            answered += 1;
            let decision = decide(&read.view, &persona, Seed(rng.next_u64()), &mut scratch).expect("it is to play");
            let Action::Play(play) = decision.action else { panic!("{:?}: {line:?}", decision.action) };
            let mut after = read.view.clone();
            let event = Event::Play(read.view.course().turn(), play);
            after.apply(event).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        });
        assert!(refused > 500 && answered > 500, "{refused} refused, {answered} answered");
    }

    /// Changes a field as a faulty or hostile program might.
    fn spoil(line: &mut Map<String, Value>, rng: &mut Rng) {
        const CARDS: [i64; 19] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30, 0, 15, -1, 1 << 40];
        let names: Vec<String> = line.keys().cloned().collect();
        let name = rng.pick(&names).expect("a line has fields").clone();
        let card = json!(rng.pick(&CARDS));
        match (line.get_mut(&name).expect("the name is one of its own"), rng.below(6)) {
            (_, 0) => drop(line.remove(&name)),
            (Value::Array(list), 1) => drop(list.pop()),
            (Value::Array(list), 2) if !list.is_empty() => {
                let place = rng.below(list.len() as u32) as usize;
                drop(list.remove(place));
            }
            (Value::Array(list), _) if name == "card_play_action_seq" => {
                let place = rng.below(list.len() as u32 + 1) as usize;
                let copies = rng.below(6) as usize;
                list.insert(place, json!(vec![card; copies]));
            }
            (Value::Array(list), _) => list.push(card),
            (Value::Object(map), _) => drop(map.insert("landlord_up".into(), card)),
            (value, _) => *value = card,
        }
    }
}
