//! The form of a language's texts.

pub(super) struct Texts {
    pub(super) templates: &'static [(&'static str, &'static str)],
    /// Words for kinds, players, the pass and the rocket.
    pub(super) words: &'static [(&'static str, &'static str)],
    pub(super) jokers: [(char, &'static str); 2],
    pub(super) both: &'static str,
    /// The text before the last name of several.
    pub(super) and: &'static str,
    /// The mark between the other names.
    pub(super) comma: &'static str,
    pub(super) full_stop: &'static str,
    pub(super) plural: &'static str,
}
