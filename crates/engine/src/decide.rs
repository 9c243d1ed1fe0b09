//! Decisions: from a view to an action. `calls` decides before the play, `play` during it: its `STAGES` lists the stages of `strategies`,
//! `nets`, `advice`, `solve` and `search`.

mod play;
mod stage;
mod strategies;
mod nets;
mod advice;
mod solve;
mod search;
mod calls;
mod noise;
pub(crate) mod pace;
mod cost;
mod hand_trace;

use rules::{Combo, Seed, Stage, Trick, View};

use crate::decision::Decision;
use crate::persona::Persona;
use crate::turn_facts::TurnFacts;
use crate::wild_player;
pub use advice::case;
pub use cost::{Cost, cost};
pub use hand_trace::{HandTrace, hand_plans, hand_trace};
pub use pace::think_ms_max;
pub use stage::{Limits, Scratch};

/// The error of a decision that is asked for out of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to decide: the hand is at the stage {stage} and it is not this seat's turn")]
pub struct NotMyTurn {
    /// The stage of the hand.
    pub stage: Stage,
}

/// Returns the decision of `persona` in `view`. Refuses a view in which it is not the viewing chair's turn. `hand_seed` stays the same for
/// all turns of a hand; the turn is read from the view. The same view, persona, seed, nets and trees of cases give the same decision.
///
/// ```
/// use engine::{decide, Persona, Scratch};
/// use rules::{Seed, View};
/// let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse()?;
/// let rules = Persona::named("rules").expect("a built-in row");
/// let decision = decide(&view, &rules, Seed(1), &mut Scratch::new())?;
/// assert_eq!((decision.reason, decision.play().map(|play| play.to_string())), ("normal", Some("JJ".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
    decide_within(view, persona, hand_seed, Limits::of(&mut || false), scratch)
}

/// Decides as [`decide`] does, within limits. The clock changes the advised thinking time and nothing else. The same limits give the same
/// decision, unless `halt` ends it early.
pub fn decide_within(
    view: &View,
    persona: &Persona,
    hand_seed: Seed,
    mut limits: Limits<'_>,
    scratch: &mut Scratch,
) -> Result<Decision, NotMyTurn> {
    let stage = view.board().stage();
    if !view.is_my_turn() {
        return Err(NotMyTurn { stage });
    }
    Ok(match stage {
        Stage::Play => play::decide(view, persona, hand_seed, &mut limits, scratch),
        _ => calls::decide(view, persona, hand_seed, &limits, scratch),
    })
}

/// Returns in how many of 1,000 likely deals the side of the viewing seat wins with its best action, as the nets expect it. `None` outside the
/// seat's turn to play, or if the nets cannot judge.
pub fn win_chance(view: &View, scratch: &mut Scratch) -> Option<i32> {
    let turn = turn_for_nets(view)?;
    let TurnFacts { hand, trick, .. } = turn;
    if turn.rules().has_wild_ranks() && wild_player::whole_hand_play(turn.rules(), hand, trick).is_some() {
        return Some(1000);
    }
    Some(scratch.buffers.nets.win_chance(&turn, scratch.plays.fill_frugal(turn.rules(), hand, trick)))
}

/// Returns the grade of a play: its place among the actions that the nets value most, in thousandths. The best action has 0, and an action
/// outside the best few has 1000. `None` outside the seat's turn to play, if there is no real choice, or if the nets cannot judge.
pub fn grade(view: &View, play: Option<Combo>, scratch: &mut Scratch) -> Option<u32> {
    let turn = turn_for_nets(view)?;
    let Scratch { plays, buffers, .. } = scratch;
    let plays = plays.fill_frugal(turn.rules(), turn.hand, turn.trick);
    let others = usize::from(turn.trick != Trick::Lead);
    let is_choice = plays.len() + others > 1 && plays.iter().all(|play| play.cards() != turn.hand);
    is_choice.then(|| buffers.nets.place_among(&turn, plays, play))
}

fn turn_for_nets(view: &View) -> Option<TurnFacts<'_>> {
    TurnFacts::of(view).filter(|turn| view.is_my_turn() && view.board().stage() == Stage::Play && turn.nets_judge)
}
