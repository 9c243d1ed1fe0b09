//! Decisions from cases: recorded hands may overrule the choice of the strategies.

use std::cell::RefCell;

use rules::{Seed, Stage, Trick, View};

use super::{CHOICE_STREAM, Choice, Scratch, by_strategies, turn_number};
use crate::cases::{Case, CaseContext, Cases};
use crate::decision::{Candidate, Decider, Trace};
use crate::hand::split::TurnsMemo;
use crate::persona::Persona;
use crate::rule_player::situation::Situation;
use crate::rule_player::strategy;

/// The turn as cases record it, for a persona as it plays without them. `None` where cases are not asked: outside the play,
/// where there is no choice, and where a win is being cashed in.
pub fn case(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Option<Case> {
    if !view.is_my_turn() || view.board().stage() != Stage::Play {
        return None;
    }
    let Scratch { plays, ballot, memo, .. } = scratch;
    if memo.get_mut().rules() != view.rules() {
        *memo = RefCell::new(TurnsMemo::new(view.rules()));
    }
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        return None;
    }
    let now = Situation::new(view, persona, view.seat()?, plays, memo);
    let rng = hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn_number(view))).rng();
    let mut trace = Trace::of(view);
    let choice = by_strategies(&now, ballot, rng, &mut trace);
    let context = CaseContext::new(&now, choice.play, &choice.candidates);
    (asks_cases(&now, &trace) && !context.is_slip()).then(|| Case::of(&context))
}

/// Whether cases may overrule: not a win that is being cashed in, a slip, or the one play that the guards left.
fn asks_cases(now: &Situation, trace: &Trace) -> bool {
    let row = strategy::rows(now.trick, now.me).nth(trace.rows_skipped);
    row.is_some_and(|row| row.name != "one-combo") && trace.win_path.is_none()
}

/// Where recorded cases speak for a move, it takes the place of the choice of the strategies.
pub(super) fn overrule(now: &Situation, choice: &mut Choice, cases: &[Cases], trace: &Trace) {
    let Some(cases) = Cases::of(cases, now.rules()) else { return };
    if !asks_cases(now, trace) {
        return;
    }
    let candidates = choice.candidates;
    let context = CaseContext::new(now, choice.play, &candidates);
    let Some(play) = (!context.is_slip()).then(|| cases.ask(&context)?.play(&context)).flatten() else { return };
    if context.value(play).is_none() {
        // In the unit of the strategies it counts as much as their best: cases do not say how much more.
        let value = candidates.as_slice().first().map_or(0, |best| best.value);
        choice.candidates.include(Candidate { play, value });
    }
    choice.play = play;
    choice.reason = ("cases", "In recorded hands like this one it won more often than what comes naturally.");
    choice.decider = Decider::Cases;
}
