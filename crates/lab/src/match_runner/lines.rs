//! The JSON lines that travel between a referee and a bot: DouZero's fields, one object a line. A line that tells no position is refused
//! with the fault. The history may be partial or contradict itself: see [`rules::external_history`].

use anyhow::{anyhow, ensure};
use rules::card::Codec;
use rules::external_history::{PLAYS_MAX, ReportedPlay, StandingSource, role, seat_of_role};
use rules::{Combo, Event, ExternalHistory, Hand, Ruleset, Seat, View};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The longest line that `lab bot` reads.
pub(crate) const LINE_BYTES_MAX: usize = 1 << 20;

#[derive(Serialize)]
pub(crate) struct Request {
    pub(crate) id: u64,
    role: &'static str,
    hand: Vec<u32>,
    three_landlord_cards: Vec<u32>,
    card_play_action_seq: Vec<Vec<u32>>,
    num_cards_left: NumCardsLeft,
    bomb_num: u8,
}

#[derive(Serialize)]
struct NumCardsLeft {
    landlord: u32,
    landlord_down: u32,
    landlord_up: u32,
}

#[derive(Deserialize)]
pub(crate) struct Answer {
    pub(crate) id: Option<u64>,
    pub(crate) action: Option<Value>,
    pub(crate) error: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct BotReply<'a> {
    pub(crate) id: &'a Value,
    #[serde(flatten)]
    pub(crate) answer: BotAnswer,
}

/// A play, or the reason why there is none.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum BotAnswer {
    Action { action: Vec<u32>, ms: f64 },
    Error { error: String },
}

/// Returns the cards of a play as DouZero's numbers, none for a pass.
pub(crate) fn card_numbers(play: Option<Combo>) -> Vec<u32> {
    play.map_or(Vec::new(), |combo| Codec::Douzero.encode(combo.cards()))
}

impl Request {
    /// Makes the question to `seat` in `view`, with all plays since the first lead.
    pub(crate) fn new(id: u64, seat: Seat, view: &View) -> Request {
        let course = view.course();
        let plays = view.log().iter().filter_map(|event| match *event {
            Event::Play(_, play) => Some(card_numbers(play)),
            _ => None,
        });
        Request {
            id,
            role: role(seat),
            hand: Codec::Douzero.encode(view.hand()),
            three_landlord_cards: Codec::Douzero.encode(view.board().bottom().unwrap_or_default()),
            card_play_action_seq: plays.collect(),
            num_cards_left: NumCardsLeft {
                landlord: course.left(Seat::Landlord),
                landlord_down: course.left(Seat::Down),
                landlord_up: course.left(Seat::Up),
            },
            bomb_num: course.bomb_count(),
        }
    }
}

/// Returns the play that a bot's `action` means. Errors are about the cards alone: the table checks that the seat holds them
/// and may play them.
pub(crate) fn read_play(view: &View, action: &Value) -> Result<Option<Combo>, String> {
    let numbers = read_numbers(action).ok_or("that is no list of cards")?;
    let sent = Codec::Douzero.decode(&numbers).map_err(|error| error.to_string())?;
    if sent.is_empty() {
        return Ok(None);
    }
    view.read_cards(sent).map(Some).map_err(|error| error.to_string())
}

/// Reads a list of numbers; `None` if the value is no such list. The codec checks which numbers are cards.
pub(crate) fn read_numbers(value: &Value) -> Option<Vec<u32>> {
    value.as_array()?.iter().map(|card| card.as_u64().and_then(|card| u32::try_from(card).ok())).collect()
}

fn missing_field(field: &str) -> anyhow::Error {
    anyhow!("{field} is missing")
}

/// Reads the view of the seat that a JSON object asks. The seat has the turn.
pub(crate) fn read_position(rules: Ruleset, line: &Map<String, Value>) -> anyhow::Result<View> {
    let seat = read_role(line)?;
    let hand = cards(field(line, "hand").ok_or_else(|| missing_field("hand"))?, "hand")?;
    ensure!((1..=20).contains(&hand.len()), "hand has {} cards, a seat to play holds 1 to 20", hand.len());
    let bottom = field(line, "three_landlord_cards").map(|value| cards(value, "three_landlord_cards")).transpose()?;
    let history = ExternalHistory {
        rules,
        seat,
        hand,
        bottom: bottom.filter(|bottom| bottom.len() == 3),
        plays: read_history(line)?,
        played: None,
        left: field(line, "num_cards_left").map(read_cards_left).transpose()?,
        standing: StandingSource::ByPlays,
    };
    Ok(history.view()?)
}

