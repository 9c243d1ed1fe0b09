//! What a hand is worth now: the points of its split, with ranks judged by what is still unseen above them.

use rules::{Combo, Hand, Kind, Rank, Ruleset};

use crate::eval::Weights;
use crate::persona::Manner;
use crate::split::{self, Kickers, Partition};

/// The measure of one seat in one turn.
pub struct Judge {
    rules: Ruleset,
    weights: Weights,
    /// Sixteenths of a step above ten, by rank.
    steps: [i32; Rank::COUNT],
    /// The highest unseen rank by number of copies: what stands above costs no turn.
    top: [Option<Rank>; 3],
}

impl Judge {
    /// The measure for a seat that plays by `manner` and has not seen `unseen`.
    pub fn new(rules: &Ruleset, manner: &Manner, unseen: Hand) -> Judge {
        let mut weights = Weights::DEFAULT;
        for cost in &mut weights.turn_costs {
            *cost = *cost * manner.turn_cost / 100;
        }
        weights.kinds[Kind::Bomb as usize].base = manner.worth_bomb;
        weights.kinds[Kind::Rocket as usize].base = manner.worth_rocket / 2;
        let top = [1, 2, 3].map(|copies| unseen.at_least(copies).highest());
        Judge { rules: *rules, weights, steps: steps(unseen, manner.worth_now), top }
    }

    /// The quarter points of a hand.
    pub fn worth(&self, hand: Hand) -> i32 {
        if hand.is_empty() {
            return 1000;
        }
        let a = self.points(&split::attach_kickers(&split::rule(hand, &self.rules), &self.rules, Kickers::Smallest));
        let b = self.points(&split::attach_kickers(
            &split::fewest_singles(hand, &self.rules),
            &self.rules,
            Kickers::SinglesFirst,
        ));
        a.max(b)
    }

    /// The quarter points of a split hand.
    pub fn points(&self, parts: &Partition) -> i32 {
        let (mut sum, mut paid) = (0, 0);
        for &combo in parts.iter() {
            let row = &self.weights.kinds[combo.kind() as usize];
            let step = self.steps[combo.key().index()];
            let slope = if step > 0 { row.above } else { row.below };
            sum += row.base * i32::from(combo.run()) + step * slope / 16;
            paid += usize::from(!self.is_free(combo));
        }
        sum - self.weights.turns(paid)
    }

    fn is_free(&self, combo: Combo) -> bool {
        if self.weights.is_free(combo) {
            return true;
        }
        let copies = match combo.kind() {
            Kind::Single => 0,
            Kind::Pair => 1,
            Kind::Triple | Kind::TripleSingle | Kind::TriplePair => 2,
            _ => return false,
        };
        self.top[copies].is_none_or(|top| top < combo.key())
    }
}

/// Each rank between its place in the deck and its place among the unseen cards.
fn steps(unseen: Hand, now: i32) -> [i32; Rank::COUNT] {
    let total = unseen.len().max(1) as i32;
    let mut below = 0;
    std::array::from_fn(|index| {
        let rank = Rank::from_index(index).expect("fifteen ranks");
        let here = i32::from(unseen.count(rank));
        below += here;
        let fixed = 16 * (index as i32 - 7);
        let current = 16 * 14 * (2 * below - here) / (2 * total) - 16 * 7;
        (fixed * (100 - now) + current * now) / 100
    })
}
