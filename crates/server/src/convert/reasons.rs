//! Reasons in answers: found once, stored as facts, said in the language of each caller.

use std::cell::RefCell;

use engine::Decision;
use engine::explain::say::{of_play, sentence};
use engine::explain::{Contrast, Explainer, Fact, Reason, stands_for};
use engine::words::Lang;
use rules::{Action, Combo, View};

thread_local! {
    /// Buffers of this thread: making new ones would take longer than most reasons.
    static EXPLAINER: RefCell<Explainer> = RefCell::new(Explainer::new());
}

/// The reason of a decision.
pub fn reason(view: &View, decision: &Decision) -> Reason {
    EXPLAINER.with_borrow_mut(|explainer| explainer.decision(view, decision))
}

/// The faults of an action, and the merits of the decision.
pub fn contrast(view: &View, made: Action, decision: &Decision) -> Contrast {
    EXPLAINER.with_borrow_mut(|explainer| match (made, decision.action) {
        (Action::Play(_), Action::Play(_)) => explainer.contrast(view, made, decision.action),
        _ => Contrast { made: Reason::NONE, better: explainer.decision(view, decision) },
    })
}

/// Stand between facts, and between a fact's code and its parts. No part has either.
const FACT_END: &str = "; ";
const PART_END: &str = " ";

/// The facts of a reason, and what the wild cards of the play stand for, in the form that rooms store: a repeated answer is said in the
/// language of who asks again.
pub fn packed(reason: &Reason, view: &View, play: Option<Combo>) -> String {
    let reading = play.and_then(|play| stands_for(view.rules(), play));
    let pack = |fact: Fact| {
        let words = std::iter::once(fact.code().to_owned()).chain(fact.tokens());
        words.collect::<Vec<_>>().join(PART_END)
    };
    reason.facts().chain(reading).map(pack).collect::<Vec<_>>().join(FACT_END)
}

/// Packed facts as sentences. A fact that this version does not know, as one that a later version stored, says nothing.
pub fn said(language: Lang, packed: &str) -> String {
    let sentences = packed.split(FACT_END).filter_map(|fact| {
        let mut words = fact.split(PART_END).map(str::to_owned);
        sentence(language, &words.next()?, &words.collect::<Vec<_>>())
    });
    sentences.collect::<Vec<_>>().join(language.pick(" ", ""))
}

/// The facts against a play and for a better one, in one sentence.
pub fn comment(language: Lang, contrast: &Contrast, [made, better]: [String; 2]) -> String {
    let said = [of_play(language, &made, &contrast.made), of_play(language, &better, &contrast.better)];
    let said: Vec<String> = said.into_iter().flatten().collect();
    match said.is_empty() {
        true => format!("{better}{}", language.pick(" would be better.", " 更好。")),
        false => said.join(language.pick(" ", "")),
    }
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
        let packed = packed(&reason, &view, play("K"));
        assert_eq!(packed, "keeps-straight 34567; last-to-answer 6");
        for lang in [Lang::En, Lang::Zh] {
            assert_eq!(said(lang, &packed), reason.text(lang));
        }
        assert_eq!(said(Lang::En, "of-a-later-version 3; keeps-rocket"), "Keeps the rocket.");
        assert_eq!(said(Lang::En, ""), "");
    }
}
