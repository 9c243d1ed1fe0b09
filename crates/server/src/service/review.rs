//! The review of an action by a bot: for hints, and for talk after the game.

use std::sync::Arc;

use engine::decision::Unit;
use engine::explain::say::{capitalized, cards};
use engine::explain::{Contrast, Reason as Facts, Win};
use engine::words::Lang;
use engine::{Cost, Decision, explain};
use game::event::no_action;
use game::names::{self, require};
use game::refusal::{AtField, Reason, Refusal};

use rules::{Action, Auction, Call, Event, Illegal, OpenFactor, OpenedHand, Raise, Seat, View};
use wire::v1::{DecisionOptions, ReviewPlayRequest, ReviewPlayResponse, ValueUnit, Verdict};

use super::decide;
use crate::call::Call as RpcCall;
use crate::convert::inbound::{self, Options, Position};
use crate::convert::outbound;
use crate::pool::with_scratch;
use crate::state::App;
use game::cards::CardForm;

/// The largest loss of a good play, in quarter points.
const GOOD_LOSS_MAX: i32 = 4;
/// The largest loss of an inaccurate play, in quarter points.
const INACCURATE_LOSS_MAX: i32 = 24;
/// The same limits for chances and votes, in thousandths, and for scores, in 500ths of the stake.
const GOOD_LOSS_MAX_SHARE: i32 = 20;
const INACCURATE_LOSS_MAX_SHARE: i32 = 150;

pub(super) async fn review_play(
    app: &Arc<App>,
    call: &RpcCall,
    request: ReviewPlayRequest,
) -> Result<ReviewPlayResponse, Refusal> {
    let mut hand = request.hand.ok_or_else(|| Refusal::missing("hand"))?;
    let chair = require(names::chair(request.chair), "chair")?;
    let sent = request.action.ok_or_else(|| Refusal::missing("action"))?;
    let options = Options { sent: request.options.unwrap_or_default(), legal_plays: None };
    let position = inbound::hand_position(&app.roster, chair, &mut hand, &options)?;
    if position.odd_standing {
        let message = "what stands is no combo of the ruleset: a play on it cannot be judged";
        return Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand"));
    }
    let action = read_action(&position.form, &position.view, &sent).within("action")?;
    check_action(&position.view, action).within("action")?;
    judge(app, call, &position, &options, action).await
}

/// Judges a legal action as the position's companion.
pub(super) async fn judge(
    app: &Arc<App>,
    call: &RpcCall,
    position: &Position,
    options: &Options,
    action: Action,
) -> Result<ReviewPlayResponse, Refusal> {
    let decided = decide::decide_position(app, call, position, &options.sent, None, None).await?;
    let wanted = DecisionOptions { want_alternatives: true, ..options.sent.clone() };
    let best = outbound::decision(position, &decided, &wanted, None);
    let decision = &decided.decision;
    let language = inbound::language(&options.sent.language).unwrap_or_default();
    let weighed = decision.candidates.as_slice();
    let win = with_scratch(|scratch| explain::win_certainty(&position.view, action, scratch.turns()));
    let (view, persona) = (&position.view, &position.companion.persona);
    let cost = with_scratch(|scratch| engine::cost(view, persona, action, decision, scratch));
    // A sure win loses nothing, even if a net values it less.
    let cost = cost.map(|cost| if win == Some(Win::Sure) { Cost { lost: 0, ..cost } } else { cost });
    let (verdict, comment, contrast) = verdict_and_comment(&position.view, decision, (action, win), cost, language);
    let lost = cost.filter(|cost| cost.unit == decision.unit).map_or(0, |cost| cost.lost);
    let better = weighed.iter().filter(|candidate| weighed[0].value - candidate.value < lost);
    let alternative = |candidate| outbound::alternative(position, candidate, decision.unit);
    Ok(ReviewPlayResponse {
        verdict: verdict as i32,
        comment,
        value_lost: cost.map(|Cost { unit, lost }| unit.display_difference(lost)),
        lost_unit: cost.map_or(ValueUnit::Unspecified, |cost| outbound::unit(cost.unit)) as i32,
        better: better.map(alternative).collect(),
        fault: outbound::to_side_reason(language, &contrast.made),
        merit: outbound::to_side_reason(language, &contrast.better),
        best: Some(outbound::with_texts(options, best)),
    })
}

