//! What a bot thinks of a play that was made: hints, and talk after the game.

use std::sync::Arc;

use engine::Decision;
use engine::decision::Unit;
use engine::words::Lang;
use rules::Action;
use wire::v1::{ReviewPlayRequest, ReviewPlayResponse};

use super::decide::{self, Decided};
use super::room_turn::{self, TurnState};
use crate::call::context::Call;
use crate::convert::ask::{self, Ask, Options, Source, room_turn};
use crate::convert::cards::CardReader;
use crate::convert::inbound::{self, Position};
use crate::convert::legal::Chosen;
use crate::convert::outbound::{AnswerMeta, Wants, warned};
use crate::convert::review::{Opinion, Verdict, to_review};
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
    let sent = request.action.clone().ok_or_else(|| Refusal::missing("action"))?;
    let Ask { source, options } = request.try_into()?;
    let has_version = !matches!(&source, Some(Source::Room(turn)) if turn.version.is_none());
    let (position, reader) = match source {
        Some(Source::View(view)) => ask::position(&app.roster, &view, &options)?,
        Some(Source::Room(turn)) => match room_turn::position(app, call, &room_turn(turn)?, &options).await? {
            TurnState::Open { position, .. } => {
                let reader = CardReader::of(position.codec);
                (*position, reader)
            }
            TurnState::Decided(_) => {
                let message = "the turn was decided in this room: ask with the view instead";
                return Err(Refusal::new(Reason::DECISION_CONFLICT, message).at("room"));
            }
        },
        None => return Err(Refusal::new(Reason::FIELD_MISSING, "is needed: view, or room").at("view")),
    };
    if !position.view.is_my_turn() {
        return Err(Refusal::new(Reason::NOT_YOUR_TURN, "it is not the turn of the seat that looks").at("view"));
    }
    let action = inbound::action(&reader, &position.view, &sent).map_err(|refusal| refusal.within("action"))?;
    inbound::check_action(&position.view, action).map_err(|refusal| refusal.within("action"))?;

    let review = judge(app, call, &position, &options, action).await?;
    Ok(ReviewPlayResponse { best: review.best.map(|best| warned(best, has_version)), ..review })
}

/// What the position's companion thinks of a legal action.
pub(super) async fn judge(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &Options,
    action: Action,
) -> Result<ReviewPlayResponse, Refusal> {
    let Decided { decision, degraded, took, .. } = decide::think(app, call, position, options, None).await?;
    let opinion = opinion(&decision, action, options.language);
    let meta = AnswerMeta {
        degraded,
        compute_us: took.as_micros() as u32,
        chosen: Chosen::Decided,
        mismatch: None,
        room_version: None,
    };
    let wants = Wants { alternatives: true, ..options.wants };
    Ok(to_review(position, &decision, opinion, wants, options.language, &meta))
}

fn opinion(decision: &Decision, action: Action, lang: Lang) -> Opinion {
    let why = lang.reason(decision.reason, decision.why);
    let comment = |en: &str, zh: &str| match lang {
        Lang::En => format!("{en} {why}"),
        Lang::Zh => format!("{zh}{why}"),
    };
    let weighed = decision.candidates.as_slice();
    let value =
        weighed.iter().find(|candidate| Action::Play(candidate.play) == action).map(|candidate| candidate.value);
    let best = weighed.first().map(|candidate| candidate.value);
    let lost = best.zip(value).map(|(best, value)| (best - value).max(0));
    if action == decision.action {
        let comment = comment("The same as I would do.", "我也会这样选。");
        return Opinion { verdict: Verdict::Best, comment, value, lost: lost.or(Some(0)) };
    }
    let (good, mistake) = match decision.unit {
        Unit::Quarters => (GOOD_WITHIN, MISTAKE_BEYOND),
        Unit::Wins | Unit::Score => (GOOD_WITHIN_DEALS, MISTAKE_BEYOND_DEALS),
    };
    let (verdict, (en, zh)) = match lost {
        Some(lost) if lost <= good => (Verdict::Good, ("About as good as what I would do.", "和我的选择差不多好。")),
        Some(lost) if lost <= mistake => {
            (Verdict::Inaccurate, ("I would have done something a little better.", "我会选稍好一点的。"))
        }
        Some(_) => (Verdict::Mistake, ("There was something clearly better.", "有明显更好的选择。")),
        None => (Verdict::Mistake, ("I would not have thought of it.", "这一手我不会想到。")),
    };
    Opinion { verdict, comment: comment(en, zh), value, lost }
}
