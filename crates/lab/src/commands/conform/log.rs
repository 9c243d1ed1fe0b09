//! A backend's hand, as one line of position text or of JSON.

use rules::card::Codec;
use rules::{Chair, Deal, Hand, Ruleset, Table};
use serde_json::{Map, Value};

/// A hand about to be played, and what was tried in it.
pub(super) struct Log {
    pub(super) table: Table,
    pub(super) attempts: Vec<Attempt>,
}

/// Cards that a player laid, none for a pass, and whether the backend accepted them.
pub(super) struct Attempt {
    pub(super) cards: Hand,
    pub(super) accepted: bool,
}

impl Log {
    pub(super) fn read(line: &str, rules: &Ruleset, codec: &Codec) -> Result<Log, String> {
        if line.starts_with('{') { read_json(line, rules, codec) } else { read_text(line, rules) }
    }
}

/// `deal=… plays=34567,-,!33,…`, with `calls=` where there was an auction. An exclamation mark is a play that the
/// backend refused. A `rules=` in the line is passed over: which ruleset it should be is the question.
fn read_text(line: &str, rules: &Ruleset) -> Result<Log, String> {
    let words = || line.split_whitespace();
    let plays = words().find_map(|word| word.strip_prefix("plays=")).unwrap_or_default();
    let before: Vec<&str> = words().filter(|word| !word.starts_with("plays=") && !word.starts_with("rules=")).collect();
    let rules_word = rules.to_string().replace(' ', ",");
    let opening = format!("rules={rules_word} {}", before.join(" "));
    let table: Table = opening.parse().map_err(|error: rules::PositionError| error.to_string())?;
    let attempt = |(index, word): (usize, &str)| {
        let (word, accepted) = word.strip_prefix('!').map_or((word, true), |word| (word, false));
        let cards = match word {
            "-" | "pass" => Ok(Hand::EMPTY),
            // The backend's reading of its cards is not asked: only whether it took them.
            word => word.replace('+', "").parse(),
        };
        let cards = cards.map_err(|error| format!("plays: play {} {word:?}: {error}", index + 1))?;
        Ok(Attempt { cards, accepted })
    };
    let attempts = plays.split(',').filter(|word| !word.is_empty()).enumerate().map(attempt);
    Ok(Log { table, attempts: attempts.collect::<Result<_, String>>()? })
}

/// `{"hands": [[…], […], […]], "bottom": […], "landlord": 0, "plays": [[…], [], {"cards": […], "accepted": false}, …]}`:
/// hands as they were dealt, before the bottom, in the order of play; plays from the landlord's first lead.
fn read_json(line: &str, rules: &Ruleset, codec: &Codec) -> Result<Log, String> {
    let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let list = |key: &'static str| {
        let value = object.get(key).ok_or_else(|| format!("it has no {key}"))?;
        value.as_array().ok_or_else(|| format!("{key} is no list"))
    };
    let hands = list("hands")?;
    let hands: [&Value; 3] = match &hands[..] {
        [first, second, third] => [first, second, third],
        _ => return Err(format!("hands: there are {}, a game has 3", hands.len())),
    };
    let landlord = match object.get("landlord") {
        None => 0,
        Some(value) => value.as_u64().filter(|&chair| chair < 3).ok_or("landlord is not 0, 1 or 2")? as usize,
    };
    let mut dealt = [Hand::EMPTY; 3];
    for chair in Chair::ALL {
        // The landlord sits first at a table without an auction.
        let place = (landlord + chair.index()) % 3;
        dealt[chair.index()] =
            read_cards(hands[place], codec).map_err(|fault| format!("hands: hand {place}: {fault}"))?;
    }
    let bottom = object.get("bottom").ok_or("it has no bottom")?;
    let bottom = read_cards(bottom, codec).map_err(|fault| format!("bottom: {fault}"))?;
    let deal = Deal::new(dealt, bottom).map_err(|error| error.to_string())?;
    let attempt = |(index, value): (usize, &Value)| {
        let cards = value.get("cards").unwrap_or(value);
        let cards = read_cards(cards, codec).map_err(|fault| format!("plays: play {}: {fault}", index + 1))?;
        Ok(Attempt { cards, accepted: value.get("accepted").and_then(Value::as_bool).unwrap_or(true) })
    };
    let attempts = list("plays")?.iter().enumerate().map(attempt).collect::<Result<_, String>>()?;
    Ok(Log { table: Table::seated(*rules, deal), attempts })
}

fn read_cards(value: &Value, codec: &Codec) -> Result<Hand, String> {
    if let Some(text) = value.as_str() {
        return text.parse().map_err(|error: rules::TextError| error.to_string());
    }
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let numbers = value.as_array().and_then(|list| list.iter().map(number).collect::<Option<Vec<u32>>>());
    let numbers = numbers.ok_or_else(|| format!("{value} is no list of cards"))?;
    if numbers.is_empty() {
        return Ok(Hand::EMPTY);
    }
    codec.decode(&numbers).map(|cards| cards.hand()).map_err(|error| error.to_string())
}
