//! The modules of the crate stand in an order, and each uses only those above it: a reader who follows an import always goes towards
//! the bottom of the list below, and never in a circle.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, from the ground up.
const ORDER: &[&str] = &[
    "error",
    "config",
    "call",
    "roster",
    "companions",
    "pool",
    "observe",
    "room",
    "state",
    "convert",
    "service",
    "server",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every file below `folder`.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The modules that a text names as `crate::MODULE`, or in the braces of `crate::{…}`.
fn named(text: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    for rest in text.split("crate::").skip(1) {
        assert!(!rest.starts_with('{'), "name one module an import: crate::{}", &rest[..rest.len().min(40)]);
        found.push(&rest[..rest.find(|letter| !is_name(letter)).unwrap_or(rest.len())]);
    }
    found
}

#[test]
fn modules_use_only_those_above_them() {
    let place = |module: &str| ORDER.iter().position(|known| *known == module);
    let (mut all, mut uses) = (Vec::new(), 0);
    files(&source(), &mut all);
    for path in all {
        let inside = path.strip_prefix(source()).unwrap();
        let module = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if ["lib", "bin"].contains(&module) {
            continue;
        }
        let own = place(module).unwrap_or_else(|| panic!("{module} has no place in ORDER"));
        for other in named(&fs::read_to_string(&path).unwrap()) {
            let used = place(other).unwrap_or_else(|| panic!("{} names crate::{other}", inside.display()));
            assert!(used <= own, "{} uses crate::{other}, which stands below it", inside.display());
            uses += usize::from(used < own);
        }
    }
    assert!(uses > 100, "{uses} uses were found");
}

#[test]
fn the_library_lists_them_in_that_order() {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let listed: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(listed, ORDER);
}
