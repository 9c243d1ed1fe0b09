//! What the READMEs show is what the commands print, and the two languages show the same.

use std::fs;
use std::path::Path;
use std::process::Command;

const PREFIX: &str = "$ cargo run -q --release -p lab -- ";

fn readme(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The blocks between fences of that language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The words of a shell command; double quotes hold some together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn shown_calls_print_what_is_shown() {
    let page = readme("README.md");
    let mut calls = 0;
    for block in blocks(&page, "console") {
        for call in block.split(PREFIX).skip(1) {
            let (line, shown) = call.split_once('\n').expect("a command and what it prints");
            let output =
                Command::new(env!("CARGO_BIN_EXE_lab")).args(words(line)).output().expect("built for this test");
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8_lossy(&printed), shown, "lab {line}");
            calls += 1;
        }
    }
    assert!(calls >= 5, "{calls} calls are shown");
}

#[test]
fn both_languages_are_in_step() {
    let (english, chinese) = (readme("README.md"), readme("README.zh-CN.md"));
    for language in ["console", "sh"] {
        assert_eq!(blocks(&english, language), blocks(&chinese, language));
    }
    let headings = |page: &str| page.lines().filter(|line| line.starts_with('#')).count();
    let rows = |page: &str| page.lines().filter(|line| line.starts_with('|')).count();
    assert_eq!((headings(&english), rows(&english)), (headings(&chinese), rows(&chinese)));
}

/// Every page that is linked exists.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "docs/develop/architecture.md", "docs/use/rules.md"]
    {
        let folder = Path::new(name).parent().unwrap_or(Path::new(""));
        for link in readme(name).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or("");
            if !file.is_empty() && !link.contains("://") {
                assert!(root.join(folder).join(file).exists(), "{name} links to {link}");
            }
        }
    }
}
