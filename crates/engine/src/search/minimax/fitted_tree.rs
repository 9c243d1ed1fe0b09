//! Worlds judged by minimax with the fitted leaf, where the nets cannot judge.

use rules::{Combo, Side};

use super::leaf::{Leaf, chance};
use super::tree::{DEPTH_MAX, Optimizations, Tree};
use super::{NODES_PER_ASKING, Scratch};
use crate::endgame::{Limits, Meter};
use crate::game_state::GameState;
use crate::search::race::{Evaluator, Noise, Rules, Score, Trial};

/// Values are chances in ten-thousandths.
pub(crate) const CHANCE_ONE: i64 = 10_000;

/// How these values race.
pub(crate) const FITTED: Rules = Rules {
    worlds_per_look: 16,
    noise: Noise::Paired,
    full_margin_worlds: u32::MAX,
    in_1000: |sum, worlds| (sum * 1000 / CHANCE_ONE / i64::from(worlds)) as i32,
};

/// In wins in 1,000. Open hands let an enemy choose the reply that the leaf overrates: with less than this the trees lose to the
/// rule player, who is the baseline (docs/develop/search.md).
const BONUS_MIN: i32 = 200;

/// A tree of one choice more than its persona asks for, the candidate being the first: the nets judge what a seat may choose from,
/// this leaf what it has chosen.
pub(crate) struct FittedTree<'a> {
    side: Side,
    depth: u32,
    bonus: i32,
    scratch: &'a mut Scratch,
}

impl<'a> FittedTree<'a> {
    /// For one decision under `rules`.
    pub(crate) fn new(
        rules: &rules::Ruleset,
        side: Side,
        depth: u32,
        bonus: i32,
        scratch: &'a mut Scratch,
    ) -> FittedTree<'a> {
        scratch.turn_to(rules);
        FittedTree { side, depth: (depth + 1).min(DEPTH_MAX), bonus: bonus.max(BONUS_MIN), scratch }
    }
}

impl Evaluator for FittedTree<'_> {
    type Shared = ();

    fn shared(&mut self, _: &GameState) {}

    fn score(&mut self, play: Option<Combo>, trial: Trial<'_>, (): &()) -> Option<Score> {
        let Trial { start, policy, nodes, halt, .. } = trial;
        let Scratch { tree: stack, table, hand_values, .. } = &mut *self.scratch;
        // A tree that was halted left its plays behind.
        stack.clear();
        let optimizations = Optimizations::ALL;
        let leaf = Leaf { rules: policy.rules(), hand_values, recognises: optimizations.recognise };
        let meter = Meter::asking_every(NODES_PER_ASKING, Limits::NONE, halt);
        let mut tree = Tree { optimizations, leaf, table, stack, meter };
        let value = tree.after(start, play, self.depth - 1).ok()?;
        *nodes += tree.meter.nodes();
        let mine = if self.side == Side::Landlord { value } else { -value };
        Some(Score::wins(chance(mine)))
    }

    fn bonus(&self) -> i64 {
        CHANCE_ONE * i64::from(self.bonus) / 1000
    }
}
