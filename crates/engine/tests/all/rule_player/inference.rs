//! Inference: what the others did changes what a companion believes of them.

use engine::{Habits, Persona, Scratch, decide, reading};
use rules::{Kind, Rank, Ruleset, Seed};

use crate::game::{dealt, each_turn, persona, rounds, view};

#[test]
fn where_other_kinds_answer_nothing_is_inferred() {
    let player = persona("rules");
    let without = player.clone().with("infer", 0).unwrap();
    let mut scratch = Scratch::new();
    for game in 0..u64::from(rounds(5, 100)) {
        let seed = Seed(51).stream(game);
        each_turn(&mut dealt(Ruleset::JOURNEY, seed), |_, view| {
            let action = decide(view, &player, seed, &mut scratch).unwrap().action;
            assert_eq!(decide(view, &without, seed, &mut scratch).unwrap().action, action, "{view}");
            action
        });
    }
}

/// Returns in how many of 1,000 deals the landlord covers each pair of the hand, except the 2s, which only the rocket covers.
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
