//! `lab match` as a script sees it: the same result with any number of threads, and a stop that is reported.

use std::fs;

use super::shell::{Scrap, check_complaints, object, root};
use rules::Table;
use serde_json::Value;

/// Runs a command. Returns its result without times.
fn timeless(args: &[&str]) -> Value {
    let mut result = object(args);
    for key in ["seconds", "hands_per_second"] {
        result.as_object_mut().expect("an object").remove(key);
    }
    result
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for more in [&["--auction", "--ruleset", "classic doubling=super"][..], &["--sprt", "0,3"]] {
        let args = [&["match", "casual:infer=0", "beginner:infer=0", "--deals", "100"], more].concat();
        let with = |option: &[&str]| timeless(&[&args[..], option].concat());
        let alone = with(&["--threads", "1"]);
        assert_eq!(with(&["--threads", "5"]), alone, "{more:?}");
        assert_ne!(with(&["--seed", "2"])["score"], alone["score"], "{more:?}");
    }
}

#[test]
fn a_player_equals_itself_and_beats_chance() {
    let even = object(&["match", "rules", "rules", "--deals", "20"]);
    assert_eq!((&even["both"]["value"], &even["score"]["value"]), (&0.5.into(), &0.0.into()));
    let strong = object(&["match", "rules", "random", "--deals", "100"]);
    assert!(strong["both"]["low"].as_f64().expect("a number") > 0.9, "{strong}");
}

#[test]
fn a_test_stops_a_match_early() {
    let better = object(&["match", "rules", "random", "--deals", "5000", "--sprt", "0,3"]);
    assert_eq!(better["sprt"]["verdict"], "better");
    assert!(better["deals"].as_u64() < Some(200), "{better}");
    assert_eq!(better["partial"], false);
    let worse = object(&["match", "random", "rules", "--deals", "5000", "--sprt", "0,3"]);
    assert_eq!(worse["sprt"]["verdict"], "not better");
    let open = object(&["match", "greedy", "greedy", "--deals", "20", "--sprt", "0,3"]);
    assert_eq!((&open["sprt"]["verdict"], &open["deals"]), (&"open".into(), &20.into()));
}

#[test]
fn recorded_hands_can_be_read_back() {
    let file = Scrap::new();
    let args =
        ["match", "casual", "rules", "--deals", "20", "--auction", "--ruleset", "ratel", "--record", file.path()];
    let result = object(&args);
    let text = fs::read_to_string(&file).expect("it was written");
    let (header, hands) = text.split_once('\n').expect("a header and hands");
    assert!(header.starts_with("# lab ") && header.contains("seed=1 A=casual B=rules"), "{header}");
    let tables: Vec<Table> = hands.lines().map(|line| line.parse().expect(line)).collect();
    assert_eq!(tables.len(), 40);
    for (line, table) in hands.lines().zip(&tables) {
        assert_eq!(table.to_string(), line);
    }
    for pair in tables.chunks(2) {
        assert_eq!(pair[0].deal(), pair[1].deal());
    }
    // The lone chair rotates. Its points in the first hand, less those in the second, are A's.
    let lone = |index: usize| rules::Chair::ALL[index / 2 % 3];
    let points = |(index, table): (usize, &Table)| {
        let (settlement, landlord) = table.settlement(1).zip(table.board().landlord())?;
        let points = settlement.points[lone(index).seat(landlord).index()];
        Some(if index % 2 == 0 { points } else { -points })
    };
    let sum: i64 = tables.iter().enumerate().filter_map(points).sum();
    let mean = result["score"]["value"].as_f64().expect("a number");
    assert!((mean - sum as f64 / 40.0).abs() < 1e-9, "{mean} against {sum} points in 40 hands");
}

#[test]
fn bad_input_is_named() {
    check_complaints(&[
        (&["match", "rules"], "<B>"),
        (&["match", "rules", "rules", "--deals", "0"], "0 is not in 1.."),
        (&["match", "rules", "rules", "--threads", "0"], "--threads"),
        (&["match", "rules", "rules", "--sprt", "3,0"], "\"3,0\" is no P0,P1"),
        (&["match", "rules", "rules", "--ruleset", "poker"], "no ruleset is named \"poker\""),
        (&["match", "rules", "rules", "--personas", "/nowhere/ours.toml"], "/nowhere/ours.toml"),
        (&["match", "rules", "rules", "--record", "/nowhere/hands.txt"], "/nowhere/hands.txt"),
        (&["match", "rules", "cmd:cat", "--auction"], "a program is only asked to play cards"),
    ]);
}

/// The published players: as personas of a file they play as they did when they were built in. Wins and points a hand against `greedy` on
/// 200 deals, auction included.
const PUBLISHED: [(&str, f64, f64); 3] =
    [("rules-published", 0.77125, 3.35), ("turns-published", 0.74125, 2.8075), ("minimax-published", 0.55625, 0.185)];

#[test]
fn the_published_players_keep_their_figures() {
    let file = root().join("data/published/personas.toml");
    let personas = ["--personas", file.to_str().expect("a plain path")];
    for (player, wins, score) in PUBLISHED {
        let words = ["match", player, "greedy", "--deals", "200", "--seed", "7", "--auction"];
        let found = object(&[&words[..], &personas].concat());
        let of = |figure: &str| found[figure]["value"].as_f64().expect("a number");
        assert!((of("both") - wins).abs() < 1e-9 && (of("score") - score).abs() < 1e-9, "{player}: {found}");
    }
}