/// Returns the value of a field; `null` counts as missing.
fn field<'a>(line: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    line.get(name).filter(|value| !value.is_null())
}

fn bad_field(field: &str, found: &Value, expected: &str) -> anyhow::Error {
    const CHARS_MAX: usize = 60;
    let found = found.to_string();
    let short = if found.chars().count() > CHARS_MAX {
        format!("{}…", found.chars().take(CHARS_MAX).collect::<String>())
    } else {
        found
    };
    anyhow!("{field} is {short}, not {expected}")
}

fn read_role(line: &Map<String, Value>) -> anyhow::Result<Seat> {
    let value = field(line, "role").ok_or_else(|| missing_field("role"))?;
    let seat = value.as_str().and_then(seat_of_role);
    seat.ok_or_else(|| bad_field("role", value, "landlord, landlord_down or landlord_up"))
}

fn cards(value: &Value, field: &str) -> anyhow::Result<Hand> {
    let numbers = read_numbers(value).ok_or_else(|| bad_field(field, value, "a list of cards"))?;
    Codec::Douzero.decode(&numbers).map_err(|error| anyhow!("{field}: {error}"))
}

fn read_history(line: &Map<String, Value>) -> anyhow::Result<Vec<ReportedPlay>> {
    const FIELD: &str = "card_play_action_seq";
    let value = field(line, FIELD).ok_or_else(|| missing_field(FIELD))?;
    let plays = value.as_array().ok_or_else(|| bad_field(FIELD, value, "a list of plays"))?;
    let found = plays.len();
    ensure!(found <= PLAYS_MAX, "{FIELD} has {found} entries, more than the {PLAYS_MAX} that there can be");
    let plays = plays.iter().enumerate();
    plays.map(|(index, play)| Ok(cards(play, &format!("{FIELD} {}", index + 1))?.into())).collect()
}

/// Reads the number of cards left, by [`Seat::ALL`], from a map by role.
fn read_cards_left(value: &Value) -> anyhow::Result<[u8; 3]> {
    let count = |value: Option<&Value>| value?.as_u64().and_then(|count| u8::try_from(count).ok());
    let counts = Seat::ALL.map(|seat| count(value.get(role(seat))));
    let wanted = "a count for each role, as in {\"landlord\":20,\"landlord_down\":17,\"landlord_up\":17}";
    let [Some(landlord), Some(down), Some(up)] = counts else { return Err(bad_field("num_cards_left", value, wanted)) };
    Ok([landlord, down, up])
}

#[cfg(test)]
mod tests {
    use engine::{Persona, Scratch, decide};
    use rules::{Action, Event, Plays, Rng, Seed};
    use serde_json::json;

    use super::*;
    use crate::match_runner::game::{Setup, Team};
    use crate::match_runner::local_player::random_action;

    /// A line is refused, or answered with cards of the hand that may be played.
    #[test]
    fn damaged_lines_are_refused_or_answered() {
        let (persona, mut scratch) = (Persona::named("beginner").expect("a built-in row"), Scratch::new());
        let setup = Setup { rules: Ruleset::DOUZERO, auction: false, seed: Seed(3) };
        let (mut plays, mut rng) = (Plays::new(), Seed(4).rng());
        let (mut refused, mut answered) = (0, 0);
        for number in 0..150 {
            let mut game = setup.game(number, Team::A);
            while let Some(chair) = game.turn() {
                let (view, seat) = (game.view(chair), game.seat(chair).expect("hands of this test have a landlord"));
                let line = serde_json::to_value(Request::new(number, seat, view)).expect("it is JSON");
                let mut line = line.as_object().expect("an object").clone();
                (0..=rng.below(3)).for_each(|_| damage_line(&mut line, &mut rng));
                if let Ok(mut position) = read_position(Ruleset::DOUZERO, &line) {
                    answered += 1;
                    let reply = decide(&position, &persona, Seed(rng.next_u64()), &mut scratch).expect("it is to play");
                    let Action::Play(play) = reply.action else { panic!("{:?}: {line:?}", reply.action) };
                    let event = Event::Play(position.course().turn(), play);
                    position.apply(event).unwrap_or_else(|error| panic!("{error}: {line:?}"));
                } else {
                    refused += 1;
                }
                let action = random_action(view, &mut rng, &mut plays);
                game.act(action).expect("it is drawn from the legal ones");
            }
        }
        assert!(refused > 500 && answered > 500, "{refused} refused, {answered} answered");
    }

    fn damage_line(line: &mut Map<String, Value>, rng: &mut Rng) {
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
