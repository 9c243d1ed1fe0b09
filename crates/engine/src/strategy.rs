//! The table of strategies.

/// One row: a way to play that a person would recognise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Its name.
    pub name: &'static str,
    /// Why it is played, as a sentence.
    pub why: &'static str,
}
