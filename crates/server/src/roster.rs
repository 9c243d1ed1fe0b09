//! Who can play: the built-in personas and those of a file, each with what calls need of it at hand.

pub mod frozen_persona;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use engine::Persona;
use engine::persona::read_personas;
use wire::storage as disk;

use crate::config;
use crate::error::{Reason, Refusal};

/// A persona, and what is derived from it once.
#[derive(Debug)]
pub struct Companion {
    /// The persona.
    pub persona: Persona,
    /// The digest of its numbers.
    pub digest: u64,
    /// Its numbers as rooms keep them; looking a hundred of them up by name for every write cost more than a decision.
    frozen: OnceLock<disk::Bot>,
}

impl Companion {
    /// A persona with what is derived from it.
    pub fn new(persona: Persona) -> Companion {
        let digest = persona.digest();
        Companion { persona, digest, frozen: OnceLock::new() }
    }

    /// One with other numbers than its name means now: answers go on naming the digest of those that it sat down with.
    pub fn of_digest(persona: Persona, digest: u64) -> Companion {
        Companion { persona, digest, frozen: OnceLock::new() }
    }

    /// Its part of a stored room.
    pub fn frozen(&self) -> &disk::Bot {
        self.frozen.get_or_init(|| frozen_persona::freeze(self))
    }

    /// What it can decide by, as requests see it.
    pub fn deciders(&self) -> Vec<&'static str> {
        let nature = self.persona.params();
        let thinks = [
            ("cases", nature.cases),
            ("net", nature.net),
            ("search", nature.search_worlds),
            ("solver", nature.solve_worlds),
        ];
        let thinks = thinks.into_iter().filter(|&(_, worlds)| worlds > 0).map(|(name, _)| name);
        std::iter::once("rules").chain(thinks).collect()
    }
}

/// All personas that can play.
#[derive(Debug)]
pub struct Roster {
    companions: BTreeMap<String, Arc<Companion>>,
    default: Arc<Companion>,
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
        /// What.
        error: engine::persona::FileError,
    },
    /// The default names no persona.
    #[error("{key} cannot be {name:?}; there are {names}")]
    Unknown {
        /// The key.
        key: &'static str,
        /// Its value.
        name: String,
        /// Who there is.
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
        Ok(Roster { companions, default })
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

    /// The companion that a setting names.
    pub fn configured(&self, key: &'static str, name: &str) -> Result<Arc<Companion>, RosterError> {
        self.companions.get(name).cloned().ok_or_else(|| RosterError::Unknown {
            key,
            name: name.to_owned(),
            names: names(&self.companions),
        })
    }

    /// All personas, by name.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Companion>> {
        self.companions.values()
    }
}

fn names(companions: &BTreeMap<String, Arc<Companion>>) -> String {
    companions.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}
