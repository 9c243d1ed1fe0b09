//! Monte Carlo minimax: what the others may hold is drawn again and again, each such world is searched as an open game
//! (my side maximises, the enemy minimises), and the worlds vote.
//!
//! It builds on ranks as they are printed and on answers in kind: only plain rulesets ([`rules::Ruleset::is_plain`]).
//!
//! [`published`] is the design as it was published, kept to be measured beside what grew out of it: [`think`].

mod published;
mod uniform;
mod vote;
mod leaf;
mod leaf_weights;
mod hand_values;
mod transposition;
mod tree;
mod think;

pub use leaf::{RACE_MAX, SURE, TURNS_MAX, WIN, Weights, chance};
pub use published::{Published, published, published_in};
pub use think::{Params, Stops, WORLDS_MAX, replay, think, values};
pub use tree::{DEPTH_MAX, Optimizations};
pub use uniform::uniform;
pub use vote::{Vote, Voted};

use rules::{Combo, Plays, Ruleset, Trick, View};

/// How many nodes pass between two askings of `halt`: a few dozen microseconds.
const NODES_PER_ASKING: u64 = 128;

/// Untried plays of all open positions of the deepest tree: the list never grows.
const TREE_PLAYS: usize = (DEPTH_MAX as usize + 1) * rules::movegen::PLAYS_MAX;

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
pub struct Scratch {
    plays: Plays,
    /// What is voted on, in the order of listing.
    candidates: Vec<Option<Combo>>,
    /// In how many worlds each was best.
    wins: Vec<u32>,
    /// The sum of its values.
    sums: Vec<i64>,
    /// The value of each in the world at hand.
    values: Vec<i32>,
    /// The untried plays of every open position, one above the other.
    stack: Vec<Option<Combo>>,
    tree: Vec<tree::Scored>,
    /// A row a world: my side's value of each candidate.
    matrix: Vec<i32>,
    table: transposition::TranspositionTable,
    hand_values: hand_values::HandValues,
    /// The rules under which `hand_values` speaks.
    rules: Ruleset,
}

impl Scratch {
    /// Empty buffers.
    pub fn new() -> Scratch {
        let many = rules::movegen::PLAYS_MAX + 1;
        Scratch {
            plays: Plays::new(),
            candidates: Vec::with_capacity(many),
            wins: Vec::with_capacity(many),
            sums: Vec::with_capacity(many),
            values: Vec::with_capacity(many),
            stack: Vec::with_capacity(4 * many),
            tree: Vec::with_capacity(TREE_PLAYS),
            matrix: Vec::with_capacity(WORLDS_MAX as usize * many),
            table: transposition::TranspositionTable::new(),
            hand_values: hand_values::HandValues::new(),
            rules: Ruleset::CLASSIC,
        }
    }

    /// Forgets what it knew of positions, and of hands under other rules.
    fn turn_to(&mut self, rules: &Ruleset) {
        self.table.begin();
        if self.rules != *rules {
            self.rules = *rules;
            self.hand_values.clear();
        }
    }

    /// Bytes in use; they do not grow.
    pub fn bytes(&self) -> usize {
        let lists = self.candidates.capacity() * size_of::<Option<Combo>>()
            + self.stack.capacity() * size_of::<Option<Combo>>()
            + self.tree.capacity() * size_of::<tree::Scored>()
            + self.matrix.capacity() * size_of::<i32>();
        size_of::<Scratch>() + lists + self.table.bytes() + self.hand_values.bytes()
    }

    /// Lists every legal play, the pass last, with no votes yet.
    ///
    /// # Panics
    /// When the ruleset is not plain.
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

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}
