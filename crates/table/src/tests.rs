//! Whole evenings in memory: laws of the reckoning, the same seed the same evening, and a person who types nonsense.

use engine::Persona;
use rules::{Ranks, Rng, Ruleset, Seed};

use crate::game::{Game, Next, Setup};
use crate::ink::Ink;
use engine::words::Lang;

const RULESETS: [&str; 12] = [
    "classic",
    "classic auction=call-rob doubling=super open-hand=yes",
    "classic auction=take-it doubling=double",
    "classic auction=rounds",
    "shuttle open-hand=yes",
    "douzero",
    "unshuffled",
    "unshuffled dealer=recycled",
    "laizi",
    "laizi-tiandi",
    "classic pass-on=next",
    "laizi pass-on=previous",
];

fn sit_down(rules: &str, seed: u64, lang: Lang, out: &mut String) -> Game {
    let rules: Ruleset = rules.parse().expect("a ruleset of this file");
    let persona = |name| Persona::named(name).expect("a built-in row");
    let ink = Ink { colour: false, lang, wilds: Ranks::NONE };
    Game::new(Setup { rules, personas: [persona("casual-hasty"), persona("beginner")], seed: Seed(seed), ink }, out)
}

/// Answers every question with what `type_line` types until `hands` are settled or `lines` are typed.
fn play(game: &mut Game, hands: u32, lines: u32, out: &mut String, mut type_line: impl FnMut() -> String) -> bool {
    let mut typed = 0;
    while game.hands < hands {
        match game.advance(out) {
            Next::Left => return false,
            Next::Think { .. } => {}
            Next::Ask if typed == lines => return false,
            Next::Ask => {
                typed += 1;
                game.hear(&type_line(), out);
            }
        }
    }
    true
}

/// `auto` plays, the return key goes on to the next hand.
fn autopilot() -> impl FnMut() -> String {
    let mut turn = 0;
    move || {
        turn += 1;
        if turn % 2 == 1 { "auto".to_owned() } else { String::new() }
    }
}

#[test]
fn hands_end_and_their_points_sum_to_zero() {
    for (number, rules) in RULESETS.into_iter().enumerate() {
        for lang in [Lang::En, Lang::Zh] {
            let mut out = String::new();
            let mut game = sit_down(rules, number as u64, lang, &mut out);
            assert!(play(&mut game, 5, 2000, &mut out, autopilot()), "{rules}: {out}");
            assert_eq!(game.hands, 5);
            assert_eq!(game.score.iter().sum::<i64>(), 0);
            assert!(game.score.iter().any(|&score| score != 0));
        }
    }
}

#[test]
fn the_same_seed_is_the_same_evening() {
    let evening = |seed| {
        let mut out = String::new();
        let mut game = sit_down("classic", seed, Lang::En, &mut out);
        play(&mut game, 3, 1000, &mut out, autopilot());
        out.replace(&format!("seed {seed}"), "")
    };
    assert_eq!(evening(11), evening(11));
    assert_ne!(evening(11), evening(12));
}

/// The hand of a companion is not shown before the hand is over, whatever is asked.
#[test]
fn nothing_tells_what_the_others_hold() {
    let mut shown = 0;
    for seed in 0..20 {
        let mut out = String::new();
        let mut game = sit_down("classic", seed, Lang::En, &mut out);
        let asked = ["?", "why", "cards", "table", "auto", ""];
        let mut turn = 0;
        while game.hands == 0 {
            if game.advance(&mut out) != Next::Ask {
                continue;
            }
            if game.hands > 0 {
                break;
            }
            game.hear(asked[turn % asked.len()], &mut out);
            turn += 1;
            // With suits a card is one of a kind: the others' must not have been printed.
            for player in [1, 2] {
                let bottom = game.suits.bottom().to_vec();
                for card in game.suits.held(game.chair(player)).iter().filter(|card| !bottom.contains(card)) {
                    let card = card.to_string().replace('T', "10");
                    if card.chars().count() > 1 {
                        let found = out.split_whitespace().any(|word| word == card);
                        assert!(!found || game.hands > 0 || redealt(&out), "seed {seed}: {card} in\n{out}");
                        shown += 1;
                    }
                }
            }
        }
    }
    assert!(shown > 1000, "{shown} cards were looked for");
}

