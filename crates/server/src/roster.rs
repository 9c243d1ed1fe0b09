//! The personas that can play: the built-in personas and those of a file, each with what calls need of it at hand.

pub mod frozen_persona;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use engine::persona::read_personas;
use engine::{Decider, Persona};
use wire::storage as disk;

use crate::config::{self, Disclosure};
use crate::error::{Reason, Refusal};

/// A persona, and what is derived from it once.
#[derive(Debug)]
pub struct Companion {
    /// The persona.
    pub persona: Persona,
    /// The digest of its numbers.
    pub digest: u64,
    /// The strength that its numbers were set to, where a request told one.
    pub strength: Option<u32>,
    /// Its numbers as rooms keep them; looking a hundred of them up by name for every write cost more than a decision.
    frozen: OnceLock<disk::Bot>,
}

impl Companion {
    /// A persona with what is derived from it.
    pub fn new(persona: Persona) -> Companion {
        let digest = persona.digest();
        Companion { persona, digest, strength: None, frozen: OnceLock::new() }
    }

    /// One with other numbers than its name means now: answers go on naming the digest of those that it sat down with.
    pub fn of_digest(persona: Persona, digest: u64, strength: Option<u32>) -> Companion {
        Companion { strength, ..Companion { digest, ..Companion::new(persona) } }
    }

    /// Its name as the lab reads it: `casual`, or `casual:strength=40`.
    pub fn spec(&self) -> String {
        let name = self.persona.name();
        self.strength.map_or_else(|| name.to_owned(), |strength| format!("{name}:strength={strength}"))
    }

    /// Its part of a stored room.
    pub fn frozen(&self) -> &disk::Bot {
        self.frozen.get_or_init(|| frozen_persona::freeze(self))
    }

    /// The rulesets that it can decide by.
    pub fn deciders(&self) -> impl Iterator<Item = Decider> {
        let params = self.persona.params();
        let thinks = [
            (Decider::Cases, params.cases),
            (Decider::Net, params.net),
            (Decider::Search, params.search_worlds),
            (Decider::Solver, params.solve_worlds),
        ];
        let thinks = thinks.into_iter().filter(|&(_, worlds)| worlds > 0).map(|(decider, _)| decider);
        std::iter::once(Decider::Rules).chain(thinks)
    }
}

/// All personas that can play.
#[derive(Debug)]
pub struct Roster {
    companions: BTreeMap<String, Arc<Companion>>,
    default: Arc<Companion>,
    disclosure: Disclosure,
    /// Personas at a strength, as they were asked for: at most 101 for each persona.
    at_strength: Mutex<HashMap<(String, u32), Arc<Companion>>>,
}

/// Why there is no roster.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// The file cannot be read.
    #[error("personas.file {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file says what it may not.
    #[error("personas.file {path}: {error}")]
    Invalid {
        /// The file.
        path: String,
        /// The field.
        error: engine::persona::FileError,
    },
    /// The default names no persona.
    #[error("{key} cannot be {name:?}; there are {names}")]
    Unknown {
        /// The key.
        key: &'static str,
        /// Its value.
        name: String,
        /// The personas.
        names: String,
    },
}

impl Roster {
    /// The built-in personas, and on top of them those of the file.
    pub fn load(config: &config::Personas) -> Result<Roster, RosterError> {
        let mut personas = Persona::all();
        if !config.file.is_empty() {
            let path = || config.file.clone();
            let text = std::fs::read_to_string(&config.file)
                .map_err(|error| RosterError::Unreadable { path: path(), error })?;
            personas.extend(read_personas(&text).map_err(|error| RosterError::Invalid { path: path(), error })?);
        }
        let entry = |persona: Persona| (persona.name().to_owned(), Arc::new(Companion::new(persona)));
        let companions: BTreeMap<_, _> = personas.into_iter().map(entry).collect();
        let default = companions.get(&config.default).cloned();
        let default = default.ok_or_else(|| RosterError::Unknown {
            key: "personas.default",
            name: config.default.clone(),
            names: names(&companions),
        })?;
        Ok(Roster { companions, default, disclosure: Disclosure::Caller, at_strength: Mutex::default() })
    }

    /// The same companions, disclosed as the operator says.
    #[must_use]
    pub fn disclosed_by(self, disclosure: Disclosure) -> Roster {
        Roster { disclosure, ..self }
    }

    /// True if players are told of a bot that a call wants to be disclosed or not.
    pub fn discloses(&self, asked: bool) -> bool {
        asked || self.disclosure == Disclosure::Required
    }

    /// The companion of that name; the default for an empty one.
    pub fn named(&self, name: &str) -> Result<Arc<Companion>, Refusal> {
        if name.is_empty() {
            return Ok(Arc::clone(&self.default));
        }
        self.companions.get(name).cloned().ok_or_else(|| {
            let message = format!("no persona is named {name:.60?}; there are {}", names(&self.companions));
            Refusal::new(Reason::UNKNOWN_PERSONA, message).at("persona")
        })
    }

    /// The companion of that name at a strength; by its own numbers without one.
    pub fn at_strength(&self, name: &str, strength: Option<u32>) -> Result<Arc<Companion>, Refusal> {
        let own = self.named(name)?;
        let Some(strength) = strength else { return Ok(own) };
        let key = (own.persona.name().to_owned(), strength);
        let mut known = self.at_strength.lock().expect("no code panics while it holds the personas");
        if let Some(companion) = known.get(&key) {
            return Ok(Arc::clone(companion));
        }
        let value = i32::try_from(strength).unwrap_or(i32::MAX);
        let persona = own.persona.clone().with("strength", value).map_err(|_| {
            let message = format!("{strength} is no strength: it may be 0 to 100");
            Refusal::new(Reason::VALUE_UNKNOWN, message).at("strength")
        })?;
        let companion = Arc::new(Companion { strength: Some(strength), ..Companion::new(persona) });
        known.insert(key, Arc::clone(&companion));
        Ok(companion)
    }

    /// The companion that a setting names.
    pub fn configured(&self, key: &'static str, name: &str) -> Result<Arc<Companion>, RosterError> {
        self.companions.get(name).cloned().ok_or_else(|| RosterError::Unknown {
            key,
            name: name.to_owned(),
            names: names(&self.companions),
        })
    }

    /// The names of all personas.
    pub fn names(&self) -> BTreeSet<String> {
        self.companions.keys().cloned().collect()
    }

    /// All personas, by name.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Companion>> {
        self.companions.values()
    }
}

fn names(companions: &BTreeMap<String, Arc<Companion>>) -> String {
    companions.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}
