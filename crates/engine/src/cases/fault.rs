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
    pub fault: String,
}
