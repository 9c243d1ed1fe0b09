//! Persona files: sections of numbers, each on top of a built-in row.
//!
//! ```text
//! # A hasty beginner who never bombs early.
//! [xiao-ming]
//! base = "beginner-hasty"
//! title = "小明"
//! splitter = "turns"
//! bomb-more = -60
//! landlord.answer-enemy = 12
//! ```

use super::{BadNumber, Evaluator, Persona, Splitter};

/// Why a persona file cannot be used, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Neither a section, a pair nor a comment.
    #[error("{text:?} is neither [name] nor key = value")]
    NoPair {
        /// The line.
        text: String,
    },
    /// A pair before the first section.
    #[error("{key} stands before the first [name]")]
    NoSection {
        /// The key.
        key: String,
    },
    /// A name that cannot be one.
    #[error("{name:?} is no persona's name: letters, digits and dashes, 1 to 40 of them")]
    BadName {
        /// The name.
        name: String,
    },
    /// A section that stands twice.
    #[error("[{name}] stands twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A name that means another player.
    #[error("[{name}] is taken: matches know it as a player that is no persona")]
    Reserved {
        /// The name.
        name: String,
    },
    /// A key that stands twice in a section.
    #[error("{key} stands twice in this section")]
    KeyTwice {
        /// The key.
        key: String,
    },
    /// `base` names nobody.
    #[error("base {base:?} is no built-in persona and none defined above")]
    UnknownBase {
        /// The name.
        base: String,
    },
    /// `base` after numbers.
    #[error("{key} must stand before the numbers of its section")]
    TooLate {
        /// The key.
        key: &'static str,
    },
    /// A value that is no whole number.
    #[error("{key} is {value:?}, which is no whole number")]
    NoNumber {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A splitter or evaluator that does not exist.
    #[error("{key} is {value:?}; there are {words}")]
    UnknownWord {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What it may be.
        words: &'static str,
    },
    /// A number that the persona refuses.
    #[error(transparent)]
    Number(#[from] BadNumber),
}

/// What matches call players that are no personas.
const RESERVED: [&str; 3] = ["random", "greedy", "cmd"];

/// Reads the personas of a file. A section without `base` stands on the built-in row of its own name, else on `casual`.
pub fn read_personas(text: &str) -> Result<Vec<Persona>, FileError> {
    let mut personas: Vec<Persona> = Vec::new();
    let mut keys: Vec<&str> = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let fail = |reason| FileError { line: index + 1, reason };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            if name.is_empty() || name.len() > 40 || !name.chars().all(fine) {
                return Err(fail(Reason::BadName { name: name.to_owned() }));
            }
            if RESERVED.contains(&name) {
                return Err(fail(Reason::Reserved { name: name.to_owned() }));
            }
            if personas.iter().any(|persona| persona.name == name) {
                return Err(fail(Reason::Twice { name: name.to_owned() }));
            }
            let base = Persona::named(name).or_else(|| Persona::named("casual")).expect("casual is built in");
            personas.push(Persona { name: name.to_owned(), ..base });
            keys.clear();
            continue;
        }
        let pair = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
        let (key, value) = pair.ok_or_else(|| fail(Reason::NoPair { text: line.to_owned() }))?;
        let value = value.split_once(" #").map_or(value, |(value, _)| value.trim()).trim_matches('"');
        let Some(persona) = personas.pop() else {
            return Err(fail(Reason::NoSection { key: key.to_owned() }));
        };
        if keys.contains(&key) {
            return Err(fail(Reason::KeyTwice { key: key.to_owned() }));
        }
        let changed = match key {
            "base" if keys.iter().any(|&key| key != "title") => return Err(fail(Reason::TooLate { key: "base" })),
            "base" => {
                let title = keys.contains(&"title").then(|| persona.title.clone());
                let base = Persona::named(value).or_else(|| personas.iter().find(|other| other.name == value).cloned());
                let base = base.ok_or_else(|| fail(Reason::UnknownBase { base: value.to_owned() }))?;
                Persona { name: persona.name, title: title.unwrap_or(base.title.clone()), ..base }
            }
            "splitter" => {
                let splitter = Splitter::ALL.into_iter().find(|splitter| splitter.name() == value);
                let unknown =
                    Reason::UnknownWord { key: "splitter", value: value.to_owned(), words: "rule, turns, matrix" };
                Persona { splitter: splitter.ok_or_else(|| fail(unknown))?, ..persona }
            }
            "evaluator" => {
                let evaluator = Evaluator::ALL.into_iter().find(|evaluator| evaluator.name() == value);
                let unknown =
                    Reason::UnknownWord { key: "evaluator", value: value.to_owned(), words: "points, turns, matrix" };
                Persona { evaluator: evaluator.ok_or_else(|| fail(unknown))?, ..persona }
            }
            "title" => Persona { title: value.to_owned(), ..persona },
            _ => {
                let no_number = Reason::NoNumber { key: key.to_owned(), value: value.to_owned() };
                let number = value.parse().map_err(|_| fail(no_number))?;
                persona.with(key, number).map_err(|error| fail(error.into()))?
            }
        };
        keys.push(key);
        personas.push(changed);
    }
    Ok(personas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_stand_on_built_in_rows() {
        let text = "# ours\n[ming]\nbase = \"beginner-hasty\"\ntitle = \"小明\"\nnoise = 3 # calm\nup.near-at = 4\n[hong]\nbase = ming\n";
        let personas = read_personas(text).unwrap();
        assert_eq!(personas[0].title(), "小明");
        assert_eq!(personas[0].params().noise, 3);
        assert_eq!(personas[0].seat_params(rules::Seat::Up).near_at, 4);
        let heavy = read_personas("[heavy]\nmatrix.straight.2 = 99\nmatrix.lost-lead.up = 7").unwrap();
        assert_eq!(heavy[0].clone().matrix.number("straight.2").copied(), Some(99));
        assert_ne!(heavy[0].matrix, *Persona::named("casual").unwrap().matrix());
        assert_eq!((personas[1].name(), personas[1].params().noise), ("hong", 3));
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let check = |text: &str, message: &str| assert_eq!(read_personas(text).unwrap_err().to_string(), message);
        check("noise = 3", "line 1: noise stands before the first [name]");
        check("[a b]", "line 1: \"a b\" is no persona's name: letters, digits and dashes, 1 to 40 of them");
        check("[a]\n[a]", "line 2: [a] stands twice");
        check("[greedy]", "line 1: [greedy] is taken: matches know it as a player that is no persona");
        check("[a]\nnoise = 1\nnoise = 2", "line 3: noise stands twice in this section");
        assert_eq!(read_personas("\u{feff}[a]\ntitle = x\nbase = rules").unwrap()[0].title(), "x");
        check("[a]\nhello", "line 2: \"hello\" is neither [name] nor key = value");
        check("[a]\nbase = bob", "line 2: base \"bob\" is no built-in persona and none defined above");
        check("[a]\nnoise = 1\nbase = rules", "line 3: base must stand before the numbers of its section");
        check("[a]\nnoise = loud", "line 2: noise is \"loud\", which is no whole number");
        check("[a]\nsplitter = axe", "line 2: splitter is \"axe\"; there are rule, turns, matrix");
        check(
            "[a]\nmatrix.straight.5 = 1",
            "line 2: a persona has no number \"matrix.straight.5\"; see the list in docs/use/personas.md",
        );
        check("[a]\nmatrix.bomb.1 = 9999", "line 2: matrix.bomb.1 cannot be 9999: it may be 0 to 1000");
        check("[a]\nnoise = 9999", "line 2: noise cannot be 9999: it may be 0 to 400");
        check("[a]\nnoize = 1", "line 2: a persona has no number \"noize\"; see the list in docs/use/personas.md");
        check(
            "[a]\nlandlord.noise = 1",
            "line 2: a persona has no number \"landlord.noise\"; see the list in docs/use/personas.md",
        );
    }
}
