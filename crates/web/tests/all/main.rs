//! The rules for the page's files: short modules, no markup from text, few bytes to load, every sentence in both languages.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use engine::explain::{CONCEPTS, Group};
use http::Request;
use rules::ruleset::POINTS;

const LINES_MAX: usize = 300;
const COLUMNS_MAX: usize = 140;
/// The most bytes of files that are loaded before a hand can be played, with headers.
const BYTES_MAX: usize = 80_000;
/// The most files that are loaded before a hand can be played.
const FILES_MAX: usize = 30;

fn page_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// Reads every file of the page; the keys are paths from the folder.
fn files() -> BTreeMap<String, String> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, found) } else { found.push(path) }
        }
    }
    let mut paths = Vec::new();
    walk(&page_folder(), &mut paths);
    let name = |path: &Path| path.strip_prefix(page_folder()).unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

fn modules() -> BTreeMap<String, String> {
    let found: BTreeMap<_, _> = files().into_iter().filter(|(name, _)| name.ends_with(".js")).collect();
    assert!(found.len() > 20, "{} modules", found.len());
    found
}

/// Returns the paths of the imported modules from the folder.
fn imports(name: &str, text: &str) -> Vec<String> {
    let named = text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from "));
    let paths = named.filter_map(|line| line.rsplit_once(" '")?.1.strip_suffix("';"));
    paths.map(|path| resolve_import(name, path)).collect()
}

fn resolve_import(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn modules_are_short_and_described() {
    for (name, text) in modules() {
        let lines = text.lines().count();
        assert!(lines <= LINES_MAX, "{name}: {lines} lines, at most {LINES_MAX}: split it");
        assert!(text.starts_with("// "), "{name} begins with what it is about");
    }
}

/// People read these files and the tests of the page. A line of a sheet has at most two opening braces.
#[test]
fn lines_are_short() {
    let mut read = files();
    // People do not read the text of pictures.
    read.retain(|name, _| !name.ends_with(".svg"));
    for entry in fs::read_dir(page_folder().join("../check/tests")).unwrap() {
        let path = entry.unwrap().path();
        read.insert(path.display().to_string(), fs::read_to_string(&path).unwrap());
    }
    let lines =
        read.iter().flat_map(|(name, text)| text.lines().enumerate().map(move |(place, line)| (name, place, line)));
    let is_long = |(name, _, line): &(&String, usize, &str)| {
        line.chars().count() > COLUMNS_MAX || (name.ends_with(".css") && line.matches('{').count() > 2)
    };
    let long: Vec<String> = lines.filter(is_long).map(|(name, place, _)| format!("{name}:{}", place + 1)).collect();
    assert!(long.is_empty(), "longer than {COLUMNS_MAX}: {long:#?}");
}

/// A mistake is named by its fault, and a fault without a name here would be shown as its code.
#[test]
fn every_fault_of_the_engine_has_a_name() {
    let words = words();
    let named: BTreeSet<&str> = words.keys().filter_map(|key| key.strip_prefix("fault-")).collect();
    let of_calls = CONCEPTS.iter().filter(|concept| concept.group == Group::Call).map(|concept| concept.name);
    let faults = CONCEPTS.iter().filter_map(|concept| concept.fault).chain(of_calls);
    assert_eq!(named, faults.collect());
}

#[test]
fn every_point_of_the_rules_has_words() {
    let words = words();
    let mut wanted = BTreeSet::new();
    for point in POINTS {
        wanted.extend(["point", "about"].map(|family| format!("{family}-{}", point.name)));
        // Numbers need no words.
        let values =
            point.values.iter().filter(|value| value.parse::<u32>().is_err() && !["yes", "no"].contains(value));
        wanted.extend(values.map(|value| format!("value-{}-{value}", point.name)));
    }
    let is_of_points = |key: &&String| ["point-", "about-", "value-"].iter().any(|family| key.starts_with(family));
    assert_eq!(words.keys().filter(is_of_points).cloned().collect::<BTreeSet<_>>(), wanted);
}

#[test]
fn text_never_becomes_markup_or_code() {
    for (name, text) in modules() {
        for word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "setAttribute('style'",
            "cssText",
        ] {
            assert!(!text.contains(word), "{name} has {word}");
        }
    }
    let page = &files()["index.html"];
    assert!(!page.contains("style=") && !page.contains("<style") && !page.contains(" on"), "{page}");
    assert!(page.matches("<script").count() == page.matches("<script type=\"module\" src=").count(), "{page}");
}

/// Folders import in one direction: from `screen` to `card`, `game` and `api`.
#[test]
fn folders_import_in_one_direction() {
    let mut seen = 0;
    for (name, text) in modules() {
        for import in imports(&name, &text) {
            assert!(files().contains_key(&import), "{name} imports {import}");
            let layer = |path: &str| match path.split_once('/') {
                Some(("api", _)) => 0,
                Some(("game", _)) => 1,
                Some(("card", _)) => 3,
                Some(("screen", _)) => 4,
                _ if path == "app.js" => 5,
                // Sentences name cards.
                _ if path == "say.js" => 3,
                // The others, such as words and the store.
                _ => 2,
            };
            assert!(layer(&import) <= layer(&name), "{name} imports {import}");
            seen += 1;
        }
        assert!(!name.starts_with("game/") || !text.contains("document."), "{name} draws");
    }
    assert!(seen > 40, "{seen} imports");
}

