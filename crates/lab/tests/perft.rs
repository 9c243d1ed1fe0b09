//! `lab perft` as a script sees it.

use std::path::Path;
use std::process::{Command, Output};

fn perft(ruleset: &str, text: &str, name: &str) -> Output {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).expect("the folder is there");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(["perft", "--ruleset", ruleset]).arg(file).output().expect("the binary was built for this test")
}

#[test]
fn missing_counts_are_filled_in() {
    let output = perft("classic", "# a small one\nlandlord 34\ndown 5\nup 6\n1 2\n2\n3 4\n", "fill.txt");
    let expected = "landlord 34\ndown 5\nup 6\n1 2\n2 4\n3 4\n\n# 2 counts agree under classic\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn wrong_counts_end_with_code_2() {
    let output = perft("douzero", "landlord 34\ndown 5\nup 6\n1 3\n", "wrong.txt");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 2  # the file says 3"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 1 counts differ under douzero"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wild_ranks_come_from_the_file_or_the_command_line() {
    let output = perft("laizi", "wilds 7\nlandlord 47\ndown 5\nup 6\n1\n", "wild.txt");
    // 4, 7, and 47 as a pair.
    let expected = "wilds 7\nlandlord 47\ndown 5\nup 6\n1 3\n\n# 0 counts agree under laizi\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    let output = perft("laizi", "landlord 47\ndown 5\nup 6\n1\n", "no_wild.txt");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("--wilds: wild ranks told: 0; in ruleset laizi their number is 1"), "{error}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bad_files_are_named_by_line() {
    let output = perft("classic", "landlord 34\ndown 5\nup 6\none 3\n", "bad.txt");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("bad.txt: line 4: \"one\" is neither a seat"), "{error}");
    assert_eq!(output.status.code(), Some(2));
}
