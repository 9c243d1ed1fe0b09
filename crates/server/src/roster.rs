//! The personas that can play: the built-in ones and those of a file, each with data derived for calls. Rooms keep the name of a bot's persona, and the
//! numbers of its fields from the time when the bot sat down. So a bot at a table keeps these numbers when the file changes, until its strength is set
//! anew. Its other parts (title, splitter, weight matrix, tree of cases) follow the name.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use engine::Persona;
use engine::cases::read_personas_and_cases;
use engine::persona::{PersonaParams, SeatParams};
use game::refusal::{Reason, Refusal};
use rules::{Seat, Seed};
use wire::storage as disk;

use crate::config::{self, Config, Disclosure, Fault};

const FILE_KEY: &str = "personas.file";

/// A persona, and data about it for calls.
#[derive(Debug)]
pub struct Companion {
    /// The persona.
    pub persona: Persona,
    /// The numbers as rooms store them. Their digest is the persona's, or that of the persona with which a restored bot sat down.
    pub frozen: disk::Numbers,
    /// The strength in place of the persona's own, if one was set.
    pub strength: Option<u32>,
    /// The numbers by which a restored bot differs from the persona that its name stands for, as the lab reads them: `bid-target=620`,
    /// `up.lead-single=32`.
    changes: Vec<String>,
}

/// The other fields follow from these two and the roster.
impl PartialEq for Companion {
    fn eq(&self, other: &Companion) -> bool {
        self.persona == other.persona && self.frozen.digest == other.frozen.digest
    }
}

impl Companion {
    /// Makes a companion of a persona.
    pub fn new(persona: Persona) -> Companion {
        Companion { frozen: freeze(&persona), persona, strength: None, changes: Vec::new() }
    }

    /// Writes the name as the lab reads it: `casual`, or `casual:strength=40`.
    pub fn spec(&self) -> String {
        let name = self.persona.name();
        let strength = self.strength.map(|strength| format!("strength={strength}"));
        let changes = strength.iter().chain(&self.changes).map(String::as_str).collect::<Vec<_>>().join(",");
        if changes.is_empty() { name.to_owned() } else { format!("{name}:{changes}") }
    }
}

/// All personas that can play. The file can be read again; rooms store the numbers of their bots.
#[derive(Debug)]
pub struct Roster {
    config: config::Personas,
    disclosure: Disclosure,
    current: RwLock<Arc<LoadedPersonas>>,
}

/// The built-in personas and those of the file, as they were read together.
#[derive(Debug)]
struct LoadedPersonas {
    /// The personas by name; the configured default is among them.
    companions: BTreeMap<String, Arc<Companion>>,
    /// Personas at the strengths that were asked for: at most 101 for each persona.
    at_strength: Mutex<HashMap<(String, u32), Arc<Companion>>>,
}

impl Roster {
    /// Loads the built-in personas, and on top of them those of the file.
    pub fn load(config: &Config) -> Result<Roster, Fault> {
        let current = RwLock::new(Arc::new(LoadedPersonas::read(&config.personas)?));
        Ok(Roster { config: config.personas.clone(), disclosure: config.companions.disclosure, current })
    }

    /// Reads the file again. Returns true if a persona had changed; a file that cannot be used changes nothing.
    pub fn reload(&self) -> Result<bool, Fault> {
        let (before, known) = (self.loaded(), LoadedPersonas::read(&self.config)?);
        // Personas contain their trees of cases, which are files of their own.
        if known.companions == before.companions {
            return Ok(false);
        }
        if let Some(name) = before.companions.keys().find(|&name| !known.companions.contains_key(name)) {
            // Settings, policies and callers may name it.
            let problem = format!("{name} is gone; a file that is read again may change and add personas");
            return Err(Fault::of_file(FILE_KEY, &self.config.file, problem));
        }
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(known);
        Ok(true)
    }

