//! Points: the better a combo covers others and the harder it is to cover, the more it is worth; a single ten is worth nothing. The turns
//! that a hand still needs cost points, the first ones most.

use rules::shape::Wing;
use rules::{Combo, Kind, Rank};

/// The numbers that turn the key of a combo of one kind into quarter points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KindPoints {
    /// Quarter points for each rank of the body.
    pub base: i32,
    /// Quarter points for each step of the key above ten.
    pub above: i32,
    /// Quarter points taken off for each step of the key below ten.
    pub below: i32,
    /// True if wings add their own points when these are positive.
    pub wings: bool,
}

/// The numbers of the evaluator, in quarter points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointTable {
    /// One row per kind, in the order of [`rules::SHAPES`].
    pub kinds: [KindPoints; 17],
    /// The cost of the first, second, … turn; the last number is also the cost of every further one.
    pub turn_costs: [i32; 10],
}

/// The key that adds nothing to the base.
const KEY_WORTH_ZERO: i32 = 10;
/// The number of parts into which the step between two ranks is divided.
pub(crate) const PER_STEP: i32 = 16;

const fn kind_points(base: i32, above: i32, below: i32) -> KindPoints {
    KindPoints { base, above, below, wings: false }
}

const fn with_wings(row: KindPoints) -> KindPoints {
    KindPoints { wings: true, ..row }
}

impl PointTable {
    /// The default numbers.
    pub const DEFAULT: PointTable = PointTable {
        kinds: [
            kind_points(0, 4, 4),             // single
            kind_points(0, 6, 4),             // pair
            kind_points(0, 8, 4),             // triple
            kind_points(0, 6, 4),             // triple with a single
            kind_points(0, 6, 4),             // triple with a pair
            kind_points(0, 2, 0),             // straight
            kind_points(0, 2, 0),             // pair chain
            kind_points(0, 2, 0),             // airplane
            with_wings(kind_points(0, 2, 0)), // airplane with singles
            with_wings(kind_points(0, 2, 0)), // airplane with pairs
            kind_points(36, 0, 0),            // four with two singles
            kind_points(36, 0, 0),            // four with two pairs
            kind_points(36, 0, 0),            // shuttle, a quad
            kind_points(36, 0, 0),            // shuttle with singles, a quad
            kind_points(36, 0, 0),            // shuttle with pairs, a quad
            kind_points(36, 0, 0),            // bomb
            kind_points(24, 0, 0),            // rocket: two ranks
        ],
        turn_costs: [24, 24, 24, 20, 20, 20, 16, 16, 16, 12],
    };

    /// Returns the points that one combo adds, without the cost of its turn.
    pub fn combo_points(&self, combo: Combo) -> i32 {
        // 3 stands at index 0; the jokers follow the 2 without a gap.
        self.combo_points_with(combo, |rank, _| PER_STEP * (rank.index() as i32 + 3 - KEY_WORTH_ZERO))
    }

    /// Returns the points of one combo, as [`PointTable::combo_points`], for any order of ranks. `steps` returns a rank's steps above ten, in
    /// parts of [`PER_STEP`]; its second argument is true for a run.
    #[inline]
    pub(crate) fn combo_points_with(&self, combo: Combo, steps: impl Fn(Rank, bool) -> i32) -> i32 {
        let row = &self.kinds[combo.kind() as usize];
        let step = steps(combo.key(), combo.run() > 1);
        let slope = if step > 0 { row.above } else { row.below };
        let points = row.base * i32::from(combo.run()) + step * slope / PER_STEP;
        if !row.wings {
            return points;
        }
        let kind = if combo.kind().shape().wing == Wing::Pair { Kind::Pair } else { Kind::Single };
        let (above, size, wings) = (self.kinds[kind as usize].above, kind.shape().body, combo.wings());
        let of_rank = |rank: Rank| i32::from(wings.count(rank) / size) * (steps(rank, false).max(0) * above / PER_STEP);
        points + wings.ranks().map(of_rank).sum::<i32>()
    }

    /// True if playing this combo costs no turn: it is a bomb, or its key is a 2 or a joker.
    pub fn costs_no_turn(&self, combo: Combo) -> bool {
        combo.is_bomb() || !combo.key().is_run_rank()
    }

    /// Returns the cost of this many paid turns together.
    pub fn turns_cost(&self, turns: usize) -> i32 {
        let listed = turns.min(self.turn_costs.len());
        let last = self.turn_costs[self.turn_costs.len() - 1];
        self.turn_costs[..listed].iter().sum::<i32>() + last * (turns - listed) as i32
    }
}

impl Default for PointTable {
    fn default() -> PointTable {
        PointTable::DEFAULT
    }
}

/// Returns the quarter points of a hand split like this, kickers attached.
///
/// ```
/// use engine::hand::{eval, split::{self, Kickers}};
/// use rules::Ruleset;
/// let bare = split::rule_split("KKK35".parse()?, &Ruleset::CLASSIC);
/// let parts = split::attach_kickers(&bare, &Ruleset::CLASSIC, Kickers::Smallest);
/// // KKK+3 is worth 4.5 and 5 is worth −5; two turns cost 12.
/// assert_eq!(eval::points(&parts, &eval::PointTable::DEFAULT), -50);
/// # Ok::<(), rules::TextError>(())
/// ```
pub fn points(parts: &[Combo], weights: &PointTable) -> i32 {
    let (mut sum, mut paid) = (0, 0);
    for &combo in parts {
        sum += weights.combo_points(combo);
        paid += usize::from(!weights.costs_no_turn(combo));
    }
    sum - weights.turns_cost(paid)
}
