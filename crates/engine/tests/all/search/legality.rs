//! Decisions by search are legal in every ruleset, even with little history.

use engine::{Scratch, decide};
use rules::{Deal, Ruleset, Seat, Seed, Table};

use super::searcher;
use crate::game::{each_turn, options, random, rounds, takeover};

#[test]
fn decisions_are_legal_in_all_rulesets_and_with_missing_history() {
    let player = searcher("expert", 300);
    let mut scratch = Scratch::new();
    let mut searched = 0;
    for (index, rules) in Ruleset::ALL.into_iter().enumerate() {
        for game in 0..u64::from(rounds(1, 60)) {
            let seed = Seed(70 + index as u64).stream(game);
            let mut rng = seed.stream(1).rng();
            each_turn(&mut Table::seated(*rules, Deal::shuffled(&mut seed.rng())), |_, view| {
                let me = view.seat().expect("the landlord is known");
                let told = rng.below(3) as usize;
                let present = takeover(view, |seat: Seat| seat == me || me.steps_to(seat) <= told);
                for view in [view, &present] {
                    let decision = decide(view, &player, seed, &mut scratch).unwrap();
                    assert!(options(view).contains(&decision.action), "{:?} in {view}", decision.action);
                    searched += u32::from(decision.trace.worlds > 0);
                }
                random(view, &mut rng)
            });
        }
    }
    assert!(searched > 60, "{searched} searched");
}
