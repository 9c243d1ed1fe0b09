//! The crates that each crate may depend on. The test reads the manifests as text.

use std::fs;
use std::path::{Path, PathBuf};

/// Our crates, and for each the crates of ours that it may know. A new crate starts with a row.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("engine", &["rules"]),
    // The messages, and their closed sets as types of `rules`.
    ("wire", &["rules"]),
    // The browser table is a client of the public API: it knows no crate of ours.
    ("web", &[]),
    // A hand as a caller tells it.
    ("game", &["wire", "rules"]),
    ("server", &["wire", "web", "engine", "game", "rules"]),
    ("lab", &["engine", "rules"]),
    ("load", &["wire", "rules"]),
    // A client of the service that reads positions of other programs.
    ("bridge", &["wire", "rules"]),
];

/// The pure crates, and everything that they may depend on.
const PURE: &[(&str, &[&str])] = &[
    ("rules", &["thiserror"]),
    // fearless_simd compiles the nets' loops for several sorts of processor; what they compute is the same on all of them.
    ("engine", &["fearless_simd", "rules", "thiserror", "toml"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the lines of a manifest's section.
fn section<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != name).skip(1);
    lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Returns the names in a section of dependencies.
fn names<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    section(manifest, name)
        .into_iter()
        .filter_map(|line| Some(line.split_once('=')?.0.split('.').next()?.trim()))
        .collect()
}

fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("the workspace has crates");
    let names = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| root().join("crates").join(name).join("Cargo.toml").exists()).collect();
    names.sort();
    names
}

#[test]
fn crates_know_only_whom_they_may() {
    for name in crates() {
        let row = MAY_KNOW.iter().find(|(known, _)| *known == name);
        let (_, may_know) = row.unwrap_or_else(|| panic!("crates/{name} has no row in MAY_KNOW"));
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        for known in names(&manifest, "[dependencies]") {
            let is_ours = MAY_KNOW.iter().any(|(ours, _)| *ours == known);
            assert!(!is_ours || may_know.contains(&known), "{name} must not know {known}");
        }
    }
}

#[test]
fn pure_crates_depend_on_next_to_nothing() {
    for &(name, may_depend) in PURE {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        for known in names(&manifest, "[dependencies]") {
            assert!(may_depend.contains(&known), "{name} depends on {known}");
        }
        // No other section may add a dependency: for the build, for a target or by a feature.
        for door in ["[build-dependencies]", "[features]", "[target", "[dependencies."] {
            assert!(!manifest.lines().any(|line| line.starts_with(door)), "{name} has {door}");
        }
        let library = read(format!("crates/{name}/src/lib.rs"));
        for lint in ["disallowed_macros", "disallowed_methods", "disallowed_types"] {
            assert!(library.contains(&format!("clippy::{lint}")), "{name} does not deny {lint}");
        }
    }
}

/// clippy reads only the nearest `clippy.toml`, so the pure crates' files must repeat the root's lines.
#[test]
fn nearer_clippy_settings_repeat_the_roots() {
    for (name, _) in PURE {
        let nearer = read(format!("crates/{name}/clippy.toml"));
        for line in read("clippy.toml").lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            assert!(nearer.lines().any(|other| other == line), "crates/{name}/clippy.toml lacks {line:?}");
        }
    }
}

#[test]
fn lints_are_set_once_and_everywhere() {
    let root = read("Cargo.toml");
    assert!(section(&root, "[workspace.lints.rust]").contains(&"unsafe_code = \"forbid\""));
    for name in crates() {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        assert_eq!(section(&manifest, "[lints]"), ["workspace = true"], "{name}");
    }
}
