//! `POST /decide_bid`: the auction, and cards passed on before it, for servers that ask over HTTP.

use std::fmt::Display;

use rules::{Board, Call, Chair, Event, Hand, PassOn, Rank, Ruleset, Stage};
use serde::Deserialize;
use serde_json::Value;
use wire::v1::DecideRequest;
use wire::write;

use crate::answers::Refusal;
use crate::fields::{self, CARD_CODEC, bad_field, decide_request, missing_field};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    ruleset: Option<Value>,
    wilds: Option<Value>,
    hand: Option<Value>,
    calls: Option<Value>,
    /// The cards that the seat has passed on, and those that have come to it.
    gave: Option<Value>,
    got: Option<Value>,
    persona: Option<Value>,
    strength: Option<Value>,
    budget_ms: Option<Value>,
}

/// Reads a request's body. The question is for the chair that speaks after the calls, or that passes cards on.
pub(crate) fn read(rules: Ruleset, body: &[u8]) -> Result<(Ruleset, DecideRequest), Refusal> {
    let sent: Fields = serde_json::from_slice(body)?;
    let rules = fields::ruleset(rules, sent.ruleset.as_ref())?;
    let hand = fields::cards(sent.hand.as_ref(), "hand")?.ok_or_else(|| missing_field("hand"))?;
    if hand.len() != 17 {
        return Err(bad_field("hand", format!("{} cards, in the auction a seat holds 17", hand.len())));
    }
    let gifts = gifts(&rules, &sent)?;
    let (mut board, mut events) = (Board::start(rules), Vec::new());
    apply_wilds(&mut board, &mut events, fields::wilds(sent.wilds.as_ref())?)?;
    let chair = match (gifts, rules.pass_on()) {
        // All chairs give at once, so any asking chair may be taken as the first.
        (None, PassOn::Next | PassOn::Previous) if sent.calls.is_none() => Chair::First,
        (None, PassOn::Next | PassOn::Previous) => {
            return Err(bad_field("gave", "is missing: cards are passed on before the first call"));
        }
        (gifts, passed) => {
            let given = events.len();
            if gifts.is_some() {
                events.extend(Chair::ALL.map(|chair| Event::PassedOn(chair, None)));
                events[given..].iter().for_each(|&event| board.apply(event).expect("all chairs give, in their order"));
            }
            let chair = apply_calls(&mut board, &mut events, calls(sent.calls.as_ref())?)?;
            if let Some(gifts) = gifts {
                fill_gifts(&mut events[given..], chair, passed, hand, gifts)?;
            }
            chair
        }
    };
    let events = events.iter().map(|event| write::event(&CARD_CODEC, event, None)).collect();
    let hand = write::hand_after(&CARD_CODEC, &rules, chair, hand, events);
    Ok((rules, decide_request(chair, hand, [&sent.persona, &sent.strength, &sent.budget_ms])?))
}

fn apply_calls(board: &mut Board, events: &mut Vec<Event>, calls: Vec<Call>) -> Result<Chair, Refusal> {
    for (place, call) in (1..).zip(calls) {
        let refuse = |problem: &dyn Display| bad_field(format!("calls {place}"), problem);
        let turn = auction_turn(board).ok_or_else(|| refuse(&"the auction is over before it"))?;
        let event = Event::Call(turn, call);
        board.apply(event).map_err(|illegal| refuse(&illegal))?;
        events.push(event);
    }
    auction_turn(board).ok_or_else(|| bad_field("calls", "the auction is over after them"))
}

/// Reads the cards that the seat gave and got. Both come together, and only in a ruleset that passes cards on.
fn gifts(rules: &Ruleset, sent: &Fields) -> Result<Option<[Hand; 2]>, Refusal> {
    let read = |field, value: &Option<Value>| match fields::cards(value.as_ref(), field)? {
        Some(_) if rules.pass_on() == PassOn::None => {
            Err(bad_field(field, format!("is told, and no cards are passed on in {rules}")))
        }
        Some(cards) if cards.len() != PassOn::CARDS => {
            Err(bad_field(field, format!("{} cards, a chair passes on {}", cards.len(), PassOn::CARDS)))
        }
        cards => Ok(cards),
    };
    match (read("gave", &sent.gave)?, read("got", &sent.got)?) {
        (Some(gave), Some(got)) => Ok(Some([gave, got])),
        (None, None) => Ok(None),
        (None, _) => Err(bad_field("gave", "is missing, and got is told")),
        (_, None) => Err(bad_field("got", "is missing, and gave is told")),
    }
}

/// Puts the given cards into the events, as far as `chair` knows them; `hand` is its hand after the exchange.
fn fill_gifts(
    events: &mut [Event],
    chair: Chair,
    passed: PassOn,
    hand: Hand,
    [gave, got]: [Hand; 2],
) -> Result<(), Refusal> {
    let kept = hand.minus(got).ok_or_else(|| bad_field("got", format!("{got} is not in the hand {hand}")))?;
    if kept.plus(gave).and(hand.plus(gave)).is_none() {
        return Err(bad_field("gave", format!("{gave} and the hand {hand} are no part of one deck")));
    }
    for event in events {
        let Event::PassedOn(giver, cards) = event else { continue };
        *cards = match passed.receiver(*giver) {
            _ if *giver == chair => Some(gave),
            Some(receiver) if receiver == chair => Some(got),
            _ => None,
        };
    }
    Ok(())
}

/// Shows the wild ranks that are known before the first call, and refuses others.
fn apply_wilds(board: &mut Board, events: &mut Vec<Event>, wilds: &str) -> Result<(), Refusal> {
    let mut letters = wilds.chars();
    while board.stage() == Stage::Wild {
        let letter = letters.next().ok_or_else(|| missing_field("wilds"))?;
        let rank = Rank::from_letter(letter).ok_or_else(|| bad_field("wilds", format!("{letter:?} is no rank")))?;
        let event = Event::Wild(rank);
        board.apply(event).map_err(|illegal| bad_field("wilds", illegal))?;
        events.push(event);
    }
    match letters.next() {
        None => Ok(()),
        Some(letter) => Err(bad_field("wilds", format!("{letter:?} is not shown before the first call"))),
    }
}

fn auction_turn(board: &Board) -> Option<Chair> {
    board.turn().filter(|_| board.stage() == Stage::Auction)
}

/// Reads calls: numbers of points, 0 for none, or words.
fn calls(value: Option<&Value>) -> Result<Vec<Call>, Refusal> {
    let call = |call: &Value| match call.as_str() {
        Some("pass") => Some(Call::Pass),
        Some(word) => Call::from_word(word),
        None => Call::from_word(&call.to_string()),
    };
    let list = |value: &Value| -> Option<Vec<Call>> { value.as_array()?.iter().map(call).collect() };
    Ok(fields::told(value, "calls", "a list of 0 to 3, pass, call, rob or take", list)?.unwrap_or_default())
}
