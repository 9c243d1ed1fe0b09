//! `lab legal` as a script sees it: text in, text out, exit code 2 and a sentence for bad input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn lab(args: &[&str], input: &str) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = command.expect("the binary was built for this test");
    // A command that refuses its arguments ends before it reads; the broken pipe says so.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn check(args: &[&str], input: &str, expected: &str) {
    let output = lab(args, input);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

fn check_refused(args: &[&str], input: &str, sentence: &str) {
    let output = lab(args, input);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(sentence), "{error}");
}

#[test]
fn a_lead_lists_every_combo() {
    check(&["legal", "--ruleset", "classic", "--hand", "3 3 3 4"], "", "3\n4\n33\n333\n3334\n");
}

#[test]
fn wild_ranks_are_told() {
    check(&["legal", "--ruleset", "laizi", "--wilds", "7", "--hand", "447"], "", "4\n7\n44\n47\n447\n");
    let on = ["legal", "--ruleset", "laizi-tiandi", "--wilds", "7,9", "--hand", "4447", "--standing", "3338"];
    check(&on, "", "pass\n4447\n4447~4444\n");
    check_refused(
        &["legal", "--ruleset", "laizi", "--hand", "447"],
        "",
        "--wilds: wild ranks told: 0; in ruleset laizi their number is 1",
    );
    check_refused(
        &["legal", "--wilds", "7", "--hand", "447"],
        "",
        "7 cannot be shown as wild: in ruleset classic the number of wild ranks is 0",
    );
    check_refused(&["legal", "--ruleset", "laizi", "--wilds", "Z", "--hand", "447"], "", "\"Z\" is not a rank");
}

#[test]
fn a_follower_may_pass() {
    check(&["legal", "--hand", "8888TT", "--standing", "34567"], "", "pass\n8888\n");
    check(&["legal", "--hand", "345", "--standing", "XD"], "", "pass\n");
}

#[test]
fn overrides_count() {
    let args = ["legal", "--ruleset", "classic shuttle=yes", "--hand", "44445555", "--standing", "33334444"];
    check(
        &args,
        "",
        "pass
44445555
4444
5555
",
    );
}

#[test]
fn the_standing_reading_can_be_said() {
    let args = ["legal", "--ruleset", "douzero", "--hand", "555666777888", "--standing"];
    check(&[&args[..], &["444555666777"]].concat(), "", "pass\n555666777888\n");
    check(&[&args[..], &["555666777+888"]].concat(), "", "pass\n555666777888\n");
}

#[test]
fn a_batch_answers_line_by_line() {
    check(&["legal", "--batch", "-"], "334\t\n44\t33\n\n345\tXD\n", "334\t\t3 4 33\n44\t33\tpass 44\n345\tXD\tpass\n");
}

#[test]
fn bad_input_is_named() {
    check_refused(&["legal", "--hand", "33Z"], "", "character 3: 'Z' is no card");
    check_refused(&["legal", "--hand", "33333"], "", "character 5: a deck has no more than 4 3");
    check_refused(&["legal", "--hand", "3", "--standing", "34"], "", "--standing: 34 is no combo in ruleset classic");
    check_refused(&["legal", "--hand", "3", "--standing", ""], "", "--standing: no card is given");
    check_refused(&["legal", "--hand", ""], "", "who has no card left has won");
    check_refused(&["legal", "--ruleset", "poker", "--hand", "3"], "", "no ruleset is named \"poker\"");
    check_refused(&["legal", "--ruleset", "classic wing-copies=9", "--hand", "3"], "", "it may be 1, 2, 3, 4");
    check_refused(&["legal", "--batch", "-"], "3\t\n3\t3?\n", "- line 2: standing: character 2: '?' is no card");
    check_refused(&["legal", "--batch", "/nowhere/hands.tsv"], "", "/nowhere/hands.tsv");
    check_refused(&["legal"], "", "--hand");
}

#[test]
fn without_a_command_it_introduces_itself() {
    let output = lab(&[], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("legal"));
}
