//! Plans of a hand: its splits by the splitters, with their measures. They decide nothing; they show a reader what the splitters see.

use rules::{Combo, Hand, Kind, Rank, Ranks, Ruleset, Seat};

use super::rule::split_without_straights;
use super::runs::{STRAIGHT_MIN, bare_combo};
use super::{Kickers, Partition, TurnsMemo, attach_kickers, few_singles_split, matrix_split, rule_split, turn_split};
use crate::hand::eval::{self, Context, Matrix, PointTable};

/// A way to cut a hand, and its measures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The name of the splitter.
    pub splitter: &'static str,
    /// The combos.
    pub parts: Vec<Combo>,
    /// The quarter points of each combo, without the cost of its turn; empty for the splitter `wild`.
    pub points: Vec<i32>,
    /// The worth of the hand, in quarter points.
    pub hand_points: i32,
    /// The weight of this split, as the turn splitter measures it.
    pub weight: u32,
    /// The mean weight of a turn by the weight matrix, in thousandths.
    pub mean: i32,
    /// True for the plan that the splitter takes, false for another plan.
    pub is_taken: bool,
}

impl Plan {
    pub(crate) fn of(splitter: &'static str, parts: &Partition, rules: &Ruleset, is_taken: bool) -> Plan {
        let table = PointTable::DEFAULT;
        let context = Context { order: rules.order(), ..Context::opening(Seat::Landlord) };
        Plan {
            splitter,
            points: parts.iter().map(|&part| table.combo_points(part)).collect(),
            hand_points: eval::points(parts, &table),
            weight: eval::turn_weight(parts),
            mean: eval::mean_weight(parts, &Matrix::DEFAULT, &context),
            parts: parts.to_vec(),
            is_taken,
        }
    }
}

/// The rule splitter's plan without kickers.
const RULE_SPLITTER: &str = "rule";
/// The rule splitter's plan with kickers.
pub(crate) const RULE_WITH_KICKERS: &str = "rule-carried";
/// The plan against an enemy who has one card: singles are carried first.
pub(crate) const FEWEST_SINGLES: &str = "fewest-singles";
pub(crate) const TURN_SPLITTER: &str = "turns";
pub(crate) const MATRIX_SPLITTER: &str = "matrix";
pub(crate) const WILD_SPLITTER: &str = "wild";

/// Returns the plans of the splitters. For the turn splitter it adds the plans that the published one compares.
///
/// # Panics
/// When `hand` has more cards than a seat ever holds.
pub fn plans(hand: Hand, rules: &Ruleset) -> Vec<Plan> {
    let mut memo = TurnsMemo::new(rules);
    let context = Context { order: rules.order(), ..Context::opening(Seat::Landlord) };
    let usual = rule_split(hand, rules);
    let carried = attach_kickers(&usual, rules, Kickers::Smallest);
    let singles = attach_kickers(&few_singles_split(hand, rules), rules, Kickers::SinglesFirst);
    let by_turns = turn_split(hand, &mut memo, &PointTable::DEFAULT);
    let by_matrix = matrix_split(hand, &mut memo, &Matrix::DEFAULT, &context);
    let taken = |splitter, parts: &Partition| Plan::of(splitter, parts, rules, true);
    let mut plans = vec![
        taken(RULE_SPLITTER, &usual),
        taken(RULE_WITH_KICKERS, &carried),
        taken(FEWEST_SINGLES, &singles),
        taken(TURN_SPLITTER, &by_turns),
    ];
    let compared = turn_candidates(hand, rules).into_iter().filter(|parts| *parts != by_turns);
    plans.extend(compared.map(|parts| Plan::of(TURN_SPLITTER, &parts, rules, false)));
    plans.push(taken(MATRIX_SPLITTER, &by_matrix));
    plans
}

/// Returns the plans that the published turn splitter compares, the best first: at most one triple or four and at most one pair is laid
/// aside, and straights are taken from the lowest card up, each as long as it goes. No plan comes twice.
///
/// ```
/// use engine::hand::split::turn_candidates;
/// let plans = turn_candidates("QQQJT98766544".parse()?, &rules::Ruleset::CLASSIC);
/// assert_eq!((plans.len(), format!("{:#}", plans[0])), (6, "456789TJ 6 QQQ+4".to_owned()));
/// # Ok::<(), rules::TextError>(())
/// ```
///
/// # Panics
/// Possibly when `hand` has more cards than a seat ever holds.
pub fn turn_candidates(hand: Hand, rules: &Ruleset) -> Vec<Partition> {
    // Only ranks that straights reach are laid aside.
    let (mut ranks, mut reached) = (hand.ranks(), Ranks::NONE);
    while let Some(straight) = lowest_straight(ranks) {
        reached = reached.or(straight.body_ranks());
        ranks = ranks.except(straight.body_ranks());
    }
    let with = |copies: fn(u8) -> bool| {
        let found = reached.filter(move |&rank| copies(hand.count(rank))).map(Some);
        std::iter::once(None).chain(found).collect::<Vec<_>>()
    };
    let mut plans: Vec<Partition> = Vec::new();
    for big in with(|copies| copies >= 3) {
        for pair in with(|copies| copies == 2) {
            let aside = [big, pair].into_iter().flatten().fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)));
            let plan = plan_beside(hand, aside, rules);
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
    }
    plans.sort_by_key(|parts| (parts.turns(), std::cmp::Reverse(eval::turn_weight(parts))));
    plans
}

fn plan_beside(hand: Hand, aside: Ranks, rules: &Ruleset) -> Partition {
    let (mut free, mut straights) = (hand.without(aside), Vec::new());
    while let Some(straight) = lowest_straight(free.ranks()) {
        free = free.minus(straight.cards()).expect("the straight was found among the free cards");
        straights.push(straight);
    }
    let groups = free.plus(hand.only(aside)).expect("the cards come from one hand");
    let mut parts = split_without_straights(groups, rules);
    parts.extend(straights);
    parts.sort(rules.order());
    let mut parts = attach_kickers(&parts, rules, Kickers::Smallest);
    parts.sort(rules.order());
    parts
}

/// Returns the straight that begins lowest, as long as it goes.
fn lowest_straight(ranks: Ranks) -> Option<Combo> {
    let mut ranks = ranks.and(Ranks::RUN);
    let all = ranks;
    ranks.find_map(|first| {
        let run = (first.index()..).map_while(Rank::from_index).take_while(|&rank| all.has(rank)).count() as u8;
        let top = Rank::from_index(first.index() + usize::from(run) - 1)?;
        (run >= STRAIGHT_MIN).then(|| bare_combo(Kind::Straight, run, top))
    })
}
