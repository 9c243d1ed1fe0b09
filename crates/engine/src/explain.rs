//! The reasons of choices: facts that are true of this hand and matter here.
//!
//! A reason usually does not say how a choice was made: it names facts that hold for the play and not for a close rival. Every decider has the
//! same vocabulary, and so has a review, in which the same differences are faults of a person's play. [`CONCEPTS`] is the vocabulary,
//! [`reason`] finds the facts, [`say::sentence`] makes the text of a fact in a language.

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

use rules::{Action, Combo, Stage, View};

use crate::decision::{Candidates, Decision, Strength};
use crate::turn::TurnBuffers;
use crate::turn_facts::TurnFacts;
pub use choose::Contrast;
pub use concept::{CONCEPTS, Concept, Group};
pub use ends::Win;
pub use fact::{FACTS_MAX, Fact, Reason, wild_card_fact};
pub use part::{Combos, Part, Who};
use scene::Scene;

/// Returns the reason of a decision made in `view`. The best other candidates are the rivals.
///
/// ```
/// use engine::words::Lang;
/// use engine::{Persona, Scratch, decide, explain};
/// use rules::{Seed, View};
/// let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse()?;
/// let rules = Persona::named("rules").expect("a built-in row");
/// let mut scratch = Scratch::new();
/// let decision = decide(&view, &rules, Seed(1), &mut scratch)?;
/// let reason = explain::decision_reason(&view, &decision, scratch.turns());
/// assert_eq!(reason.code(), "stops-enemy");
/// assert!(reason.text(Lang::En).starts_with("Takes the trick from the landlord, who has 5 cards left."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decision_reason(view: &View, decision: &Decision, buffers: &mut TurnBuffers) -> Reason {
    let rivals = rivals(&decision.candidates, decision.play());
    reason(view, decision.action, rivals, decision.trace.strength, buffers)
}

/// Finds the reason of any action that is legal in `view`, against up to two rivals, the closest first. `strength` is that of the hand,
/// for actions before the play.
pub fn reason(
    view: &View,
    action: Action,
    rivals: [Option<Option<Combo>>; 2],
    strength: Option<Strength>,
    buffers: &mut TurnBuffers,
) -> Reason {
    match (action, scene(view, buffers)) {
        (Action::Play(play), Some(scene)) => choose::reason(&scene, play, rivals),
        (Action::Play(_), None) => Reason::NONE,
        (action, _) => calls::reason(view, action, strength),
    }
}

/// Returns the fault of an action, and the merits of a better one. `strength` is that of the hand, for actions before the play.
pub fn contrast(
    view: &View,
    made: Action,
    better: Action,
    strength: Option<Strength>,
    buffers: &mut TurnBuffers,
) -> Contrast {
    match (made, better, scene(view, buffers)) {
        (Action::Play(made), Action::Play(better), Some(scene)) => choose::contrast(&scene, made, better),
        _ => calls::contrast(view, made, better, strength),
    }
}

/// Returns the certainty with which a play wins; `None` if it goes out at once, if no winning order after it is found, or if it is no combo.
pub fn win_certainty(view: &View, action: Action, buffers: &mut TurnBuffers) -> Option<Win> {
    let Action::Play(play) = action else { return None };
    let scene = scene(view, buffers)?;
    ends::win_certainty(&scene, &scene.facts_of(play))
}

/// Returns the facts for a play compared with a rival, and those against it.
pub fn facts(view: &View, play: Option<Combo>, rival: Option<Combo>, buffers: &mut TurnBuffers) -> Vec<Fact> {
    scene(view, buffers).map_or_else(Vec::new, |scene| choose::facts(&scene, play, rival))
}

fn scene<'a>(view: &'a View, buffers: &'a mut TurnBuffers) -> Option<Scene<'a>> {
    let turn = TurnFacts::of(view).filter(|_| view.board().stage() == Stage::Play)?;
    buffers.for_rules(view.rules());
    Some(Scene::new(turn, &mut buffers.answers, &buffers.memo))
}

/// Returns the best candidates other than the chosen one, at most two, the best first.
pub fn rivals(candidates: &Candidates, chosen: Option<Combo>) -> [Option<Option<Combo>>; 2] {
    let mut others = candidates.as_slice().iter().map(|candidate| candidate.play).filter(|&play| play != chosen);
    [others.next(), others.next()]
}
