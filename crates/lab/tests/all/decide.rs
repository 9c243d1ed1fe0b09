//! `lab decide` as a script sees it, and `lab replay`, whose exit code tells whether the decision was the same.

use super::shell::{lab, run_for_error, run_lab};

/// Checks that the command prints lines with these beginnings, in this order.
fn check(args: &[&str], expected: &[&str]) {
    let text = run_lab(&[&["decide"], args].concat(), "");
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
}

#[test]
fn explain_shows_skipped_rows_and_the_win_path() {
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
fn the_help_names_the_keys_of_a_position() {
    let help = run_lab(&["decide", "--help"], "");
    let error = run_for_error(&["decide", "mood=good"]);
    let keys = error.split_once("there are ").expect("the error names them").1;
    for key in keys.split_whitespace() {
        assert!(help.contains(key), "{key} is not in:\n{help}");
    }
}

/// Solving these deals takes many positions; without time the strategy tables decide.
#[test]
fn with_a_spent_budget_the_strategies_decide() {
    let view = "me=up hand=45778899TTJJQQKA2 left=5,4,17 standing=landlord:34567 \
        played=3444567788KK2XD/335566699JK22/ bottom=4AX";
    for (budget_ms, expected) in [
        ("3600000", ["action      play 89TJQ", "reason      fewer-turns (solver)"]),
        ("0", ["action      play 789TJ", "reason      fewer-turns (rules)"]),
    ] {
        check(&["--persona", "skilled:noise=0", "--budget-ms", budget_ms, view], &expected);
    }
}

/// With the objective of wins, a search reports shares of won deals.
#[test]
fn searched_values_are_shares_of_deals() {
    let view = ["me=up", "hand=34456778TTQKA22XD", "bottom=39K", "plays=5,8"];
    let text = run_lab(&[&["decide", "--persona", "expert:search-worlds=8,objective=wins"], &view[..]].concat(), "");
    assert!(text.contains(" (search)\n"), "{text}");
    let line = text.lines().find(|line| line.starts_with("candidates")).expect("it weighed plays");
    let value = line.rsplit(' ').next().and_then(|value| value.strip_suffix('%')).expect("a share");
    assert!(value.parse().is_ok_and(|value: f64| (0.0..=100.0).contains(&value)), "{line}");
}

const VIEW: &str = "me=up hand=3344JJ left=5,4,6 standing=landlord:99";

fn replay(args: &[&str], input: &str) -> (Option<i32>, String) {
    let output = lab(&[&["replay"], args].concat(), input);
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

fn log_line(persona: &str, action: &str) -> String {
    format!(
        "2026-11-20T14:00:00Z INFO decided persona={persona} seed=3 worlds=0 nodes=0 view=\"{VIEW}\" action={action}"
    )
}

#[test]
fn a_replay_agrees_or_ends_with_exit_code_1() {
    let (code, text) = replay(&[&log_line("rules", "JJ")], "");
    assert_eq!(code, Some(0), "{text}");
    for words in
        ["action      play JJ (pair)", "settled     normal", "logged      worlds 0, nodes 0", "agrees      play JJ"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let (code, text) = replay(&[&log_line("rules", "pass")], "");
    assert_eq!(code, Some(1));
    assert!(text.contains("DISAGREES   the log says pass, the replay says play JJ (pair)"), "{text}");
}

#[test]
fn a_logged_decision_may_come_as_separate_words() {
    let view = format!("view={VIEW}");
    assert_eq!(replay(&["persona=rules", "seed=0x3", &view, "action=JJ"], "").0, Some(0));
}

/// Forms that the service writes for actions before the first play, and a call as people write it.
#[test]
fn actions_are_read_with_and_without_their_kind() {
    let (strong, found) =
        ("me=first hand=3344556TJQKAA22XD calls=", "me=first hand=334455667TTJJQQKK222 calls=3 bottom=222");
    let forms = [
        ("classic", strong, "3", "no"),
        ("classic", strong, "call:3", "call:no"),
        ("classic,auction=call-rob", strong, "call:call", "call:no"),
        ("journey", strong, "call:take", "call:no"),
        ("classic,doubling=double", found, "raise:2", "raise:1"),
        ("classic,open-hand=yes", found, "show:no", "show:yes"),
    ];
    for (rules, view, action, other) in forms {
        let line =
            |action: &str| format!("replay rpc=Bid persona=rules seed=5 view=\"rules={rules} {view}\" action={action}");
        for (action, code) in [(action, 0), (other, 1)] {
            let line = line(action);
            let (found, text) = replay(&[&line], "");
            assert_eq!(found, Some(code), "{line}: {text}");
            let fields = format!(r#""persona":"rules","seed":"5","view":"rules={rules} {view}","action":"{action}""#);
            let json = format!(r#"{{"target":"replay",{fields}}}"#);
            assert_eq!(replay(&["-", "--quiet"], &json).0, Some(code), "{json}");
        }
        let error = run_for_error(&["replay", &line("call:many")]);
        assert!(error.contains("action is \"call:many\": it is no"), "{error}");
    }
}

#[test]
fn a_log_is_read_from_standard_input() {
    // A request in a log is no decision.
    let greeting =
        r#"  curl -d '{"view": {"ruleset": "classic"}, "options": {"persona": "rules"}}' http://127.0.0.1:50051"#;
    let log = format!("{greeting}\n{}\n{}\nbye\n", log_line("rules", "JJ"), log_line("casual:noise=0", "44"));
    let (code, text) = replay(&["-", "--quiet"], &log);
    assert_eq!(code, Some(1));
    assert!(text.ends_with("\n1 of 2 decisions agree, 2 other lines\n"), "{text}");
    assert_eq!(replay(&["-", "--quiet"], &log_line("rules", "JJ")).0, Some(0));
}

#[test]
fn a_bad_line_of_a_log_is_named() {
    let swap = |from: &str, to: &str| log_line("rules", "JJ").replace(from, to);
    for (line, sentence) in [
        (swap("persona=rules", ""), "it has no persona="),
        (swap("view=", "sight="), "it has no view="),
        (swap("seed=3", "seed=x"), "seed is \"x\", which is no whole number"),
        (swap("worlds=0", "worlds=many"), "worlds is \"many\", which is no whole number"),
        (swap("persona=rules", "persona=wukong"), "no persona is named \"wukong\""),
        (swap("action=JJ", "action=QQ?"), "action is \"QQ?\": character 3: '?' is no card"),
        (swap("left=5,4,6", "left=5,4,7"), "view: up holds 6 cards but is counted with 7"),
        (swap("hand=", "hand=99999"), "a deck has no more than 4 9"),
        (swap("standing", "turn=down standing"), "view: it is not the turn of"),
        (swap("landlord:99\"", "landlord:99"), "a quote opens and does not close"),
        (String::from("{\"seed\":"), "it begins like JSON and is none"),
    ] {
        let error = run_for_error(&["replay", &line]);
        assert_eq!(error.matches(sentence).count(), 1, "{line}: {error}");
    }
}
