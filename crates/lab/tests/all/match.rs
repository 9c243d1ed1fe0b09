//! `lab match` and `lab ladder` as a script sees them: the same result with any number of threads.

use super::shell::{TempPath, repo_root, run_for_json};
use rules::Table;
use serde_json::Value;

fn result_without_times(args: &[&str]) -> Value {
    let mut result = run_for_json(args);
    for key in ["seconds", "hands_per_second"] {
        result.as_object_mut().expect("an object").remove(key);
    }
    result
}

#[test]
fn match_results_depend_on_seeds_and_not_on_threads() {
    for more in [&["--auction", "--ruleset", "classic doubling=super"][..], &["--sprt", "0,3"]] {
        let args = [&["match", "casual:infer=0", "beginner:infer=0", "--deals", "100"], more].concat();
        let with = |option: &[&str]| result_without_times(&[&args[..], option].concat());
        let alone = with(&["--threads", "1"]);
        assert_eq!(with(&["--threads", "5"]), alone, "{more:?}");
        assert_ne!(with(&["--seed", "2"])["score"], alone["score"], "{more:?}");
    }
}

#[test]
fn a_sequential_test_stops_a_match_early() {
    let better = run_for_json(&["match", "rules", "random", "--deals", "5000", "--sprt", "0,3"]);
    assert_eq!(better["sprt"]["verdict"], "better");
    assert_eq!(better["partial"], false);
    let worse = run_for_json(&["match", "random", "rules", "--deals", "5000", "--sprt", "0,3"]);
    assert_eq!(worse["sprt"]["verdict"], "not better");
    assert!([&better, &worse].iter().all(|it| it["deals"].as_u64() < Some(200)), "{better} {worse}");
    let open = run_for_json(&["match", "greedy", "greedy", "--deals", "20", "--sprt", "0,3"]);
    assert_eq!((&open["sprt"]["verdict"], &open["deals"]), (&"open".into(), &20.into()));
}

#[test]
fn recorded_hands_can_be_read_back() {
    let file = TempPath::new();
    let args =
        ["match", "casual", "rules", "--deals", "20", "--auction", "--ruleset", "ratel", "--record", file.path()];
    let result = run_for_json(&args);
    let text = file.text();
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

/// The published players, which a file describes. Wins and points a hand against `greedy` on 200 deals, auction included.
const PUBLISHED_FIGURES: [(&str, f64, f64); 3] =
    [("rules-published", 0.77125, 3.35), ("turns-published", 0.74125, 2.8075), ("minimax-published", 0.55625, 0.185)];

#[test]
fn the_published_players_keep_their_figures() {
    let file = repo_root().join("data/published/personas.toml");
    let personas = ["--personas", file.to_str().expect("a plain path")];
    for (player, wins, score) in PUBLISHED_FIGURES {
        let words = ["match", player, "greedy", "--deals", "200", "--seed", "7", "--auction"];
        let found = run_for_json(&[&words[..], &personas].concat());
        let of = |figure: &str| found[figure]["value"].as_f64().expect("a number");
        assert!((of("both") - wins).abs() < 1e-9 && (of("score") - score).abs() < 1e-9, "{player}: {found}");
    }
}

fn ladder_result(args: &[&str]) -> Value {
    let mut result = run_for_json(&[&["ladder"], args].concat());
    result.as_object_mut().expect("an object").remove("command");
    result
}

fn row<'a>(result: &'a Value, player: &str) -> &'a Value {
    let rows = result["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["player"] == player).unwrap_or_else(|| panic!("{player} is rated"))
}

#[test]
fn ladders_order_by_strength_and_ignore_threads_and_other_players() {
    let args = ["random", "rules", "beginner", "--deals", "60", "--deals-of", "random=20", "--seed", "7"];
    let ladder = ladder_result(&[&args[..], &["--threads", "1"]].concat());
    let names: Vec<&Value> = ladder["rows"].as_array().expect("rows").iter().map(|row| &row["player"]).collect();
    assert_eq!(names, ["rules", "beginner", "random"]);
    assert_eq!((&row(&ladder, "rules")["elo"], &ladder["anchor"]), (&0.0.into(), &"rules".into()));
    // `--deals-of` limits the deals of a player.
    assert_eq!((&row(&ladder, "random")["deals"], &row(&ladder, "rules")["deals"]), (&40.0.into(), &80.0.into()));
    let two = ladder_result(&["rules", "beginner", "--deals", "60", "--seed", "7", "--threads", "3"]);
    let pair = ladder["pairs"].as_array().expect("pairs").iter().find(|pair| pair["a"] == "rules");
    assert_eq!(pair, two["pairs"].get(0));
}

#[test]
fn ladder_ratings_rise_with_strength() {
    let result = ladder_result(&["--strength", "0,80", "--deals", "60"]);
    let elo = |strength| row(&result, strength)["elo"].as_f64().expect("a number");
    assert!(elo("0") + 100.0 < elo("80"), "{result}");
}
