//! Decisions where ranks are wild: the wild player's choice, then the exact solver and search, as far as the persona has them.

use rules::{Combo, Plays, Rng, Seat, Seed, View};

use super::{Choice, Limits, by_solver, noise, search_config, searched};
use crate::decision::{Candidate, Decider, Trace};
use crate::endgame::Memory;
use crate::persona::Persona;
use crate::search::{WildSearch, endings};
use crate::wild_player::{self, WildChoice, broken_wild_guard};

/// Whose turn it is, and the random stream of its worlds.
pub(super) struct Turn<'a> {
    pub(super) view: &'a View,
    pub(super) persona: &'a Persona,
    pub(super) me: Seat,
    pub(super) seed: Seed,
}

/// What the persona plays. The buffers are the frugal list, the solver's memory and the search's.
pub(super) fn play(
    now: &Turn<'_>,
    rng: &mut Rng,
    (plays, solver, search): (&mut Plays, &mut Memory, &mut Option<Box<WildSearch>>),
    limits: &mut Limits<'_>,
    trace: &mut Trace,
) -> Choice {
    let Turn { view, persona, me, seed } = *now;
    let slip = |ballot: &[Candidate]| {
        noise::choose(ballot, persona.params().noise, rng).expect("a lead, or a pass, is on the ballot")
    };
    let chosen = wild_player::choose(view, persona, me, plays, limits.halt, slip);
    let WildChoice { play, reason, decider, candidates, mut ballot, held_back } = chosen;
    trace.held_back = held_back;
    let mut choice = Choice { play, reason, decider, candidates, win_chance: None };
    if decider == Decider::Forced || play.is_some_and(|play| play.cards() == view.hand()) {
        return choice;
    }
    let plays: &Plays = plays;
    let turn = endings::Turn { view, persona, me, plays: listed(view, plays) };
    let allowed = |play: Option<Combo>| {
        play.is_none_or(|one| plays.contains(&one) && broken_wild_guard(view, plays, play).is_none())
    };
    if by_solver(&turn, allowed, &mut choice, solver, limits, trace) {
        return choice;
    }
    let config = search_config(persona, me, limits);
    if config.worlds_max == 0 || ballot.is_empty() {
        return choice;
    }
    // A stable sort: plays of equal value stay in the order of the ballot.
    ballot.sort_by_key(|candidate| -candidate.value);
    let challengers = ballot.iter().map(|candidate| candidate.play).filter(|&play| play != choice.play);
    let candidates = std::iter::once(choice.play).chain(challengers);
    let search = search.get_or_insert_with(|| Box::new(WildSearch::new()));
    match search.decide(view, me.side(), candidates, seed, &config, limits.halt) {
        Some(found) => searched(&found, choice.play, trace),
        None => choice,
    }
}

/// How many plays there are in all, frugal or not. Counting ends where the solver would not vote anyway.
fn listed(view: &View, frugal: &[Combo]) -> usize {
    if frugal.len() >= endings::PLAYS_MAX {
        return frugal.len();
    }
    let mut count = 0;
    view.rules().each_play(view.hand(), view.trick(), |_| count += 1);
    count
}
