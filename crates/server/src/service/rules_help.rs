//! The rules, so that a backend can check that both agree.

use std::sync::Arc;

use engine::hand_plans;
use rules::movegen::HAND_MAX;
use rules::{Combo, Hand, Trick};
use wire::v1::{ClassifyPlayRequest, ClassifyPlayResponse, ListLegalPlaysRequest, ListLegalPlaysResponse};

use crate::call::context::Call;
use crate::convert::cards::CardReader;
use crate::convert::names::{self, needed};
use crate::convert::outbound;
use crate::convert::told::{self, TurnToPlay};
use crate::error::{AtField, Reason, Refusal};
use crate::state::App;

/// Plays of a page when the request does not say.
const PAGE_DEFAULT: usize = 1000;
/// Plays of a page at most.
const PAGE_MAX: usize = 10_000;

pub(super) async fn list_legal_plays(
    _app: &Arc<App>,
    _call: &Call,
    request: ListLegalPlaysRequest,
) -> Result<ListLegalPlaysResponse, Refusal> {
    let chair = needed(names::chair(request.chair), "chair")?;
    let sent = request.hand.as_ref().ok_or_else(|| Refusal::missing("hand"))?;
    let TurnToPlay { rules, trick, hand } = told::turn_to_play(sent, chair)?;
    check_size(hand.hand()).at("hand.holds")?;
    let plays = rules.plays(hand.hand(), trick);
    let (from, until) = page(&request.page_token, request.page_size, PAGE_DEFAULT, PAGE_MAX, plays.len())?;
    Ok(ListLegalPlaysResponse {
        plays: plays[from..until].iter().map(|&combo| hand.combo(&rules, combo)).collect(),
        may_pass: trick != Trick::Lead,
        next_page_token: next_token(until, plays.len()),
    })
}

pub(super) async fn classify_play(
    _app: &Arc<App>,
    _call: &Call,
    request: ClassifyPlayRequest,
) -> Result<ClassifyPlayResponse, Refusal> {
    let rules = names::in_play(names::ruleset(&request.ruleset)?, &request.wilds)?;
    let reader = CardReader::new(request.card_codec)?;
    let cards = request.cards.as_ref().ok_or_else(|| Refusal::missing("cards"))?;
    let cards = reader.sent(cards).within("cards")?;
    let trick = reader.trick(&rules, request.standing.as_ref())?;
    let readings = rules.readings(cards.hand());
    let played_as = match trick {
        Trick::Lead => readings.first(),
        Trick::Follow(standing) => rules.read_answer(cards.hand(), standing),
    };
    let combo = |combo: Combo| cards.combo(&rules, combo);
    // The ways in which splitters cut the cards as a hand.
    let plans = match request.want_plans {
        true => check_size(cards.hand()).map(|()| hand_plans(cards.hand(), &rules)).at("cards")?,
        false => Vec::new(),
    };
    Ok(ClassifyPlayResponse {
        readings: readings.as_slice().iter().copied().map(combo).collect(),
        played_as: played_as.map(combo),
        plans: plans.iter().map(|plan| outbound::split_plan(&rules, &cards, plan, &[])).collect(),
    })
}

/// Refuses more cards than a hand has.
fn check_size(hand: Hand) -> Result<(), Refusal> {
    if hand.len() <= HAND_MAX {
        return Ok(());
    }
    let message = format!("{} cards, a hand has at most {HAND_MAX}", hand.len());
    Err(Refusal::new(Reason::HAND_SIZE, message))
}

/// Which part of a list of `len` is asked for. Tokens are places in the list.
pub(super) fn page(token: &str, size: u32, default: usize, most: usize, len: usize) -> Result<(usize, usize), Refusal> {
    let from = match token {
        "" => 0,
        token => token.parse().ok().filter(|&from| from < len && from > 0 && token.len() <= 9).ok_or_else(|| {
            let message = format!("{token:.40?} was not answered for these fields");
            Refusal::new(Reason::PAGE_TOKEN_UNKNOWN, message).at("page_token")
        })?,
    };
    let size = if size == 0 { default } else { (size as usize).min(most) };
    Ok((from, (from + size).min(len)))
}

/// Where to go on.
pub(super) fn next_token(until: usize, len: usize) -> String {
    if until < len { until.to_string() } else { String::new() }
}