/// Wild cards carry their sign from the moment that their rank is shown, and no other card does.
#[test]
fn wild_cards_are_marked_in_the_hand() {
    for rules in ["laizi", "laizi-tiandi"] {
        for seed in 0..5 {
            let mut out = String::new();
            let mut game = sit_down(rules, seed, Lang::En, &mut out);
            while game.table.board().landlord().is_none() {
                if game.advance(&mut out) == Next::Ask {
                    game.hear("auto", &mut out);
                }
            }
            out.clear();
            game.show_turn(&mut out);
            let wilds = game.table.board().rules().wilds().ranks();
            let held = game.suits.held(game.chair(0)).iter();
            let expected: Vec<String> = held
                .map(|card| format!("{card}{}", if wilds.has(card.rank()) { "*" } else { "" }).replace('T', "10"))
                .collect();
            let line = format!("{:<6}{}", expected.len(), expected.join(" "));
            assert!(out.contains(&line), "{rules}, seed {seed}: {line}\n{out}");
        }
    }
}

/// After a redeal the cards of an earlier deal stand in the text.
fn redealt(out: &str) -> bool {
    out.contains("dealt again")
}

/// A person who types anything at all.
fn nonsense(rng: &mut Rng) -> String {
    const WORDS: [&str; 30] = [
        "?",
        "why",
        "auto",
        "auto",
        "cards",
        "table",
        "help",
        "",
        "pass",
        "no",
        "yes",
        "1",
        "2",
        "3",
        "call",
        "rob",
        "take",
        "double",
        "super",
        "3334",
        "10JQKA",
        "444+3",
        "XD",
        "小王大王",
        "不叫",
        "[1,2",
        "+",
        "33333",
        "-",
        "Ω≈ç√",
    ];
    match rng.below(8) {
        0 => (0..rng.below(24)).filter_map(|_| char::from_u32(rng.below(0x3000))).collect(),
        1 => {
            let letters: Vec<char> = "3456789TJQKA2XD+10 ,".chars().collect();
            (0..rng.below(22)).filter_map(|_| rng.pick(&letters).copied()).collect()
        }
        _ => (*rng.pick(&WORDS).expect("there are words")).to_owned(),
    }
}

#[test]
fn nonsense_crashes_nothing_and_changes_nothing() {
    let long = std::env::var_os("THIRDSEAT_FULL").is_some();
    let lines = if long { 200_000 } else { 6_000 };
    for (number, rules) in RULESETS.into_iter().enumerate() {
        let mut rng = Seed(number as u64).rng();
        let lang = if number % 2 == 0 { Lang::En } else { Lang::Zh };
        let mut out = String::new();
        let mut game = sit_down(rules, number as u64, lang, &mut out);
        let mut typed = 0;
        while typed < lines {
            match game.advance(&mut out) {
                Next::Left => panic!("the game ended without quit: {out}"),
                Next::Think { .. } => {}
                Next::Ask => {
                    typed += 1;
                    let line = nonsense(&mut rng);
                    let before = game.table.clone();
                    out.clear();
                    game.hear(&line, &mut out);
                    let held = game.suits.held(game.chair(0)).len();
                    assert_eq!(held, game.my_hand().len() as usize, "{line:?}: suits and ranks differ");
                    let moved = game.table != before;
                    assert!(moved || !out.is_empty() || line.trim() == "table", "{line:?} was not answered");
                    out.clear();
                }
            }
        }
        assert!(game.hands > 20, "{rules}: {} hands in {lines} lines", game.hands);
        assert_eq!(game.score.iter().sum::<i64>(), 0);
    }
}
