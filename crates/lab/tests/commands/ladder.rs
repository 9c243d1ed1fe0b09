//! `lab ladder` as a script sees it.

use std::fs;

use super::shell::{complaint, interrupted, printed};
use serde_json::Value;

fn result(args: &[&str]) -> Value {
    let args = [&["ladder", "--json"], args].concat();
    let mut result: Value = serde_json::from_str(&printed(&args, "")).expect("--json prints JSON");
    result.as_object_mut().expect("an object").remove("command");
    result
}

fn row<'a>(result: &'a Value, player: &str) -> &'a Value {
    let rows = result["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["player"] == player).unwrap_or_else(|| panic!("{player} is rated"))
}

#[test]
fn threads_change_nothing_and_the_order_is_the_strength() {
    let args = ["random", "rules", "beginner", "--deals", "120"];
    let alone = result(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(result(&[&args[..], &["--threads", "3"]].concat()), alone);
    let names: Vec<&Value> = alone["rows"].as_array().expect("rows").iter().map(|row| &row["player"]).collect();
    assert_eq!(names, ["rules", "beginner", "random"]);
    assert_eq!((&row(&alone, "rules")["elo"], &alone["anchor"]), (&0.0.into(), &"rules".into()));
    assert_eq!(row(&alone, "random")["deals"], 240.0);
}

#[test]
fn who_joins_changes_nobodys_results() {
    let pairs = |players: &[&str]| {
        let mut pairs = result(&[players, &["--deals", "60", "--seed", "7"]].concat())["pairs"].clone();
        pairs.as_array_mut().expect("pairs").retain(|pair| pair["a"] != "casual" && pair["b"] != "casual");
        pairs
    };
    assert_eq!(pairs(&["rules", "beginner", "casual"]), pairs(&["rules", "beginner"]));
}

#[test]
fn slow_players_play_fewer_deals() {
    let result = result(&["rules", "beginner", "casual:noise=9", "--deals", "60", "--deals-of", "casual:noise=9=20"]);
    assert_eq!(row(&result, "casual:noise=9")["deals"], 40.0);
    assert_eq!(row(&result, "rules")["deals"], 80.0);
}

#[test]
fn strengths_are_rated_and_rise() {
    let result = result(&["--strength", "0,40,80", "--deals", "200"]);
    let elo = |strength| row(&result, strength)["elo"].as_f64().expect("a number");
    // They are some 120 points apart each; the error of a difference is some 15.
    assert!(elo("0") + 60.0 < elo("40") && elo("40") + 60.0 < elo("80"), "{result}");
}

#[test]
fn a_page_gets_a_section_and_a_picture() {
    let folder = std::env::temp_dir().join(format!("thirdseat-ladder-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let page = folder.join("strength.md");
    fs::write(&page, "# How strong\n\nOther words.\n").expect("a page");
    let path = page.to_str().expect("a plain path");
    let table = printed(&["ladder", "rules", "random", "--deals", "40", "--write", path], "");
    printed(&["ladder", "--strength", "0,50", "--deals", "40", "--write", path], "");
    let text = fs::read_to_string(&page).expect("the page");
    let pictures = ["ladder.svg", "strength.svg"].map(|file| fs::read_to_string(folder.join(file)).expect(file));
    fs::remove_dir_all(&folder).expect("it was there");
    assert!(text.starts_with("# How strong\n\nOther words.\n\n<!-- lab: ladder -->\n"), "{text}");
    assert!(text.contains(&table) && text.contains("![Elo of all players](ladder.svg)"), "{text}");
    assert!(text.contains("<!-- lab: strength -->") && text.contains("lab ladder --strength 0,50"), "{text}");
    assert!(pictures[0].contains(">rules</text>") && pictures[1].contains(">strength</text>"));
    // An end, a bar and a dot for each of the two.
    assert!(pictures.iter().all(|picture| picture.matches("<circle").count() == 2));
}

#[test]
#[cfg(unix)]
fn ctrl_c_prints_what_was_played() {
    let text = interrupted(&["ladder", "rules", "random", "casual", "--deals", "10000000"]);
    assert!(text.contains("Interrupted: not all pairs have played."), "{text}");
    assert!(text.contains("`random`"), "{text}");
}

#[test]
fn bad_input_is_named() {
    for (args, sentence) in [
        (&["ladder", "rules"][..], "a ladder needs two players, not 1"),
        (&["ladder", "rules", "rules"], "rules stands twice"),
        (&["ladder", "rules", "wukong"], "no player is named \"wukong\""),
        (&["ladder", "rules", "random", "--anchor", "casual"], "--anchor: casual does not play"),
        (&["ladder", "rules", "random", "--deals-of", "casual=9"], "--deals-of: casual does not play"),
        (&["ladder", "rules", "random", "--deals-of", "rules=1"], "\"1\" is no number of deals"),
        (&["ladder", "--strength", "0,101"], "strength cannot be 101: it may be 0 to 100"),
        (&["ladder", "--strength", "0,x"], "invalid digit"),
    ] {
        let error = complaint(args);
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}
