//! The JSON lines between a referee and a bot: DouZero's fields, one object a line.

use rules::card::Codec;
use rules::external_history::role;
use rules::{Combo, Event, Seat, Trick, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The longest line that is read: a position takes about 1,000 bytes, with all legal actions some 10,000.
pub(crate) const LINE_BYTES_MAX: usize = 1 << 20;

/// The question to a bot.
#[derive(Serialize)]
pub(crate) struct Request<'a> {
    pub(crate) id: u64,
    role: &'static str,
    hand: Vec<u32>,
    three_landlord_cards: Vec<u32>,
    card_play_action_seq: Vec<Vec<u32>>,
    num_cards_left: NumCardsLeft,
    bomb_num: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_actions: Option<&'a [Vec<u32>]>,
}

#[derive(Serialize)]
struct NumCardsLeft {
    landlord: u32,
    landlord_down: u32,
    landlord_up: u32,
}

/// The answer of a bot.
#[derive(Deserialize)]
pub(crate) struct Answer {
    pub(crate) id: Option<u64>,
    pub(crate) action: Option<Value>,
    pub(crate) error: Option<String>,
}

/// The answer of our bot.
#[derive(Serialize)]
pub(crate) struct BotReply<'a> {
    pub(crate) id: &'a Value,
    #[serde(flatten)]
    pub(crate) said: BotAnswer,
}

/// A play, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum BotAnswer {
    Action { action: Vec<u32>, ms: f64 },
    Error { error: String },
}

/// Returns the cards of a play, none for a pass.
pub(crate) fn numbers(play: Option<Combo>) -> Vec<u32> {
    play.map_or(Vec::new(), |combo| Codec::Douzero.encode(combo.cards()))
}

impl<'a> Request<'a> {
    /// Makes the question to `seat` in `view`, with all plays since the first lead.
    pub(crate) fn new(id: u64, seat: Seat, view: &View, legal_actions: Option<&'a [Vec<u32>]>) -> Request<'a> {
        let course = view.course();
        let plays = view.log().iter().filter_map(|event| match *event {
            Event::Play(_, play) => Some(numbers(play)),
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
            bomb_num: course.doublers(),
            legal_actions,
        }
    }
}

/// Returns every legal play of a view as DouZero lists them; a follower may pass.
pub(crate) fn legal_actions(view: &View) -> Vec<Vec<u32>> {
    let pass = matches!(view.trick(), Trick::Follow(_)).then(Vec::new);
    let plays = view.rules().plays(view.hand(), view.trick());
    pass.into_iter().chain(plays.into_iter().map(|combo| numbers(Some(combo)))).collect()
}

/// Returns the play that a bot's `action` means. Errors are about the cards alone: the table checks that the seat holds them
/// and may play them.
pub(crate) fn read_play(view: &View, action: &Value) -> Result<Option<Combo>, String> {
    let numbers = read_numbers(action).ok_or("that is no list of cards")?;
    let sent = Codec::Douzero.decode(&numbers).map_err(|error| error.to_string())?.hand();
    if sent.is_empty() {
        return Ok(None);
    }
    view.read_cards(sent).map(Some).map_err(|error| error.to_string())
}

/// Returns a list of numbers that cards may have.
pub(crate) fn read_numbers(value: &Value) -> Option<Vec<u32>> {
    value.as_array()?.iter().map(|card| card.as_u64().and_then(|card| u32::try_from(card).ok())).collect()
}
