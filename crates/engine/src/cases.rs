//! Decisions from cases 案例: the results of recorded hands at similar turns.
//!
//! A tree, grown by `lab grow-cases`, asks about facts of the turn ([`FACTS`]) and ends in leaves. A leaf with advice names one of the
//! [`MOVES`]; at a turn a move means at most one legal action. A silent leaf leaves the choice of the strategies as it is. The tree is a text
//! file that people can read ([`Cases`]). `docs/use/personas.md` explains cases.

mod facts;
mod moves;
mod context;
mod text;
mod tree;

pub(crate) use context::CaseContext;
pub use facts::{CaseFact, FACTS};
pub use moves::{MOVES, Move};
pub use tree::{Advice, BadCases, Cases, DEPTH_MAX, Metadata, NODES_MAX, Tree};

use std::sync::Arc;

use rules::{Combo, Ruleset};

use crate::persona::{self, FileError, Persona};
use crate::profile::Profile;

/// Reads the personas of a file, and with `open` the trees that its `cases-file` keys name. A tree that cannot be read is an error.
pub fn read_personas_and_cases(
    text: &str,
    open: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<Persona>, FileError> {
    persona::read_with_cases(text, &|file| {
        let tree = open(file)?;
        tree.parse::<Cases>().map_err(|fault| fault.to_string())?;
        Ok(tree)
    })
}

/// The trees that personas ask: known ones, and a cache of the personas' own.
pub(crate) struct Trees {
    known: Vec<Cases>,
    own: Vec<(Arc<str>, Cases)>,
}

/// The most personas' own trees that are kept; the oldest is dropped first.
const OWN_TREES_MAX: usize = 16;

impl Trees {
    pub(crate) fn shipped() -> Trees {
        Trees { known: Ruleset::DISTINCT_PLAYS.into_iter().filter_map(Cases::shipped).collect(), own: Vec::new() }
    }

    /// Adds a tree. It replaces a tree for a ruleset of the same name.
    pub(crate) fn replace(&mut self, cases: Cases) {
        self.known.retain(|known| known.metadata().ruleset.name() != cases.metadata().ruleset.name());
        self.known.push(cases);
    }

    /// Returns the tree that a persona asks under a ruleset: its own if that fits the ruleset, otherwise a known tree that fits; `None` if
    /// no tree fits.
    pub(crate) fn of(&mut self, persona: &Persona, rules: &Ruleset, profile: Profile) -> Option<&Cases> {
        let Some(text) = persona.cases() else { return Cases::of(&self.known, rules, profile) };
        let place = self.own.iter().position(|(known, _)| Arc::ptr_eq(known, text)).unwrap_or_else(|| {
            if self.own.len() == OWN_TREES_MAX {
                self.own.remove(0);
            }
            let cases = text.parse().expect("a persona's tree was read before");
            self.own.push((Arc::clone(text), cases));
            self.own.len() - 1
        });
        let own = std::slice::from_ref(&self.own[place].1);
        Cases::of(own, rules, profile).or_else(|| Cases::of(&self.known, rules, profile))
    }
}

/// A turn as cases record it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The answers to [`FACTS`], in their order.
    pub facts: Vec<i16>,
    /// The strategies' play.
    pub usual: Option<Combo>,
    /// The play of each of the [`MOVES`]; `None` if there is none, if it breaks a guard, or if the strategies choose it.
    pub moves: Vec<Option<Option<Combo>>>,
}

impl Case {
    pub(crate) fn of(context: &CaseContext) -> Case {
        Case {
            facts: FACTS.iter().map(|fact| fact.ask(context)).collect(),
            usual: context.usual,
            moves: MOVES.iter().map(|each| each.play(context)).collect(),
        }
    }
}
