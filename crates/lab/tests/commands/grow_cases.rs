//! `lab grow-cases` as a script sees it: a small tree from few hands.

use std::fs;
use std::path::PathBuf;

use super::shell::{complaint, printed};
use serde_json::Value;

fn grow(more: &[&str]) -> String {
    printed(&[&["grow-cases", "--hands", "200", "--support", "8"], more].concat(), "")
}

/// A file of its own.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("lab-cases-{name}-{}", std::process::id()))
}

#[test]
fn threads_do_not_show_in_the_tree_and_players_take_it() {
    let tree = grow(&["--threads", "1"]);
    assert_eq!(tree, grow(&["--threads", "3"]));
    assert_ne!(tree, grow(&["--seed", "2"]));
    let head = "cases 1\nruleset classic\ncommand lab grow-cases --ruleset \"classic\" --persona rules --judge net --hands 200 --seed 1";
    assert!(tree.starts_with(head), "{tree}");
    let path = file("tree");
    let told = grow(&["--write", path.to_str().expect("a plain path")]);
    assert!(told.contains(" cases of 200 hands") && told.contains("leaves that speak"), "{told}");
    assert_eq!(fs::read_to_string(&path).expect("it was written"), tree);
    let player = format!("rules:cases=1,cases-file={}", path.display());
    let result = printed(&["match", &player, "rules", "--deals", "50", "--json"], "");
    let result: Value = serde_json::from_str(&result).expect("--json prints JSON");
    assert_eq!(result["deals"], 50, "{result}");
    fs::remove_file(path).expect("it was there");
}

#[test]
fn the_journey_has_a_judge_of_its_own() {
    let tree = grow(&["--ruleset", "journey"]);
    assert!(tree.contains("\nruleset journey\n") && tree.contains("--judge play"), "{tree}");
    let refused = complaint(&["grow-cases", "--ruleset", "journey", "--judge", "net"]);
    assert!(refused.contains("--judge net: the nets have not learned journey"), "{refused}");
}

#[test]
fn what_was_found_is_told_as_json() {
    let found: Value = serde_json::from_str(&grow(&["--json"])).expect("--json prints JSON");
    assert_eq!((&found["hands"], &found["partial"]), (&Value::from(200), &Value::from(false)), "{found}");
    assert!(found["cases"].as_u64() > found["held_out"].as_u64(), "{found}");
    let list = grow(&["--list"]);
    assert!(list.contains("my-cards") && list.contains("low-single"), "{list}");
}

#[test]
fn files_that_are_no_trees_are_refused() {
    let refused = complaint(&["match", "rules:cases-file=nowhere.txt", "rules"]);
    assert!(refused.contains("cases-file=nowhere.txt"), "{refused}");
    let path = file("damaged");
    fs::write(&path, "cases 1\nruleset classic\ncommand none\nsupport 1\npurity 1\n\nluck <= 3\n").expect("a file");
    let refused = complaint(&["match", &format!("rules:cases-file={}", path.display()), "rules"]);
    assert!(refused.contains("line 7: there is no fact \"luck\""), "{refused}");
    fs::remove_file(path).expect("it was there");
}
