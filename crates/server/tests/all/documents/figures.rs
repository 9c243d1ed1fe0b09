//! Checks figures of both READMEs against docs/measured.md, versions against the manifests, and defaults against the lab's commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::repo_root;

fn page(name: &str) -> String {
    fs::read_to_string(repo_root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let rest = text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no heading {heading}")).1;
    rest.split("\n## ").next().unwrap()
}

fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| line.starts_with('|'));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn row_of<'a>(rows: &'a [Vec<&'a str>], player: &str) -> &'a [&'a str] {
    let found = rows.iter().find(|row| row[0] == player);
    found.unwrap_or_else(|| panic!("{player} is not measured"))
}

/// Returns a share as a README writes it: `53.4%` for `.534 ± .005`.
fn percent(cell: &str) -> String {
    let share: f64 = cell.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{cell} is no share"));
    format!("{:.1}%", 100.0 * share)
}

/// Returns the bench number and the date that a section names first, as `bench 7372946, 2026-11-25`.
fn bench_and_date(section: &str) -> &str {
    let from = section.find("bench ").expect("a section names its bench number");
    let stamp = section[from..].split(['.', ';']).next().unwrap();
    let (_, date) = stamp.split_once(", ").unwrap_or_else(|| panic!("{stamp} has no date"));
    assert!(date.len() == 10 && date.starts_with("20"), "{stamp} has no date");
    stamp
}

#[test]
fn readmes_have_the_measured_figures() {
    let strength = page("docs/measured.md");
    let (douzero, times) = (section(&strength, "Against DouZero"), section(&strength, "Time a turn"));
    let (of_douzero, of_times, stamp) = (rows(douzero), rows(times), bench_and_date(douzero));

    for (name, heading) in [("README.md", "How strong"), ("README.zh-CN.md", "水平如何")] {
        let readme = page(name);
        let part = section(&readme, heading);
        let same_stamp = part.replace('，', ", ").contains(stamp);
        assert!(same_stamp, "{name} has to say of its table: {stamp}");
        let shown: Vec<_> = rows(part).into_iter().filter(|row| row[0].starts_with('`')).collect();
        assert!(shown.len() >= 4, "{name} shows {} players", shown.len());
        for row in &shown {
            let player = &row[0][..=row[0].rfind('`').unwrap()];
            let (measured, time) = (row_of(&of_douzero, player), row_of(&of_times, player));
            let score = measured[2].split(' ').next().unwrap();
            assert_eq!(row[1..], [&percent(measured[1]), score, time[1], time[2]], "{name}, {player}");
        }
        let first_screen = readme.split("\n## ").next().unwrap();
        let (best, time) = (percent(row_of(&of_douzero, "`expert`")[1]), row_of(&of_times, "`expert`"));
        for figure in [&best, time[1], time[2]] {
            assert!(first_screen.contains(figure), "{name} begins with the wins and the times of expert: {figure}");
        }
    }
}

/// Returns the number after a text in a file, with its dots.
fn number_after(name: &str, text: &str) -> String {
    let page = page(name);
    let rest = page.split_once(text).unwrap_or_else(|| panic!("{name} has no {text}")).1;
    rest.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect()
}

#[test]
fn first_pages_name_the_versions_of_the_manifests() {
    let rust = format!("Rust {} ", number_after("Cargo.toml", "rust-version = \""));
    let go = number_after("clients/go/go.mod", "\ngo ");
    let needs = [
        rust.clone(),
        format!("Python {}", number_after("clients/python/pyproject.toml", "requires-python = \">=")),
        format!("Go {}", go.trim_end_matches(".0")),
        format!("Node {}", number_after("clients/typescript/package.json", "\"node\": \">=")),
        format!("Java {}", number_after("clients/java/pom.xml", "<maven.compiler.release>")),
    ];
    for name in ["docs/use/quickstart.md", "docs/use/quickstart.zh-CN.md"] {
        let lacking: Vec<_> = needs.iter().filter(|need| !page(name).contains(need.as_str())).collect();
        assert!(lacking.is_empty(), "{name} does not name {lacking:?}");
    }
    let version = number_after("Cargo.toml", "\nversion = \"");
    for name in ["README.md", "README.zh-CN.md"] {
        let page = page(name);
        assert!(page.contains(&rust) && page.contains(&version), "{name} does not name {rust}and {version}");
    }
}

/// Collects the options that have a `default_value_t`, as `rounds 1000`, out of the sources below a folder.
fn read_defaults(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_defaults(&path, found);
            continue;
        }
        let mut default = None;
        for line in fs::read_to_string(&path).unwrap().lines().map(str::trim) {
            if let Some((_, rest)) = line.split_once("default_value_t = ") {
                default = rest
                    .split([',', ')'])
                    .next()
                    .map(|number| number.replace('_', "").trim_end_matches(".0").to_owned());
            } else if let Some((field, _)) = line.split_once(": ").filter(|_| !line.starts_with(['/', '#'])) {
                let name = field.rsplit(' ').next().unwrap().replace('_', "-");
                found.extend(default.take().map(|number| format!("{name} {number}")));
            }
        }
    }
}

/// A page writes a default as (`--confirm`, 20,000).
#[test]
fn named_defaults_of_the_lab_are_right() {
    let mut defaults = BTreeSet::new();
    read_defaults(&super::repo_root().join("crates/lab/src"), &mut defaults);
    let mut seen = 0;
    for name in ["docs/develop/lab.md", "docs/develop/engine.md"] {
        for part in page(name).split("(`--").skip(1) {
            let Some((option, rest)) = part.split_once("`, ") else { continue };
            let number: String = rest.chars().take_while(|&letter| letter.is_ascii_digit() || letter == ',').collect();
            if number.is_empty() || !option.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') {
                continue;
            }
            let said = format!("{option} {}", number.replace(',', ""));
            assert!(defaults.contains(&said), "{name} says that the default of --{option} is {number}: {defaults:?}");
            seen += 1;
        }
    }
    assert!(seen >= 3, "{seen} defaults are named");
}
