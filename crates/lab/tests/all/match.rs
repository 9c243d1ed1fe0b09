//! `lab match` as a script sees it: the same result with any number of threads, and a stop that is reported.

use std::fs;

use super::shell::{Scrap, check_complaints, object};
use rules::Table;
use serde_json::Value;

/// Runs a command. Returns its result without times.
fn timeless(args: &[&str]) -> Value {
    let mut result = object(args);
    for key in ["seconds", "hands_per_second", "threads", "busy"] {
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
    let weak = object(&["match", "random", "rules", "--deals", "100"]);
    let sum = |key: &str| strong[key]["value"].as_f64().zip(weak[key]["value"].as_f64()).map(|(a, b)| a + b);
    // The same deals from the other side: the wins of one landlord are losses of the other's peasants, apart from the
    // random player's choices.
    assert!((sum("both").expect("two shares") - 1.0).abs() < 0.05);
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
        (&["match", "rules", "wukong"], "no player is named \"wukong\"; there are "),
        (&["match", "rules", "cmd:"], "cmd: needs a command"),
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

#[test]
fn a_budget_bounds_those_who_think() {
    let args = ["match", "skilled:noise=0,solve-worlds=100", "rules:infer=0", "--deals", "4", "--seed", "10"];
    let rest = |budget: &[&str]| {
        let mut result = timeless(&[&args[..], budget].concat());
        for name in ["a", "b"] {
            result.as_object_mut().expect("an object").remove(name);
        }
        result
    };
    // A budget of 0 changes play, except in endings solved before the first check of the clock.
    assert_ne!(rest(&["--budget-ms", "0"]), rest(&[]), "these deals do not tell the two apart");
    assert_eq!(rest(&["--budget-ms", "600000"]), rest(&[]));
    let named = timeless(&["match", "casual:budget-ms=5", "rules", "--deals", "1", "--budget-ms", "7"]);
    assert_eq!((&named["a"], &named["b"]), (&"casual:budget-ms=5".into(), &"rules:budget-ms=7".into()));
}

/// Counts how often a sequential test of real matches says `verdict`, over as many seeds.
fn verdicts(players: [&str; 2], runs: u32, verdict: &str) -> u32 {
    let [a, b] = players;
    let says = |seed: u32| {
        let seed = (1000 + seed).to_string();
        let result = object(&["match", a, b, "--deals", "20000", "--sprt", "0,3", "--seed", &seed]);
        u32::from(result["sprt"]["verdict"] == verdict)
    };
    (0..runs).map(says).sum()
}

/// Equal players with different slips, and a pair with a gain of 3.3% (52,000 deals: 53.3% ± 0.2). At an error rate of
/// .02 each run is right with 98%, so 36 or more of 40 runs are right with 99.9%.
#[test]
fn equals_are_called_not_better_and_the_better_player_better() {
    if std::env::var_os("THIRDSEAT_FULL").is_none() {
        return;
    }
    let equal = verdicts(["casual", "casual"], 40, "not better");
    let better = verdicts(["casual", "casual:noise=15"], 40, "better");
    assert!(equal >= 36 && better >= 36, "{equal} and {better} of 40");
}

/// Two threads cannot work longer than twice the elapsed time.
#[test]
#[cfg(target_os = "linux")]
fn it_says_how_busy_its_threads_were() {
    let result = object(&["match", "greedy", "greedy", "--deals", "500", "--threads", "2"]);
    let busy = result["busy"].as_f64().expect("a share");
    // Other tests run at the same time, so the lower bound is only zero.
    assert!(busy > 0.0 && busy < 1.1, "{result}");
    assert_eq!(result["threads"], 2);
    // With an auction the landlord's score is shown too.
    let auction = object(&["match", "rules", "rules", "--auction", "--ruleset", "laizi", "--deals", "5"]);
    assert!(auction["landlord_score"]["value"].is_number() && result["landlord_score"].is_object(), "{auction}");
}