fn verdict_and_comment(
    view: &View,
    decision: &Decision,
    (action, win): (Action, Option<Win>),
    cost: Option<Cost>,
    lang: Lang,
) -> (Verdict, String, Contrast) {
    if action == decision.action {
        let agreed = lang.pick("The same as I would do. ", "我也会这样选。");
        let reason = with_scratch(|scratch| explain::decision_reason(view, decision, scratch.turns()));
        let comment = format!("{agreed}{}", reason.text(lang));
        return (Verdict::Best, comment, Contrast::NONE);
    }
    let by_cost = cost.map(verdict_by_cost);
    // If a bomb is likely, even a play that wins without bombs may cost much.
    if let Some(win) = win.filter(|_| by_cost.is_none_or(|verdict| verdict == Verdict::Good)) {
        let comment = match win {
            Win::Sure => lang.pick("This play wins for sure as well.", "这样出也赢定了。"),
            Win::ButForBombs => {
                lang.pick("This play wins too, unless a bomb beats it.", "只要没有炸弹，这样出也赢定了。")
            }
        };
        return (Verdict::Good, comment.to_owned(), Contrast::NONE);
    }
    let (better, strength) = (decision.action, decision.trace.strength);
    let contrast = with_scratch(|scratch| explain::contrast(view, action, better, strength, scratch.turns()));
    let verdict = by_cost.unwrap_or(match action {
        // No value of this play is known.
        Action::Play(_) => Verdict::Mistake,
        // Before the stage of play, an action without a cost counts as good if no fact speaks against it, and none for the better one.
        _ if contrast == Contrast::NONE => Verdict::Good,
        _ => Verdict::Inaccurate,
    });
    let [made, better] = [action, better].map(|action| subject(view, action, lang));
    let praise = contrast.better.text_after(lang, &better);
    let (first, second, made) = match verdict {
        // A choice that is about as good has no fault.
        Verdict::Good => (Some(lang.pick("About as good.", "差不多一样好。").to_owned()), praise, Facts::NONE),
        _ => {
            let praise = praise.unwrap_or_else(|| better + lang.pick(" would be better.", " 更好。"));
            (contrast.made.text_after(lang, &made), Some(praise), contrast.made)
        }
    };
    let comment = first.into_iter().chain(second).collect::<Vec<_>>().join(lang.pick(" ", ""));
    (verdict, comment, Contrast { made, ..contrast })
}

/// Returns the verdict on an action that differs from the decision.
fn verdict_by_cost(Cost { unit, lost }: Cost) -> Verdict {
    let (good, mistake) = match unit {
        Unit::Quarters => (GOOD_LOSS_MAX, INACCURATE_LOSS_MAX),
        Unit::Wins | Unit::Score | Unit::Votes => (GOOD_LOSS_MAX_SHARE, INACCURATE_LOSS_MAX_SHARE),
    };
    match lost {
        lost if lost <= good => Verdict::Good,
        lost if lost <= mistake => Verdict::Inaccurate,
        _ => Verdict::Mistake,
    }
}

fn subject(view: &View, action: Action, lang: Lang) -> String {
    let (en, zh) = match action {
        Action::Play(None) => ("A pass", "不出"),
        // The subject begins a sentence.
        Action::Play(play) => return capitalized(&cards(lang, &view.rules().play_text(play, view.trick()))),
        Action::PassOn(gift) => return format!("{}{}", lang.pick("Giving ", "给 "), cards(lang, &gift.to_string())),
        Action::Call(Call::Score(points)) if points > 0 => {
            return lang.pick("A call of N", "叫 N 分").replace('N', &points.to_string());
        }
        Action::Call(Call::Pass | Call::Score(_)) if view.rules().auction() == Auction::TakeIt => ("A pass", "不取"),
        Action::Call(Call::Pass | Call::Score(_)) => ("A pass", "不叫"),
        Action::Call(Call::Call) => ("A call", "叫地主"),
        Action::Call(Call::Rob) => ("A rob", "抢地主"),
        Action::Call(Call::Take) => ("Taking it", "取经"),
        Action::Raise(Raise::Plain) => ("The plain stake", "不加倍"),
        Action::Raise(Raise::Double) => ("Doubling", "加倍"),
        Action::Raise(Raise::Super) => ("Redoubling", "超级加倍"),
        Action::Show(true) => ("An open hand", "明牌"),
        Action::Show(false) => ("A closed hand", "不明牌"),
    };
    lang.pick(en, zh).to_owned()
}

/// Reads the action of a request. The trick of the view decides ambiguous cards.
fn read_action(form: &CardForm, view: &View, sent: &wire::v1::Action) -> Result<Action, Refusal> {
    use wire::v1::action::What as Sent;
    Ok(match sent.what.as_ref().ok_or_else(no_action)? {
        Sent::Call(call) => Action::Call(require(names::call(*call), "call")?),
        Sent::Doubling(raise) => Action::Raise(require(names::raise(*raise), "doubling")?),
        Sent::Show(show) => Action::Show(show.open),
        Sent::PassOn(cards) => Action::PassOn(form.hand(cards).within("pass_on")?),
        Sent::Passed(true) => Action::Play(None),
        Sent::Passed(false) => return Err(no_action()),
        Sent::Play(combo) => {
            let combo = form.combo(view.rules(), view.trick(), combo).within("play")?;
            Action::Play(Some(combo))
        }
    })
}

