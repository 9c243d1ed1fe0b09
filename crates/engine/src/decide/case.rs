//! The turn as cases record it.

use rules::{Seed, Stage, Trick, View};

use super::cases::asks_cases;
use super::strategies::by_strategies;
use super::{CHOICE_STREAM, Scratch, turn_number};
use crate::cases::{Case, CaseContext};
use crate::decision::Trace;
use crate::persona::Persona;
use crate::turn::Turn;

/// Returns the turn as cases record it, for a persona as it plays without them. `None` where cases are not asked: outside the play,
/// where there is no choice, and where a win is being cashed in.
pub fn case(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Option<Case> {
    if !view.is_my_turn() || view.board().stage() != Stage::Play {
        return None;
    }
    let Scratch { plays, turns, tools } = scratch;
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        return None;
    }
    let now = Turn::new(view, persona, plays, turns.under(view.rules()));
    let mut rng = hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn_number(view))).rng();
    let mut trace = Trace::of(view, now.profile);
    let choice = by_strategies(&now, &mut tools.ballot, &mut rng, &mut trace);
    let context = CaseContext::new(&now, choice.play, &choice.candidates);
    (asks_cases(choice.ground, &trace) && !context.is_slip()).then(|| Case::of(&context))
}
