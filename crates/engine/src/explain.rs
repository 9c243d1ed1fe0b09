//! The reasons of choices: facts that are true of this hand and matter here.
//!
//! A reason says nothing of how a choice came about. It names what holds for the play and, where possible, does not hold for its closest
//! rival: one vocabulary for every decider, and for the play of a person in a review. [`CONCEPTS`] is the vocabulary, [`Explainer`] finds
//! the facts, [`say::sentence`] makes the text of a fact in each language.

mod fact;
mod scene;
mod concept;
mod ends;
mod own;
mod heights;
mod beating;
mod enemy;
mod partner;
mod faults;
mod calls;
mod choose;
mod contrast;
pub mod say;

use std::cell::RefCell;

use rules::{Action, Combo, Plays, Ruleset, Stage, View};

use crate::decision::{Candidates, Decision, Strength};
use crate::hand::split::TurnsMemo;
pub use concept::{CONCEPTS, Concept, Group, Tone};
pub use contrast::Contrast;
pub use ends::Win;
pub use fact::{Combos, FACTS_MAX, Fact, Part, Reason, Who, stands_for};
use scene::{Buffers, Scene};

/// Finds the facts of choices. Holds buffers that no fact depends on.
pub struct Explainer {
    plays: Plays,
    memo: RefCell<TurnsMemo>,
    /// The merits, the most important first.
    merits: Vec<&'static Concept>,
}

impl Default for Explainer {
    fn default() -> Explainer {
        Explainer::new()
    }
}

impl Explainer {
    /// Empty buffers.
    pub fn new() -> Explainer {
        let mut merits: Vec<_> = CONCEPTS.iter().filter(|concept| concept.tone == Tone::For).collect();
        // A stable sort: of equals the earlier row leads.
        merits.sort_by_key(|concept| std::cmp::Reverse(concept.importance));
        Explainer { plays: Plays::new(), memo: RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC)), merits }
    }

    /// The reason of a decision that was made in `view`. Its candidates are the rivals.
    ///
    /// ```
    /// use engine::explain::Explainer;
    /// use engine::words::Lang;
    /// use engine::{Persona, Scratch, decide};
    /// use rules::{Seed, View};
    /// let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse()?;
    /// let rules = Persona::named("rules").expect("a built-in row");
    /// let decision = decide(&view, &rules, Seed(1), &mut Scratch::new())?;
    /// let reason = Explainer::new().decision(&view, &decision);
    /// assert_eq!(reason.code(), "stops-enemy");
    /// assert!(reason.text(Lang::En).starts_with("Takes the trick from the landlord, who has 5 cards left."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decision(&mut self, view: &View, decision: &Decision) -> Reason {
        let rivals = rivals(&decision.candidates, decision.play());
        self.reason(view, decision.action, rivals, decision.trace.strength)
    }

    /// The reason of any action that is legal in `view`, against up to two rivals, the closest first. `strength` is that of the hand, for
    /// calls.
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

    /// The faults of an action, and the merits of a better one. `strength` is that of the hand, for calls.
    pub fn contrast(&mut self, view: &View, made: Action, better: Action, strength: Option<Strength>) -> Contrast {
        match (made, better, self.scene(view)) {
            (Action::Play(made), Action::Play(better), Some(scene)) => contrast::plays(&scene, made, better),
            _ => calls::contrast(view, made, better, strength),
        }
    }

    /// The certainty with which a play wins; `None` where it may lose. No other play is better than one that wins.
    pub fn win(&mut self, view: &View, action: Action) -> Option<Win> {
        let Action::Play(play) = action else { return None };
        let scene = self.scene(view)?;
        ends::win(&scene, &scene.look(play))
    }

    /// Each fact of the vocabulary that holds for a play, against a rival: for tests, and for readers who want all of them.
    pub fn facts(&mut self, view: &View, play: Option<Combo>, rival: Option<Option<Combo>>) -> Vec<Fact> {
        self.scene(view).map_or_else(Vec::new, |scene| choose::facts(&scene, play, rival))
    }

    /// True if the leading fact of `reason` sets `play` apart from `rival`: of the rival it is false, or holds less.
    pub fn separates(&mut self, view: &View, reason: &Reason, play: Option<Combo>, rival: Option<Combo>) -> bool {
        let Some((scene, fact)) = self.scene(view).zip(reason.leading()) else { return false };
        choose::separates(&scene, fact.concept(), play, rival)
    }

    fn scene<'a>(&'a mut self, view: &'a View) -> Option<Scene<'a>> {
        let me = view.seat().filter(|_| view.board().stage() == Stage::Play)?;
        if self.memo.get_mut().rules() != view.rules() {
            self.memo = RefCell::new(TurnsMemo::new(view.rules()));
        }
        let Explainer { plays, memo, merits } = self;
        Some(Scene::new(view, me, Buffers { plays, memo, merits }))
    }
}

/// The closest alternatives of a choice, the closest first.
pub fn rivals(candidates: &Candidates, chosen: Option<Combo>) -> [Option<Option<Combo>>; 2] {
    let mut others = candidates.as_slice().iter().map(|candidate| candidate.play).filter(|&play| play != chosen);
    [others.next(), others.next()]
}