fn check_action(view: &View, action: Action) -> Result<(), Refusal> {
    let refuse = |error: Illegal| {
        let is_count = matches!(error, Illegal::PassSize { .. });
        let reason = if is_count { Reason::COUNT_MISMATCH } else { Reason::ILLEGAL_PLAY };
        Refusal::new(reason, error.to_string())
    };
    let seat = view.seat().unwrap_or(Seat::Landlord);
    let event = match action {
        Action::PassOn(cards) => return view.check_gift(cards).map_err(refuse),
        Action::Call(call) => Event::Call(view.chair(), call),
        Action::Raise(raise) => Event::Raise(seat, raise),
        Action::Show(open) => {
            let shown = OpenedHand { hand: view.hand(), factor: OpenFactor::Two };
            Event::Show(view.chair(), open.then_some(shown))
        }
        Action::Play(play) => Event::Play(seat, play),
    };
    view.clone().apply(event).map_err(refuse)
}

#[cfg(test)]
mod tests {
    use engine::{Limits, Persona, Scratch, cost, decide_within};
    use rules::{Chair, Ruleset, Seed};

    use super::*;

    #[test]
    fn a_pass_has_the_auction_s_word() {
        for (rules, word) in [(Ruleset::CLASSIC, "不叫"), (Ruleset::JOURNEY, "不取")] {
            let view = View::dealt(rules, Chair::First, "34456789TJQKKA22X".parse().unwrap()).unwrap();
            assert_eq!(subject(&view, Action::Call(Call::Pass), Lang::Zh), word);
        }
    }

    #[test]
    fn a_subject_begins_with_a_capital() {
        let view: View = "me=up hand=3XD left=9,4,3 standing=landlord:T".parse().unwrap();
        let joker = Action::Play(view.rules().read_text("D").ok());
        assert_eq!(subject(&view, joker, Lang::En), "The big joker");
    }

    /// Verdict and cost agree: a play that loses much is not good, even if it wins without bombs.
    #[test]
    fn a_play_that_costs_much_is_not_good() {
        let view: View = "me=landlord hand=34A2 left=4,9,12".parse().unwrap();
        let persona = Persona::named("net").unwrap();
        let mut halt = || false;
        let decision = decide_within(&view, &persona, Seed(1), Limits::of(&mut halt), &mut Scratch::new()).unwrap();
        let other = |lost| Some(Cost { unit: Unit::Score, lost });
        let plays = ["2", "A"].map(|play| Action::Play(view.rules().read_text(play).ok()));
        let action = plays.into_iter().find(|&play| play != decision.action).unwrap();
        for (loss, grade) in [(GOOD_LOSS_MAX_SHARE, Verdict::Good), (INACCURATE_LOSS_MAX_SHARE + 1, Verdict::Mistake)] {
            let found = verdict_and_comment(&view, &decision, (action, Some(Win::ButForBombs)), other(loss), Lang::En);
            assert_eq!(found.0, grade, "{}", found.1);
        }
    }

    fn check(persona: &str, view: &str, action: &str, verdict: Verdict, comments: [&str; 2]) {
        let view: View = view.parse().unwrap();
        let persona = Persona::named(persona).unwrap();
        let mut halt = || false;
        let limits = Limits { nodes_max: 2_000, ..Limits::of(&mut halt) };
        let mut scratch = Scratch::new();
        let decision = decide_within(&view, &persona, Seed(1), limits, &mut scratch).unwrap();
        let action = match action.strip_prefix("call ") {
            Some(points) => Action::Call(Call::Score(points.parse().unwrap())),
            None => Action::Play(view.rules().read_play(action, view.trick()).unwrap()),
        };
        let cost = cost(&view, &persona, action, &decision, &mut scratch);
        for (lang, comment) in [Lang::En, Lang::Zh].into_iter().zip(comments) {
            let win = with_scratch(|scratch| explain::win_certainty(&view, action, scratch.turns()));
            let (found, said, _) = verdict_and_comment(&view, &decision, (action, win), cost, lang);
            assert_eq!((found, said.as_str()), (verdict, comment), "{view} {action:?}");
        }
    }

    #[test]
    fn the_comment_says_what_went_wrong_and_what_the_better_choice_does() {
        let jacks = "me=up hand=3344JJ left=5,4,6 standing=landlord:99";
        let given_back = [
            "A pass lets the landlord through, who has 5 cards left. JJ saves a turn and splits nothing.",
            "不出：地主只剩 5 张还放他过。JJ：不用拆牌，还少一手。",
        ];
        check("expert", jacks, "-", Verdict::Mistake, given_back);
        let covered = ["2 goes over the partner's A. A pass keeps 2 for later.", "2：压了队友的 A。不出：2 先留着。"];
        check("rules", "me=down hand=345X2 left=5,5,6 standing=up:A", "2", Verdict::Mistake, covered);
        let kept =
            ["A pass keeps 10, which belongs to nothing. 10 would be better.", "不出：单牌 10 还没走。10 更好。"];
        check("rules", "me=down hand=3455T left=15,5,6 standing=up:8", "-", Verdict::Inaccurate, kept);
        let same = ["The same as I would do. Gets rid of 10, which belongs to nothing.", "我也会这样选。走掉单牌 10。"];
        check("rules", "me=down hand=3455T left=15,5,6 standing=up:8", "T", Verdict::Best, same);
    }
}
