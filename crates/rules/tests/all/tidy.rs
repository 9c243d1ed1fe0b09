//! House rules that a compiler does not check. Manifests are read as text.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a source file, tests excluded.
const LINES_MAX: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn crate_names() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("the workspace has crates");
    let names = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| root().join("crates").join(name).join("Cargo.toml").exists()).collect();
    names.sort();
    names
}

/// Folders of generated, fetched or built files.
const FOREIGN_FOLDERS: [&str; 10] = [
    "target",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "gen",
    "generated",
    "thirdseatv1",
    "corpus",
    "artifacts",
];

/// Lists the files under a folder, except foreign folders, in a fixed order.
fn own_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("readable").path()) {
        if !path.is_dir() {
            files.push(path);
        } else if !FOREIGN_FOLDERS.iter().any(|foreign| path.ends_with(foreign)) {
            files.extend(self::own_files(&path));
        }
    }
    files.sort();
    files
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    own_files(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]\nmod ").next().expect("a split has a first part")
}

#[test]
fn files_are_short() {
    let sources = crate_names().into_iter().map(|name| root().join("crates").join(name).join("src"));
    let files: Vec<PathBuf> = sources.flat_map(|folder| rust_files(&folder)).collect();
    assert!(files.len() > 200, "{} files", files.len());
    for path in files.iter().filter(|path| !path.ends_with("tests.rs")) {
        let text = read(path);
        let lines = without_tests(&text).lines().count();
        assert!(lines <= LINES_MAX, "{}: {lines} lines, at most {LINES_MAX}: split it", path.display());
    }
}

/// Words with which few comment lines may open.
const QUESTION_WORDS: [&str; 9] = ["What", "Who", "Whose", "Whether", "Which", "Why", "How", "That", "On which"];
/// The share of an area's comment lines that may open with such a word, in percent.
const QUESTIONS_PERCENT_MAX: usize = 2;
/// Further areas, each with a lower bound of its comment lines.
const COMMENT_AREAS: [(&str, usize); 7] = [
    ("proto", 600),
    ("crates/wire/storage", 70),
    ("clients", 400),
    ("config", 50),
    ("deploy", 80),
    ("fuzz", 20),
    ("tools", 40),
];
/// The signs that open a comment line, by the ending of the file.
const COMMENT_SIGNS: [(&str, &[&str]); 13] = [
    ("rs", &["//"]),
    ("proto", &["//"]),
    ("go", &["//"]),
    ("ts", &["//", "/*", "*"]),
    ("js", &["//", "/*", "*"]),
    ("mjs", &["//", "/*", "*"]),
    ("java", &["//", "/*", "*"]),
    ("py", &["#", "\"\"\""]),
    ("sh", &["#"]),
    ("toml", &["#"]),
    ("yaml", &["#"]),
    ("yml", &["#"]),
    ("tpl", &["{{/*"]),
];

/// Returns the text of a comment line; `None` for other lines and for an empty comment.
fn comment_text<'a>(line: &'a str, signs: &[&str]) -> Option<&'a str> {
    let line = line.trim_start();
    let text = signs.iter().find_map(|sign| line.strip_prefix(sign))?.trim_start_matches(['/', '!', '*', '#']).trim();
    (!text.is_empty()).then_some(text)
}

fn opens_with_a_question(comment: &str) -> bool {
    QUESTION_WORDS.iter().any(|word| {
        comment.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric()))
    })
}

/// Asserts that few comment lines of a folder open with a question word; returns the number of comment lines.
fn check_comments(folder: &Path) -> usize {
    let (mut lines, mut questions) = (0, Vec::new());
    for path in own_files(folder) {
        let ending = path.extension().unwrap_or_default();
        let Some((_, signs)) = COMMENT_SIGNS.iter().find(|(language, _)| ending == *language) else { continue };
        let text = read(&path);
        for (number, line) in text.lines().enumerate() {
            let Some(comment) = comment_text(line, signs) else { continue };
            lines += 1;
            if opens_with_a_question(comment) {
                questions.push(format!("{}:{}: {comment}", path.display(), number + 1));
            }
        }
    }
    let allowed = lines * QUESTIONS_PERCENT_MAX / 100;
    assert!(questions.len() <= allowed, "at most {allowed} comments may ask:\n{}", questions.join("\n"));
    lines
}

