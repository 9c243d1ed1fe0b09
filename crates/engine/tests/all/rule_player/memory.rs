//! The memory of personas, and their inference from the others' acts.

use engine::{Habits, Persona, Scratch, decide, hand_trace};
use rules::{Kind, Rank, Ruleset, Seed};

use crate::game::{dealt_table, decide_fresh, each_turn, persona, play_text, rounds, seated_table, takeover, view};

/// Returns a game in which the peasants played `down` and `up` five rounds ago. Since then no peasant beat the landlord, who now holds a 2
/// and a 4. If both jokers are gone, the 2 surely wins, and then the 4.
fn game(down: &str, up: &str) -> String {
    let since = "-,-,6,7,-,-,3456789,-,-,TJQKA,-,-,3AAA,-,-";
    format!("me=landlord hand=24 bottom=2AA plays=5,{down},{up},{since}")
}

/// Returns `rules` with another memory, so that the players differ only in memory.
fn persona_with_memory(rounds: i32, from: i32) -> Persona {
    persona("rules").with("memory-rounds", rounds).unwrap().with("memory-from", from).unwrap()
}

fn check(player: &Persona, line: &str, play: &str) {
    assert_eq!(play_text(&decide_fresh(&view(line), player, Seed(1))), play, "{line}");
}

#[test]
fn a_beginner_forgets_the_cards_of_earlier_rounds() {
    let memory = *persona("beginner").params();
    assert_eq!(memory.memory_rounds, 2);
    let forgetful = persona_with_memory(memory.memory_rounds, memory.memory_from);
    check(&persona("rules"), &game("X", "D"), "2");
    check(&forgetful, &game("X", "D"), "4");
    // Here the others may hold the jokers: the 4 is right, and the forgetful persona plays it in both cases.
    check(&persona("rules"), &game("K", "2"), "4");
    let [gone, out] = [game("X", "D"), game("K", "2")].map(|line| decide_fresh(&view(&line), &forgetful, Seed(1)));
    assert_eq!(format!("{gone:?}"), format!("{out:?}"), "a forgotten card bears on nothing");
}

#[test]
fn cards_of_recent_rounds_are_remembered() {
    // The jokers were played in the round before this one.
    let line = "me=landlord hand=24 bottom=2AA plays=3456789T,-,-,TJQKA,-,-,3AAA,-,-,5,X,D,-,-,3";
    check(&persona_with_memory(2, 18), line, "2");
    // The same with two rounds since.
    let line = "me=landlord hand=24 bottom=2AA plays=3456789,-,-,TJQKA,-,-,5,X,D,-,-,6,7,-,-,3AAA,-,-";
    check(&persona_with_memory(2, 18), line, "4");
}

#[test]
fn casual_remembers_big_cards() {
    let memory = *persona("casual").params();
    assert!(memory.memory_from <= 16, "jokers are big");
    // With fewer rounds too it knows that both jokers are gone.
    for rounds in 0..=memory.memory_rounds {
        check(&persona_with_memory(rounds, memory.memory_from), &game("X", "D"), "2");
    }
    check(&persona_with_memory(0, 18), &game("X", "D"), "4");
}

#[test]
fn a_takeover_has_nothing_to_forget() {
    // The backend tells all played cards at the takeover, so none of them is old.
    check(&persona_with_memory(2, 18), "me=landlord hand=24 left=2,2,2 unseen=3355", "2");
}

/// Such a takeover lacks only the order of play, and a player without inference does not use it.
#[test]
fn a_takeover_with_all_played_cards_decides_the_same() {
    let (player, mut scratch) = (persona("rules").with("infer", 0).unwrap(), Scratch::new());
    for game in 0..20 {
        let seed = Seed(10).stream(game);
        each_turn(&mut seated_table(seed), |_, view| {
            let decision = decide(view, &player, seed, &mut scratch).unwrap();
            assert_eq!(decide(&takeover(view, |_| true), &player, seed, &mut scratch).unwrap(), decision, "{view}");
            decision.action
        });
    }
}

#[test]
fn nothing_is_inferred_in_the_journey() {
    let player = persona("rules");
    let without = player.clone().with("infer", 0).unwrap();
    let mut scratch = Scratch::new();
    for game in 0..u64::from(rounds(5)) {
        let seed = Seed(51).stream(game);
        each_turn(&mut dealt_table(Ruleset::JOURNEY, seed), |_, view| {
            let action = decide(view, &player, seed, &mut scratch).unwrap().action;
            assert_eq!(decide(view, &without, seed, &mut scratch).unwrap().action, action, "{view}");
            action
        });
    }
}

/// Returns in how many of 1,000 deals the landlord covers each pair of the hand, except the 2s.
fn pair_cover_odds(line: &str, player: &Persona) -> Vec<i32> {
    let (view, mut scratch) = (view(line), Scratch::new());
    let decision = decide(&view, player, Seed(1), &mut scratch).unwrap();
    let trace = hand_trace(&view, player, &[Habits::default(); 3], &decision, &mut scratch).unwrap();
    let parts = trace.plan.parts.iter().zip(&trace.parts_covered);
    parts
        .filter(|(part, _)| part.kind() == Kind::Pair && part.key() != Rank::TWO)
        .map(|(_, &covered)| covered)
        .collect()
}

#[test]
fn a_pass_on_a_pair_lowers_the_odds_of_pairs() {
    // The landlord passes on a pair of sixes, or on one six after the other. Both leave the same cards.
    let covered = |sixes: &str| {
        let line = format!("me=down hand=33488TTQQKK22A bottom=567 plays=56789TJQK,-,-,3,A,-,-,{sixes}");
        pair_cover_odds(&line, &persona("rules"))
    };
    let (pair, singles) = (covered("66,-,-"), covered("6,-,-,6,-,-"));
    assert!(!pair.is_empty() && pair.len() == singles.len());
    assert!(pair.iter().zip(&singles).all(|(pair, singles)| pair < singles), "{pair:?} {singles:?}");
}
