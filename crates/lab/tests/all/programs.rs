//! `lab match` with faulty programs, and with our own bot. After Ctrl-C a command says so, and ends with exit code 130.

use std::fs;

use super::shell::{LAB_BINARY, TempPath, interrupt_lab, lab, record_match, run_for_json};
use rules::Table;
use serde_json::Value;

/// Returns a program that gives every question this answer, with `ID` replaced by the question's number.
fn fixed_answer_program(answer: &str) -> String {
    format!(r#"sed -u 's/.*"id":\([0-9]*\).*/{}/'"#, answer.replace("ID", r"\1"))
}

fn match_args<'a>(program: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "rules", program, "--ruleset", "douzero"], more].concat()
}

fn check_fault(program: &str, more: &[&str], sentence: &str) {
    let output = lab(&match_args(&format!("cmd:{program}"), &[&["--deals", "50"], more].concat()), "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{program}: {error}");
    assert!(error.contains(sentence), "{program}: {error}");
    assert!(error.contains("hand of deal "), "{program}: {error}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("paired deals of 50, interrupted"), "{program}: {printed}");
}

#[test]
fn a_program_that_ends_is_reported_with_its_last_words() {
    check_fault("true", &[], "it ended (exit status: 0)");
    check_fault("echo good-bye >&2; exit 7", &[], "it ended (exit status: 7); its last words:\n  good-bye");
    // The last lines come after the end of the shell.
    let late = "(sleep 0.2; echo late >&2) >&- & exit 7";
    check_fault(late, &[], "it ended (exit status: 7); its last words:\n  late");
    check_fault("no-such-program-anywhere", &[], "exit status: 127");
    check_fault("kill -9 $$", &[], "signal: 9");
    check_fault("head -n 3 | sed 's/.*/junk/'; exit 3", &[], "it ended (exit status: 3)");
}

#[test]
fn a_program_that_answers_nothing_does_not_hang_the_match() {
    let impatient = &["--reply-limit", "0.5"];
    check_fault("sleep 60", impatient, "it answered nothing for 0.5 s");
    check_fault("exec >&-; sleep 60", &[], "it closed its output");
    // The program echoes lines with numbers but without an action.
    check_fault("cat", impatient, "it answered nothing for 0.5 s");
    // The program answers, but with a wrong number.
    check_fault(&fixed_answer_program(r#"{"id":987654321,"action":[]}"#), impatient, "it answered nothing for 0.5 s");
}

#[test]
fn deals_that_were_finished_count_when_a_program_ends() {
    let program = format!("cmd:{LAB_BINARY} bot --persona rules | sed -u 1600q");
    let options = ["--deals", "200", "--threads", "1", "--json"];
    let output = lab(&match_args(&program, &options), "");
    assert_eq!(output.status.code(), Some(2));
    let result: Value = serde_json::from_slice(&output.stdout).expect("--json prints JSON");
    // Some deals are still under way at the end.
    assert!(result["deals"].as_u64() >= Some(20), "{result}");
    assert_eq!(result["partial"], true, "{result}");
}

#[test]
fn a_program_that_writes_too_much_is_reported() {
    check_fault("yes", &[], "it wrote 100 lines in a row that answer nothing, such as \"y\"");
    check_fault("yes | tr -d '\\n'", &[], "it wrote a line of more than 65536 bytes that starts with \"yyy");
    check_fault("cat /dev/zero", &[], "it wrote a line of more than");
}

#[test]
fn an_illegal_answer_is_counted_and_replaced() {
    // Illegal answers: no combo, no list of cards, no card, and an error.
    let program = format!("cmd:{}", fixed_answer_program(r#"{"id":ID,"action":[3,4]}"#));
    for other in [r#"{"id":ID,"action":"pass"}"#, r#"{"id":ID,"action":[99]}"#, r#"{"id":ID,"error":"I resign"}"#] {
        let cmd = format!("cmd:{}", fixed_answer_program(other));
        assert!(run_for_json(&match_args(&cmd, &["--deals", "2"]))["illegal_answers"].as_u64() > Some(20), "{other}");
    }
    let result = run_for_json(&match_args(&program, &["--deals", "20"]));
    assert_eq!(result["deals"], 20);
    assert!(result["illegal_answers"].as_u64() > Some(200), "{result}");
    assert!(result["both"]["value"].as_f64() > Some(0.9), "{result}");
}

#[test]
fn our_bot_plays_the_same_behind_a_pipe() {
    let program = format!("cmd:\"{LAB_BINARY} bot --persona rules\"");
    let sum = |players: [&str; 2], more: &[&str]| -> Value {
        let options = ["--deals", "24", "--ruleset", "douzero", "--seed", "8"];
        let mut result = run_for_json(&[&["match"], &players[..], &options[..], more].concat());
        for key in ["seconds", "hands_per_second", "a", "b"] {
            result.as_object_mut().expect("an object").remove(key);
        }
        result
    };
    let home = sum(["beginner", "rules"], &[]);
    for more in [&["--threads", "1"][..], &["--threads", "2"]] {
        assert_eq!(sum(["beginner", &program], more), home, "{more:?}");
    }
    assert_eq!(sum([&program, &program], &[])["both"]["value"], 0.5);
}

/// Writes the same hands many times, more than can be reviewed before Ctrl-C.
fn record_many_hands(times: usize) -> TempPath {
    let hands = record_match(["rules", "casual"], &["--deals", "20"]);
    fs::write(&hands, hands.text().repeat(times)).expect("a file");
    hands
}

#[test]
fn an_interrupted_match_records_whole_hands() {
    let hands = TempPath::new();
    let text = interrupt_lab(&["match", "greedy", "greedy", "--deals", "100000000", "--record", hands.path()]);
    assert!(text.contains("of 100000000, interrupted"), "{text}");
    assert!(hands.text().lines().skip(1).all(|line| line.parse::<Table>().is_ok()), "whole lines only");
}

#[test]
fn an_interrupted_tune_prints_its_section() {
    let text = interrupt_lab(&["tune", "--rounds", "1000000"]);
    assert!(text.contains("[rules-tuned]\nbase = \"rules\"") && text.contains("), interrupted\n"), "{text}");
}

#[test]
fn an_interrupted_bench_prints_no_number() {
    let text = interrupt_lab(&["bench", "--write"]);
    assert!(text.ends_with("\ninterrupted: the number is known at the end\n"), "{text}");
}

#[test]
fn an_interrupted_solve_has_no_winner() {
    let deal =
        ["--landlord", "33445777899TJJQQKKAD", "--peasant", "344556789TTKA2222", "--peasant2", "35666889TJJQQKAAX"];
    let text = interrupt_lab(&[&["solve"], &deal[..]].concat());
    assert!(text.starts_with("winner      unknown\n") && text.contains("stopped     the solve was halted"), "{text}");
}

#[test]
fn an_interrupted_review_covers_the_first_hands() {
    let hands = record_many_hands(2000);
    let text = interrupt_lab(&["review", hands.path(), "--worst", "0"]);
    assert!(text.contains(" hands of 80000, interrupted, "), "{text}");
}

#[test]
fn an_interrupted_growth_keeps_the_old_tree() {
    let file = TempPath::file("kept");
    let text = interrupt_lab(&["grow-cases", "--hands", "10000000", "--write", file.path()]);
    assert!(text.ends_with("interrupted: the tree is grown from all hands or not at all\n"), "{text}");
    assert_eq!(file.text(), "kept");
}