#[test]
fn comments_open_with_their_subject() {
    let in_crates: usize = crate_names().iter().map(|name| check_comments(&root().join("crates").join(name))).sum();
    assert!(in_crates > 5000, "{in_crates} comment lines in crates");
    for (area, lines_min) in COMMENT_AREAS {
        let lines = check_comments(&root().join(area));
        assert!(lines >= lines_min, "{area}: {lines} comment lines");
    }
}

#[test]
fn question_words_at_the_start_of_comments_are_found() {
    let signs = |ending| COMMENT_SIGNS.iter().find(|(language, _)| *language == ending).expect("a known ending").1;
    let asks = |line| comment_text(line, signs("rs")).is_some_and(opens_with_a_question);
    assert!(asks("    /// What stands.") && asks("//! How many.") && asks("// On which side it lies."));
    assert!(!asks("/// Whatever stands.") && !asks("let what = 1;") && !asks("/// True if it stands: What else?"));
    let asks_in = |ending, line| comment_text(line, signs(ending)).is_some_and(opens_with_a_question);
    assert!(
        asks_in("java", "  /** Why it stands. */")
            && asks_in("ts", "   * Which stands.")
            && asks_in("mjs", "// How it stands.")
            && asks_in("py", "# Who asks.")
    );
    assert!(asks_in("py", "    \"\"\"Whether it stands.\"\"\"") && !asks_in("toml", "what = 1  # What stands."));
}

fn listed_modules(library: &str) -> Vec<&str> {
    let names =
        library.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    names.collect()
}

fn imported_modules(text: &str) -> Vec<&str> {
    let code = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    paths
        .map(|path| path.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_').next().unwrap_or(""))
        .collect()
}

/// Inside a module files may use each other both ways.
#[test]
fn modules_import_only_those_listed_before_them() {
    for name in ["engine", "server"] {
        let folder = root().join("crates").join(name).join("src");
        let library = read(folder.join("lib.rs"));
        let modules = listed_modules(&library);
        assert!(modules.len() > 8, "{modules:?}");
        let mut checked = 0;
        for path in rust_files(&folder) {
            let inside = path.strip_prefix(&folder).expect("listed there");
            let first = inside.components().next().expect("a path has parts").as_os_str().to_string_lossy();
            let own = first.trim_end_matches(".rs");
            let Some(place) = modules.iter().position(|module| *module == own) else { continue };
            let text = read(&path);
            if path.ends_with("tests.rs") {
                continue;
            }
            for named in imported_modules(without_tests(&text)) {
                let known = modules.iter().position(|module| *module == named);
                assert!(
                    known.is_none_or(|known| known <= place),
                    "{} of {name} names crate::{named}, which lib.rs lists after {own}",
                    inside.display()
                );
                checked += usize::from(known.is_some());
            }
        }
        assert!(checked > 100, "{checked} imports of {name} were checked");
    }
}

#[test]
fn module_names_are_read_from_source_text() {
    let text = "use crate::hand::split;\n// use crate::search::race;\nlet x = crate::decide::Limits::of();\n";
    assert_eq!(imported_modules(text), ["hand", "decide"]);
    assert_eq!(listed_modules("pub mod hand;\nmod net;\npub use net::Weights;\n"), ["hand", "net"]);
    assert_eq!(without_tests("code\n#[cfg(test)]\nmod tests {\n").lines().count(), 1);
}

/// The parts of `wire` that are no message of the service.
const NON_MESSAGES: [&str; 6] =
    ["SERVICE_NAME", "DESCRIPTORS", "json", "reason", "storage", "v1::companion_service_server"];

/// The edge is `convert`, `service` and the codec of stored rooms.
#[test]
fn only_the_edge_names_the_messages_of_the_service() {
    let folder = root().join("crates/server/src");
    for path in rust_files(&folder) {
        let inside = path.strip_prefix(&folder).expect("listed there").display().to_string();
        let is_edge = ["convert", "service"].contains(&inside.split(['/', '.']).next().unwrap_or(""));
        if is_edge || inside == "room/store/codec.rs" {
            continue;
        }
        let text = read(&path);
        assert!(!text.contains("use wire as") && !text.contains("use wire;"), "{inside}: name what is used of wire");
        for rest in text.split("wire::").skip(1) {
            assert!(NON_MESSAGES.iter().any(|part| rest.starts_with(part)), "{inside} names wire::{rest:.40}");
        }
    }
}

/// A line of the table can be looked up.
#[test]
fn only_the_table_of_lines_writes_to_the_log() {
    for path in rust_files(&root().join("crates/server/src")) {
        let text = read(&path);
        let is_past = ["info", "warn", "error"].iter().any(|level| text.contains(&format!("tracing::{level}!")));
        assert!(!is_past || path.ends_with("observe/lines.rs"), "{} writes a line of its own", path.display());
    }
}

/// Expressions that ask for the family of a ruleset.
const FAMILY_QUESTIONS: [&str; 6] =
    ["shows_wilds()", "wild_ranks() > 0", "wild_ranks() == 0", "is_journey()", "is_printed()", "own_rules.is_some()"];

#[test]
fn only_the_profile_asks_for_the_ruleset_family() {
    for path in ["crates/engine/src", "crates/lab/src"].iter().flat_map(|folder| rust_files(&root().join(folder))) {
        let text = read(&path);
        let asks = FAMILY_QUESTIONS.iter().find(|question| text.contains(**question));
        let may_ask = path.ends_with("engine/src/profile.rs");
        assert!(asks.is_none() || may_ask, "{} asks {}: ask the profile", path.display(), asks.unwrap_or(&""));
    }
}

/// Our crates, and for each the crates of ours that it may know. A new crate starts with a row.
const ALLOWED_CRATES: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("engine", &["rules"]),
    // The messages, and their closed sets as types of `rules`.
    ("wire", &["rules"]),
    // The browser table is a client of the public API: it knows no crate of ours.
    ("web", &[]),
    // A hand as a caller reports it.
    ("game", &["wire", "rules"]),
    ("server", &["wire", "web", "engine", "game", "rules"]),
    ("lab", &["engine", "rules"]),
    ("load", &["wire", "rules"]),
    // A client of the service that reads positions of other programs.
    ("bridge", &["wire", "rules"]),
];

