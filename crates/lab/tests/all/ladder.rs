//! `lab ladder` as a script sees it.

use super::shell::{check_complaints, object};
use serde_json::Value;

fn result(args: &[&str]) -> Value {
    let mut result = object(&[&["ladder"], args].concat());
    result.as_object_mut().expect("an object").remove("command");
    result
}

fn row<'a>(result: &'a Value, player: &str) -> &'a Value {
    let rows = result["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["player"] == player).unwrap_or_else(|| panic!("{player} is rated"))
}

#[test]
fn the_order_is_the_strength_and_neither_threads_nor_others_change_a_result() {
    let args = ["random", "rules", "beginner", "--deals", "60", "--deals-of", "random=20", "--seed", "7"];
    let ladder = result(&[&args[..], &["--threads", "1"]].concat());
    let names: Vec<&Value> = ladder["rows"].as_array().expect("rows").iter().map(|row| &row["player"]).collect();
    assert_eq!(names, ["rules", "beginner", "random"]);
    assert_eq!((&row(&ladder, "rules")["elo"], &ladder["anchor"]), (&0.0.into(), &"rules".into()));
    // Slow players play fewer deals.
    assert_eq!((&row(&ladder, "random")["deals"], &row(&ladder, "rules")["deals"]), (&40.0.into(), &80.0.into()));
    let two = result(&["rules", "beginner", "--deals", "60", "--seed", "7", "--threads", "3"]);
    let pair = ladder["pairs"].as_array().expect("pairs").iter().find(|pair| pair["a"] == "rules");
    assert_eq!(pair, two["pairs"].get(0));
}

#[test]
fn strengths_are_rated_and_rise() {
    let result = result(&["--strength", "0,80", "--deals", "60"]);
    let elo = |strength| row(&result, strength)["elo"].as_f64().expect("a number");
    // They are some 280 points apart; the error of the difference is some 30.
    assert!(elo("0") + 100.0 < elo("80"), "{result}");
}

#[test]
fn bad_input_is_named() {
    check_complaints(&[
        (&["ladder", "rules"], "a ladder needs two players, not 1"),
        (&["ladder", "rules", "rules"], "rules stands twice"),
        (&["ladder", "rules", "wukong"], "no player is named \"wukong\""),
        (&["ladder", "rules", "random", "--deals-of", "casual=9"], "--deals-of: casual does not play"),
        (&["ladder", "rules", "random", "--deals-of", "rules=1"], "\"1\" is no number of deals"),
        (&["ladder", "--strength", "0,101"], "strength cannot be 101: it may be 0 to 100"),
        (&["ladder", "--strength", "0,x"], "invalid digit"),
    ]);
}
