//! A persona decides only by what it remembers. Players and games here differ only in that.

use engine::Persona;
use rules::Seed;

use crate::game::{fresh, persona, text, view};

/// Writes a game in which the peasants played `down` and `up` five rounds ago; since then nobody beat the landlord, who now holds a 2 and a
/// 4. If both jokers are gone, the 2 surely wins, and then the 4.
fn game(down: &str, up: &str) -> String {
    let since = "-,-,6,7,-,-,3456789,-,-,TJQKA,-,-,3AAA,-,-";
    format!("me=landlord hand=24 bottom=2AA plays=5,{down},{up},{since}")
}

/// Returns `rules` with another memory, so that the players differ only in memory.
fn remembering(rounds: i32, from: i32) -> Persona {
    persona("rules").with("memory-rounds", rounds).unwrap().with("memory-from", from).unwrap()
}

fn check(player: &Persona, line: &str, play: &str) {
    assert_eq!(text(&fresh(&view(line), player, Seed(1))), play, "{line}");
}

#[test]
fn a_beginner_has_forgotten_what_was_played_three_rounds_ago() {
    let memory = *persona("beginner").params();
    assert_eq!(memory.memory_rounds, 2);
    let forgetful = remembering(memory.memory_rounds, memory.memory_from);
    check(&persona("rules"), &game("X", "D"), "2");
    check(&forgetful, &game("X", "D"), "4");
    // Here the others may hold the jokers: the 4 is right, and the forgetful persona plays it in both cases.
    check(&persona("rules"), &game("K", "2"), "4");
    let [gone, out] = [game("X", "D"), game("K", "2")].map(|line| fresh(&view(&line), &forgetful, Seed(1)));
    assert_eq!(format!("{gone:?}"), format!("{out:?}"), "a forgotten card bears on nothing");
}

#[test]
fn what_was_played_within_two_rounds_is_remembered() {
    // The jokers were played in the round before this one.
    let line = "me=landlord hand=24 bottom=2AA plays=3456789T,-,-,TJQKA,-,-,3AAA,-,-,5,X,D,-,-,3";
    check(&remembering(2, 18), line, "2");
    // The same with two rounds since.
    let line = "me=landlord hand=24 bottom=2AA plays=3456789,-,-,TJQKA,-,-,5,X,D,-,-,6,7,-,-,3AAA,-,-";
    check(&remembering(2, 18), line, "4");
}

#[test]
fn casual_remembers_big_cards() {
    let memory = *persona("casual").params();
    assert!(memory.memory_from <= 16, "jokers are big");
    // With any number of rounds it knows that both jokers are gone.
    for rounds in 0..=memory.memory_rounds {
        check(&remembering(rounds, memory.memory_from), &game("X", "D"), "2");
    }
    check(&remembering(0, 18), &game("X", "D"), "4");
}

#[test]
fn whoever_takes_over_has_nothing_to_forget() {
    // The backend tells all played cards at the takeover, so none of them is old.
    check(&remembering(2, 18), "me=landlord hand=24 left=2,2,2 unseen=3355", "2");
}
