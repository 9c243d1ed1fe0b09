//! Ctrl-C prints the partial result, says that it is partial, and ends with exit code 130.

use std::fs;

use super::shell::{Scrap, interrupted, recorded};
use rules::Table;

/// Writes the same hands many times, more than can be reviewed before Ctrl-C.
fn many_hands(times: usize) -> Scrap {
    let hands = recorded(["rules", "casual"], &["--deals", "20"]);
    fs::write(&hands, hands.text().repeat(times)).expect("a file");
    hands
}

#[test]
fn a_match_shows_what_was_played_and_records_whole_hands() {
    let hands = Scrap::new();
    let text = interrupted(&["match", "greedy", "greedy", "--deals", "100000000", "--record", hands.path()]);
    assert!(text.contains("of 100000000, interrupted"), "{text}");
    assert!(hands.text().lines().skip(1).all(|line| line.parse::<Table>().is_ok()), "whole lines only");
}

#[test]
fn tune_prints_where_it_got_to() {
    let text = interrupted(&["tune", "--rounds", "1000000"]);
    assert!(text.contains("[rules-tuned]\nbase = \"rules\"") && text.contains("), interrupted\n"), "{text}");
}

#[test]
fn bench_keeps_no_number() {
    let text = interrupted(&["bench", "--write"]);
    assert!(text.ends_with("\ninterrupted: the number is known at the end\n"), "{text}");
}

#[test]
fn a_long_solve_guesses() {
    let deal =
        ["--landlord", "33445777899TJJQQKKAD", "--peasant", "344556789TTKA2222", "--peasant2", "35666889TJJQQKAAX"];
    let text = interrupted(&[&["solve"], &deal[..]].concat());
    assert!(text.starts_with("winner      unknown\n") && text.contains("stopped     the solve was halted"), "{text}");
}

#[test]
fn reviewed_hands_are_the_first_ones() {
    let hands = many_hands(2000);
    let text = interrupted(&["review", hands.path(), "--worst", "0"]);
    assert!(text.contains(" hands of 80000, interrupted, "), "{text}");
}

#[test]
fn grow_cases_keeps_no_half_tree() {
    let file = Scrap::file("kept");
    let text = interrupted(&["grow-cases", "--hands", "10000000", "--write", file.path()]);
    assert!(text.ends_with("interrupted: the tree is grown from all hands or not at all\n"), "{text}");
    assert_eq!(file.text(), "kept");
}
