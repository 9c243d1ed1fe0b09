//! The worth of a hand now, by a splitter and an evaluator.

use std::cell::RefCell;

use rules::{Combo, Hand, Kind, Order, Rank, Ruleset};

use crate::hand::eval::{self, Context, Matrix, PER_STEP, PointTable};
use crate::hand::split::known::KnownSplits;
use crate::hand::split::{self, Kickers, Partition, TurnsMemo};
use crate::persona::{Evaluator, Persona, SeatParams, Splitter};
use crate::profile::Profile;
use crate::turn::TurnBuffers;

/// The price of each turn, in quarter points, for an evaluator without a price of its own. It is the highest of the published costs.
const TURN_COST: i32 = 24;
/// The number of thousandths of the matrix evaluator in a quarter point.
const MATRIX_SCALE: i32 = 1000;

/// One persona's judgement of hands in one turn.
pub(crate) struct Judge<'a> {
    measure: Measure,
    splitter: Splitter,
    evaluator: Evaluator,
    matrix: &'a Matrix,
    context: Context,
    memo: &'a RefCell<TurnsMemo>,
    known: &'a RefCell<KnownSplits>,
    /// The cost of each single that is not free, in quarter points, while an enemy holds one card; `None` while no enemy does.
    single_cost: Option<i32>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(
        (persona, profile): (&'a Persona, Profile),
        measure: Measure,
        context: Context,
        buffers: &'a TurnBuffers,
        single_cost: Option<i32>,
    ) -> Judge<'a> {
        Judge {
            single_cost,
            splitter: persona.splitter(),
            evaluator: match persona.evaluator() {
                // A persona that names another evaluator keeps it.
                Evaluator::Points if !profile.uses_points() => Evaluator::Matrix,
                evaluator => evaluator,
            },
            matrix: persona.matrix(),
            context,
            memo: &buffers.memo,
            known: &buffers.known,
            measure,
        }
    }

    pub(crate) fn split(&self, hand: Hand) -> Partition {
        match self.splitter {
            Splitter::Rule => self.measure.split(hand),
            Splitter::Turns => split::turn_split(hand, &mut self.memo.borrow_mut(), &self.measure.weights),
            Splitter::Matrix => split::matrix_split(hand, &mut self.memo.borrow_mut(), self.matrix, &self.context),
        }
    }

    /// Returns the split for a turn at which an enemy holds one card: it keeps few singles.
    pub(crate) fn few_singles_split(&self, hand: Hand) -> Partition {
        let rules = &self.measure.rules;
        split::attach_kickers(&split::few_singles_split(hand, rules), rules, Kickers::SinglesFirst)
    }

    /// Returns the two splits of a hand: the usual one, and the one with few singles.
    pub(crate) fn splits(&self, hand: Hand) -> [Partition; 2] {
        match self.splitter {
            Splitter::Rule => *self.known.borrow_mut().splits(hand),
            _ => [self.split(hand), self.few_singles_split(hand)],
        }
    }

    /// Returns the worth of a hand, in quarter points. An enemy with one card may go out on a single: then the split with few singles
    /// counts, and each single that is not free costs points.
    pub(crate) fn worth(&self, hand: Hand) -> i32 {
        let is_few = self.single_cost.is_some();
        if self.splitter == Splitter::Rule
            && let Some(splits) = self.known.borrow().find(hand)
        {
            return self.worth_of_split(&splits[usize::from(is_few)]);
        }
        self.worth_of_split(&if is_few { self.few_singles_split(hand) } else { self.split(hand) })
    }

    fn worth_of_split(&self, parts: &Partition) -> i32 {
        let costly = |part: &&Combo| part.kind() == Kind::Single && !self.costs_no_turn(**part);
        let cost = self.single_cost.map_or(0, |cost| cost * parts.iter().filter(costly).count() as i32);
        self.points(parts) - cost
    }

    /// Returns the quarter points of a split hand, minus the cost of its turns.
    pub(crate) fn points(&self, parts: &Partition) -> i32 {
        let turns = TURN_COST * parts.turns() as i32;
        match self.evaluator {
            Evaluator::Points => self.measure.points(parts),
            Evaluator::Turns => 4 * eval::turn_weight(parts) as i32 - turns,
            Evaluator::Matrix => eval::mean_weight(parts, self.matrix, &self.context) / MATRIX_SCALE - turns,
        }
    }
}

