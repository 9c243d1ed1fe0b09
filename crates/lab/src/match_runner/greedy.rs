//! `greedy`: a simple player to spar with, which plays as the naive type does and bombs every other time it can. Many public rule players
//! are of this kind, so tuning against it carries over.

use engine::opponents::naive;
use rules::{Combo, Rng, View};

/// Returns its play; `None` is a pass.
pub(crate) fn play(view: &View, rng: &mut Rng) -> Option<Combo> {
    naive::play(view.rules(), view.seat()?, view.hand(), view.course().standing(), rng.below(2) == 0)
}
