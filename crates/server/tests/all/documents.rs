//! Names in the documents exist: settings, metrics series, reasons and other words in capitals, numbers of personas.
//! `generated_pages` compares the generated tables. Chinese pages have the code and the figures of the English ones.

mod figures;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use engine::Persona;
use engine::persona::read_personas;
use game::refusal::Reason;
use prost::Message;
use serde_json::Value;
use server::observe::metrics::{CODES, SERIES};

/// Words in capitals that are neither reasons nor codes: variables of the environment, and rules that warnings name.
const OTHER_CAPITALS: &[&str] = &[
    "REDISCLI_ARGS",
    "THIRDSEAT_FULL",
    "THIRDSEAT_TOKEN",
    "THIRDSEAT_BLESS",
    "THIRDSEAT_PROFILE",
    "NOT_OVER",
    "LIST_DIFFERS",
];

/// Options of gRPC's own libraries that look like settings of ours.
const OTHER_OPTIONS: &[&str] = &["grpc.default_authority"];

/// The options that the lab understands after a persona's name, beside the persona's numbers.
const LAB_OPTIONS: &[&str] = &["strength", "budget-ms", "weights", "cases-file"];

fn repo_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The changelog is left out, because it may name removed things.
fn documents() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "crates/load/README.md"]
        .into_iter()
        .map(PathBuf::from)
        .collect();
    for folder in ["docs", "docs/use", "docs/operate", "docs/develop", "docs/generated"] {
        let entries = fs::read_dir(repo_root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let names = entries.map(|entry| entry.unwrap().file_name());
        paths.extend(
            names.map(|name| Path::new(folder).join(name)).filter(|path| path.extension() == Some("md".as_ref())),
        );
    }
    let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(repo_root().join(&path)).unwrap());
    let found: Vec<_> = paths.into_iter().map(read).collect();
    assert!(found.len() > 15, "{} documents", found.len());
    found
}

/// Returns the words of all documents whose letters satisfy `is_part`, with the path of the document.
fn words(is_part: impl Fn(char) -> bool + Copy) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (path, text) in documents() {
        let parts = text.split(|letter: char| !is_part(letter)).filter(|word| !word.is_empty());
        found.extend(parts.map(|word| (path.clone(), word.to_owned())));
    }
    found
}

