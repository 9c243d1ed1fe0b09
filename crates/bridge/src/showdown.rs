//! The two forms that the page of RLCard-Showdown sends, so that it runs on this service as it is: `POST /predict` and
//! `POST /legal`. A form that can be read is answered with 200: `status` 0, or a number that says which field is wrong.

use std::collections::{BTreeMap, HashMap};

use axum::Json;
use axum::http::StatusCode;
use rules::card::Codec;
use rules::external_history::{PLAYS_MAX, StandingSource, Told};
use rules::wild::READ_AS;
use rules::{Chair, ExternalHistory, Hand, Ruleset, Seat};
use serde_json::{Value, json};
use wire::v1::{
    Action, Combo, DecideRequest, Decision, DecisionOptions, ListLegalPlaysRequest, Present, Standing, ValueUnit,
    action,
};

use crate::answers::{Answer, Refusal};
use crate::{fields, hand};

/// The fault: the number that the page knows, and a sentence.
pub(crate) type Wrong = (i32, String);

/// The longest text of cards, or of a play.
const TEXT_MAX: usize = 64;
/// The most plays that an answer shows.
const SHOWN_MAX: usize = 3;
/// A problem that has no number of its own.
const UNKNOWN: i32 = -1;
/// Everything that the two forms have; `last_move_…` and `bomb_num` say again what the plays say.
const FIELDS: [&str; 20] = [
    "player_position",
    "player_hand_cards",
    "num_cards_left_landlord",
    "num_cards_left_landlord_down",
    "num_cards_left_landlord_up",
    "three_landlord_cards",
    "card_play_action_seq",
    "other_hand_cards",
    "last_move_landlord",
    "last_move_landlord_down",
    "last_move_landlord_up",
    "played_cards_landlord",
    "played_cards_landlord_down",
    "played_cards_landlord_up",
    "bomb_num",
    "rival_move",
    "wilds",
    "persona",
    "strength",
    "budget_ms",
];

/// The fields of a form.
pub(crate) struct Form(HashMap<String, String>);

impl Form {
    pub(crate) fn read(body: &[u8]) -> Form {
        Form(form_urlencoded::parse(body).into_owned().collect())
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn options(&self) -> Result<DecisionOptions, Wrong> {
        let number = |name: &str| match self.text(name) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| (UNKNOWN, format!("{name} is {text:.20?}, not a whole number"))),
        };
        let (strength, budget_ms) = (number("strength")?, number("budget_ms")?);
        Ok(DecisionOptions {
            persona: self.text("persona").to_owned(),
            strength,
            budget_ms,
            ..DecisionOptions::default()
        })
    }

    fn cards(&self, name: &str, status: i32) -> Result<Hand, Wrong> {
        read_cards(self.text(name)).map_err(|problem| (status, format!("{name}: {problem}")))
    }
}

/// The ruleset once the wild ranks of the form's field `wilds` are shown. A field that is not known is refused.
fn in_play(rules: Ruleset, form: &Form) -> Result<Ruleset, Wrong> {
    if let Some(name) = form.0.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err((UNKNOWN, format!("unknown field {name:.64?}")));
    }
    fields::in_play(rules, form.text("wilds")).map_err(|bad| (UNKNOWN, bad.to_string()))
}

fn read_cards(text: &str) -> Result<Hand, String> {
    if text.len() > TEXT_MAX {
        return Err(format!("{} characters are no cards of a hand", text.len()));
    }
    text.parse::<Hand>().map_err(|error| error.to_string())
}

/// The position of a `/predict`. The order of the checks is that of the page's own server.
pub(crate) fn read(rules: Ruleset, form: &Form) -> Result<DecideRequest, Wrong> {
    let rules = in_play(rules, form)?;
    let refuse = |status: i32, sentence: &str| Err((status, sentence.to_owned()));
    let seat = match form.text("player_position") {
        "0" => Seat::Landlord,
        "1" => Seat::Down,
        "2" => Seat::Up,
        _ => return refuse(1, "player_position must be 0, 1, or 2"),
    };
    let most = if seat == Seat::Landlord { 20 } else { 17 };
    let hand = form.cards("player_hand_cards", 2)?;
    if !(1..=most).contains(&hand.len()) {
        return Err((2, format!("player_hand_cards has {} cards, 1 to {most} are possible", hand.len())));
    }
    let mut left = [0u8; 3];
    let counted = ["num_cards_left_landlord", "num_cards_left_landlord_down", "num_cards_left_landlord_up"];
    for (count, name) in left.iter_mut().zip(counted) {
        *count = form.text(name).parse().map_err(|_| (3, format!("{name} is no count of cards")))?;
    }
    if u32::from(left[seat.index()]) != hand.len() {
        return refuse(3, "the counts of cards left do not agree with player_hand_cards");
    }
    let bottom = form.cards("three_landlord_cards", 4)?;
    if bottom.len() > 3 {
        return refuse(4, "three_landlord_cards has more than three cards");
    }
    let plays = plays(&rules, form.text("card_play_action_seq"))?;
    if plays.len() % 3 != seat.index() {
        return refuse(5, "card_play_action_seq does not lead to the turn of player_position");
    }
    // The cards of the other hands together: the service must not use more of them than their count.
    let others = form.cards("other_hand_cards", 6)?.len();
    if others != left.iter().copied().map(u32::from).sum::<u32>() - hand.len() {
        return refuse(6, "other_hand_cards does not agree with the counts of cards left");
    }
    let mut played = [Hand::EMPTY; 3];
    let told = ["played_cards_landlord", "played_cards_landlord_down", "played_cards_landlord_up"];
    for (cards, name) in played.iter_mut().zip(told) {
        *cards = form.cards(name, 7)?;
    }
    let history = ExternalHistory {
        rules,
        seat,
        hand,
        bottom: Some(bottom).filter(|bottom| bottom.len() == 3),
        plays,
        played: Some(played).filter(|played| played.iter().any(|cards| !cards.is_empty())),
        left: Some(left),
        standing: StandingSource::ByPlays,
    };
    let view = history.view().map_err(|error| (UNKNOWN, error.to_string()))?;
    let options = DecisionOptions { want_alternatives: true, ..form.options()? };
    Ok(hand::question(view.chair(), hand::of_view(&view), options))
}

