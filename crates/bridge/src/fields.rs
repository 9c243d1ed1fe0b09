//! Reads a request's body into a seat's view. Refuses unknown fields and values of a wrong form. The history may be partial or
//! contradictory: see [`rules::external_history`].

use std::fmt::Display;

use rules::card::{CardError, Codec};
use rules::external_history::{PLAYS_MAX, ReportedPlay, StandingSource, role, seat_of_role};
use rules::wild::READING_MARK;
use rules::{Chair, ExternalHistory, Hand, Rank, Ruleset, Seat, View};
use serde::Deserialize;
use serde_json::Value;
use wire::v1::{self, DecideRequest, DecisionOptions, LegalPlays};
use wire::write;

use crate::answers::Refusal;

/// The numbers of cards in bodies, and in requests to the service, so that its answers have them too.
pub(crate) const CARD_CODEC: Codec = Codec::Douzero;

/// The fields of a body. A field that is null counts as left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    ruleset: Option<Value>,
    wilds: Option<Value>,
    position: Option<Value>,
    hand: Option<Value>,
    bottom_cards: Option<Value>,
    played_cards_landlord: Option<Value>,
    played_cards_landlord_down: Option<Value>,
    played_cards_landlord_up: Option<Value>,
    card_play_action_seq: Option<Value>,
    num_cards_left: Option<Value>,
    last_move: Option<Value>,
    last_move_stands_for: Option<Value>,
    last_move_position: Option<Value>,
    must_play: Option<Value>,
    legal_plays: Option<Value>,
    persona: Option<Value>,
    strength: Option<Value>,
    budget_ms: Option<Value>,
}

/// Makes the request for a decision about `hand`, with `persona`, `strength` and `budget_ms`, whose values the service checks.
pub(crate) fn decide_request(
    who: Chair,
    hand: v1::Hand,
    [persona, strength, budget_ms]: [&Option<Value>; 3],
) -> Result<DecideRequest, Refusal> {
    let number = |value: &Option<Value>, field| told(value.as_ref(), field, "a whole number", whole_number);
    let persona = told(persona.as_ref(), "persona", "the name of a persona", Value::as_str)?;
    Ok(DecideRequest {
        chair: write::chair_number(who),
        // Strict: a position that breaks a rule is refused, and not decided with a warning.
        position: Some(v1::decide_request::Position::Hand(v1::Hand { strict: true, ..hand })),
        options: Some(DecisionOptions {
            persona: persona.unwrap_or_default().to_owned(),
            strength: number(strength, "strength")?,
            budget_ms: number(budget_ms, "budget_ms")?,
            ..DecisionOptions::default()
        }),
        ..DecideRequest::default()
    })
}

/// The longest reading of a play, in bytes.
const READING_TEXT_MAX: usize = 64;
/// The longest text of a ruleset with its overrides, in bytes.
const RULESET_TEXT_MAX: usize = 1024;

/// Reads a request's body: the view of the seat on turn, and the question to the service.
pub fn read(rules: Ruleset, body: &[u8]) -> Result<(View, DecideRequest), Refusal> {
    let fields: Fields = serde_json::from_slice(body)?;
    let rules = with_wilds(ruleset(rules, fields.ruleset.as_ref())?, wilds(fields.wilds.as_ref())?)?;
    let seat = seat(fields.position.as_ref(), "position")?.ok_or_else(|| missing_field("position"))?;
    let hand = cards(fields.hand.as_ref(), "hand")?.ok_or_else(|| missing_field("hand"))?;
    if !(1..=20).contains(&hand.len()) {
        return Err(bad_field("hand", format!("{} cards, a seat to play holds 1 to 20", hand.len())));
    }
    let played = [
        cards_of_a_deck(fields.played_cards_landlord.as_ref(), "played_cards_landlord")?,
        cards_of_a_deck(fields.played_cards_landlord_down.as_ref(), "played_cards_landlord_down")?,
        cards_of_a_deck(fields.played_cards_landlord_up.as_ref(), "played_cards_landlord_up")?,
    ];
    let history = ExternalHistory {
        rules,
        seat,
        hand,
        bottom: cards_of_a_deck(fields.bottom_cards.as_ref(), "bottom_cards")?.filter(|bottom| bottom.len() == 3),
        plays: plays(&rules, fields.card_play_action_seq.as_ref())?,
        played: played.iter().any(Option::is_some).then(|| played.map(Option::unwrap_or_default)),
        left: told(fields.num_cards_left.as_ref(), "num_cards_left", COUNTS_FORM, cards_left)?,
        standing: standing_source(&rules, &fields)?,
    };
    let legal_plays = legal_plays(fields.legal_plays.as_ref())?;
    let view = history.view().map_err(|error| Refusal::bad_request(error.to_string()))?;
    let hand = write::hand(&CARD_CODEC, &view);
    let question = decide_request(view.chair(), hand, [&fields.persona, &fields.strength, &fields.budget_ms])?;
    Ok((view, DecideRequest { legal_plays, ..question }))
}

