//! `POST /decide_bid`: the auction, for servers that ask over HTTP.

use rules::{Action, Auction, Board, Call, Event, Rank, Ruleset, Stage, View};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{self, BadRequest};

/// The fields; others are ignored.
#[derive(Deserialize)]
struct Fields {
    ruleset: Option<Value>,
    wilds: Option<Value>,
    hand: Option<Value>,
    calls: Option<Value>,
}

/// Reads a request's body. The view is of the seat that speaks next, after all calls that are told.
pub(super) fn read(rules: Ruleset, body: &[u8]) -> Result<View, BadRequest> {
    let sent: Fields = serde_json::from_slice(body)?;
    let rules = fields::ruleset(rules, sent.ruleset.as_ref())?;
    let hand = fields::cards(sent.hand.as_ref(), "hand")?.ok_or(BadRequest::Missing { field: "hand" })?;
    if hand.len() != 17 {
        return Err(BadRequest::DealtSize { found: hand.len() });
    }
    let mut board = Board::open(rules);
    let mut events = shown(&mut board, fields::wilds(sent.wilds.as_ref())?)?;
    for (index, call) in calls(sent.calls.as_ref())?.into_iter().enumerate() {
        let refuse = |problem: String| BadRequest::Call { place: index + 1, problem };
        let turn = speaker(&board).ok_or_else(|| refuse(String::from("the auction is over before it")))?;
        let event = Event::Call(turn, call);
        board.apply(event).map_err(|illegal| refuse(illegal.to_string()))?;
        events.push(event);
    }
    let chair = speaker(&board).ok_or(BadRequest::AuctionOver)?;
    let mut view = View::dealt(rules, chair, hand).expect("17 cards are a dealt hand");
    for event in events {
        view.apply(event).expect("the board took the same calls");
    }
    Ok(view)
}

/// The wild ranks that are shown before the first call. A seat in the auction does not know others.
fn shown(board: &mut Board, wilds: &str) -> Result<Vec<Event>, BadRequest> {
    let wrong = |problem: String| BadRequest::Wilds { problem };
    let (mut events, mut letters) = (Vec::new(), wilds.chars());
    while board.stage() == Stage::Wild {
        let letter = letters.next().ok_or(BadRequest::Missing { field: "wilds" })?;
        let rank = Rank::from_letter(letter).ok_or_else(|| wrong(format!("{letter:?} is no rank")))?;
        let event = Event::Wild(rank);
        board.apply(event).map_err(|illegal| wrong(illegal.to_string()))?;
        events.push(event);
    }
    match letters.next() {
        None => Ok(events),
        Some(letter) => Err(wrong(format!("{letter:?} is not shown before the first call"))),
    }
}

fn speaker(board: &Board) -> Option<rules::Chair> {
    board.turn().filter(|_| board.stage() == Stage::Auction)
}

/// Points as numbers, 0 for none; words in the auctions without points.
fn calls(value: Option<&Value>) -> Result<Vec<Call>, BadRequest> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let call = |call: &Value| match (call.as_u64(), call.as_str()) {
        (Some(0), _) | (_, Some("pass")) => Some(Call::Pass),
        (Some(points @ 1..=3), _) => Some(Call::Score(points as u8)),
        (_, Some("call")) => Some(Call::Call),
        (_, Some("rob")) => Some(Call::Rob),
        (_, Some("take")) => Some(Call::Take),
        _ => None,
    };
    let list = value.as_array().and_then(|list| list.iter().map(call).collect());
    list.ok_or_else(|| fields::wrong("calls", value, "a list of 0 to 3, pass, call, rob or take"))
}

/// The answer: points where the ruleset counts them, else a word.
pub(super) fn answer(rules: &Ruleset, action: Action) -> Value {
    let Action::Call(call) = action else { unreachable!("{action:?} is no call, in an auction") };
    match (rules.auction(), call) {
        (Auction::Score, Call::Score(points)) => json!({"bid": points}),
        (Auction::Score, _) => json!({"bid": 0}),
        (_, Call::Pass) => json!({"call": "pass"}),
        (_, call) => json!({"call": call.word()}),
    }
}