/// An empty item is a pass; the landlord begins. What wild cards stand for comes after their tilde.
fn plays(rules: &Ruleset, text: &str) -> Result<Vec<Told>, Wrong> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if text.split(',').count() > PLAYS_MAX {
        return Err((5, format!("card_play_action_seq has more than {PLAYS_MAX} plays")));
    }
    let told = |play: &str| match play.contains(READ_AS) && play.len() <= TEXT_MAX {
        true => rules.read_text(play).map(Told::Combo).map_err(|error| error.to_string()),
        false => read_cards(play).map(Told::Cards),
    };
    let read = |play: &str| told(play).map_err(|problem| (5, format!("card_play_action_seq: {problem}")));
    text.split(',').map(read).collect()
}

/// The best plays with their values, chances or scores in stakes; a pass is an empty text. Points are shown as ranks: only their order means
/// anything.
pub(crate) fn answer(decision: &Decision) -> Value {
    let mut shown: BTreeMap<String, String> = BTreeMap::new();
    for (rank, weighed) in decision.alternatives.iter().take(SHOWN_MAX).enumerate() {
        let value = weighed.value.unwrap_or_default();
        let value = match value.unit() {
            ValueUnit::Chance | ValueUnit::Score => format!("{:.3}", value.number),
            _ => (SHOWN_MAX - rank).to_string(),
        };
        shown.entry(played(weighed.action.as_ref())).or_insert(value);
    }
    if shown.is_empty() {
        shown.insert(played(decision.action.as_ref()), String::from("1"));
    }
    json!({"status": 0, "message": "success", "result": shown, "win_rates": shown})
}

fn played(action: Option<&Action>) -> String {
    match action.and_then(|action| action.what.as_ref()) {
        Some(action::What::Play(combo)) => ranks(combo),
        _ => String::new(),
    }
}

/// The cards of an answer, as the page writes them.
fn ranks(combo: &Combo) -> String {
    let ids = combo.cards.as_ref().map_or(&[][..], |cards| &cards.ids);
    Codec::Douzero.decode(ids).map_or(String::new(), |sent| sent.hand().to_string())
}

/// The question for the legal plays of a hand on what the rival played.
pub(crate) fn legal(rules: Ruleset, form: &Form) -> Result<ListLegalPlaysRequest, Wrong> {
    let rules = in_play(rules, form)?;
    let held = form.cards("player_hand_cards", UNKNOWN)?;
    let rival = form.cards("rival_move", UNKNOWN)?;
    let standing = (!rival.is_empty()).then(|| Standing {
        chair: hand::chair(Chair::Third),
        combo: Some(Combo { cards: Some(hand::cards(rival)), ..Combo::default() }),
    });
    let present =
        Present { landlord: hand::chair(Chair::First), standing, wilds: hand::wilds(&rules), ..Present::default() };
    let told = hand::told(&rules, Chair::First, held, &[]);
    let hand = Some(wire::v1::Hand { present: Some(Box::new(present)), ..told });
    Ok(ListLegalPlaysRequest { chair: hand::chair(Chair::First), hand, ..ListLegalPlaysRequest::default() })
}

/// The answer to it; an empty item is a pass.
pub(crate) fn listed((plays, may_pass): &(Vec<Combo>, bool)) -> Value {
    let mut texts: Vec<String> = plays.iter().map(ranks).collect();
    // The same cards may be several combos.
    texts.sort();
    texts.dedup();
    if *may_pass {
        texts.insert(0, String::new());
    }
    json!({"status": 0, "message": "success", "legal_action": texts.join(",")})
}

/// The answer as the page knows it, with the service's word about a wrong form.
pub(crate) fn told(answer: Result<Value, Refusal>) -> Answer {
    match answer {
        Err(refusal) if refusal.status == StatusCode::BAD_REQUEST => refused((UNKNOWN, refusal.sentence)),
        answer => answer.map(Json),
    }
}

pub(crate) fn refused((status, message): Wrong) -> Answer {
    Ok(Json(json!({"status": status, "message": message})))
}
