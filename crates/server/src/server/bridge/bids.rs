//! `POST /decide_bid`: the auction, and cards passed on before it, for servers that ask over HTTP.

use rules::card::Codec;
use rules::{Action, Auction, Board, Call, Chair, Event, Hand, PassOn, Rank, Ruleset, Stage, View};
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
    /// The cards that the seat has passed on, and those that have come to it.
    gave: Option<Value>,
    got: Option<Value>,
}

/// Reads a request's body. The view is of the seat that speaks next, after all calls that are told.
pub(super) fn read(rules: Ruleset, body: &[u8]) -> Result<View, BadRequest> {
    let sent: Fields = serde_json::from_slice(body)?;
    let rules = fields::ruleset(rules, sent.ruleset.as_ref())?;
    let hand = fields::cards(sent.hand.as_ref(), "hand")?.ok_or(BadRequest::Missing { field: "hand" })?;
    if hand.len() != 17 {
        return Err(BadRequest::DealtSize { found: hand.len() });
    }
    let gifts = gifts(&rules, &sent)?;
    let mut board = Board::open(rules);
    let wilds = shown(&mut board, fields::wilds(sent.wilds.as_ref())?)?;
    if gifts.is_some() {
        for chair in Chair::ALL {
            board.apply(Event::PassedOn(chair, None)).expect("all chairs give, in their order");
        }
    } else if rules.pass_on() != PassOn::None {
        // All chairs give at once, so the view may be that of the first chair, whichever asks.
        if sent.calls.is_some() {
            let problem = String::from("is missing: cards are passed on before the first call");
            return Err(BadRequest::Gift { field: "gave", problem });
        }
        return Ok(dealt(rules, Chair::First, hand, &wilds));
    }
    let mut events = Vec::new();
    for (index, call) in calls(sent.calls.as_ref())?.into_iter().enumerate() {
        let refuse = |problem: String| BadRequest::Call { place: index + 1, problem };
        let turn = speaker(&board).ok_or_else(|| refuse(String::from("the auction is over before it")))?;
        let event = Event::Call(turn, call);
        board.apply(event).map_err(|illegal| refuse(illegal.to_string()))?;
        events.push(event);
    }
    let chair = speaker(&board).ok_or(BadRequest::AuctionOver)?;
    let mut view = match gifts {
        None => dealt(rules, chair, hand, &wilds),
        Some(gifts) => after_gifts(|cards| dealt(rules, chair, cards, &wilds), hand, gifts)?,
    };
    for event in events {
        view.apply(event).expect("the board took the same calls");
    }
    Ok(view)
}

/// The view of `chair` on the deal, with the wild ranks that are shown.
fn dealt(rules: Ruleset, chair: Chair, hand: Hand, wilds: &[Event]) -> View {
    let mut view = View::dealt(rules, chair, hand).expect("17 cards are a dealt hand");
    wilds.iter().for_each(|&event| view.apply(event).expect("the board took the same ranks"));
    view
}

/// The cards that the seat gave and got, once it has; told of a ruleset that passes cards on, and both together.
fn gifts(rules: &Ruleset, sent: &Fields) -> Result<Option<[Hand; 2]>, BadRequest> {
    let mut told = [None, None];
    for (place, (field, value)) in [("gave", &sent.gave), ("got", &sent.got)].into_iter().enumerate() {
        let refuse = |problem: String| Err(BadRequest::Gift { field, problem });
        let Some(cards) = fields::cards(value.as_ref(), field)? else { continue };
        if rules.pass_on() == PassOn::None {
            return refuse(format!("is told, and no cards are passed on in {rules}"));
        }
        if cards.len() != PassOn::CARDS {
            return refuse(format!("has {} cards, a chair passes on {}", cards.len(), PassOn::CARDS));
        }
        told[place] = Some(cards);
    }
    match told {
        [None, None] => Ok(None),
        [Some(gave), Some(got)] => Ok(Some([gave, got])),
        [gave, _] => {
            let (field, other) = if gave.is_none() { ("gave", "got") } else { ("got", "gave") };
            Err(BadRequest::Gift { field, problem: format!("is missing, and {other} is told") })
        }
    }
}

/// The knowledge of a chair when all have given. `hand` is what it holds then, `dealt` its view of the cards that it was dealt.
fn after_gifts(dealt: impl Fn(Hand) -> View, hand: Hand, [gave, got]: [Hand; 2]) -> Result<View, BadRequest> {
    let refuse = |field, problem: String| BadRequest::Gift { field, problem };
    let kept = hand.minus(got).ok_or_else(|| refuse("got", format!("{got} is not in the hand {hand}")))?;
    let no_deck = || refuse("gave", format!("{gave} and the hand {hand} are no part of one deck"));
    let before = kept.plus(gave).filter(|_| hand.plus(gave).is_some()).ok_or_else(no_deck)?;
    let mut view = dealt(before);
    let (chair, passed) = (view.chair(), view.rules().pass_on());
    for giver in Chair::ALL {
        let cards = match passed.receiver(giver) {
            _ if giver == chair => Some(gave),
            Some(receiver) if receiver == chair => Some(got),
            _ => None,
        };
        view.apply(Event::PassedOn(giver, cards)).map_err(|error| refuse("gave", error.to_string()))?;
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
    let call = match action {
        Action::Call(call) => call,
        Action::PassOn(cards) => return json!({"pass_on": Codec::Douzero.encode(cards)}),
        _ => unreachable!("{action:?} is no call, in an auction"),
    };
    match (rules.auction(), call) {
        (Auction::Score | Auction::Rounds, Call::Score(points)) => json!({"bid": points}),
        (Auction::Score | Auction::Rounds, _) => json!({"bid": 0}),
        (_, Call::Pass) => json!({"call": "pass"}),
        (_, call) => json!({"call": call.word()}),
    }
}
