//! Ctrl-C prints what is known so far, says that it is a part, and ends with exit code 130.

use std::fs;
use std::path::PathBuf;

use super::shell::{interrupted, printed};
use serde_json::Value;

/// A file that goes when the test is over.
struct Scrap(PathBuf);

impl Scrap {
    fn new(name: &str, text: &str) -> Scrap {
        let path = std::env::temp_dir().join(format!("thirdseat-interrupt-{name}-{}", std::process::id()));
        fs::write(&path, text).expect("a file");
        Scrap(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The same hands over and over, more than can be gone through before Ctrl-C.
fn many_hands(name: &str, times: usize) -> Scrap {
    let scrap = Scrap::new(name, "");
    printed(&["match", "rules", "casual", "--deals", "100", "--record", scrap.path()], "");
    let hands = fs::read_to_string(&scrap.0).expect("it was recorded");
    fs::write(&scrap.0, hands.repeat(times)).expect("a file");
    scrap
}

fn object(args: &[&str]) -> Value {
    serde_json::from_str(&interrupted(&[args, &["--json"]].concat())).expect("JSON")
}

#[test]
fn bids_show_their_table_and_write_none() {
    let table = object(&["bids", "--deals", "100000000"]);
    assert_eq!(table["partial"], true);
    assert!(table["deals"].as_u64().is_some_and(|deals| (20..100_000_000).contains(&deals)), "{table}");
    // Where there was time for a few dozen deals alone there are fewer than twenty rows.
    assert!(table["seventeen"].as_array().is_some_and(|rows| (10..=20).contains(&rows.len())), "{table}");
    let file = Scrap::new("bids", "kept");
    let text = interrupted(&["bids", "--deals", "100000000", "--write", file.path()]);
    assert!(text.contains("\n# INTERRUPTED after ") && text.contains("\n[landlord]\n"), "{text}");
    assert_eq!(fs::read_to_string(&file.0).expect("it is there"), "kept");
}

#[test]
fn bench_keeps_no_number() {
    let file = Scrap::new("bench", "kept");
    let text = interrupted(&["bench", "--write", "--file", file.path()]);
    assert!(text.ends_with("\ninterrupted: the number is known at the end\n"), "{text}");
    assert_eq!(fs::read_to_string(&file.0).expect("it is there"), "kept");
    let told = object(&["bench"]);
    assert_eq!((&told["bench"], &told["partial"]), (&Value::Null, &true.into()));
}

#[test]
fn solved_rows_stand_and_a_long_solve_guesses() {
    let row = "\n1\t2KQ8877664\t2KQ554433".repeat(300_000);
    let file = Scrap::new("solve", &format!("id\tlandlord\tpeasant{row}\n"));
    let text = interrupted(&["solve", "--file", file.path()]);
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert!(!rows.is_empty() && rows.len() < 300_000);
    assert!(rows.iter().all(|row| row.starts_with("1\tlandlord\t4\t\t")), "{text}");
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
    assert!(found > 0 && head.ends_with(" endgame puzzles of 1000000, interrupted"), "{head}");
    assert_eq!(page.matches("\n### Level ").count(), found);
}

#[test]
fn reviewed_hands_are_the_first_ones() {
    let hands = many_hands("review", 25);
    let review = object(&["review", hands.path(), "--worst", "0"]);
    assert_eq!(review["partial"], true);
    assert!(review["hands"].as_u64().is_some_and(|hands| hands > 0 && hands < 5000), "{}", review["hands"]);
}

#[test]
fn what_was_compared_is_listed() {
    let hands = many_hands("conform", 2000);
    let text = interrupted(&["conform", hands.path()]);
    assert!(text.trim_end().ends_with("0 damaged lines, interrupted"), "{text}");
}

#[test]
fn beliefs_of_the_hands_so_far() {
    let told = object(&["belief", "--hands", "1000000", "--worlds", "4"]);
    assert_eq!(told["partial"], true);
    assert!(told["hands"].as_u64().is_some_and(|hands| hands > 0), "{told}");
    let file = Scrap::new("fit", "kept");
    interrupted(&["belief", "--hands", "10000000", "--fit", file.path()]);
    assert_eq!(fs::read_to_string(&file.0).expect("it is there"), "kept");
}

#[test]
fn grow_cases_keeps_no_half_tree() {
    let found = object(&["grow-cases", "--hands", "10000000"]);
    assert_eq!(found["partial"], true, "{found}");
    assert!(found["hands"].as_u64().is_some_and(|hands| hands < 10_000_000), "{found}");
    let file = Scrap::new("cases", "kept");
    let text = interrupted(&["grow-cases", "--hands", "10000000", "--write", file.path()]);
    assert!(text.ends_with("interrupted: the tree is grown from all hands or not at all\n"), "{text}");
    assert_eq!(fs::read_to_string(&file.0).expect("it is there"), "kept");
}
