//! `lab grow-cases` as a script sees it: a small tree from few hands.

use super::shell::{Scrap, complaint, object, printed};
use serde_json::Value;

fn grow(more: &[&str]) -> String {
    printed(&[&["grow-cases", "--hands", "200", "--support", "8"], more].concat(), "")
}

#[test]
fn threads_do_not_show_in_the_tree_and_players_take_it() {
    let tree = grow(&["--threads", "1"]);
    let head = "cases 1\nruleset classic\ncommand lab grow-cases --ruleset \"classic\" --persona rules --judge net --hands 200 --seed 1";
    assert!(tree.starts_with(head), "{tree}");
    let file = Scrap::new();
    let told = grow(&["--threads", "3", "--write", file.path()]);
    assert!(told.contains(" cases of 200 hands") && told.contains("leaves that speak"), "{told}");
    assert_eq!(file.text(), tree);
    let player = format!("rules:cases=1,cases-file={}", file.path());
    assert_eq!(object(&["match", &player, "rules", "--deals", "10"])["deals"], 10);
}

#[test]
fn the_journey_has_a_judge_of_its_own() {
    let found: Value = serde_json::from_str(&grow(&["--ruleset", "journey", "--json"])).expect("--json prints JSON");
    assert_eq!((&found["hands"], &found["partial"]), (&Value::from(200), &Value::from(false)), "{found}");
    assert!(found["cases"].as_u64() > found["held_out"].as_u64(), "{found}");
    let refused = complaint(&["grow-cases", "--ruleset", "journey", "--judge", "net"]);
    assert!(refused.contains("--judge net: the nets have not learned journey"), "{refused}");
    let list = grow(&["--list"]);
    assert!(list.contains("my-cards") && list.contains("low-single"), "{list}");
}

#[test]
fn files_that_are_no_trees_are_refused() {
    let refused = complaint(&["match", "rules:cases-file=nowhere.txt", "rules"]);
    assert!(refused.contains("cases-file=nowhere.txt"), "{refused}");
    let file = Scrap::file("cases 1\nruleset classic\ncommand none\nsupport 1\npurity 1\n\nluck <= 3\n");
    let refused = complaint(&["match", &format!("rules:cases-file={}", file.path()), "rules"]);
    assert!(refused.contains("line 7: there is no fact \"luck\""), "{refused}");
}
