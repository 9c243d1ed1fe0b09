//! The READMEs of both languages agree, and links and named files exist.

use std::fs;
use std::path::{Path, PathBuf};

use super::shell::root;

fn readme(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the blocks between fences of that language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn both_languages_are_in_step() {
    let (english, chinese) = (readme("README.md"), readme("README.zh-CN.md"));
    // Comments and reasons are in the page's language.
    let commands = |page| -> Vec<String> {
        let blocks = ["console", "sh"].into_iter().flat_map(|language| blocks(page, language));
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

/// Lists every page of the repository, as a path from its root.
fn pages() -> Vec<PathBuf> {
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let mut pages = Vec::new();
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|name| root().join(name)).collect();
    let top = fs::read_dir(root()).expect("the root can be read");
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

/// Returns the text outside of fences, in which nothing is a link or a heading.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// Returns the name by which GitHub links to a heading.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Every link to a page or file of the repository leads to one, and to a heading if it names one.
#[test]
fn links_lead_somewhere() {
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

/// Every file that a page names between backticks exists.
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
                assert!(root().join(path).exists(), "{} names `{path}`", page.display());
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named} files are named");
}
