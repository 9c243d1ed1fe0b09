//! `lab decide` as a script sees it.

use super::shell::{check_complaints, complaint, object, printed};
use serde_json::{Value, json};

/// Checks that each line that the command prints starts with one of the expected ones, in their order.
fn check(args: &[&str], expected: &[&str]) {
    let text = printed(&[&["decide"], args].concat(), "");
    let mut lines = text.lines();
    for start in expected {
        assert!(lines.any(|line| line.starts_with(start)), "no line (left) starts with {start:?} in:\n{text}");
    }
}

#[test]
fn a_decision_is_shown_with_its_reason() {
    check(
        &["me=up hand=3344 left=5,4,4 standing=down:JJ"],
        &["action      pass", "reason      cannot-answer", "why ", "think "],
    );
    check(&["me=up", "hand=5", "left=5,4,1"], &["action      play 5 (single)"]);
    check(&["me=first hand=33334444555566667 calls="], &["action      call "]);
}

#[test]
fn it_explains_what_was_skipped_and_how_the_win_goes() {
    let view = "me=landlord hand=34XD left=4,9,4";
    let expected = ["reason      smallest-first", "skipped     one-combo", "settled     win-path", "win path    "];
    check(&["--explain", view], &expected);
}

#[test]
fn the_seed_decides_and_nothing_else() {
    let decide = |seed: &str| {
        printed(&["decide", "--persona", "beginner", "--seed", seed, "me=down hand=34578TTJQKA left=9,11,8"], "")
    };
    let answers: Vec<String> = (0..8).map(|seed| decide(&seed.to_string())).collect();
    assert_eq!(answers[7], decide("7"));
    assert!(answers.iter().any(|answer| answer.lines().next() != answers[0].lines().next()), "{}", answers[0]);
}

#[test]
fn a_position_that_names_no_ruleset_has_that_of_the_option() {
    let position = "me=first hand=33334444555566667 calls=";
    check(&[position], &["action      call 3"]);
    check(&["--ruleset", "journey", position], &["action      call take"]);
    check(&["--ruleset", "classic auction=call-rob", position], &["action      call call"]);
    check(&["--ruleset", "journey", position, "rules=classic"], &["action      call 3"]);
}

#[test]
fn the_help_names_the_keys() {
    let help = printed(&["decide", "--help"], "");
    let error = complaint(&["decide", "mood=good"]);
    let keys = error.split_once("there are ").expect("the error names them").1;
    for key in keys.split_whitespace() {
        assert!(help.contains(key), "{key} is not in:\n{help}");
    }
}

#[test]
fn bad_input_is_named() {
    check_complaints(&[
        (&["decide", "me=up hand=33?"], "VIEW: hand: character 3: '?' is no card"),
        (&["decide", "me=up hand=3344 left=5,4,7"], "VIEW: up holds 4 cards but is counted with 7"),
        (&["decide", "me=up hand=3344 left=5,4,4 turn=down"], "it is not this seat's turn"),
        (&["decide", "me=up hand=3344 left=5,4,4 mood=good"], "\"mood\" is no key"),
        (&["decide", "me=first hand=33"], "calls is missing: me=first is a chair of the auction"),
        (&["decide", "--persona", "wukong", "me=up hand=5 left=5,4,1"], "--persona: no persona is named \"wukong\""),
        (&["decide"], "<VIEW>"),
    ]);
}

/// Solving these deals takes tens of thousands of positions; without time the strategy tables decide.
#[test]
fn a_spent_budget_leaves_it_to_the_tables() {
    let view = "me=up hand=45778899TTJJQQKA2 left=5,4,17 standing=landlord:34567 \
        played=3444567788KK2XD/335566699JK22/ bottom=4AX";
    check(&["--persona", "skilled:noise=0", view], &["action      play 89TJQ", "reason      fewer-turns (solver)"]);
    check(
        &["--persona", "skilled:noise=0", "--budget-ms", "0", view],
        &["action      play 789TJ", "reason      fewer-turns (rules)"],
    );
}

#[test]
fn a_decision_and_its_trace() {
    let view = "me=landlord hand=34XD left=4,9,4";
    let decision = object(&["decide", view]);
    for (key, value) in
        [("reason", "smallest-first"), ("settled_by", "win-path"), ("decider", "rules"), ("unit", "order of wins")]
    {
        assert_eq!(decision[key], value, "{decision}");
    }
    assert_eq!(decision.get("trace"), None, "only --explain tells it");
    let text = printed(&["decide", "--explain", view], "");
    let action = format!("action      play {} ({})", decision["action"], decision["kind"]).replace('"', "");
    assert_eq!(text.lines().next(), Some(action.as_str()));
    let trace = &object(&["decide", "--explain", view])["trace"];
    assert_eq!((&trace["seat"], &trace["rows_skipped"]), (&"landlord".into(), &json!(["one-combo"])), "{trace}");
    let path: Vec<&str> = trace["win_path"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(text.contains(&format!("win path    {}", path.join("  then  "))), "{text}{trace}");
    assert_eq!(object(&["decide", "me=first hand=33334444555566667 calls="])["kind"], Value::Null);
}

/// The values of a search are wins of 1,000 deals, like those of the solver.
#[test]
fn what_was_searched_is_counted_in_deals() {
    let view = ["me=up", "hand=34456778TTQKA22XD", "bottom=39K", "plays=5,8"];
    let args = [&["decide", "--persona", "expert:search-worlds=8,objective=wins"], &view[..]].concat();
    let decision = object(&args);
    assert_eq!((&decision["decider"], &decision["unit"]), (&"search".into(), &"deals of 1000".into()), "{decision}");
    let best = &decision["candidates"][0]["value"];
    assert!(best.as_i64().is_some_and(|value| (0..=1000).contains(&value)), "{decision}");
    let shown = format!("{:.1}%", best.as_f64().expect("a number") / 10.0);
    let text = printed(&args, "");
    let line = text.lines().find(|line| line.starts_with("candidates")).expect("it weighed plays");
    assert!(line.ends_with(&shown), "{line} does not end with {shown}");
}
