//! One hand by itself: how it splits into combos, what a split is worth, and what may cover a combo.

pub mod split;
pub mod eval;
pub mod cover;

use rules::{Combo, Rank, Ruleset};

/// The worth of a rank: 3 to 17.
pub(crate) fn face_value(rank: Rank, rules: &Ruleset) -> i32 {
    rules.order().place(rank) as i32 + 3
}

/// The worth of a combo's key: 3 to 17. Runs go by what is printed.
#[inline]
pub(crate) fn key_value(combo: Combo, rules: &Ruleset) -> i32 {
    rules.height(combo) as i32 + 3
}