/// The pure crates, and everything that they may depend on.
const PURE_CRATES: &[(&str, &[&str])] = &[
    ("rules", &["thiserror"]),
    // fearless_simd compiles the nets' loops for several sorts of processor.
    ("engine", &["fearless_simd", "rules", "thiserror", "toml"]),
];

fn section<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != name).skip(1);
    lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn dependency_names<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    section(manifest, name)
        .into_iter()
        .filter_map(|line| Some(line.split_once('=')?.0.split('.').next()?.trim()))
        .collect()
}

#[test]
fn crates_depend_only_on_allowed_crates() {
    for name in crate_names() {
        let row = ALLOWED_CRATES.iter().find(|(known, _)| *known == name);
        let (_, may_know) = row.unwrap_or_else(|| panic!("crates/{name} has no row in ALLOWED_CRATES"));
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        for known in dependency_names(&manifest, "[dependencies]") {
            let is_ours = ALLOWED_CRATES.iter().any(|(ours, _)| *ours == known);
            assert!(!is_ours || may_know.contains(&known), "{name} must not know {known}");
        }
    }
}

#[test]
fn pure_crates_have_few_dependencies() {
    for &(name, may_depend) in PURE_CRATES {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        for known in dependency_names(&manifest, "[dependencies]") {
            assert!(may_depend.contains(&known), "{name} depends on {known}");
        }
        // No section for the build, for a target or for features may add a dependency.
        for heading in ["[build-dependencies]", "[features]", "[target", "[dependencies."] {
            assert!(!manifest.lines().any(|line| line.starts_with(heading)), "{name} has {heading}");
        }
        let library = read(format!("crates/{name}/src/lib.rs"));
        for lint in ["disallowed_macros", "disallowed_methods", "disallowed_types"] {
            assert!(library.contains(&format!("clippy::{lint}")), "{name} does not deny {lint}");
        }
    }
}

/// clippy reads only the nearest `clippy.toml`, so the pure crates' files must repeat the root's lines.
#[test]
fn clippy_settings_of_crates_repeat_those_of_the_root() {
    for (name, _) in PURE_CRATES {
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
    for name in crate_names() {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        assert_eq!(section(&manifest, "[lints]"), ["workspace = true"], "{name}");
    }
}