fn legal_plays(value: Option<&Value>) -> Result<Option<LegalPlays>, Refusal> {
    const FIELD: &str = "legal_plays";
    let form = "a list of plays, an empty one being a pass";
    let Some(list) = told(value, FIELD, form, Value::as_array)? else { return Ok(None) };
    let mut legal = LegalPlays::default();
    for (place, play) in (1..).zip(list) {
        match cards(Some(play), &format!("{FIELD} {place}"))?.filter(|cards| !cards.is_empty()) {
            Some(hand) => {
                let cards = Some(write::cards(&CARD_CODEC, hand));
                legal.plays.push(v1::Combo { cards, ..v1::Combo::default() });
            }
            None => legal.may_pass = true,
        }
    }
    Ok(Some(legal))
}

/// Returns the ruleset of the request, or the bridge's.
pub(crate) fn ruleset(default: Ruleset, value: Option<&Value>) -> Result<Ruleset, Refusal> {
    let form = "a name with overrides, as \"classic spring=1\"";
    let text = told(value, "ruleset", form, |value| value.as_str().filter(|text| text.len() <= RULESET_TEXT_MAX))?;
    let read = |text: &str| text.parse::<Ruleset>().map_err(|error| bad_field("ruleset", error));
    text.map_or(Ok(default), read)
}

/// Reads the wild ranks as letters; empty if the field is missing.
pub(crate) fn wilds(value: Option<&Value>) -> Result<&str, Refusal> {
    let letters = told(value, "wilds", "the wild ranks as letters, as \"7\" or \"79\"", Value::as_str)?;
    Ok(letters.unwrap_or_default())
}

/// Shows the wild ranks, which must be all that the ruleset awaits.
pub(crate) fn with_wilds(rules: Ruleset, wilds: &str) -> Result<Ruleset, Refusal> {
    let show = |rules: Ruleset, letter: char| {
        let rank = Rank::from_letter(letter).ok_or_else(|| bad_field("wilds", format!("{letter:?} is no rank")))?;
        rules.with_wild(rank).map_err(|error| bad_field("wilds", error))
    };
    let shown = wilds.chars().try_fold(rules, show)?;
    if shown.awaits_wild() {
        let (told, all) = (shown.wilds().len(), rules.wild_ranks());
        let problem = format!("{wilds:?} tells {told} of the wild ranks of {rules}, {all} are needed");
        return Err(bad_field("wilds", problem));
    }
    Ok(shown)
}

pub(crate) fn bad_field(field: impl Display, problem: impl Display) -> Refusal {
    Refusal::bad_request(format!("{field}: {problem}"))
}

pub(crate) fn missing_field(field: &str) -> Refusal {
    Refusal::bad_request(format!("{field} is missing"))
}

/// Reads a field if it is there. Refuses one that is not of the `form`.
pub(crate) fn told<'a, T>(
    value: Option<&'a Value>,
    field: &str,
    form: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    value.map(|value| read(value).ok_or_else(|| bad_form(field, value, form))).transpose()
}

/// Makes the refusal of a value of the wrong form, and shortens a long value.
fn bad_form(field: &str, found: &Value, expected: &str) -> Refusal {
    const CHARS_MAX: usize = 60;
    let mut found = found.to_string();
    if let Some((end, _)) = found.char_indices().nth(CHARS_MAX) {
        found.truncate(end);
        found.push('…');
    }
    Refusal::bad_request(format!("{field} is {found}, not {expected}"))
}

fn seat(value: Option<&Value>, field: &str) -> Result<Option<Seat>, Refusal> {
    let read = |value: &Value| value.as_str().and_then(seat_of_role);
    told(value, field, "landlord, landlord_down or landlord_up", read)
}

fn whole_number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

fn card_numbers(value: Option<&Value>, field: &str) -> Result<Option<Vec<u32>>, Refusal> {
    told(value, field, "a list of cards", |value| value.as_array()?.iter().map(whole_number).collect())
}

pub(crate) fn cards(value: Option<&Value>, field: &str) -> Result<Option<Hand>, Refusal> {
    let numbers = card_numbers(value, field)?;
    numbers.map(|numbers| CARD_CODEC.decode(&numbers).map_err(|error| bad_field(field, error))).transpose()
}

