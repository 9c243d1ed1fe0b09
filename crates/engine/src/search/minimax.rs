//! Monte Carlo minimax: what the others may hold is drawn again and again, and each such world is searched as an open game
//! (my side maximises, the enemy minimises).
//!
//! It builds on ranks as they are printed and on answers in kind: only rulesets of which [`is_plain`](rules::Ruleset::is_plain) is true.
//!
//! [`published`] is the design as it was published, kept to be measured beside ours: `net_tree`, whose leaf are the nets. Ours is a judge of
//! the [race](super): belief draws the worlds.

mod published;
mod uniform;
mod vote;
mod net_tree;

pub(super) use net_tree::{NetTree, Reply};
pub use published::{Published, published, published_in};
pub use uniform::uniform;
pub use vote::{Vote, Voted};

use rules::{Combo, Plays, Trick, View};

pub use crate::persona::{Leaf, Ties};

/// Number of nodes that pass between two askings of `halt`: a few dozen microseconds.
const NODES_PER_ASKING: u64 = 128;

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
pub struct VoteBuffers {
    plays: Plays,
    /// The plays that are voted on, in the order of listing.
    candidates: Vec<Option<Combo>>,
    /// In how many worlds each was best.
    wins: Vec<u32>,
    /// The sum of its values.
    sums: Vec<i64>,
    /// The value of each in the world at hand.
    values: Vec<i32>,
    /// The untried plays of every open position, one above the other.
    stack: Vec<Option<Combo>>,
}

impl VoteBuffers {
    /// Makes empty buffers.
    pub fn new() -> VoteBuffers {
        let many = rules::movegen::PLAYS_MAX + 1;
        VoteBuffers {
            plays: Plays::new(),
            candidates: Vec::with_capacity(many),
            wins: Vec::with_capacity(many),
            sums: Vec::with_capacity(many),
            values: Vec::with_capacity(many),
            stack: Vec::with_capacity(4 * many),
        }
    }

    /// Lists every legal play, the pass last, with no votes yet.
    ///
    /// # Panics
    /// When combos are not answered in kind.
    fn list(&mut self, view: &View) {
        assert!(view.rules().is_plain(), "minimax cannot play {}", view.rules());
        let pass = (view.trick() != Trick::Lead).then_some(None);
        let plays = self.plays.fill(view.rules(), view.hand(), view.trick());
        // A search that was stopped left its plays behind.
        self.stack.clear();
        self.candidates.clear();
        self.candidates.extend(plays.iter().copied().map(Some).chain(pass));
        let many = self.candidates.len();
        self.wins.clear();
        self.wins.resize(many, 0);
        self.sums.clear();
        self.sums.resize(many, 0);
    }
}

impl Default for VoteBuffers {
    fn default() -> VoteBuffers {
        VoteBuffers::new()
    }
}