impl Judge<'_> {
    /// Returns the quarter points of each combo of a split hand, without the cost of its turn.
    pub(crate) fn points_of_each(&self, parts: &Partition) -> Vec<i32> {
        let points = |&part: &Combo| match self.evaluator {
            Evaluator::Points => self.measure.combo_points(part),
            Evaluator::Turns => 4 * eval::turn_weight(&[part]) as i32,
            Evaluator::Matrix => self.matrix.combo_weight(part, parts, &self.context),
        };
        parts.iter().map(points).collect()
    }

    /// True if a combo costs no turn, for example because no unseen one of its sort is higher.
    pub(crate) fn costs_no_turn(&self, combo: Combo) -> bool {
        self.measure.costs_no_turn(combo)
    }
}

/// A measure of hands in quarter points. The height of a rank may depend on the unseen cards.
pub(crate) struct Measure {
    rules: Ruleset,
    weights: PointTable,
    /// The steps of each rank above ten, in parts of [`PER_STEP`]: in groups of equal cards, and in runs.
    steps: [[i32; Rank::COUNT]; 2],
    /// The highest unseen rank by number of copies.
    top: [Option<Rank>; 3],
}

impl Measure {
    pub(crate) fn new(rules: &Ruleset, params: &SeatParams, unseen: Hand) -> Measure {
        let mut weights = PointTable::DEFAULT;
        for cost in &mut weights.turn_costs {
            *cost = *cost * params.turn_cost / 100;
        }
        weights.kinds[Kind::Bomb as usize].base = params.worth_bomb;
        weights.kinds[Kind::Rocket as usize].base = params.worth_rocket / 2;
        let order = rules.order();
        let top = [1, 2, 3].map(|copies| order.strongest(unseen.at_least(copies)));
        let groups = rank_steps(unseen, params.worth_now, order);
        let runs = if order == Order::PRINTED { groups } else { rank_steps(unseen, params.worth_now, Order::PRINTED) };
        Measure { rules: *rules, weights, steps: [groups, runs], top }
    }

    pub(crate) fn split(&self, hand: Hand) -> Partition {
        split::attach_kickers(&split::rule_split(hand, &self.rules), &self.rules, Kickers::Smallest)
    }

    pub(crate) fn worth(&self, hand: Hand) -> i32 {
        self.points(&self.split(hand))
    }

    pub(crate) fn points(&self, parts: &Partition) -> i32 {
        let (mut sum, mut paid) = (0, 0);
        for &combo in parts.iter() {
            sum += self.combo_points(combo);
            paid += usize::from(!self.costs_no_turn(combo));
        }
        sum - self.weights.turns_cost(paid)
    }

    /// Returns the points that one combo adds, without the cost of its turn.
    pub(crate) fn combo_points(&self, combo: Combo) -> i32 {
        self.weights.combo_points_with(combo, |rank, is_run| self.steps[usize::from(is_run)][rank.index()])
    }

    pub(crate) fn costs_no_turn(&self, combo: Combo) -> bool {
        if self.weights.costs_no_turn(combo) {
            return true;
        }
        let copies = match combo.kind() {
            Kind::Single => 0,
            Kind::Pair => 1,
            Kind::Triple | Kind::TripleSingle | Kind::TriplePair => 2,
            _ => return false,
        };
        self.top[copies].is_none_or(|top| self.rules.order().is_above(combo.key(), top))
    }
}

/// Returns the height of each rank: a mean of its place in the order and its place among the unseen cards, weighted by `now` of 100.
fn rank_steps(unseen: Hand, now: i32, order: Order) -> [i32; Rank::COUNT] {
    let total = unseen.len().max(1) as i32;
    let (mut below, mut steps) = (0, [0; Rank::COUNT]);
    for (place, rank) in order.ranks().enumerate() {
        let here = i32::from(unseen.count(rank));
        below += here;
        let fixed = PER_STEP * (place as i32 - 7);
        let current = PER_STEP * 14 * (2 * below - here) / (2 * total) - PER_STEP * 7;
        steps[rank.index()] = (fixed * (100 - now) + current * now) / 100;
    }
    steps
}
