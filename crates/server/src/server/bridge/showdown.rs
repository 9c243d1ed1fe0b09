//! The two forms that the page of RLCard-Showdown sends, so that it runs on this service as it is: `POST /predict` and
//! `POST /legal`. Both answer 200 always: `status` 0, or a number that says which field is wrong.

use std::collections::{BTreeMap, HashMap};

use engine::Decision;
use engine::decision::Unit;
use rules::external_history::{PLAYS_MAX, StandingSource, Told};
use rules::wild::READ_AS;
use rules::{ExternalHistory, Hand, Plays, Ruleset, Seat, Trick, View};
use serde_json::{Value, json};

use super::fields;

/// The fault: the number that the page knows, and a sentence.
pub(super) type Wrong = (i32, String);

/// The longest text of cards, or of a play.
const TEXT_MAX: usize = 64;
/// The most plays that an answer shows.
const SHOWN_MAX: usize = 3;
/// A problem that has no number of its own.
const UNKNOWN: i32 = -1;

/// The fields of a form.
pub(super) struct Form(HashMap<String, String>);

impl Form {
    pub(super) fn read(body: &[u8]) -> Form {
        Form(form_urlencoded::parse(body).into_owned().collect())
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn cards(&self, name: &str, status: i32) -> Result<Hand, Wrong> {
        read_cards(self.text(name)).map_err(|problem| (status, format!("{name}: {problem}")))
    }
}

/// The ruleset once the wild ranks of the form's field `wilds` are shown.
fn in_play(rules: Ruleset, form: &Form) -> Result<Ruleset, Wrong> {
    fields::in_play(rules, form.text("wilds")).map_err(|bad| (UNKNOWN, bad.to_string()))
}

fn read_cards(text: &str) -> Result<Hand, String> {
    if text.len() > TEXT_MAX {
        return Err(format!("{} characters are no cards of a hand", text.len()));
    }
    text.parse::<Hand>().map_err(|error| error.to_string())
}

/// The position of a `/predict`. The order of the checks is that of the page's own server.
pub(super) fn read(rules: Ruleset, form: &Form) -> Result<View, Wrong> {
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
    history.view().map_err(|error| (UNKNOWN, error.to_string()))
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
pub(super) fn answer(decision: &Decision) -> Value {
    let text = |play: Option<rules::Combo>| play.map_or(String::new(), |combo| combo.cards().to_string());
    let mut shown: BTreeMap<String, String> = BTreeMap::new();
    let weighed = decision.candidates.as_slice().iter().take(SHOWN_MAX).enumerate();
    for (rank, candidate) in weighed {
        let value = match decision.unit {
            Unit::Quarters => (SHOWN_MAX - rank).to_string(),
            Unit::Wins | Unit::Score => format!("{:.3}", decision.unit.told(candidate.value)),
        };
        shown.entry(text(candidate.play)).or_insert(value);
    }
    if shown.is_empty() {
        shown.insert(text(decision.play()), String::from("1"));
    }
    json!({"status": 0, "message": "success", "result": shown, "win_rates": shown})
}

/// The legal plays of a hand on what the rival played; an empty item is a pass.
pub(super) fn legal(rules: Ruleset, form: &Form) -> Result<Value, Wrong> {
    let rules = in_play(rules, form)?;
    let hand = form.cards("player_hand_cards", UNKNOWN)?;
    if hand.len() > 20 {
        return Err((UNKNOWN, format!("player_hand_cards has {} cards, 20 are possible", hand.len())));
    }
    let rival = form.cards("rival_move", UNKNOWN)?;
    let trick = match rival.is_empty() {
        true => Trick::Lead,
        false => match rules.read(rival) {
            Some(combo) => Trick::Follow(combo),
            None => return Err((UNKNOWN, format!("rival_move: {rival} is no combo of {}", rules.name()))),
        },
    };
    let mut plays = Plays::new();
    let mut texts: Vec<String> =
        plays.fill(&rules, hand, trick).iter().map(|combo| combo.cards().to_string()).collect();
    // The same cards may be several combos.
    texts.sort();
    texts.dedup();
    if trick != Trick::Lead {
        texts.insert(0, String::new());
    }
    Ok(json!({"status": 0, "message": "success", "legal_action": texts.join(",")}))
}

pub(super) fn refused((status, message): Wrong) -> Value {
    json!({"status": status, "message": message})
}
