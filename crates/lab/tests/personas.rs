//! `docs/use/personas.md` shows what `lab personas` prints.

use std::fs;
use std::path::Path;
use std::process::Command;

#[track_caller]
fn check(args: &[&str], page: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(args).output().expect("built for this test");
    let printed = String::from_utf8(output.stdout).expect("text");
    let marker = format!("<!-- lab {} -->\n", args.join(" "));
    let shown = page.split_once(&marker).and_then(|(_, rest)| rest.split_once("<!-- end -->"));
    assert_eq!(shown.map(|shown| shown.0), Some(printed.as_str()), "{marker}");
}

#[test]
fn the_page_shows_the_rows_and_numbers_of_this_build() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/use/personas.md");
    let page = fs::read_to_string(path).expect("the page is there");
    check(&["personas"], &page);
    check(&["personas", "rules"], &page);
}

#[test]
fn nobody_by_that_name_is_said_with_who_there_is() {
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(["personas", "wukong"]).output().expect("built");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    assert!(said.starts_with("lab: no persona is named \"wukong\"; there are beginner, casual,"), "{said}");
}
