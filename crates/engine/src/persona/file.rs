//! Persona files: TOML tables. Each one changes a built-in row, or a persona above it in the file.
//!
//! ```text
//! # A hasty beginner who rarely bombs early.
//! [xiao-ming]
//! base = "beginner-hasty"
//! title = "小明"
//! splitter = "turns"
//! bomb-more = -60
//! landlord.answer-enemy = 12
//! ```

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Evaluator, Persona, PersonaParams, Splitter};
use crate::net::Objective;

/// The reason why a persona file cannot be used, and the line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The fault there.
    pub reason: String,
}

const NAME_LEN_MAX: usize = 40;
/// The names that matches give to players that are no personas.
pub const RESERVED_NAMES: [&str; 4] = ["random", "greedy", "cmd", "douzero"];

pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    if name.is_empty() || name.len() > NAME_LEN_MAX || !name.chars().all(is_fine) {
        return Err(format!("{name:?} is no persona's name: letters, digits and dashes, 1 to {NAME_LEN_MAX} of them"));
    }
    if RESERVED_NAMES.contains(&name) {
        return Err(format!("[{name}] is taken: matches know it as a player that is no persona"));
    }
    Ok(())
}

/// Reads the personas of a file that names no other file. A section without `base` builds on the built-in row of its own name, or on
/// `casual` if there is no such row.
pub fn read_personas(text: &str) -> Result<Vec<Persona>, FileError> {
    read_with_cases(text, &|_| Err(String::from("no other file is read here")))
}

/// The function that reads and checks a tree of cases that a file of personas names.
pub(crate) type ReadCases<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Reads personas, with `cases` as the reader of the trees that the file names.
pub(crate) fn read_with_cases(text: &str, cases: ReadCases<'_>) -> Result<Vec<Persona>, FileError> {
    let text = text.trim_start_matches('\u{feff}');
    let document = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(text.len()..text.len());
        let at = text.get(span.clone()).unwrap_or_default().lines().next().unwrap_or_default();
        fail(text, &span, format!("{}, at {at:?}", error.message()))
    })?;
    let mut personas: Vec<Persona> = Vec::new();
    // Sections of dotted keys may overlap, so the first bad section need not have the first bad line.
    let mut first: Option<FileError> = None;
    for (name, section) in entries_in_order(document.get_ref()) {
        let persona = match section.get_ref().as_table() {
            Some(section) => read_section(text, name, section, &personas, cases),
            None => Err(fail(text, &name.span(), format!("{} stands before the first [name]", name.get_ref()))),
        };
        match persona {
            Ok(persona) => personas.push(persona),
            Err(error) if first.as_ref().is_none_or(|first| error.line < first.line) => first = Some(error),
            Err(_) => {}
        }
    }
    first.map_or(Ok(personas), Err)
}

type Key<'a, 'text> = &'a Spanned<std::borrow::Cow<'text, str>>;

