//! Players by the tables: a search tells them from others by what they do, and takes itself for nothing.

use engine::{Scratch, decide};
use rules::{Event, Seat, Seed};

use crate::game::{each_turn, persona, rounds, seated};
use crate::searcher;

/// In how many of 1,000 worlds seats that have acted eight times and more were taken for players by the tables, where all three
/// are such a persona.
fn taken(name: &str) -> u32 {
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
                if let Some(by_tables) = decision.trace.by_tables {
                    assert_eq!(by_tables[me.index()], 0, "nobody wonders about itself");
                    late.clone().for_each(|seat| sum += by_tables[seat.index()]);
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
fn players_by_the_tables_are_told_from_others() {
    let [tables, net, beginner] = ["rules", "net", "beginner"].map(taken);
    // Before their acts tell, 400 are suspected.
    assert!(tables > 430 && net < 200 && beginner < 200, "{tables}, net {net}, beginner {beginner}");
}

#[test]
fn without_suspicion_nobody_is_taken_for_one() {
    let (looker, mut scratch) = (searcher("advanced", 4_000), Scratch::new());
    each_turn(&mut seated(Seed(1)), |_, view| {
        let decision = decide(view, &looker, Seed(1), &mut scratch).expect("it is its turn");
        assert_eq!(decision.trace.by_tables, None);
        decision.action
    });
}
