//! `docs/operate/configure.md` lists every setting with its default and its range, and no other. The program itself says
//! what the range is: a value above it is refused with both limits.

use std::collections::HashMap;
use std::path::Path;

use server::config::Sources;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

struct Row {
    key: String,
    default: String,
    range: String,
}

/// The rows of the page. Under a heading of one section keys are short, under one of several they are full.
fn rows() -> Vec<Row> {
    let page = read("docs/operate/configure.md");
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let named: Vec<&str> =
                heading.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(name, _)| name)).collect();
            section = match named[..] {
                [only] => format!("{only}."),
                _ => String::new(),
            };
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, key, default, range, _, _] = cells[..]
            && key.starts_with('`')
        {
            let clean = |cell: &str| cell.trim_matches('`').trim_matches('"').to_owned();
            let key = format!("{section}{}", clean(key));
            found.push(Row { key, default: clean(default), range: range.to_owned() });
        }
    }
    found
}

/// Every key of `config/default.toml`, in its order, with its value.
fn settings() -> Vec<(String, String)> {
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in read("config/default.toml").lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_owned();
        } else if let Some((key, value)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            found.push((format!("{section}.{key}"), value.trim_matches('"').to_owned()));
        }
    }
    found
}

fn with(key: &str, value: &str) -> Result<(), String> {
    let variable = format!("THIRDSEAT__{}", key.to_uppercase().replace('.', "__"));
    let environment = HashMap::from([(variable, value.to_owned())]);
    let sources = Sources { environment, ..Sources::default() };
    sources.read().map(drop).map_err(|error| error.to_string())
}

#[test]
fn every_setting_is_listed_with_its_default() {
    let mut listed: Vec<(String, String)> = rows().into_iter().map(|row| (row.key, row.default)).collect();
    let mut wanted = settings();
    assert!(wanted.len() > 40, "{} settings", wanted.len());
    listed.sort();
    wanted.sort();
    assert_eq!(listed, wanted);
}

#[test]
fn every_range_is_what_the_program_says() {
    for Row { key, default, range } in rows() {
        let words: Vec<&str> = range.split('`').skip(1).step_by(2).collect();
        let limits = range.split(',').next().and_then(|limits| limits.split_once(".."));
        if default.parse::<u64>().is_ok() {
            let (least, most) = limits.unwrap_or_else(|| panic!("{key} has no range: {range}"));
            let above = most.parse::<u64>().unwrap_or_else(|error| panic!("{key}: {most}: {error}")) + 1;
            let refused = with(&key, &above.to_string()).expect_err(&key);
            assert!(refused.contains(&format!("it may be {least} to {most}")), "{key}: {range}, but {refused}");
        } else if words.contains(&default.as_str()) {
            words.iter().for_each(|word| with(&key, word).unwrap_or_else(|error| panic!("{key} = {word}: {error}")));
            with(&key, "neither").expect_err(&key);
        } else {
            assert!(limits.is_none() && words.is_empty(), "{key}: {range} is neither a number's range nor words");
        }
    }
}