/// Returns the entries of a table in the order of the file. TOML gives them no order, but the first fault has to be named.
fn entries_in_order<'a, 'text>(table: &'a DeTable<'text>) -> Vec<(Key<'a, 'text>, &'a Spanned<DeValue<'text>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn read_section(
    text: &str,
    name: Key<'_, '_>,
    section: &DeTable<'_>,
    above: &[Persona],
    cases: ReadCases<'_>,
) -> Result<Persona, FileError> {
    let own_name = name.get_ref().as_ref();
    check_name(own_name).map_err(|error| fail(text, &name.span(), error))?;
    let default = || Persona::named(own_name).or_else(|| Persona::named("casual")).expect("casual is built in");
    // The base is read first, wherever it is written: all other lines change it. A bad line above a bad base is reported instead of the
    // base.
    let base = section.get("base").map(|value| read_base(text, value, above));
    let (base, mut bad_base) = match base {
        None => (default(), None),
        Some(Ok(base)) => (base, None),
        Some(Err(error)) => (default(), Some(error)),
    };
    let mut persona = Persona { name: own_name.to_owned(), ..base };
    let mut entries = Vec::new();
    flatten("", section, &mut entries);
    entries.sort_by_key(|(_, span, _)| span.start);
    for entry in entries {
        if let Some(error) = bad_base.take_if(|_| entry.0 == "base") {
            return Err(error);
        }
        persona = set_entry(text, persona, &entry, cases)?;
    }
    Ok(persona)
}

fn read_base(text: &str, value: &Spanned<DeValue<'_>>, above: &[Persona]) -> Result<Persona, FileError> {
    let base = text_value(text, "base", value)?;
    let known = Persona::named(base).or_else(|| above.iter().find(|other| other.name == base).cloned());
    let unknown = || format!("base {base:?} is no built-in persona and none defined above");
    known.ok_or_else(|| fail(text, &value.span(), unknown()))
}

/// A value, with its dotted key and the place of the key.
type Entry<'a, 'text> = (String, Range<usize>, &'a Spanned<DeValue<'text>>);

fn flatten<'a, 'text>(prefix: &str, table: &'a DeTable<'text>, entries: &mut Vec<Entry<'a, 'text>>) {
    for (key, value) in table.iter() {
        let name = format!("{prefix}{}", key.get_ref());
        match value.get_ref().as_table() {
            Some(inner) => flatten(&format!("{name}."), inner, entries),
            None => entries.push((name, key.span(), value)),
        }
    }
}

fn set_entry(text: &str, persona: Persona, entry: &Entry<'_, '_>, cases: ReadCases<'_>) -> Result<Persona, FileError> {
    let (key, span, value) = (entry.0.as_str(), &entry.1, entry.2);
    let unknown =
        |value: &str, words: &[&str]| fail(text, span, format!("{key} is {value:?}; there are {}", words.join(", ")));
    Ok(match key {
        "base" => persona,
        "title" => Persona { title: text_value(text, key, value)?.to_owned(), ..persona },
        "temperament" => Persona { own_temperament: Some(Arc::from(text_value(text, key, value)?)), ..persona },
        "splitter" => {
            let name = text_value(text, key, value)?;
            let splitter = Splitter::from_name(name);
            let splitter = splitter.ok_or_else(|| unknown(name, &Splitter::ALL.map(Splitter::name)))?;
            Persona { splitter, ..persona }
        }
        "evaluator" => {
            let name = text_value(text, key, value)?;
            let evaluator = Evaluator::from_name(name);
            let evaluator = evaluator.ok_or_else(|| unknown(name, &Evaluator::ALL.map(Evaluator::name)))?;
            Persona { evaluator, ..persona }
        }
        "cases-file" => {
            let file = text_value(text, key, value)?;
            let tree = cases(file).map_err(|fault| fail(text, span, format!("cases-file {file:?}: {fault}")))?;
            // A persona that names a tree plays by it; `cases = 0` after it takes that back.
            Persona { params: PersonaParams { cases: true, ..persona.params }, cases: Some(Arc::from(tree)), ..persona }
        }
        "objective" => {
            let name = text_value(text, key, value)?;
            let objective = Objective::from_name(name);
            persona.with_objective(objective.ok_or_else(|| unknown(name, &Objective::ALL.map(Objective::name)))?)
        }
        _ => persona.with(key, number_value(text, key, value)?).map_err(|error| fail(text, span, error.to_string()))?,
    })
}

fn text_value<'a>(text: &str, key: &str, value: &'a Spanned<DeValue<'_>>) -> Result<&'a str, FileError> {
    value.get_ref().as_str().ok_or_else(|| wrong_type(text, key, value, "a text in quotes"))
}

fn number_value(text: &str, key: &str, value: &Spanned<DeValue<'_>>) -> Result<i32, FileError> {
    let number = value.get_ref().as_integer();
    let number = number.and_then(|number| i32::from_str_radix(number.as_str(), number.radix()).ok());
    number.ok_or_else(|| wrong_type(text, key, value, "a whole number"))
}

fn wrong_type(text: &str, key: &str, value: &Spanned<DeValue<'_>>, wanted: &'static str) -> FileError {
    let written = text.get(value.span()).unwrap_or_default();
    fail(text, &value.span(), format!("{key} is {written}, but has to be {wanted}"))
}

fn fail(text: &str, span: &Range<usize>, reason: String) -> FileError {
    let before = text.as_bytes().iter().take(span.start);
    FileError { line: 1 + before.filter(|&&byte| byte == b'\n').count(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_build_on_built_in_rows() {
        let text = "# ours\n[ming]\nbase = \"beginner-hasty\"\ntitle = \"小明\"\nnoise = 3 # calm\nup.near-at = 4\n[hong]\nbase = \"ming\"\n";
        let personas = read_personas(text).unwrap();
        assert_eq!(personas[0].title(), "小明");
        assert_eq!(personas[0].params().noise, 3);
        assert_eq!(personas[0].seat_params(rules::Seat::Up).near_at, 4);
        let heavy = read_personas("[heavy]\nmatrix.straight.2 = 99\nmatrix.lost-lead.up = 7").unwrap();
        assert_eq!(heavy[0].clone().matrix.number_mut("straight.2").copied(), Some(99));
        assert_ne!(heavy[0].matrix, *Persona::named("casual").unwrap().matrix());
        assert_eq!((personas[1].name(), personas[1].params().noise), ("hong", 3));
    }

    #[test]
    fn the_base_is_read_first_and_numbers_in_order() {
        let personas = read_personas("[a]\nnoise = 1\nbase = \"rules\"\n[b]\nstrength = 60\nnoise = 7").unwrap();
        assert_eq!((personas[0].skill(), personas[0].params().noise), (Persona::named("rules").unwrap().skill(), 1));
        assert_eq!(personas[1].params().noise, 7, "what comes later counts");
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let check = |text: &str, message: &str| assert_eq!(read_personas(text).unwrap_err().to_string(), message);
        check("noise = 3", "line 1: noise stands before the first [name]");
        check("[\"a b\"]", "line 1: \"a b\" is no persona's name: letters, digits and dashes, 1 to 40 of them");
        check("[a]\n[a]", "line 2: duplicate key, at \"a\"");
        for name in RESERVED_NAMES {
            check(
                &format!("[{name}]"),
                &format!("line 1: [{name}] is taken: matches know it as a player that is no persona"),
            );
        }
        check("[a]\nnoise = 1\nnoise = 2", "line 3: duplicate key, at \"noise\"");
        assert_eq!(read_personas("\u{feff}[a]\ntitle = \"x\"\nbase = \"rules\"").unwrap()[0].title(), "x");
        check("[a]\nnoise = -1\nbase = \"bob\"", "line 2: noise cannot be -1: it may be 0 to 400");
        check("a.title = \"x\"\nnoise = 0\na.noise = -1", "line 2: noise stands before the first [name]");
        check("[a]\nbase = \"bob\"", "line 2: base \"bob\" is no built-in persona and none defined above");
        check("[a]\nnoise = \"loud\"", "line 2: noise is \"loud\", but has to be a whole number");
        check("[a]\nnoise = 99999999999", "line 2: noise is 99999999999, but has to be a whole number");
        check("[a]\ntitle = 3", "line 2: title is 3, but has to be a text in quotes");
        check("[a]\nsplitter = \"axe\"", "line 2: splitter is \"axe\"; there are rule, turns, matrix");
        check("[a]\nevaluator = \"axe\"", "line 2: evaluator is \"axe\"; there are points, turns, matrix");
        check("[a]\nmatrix.bomb.1 = 9999", "line 2: matrix.bomb.1 cannot be 9999: it may be 0 to 1000");
        check("[a]\nnoise = 9999", "line 2: noise cannot be 9999: it may be 0 to 400");
        for key in ["matrix.straight.5", "noize", "landlord.noise"] {
            let message = format!("a persona has no number {key:?}; see the list in docs/generated/personas.md");
            check(&format!("[a]\n{key} = 1"), &format!("line 2: {message}"));
        }
        for text in ["[a]\nhello", "[a]\ntitle = Ming"] {
            let error = read_personas(text).unwrap_err();
            assert!(error.line == 2 && error.reason.contains(", at "), "{error}");
        }
    }
}