    fn loaded(&self) -> Arc<LoadedPersonas> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// True if players are told that a bot is a bot: if the call asks for it, or the operator requires it.
    pub fn discloses(&self, asked: bool) -> bool {
        asked || self.disclosure == Disclosure::Required
    }

    /// Returns the companion of that name at a strength; an empty name is the default, and without a strength it has
    /// its own numbers.
    pub fn at_strength(&self, name: &str, strength: Option<u32>) -> Result<Arc<Companion>, Refusal> {
        let loaded = self.loaded();
        let name = if name.is_empty() { self.config.default.as_str() } else { name };
        let own = loaded.companions.get(name).cloned().ok_or_else(|| {
            let message = format!("no persona is named {name:.60?}; there are {}", names(&loaded.companions));
            Refusal::new(Reason::UNKNOWN_PERSONA, message).at("persona")
        })?;
        let Some(strength) = strength else { return Ok(own) };
        let key = (own.persona.name().to_owned(), strength);
        let mut known = loaded.at_strength.lock().expect("no code panics while it holds the personas");
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

    /// Returns the persona of a stored bot: the present one of its name and strength, or `rules` under that name if there is none. It gets the stored
    /// numbers, if their names are those of this release. `None` if the stored name cannot be a persona's.
    pub fn restore(&self, name: &str, strength: Option<u32>, stored: &disk::Numbers) -> Option<Arc<Companion>> {
        let named = match self.at_strength(name, strength) {
            Ok(named) => named,
            // The file no longer has the persona, but the numbers are stored.
            Err(_) => Arc::new(Companion::new(Persona::named("rules")?.with_name(name, name).ok()?)),
        };
        // Stored numbers whose names are not those of this release cannot be assigned.
        if named.frozen.digest == stored.digest || named.frozen.names != stored.names {
            return Some(named);
        }
        let pairs = numbers(&named.persona).zip(&stored.values);
        let set = |persona: Persona, (key, value): (String, i32)| persona.clone().with(&key, value).unwrap_or(persona);
        let persona = pairs.map(|((key, _), &value)| (key, value)).fold(named.persona.clone(), set);
        let changed = numbers(&persona).zip(numbers(&named.persona)).filter(|(own, named)| own != named);
        let changes = changed.map(|((key, own), _)| format!("{key}={own}")).collect();
        let own = Companion::new(persona);
        let frozen = disk::Numbers { digest: stored.digest, ..own.frozen };
        Some(Arc::new(Companion { frozen, strength, changes, ..own }))
    }

    /// Returns all personas, by name.
    pub fn all(&self) -> Vec<Arc<Companion>> {
        self.loaded().companions.values().cloned().collect()
    }
}

impl LoadedPersonas {
    fn read(config: &config::Personas) -> Result<LoadedPersonas, Fault> {
        let text: String = config::read_if_named(FILE_KEY, &config.file)?.unwrap_or_default();
        // The trees of cases are beside the file that names them.
        let folder = Path::new(&config.file).parent().unwrap_or(Path::new(""));
        let open = |file: &str| std::fs::read_to_string(folder.join(file)).map_err(|error| error.to_string());
        let own = read_personas_and_cases(&text, &open);
        let own = own.map_err(|error| Fault::of_file(FILE_KEY, &config.file, error))?;
        let entry = |persona: Persona| (persona.name().to_owned(), Arc::new(Companion::new(persona)));
        let companions: BTreeMap<_, _> = Persona::all().into_iter().chain(own).map(entry).collect();
        if !companions.contains_key(&config.default) {
            let message = format!("personas.default cannot be {:?}; there are {}", config.default, names(&companions));
            return Err(Fault(message));
        }
        Ok(LoadedPersonas { companions, at_strength: Mutex::default() })
    }
}

/// Lists the numbers of a persona by key, as the lab and persona files write it: first those without a seat, then those of each seat. The
/// weight matrix is not among them.
fn numbers(persona: &Persona) -> impl Iterator<Item = (String, i32)> {
    let apart = PersonaParams::FIELDS.iter().map(|field| (field.name.to_owned(), (field.get)(persona.params())));
    let by_seat = Seat::ALL.into_iter().flat_map(|seat| {
        let params = persona.seat_params(seat);
        SeatParams::FIELDS.iter().map(move |field| (format!("{seat}.{}", field.name), (field.get)(params)))
    });
    apart.chain(by_seat)
}

/// Returns the numbers of a persona as they are stored.
fn freeze(persona: &Persona) -> disk::Numbers {
    let (keys, values): (Vec<String>, Vec<i32>) = numbers(persona).unzip();
    let names = keys.concat().bytes().fold(Seed(0), |seed, byte| seed.stream(byte.into())).0;
    disk::Numbers { digest: persona.digest(), names, values }
}

fn names(companions: &BTreeMap<String, Arc<Companion>>) -> String {
    companions.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use engine::persona::read_personas;

    use super::*;

    #[test]
    fn a_changed_file_holds_for_bots_that_sit_down_later() {
        let path = std::env::temp_dir().join(format!("personas-{}.toml", std::process::id()));
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        write("[ming]\nbase = \"casual\"\nnoise = 9\n");
        let mut config = Config::embedded();
        config.personas.file = path.display().to_string();
        let roster = Roster::load(&config).unwrap();
        let sits = roster.at_strength("ming", None).unwrap();
        assert!(!roster.reload().unwrap(), "nothing changed");

        write("[ming]\nbase = \"casual\"\nnoise = 4\n\n[lan]\nbase = \"skilled\"\n");
        assert!(roster.reload().unwrap());
        assert_eq!(
            (sits.persona.params().noise, roster.at_strength("ming", None).unwrap().persona.params().noise),
            (9, 4)
        );
        assert!(roster.at_strength("lan", None).is_ok());

        for (text, says) in [("[ming]\nbase = \"casual\"\n", "lan is gone"), ("[ming]\nnoise = 999\n", "cannot be 999")]
        {
            write(text);
            let error = roster.reload().unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("personas-"), "{error}");
            assert!(roster.at_strength("lan", None).is_ok(), "what was read before still holds");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn stored_numbers_are_restored_even_if_the_persona_changed() {
        let own = "[ming]\nbase = \"beginner-hasty\"\nnoise = 3\nup.near-at = 4";
        let roster = Roster::load(&Config::embedded()).unwrap();
        let mut personas = Persona::all();
        personas.extend(read_personas(own).unwrap());
        for persona in personas {
            let back = roster.restore("gone", None, &freeze(&persona)).unwrap();
            assert!(numbers(&back.persona).eq(numbers(&persona)), "{}", persona.name());
            assert_eq!((back.persona.name(), back.frozen.digest), ("gone", persona.digest()));
        }
        let strong = roster.at_strength("casual-hasty", Some(85)).unwrap();
        let known = roster.restore("casual-hasty", Some(85), &strong.frozen).unwrap();
        assert!(Arc::ptr_eq(&known, &strong), "it is known and not rebuilt");
        let changed = Companion::new(Persona::named("casual").unwrap().with("noise", 99).unwrap());
        let back = roster.restore("casual", None, &changed.frozen).unwrap();
        assert_eq!(
            (&back.persona, back.frozen.digest, back.spec().as_str()),
            (&changed.persona, changed.frozen.digest, "casual:noise=99")
        );
    }

    #[test]
    fn numbers_of_another_release_give_way_to_the_named_persona() {
        let roster = Roster::load(&Config::embedded()).unwrap();
        let changed = Companion::new(Persona::named("casual").unwrap().with("noise", 99).unwrap());
        let other = disk::Numbers { names: 1, ..changed.frozen };
        let named = roster.at_strength("casual", None).unwrap();
        assert!(Arc::ptr_eq(&roster.restore("casual", None, &other).unwrap(), &named));
    }
}
