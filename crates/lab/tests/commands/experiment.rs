//! `lab experiment` as a script sees it.

use std::fs;

use super::shell::{complaint, interrupted, printed};
use serde_json::Value;

#[test]
fn the_landlord_wins_as_often_as_in_a_match_and_threads_change_nothing() {
    let run = |threads| -> Value {
        let args = ["experiment", "seed-minimax", "rules", "random", "--games", "300", "--seed", "4", "--json"];
        let mut result: Value =
            serde_json::from_str(&printed(&[&args[..], &["--threads", threads]].concat(), "")).expect("JSON");
        result.as_object_mut().expect("an object").remove("command");
        result
    };
    let alone = run("1");
    assert_eq!(run("3"), alone);
    let args = ["match", "rules", "random", "--deals", "300", "--seed", "4", "--json"];
    let matched: Value = serde_json::from_str(&printed(&args, "")).expect("JSON");
    assert_eq!(alone["series"][0]["share"], matched["landlord"], "the same deals, the same seat");
    let curve = alone["series"][0]["curve"].as_array().expect("a curve");
    assert_eq!(curve.last().expect("points"), &serde_json::json!([300, matched["landlord"]["value"]]));
    let random = alone["series"][1]["share"]["value"].as_f64().expect("a share");
    assert!((0.3..0.75).contains(&random), "random against random wins {random}");
}

#[test]
fn table_and_picture_stand_beside_the_published_figures() {
    let folder = std::env::temp_dir().join(format!("thirdseat-experiment-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let page = folder.join("strength.md");
    let path = page.to_str().expect("a plain path");
    let table = printed(&["experiment", "seed-minimax", "rules", "--games", "200", "--write", path], "");
    let text = fs::read_to_string(&page).expect("the page");
    let picture = fs::read_to_string(folder.join("experiment.svg")).expect("the picture");
    fs::remove_dir_all(&folder).expect("it was there");
    assert!(table.contains("| published, depth 3 | 6000 | 72.85% | |") && text.contains(&table), "{text}");
    assert!(picture.contains("73.38%  published, depth 4") && picture.contains("%  rules</text>"), "{picture}");
}

#[test]
fn the_readings_of_the_thesis_are_compared() {
    let depths =
        ["minimax-published:search-plies=3,search-worlds=2", "minimax-published:search-plies=4,search-worlds=2"];
    let run = |ties: &str, passes: &str| -> Value {
        let options = ["--games", "60", "--ties", ties, "--passes", passes, "--json"];
        let args = [&["experiment", "seed-minimax"], &depths[..], &["random"], &options].concat();
        serde_json::from_str(&printed(&args, "")).expect("JSON")
    };
    let both = run("first,last", "as-a-play,never");
    let series = both["series"].as_array().expect("series");
    // Two depths under four readings; the random landlord knows no ties.
    assert_eq!(series.len(), 2 * 2 * 2 + 2, "{both}");
    let share = |ties: Option<&str>, passes: &str, place: usize| {
        let is = |each: &&Value| each["ties"].as_str() == ties && each["passes"] == passes;
        series.iter().filter(is).nth(place).expect("it was played")["share"]["value"].as_f64().expect("a share")
    };
    let alone = run("last", "never");
    assert_eq!(alone["series"][1]["share"]["value"].as_f64(), Some(share(Some("last"), "never", 1)), "{alone}");
    let nearest = both["nearest"].as_str().expect("a reading");
    assert!(
        nearest.starts_with("Nearest to the thesis: leaf both, ties ") && nearest.contains("Deeper is better"),
        "{nearest}"
    );
    assert!(share(None, "never", 0) < share(None, "as-a-play", 0), "who never passes sheds its cards sooner");
    assert!(alone["nearest"].is_null(), "one reading is the nearest of all: {alone}");
    assert!(
        complaint(&["experiment", "seed-minimax", "rules", "--ties", "odd"]).contains("first, last, chance, every")
    );
    assert!(complaint(&["experiment", "seed-minimax", "rules", "--leaf", "odd"]).contains("own, both"));
    assert!(complaint(&["experiment", "seed-minimax", "rules", "--passes", "odd"]).contains("as-a-play"));
}

#[test]
#[cfg(unix)]
fn ctrl_c_prints_what_was_played() {
    let text = interrupted(&["experiment", "seed-minimax", "rules", "--games", "10000000"]);
    assert!(text.contains("| `rules` |") && text.contains("Interrupted: not all games were played."), "{text}");
}

#[test]
fn bad_input_is_named() {
    assert!(complaint(&["experiment", "seed-minimax", "wukong"]).contains("no player is named \"wukong\""));
    assert!(complaint(&["experiment", "seed-minimax", "rules", "--games", "0"]).contains("0 is not in 1.."));
    assert!(complaint(&["experiment", "alchemy"]).contains("alchemy"));
}
