//! Inference: what the others did changes choices of ordinary companions.

use engine::{Decision, Habits, Persona, Scratch, decide, reading};
use rules::{Kind, Rank, Ruleset, Seed};

use crate::game::{dealt, each_turn, persona, rounds, view};

/// True for a turn that leaves a choice: several actions, none of which goes out.
fn is_choice(decision: &Decision) -> bool {
    decision.candidates.as_slice().len() > 1 && decision.reason != "one-combo"
}

/// Counts the choices of whole games of `player` with itself, and how many of them are others without inference.
fn changed(player: &Persona, rules: Ruleset, games: u64) -> (u32, u32) {
    let without = player.clone().with("infer", 0).unwrap();
    let (mut scratch, mut choices, mut changed) = (Scratch::new(), 0, 0);
    for game in 0..games {
        let seed = Seed(51).stream(game);
        each_turn(&mut dealt(rules, seed), |_, view| {
            let decision = decide(view, player, seed, &mut scratch).unwrap();
            if is_choice(&decision) {
                choices += 1;
                changed += u32::from(decide(view, &without, seed, &mut scratch).unwrap().action != decision.action);
            }
            decision.action
        });
    }
    (choices, changed)
}

#[test]
fn what_the_others_did_changes_choices() {
    let games = u64::from(rounds(8, 1_000));
    for (name, least) in [("casual", 3), ("skilled", 4), ("rules", 3), ("cases", 1)] {
        let (choices, changed) = changed(&persona(name), Ruleset::CLASSIC, games);
        let share = f64::from(changed * 100) / f64::from(choices);
        println!("{name}: {changed} of {choices} choices are others: {share:.1}%");
        assert!(changed * 100 >= least * choices, "{name}: {changed} of {choices}");
    }
}

#[test]
fn where_other_kinds_answer_nothing_is_inferred() {
    let journey: Ruleset = "journey".parse().unwrap();
    assert_eq!(changed(&persona("rules"), journey, u64::from(rounds(5, 100))).1, 0);
}

/// Returns in how many of 1,000 deals the landlord covers each pair of the hand, the twos left out: the rocket alone covers these.
fn pairs_covered(line: &str, player: &Persona) -> Vec<i32> {
    let (view, mut scratch) = (view(line), Scratch::new());
    let decision = decide(&view, player, Seed(1), &mut scratch).unwrap();
    let reading = reading(&view, player, &[Habits::default(); 3], &decision, &mut scratch).unwrap();
    let parts = reading.plan.parts.iter().zip(&reading.parts_covered);
    parts
        .filter(|(part, _)| part.kind() == Kind::Pair && part.key() != Rank::TWO)
        .map(|(_, &covered)| covered)
        .collect()
}

#[test]
fn who_let_a_pair_stand_covers_fewer_pairs() {
    // The landlord passes on a pair of sixes, or on one six after the other. Both leave the same cards.
    let covered = |sixes: &str| {
        let line = format!("me=down hand=33488TTQQKK22A bottom=567 plays=56789TJQK,-,-,3,A,-,-,{sixes}");
        pairs_covered(&line, &persona("rules"))
    };
    let (pair, singles) = (covered("66,-,-"), covered("6,-,-,6,-,-"));
    assert!(!pair.is_empty() && pair.len() == singles.len());
    assert!(pair.iter().zip(&singles).all(|(pair, singles)| pair < singles), "{pair:?} {singles:?}");
}
