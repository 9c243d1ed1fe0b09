//! The limits of trees, and the faults of their texts.

/// The most nodes of a tree.
pub const NODES_MAX: usize = 4095;
/// The greatest depth of a leaf.
pub const DEPTH_MAX: usize = 24;
/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// The reason why a text is no tree of cases.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BadCases {
    /// The line at fault, from 1; 0 for a tree that was never a text.
    pub line: usize,
    /// The fault.
    pub fault: Fault,
}

/// The fault of a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The head lacks a key.
    #[error("{found:?} stands where {wanted:?} and its value are due")]
    Head {
        /// The key.
        wanted: &'static str,
        /// The text that was found.
        found: String,
    },
    /// A value of the head cannot be read.
    #[error("{found:?} is no {wanted}")]
    Value {
        /// The key.
        wanted: &'static str,
        /// The text that was found.
        found: String,
    },
    /// Another version of the format.
    #[error("version {found} of the format; this build reads version {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// A line is neither a question nor a leaf.
    #[error(
        "{found:?} is neither a question (`FACT <= NUMBER`) nor a leaf (`silent`, or `MOVE cases N better N gain N`)"
    )]
    Node {
        /// The text that was found.
        found: String,
    },
    /// No fact has that name.
    #[error("there is no fact {name:?}; `lab grow-cases --list` shows them all")]
    NoFact {
        /// The name.
        name: String,
    },
    /// No move has that name.
    #[error("there is no move {name:?}; `lab grow-cases --list` shows them all")]
    NoMove {
        /// The name.
        name: String,
    },
    /// All answers go one way.
    #[error("{fact} <= {at_most} asks nothing: the bound may be {least} to {most}")]
    NoQuestion {
        /// The fact.
        fact: &'static str,
        /// The bound.
        at_most: i16,
        /// The least that it may be.
        least: i16,
        /// The most that it may be.
        most: i16,
    },
    /// A leaf with advice lacks the support or the purity that the head promises.
    #[error("{cases} cases, {better}% better: the head promises {support} cases and {purity}% to 100%")]
    Weak {
        /// The leaf's cases.
        cases: u32,
        /// The fewest there may be.
        support: u32,
        /// The cases of 100 in which the move was better.
        better: u32,
        /// The fewest of 100 there may be.
        purity: u32,
    },
    /// A line is not where it belongs.
    #[error("{found} spaces before it; {wanted} are due here")]
    Depth {
        /// The depth that was found.
        found: usize,
        /// The depth that was expected.
        wanted: usize,
    },
    /// The text ends within the tree.
    #[error("the tree ends here, and a part of it is missing")]
    Short,
    /// The text goes on after the tree.
    #[error("{found:?} follows, and the tree is complete")]
    Rest {
        /// The part that follows.
        found: String,
    },
    /// The tree has more nodes, or is deeper, than is allowed.
    #[error("a tree has at most {NODES_MAX} nodes, and {DEPTH_MAX} of them one below the other")]
    TooLarge,
}
