//! Which module may use which. The modules of the crate stand in an order, and a file names only modules that stand above its own in
//! the list below, or its own. Inside a module files may use each other both ways. And only `convert` and `service`
//! name the messages of the service.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules, from the ground up.
const ORDER: &[&str] = &[
    "error",
    "config",
    "call",
    "roster",
    "placement",
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

/// Every file of the crate, by its path below `src`, with its text.
fn sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    files(&source(), &mut all);
    all.sort();
    let inside = |path: &PathBuf| path.strip_prefix(source()).unwrap().to_str().unwrap().to_owned();
    all.iter().map(|path| (inside(path), fs::read_to_string(path).unwrap())).collect()
}

/// The module that a file belongs to; `None` for the library's root and the binary, which are above all.
fn module(path: &str) -> Option<&str> {
    let module = path.split('/').next().unwrap().trim_end_matches(".rs");
    (!["lib", "bin"].contains(&module)).then_some(module)
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    &text[..text.find(|letter| !is_name(letter)).unwrap_or(text.len())]
}

/// The modules that a file names from the root of the crate: `crate::MODULE`, or as many `super::` as its path is long.
fn named<'a>(path: &str, text: &'a str) -> Vec<&'a str> {
    for other_way in ["crate as ", "use crate;", "super as ", "use super;", "extern crate "] {
        assert!(!text.contains(other_way), "{path}: {other_way:?} hides which module is used");
    }
    let mut found = Vec::new();
    let mut add = |root: &str, text: &'a str| {
        for rest in text.split(root).skip(1) {
            assert!(!rest.starts_with(['{', '*']), "{path}: name one module an import: {root}{:.40}", rest);
            found.push(name(rest));
        }
    };
    add("crate::", text);
    // In the tests of a file `super` is the file itself.
    let text = text.split("mod tests {").next().unwrap();
    add(&"super::".repeat(path.matches('/').count() + 1), text);
    found
}

#[test]
fn modules_use_only_those_above_them() {
    let place = |module: &str| ORDER.iter().position(|known| *known == module);
    let mut uses = 0;
    for (path, text) in sources() {
        let Some(module) = module(&path) else { continue };
        let own = place(module).unwrap_or_else(|| panic!("{module} has no place in ORDER"));
        for other in named(&path, &text) {
            let used = place(other).unwrap_or_else(|| panic!("{path} names crate::{other}"));
            assert!(used <= own, "{path} uses crate::{other}, which stands below it");
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

/// The modules that read and write messages: what several groups of calls share, and the groups.
const EDGE: [Option<&str>; 2] = [Some("convert"), Some("service")];

/// The parts of `wire` that are no message of the service: its name and descriptors, JSON by method and its description, the table of
/// reasons, the form that rooms are stored in.
const NO_MESSAGES: [&str; 6] = ["SERVICE_NAME", "DESCRIPTORS", "json", "openapi", "reason", "storage"];

#[test]
fn only_the_edge_names_the_messages_of_the_service() {
    for (path, text) in sources() {
        let module = module(&path);
        if EDGE.contains(&module) {
            continue;
        }
        assert!(!text.contains("use wire as") && !text.contains("use wire;"), "{path}: name what is used of wire");
        for rest in text.split("wire::").skip(1) {
            let Some(messages) = rest.strip_prefix("v1::") else {
                assert!(NO_MESSAGES.contains(&name(rest)), "{path} uses wire::{}", name(rest));
                continue;
            };
            // The generated service is no message.
            if name(messages) == "companion_service_server" {
                continue;
            }
            panic!("{path} names wire::v1::{}: only convert and service may", name(messages));
        }
    }
}
