//! Every way to lay a hand down in few turns.

use std::ops::ControlFlow;

use rules::{Combo, Hand};

use super::{Partition, TurnsMemo};

/// The end of a walk over partitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumerationEnd {
    /// Every partition was seen.
    All,
    /// The visitor stopped it.
    Stopped,
    /// The bound on the work came first.
    OutOfWork,
}

/// Calls `visit` with every partition of `hand` into at most `turns_max` legal combos, kickers included: each once, its
/// combos by ascending lowest card. `nodes_max` bounds the work: one node is one combo set aside.
///
/// ```
/// use std::ops::ControlFlow;
/// use engine::hand::split::{each_partition, TurnsMemo};
/// let mut memo = TurnsMemo::new(&rules::Ruleset::CLASSIC);
/// let mut seen = Vec::new();
/// each_partition("44456".parse()?, &mut memo, 2, 1_000, |parts| {
///     seen.push(format!("{parts:#}"));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(seen, ["444+5 6", "444+6 5"]);
/// # Ok::<(), rules::TextError>(())
/// ```
pub fn each_partition(
    hand: Hand,
    memo: &mut TurnsMemo,
    turns_max: u8,
    nodes_max: u32,
    visit: impl FnMut(&Partition) -> ControlFlow<()>,
) -> EnumerationEnd {
    let mut walk = PartitionWalk { memo, visit, parts: Partition::new(), nodes_left: nodes_max };
    if walk.memo.turns(hand) > turns_max {
        return EnumerationEnd::All;
    }
    match walk.walk(hand, turns_max, 0) {
        Ok(()) => EnumerationEnd::All,
        Err(ended) => ended,
    }
}

struct PartitionWalk<'a, V> {
    memo: &'a mut TurnsMemo,
    visit: V,
    parts: Partition,
    nodes_left: u32,
}

impl<V: FnMut(&Partition) -> ControlFlow<()>> PartitionWalk<'_, V> {
    /// Goes through the partitions of `hand`, which can be laid down in `turns_left`. Combos with the same lowest rank come in the order of
    /// their cards, from `from` on, so that no partition comes twice.
    fn walk(&mut self, hand: Hand, turns_left: u8, from: u64) -> Result<(), EnumerationEnd> {
        let Some(lowest) = hand.lowest() else {
            return match (self.visit)(&self.parts) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(EnumerationEnd::Stopped),
            };
        };
        let rules = *self.memo.rules();
        let mut result = Ok(());
        rules.each_lead(hand, |combo: Combo| {
            let bits = combo.cards().bits();
            if result.is_err() || combo.cards().lowest() != Some(lowest) || bits < from {
                return;
            }
            result = self.set_aside(hand, combo, turns_left);
        });
        result
    }

    fn set_aside(&mut self, hand: Hand, combo: Combo, turns_left: u8) -> Result<(), EnumerationEnd> {
        let rest = hand.minus(combo.cards()).expect("a lead comes from the hand");
        if self.memo.turns(rest) >= turns_left {
            return Ok(());
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(EnumerationEnd::OutOfWork)?;
        let from = if rest.lowest() == hand.lowest() { combo.cards().bits() } else { 0 };
        self.parts.push(combo);
        self.walk(rest, turns_left - 1, from)?;
        self.parts.pop();
        Ok(())
    }
}
