//! The reasons of choices: positions for concepts, the words of reasons, and facts of thousands of positions against slow checks.

mod positions;
mod words;
mod slow;
mod contrasts;

use std::collections::BTreeMap;

use engine::explain::{self, CONCEPTS, Fact, Part, Win};
use engine::turn::TurnBuffers;
use engine::{Scratch, decide};
use rules::{Action, Combo, Deal, Rng, Ruleset, Seed, Table, View};

use crate::game::{self, persona, random_action, rounds};
use slow::FactChecker;

/// Plays hands, every second one at random and the others by `rules`, and calls `each` at each turn until it returns false.
fn each_turn(seed: u64, rules: Ruleset, mut each: impl FnMut(&Table, &View, &mut Rng) -> bool) {
    let (persona, mut scratch, mut goes_on, mut hand) = (persona("rules"), Scratch::new(), true, 0);
    while goes_on {
        let mut rng = Seed(seed).stream(hand).rng();
        let mut table = Table::at_lead(rules, Deal::shuffled(&mut rng));
        game::each_turn(&mut table, |table, view| {
            goes_on = goes_on && each(table, view, &mut rng);
            match hand % 2 {
                0 => decide(view, &persona, Seed(hand), &mut scratch).expect("it is the seat's turn").action,
                _ => random_action(view, &mut rng),
            }
        });
        hand += 1;
    }
}

fn random_play(view: &View, rng: &mut Rng) -> Option<Combo> {
    let Action::Play(play) = random_action(view, rng) else { unreachable!("cards are played") };
    play
}

fn check_facts(seed: u64, rules: Ruleset, positions: u32) -> BTreeMap<&'static str, u32> {
    let (mut buffers, mut seen, mut counts) = (TurnBuffers::new(), 0, BTreeMap::new());
    // One wrong example for each code.
    let mut wrong = BTreeMap::new();
    each_turn(seed, rules, |table, view, rng| {
        let (made, rival) = (random_play(view, rng), random_play(view, rng));
        let mut truth = FactChecker::new(view, made, rival);
        let facts = if made == rival { Vec::new() } else { explain::facts(view, made, rival, &mut buffers) };
        for fact in facts {
            *counts.entry(fact.code()).or_default() += 1;
            if let Err(why) = truth.check(&fact, table, rng) {
                let example = || format!("{fact:?} is false of {made:?} against {rival:?}: {why}\n{view}");
                wrong.entry(fact.code()).or_insert_with(example);
            }
        }
        seen += 1;
        seen < positions
    });
    assert!(wrong.is_empty(), "{rules}, in {seen} positions: {wrong:#?}");
    counts
}

#[test]
fn every_stated_fact_is_true_of_one_play_alone() {
    let counts = check_facts(26, Ruleset::CLASSIC, rounds(10_000));
    // A concept that never comes up is not checked.
    let asked = CONCEPTS.iter().filter(|concept| concept.fault.is_some() && concept.name != "keeps-wild");
    let unmet: Vec<&str> = asked.map(|concept| concept.name).filter(|name| !counts.contains_key(name)).collect();
    assert!(unmet.is_empty(), "never said: {unmet:?}");
}

#[test]
fn stated_facts_are_true_in_other_rulesets() {
    let rows = [Ruleset::DOUZERO, Ruleset::BOTZONE, Ruleset::PAGAT, Ruleset::SHUTTLE, Ruleset::JOURNEY, Ruleset::LAIZI];
    for (index, rules) in rows.into_iter().enumerate() {
        check_facts(index as u64, rules, rounds(500));
    }
}

#[test]
fn claimed_odds_agree_with_sampled_deals() {
    const DEALS: u32 = 2_000;
    let wanted = rounds(20);
    for (index, rules) in Ruleset::DISTINCT_PLAYS.into_iter().enumerate() {
        let (mut buffers, mut seen) = (TurnBuffers::new(), 0);
        each_turn(40 + index as u64, *rules, |_, view, rng| {
            let Some(made) = random_play(view, rng) else { return true };
            let rival = random_play(view, rng);
            let facts = explain::facts(view, Some(made), rival, &mut buffers);
            let is_odds = |fact: &&Fact| ["likely-holds", "holds-more"].contains(&fact.code());
            let odds = facts.iter().find(is_odds).and_then(|fact| fact.parts().next());
            let Some(Part::Number(percent)) = odds else { return true };
            let held = FactChecker::new(view, Some(made), None).share_held(made, DEALS, rng);
            // Five standard errors, and the rounding to whole percent.
            let far = 5.0 * (held.max(0.01) * (1.01 - held) / f64::from(DEALS)).sqrt() + 0.01;
            let claimed = f64::from(percent) / 100.0;
            assert!(
                (held - claimed).abs() < far,
                "{rules}: {made} holds in {held}, not {claimed}, of the deals: {view}"
            );
            seen += 1;
            seen < wanted
        });
    }
}

#[test]
fn a_play_that_is_said_to_win_wins() {
    let (mut buffers, mut seen, mut won, mut wrong) = (TurnBuffers::new(), 0, 0, Vec::new());
    each_turn(27, Ruleset::CLASSIC, |table, view, rng| {
        let made = random_play(view, rng);
        if explain::win_certainty(view, Action::Play(made), &mut buffers) == Some(Win::ButForBombs) {
            won += 1;
            let checked = FactChecker::new(view, made, None).wins_but_for_bombs(table, rng);
            wrong.extend(checked.err().map(|why| format!("{made:?}: {why}\n{view}")));
        }
        seen += 1;
        seen < rounds(10_000)
    });
    assert!(wrong.is_empty(), "{} of {won} of {seen} positions: {:?}", wrong.len(), wrong.first());
    assert!(won > seen / 200, "only {won} of {seen} positions are won");
}