/// Reads cards of the history; `None` if missing, or with more of a rank than a deck has: a history may be contradictory.
fn cards_of_a_deck(value: Option<&Value>, field: &str) -> Result<Option<Hand>, Refusal> {
    let Some(numbers) = card_numbers(value, field)? else { return Ok(None) };
    match CARD_CODEC.decode(&numbers) {
        Err(CardError::TooMany { .. }) => Ok(None),
        read => read.map(Some).map_err(|error| bad_field(field, error)),
    }
}

fn plays(rules: &Ruleset, value: Option<&Value>) -> Result<Vec<ReportedPlay>, Refusal> {
    const FIELD: &str = "card_play_action_seq";
    let Some(list) = told(value, FIELD, "a list of plays", Value::as_array)? else { return Ok(Vec::new()) };
    if list.len() > PLAYS_MAX {
        return Err(bad_field(FIELD, format!("{} plays, a hand has at most {PLAYS_MAX}", list.len())));
    }
    (1..).zip(list).map(|(place, play)| past_play(rules, play, &format!("{FIELD} {place}"))).collect()
}

/// Reads a play of the history: its cards, or an object with cards and their reading.
fn past_play(rules: &Ruleset, play: &Value, field: &str) -> Result<ReportedPlay, Refusal> {
    let Value::Object(object) = play else {
        return Ok(ReportedPlay::Cards(cards(Some(play), field)?.unwrap_or_default()));
    };
    let expected = "a list of cards, or an object with cards and stands_for";
    let listed = object.get("cards").ok_or_else(|| bad_form(field, play, expected))?;
    let cards = cards(Some(listed), &format!("{field} cards"))?.unwrap_or_default();
    let reading = object.get("stands_for").filter(|value| !value.is_null());
    reported_play(rules, cards, reading, &format!("{field} stands_for"))
}

/// Adds the text of a reading to the cards; an empty text counts as missing.
fn reported_play(rules: &Ruleset, cards: Hand, text: Option<&Value>, field: &str) -> Result<ReportedPlay, Refusal> {
    let form = "a reading, as \"444+7\"";
    let text = told(text, field, form, |value| value.as_str().filter(|text| text.len() <= READING_TEXT_MAX))?;
    match text.filter(|text| !text.is_empty()) {
        None => Ok(ReportedPlay::Cards(cards)),
        Some(_) if cards.is_empty() => Err(bad_field(field, "a pass has none")),
        Some(text) => {
            let read = rules.read_text(&format!("{cards}{READING_MARK}{text}"));
            read.map(ReportedPlay::Combo).map_err(|error| bad_field(field, error))
        }
    }
}

const COUNTS_FORM: &str = "a count for each role, as in {\"landlord\":20,\"landlord_down\":17,\"landlord_up\":17}";

/// Reads the numbers of cards left, in the order of [`Seat::ALL`]: from a map by role, or from a list in the same order.
fn cards_left(value: &Value) -> Option<[u8; 3]> {
    let [landlord, down, up] = match value {
        Value::Object(map) => Seat::ALL.map(|seat| map.get(role(seat))),
        Value::Array(list) if list.len() == 3 => [0, 1, 2].map(|place| list.get(place)),
        _ => return None,
    };
    let count = |value: Option<&Value>| u8::try_from(value?.as_u64()?).ok();
    Some([count(landlord)?, count(down)?, count(up)?])
}

/// Finds the combo that has to be beaten. `must_play` means that there is none. With an empty or missing `last_move` the plays decide.
fn standing_source(rules: &Ruleset, fields: &Fields) -> Result<StandingSource, Refusal> {
    let truth = |value: &Value| value.as_bool().or_else(|| value.as_u64().map(|number| number != 0));
    if told(fields.must_play.as_ref(), "must_play", "true or false", truth)? == Some(true) {
        return Ok(StandingSource::Lead);
    }
    let owner = match fields.last_move_position.as_ref() {
        // An empty name counts as missing.
        Some(Value::String(name)) if name.is_empty() => None,
        value => seat(value, "last_move_position")?,
    };
    let Some(cards) = cards(fields.last_move.as_ref(), "last_move")?.filter(|cards| !cards.is_empty()) else {
        return Ok(StandingSource::ByPlays);
    };
    let play = reported_play(rules, cards, fields.last_move_stands_for.as_ref(), "last_move_stands_for")?;
    Ok(StandingSource::Play(play, owner))
}
