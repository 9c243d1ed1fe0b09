//! Ctrl-C prints the partial result, says that it is partial, and ends with exit code 130.

use std::fs;

use super::shell::{Scrap, interrupted, recorded};
use rules::Table;
use serde_json::Value;

/// Writes the same hands many times, more than can be reviewed before Ctrl-C.
fn many_hands(times: usize) -> Scrap {
    let hands = recorded(["rules", "casual"], &["--deals", "20"]);
    fs::write(&hands, hands.text().repeat(times)).expect("a file");
    hands
}

fn object(args: &[&str]) -> Value {
    serde_json::from_str(&interrupted(&[args, &["--json"]].concat())).expect("JSON")
}

#[test]
fn a_match_shows_what_was_played_and_records_whole_hands() {
    let hands = Scrap::new();
    let text = interrupted(&["match", "greedy", "greedy", "--deals", "100000000", "--record", hands.path()]);
    assert!(text.contains("of 100000000, interrupted"), "{text}");
    assert!(hands.text().lines().skip(1).all(|line| line.parse::<Table>().is_ok()), "whole lines only");
}

#[test]
fn a_ladder_says_that_not_all_pairs_have_played() {
    let text = interrupted(&["ladder", "greedy", "random", "casual", "--deals", "10000000"]);
    assert!(text.contains("Interrupted: not all pairs have played.") && text.contains("`random`"), "{text}");
}

#[test]
fn tune_prints_where_it_got_to() {
    let text = interrupted(&["tune", "--rounds", "1000000"]);
    assert!(text.contains("[rules-tuned]\nbase = \"rules\"") && text.contains("), interrupted\n"), "{text}");
}

#[test]
fn bench_keeps_no_number() {
    let file = Scrap::file("kept");
    let text = interrupted(&["bench", "--write", "--file", file.path()]);
    assert!(text.ends_with("\ninterrupted: the number is known at the end\n"), "{text}");
    assert_eq!(file.text(), "kept");
}

#[test]
fn solved_rows_stand_and_a_long_solve_guesses() {
    let row = "\n1\t2KQ8877664\t2KQ554433".repeat(300_000);
    let file = Scrap::file(format!("id\tlandlord\tpeasant{row}\n"));
    let text = interrupted(&["solve", "--file", file.path()]);
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert!(rows.len() < 300_000 && rows.iter().all(|row| row.starts_with("1\tlandlord\t4\t\t")), "{text}");
    let deal =
        ["--landlord", "33445777899TJJQQKKAD", "--peasant", "344556789TTKA2222", "--peasant2", "35666889TJJQQKAAX"];
    let text = interrupted(&[&["solve"], &deal[..]].concat());
    assert!(
        text.starts_with("winner      unknown, probably ") && text.contains("stopped     the solve was halted"),
        "{text}"
    );
}

#[test]
fn puzzles_that_were_found_are_shown() {
    let page = interrupted(&["puzzles", "--count", "1000000", "--grade", "beginner"]);
    let head = page.lines().next().expect("a page");
    let found: usize = head[2..].split(' ').next().and_then(|word| word.parse().ok()).expect("how many");
    assert!(head.ends_with(" endgame puzzles of 1000000, interrupted"), "{head}");
    assert_eq!(page.matches("\n### Level ").count(), found);
}

#[test]
fn reviewed_hands_are_the_first_ones() {
    let hands = many_hands(2000);
    let review = object(&["review", hands.path(), "--worst", "0"]);
    assert_eq!(review["partial"], true);
    assert!(review["hands"].as_u64().is_some_and(|hands| hands < 80_000), "{}", review["hands"]);
}

#[test]
fn grow_cases_keeps_no_half_tree() {
    let file = Scrap::file("kept");
    let text = interrupted(&["grow-cases", "--hands", "10000000", "--write", file.path()]);
    assert!(text.ends_with("interrupted: the tree is grown from all hands or not at all\n"), "{text}");
    assert_eq!(file.text(), "kept");
    let found = object(&["grow-cases", "--hands", "10000000"]);
    assert_eq!(found["partial"], true, "{found}");
}
