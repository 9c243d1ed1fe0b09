//! `greedy`: a simple opponent, which plays like the naive type and bombs every second time that it can. Many public rule players are
//! similar, so tuning against it helps against them.

use engine::opponents::naive;
use rules::{Combo, Rng, View};

/// Returns the play; `None` is a pass.
pub(crate) fn play(view: &View, rng: &mut Rng) -> Option<Combo> {
    naive::play(view.rules(), view.seat()?, view.hand(), view.course().standing(), rng.below(2) == 0)
}
