//! A halt ends a decision, and the trace is enough to repeat that decision.

use engine::decide::{Limits, decide_within};
use engine::{Decider, Decision, Persona, Scratch, decide};
use rules::{Seed, View};

use super::{positions, searcher, without_search};
use crate::game::rounds;

/// Decides with a halt at question number `last`. Returns the decision and the number of questions.
fn decide_with_halt(view: &View, player: &Persona, seed: Seed, last: u32, scratch: &mut Scratch) -> (Decision, u32) {
    let mut asked = 0;
    let mut halt = || {
        asked += 1;
        asked >= last
    };
    let decision = decide_within(view, player, seed, Limits::of(&mut halt), scratch).unwrap();
    (decision, asked)
}

fn decide_bounded(view: &View, player: &Persona, seed: Seed, worlds_max: u32, scratch: &mut Scratch) -> Decision {
    let mut halt = || false;
    let limits = Limits { worlds_max, ..Limits::of(&mut halt) };
    decide_within(view, player, seed, limits, scratch).unwrap()
}

/// Returns players that search. The second one also solves endings.
fn players() -> [Persona; 4] {
    let solving = searcher("expert", 200).with("solve-worlds", 60).unwrap();
    let [ours, published] = ["minimax", "minimax-published"].map(|name| searcher(name, 100_000));
    [searcher("expert", 200), solving, ours, published]
}

#[test]
fn a_halted_decision_replays_from_its_trace() {
    let players = players();
    let mut scratch = Scratch::new();
    let (mut cut, mut solved) = (0, 0);
    for (number, (view, seed)) in positions(rounds(2)).into_iter().enumerate() {
        let player = &players[number % players.len()];
        for last in [1, 2, 5, 14, 35, 63, 111, 400, 1_000] {
            let (decision, _) = decide_with_halt(&view, player, seed, last, &mut scratch);
            let again = decide_bounded(&view, player, seed, decision.trace.worlds, &mut scratch);
            assert_eq!(again, decision, "{player} halted at asking {last} in {view}");
            cut += u32::from(decision.decider == Decider::Search);
            solved += u32::from(decision.trace.worlds > 0 && decision.trace.error.is_none());
        }
    }
    assert!(cut > 50 && solved > 0, "{cut} searched, {solved} solved");
}

#[test]
fn at_most_one_question_follows_a_halt() {
    let players = players();
    let mut scratch = Scratch::new();
    let mut reached = 0;
    for (number, (view, seed)) in positions(rounds(5)).into_iter().enumerate() {
        let player = &players[number % players.len()];
        // Solver and search ask separately: after a halt of the solver the search may ask once more.
        let spare = u32::from(player.params().solve_worlds > 0);
        for last in [1, 2, 9, 50, 300] {
            let (_, asked) = decide_with_halt(&view, player, seed, last, &mut scratch);
            assert!(asked <= last + spare, "{asked} askings, halted at {last}: {player} in {view}");
            reached += u32::from(asked >= last);
        }
    }
    assert!(reached > 100, "{reached}");
}

#[test]
fn nodes_between_two_questions_are_at_most_the_turns_of_a_hand() {
    // The 54 cards of a deck, with at most two passes after each.
    const TURNS_MAX: u64 = 54 * 3;
    let player = searcher("expert", 400);
    let mut scratch = Scratch::new();
    let mut most = 0;
    for (view, seed) in positions(rounds(4)) {
        let mut asked = 0u64;
        let mut halt = || {
            asked += 1;
            false
        };
        let decision = decide_within(&view, &player, seed, Limits::of(&mut halt), &mut scratch).unwrap();
        // One question comes before the first world.
        assert!(decision.trace.nodes <= asked.saturating_sub(1) * TURNS_MAX, "{asked} askings in {view}");
        assert!(u64::from(decision.trace.worlds) < asked.max(1), "{asked} askings in {view}");
        most = most.max(asked);
    }
    assert!(most > 50, "{most}");
}

#[test]
fn without_worlds_or_time_the_baseline_decides() {
    let players = [searcher("expert", 200), searcher("advanced", 200).with("solve-worlds", 60).unwrap()];
    let mut scratch = Scratch::new();
    let mut free = 0;
    for (view, seed) in positions(rounds(5)) {
        for player in &players {
            let expected = decide(&view, &without_search(player), seed, &mut scratch).unwrap();
            assert_eq!(decide_bounded(&view, player, seed, 0, &mut scratch), expected, "no worlds: {player} in {view}");
            let (halted_first, _) = decide_with_halt(&view, player, seed, 1, &mut scratch);
            // Endings of a few nodes may be solved before the first question.
            if halted_first.trace.worlds == 0 {
                assert_eq!(halted_first, expected, "no time: {player} in {view}");
                free += 1;
            }
            assert_ne!(halted_first.decider, Decider::Search, "{view}");
        }
    }
    assert!(free > 100, "{free}");
}
