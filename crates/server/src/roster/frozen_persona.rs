//! Personas as rooms keep them: the name, and the numbers of its fields from the time when the bot sat down. So a bot at a table keeps these numbers
//! when the file changes, until its strength is set anew. Its other parts (title, splitter, weight matrix, tree of cases) follow the name.

use std::sync::Arc;

use engine::Persona;
use rules::Seed;
use wire::storage as disk;

use super::{Companion, numbers};

/// Returns the numbers of a persona as they are stored.
pub fn freeze(persona: &Persona) -> disk::Numbers {
    let (keys, values): (Vec<String>, Vec<i32>) = numbers(persona).unzip();
    let names = keys.concat().bytes().fold(Seed(0), |seed, byte| seed.stream(byte.into())).0;
    disk::Numbers { digest: persona.digest(), names, values }
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
            let back = restore(persona.name(), None, &freeze(&persona), None).unwrap();
            assert!(numbers(&back.persona).eq(numbers(&persona)), "{}", persona.name());
            assert_eq!((back.persona.name(), back.frozen.digest), (persona.name(), persona.digest()));
        }
        let roster = Roster::load(&Config::embedded()).unwrap();
        let strong = roster.at_strength("casual-hasty", Some(85)).unwrap();
        let known = restore("casual-hasty", Some(85), &strong.frozen, Some(Arc::clone(&strong))).unwrap();
        assert!(Arc::ptr_eq(&known, &strong), "it is known and not rebuilt");
        let changed = Companion::new(Persona::named("casual").unwrap().with("noise", 99).unwrap());
        let back = restore("casual", None, &changed.frozen, roster.at_strength("casual", None).ok()).unwrap();
        assert_eq!(
            (&back.persona, back.frozen.digest, back.spec().as_str()),
            (&changed.persona, changed.frozen.digest, "casual:noise=99")
        );
    }

    #[test]
    fn numbers_of_another_release_give_way_to_the_named_persona() {
        let roster = Roster::load(&Config::embedded()).unwrap();
        let changed = Companion::new(Persona::named("casual").unwrap().with("noise", 99).unwrap());
        let other = disk::Numbers { names: 1, ..changed.frozen.clone() };
        let named = roster.at_strength("casual", None).unwrap();
        assert!(Arc::ptr_eq(&restore("casual", None, &other, Some(Arc::clone(&named))).unwrap(), &named));
    }
}
