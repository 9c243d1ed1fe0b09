//! The output in `docs/develop/lab.md` and in the README is what the commands print. If a block has a line `…`, its other lines are
//! found by their first word. `THIRDSEAT_BLESS=1` writes the page again.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::shell::{LAB, Scrap, root};

/// Runs the lab in a folder. Returns its output.
fn lab(words: &[&str], folder: &Path) -> String {
    let output = Command::new(LAB).args(words).current_dir(folder).output();
    String::from_utf8(output.expect("built for this test").stdout).expect("it prints text")
}

/// Returns a line without the parts that differ from run to run.
fn steady(line: &str) -> &str {
    line.split_once(" paired deals, ").map_or(line, |(deals, _)| deals)
}

/// Picks the lines of the output that a block has to show.
fn due(shown: &str, printed: &str) -> Vec<String> {
    let found = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or("");
        let printed = printed.lines().find(|printed| printed.split_whitespace().next() == Some(word));
        printed.unwrap_or_else(|| panic!("no line begins with {word:?}:\n{printed:?}")).to_owned()
    };
    if shown.lines().any(|line| line == "…") {
        return shown.lines().map(|line| if line == "…" { line.to_owned() } else { found(line) }).collect();
    }
    printed.lines().map(str::to_owned).collect()
}

#[test]
fn the_labs_page_shows_what_commands_print() {
    let path = root().join("docs/develop/lab.md");
    let mut page = fs::read_to_string(&path).expect("the page");
    let persona = page.split("```toml\n# ours.toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = Scrap::folder();
    fs::write(folder.join("ours.toml"), persona.expect("the page has a persona")).expect("a file");

    let before = page.clone();
    let mut calls = 0;
    for block in before.split("```text\n$ lab ").skip(1).map(|rest| rest.split("```").next().expect("a fence ends")) {
        let (line, shown) = block.split_once('\n').expect("a command and what it prints");
        let words: Vec<&str> = line.split_whitespace().collect();
        let due = due(shown, &lab(&words, folder.as_ref()));
        if !shown.lines().map(steady).eq(due.iter().map(|line| steady(line))) {
            page = page.replace(block, &format!("{line}\n{}\n", due.join("\n")));
        }
        calls += 1;
    }
    assert!(calls >= 3, "{calls} calls are shown");
    if std::env::var_os("THIRDSEAT_BLESS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    } else {
        assert_eq!(before, page, "run THIRDSEAT_BLESS=1 cargo test -p lab --test all shown_output");
    }
}

#[test]
fn the_readmes_reasons_are_what_the_lab_says() {
    check_reasons("README.md", "en", "pass");
    check_reasons("README.zh-CN.md", "zh", "不出");
}

/// Checks the reasons in a README; `pass` is its word for a pass.
fn check_reasons(name: &str, lang: &str, pass: &str) {
    let readme = fs::read_to_string(root().join(name)).expect("the page");
    let rows: Vec<&str> = readme.lines().filter(|line| line.starts_with("| `me=")).collect();
    assert!(rows.len() >= 3, "{name} shows {} positions", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let position = cells[0].trim_matches('`').split(' ');
        let words: Vec<&str> = ["decide", "--lang", lang].into_iter().chain(position).collect();
        let printed = lab(&words, Path::new("."));
        let line = |word: &str| {
            let line = printed.lines().find_map(|line| line.strip_prefix(word));
            line.unwrap_or_else(|| panic!("{words:?} prints no {word}:\n{printed}")).trim()
        };
        let play = line("action").trim_start_matches("play ").split(" (").next().map(|play| play.replace("pass", pass));
        assert_eq!((play.as_deref(), line("why")), (Some(cells[1]), cells[2]), "{name}, {}", cells[0]);
    }
}
