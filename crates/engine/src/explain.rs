//! The reasons of choices: facts that are true of this hand and matter here.
//!
//! A reason usually does not say how a choice was made: it names facts that hold for the play and not for a close rival. Every decider has the
//! same vocabulary, and so has a review, in which the same differences are faults of a person's play. [`CONCEPTS`] is the vocabulary,
//! [`Explainer`] finds the facts, [`say::sentence`] makes the text of a fact in a language.

mod part;
mod scene;
mod ends;
mod own;
mod beating;
mod enemy;
mod partner;
mod concept;
mod fact;
mod calls;
mod choose;
pub mod say;

use std::cell::RefCell;

use rules::{Action, Combo, Plays, Ruleset, Stage, View};

use crate::decision::{Candidates, Decision, Strength};
use crate::hand::split::TurnsMemo;
use crate::turn_facts::TurnFacts;
pub use choose::Contrast;
pub use concept::{CONCEPTS, Concept, Group};
pub use ends::Win;
pub use fact::{FACTS_MAX, Fact, Reason, wild_card_fact};
pub use part::{Combos, Part, Who};
use scene::Scene;

/// The finder of the facts of choices. It holds buffers that no fact depends on.
pub struct Explainer {
    plays: Plays,
    memo: RefCell<TurnsMemo>,
}

impl Default for Explainer {
    fn default() -> Explainer {
        Explainer { plays: Plays::new(), memo: RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC)) }
    }
}

impl Explainer {
    /// Makes empty buffers.
    pub fn new() -> Explainer {
        Explainer::default()
    }

    /// Returns the reason of a decision made in `view`. The best other candidates are the rivals.
    ///
    /// ```
    /// use engine::explain::Explainer;
    /// use engine::words::Lang;
    /// use engine::{Persona, Scratch, decide};
    /// use rules::{Seed, View};
    /// let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse()?;
    /// let rules = Persona::named("rules").expect("a built-in row");
    /// let decision = decide(&view, &rules, Seed(1), &mut Scratch::new())?;
    /// let reason = Explainer::new().decision_reason(&view, &decision);
    /// assert_eq!(reason.code(), "stops-enemy");
    /// assert!(reason.text(Lang::En).starts_with("Takes the trick from the landlord, who has 5 cards left."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decision_reason(&mut self, view: &View, decision: &Decision) -> Reason {
        let rivals = rivals(&decision.candidates, decision.play());
        self.reason(view, decision.action, rivals, decision.trace.strength)
    }

    /// Finds the reason of any action that is legal in `view`, against up to two rivals, the closest first. `strength` is that of the hand,
    /// for actions before the play.
    pub fn reason(
        &mut self,
        view: &View,
        action: Action,
        rivals: [Option<Option<Combo>>; 2],
        strength: Option<Strength>,
    ) -> Reason {
        match (action, self.scene(view)) {
            (Action::Play(play), Some(scene)) => choose::reason(&scene, play, rivals),
            (Action::Play(_), None) => Reason::NONE,
            (action, _) => calls::reason(view, action, strength),
        }
    }

    /// Returns the fault of an action, and the merits of a better one. `strength` is that of the hand, for actions before the play.
    pub fn contrast(&mut self, view: &View, made: Action, better: Action, strength: Option<Strength>) -> Contrast {
        match (made, better, self.scene(view)) {
            (Action::Play(made), Action::Play(better), Some(scene)) => choose::contrast(&scene, made, better),
            _ => calls::contrast(view, made, better, strength),
        }
    }

    /// Returns the certainty with which a play wins; `None` if it goes out at once, if no winning order after it is found, or if it is no combo.
    pub fn win_certainty(&mut self, view: &View, action: Action) -> Option<Win> {
        let Action::Play(play) = action else { return None };
        let scene = self.scene(view)?;
        ends::win_certainty(&scene, &scene.facts_of(play))
    }

    /// Returns the facts for a play compared with a rival, and those against it.
    pub fn facts(&mut self, view: &View, play: Option<Combo>, rival: Option<Combo>) -> Vec<Fact> {
        self.scene(view).map_or_else(Vec::new, |scene| choose::facts(&scene, play, rival))
    }

    fn scene<'a>(&'a mut self, view: &'a View) -> Option<Scene<'a>> {
        let turn = TurnFacts::of(view).filter(|_| view.board().stage() == Stage::Play)?;
        if self.memo.get_mut().rules() != view.rules() {
            self.memo = RefCell::new(TurnsMemo::new(view.rules()));
        }
        Some(Scene::new(turn, &mut self.plays, &self.memo))
    }
}

/// Returns the best candidates other than the chosen one, at most two, the best first.
pub fn rivals(candidates: &Candidates, chosen: Option<Combo>) -> [Option<Option<Combo>>; 2] {
    let mut others = candidates.as_slice().iter().map(|candidate| candidate.play).filter(|&play| play != chosen);
    [others.next(), others.next()]
}
