//! Deciding from cases 案例: what recorded hands say of turns like this one.
//!
//! A tree, grown by `lab grow-cases`, asks small facts that a person could name ([`FACTS`]) and ends in leaves. A leaf
//! that speaks names one of the [`MOVES`], which is one legal play of this turn; a leaf that is silent leaves the
//! choice of the strategies as it is. The tree is a text file that people can read ([`Cases`]). `docs/use/personas.md` tells it to designers.

mod facts;
mod moves;
mod context;
mod text;
mod tree;

pub(crate) use context::CaseContext;
pub use facts::{FACTS, Fact};
pub use moves::{MOVES, Move};
pub use text::{BadCases, Fault};
pub use tree::{Advice, Cases, DEPTH_MAX, Metadata, NODES_MAX, Tree};

use rules::Combo;

/// A turn as cases record it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The question about it, in the order of [`FACTS`].
    pub facts: Vec<i16>,
    /// The strategies' play.
    pub usual: Option<Combo>,
    /// The play of each of the [`MOVES`]; `None` where it is nothing, breaks a guard, or is what the strategies do.
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
