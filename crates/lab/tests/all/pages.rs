//! Pages: the READMEs of both languages agree, relative links and named files exist, and the output that `docs/develop/lab.md`, the README
//! and pages below `docs/generated` show is what the commands print. Where a line of a block is `…`, the others are found by their first word.
//! `THIRDSEAT_BLESS=1` writes the pages again, except the READMEs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::shell::{LAB_BINARY, TempPath, repo_root, run_lab};

fn read_page(name: &str) -> String {
    let path = repo_root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn code_blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn both_readmes_agree() {
    let (english, chinese) = (read_page("README.md"), read_page("README.zh-CN.md"));
    // Comments are in the page's language.
    let commands = |page| -> Vec<String> {
        let blocks = ["console", "sh"].into_iter().flat_map(|language| code_blocks(page, language));
        blocks
            .flat_map(|block| block.lines().map(|line| line.split("  # ").next().unwrap().trim_end()))
            .map(|line| line.replace(r#", "language": "zh""#, ""))
            .collect()
    };
    assert_eq!(commands(&english), commands(&chinese));
    let headings = |page: &str| page.lines().filter(|line| line.starts_with('#')).count();
    let rows = |page: &str| page.lines().filter(|line| line.starts_with('|')).count();
    assert_eq!((headings(&english), rows(&english)), (headings(&chinese), rows(&chinese)));
}

/// Folders of the repository that hold pages or are named on them.
const FOLDERS: [&str; 9] = ["clients", "config", "crates", "data", "deploy", "docs", "fuzz", "proto", "tools"];

/// Lists the pages in the root and in [`FOLDERS`], except generated ones.
fn pages() -> Vec<PathBuf> {
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let mut pages = Vec::new();
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|name| repo_root().join(name)).collect();
    let top = fs::read_dir(repo_root()).expect("the root can be read");
    pages.extend(top.map(|entry| entry.expect("an entry").path()).filter(|path| is_page(path)));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            let is_built = ["node_modules", "target", "generated"].iter().any(|name| path.ends_with(name));
            if path.is_dir() && !is_built {
                folders.push(path);
            } else if is_page(&path) {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Returns the text outside of fences: inside them are no links and no headings.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// Returns the name by which GitHub links to a heading.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn links_have_targets() {
    let mut links = 0;
    for page in pages() {
        let text = prose(&fs::read_to_string(&page).expect("a page"));
        let folder = page.parent().expect("a page is in a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            assert!(target.exists(), "{} links to {link}", page.display());
            if !heading.is_empty() {
                let target = prose(&fs::read_to_string(&target).expect("a page"));
                let is_there = target.lines().any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(is_there, "{} links to {link}: no such heading", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 100, "{links} links");
}

#[test]
fn named_files_exist() {
    let mut named = 0;
    for page in pages() {
        let text = prose(&fs::read_to_string(&page).expect("a page"));
        for name in text.split('`').skip(1).step_by(2) {
            let path = name.split(' ').next().unwrap_or("");
            let is_pattern = path.contains(['*', '<', '{', '…', ':', '$']) || path.contains("NAME");
            if !is_pattern
                && FOLDERS.iter().any(|folder| path.strip_prefix(folder).is_some_and(|it| it.starts_with('/')))
            {
                assert!(repo_root().join(path).exists(), "{} names `{path}`", page.display());
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named} files are named");
}

fn lab(words: &[&str], folder: &Path) -> String {
    let output = Command::new(LAB_BINARY).args(words).current_dir(folder).output();
    String::from_utf8(output.expect("built for this test").stdout).expect("it prints text")
}

fn without_times(line: &str) -> &str {
    line.split_once(" paired deals, ").map_or(line, |(deals, _)| deals)
}

fn expected_lines(shown: &str, printed: &str) -> Vec<String> {
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
fn the_lab_page_shows_what_the_commands_print() {
    let path = repo_root().join("docs/develop/lab.md");
    let mut page = read_page("docs/develop/lab.md");
    let persona = page.split("```toml\n# ours.toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = TempPath::folder();
    fs::write(folder.join("ours.toml"), persona.expect("the page has a persona")).expect("a file");

    let before = page.clone();
    let mut calls = 0;
    for block in before.split("```text\n$ lab ").skip(1).map(|rest| rest.split("```").next().expect("a fence ends")) {
        let (line, shown) = block.split_once('\n').expect("a command and what it prints");
        let words: Vec<&str> = line.split_whitespace().collect();
        let due = expected_lines(shown, &lab(&words, folder.as_ref()));
        if !shown.lines().map(without_times).eq(due.iter().map(|line| without_times(line))) {
            page = page.replace(block, &format!("{line}\n{}\n", due.join("\n")));
        }
        calls += 1;
    }
    assert!(calls >= 3, "{calls} calls are shown");
    if std::env::var_os("THIRDSEAT_BLESS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    } else {
        assert_eq!(before, page, "run THIRDSEAT_BLESS=1 cargo test -p lab --test all pages");
    }
}

#[test]
fn the_readmes_reasons_are_what_the_lab_says() {
    check_reasons("README.md", "en", "pass");
    check_reasons("README.zh-CN.md", "zh", "不出");
}

/// Checks the reasons in a README; `pass` is its word for a pass.
fn check_reasons(name: &str, lang: &str, pass: &str) {
    let readme = read_page(name);
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

const PROFILES_HEAD: &str = "# Profiles

This page is generated by `lab profile`. Do not edit it.

It says which data decides under each ruleset. There are three families of rulesets: *plain* (printed ranks, answers in kind), *journey* (an
order of its own) and *wild* (wild ranks). *(nearest)*: no data was made for a point of the ruleset, and the nearest family's is used.
`lab profile \"RULESET\"` shows any other ruleset. Nets rank the plays, belief reads hidden cards from acts, bids place a hand among all hands,
the evaluator judges hands for players without nets, rates are the usual habits, cases are recorded hands.

";

fn check_page(name: &str, text: &str) {
    let path = repo_root().join("docs/generated").join(name);
    if std::env::var_os("THIRDSEAT_BLESS").is_some() {
        fs::write(&path, text).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(page, text, "run THIRDSEAT_BLESS=1 cargo test -p lab --test all");
}

#[test]
fn the_profiles_page_is_what_the_lab_prints() {
    check_page("profiles.md", &(PROFILES_HEAD.to_owned() + &run_lab(&["profile"], "")));
}

const TEMPERAMENT_SUFFIXES: [&str; 3] = ["-hesitant", "-patient", "-hasty"];

const PERSONAS_HEAD: &str = "# Personas and their numbers

[中文](personas.zh-CN.md)

This page is generated by `lab personas`. Do not edit it. [Personas](../use/personas.md) explains it.

";
const MATRIX_HEAD: &str = "
## The matrix

The built-in weights: of the shortest combo of each kind, by the band of its height, and the cases in 1,000 in which an enemy covers it.

";
const NUMBERS_HEAD: &str = "
## Numbers

Numbers of the first table exist for each seat, the others for the persona. Card values are in quarter points.

";

fn row_name(row: &str) -> Option<&str> {
    row.split('`').nth(1)
}

/// Returns some columns of the table of the personas of standard temperament.
fn personas_table() -> String {
    let printed = run_lab(&["personas"], "");
    let base = |row: &str| {
        let name = row_name(row)?;
        TEMPERAMENT_SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix)).map(str::to_owned)
    };
    let (tempered, standard): (Vec<&str>, Vec<&str>) = printed.lines().partition(|row| base(row).is_some());
    let names: Vec<&str> = standard.iter().filter_map(|row| row_name(row)).collect();
    assert_eq!(tempered.len(), 15);
    for row in tempered {
        assert!(base(row).is_some_and(|base| names.contains(&base.as_str())), "{row}");
    }
    let short = |row: &&str| {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        format!("| {} |\n", [0, 1, 4, 5, 7].map(|at| cells[at]).join(" | "))
    };
    standard.iter().map(short).collect()
}

/// Returns the numbers of seats and personas with their ranges, without one persona's values, then the matrix.
fn numbers_table() -> String {
    let printed = run_lab(&["personas", "rules"], "");
    let without_values = |row: &str| {
        let cells: Vec<&str> = row.split(" | ").collect();
        match cells[..] {
            [name, .., range, about] => [name, &range.replace(" to ", ".."), about].join(" | ") + "\n",
            _ => row.to_owned() + "\n",
        }
    };
    assert!(printed.lines().count() > 40, "{printed}");
    let (numbers, matrix) = printed.split_once("\n| `matrix`").expect("the matrix comes last");
    numbers.lines().map(without_values).chain([MATRIX_HEAD.to_owned(), format!("| `matrix`{matrix}")]).collect()
}

#[test]
fn the_personas_page_is_what_the_lab_prints() {
    check_page("personas.md", &[PERSONAS_HEAD, &personas_table(), NUMBERS_HEAD, &numbers_table()].concat());
}
