//! Experiments: in a share of the rooms another persona sits down for the one that was asked for. The share is stable: a room has the same
//! group for all its bots, on any replica and after any restart.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::Seed;

use super::{Companion, RosterError};
use crate::config::Experiment;

/// The longest name of an experiment: it is a value of a label.
const NAME_MAX: usize = 32;

/// An experiment that can be run.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) name: Arc<str>,
    /// The persona that is asked for.
    pub(super) persona: String,
    with: String,
    share_percent: u64,
    /// The source of the groups: two experiments cut the rooms apart from each other.
    seed: u64,
}

impl Trial {
    /// The persona that sits down in a room.
    pub(super) fn persona_in(&self, room: u64) -> &str {
        let drawn = Seed(self.seed).stream(room).0 % 100;
        if drawn < self.share_percent { &self.with } else { &self.persona }
    }
}

/// The experiments of the settings, checked.
pub(super) fn read(
    sent: &[Experiment],
    companions: &BTreeMap<String, Arc<Companion>>,
) -> Result<Vec<Trial>, RosterError> {
    let read = |(place, one): (usize, &Experiment)| {
        let fault = |field, fault: String| Err(RosterError::Experiment { place, field, fault });
        let Experiment { name, persona, with, share_percent } = one;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || name.len() > NAME_MAX || !name.chars().all(is_word) {
            return fault("name", format!("{name:.40?} is no name: 1 to {NAME_MAX} letters, digits, - _ ."));
        }
        if sent[..place].iter().any(|other| other.name == *name) {
            return fault("name", format!("{name:?} is the name of another experiment too"));
        }
        for (field, value) in [("persona", persona), ("with", with)] {
            if !companions.contains_key(value) {
                return fault(field, format!("{value:.60?} is no persona; there are {}", super::names(companions)));
            }
        }
        if persona == with {
            return fault("with", format!("{with:?} is the persona that is asked for: both groups would be one"));
        }
        if sent[..place].iter().any(|other| other.persona == *persona) {
            return fault("persona", format!("{persona:?} is part of another experiment already"));
        }
        if !(1..=99).contains(share_percent) {
            return fault("share_percent", format!("cannot be {share_percent}: it may be 1 to 99"));
        }
        let (name, seed) = (Arc::from(name.as_str()), seed(name));
        Ok(Trial { name, persona: persona.clone(), with: with.clone(), share_percent: (*share_percent).into(), seed })
    };
    sent.iter().enumerate().map(read).collect()
}

fn seed(name: &str) -> u64 {
    name.bytes().fold(Seed(0), |seed, byte| seed.stream(byte.into())).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::roster::Roster;

    fn experiment(name: &str, persona: &str, with: &str, share_percent: u32) -> Experiment {
        let [name, persona, with] = [name, persona, with].map(str::to_owned);
        Experiment { name, persona, with, share_percent }
    }

    fn roster(experiments: &[Experiment]) -> Result<Roster, RosterError> {
        let personas = Config::embedded().personas;
        Roster::load(&crate::config::Personas { experiments: experiments.to_vec(), ..personas })
    }

    #[test]
    fn a_share_of_the_rooms_has_the_other_persona() {
        let patience = experiment("patience", "casual", "casual-patient", 30);
        let roster = roster(&[patience, experiment("haste", "skilled", "skilled-hasty", 50)]).unwrap();
        let seated = |name: &str, room: u64| {
            let (companion, experiment) = roster.seated(name, Some(40), room).unwrap();
            assert_eq!(companion.strength, Some(40));
            (companion.persona.name().to_owned(), experiment.map(|name| name.to_string()))
        };
        let (mut patient, mut both) = (0, 0);
        for room in 0..10_000 {
            let (casual, skilled) = (seated("casual", room), seated("skilled", room));
            assert_eq!((casual.1.as_deref(), skilled.1.as_deref()), (Some("patience"), Some("haste")));
            assert_eq!(seated("", room), casual, "the default is asked for");
            assert!(["casual", "casual-patient"].contains(&casual.0.as_str()));
            patient += u32::from(casual.0 == "casual-patient");
            both += u32::from(casual.0 == "casual-patient" && skilled.0 == "skilled-hasty");
        }
        assert!((2_850..3_150).contains(&patient), "{patient}");
        assert!((1_380..1_620).contains(&both), "two experiments cut apart from each other: {both}");
        // A bot that is asked for as the other persona is not part of it.
        assert_eq!(seated("casual-patient", 7), (String::from("casual-patient"), None));
    }

    #[test]
    fn a_faulty_experiment_is_refused_by_its_field() {
        let good = || experiment("patience", "casual", "casual-patient", 50);
        let refused = |experiments: &[Experiment]| roster(experiments).unwrap_err().to_string();
        for (bad, says) in [
            (experiment("a b", "casual", "rules", 50), "experiments[0].name \"a b\" is no name"),
            (
                experiment("a", "casul", "rules", 50),
                "experiments[0].persona \"casul\" is no persona; there are advanced",
            ),
            (experiment("a", "casual", "rulez", 50), "experiments[0].with \"rulez\" is no persona"),
            (
                experiment("a", "casual", "casual", 50),
                "experiments[0].with \"casual\" is the persona that is asked for",
            ),
            (experiment("a", "casual", "rules", 100), "experiments[0].share_percent cannot be 100: it may be 1 to 99"),
        ] {
            let said = refused(&[bad]);
            assert!(said.contains(says), "{said}");
        }
        let twice = refused(&[good(), experiment("other", "casual", "rules", 50)]);
        assert!(twice.contains("experiments[1].persona \"casual\" is part of another experiment already"), "{twice}");
        let named = refused(&[good(), experiment("patience", "rules", "net", 50)]);
        assert!(named.contains("experiments[1].name \"patience\" is the name of another experiment too"), "{named}");
    }
}
