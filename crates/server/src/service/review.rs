//! What a bot thinks of a play that was made: hints, and talk after the game.

use std::sync::Arc;

use engine::Decision;
use rules::Action;
use wire::v1::review_play_request::Position;
use wire::v1::*;

use super::decide::{self, Decided};
use super::rooms::{self, Turn};
use crate::call::context::Call;
use crate::convert::cards::CardReader;
use crate::convert::inbound;
use crate::convert::legal::Chosen;
use crate::convert::outbound::{self, AnswerMeta, Wants};
use crate::error::{Reason, Refusal};
use crate::state::App;

/// A play that is worse by at most this many quarter points counts as good as the best.
const GOOD_WITHIN: i32 = 4;
/// A play that is worse by more than this is a mistake.
const MISTAKE_BEYOND: i32 = 24;
/// The same where values are deals of 1,000.
const GOOD_WITHIN_DEALS: i32 = 20;
const MISTAKE_BEYOND_DEALS: i32 = 150;

pub(super) async fn review_play(
    app: &Arc<App>,
    call: &Call,
    request: ReviewPlayRequest,
) -> Result<ReviewPlayResponse, Refusal> {
    let options = request.options.unwrap_or_default();
    let sent = request.action.as_ref().ok_or_else(|| Refusal::missing("action"))?;
    let (position, reader) = match request.position {
        Some(Position::View(view)) => decide::stateless(app, &view, &options)?,
        Some(Position::Room(turn)) => match rooms::position(app, call, &turn, &options, None).await? {
            Turn::Open { position, .. } => {
                let reader = CardReader::of(position.codec);
                (*position, reader)
            }
            Turn::Decided(_) => {
                let message = "the turn was decided in this room: ask with the view instead";
                return Err(Refusal::new(Reason::DECISION_CONFLICT, message).at("room"));
            }
        },
        None => return Err(Refusal::new(Reason::FIELD_MISSING, "is needed: view, or room").at("view")),
    };
    if !position.view.is_my_turn() {
        return Err(Refusal::new(Reason::NOT_YOUR_TURN, "it is not the turn of the seat that looks").at("view"));
    }
    let action = inbound::action(&reader, &position.view, sent).map_err(|refusal| refusal.within("action"))?;
    inbound::check_action(&position.view, action).map_err(|refusal| refusal.within("action"))?;

    let Decided { decision, degraded, took, .. } = decide::think(app, call, &position, &options, None).await?;
    let opinion = opinion(&decision, action);
    let is_chance = decision.decider.counts_wins();
    let unit = |value: i32| f64::from(value) / if is_chance { 1000.0 } else { 4.0 };
    let better = decision
        .candidates
        .as_slice()
        .iter()
        .filter(|candidate| opinion.value.is_some_and(|value| candidate.value > value));
    let better =
        better.map(|candidate| outbound::alternative(&position.view, &position.hand, candidate, is_chance)).collect();
    let meta = AnswerMeta { degraded, compute_us: took.as_micros() as u32, chosen: Chosen::Decided, mismatch: None };
    let wants = Wants { alternatives: true, trace: options.want_trace };
    Ok(ReviewPlayResponse {
        verdict: opinion.verdict as i32,
        comment: opinion.comment,
        value_lost: opinion.lost.map(unit),
        best: Some(outbound::decision(&position, &decision, wants, meta)),
        better,
    })
}

struct Opinion {
    verdict: Verdict,
    comment: String,
    /// What the play is worth, when it was weighed.
    value: Option<i32>,
    lost: Option<i32>,
}

fn opinion(decision: &Decision, action: Action) -> Opinion {
    let weighed = decision.candidates.as_slice();
    let value =
        weighed.iter().find(|candidate| Action::Play(candidate.play) == action).map(|candidate| candidate.value);
    let best = weighed.first().map(|candidate| candidate.value);
    let lost = best.zip(value).map(|(best, value)| (best - value).max(0));
    if action == decision.action {
        let comment = format!("The same as I would do. {}", decision.why);
        return Opinion { verdict: Verdict::Best, comment, value, lost: lost.or(Some(0)) };
    }
    let (good, mistake) = match decision.decider.counts_wins() {
        true => (GOOD_WITHIN_DEALS, MISTAKE_BEYOND_DEALS),
        false => (GOOD_WITHIN, MISTAKE_BEYOND),
    };
    let (verdict, start) = match lost {
        Some(lost) if lost <= good => (Verdict::Good, "About as good as what I would do."),
        Some(lost) if lost <= mistake => (Verdict::Inaccurate, "I would have done something a little better."),
        Some(_) => (Verdict::Mistake, "There was something clearly better."),
        None => (Verdict::Mistake, "I would not have thought of it."),
    };
    Opinion { verdict, comment: format!("{start} {}", decision.why), value, lost }
}
