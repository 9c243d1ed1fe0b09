//! Rule-based players: a search tells them from others by what they do, and does not model its own seat.

use engine::{Scratch, decide};
use rules::{Event, Seat, Seed};

use crate::game::{each_turn, persona, rounds, seated};
use crate::searcher;

/// In how many of 1,000 worlds seats that have acted eight times or more were drawn as rule-based, where all three play as
/// this persona.
fn drawn(name: &str) -> u32 {
    let (looker, player) = (searcher("expert", 400), persona(name));
    let (mut sum, mut count) = (0, 0);
    let mut scratch = Scratch::new();
    for number in 0..u64::from(rounds(40, 400)) {
        let seed = Seed(4400).stream(number);
        each_turn(&mut seated(seed), |_, view| {
            let me = view.seat().unwrap();
            let acts = |seat: Seat| {
                view.log().iter().filter(|event| matches!(event, Event::Play(by, _) if *by == seat)).count()
            };
            let late = Seat::ALL.into_iter().filter(|&seat| seat != me && acts(seat) >= 8);
            if late.clone().next().is_some() {
                let decision = decide(view, &looker, seed, &mut scratch).expect("it is its turn");
                if let Some(rule_based) = decision.trace.taken_as_rule_based {
                    assert_eq!(rule_based[me.index()], 0, "the viewer is not modelled");
                    late.clone().for_each(|seat| sum += rule_based[seat.index()]);
                    count += late.clone().count() as u32;
                }
            }
            decide(view, &player, seed.stream(2), &mut scratch).expect("it is its turn").action
        });
    }
    println!("{name}: {sum} of 1,000 in {count} looks");
    assert!(count > 50, "{name}: {count}");
    sum / count
}

#[test]
fn acts_move_the_prior_towards_what_a_player_is() {
    // A law, not a figure: what is compared with the prior is not trained, so training cannot change it.
    let prior = persona("expert").params().prior_rule_based as u32;
    let [rule_based, beginner] = ["rules", "beginner"].map(drawn);
    assert!(beginner < prior && prior < rule_based, "beginner {beginner}, prior {prior}, rules {rule_based}");
}

#[test]
fn without_a_prior_no_seat_is_rule_based() {
    let (looker, mut scratch) = (searcher("advanced", 4_000), Scratch::new());
    each_turn(&mut seated(Seed(1)), |_, view| {
        let decision = decide(view, &looker, Seed(1), &mut scratch).expect("it is its turn");
        assert_eq!(decision.trace.taken_as_rule_based, None);
        decision.action
    });
}
