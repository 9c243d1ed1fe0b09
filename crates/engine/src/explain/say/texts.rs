//! The form of a language's texts.

pub(super) struct Texts {
    /// Templates by concept.
    pub(super) templates: &'static [(&'static str, &'static str)],
    /// Words for the parts that are no cards: kinds, players, the pass.
    pub(super) words: &'static [(&'static str, &'static str)],
    /// The jokers by letter, the text for both, and the text that joins them to other cards.
    pub(super) jokers: [(char, &'static str); 2],
    pub(super) both: &'static str,
    pub(super) and: &'static str,
    /// The mark between combos; `and` joins the last two.
    pub(super) comma: &'static str,
    pub(super) full_stop: &'static str,
    pub(super) plural: &'static str,
}
