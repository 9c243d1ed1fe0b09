//! `thirdseat play` through a pipe: what is typed stands in `tests/play/*.in`, what is seen in `tests/play/*.txt`, to be
//! read by people. `THIRDSEAT_BLESS=1` writes what is seen now, when the companions have learned to play differently.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn play(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_thirdseat"))
        .arg("play")
        .args(args)
        .env_remove("LANG")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    // A game that ends early no longer reads.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("it ends")
}

/// The arguments stand in the script's first line.
fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play");
    let script = fs::read_to_string(folder.join(format!("{name}.in"))).expect(name);
    let (args, typed) = script.split_once('\n').expect("a line of arguments");
    let args: Vec<&str> = args.split('|').map(str::trim).collect();
    let output = play(&args, typed.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = String::from_utf8(output.stdout).expect("the table speaks UTF-8");
    assert!(!seen.contains('\x1b'), "a pipe gets no colour");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var("THIRDSEAT_BLESS").is_ok_and(|value| value == "1") {
        fs::write(path, seen).expect("writable");
        return;
    }
    let expected = fs::read_to_string(path).expect(name);
    for (number, (seen, expected)) in seen.lines().zip(expected.lines()).enumerate() {
        assert_eq!(seen, expected, "{name}.txt, line {}", number + 1);
    }
    assert_eq!(seen.lines().count(), expected.lines().count(), "{name}.txt ends elsewhere");
}

#[test]
fn a_game_with_scores() {
    check("scores");
}

#[test]
fn a_game_with_call_and_rob_doubling_and_open_hand_in_chinese() {
    check("call-rob");
}

#[test]
fn a_game_that_somebody_must_take() {
    check("take-it");
}

#[test]
fn the_end_of_the_input_is_a_goodbye() {
    let output = play(&["--seed", "1"], b"");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("> \nGoodbye.\n"));
}

#[test]
fn lines_that_are_too_long_or_no_text_are_answered() {
    let mut input = vec![b'3'; 100_000];
    input.extend_from_slice(b"\n\xFF\xFE\nquit\n");
    let output = play(&["--seed", "7"], &input);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches(" is no answer here.").count(), 2);
}

#[test]
fn bad_arguments_are_named() {
    for (args, sentence) in [
        (&["--persona", "nobody"][..], "no persona is named \"nobody\"; there are beginner, casual"),
        (&["--persona", "casual", "--persona", "rules", "--persona", "rules"], "two companions sit with you"),
        (&["--ruleset", "poker"], "no ruleset is named \"poker\""),
        (&["--lang", "fr"], "there are en and zh"),
        (&["--pace", "maybe"], "is neither yes nor no"),
        (&["--seed", "seven"], "invalid digit"),
    ] {
        let output = play(args, b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(error.contains(sentence), "{args:?}: {error}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    }
}