#[test]
fn settings_named_in_documents_exist() {
    let (mut section, mut known) = (String::new(), BTreeSet::new());
    for line in fs::read_to_string(repo_root().join("config/default.toml")).unwrap().lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_owned();
            known.insert(section.clone());
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            known.insert(format!("{section}.{key}"));
        }
    }
    let sections: BTreeSet<&str> = known.iter().filter_map(|key| key.split('.').next()).collect();
    let (mut seen, mut unknown) = (0, Vec::new());
    for (path, text) in documents() {
        for word in text.split('`').skip(1).step_by(2) {
            let word = word.split([' ', '=']).next().unwrap_or("");
            let is_key = |part: &str| part.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
            let Some((head, rest)) = word.split_once('.') else { continue };
            let is_file =
                rest.ends_with("rs") || rest.ends_with("py") || rest.ends_with("toml") || rest.ends_with("md");
            if sections.contains(head) && !is_file && rest.split('.').all(|part| !part.is_empty() && is_key(part)) {
                seen += 1;
                if !known.contains(word) && !OTHER_OPTIONS.contains(&word) {
                    unknown.push(format!("{path}: {word}"));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "no such settings: {unknown:#?}");
    assert!(seen > 20, "{seen} settings are named");
}

#[test]
fn series_named_in_documents_exist() {
    let recorded = fs::read_to_string(repo_root().join("deploy/prometheus/rules.yml")).unwrap();
    let is_ours = |name: &str| SERIES.iter().any(|series| series.name == name);
    let (mut seen, mut unknown) = (0, Vec::new());
    for (path, word) in words(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_:".contains(letter))
    {
        let is_known = if word.starts_with("thirdseat_") {
            let base = ["_bucket", "_count", "_sum"].iter().find_map(|end| word.strip_suffix(end));
            is_ours(&word) || base.is_some_and(is_ours)
        } else if word.starts_with("thirdseat:") && word.split(':').count() > 2 && !word.ends_with(':') {
            recorded.contains(&format!("record: {word}\n"))
        } else {
            continue;
        };
        seen += 1;
        if !is_known {
            unknown.push(format!("{path}: {word}"));
        }
    }
    assert!(unknown.is_empty(), "no such series: {unknown:#?}");
    assert!(seen >= SERIES.len(), "{seen} series are named");
}

#[test]
fn reasons_and_other_words_in_capitals_exist() {
    let set = prost_types::FileDescriptorSet::decode(wire::DESCRIPTORS).unwrap();
    let nested = |message: &prost_types::DescriptorProto| message.enum_type.clone();
    let enums = set.file.iter().flat_map(|file| {
        file.enum_type.iter().cloned().chain(file.message_type.iter().flat_map(nested)).collect::<Vec<_>>()
    });
    let values: BTreeSet<String> = enums.flat_map(|kind| kind.value).map(|value| value.name().to_owned()).collect();
    let is_known = |word: &str| {
        Reason::ALL.iter().any(|reason| reason.name == word)
            || CODES.contains(&word)
            || values.contains(word)
            // Values of enums are also named without their common prefix.
            || values.iter().any(|value| value.strip_suffix(word).is_some_and(|rest| rest.ends_with('_')))
            || OTHER_CAPITALS.contains(&word)
            || word.starts_with("THIRDSEAT__")
    };
    let part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    let (mut seen, mut unknown) = (0, Vec::new());
    for (path, word) in words(part) {
        let is_name = word.contains('_') && word.starts_with(|letter: char| letter.is_ascii_uppercase());
        if is_name && !word.ends_with('_') && word.len() > 4 {
            seen += 1;
            if !is_known(&word) {
                unknown.push(format!("{path}: {word}"));
            }
        }
    }
    assert!(unknown.is_empty(), "no reasons, codes or values of the proto: {unknown:#?}");
    assert!(seen > 50, "{seen} names in capitals");
}

#[test]
fn persona_numbers_named_in_documents_exist() {
    let personas: Vec<String> = Persona::all().iter().map(|persona| persona.name().to_owned()).collect();
    let mut seen = 0;
    for (path, text) in documents() {
        for word in text.split(|letter: char| letter.is_whitespace() || "`\"'()…@".contains(letter)) {
            let Some((name, numbers)) = word.split_once(':') else { continue };
            if !personas.iter().any(|persona| persona == name) {
                continue;
            }
            for (number, value) in numbers.split(',').filter_map(|pair| pair.split_once('=')) {
                let value = value.trim_end_matches(['.', ';', ',']);
                // The objective is a word, and a file has it in quotes.
                let value = if value.parse::<f64>().is_ok() { value.to_owned() } else { format!("{value:?}") };
                let section = format!("[x]\n{number} = {value}");
                let is_known = LAB_OPTIONS.contains(&number) || read_personas(&section).is_ok();
                assert!(is_known, "{path} names the number {number} in {word}: {:?}", read_personas(&section));
                seen += 1;
            }
        }
    }
    assert!(seen > 9, "{seen} numbers of personas are named");
}

/// Returns the parts that both languages of a page share: levels of headings, lines of code, inline code (sorted), rows of tables with the
/// names in their first cells.
fn shared_parts(text: &str) -> [Vec<String>; 4] {
    let (mut headings, mut blocks, mut spans, mut rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            // Comments are prose: each page has them in its language.
            blocks.push(line.split(" # ").next().unwrap().trim_end().to_owned());
        } else if line.starts_with('#') {
            headings.push(line.split(' ').next().unwrap().to_owned());
        } else if line.starts_with('|') {
            let name = line.split('|').nth(1).and_then(|cell| cell.split('`').nth(1)).unwrap_or("");
            rows.push(format!("{} {name}", line.matches('|').count()));
        } else {
            spans.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    spans.sort();
    [headings, blocks, spans, rows]
}

/// Returns the figures of a text with their counts, apart from code and from the targets of links.
fn figures(text: &str) -> BTreeMap<String, usize> {
    let prose: String = text.split("```").step_by(2).collect();
    let without_links = prose.split("](").enumerate().map(|(place, part)| match place {
        0 => part,
        _ => part.split_once(')').map_or("", |(_, rest)| rest),
    });
    let plain: String = without_links.collect::<String>().split('`').step_by(2).collect();
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',';
    let words = plain.split(|letter: char| !is_part(letter)).map(|word| word.trim_matches(['.', ',']));
    let mut counts = BTreeMap::new();
    for word in words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit())) {
        *counts.entry(word.to_owned()).or_insert(0) += 1;
    }
    counts
}

#[test]
fn chinese_pages_have_the_parts_and_figures_of_english_ones() {
    let documents = documents();
    let text = |path: &str| documents.iter().find(|(one, _)| one == path).map(|(_, text)| text.as_str());
    let mut pages = 0;
    for (path, chinese) in documents.iter().filter(|(path, _)| path.starts_with("docs") && path.ends_with(".zh-CN.md"))
    {
        let english = path.replace(".zh-CN.md", ".md");
        let name = |path: &str| path.rsplit('/').next().unwrap().to_owned();
        let of = text(&english).unwrap_or_else(|| panic!("{path} has no {english}"));
        assert!(of.contains(&format!("[中文]({})", name(path))), "{english} links {path}");
        assert!(chinese.contains(&format!("[English]({})", name(&english))), "{path} links {english}");
        let names = ["headings", "lines of code", "inline code", "rows of tables"];
        for (what, (one, other)) in names.iter().zip(shared_parts(of).iter().zip(&shared_parts(chinese))) {
            assert_eq!(one, other, "{what} of {english} and {path}");
        }
        // Chinese writes some numbers in digits that English writes in words.
        let found = figures(chinese);
        let lacking: Vec<_> = figures(of)
            .into_iter()
            .filter(|(figure, count)| found.get(figure).is_none_or(|found| found < count))
            .collect();
        assert!(lacking.is_empty(), "{path} lacks figures of {english}: {lacking:?}");
        pages += 1;
    }
    assert!(pages >= 4, "{pages} Chinese pages");
}

/// A package has the licences. Files above its folder are not packed: Go has copies beside its manifest, and the builds of the others copy them.
#[test]
fn packages_carry_the_licences() {
    let clients = repo_root().join("clients");
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let licence = fs::read_to_string(repo_root().join(name)).unwrap();
        assert_eq!(fs::read_to_string(clients.join("go").join(name)).unwrap(), licence);
    }
    for (build, copies) in [
        ("python/setup.py", r#"ROOT.glob("LICENSE-*")"#),
        ("typescript/package.json", "cp ../../LICENSE-* ."),
        ("java/pom.xml", "<include>LICENSE-*</include>"),
    ] {
        assert!(fs::read_to_string(clients.join(build)).unwrap().contains(copies), "{build}");
    }
}

#[test]
fn the_service_config_is_json_with_codes_that_exist() {
    let page = fs::read_to_string(repo_root().join("docs/use/integration.md")).unwrap();
    let config = page.split_once("```json service-config\n").unwrap().1.split_once("```").unwrap().0;
    let config: Value = serde_json::from_str(config).expect("it is JSON");
    let method = &config["methodConfig"][0];
    assert_eq!(method["name"][0]["service"], wire::SERVICE_NAME);
    let codes = method["retryPolicy"]["retryableStatusCodes"].as_array().expect("a list");
    let known = ["UNAVAILABLE", "RESOURCE_EXHAUSTED"];
    assert!(codes.iter().all(|code| known.iter().any(|known| code == known)), "{codes:?}");
    assert!(method.get("timeout").is_none(), "Python's gRPC takes about a second off it: every call would fail");
    let throttle = &config["retryThrottling"];
    assert!(throttle["maxTokens"].as_f64() > Some(0.0) && throttle["tokenRatio"].as_f64() > Some(0.0));
    assert!(method["retryPolicy"]["maxAttempts"].as_u64().is_some_and(|attempts| (2..=5).contains(&attempts)));
}

/// Every example of a turn in a room has the room's version, because readers copy examples.
#[test]
fn every_turn_that_is_shown_has_a_version() {
    let (mut turns, mut paths) = (0, vec![repo_root().join("README.md"), repo_root().join("README.zh-CN.md")]);
    for folder in ["docs/use", "docs/operate", "clients/python", "clients/audit"] {
        paths.extend(fs::read_dir(repo_root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    let pages = paths
        .iter()
        .filter(|path| path.is_file() && path.extension().is_none_or(|kind| kind != "png" && kind != "webp"));
    for path in pages {
        let text = fs::read_to_string(path).unwrap();
        for (opening, closing, version) in
            [("\"roomId\": ", '}', "roomVersion"), ("DecideRequest(", ')', "room_version")]
        {
            // Of the calls about rooms in JSON, those that name a chair are turns.
            for (place, _) in text.match_indices(opening) {
                let beside: String = text[..place].chars().rev().take(60).collect();
                let turn = text[place + opening.len()..].split(closing).next().unwrap();
                if beside.contains("\"riahc\"") || turn.contains("room_id") {
                    turns += 1;
                    assert!(turn.contains(version), "{}: {turn}", path.display());
                }
            }
        }
    }
    assert!(turns >= 2, "{turns} turns were found");
}
