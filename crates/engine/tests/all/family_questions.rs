//! The family of a ruleset is asked in `profile.rs` alone. Other files hold a `Profile`.

use std::fs;
use std::path::{Path, PathBuf};

/// The spellings of the question.
const QUESTIONS: &[&str] = &[
    "is_plain()",
    "has_wilds()",
    "wild_ranks() > 0",
    "wild_ranks() == 0",
    "is_journey()",
    "is_printed()",
    "own_rules.is_some()",
];

/// The file that may ask.
const MAY_ASK: &str = "crates/engine/src/profile.rs";

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension() == Some("rs".as_ref()) {
            found.push(path);
        }
    }
}

#[test]
fn the_profile_alone_asks_for_the_family() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["crates/engine/src", "crates/lab/src"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        let asks = QUESTIONS.iter().find(|question| text.contains(**question));
        assert!(asks.is_none() || name == MAY_ASK, "{name} asks {}: ask the profile", asks.unwrap_or(&""));
    }
}
