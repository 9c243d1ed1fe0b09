//! Decisions where ranks are wild: the choice of the nets or of the wild player, then the exact solver and search, as far as the persona has them.

use rules::{Combo, Plays, Rng, Seat, Seed, View};

use super::nets::{self, NetPlayer};
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

/// What the persona plays, by the nets if it has them. The buffers are the frugal list, the solver's memory and the search's.
pub(super) fn play(
    now: &Turn<'_>,
    rng: &mut Rng,
    (plays, solver, search): (&mut Plays, &mut Memory, &mut Option<Box<WildSearch>>),
    nets: Option<&mut NetPlayer>,
    limits: &mut Limits<'_>,
    trace: &mut Trace,
) -> Choice {
    let Turn { view, persona, me, seed } = *now;
    let (mut choice, ballot) = match nets {
        Some(nets) => by_net(now, rng, plays, nets, trace),
        None => by_measure(now, rng, plays, limits, trace),
    };
    if choice.decider == Decider::Forced || choice.play.is_some_and(|play| play.cards() == view.hand()) {
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
    let config = search_config(view, persona, me, limits);
    if config.worlds_max == 0 || ballot.is_empty() {
        return choice;
    }
    // A slip is the baseline as well.
    let wins = |play| ballot.iter().find(|each| each.0 == play).map_or(0, |each| each.1);
    let challengers = ballot.iter().copied().filter(|&(play, _)| play != choice.play);
    let candidates = std::iter::once((choice.play, wins(choice.play))).chain(challengers);
    let search = search.get_or_insert_with(|| Box::new(WildSearch::new()));
    match search.decide(view, me.side(), candidates, seed, &config, limits.halt) {
        Some(found) => searched(&found, choice.play, trace),
        None => choice,
    }
}

/// The plays that search may race, the best first, each with the wins in 1,000 that a net expects.
type RankedPlays = Vec<(Option<Combo>, i32)>;

/// By what hands are worth.
fn by_measure(
    now: &Turn<'_>,
    rng: &mut Rng,
    plays: &mut Plays,
    limits: &mut Limits<'_>,
    trace: &mut Trace,
) -> (Choice, RankedPlays) {
    let Turn { view, persona, me, .. } = *now;
    let slip = |ballot: &[Candidate]| {
        noise::choose(ballot, persona.params().noise, rng).expect("a lead, or a pass, is on the ballot")
    };
    let mut found = wild_player::choose(view, persona, me, plays, limits.halt, slip);
    trace.held_back = found.held_back;
    // A stable sort: plays of equal value stay in the order of the ballot.
    found.ballot.sort_by_key(|candidate| -candidate.value);
    let ballot = found.ballot.iter().map(|candidate| (candidate.play, 0)).collect();
    (unsearched(&found), ballot)
}

/// By what the seat-view net expects.
fn by_net(
    now: &Turn<'_>,
    rng: &mut Rng,
    plays: &mut Plays,
    nets: &mut NetPlayer,
    trace: &mut Trace,
) -> (Choice, RankedPlays) {
    let Turn { view, persona, me, .. } = *now;
    if let Some(found) = wild_player::without_choice(view, plays) {
        return (unsearched(&found), Vec::new());
    }
    let turn = nets::Turn { view, persona, me, plays };
    match nets.choose_among_wilds(&turn, rng, trace) {
        Some(choice) => (choice, nets.ranked().collect()),
        None => (unsearched(&WildChoice::guarded(plays)), Vec::new()),
    }
}

fn unsearched(found: &WildChoice) -> Choice {
    let &WildChoice { play, reason, decider, candidates, .. } = found;
    Choice { play, reason, decider, candidates, win_chance: None }
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
