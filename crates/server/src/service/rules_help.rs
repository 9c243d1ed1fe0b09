//! RPCs about the rules, with which a backend checks that its rules are the same.

use std::sync::Arc;

use engine::hand_plans;
use game::names::{self, require};
use game::refusal::{AtField, Reason, Refusal};
use rules::movegen::HAND_MAX;
use rules::{Chair, Combo, Hand, Ruleset, Stage, Trick};
use wire::v1::{self, ClassifyPlayRequest, ClassifyPlayResponse, LegalPlays, ListLegalPlaysRequest};

use crate::call::Call;
use crate::convert::inbound;
use crate::convert::outbound;
use crate::state::App;
use game::cards::{CardForm, Cards, as_illegal_play};
use game::hand::ToBeat;
use game::read as told;

/// The most plays in an answer. Natural cards never make as many.
const PLAYS_MAX: usize = 10_000;

pub(super) async fn list_legal_plays(
    _app: &Arc<App>,
    _call: &Call,
    mut request: ListLegalPlaysRequest,
) -> Result<LegalPlays, Refusal> {
    let chair = require(names::chair(request.chair), "chair")?;
    let sent = request.hand.as_mut().ok_or_else(|| Refusal::missing("hand"))?;
    let (rules, trick, form, held) = read_turn(sent, chair)?;
    check_hand_size(held.hand()).at("hand.holds")?;
    let plays = rules.plays(held.hand(), trick);
    Ok(LegalPlays {
        plays: plays.iter().take(PLAYS_MAX).map(|&combo| form.to_combo(&rules, &held, combo)).collect(),
        may_pass: trick != Trick::Lead,
    })
}

/// Reads a hand at the chair's turn to play: the rules in play, the standing combo, and the chair's cards with their form. From a present
/// hand it reads only these.
fn read_turn(sent: &mut v1::Hand, chair: Chair) -> Result<(Ruleset, Trick, CardForm, Cards), Refusal> {
    let mut told = told::hand_for_chair(sent, chair).within("hand")?;
    inbound::habits(&sent.habits).within("hand")?;
    let held = told.holds[chair.index()].clone().unwrap_or_default();
    if told.present.is_some() {
        let now = told.sent_present().within("hand.present")?;
        let standing = now.standing().map_err(as_illegal_play).within("hand.present")?;
        return Ok((now.rules, standing.map_or(Trick::Lead, Trick::Follow), told.form, held));
    }
    let (played, broken) = told.replay(Some(chair)).within("hand")?;
    let facts = played.facts(&told.rules);
    let turn = inbound::check_turn(&played, &facts, chair);
    turn.map_err(|refusal| told::with_cause(refusal, &broken).or_at("hand"))?;
    let trick = match facts.standing {
        ToBeat::Nothing => Trick::Lead,
        ToBeat::Combo(_, combo) => Trick::Follow(combo),
        ToBeat::Unrecognised(_, cards) => {
            let message = format!("{cards} stands and is no combo of the ruleset: what beats it is not defined");
            return Err(Refusal::new(Reason::ILLEGAL_PLAY, message).at("hand.events"));
        }
    };
    if facts.stage != Stage::Play {
        let message = format!("the hand is at the stage {}: no cards are played", facts.stage);
        return Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand"));
    }
    Ok((played.rules_in_play(&told.rules), trick, told.form, held))
}

pub(super) async fn classify_play(
    _app: &Arc<App>,
    _call: &Call,
    request: ClassifyPlayRequest,
) -> Result<ClassifyPlayResponse, Refusal> {
    let rules = names::with_wilds(names::ruleset(&request.ruleset)?, &request.wilds)?;
    let form = CardForm::without_numbers(request.card_codec)?;
    let sent = request.cards.as_ref().ok_or_else(|| Refusal::missing("cards"))?;
    let form = form.writing_ids(!sent.ids.is_empty());
    let cards = form.cards(sent).within("cards")?;
    let standing = request.standing.as_ref().map(|standing| form.combo(&rules, Trick::Lead, standing)).transpose();
    let standing = standing.within("standing").map_err(as_illegal_play)?;
    let readings = rules.readings(cards.hand());
    let played_as = match standing {
        None => readings.first(),
        Some(standing) => rules.read_answer(cards.hand(), standing),
    };
    let combo = |combo: Combo| form.to_combo(&rules, &cards, combo);
    let plans = match request.want_plans {
        true => check_hand_size(cards.hand()).map(|()| hand_plans(cards.hand(), &rules)).at("cards")?,
        false => Vec::new(),
    };
    Ok(ClassifyPlayResponse {
        readings: readings.as_slice().iter().copied().map(combo).collect(),
        played_as: played_as.map(combo),
        plans: plans.iter().map(|plan| outbound::split_plan(&rules, &form, &cards, plan, &[])).collect(),
    })
}

fn check_hand_size(hand: Hand) -> Result<(), Refusal> {
    if hand.len() <= HAND_MAX {
        return Ok(());
    }
    let message = format!("{} cards, a hand has at most {HAND_MAX}", hand.len());
    Err(Refusal::new(Reason::COUNT_MISMATCH, message))
}
