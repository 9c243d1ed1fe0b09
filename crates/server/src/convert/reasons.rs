//! Reasons in answers: found once, stored as facts, and written in the language of each caller.

use std::cell::RefCell;

use engine::Decision;
use engine::explain::say::text;
use engine::explain::{Contrast, Explainer, Fact, Reason, Win, stands_for};
use engine::words::Lang;
use rules::{Action, Combo, View};
use wire::v1;

thread_local! {
    /// Buffers of this thread: making new ones would take longer than most reasons.
    static EXPLAINER: RefCell<Explainer> = RefCell::new(Explainer::new());
}

/// Returns the reason of a decision.
pub fn reason(view: &View, decision: &Decision) -> Reason {
    EXPLAINER.with_borrow_mut(|explainer| explainer.decision(view, decision))
}

/// Returns the faults of an action, and the merits of the decision.
pub fn contrast(view: &View, made: Action, decision: &Decision) -> Contrast {
    let strength = decision.trace.strength;
    EXPLAINER.with_borrow_mut(|explainer| explainer.contrast(view, made, decision.action, strength))
}

/// Returns the certainty with which an action wins; `None` if it may lose.
pub fn win(view: &View, action: Action) -> Option<Win> {
    EXPLAINER.with_borrow_mut(|explainer| explainer.win(view, action))
}

/// Returns the facts of a reason, and what the wild cards of the play stand for. The text stays empty: a room stores the facts, and
/// [`said`] writes them for each caller.
pub fn to_reason(reason: &Reason, view: &View, play: Option<Combo>) -> v1::DecisionReason {
    let reading = play.and_then(|play| stands_for(view.rules(), play));
    let facts = reason.facts().chain(reading).map(to_fact).collect();
    v1::DecisionReason { code: reason.code().to_owned(), text: String::new(), facts }
}

/// Returns one side of a contrast; `None` without a fact.
pub fn to_said(language: Lang, reason: &Reason) -> Option<v1::DecisionReason> {
    let facts: Vec<v1::Fact> = reason.facts().map(to_fact).collect();
    let text = said(language, &facts);
    (!facts.is_empty()).then(|| v1::DecisionReason { code: reason.code().to_owned(), text, facts })
}

fn to_fact(fact: Fact) -> v1::Fact {
    v1::Fact { concept: fact.code().to_owned(), parts: fact.tokens() }
}

/// Writes facts as sentences. A fact that this version does not know is left out: a later version may have stored it.
pub fn said(language: Lang, facts: &[v1::Fact]) -> String {
    text(language, facts.iter().map(|fact| (fact.concept.as_str(), fact.parts.as_slice())))
}

/// Returns the facts against a play and for a better one, in one sentence.
pub fn comment(language: Lang, contrast: &Contrast, [made, better]: [String; 2]) -> String {
    let said = [contrast.made.of_play(language, &made), contrast.better.of_play(language, &better)];
    let [against, instead] = said;
    let instead = instead.or_else(|| Some(format!("{better}{}", language.pick(" would be better.", " 更好。"))));
    [against, instead].into_iter().flatten().collect::<Vec<_>>().join(language.pick(" ", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_stored_once_and_said_in_each_language() {
        let view: View = "me=up hand=34567KQ left=9,4,7 standing=landlord:6".parse().unwrap();
        let play = |text: &str| view.rules().read_play(text, view.trick()).unwrap();
        let rivals = [Some(play("7")), None];
        let reason = Explainer::new().reason(&view, Action::Play(play("K")), rivals, None);
        let mut sent = to_reason(&reason, &view, play("K"));
        let fact = |concept: &str, parts: &[&str]| v1::Fact {
            concept: concept.to_owned(),
            parts: parts.iter().map(|part| (*part).to_owned()).collect(),
        };
        assert_eq!(sent.facts, [fact("keeps-straight", &["34567"]), fact("not-topped-by", &["8 9 T", "7"])]);
        for lang in [Lang::En, Lang::Zh] {
            assert_eq!(said(lang, &sent.facts), reason.text(lang));
        }
        sent.facts.insert(0, fact("of-a-later-version", &["3"]));
        assert_eq!(said(Lang::En, &sent.facts), reason.text(Lang::En));
        assert_eq!(said(Lang::En, &[]), Reason::NONE.text(Lang::En));
        let one_side = to_said(Lang::En, &reason).unwrap();
        assert_eq!((one_side.code.as_str(), one_side.text), (reason.code(), reason.text(Lang::En)));
        assert_eq!(to_said(Lang::En, &Reason::NONE), None);
    }
}
