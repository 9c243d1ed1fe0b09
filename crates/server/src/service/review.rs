//! What a bot thinks of a play that was made: hints, and talk after the game.

use std::sync::Arc;

use engine::Decision;
use engine::decision::Unit;
use engine::words::Lang;
use rules::{Action, View};
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
    let opinion = opinion(&position.view, &decision, action, options.language);
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

fn opinion(view: &View, decision: &Decision, action: Action, lang: Lang) -> Opinion {
    let why = lang.reason(decision.reason, decision.why);
    let weighed = decision.candidates.as_slice();
    let value =
        weighed.iter().find(|candidate| Action::Play(candidate.play) == action).map(|candidate| candidate.value);
    let best = weighed.first().map(|candidate| candidate.value);
    let lost = best.zip(value).map(|(best, value)| (best - value).max(0));
    if action == decision.action {
        let comment = match lang {
            Lang::En => format!("The same as I would do. {why}"),
            Lang::Zh => format!("我也会这样选。{why}"),
        };
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
    // The reason speaks of the bot's own choice, so that comes before it.
    let comment = match (lang, decision.action) {
        (Lang::En, Action::Play(None)) => format!("{en} I would pass. {why}"),
        (Lang::Zh, Action::Play(None)) => format!("{zh}我会选择不出。{why}"),
        (Lang::En, Action::Play(play)) => {
            format!("{en} I would play {}. {why}", view.rules().play_text(play, view.trick()))
        }
        (Lang::Zh, Action::Play(play)) => format!("{zh}我会出 {}。{why}", view.rules().play_text(play, view.trick())),
        (Lang::En, _) => format!("{en} {why}"),
        (Lang::Zh, _) => format!("{zh}{why}"),
    };
    Opinion { verdict, comment, value, lost }
}

#[cfg(test)]
mod tests {
    use engine::{Limits, Persona, Scratch, decide_within};
    use rules::Seed;

    use super::*;

    /// What `persona` says of an action: the verdict, and the comment in both languages.
    fn check(persona: &str, view: &str, action: &str, verdict: Verdict, comments: [&str; 2]) {
        let view: View = view.parse().unwrap();
        let persona = Persona::named(persona).unwrap();
        let mut halt = || false;
        let limits = Limits { nodes_max: 2_000, ..Limits::until(&mut halt) };
        let decision = decide_within(&view, &persona, Seed(1), limits, &mut Scratch::new()).unwrap();
        let action = Action::Play(view.rules().read_play(action, view.trick()).unwrap());
        for (lang, comment) in [Lang::En, Lang::Zh].into_iter().zip(comments) {
            let found = opinion(&view, &decision, action, lang);
            assert_eq!((found.verdict, found.comment.as_str()), (verdict, comment), "{view} {action:?}");
        }
    }

    /// The reason of a choice that search confirmed once stood alone: of a passed pair of jacks, a mistake, it said that nothing
    /// does clearly better.
    #[test]
    fn the_comment_on_another_choice_says_what_the_bot_would_do() {
        let jacks = "me=up hand=3344JJ left=5,4,6 standing=landlord:99";
        let none_better = [
            "I would not have thought of it. I would play JJ. Played out in many likely deals, nothing does better than this, which comes naturally.",
            "这一手我不会想到。我会出 JJ。推演了许多可能的牌局，没有比这更好的选择，它也最自然。",
        ];
        check("expert", jacks, "-", Verdict::Mistake, none_better);
        let spared = [
            "I would not have thought of it. I would pass. What the hand can spare is weighed against what the trick is worth.",
            "这一手我不会想到。我会选择不出。权衡手里能舍的牌，看这一轮值不值得争。",
        ];
        check("rules", "me=down hand=345X2 left=5,5,6 standing=up:A", "2", Verdict::Mistake, spared);
        let taken = [
            "I would have done something a little better. I would play T. What the hand can spare is weighed against what the trick is worth.",
            "我会选稍好一点的。我会出 T。权衡手里能舍的牌，看这一轮值不值得争。",
        ];
        check("rules", "me=down hand=3455T left=15,5,6 standing=up:8", "-", Verdict::Inaccurate, taken);
        let same = [
            "The same as I would do. What the hand can spare is weighed against what the trick is worth.",
            "我也会这样选。权衡手里能舍的牌，看这一轮值不值得争。",
        ];
        check("rules", "me=down hand=3455T left=15,5,6 standing=up:8", "T", Verdict::Best, same);
    }
}
