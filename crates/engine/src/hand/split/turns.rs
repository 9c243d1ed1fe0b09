//! Splitters that choose among the partitions of fewest turns.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use rules::{Hand, Kind};

use super::{Partition, TurnsMemo, each_partition};
use crate::hand::eval::{self, Context, Matrix, PointTable};

/// The number of combos that may be laid aside before the best partition so far is taken.
const NODES_MAX: u32 = 100_000;

/// Splits into the fewest turns. Of the splits seen it takes the one with the largest weight ([`eval::turn_weight`]), then the most
/// points, then the longest straight, then the lowest cards first. Kickers are attached.
///
/// ```
/// use engine::hand::{eval::PointTable, split::{self, TurnsMemo}};
/// let mut memo = TurnsMemo::new(&rules::Ruleset::CLASSIC);
/// let parts = split::turn_split("QQQJT98766544".parse()?, &mut memo, &PointTable::DEFAULT);
/// assert_eq!(format!("{parts:#}"), "456789TJ 6 QQQ+4");
/// # Ok::<(), rules::TextError>(())
/// ```
///
/// # Panics
/// When `hand` has more cards than a seat ever holds.
pub fn turn_split(hand: Hand, memo: &mut TurnsMemo, weights: &PointTable) -> Partition {
    best_partition(hand, memo, |parts| {
        let straight = parts.iter().filter(|combo| combo.kind() == Kind::Straight).map(|combo| combo.len()).max();
        (eval::turn_weight(parts), eval::points(parts, weights), straight)
    })
}

/// Splits into the fewest turns. Of the splits seen it takes the one with the largest mean weight of the matrix evaluator, then the
/// lowest cards first. Kickers are attached.
///
/// # Panics
/// When `hand` has more cards than a seat ever holds.
pub fn matrix_split(hand: Hand, memo: &mut TurnsMemo, matrix: &Matrix, context: &Context) -> Partition {
    best_partition(hand, memo, |parts| eval::mean_weight(parts, matrix, context))
}

/// Returns the partition with the greatest key among those seen; of equal ones, the one whose sorted combos have the lower cards first.
fn best_partition<K: Ord>(hand: Hand, memo: &mut TurnsMemo, key: impl Fn(&Partition) -> K) -> Partition {
    let (turns, strength) = (memo.turns(hand), memo.rules().order());
    let mut best: Option<(K, Partition)> = None;
    each_partition(hand, memo, turns, NODES_MAX, |parts| {
        let key = key(parts);
        let order = best.as_ref().map_or(Ordering::Greater, |(best, _)| key.cmp(best));
        if order == Ordering::Less {
            return ControlFlow::Continue(());
        }
        let mut parts = *parts;
        parts.sort(strength);
        let first = |other: &Partition| parts.iter().map(|combo| combo.cards()).lt(other.iter().map(|c| c.cards()));
        if order == Ordering::Greater || best.as_ref().is_some_and(|(_, other)| first(other)) {
            best = Some((key, parts));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, parts)| parts).unwrap_or_default()
}
