//! Personas as rooms keep them: the name, and the numbers of its fields from the time when the bot sat down. So a bot at a table keeps these numbers
//! when the file changes, until its strength is set anew. Its other parts (title, splitter, weight matrix, tree of cases) follow the name.

use std::sync::Arc;

use engine::Persona;
use rules::Seed;
use wire::storage as disk;

use super::{Companion, numbers};

/// Returns the numbers of a bot as they are stored.
pub fn freeze(companion: &Companion) -> disk::Numbers {
    let persona = &companion.persona;
    let values = numbers(persona).map(|(_, number)| number).collect();
    disk::Numbers { digest: companion.digest, names: names_digest(persona), values }
}

/// Returns the persona of a stored bot: `named`, the present one of its name and strength, or `rules` under that name if there is none. It gets the
/// stored numbers, if their names are those of this release. `None` if the stored name cannot be a persona's.
pub fn restore(
    name: &str,
    strength: Option<u32>,
    stored: &disk::Numbers,
    named: Option<Arc<Companion>>,
) -> Option<Arc<Companion>> {
    let named = match named {
        Some(named) => named,
        // The file no longer has the persona, but the numbers are stored.
        None => Arc::new(Companion::new(Persona::named("rules")?.with_name(name, name).ok()?)),
    };
    // Stored numbers whose names are not those of this release cannot be assigned.
    if named.digest == stored.digest || names_digest(&named.persona) != stored.names {
        return Some(named);
    }
    let pairs = numbers(&named.persona).zip(&stored.values);
    let set = |persona: Persona, (key, value): (String, i32)| persona.clone().with(&key, value).unwrap_or(persona);
    let persona = pairs.map(|((key, _), &value)| (key, value)).fold(named.persona.clone(), set);
    let changed = numbers(&persona).zip(numbers(&named.persona)).filter(|(own, named)| own != named);
    let changes = changed.map(|((key, own), _)| format!("{key}={own}")).collect();
    Some(Arc::new(Companion { digest: stored.digest, strength, changes, ..Companion::new(persona) }))
}

fn names_digest(persona: &Persona) -> u64 {
    let bytes = numbers(persona).flat_map(|(key, _)| key.into_bytes());
    bytes.fold(Seed(0), |seed, byte| seed.stream(byte.into())).0
}

#[cfg(test)]
mod tests {
    use engine::persona::read_personas;

    use crate::config::Config;
    use crate::roster::Roster;

    use super::*;

    #[test]
    fn stored_numbers_are_restored_even_if_the_persona_changed() {
        let own = "[ming]\nbase = \"beginner-hasty\"\nnoise = 3\nup.near-at = 4";
        let mut personas = Persona::all();
        personas.extend(read_personas(own).unwrap());
        for persona in personas {
            let back = restore(persona.name(), None, &freeze(&Companion::new(persona.clone())), None).unwrap();
            assert!(numbers(&back.persona).eq(numbers(&persona)), "{}", persona.name());
            assert_eq!((back.persona.name(), back.digest), (persona.name(), persona.digest()));
        }
        let roster = Roster::load(&Config::embedded()).unwrap();
        let strong = roster.at_strength("casual-hasty", Some(85)).unwrap();
        let known = restore("casual-hasty", Some(85), &freeze(&strong), Some(Arc::clone(&strong))).unwrap();
        assert!(Arc::ptr_eq(&known, &strong), "it is known and not rebuilt");
        let changed = Companion::new(Persona::named("casual").unwrap().with("noise", 99).unwrap());
        let back = restore("casual", None, &freeze(&changed), roster.at_strength("casual", None).ok()).unwrap();
        assert_eq!(
            (&back.persona, back.digest, back.spec().as_str()),
            (&changed.persona, changed.digest, "casual:noise=99")
        );
    }

    #[test]
    fn numbers_of_another_release_give_way_to_the_named_persona() {
        let roster = Roster::load(&Config::embedded()).unwrap();
        let changed = Companion::new(Persona::named("casual").unwrap().with("noise", 99).unwrap());
        let other = disk::Numbers { names: 1, ..freeze(&changed) };
        let named = roster.at_strength("casual", None).unwrap();
        assert!(Arc::ptr_eq(&restore("casual", None, &other, Some(Arc::clone(&named))).unwrap(), &named));
    }
}
