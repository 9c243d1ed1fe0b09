//! `lab decide` as a script sees it.

use super::shell::{check_complaints, complaint, printed};

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

/// The result of a search is told in deals that are won, as a solved one is.
#[test]
fn what_was_searched_is_counted_in_deals() {
    let view = ["me=up", "hand=34456778TTQKA22XD", "bottom=39K", "plays=5,8"];
    let text = printed(&[&["decide", "--persona", "expert:search-worlds=8,objective=wins"], &view[..]].concat(), "");
    assert!(text.contains(" (search)\n"), "{text}");
    let line = text.lines().find(|line| line.starts_with("candidates")).expect("it weighed plays");
    let value = line.rsplit(' ').next().and_then(|value| value.strip_suffix('%')).expect("a share");
    assert!(value.parse().is_ok_and(|value: f64| (0.0..=100.0).contains(&value)), "{line}");
}