fn modules_for_a_hand(files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut next: Vec<String> = ["app.js", "screen/start.js", "screen/table.js"].map(String::from).into();
    while let Some(name) = next.pop() {
        next.extend(imports(&name, &files[&name]).into_iter().filter(|import| !found.contains(import)));
        found.insert(name);
    }
    found
}

/// The preload list lets the browser request them at once, not each after its importer.
#[test]
fn the_preload_list_has_the_modules_of_a_hand() {
    let files = files();
    let named: BTreeSet<String> = files["index.html"]
        .lines()
        .filter_map(|line| line.strip_prefix("<link rel=\"modulepreload\" href=\"")?.strip_suffix("\">"))
        .map(String::from)
        .collect();
    let mut needed = modules_for_a_hand(&files);
    assert!(needed.remove("app.js"), "it is the script itself");
    assert_eq!(named, needed);
}

/// Returns the size of a file for a browser: compressed, with the headers of the response.
fn transfer_size(name: &str) -> usize {
    /// The status line, the date and the length.
    const FRAME_BYTES: usize = 90;
    let path = if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
    let request = Request::get(path).header("host", "localhost").header("accept-encoding", "gzip");
    let response = web::answer(&request.body(()).unwrap().into_parts().0, &[]);
    assert_eq!(response.status(), 200, "{name}");
    let head: usize = response.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    FRAME_BYTES + head + response.body().len()
}

#[test]
fn few_bytes_are_loaded_before_a_hand() {
    let files = files();
    let mut loaded = modules_for_a_hand(&files);
    loaded.extend(["index.html", "style.css", "start.css", "table.css", "icon.svg"].map(String::from));
    let bytes: usize = loaded.iter().map(|name| transfer_size(name)).sum();
    assert!(bytes <= BYTES_MAX, "{bytes} bytes: {loaded:?}");
    assert!(loaded.len() <= FILES_MAX, "{} files: {loaded:?}", loaded.len());
}

fn is_word_file(name: &str) -> bool {
    name == "words.js" || name.starts_with("words/")
}

/// Returns the keys of the page's sentences, with both languages.
fn words() -> BTreeMap<String, (String, String)> {
    let tables: Vec<String> = files()
        .into_iter()
        .filter(|(name, _)| is_word_file(name))
        .map(|(name, text)| {
            // Screens that are loaded later add their own.
            let begin = if name == "words.js" { "export const WORDS = {" } else { "\naddWords({" };
            let end = if name == "words.js" { "\n};" } else { "\n});" };
            text.split_once(begin).unwrap().1.split_once(end).unwrap().0.to_owned()
        })
        .collect();
    let mut found = BTreeMap::new();
    for table in tables {
        let lines = table.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        // A long pair is on several lines.
        let all = lines.collect::<Vec<_>>().join(" ").replace("[ '", "['");
        let mut rest = all.as_str();
        while let Some((before, after)) = rest.split_once(": ['") {
            let key = before.trim_start_matches([',', ' ', ']']).trim_matches('\'');
            let (english, after) = after.split_once("', '").unwrap_or_else(|| panic!("{key}"));
            let (chinese, after) = after.split_once("']").unwrap_or_else(|| panic!("{key}"));
            let before = found.insert(key.to_owned(), (english.to_owned(), chinese.to_owned()));
            assert!(before.is_none(), "{key} stands there twice");
            rest = after;
        }
    }
    assert!(found.len() > 80, "{} sentences", found.len());
    found
}

#[test]
fn every_sentence_is_in_both_languages() {
    let is_han = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    for (key, (english, chinese)) in words() {
        assert!(!english.is_empty() && !english.chars().any(is_han), "{key}: {english}");
        let plain: String =
            chinese.split('{').flat_map(|part| part.split_once('}').map_or(part, |(_, rest)| rest).chars()).collect();
        let is_sign = !plain.chars().any(char::is_alphabetic);
        assert!(chinese.chars().any(is_han) || is_sign, "{key}: {chinese}");
        let filled = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
        };
        assert_eq!(filled(&english), filled(&chinese), "{key}");
        // The name of the key `?`.
        let chinese = chinese.replace("?：", "");
        for sign in [',', ';', '?', '!', ':'] {
            assert!(
                !chinese.contains(sign) || !chinese.chars().any(is_han),
                "{key}: {chinese} has {sign:?}, which is not full width"
            );
        }
    }
}

#[test]
fn every_sentence_is_used_and_defined() {
    let words = words();
    let code: String = modules().into_iter().filter(|(name, _)| !is_word_file(name)).map(|(_, text)| text).collect();
    let (own, mut unused) = (files()["words.js"].clone(), Vec::new());
    for key in words.keys() {
        // Families are used by their beginning: t(`kind-${…}`), t(action.call).
        let family = key.split_once('-').map(|(family, _)| format!("`{family}-${{"));
        let is_named = code.contains(&format!("'{key}'"))
            || own.contains(&format!("'{key}',"))
            || own.contains(&format!("'{key}']"));
        let is_family = family.is_some_and(|family| code.contains(&family))
            || ["CALL_", "DOUBLING_", "EMOTE_", "VERDICT_", "DECIDER_", "show_", "suit"]
                .iter()
                .any(|family| key.starts_with(family));
        if !is_named && !is_family {
            unused.push(key);
        }
    }
    assert!(unused.is_empty(), "not used: {unused:?}");
    for rest in code.split(" t('").chain(code.split("(t('")).skip(1) {
        let key = rest.split('\'').next().unwrap();
        if rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            assert!(words.contains_key(key), "no sentence {key}");
        }
    }
}
