//! Inference: the evidence of the others' acts about the cards that cover a combo.
//!
//! Some uniform deals of the unseen cards are weighed by the belief. The weighed share of deals in which an enemy covers a combo, less the
//! plain share, shifts the estimated odds. Both shares come from the same deals, so most of the luck of the draw cancels out.

use std::cell::RefCell;

use rules::{Combo, Hand, Ruleset, Seat};

use super::belief::fixed_log::exp2;
use super::belief::{Belief, BeliefConfig, World};
use crate::hand::cover::{Bombs, Needs};
use crate::persona::PlayMemory;
use crate::turn_facts::TurnFacts;

const DEALS_WEIGHED: usize = 128;
/// The number of deals of equal weight that are added as a prior: a few heavy deals prove little.
const PRIOR_DEALS: u64 = 2;

pub(crate) struct Inference {
    /// The hands of the seats after this one and before it, by deal.
    hands: [[Hand; 2]; DEALS_WEIGHED],
    weights: [u32; DEALS_WEIGHED],
    sum: u64,
    /// The sum with the weight of the prior.
    total: u64,
    me: Seat,
}

impl Inference {
    /// Makes the inference of a turn, with this memory and these assumptions about the others. `None` without evidence.
    pub(crate) fn new(
        turn: &TurnFacts,
        memory: &PlayMemory,
        config: BeliefConfig,
        buffers: &RefCell<Option<Belief>>,
    ) -> Option<Inference> {
        let (mut buffers, me) = (buffers.borrow_mut(), turn.me);
        let belief = Belief::from_memory(&mut buffers, turn, memory, config)?;
        let mut deals = belief.uniform_worlds(0);
        let deals: [World; DEALS_WEIGHED] = std::array::from_fn(|_| deals.next().expect("deals never end"));
        let hands = deals.each_ref().map(|deal| [me.next(), me.previous()].map(|seat| deal.hand(seat)));
        let logs = belief.weights(&deals);
        let heaviest = *logs.iter().max().expect("there are deals");
        let weights = logs.map(|log| exp2(log - heaviest));
        let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        // The effective number of deals is sum² / squares, so one of them weighs squares / sum.
        let squares: u64 = weights.iter().map(|&weight| u64::from(weight).pow(2) >> 20).sum();
        let total = sum + PRIOR_DEALS * (squares << 20) / sum;
        Some(Inference { hands, weights, sum, total, me })
    }

    /// Returns by how many deals of 1,000 the weights raise the number of deals in which an enemy covers `combo`; negative if they lower
    /// it. Ordinary bombs count only on a bomb.
    pub(crate) fn odds_shift(&self, combo: Combo, rules: &Ruleset) -> i32 {
        self.deals_covered(combo, rules, |seat| seat.side() != self.me.side()).1
    }

    /// Estimates the deals of 1,000 in which the partner covers `combo`. Ordinary bombs count only on a bomb.
    pub(crate) fn partner_cover_odds(&self, combo: Combo, rules: &Ruleset) -> i32 {
        let (even, shift) = self.deals_covered(combo, rules, |seat| seat.side() == self.me.side());
        even + shift
    }

    /// Returns the number of uniform deals, of 1,000, in which a seat that `is_asked` names covers `combo`, and the change of this number
    /// by the weights.
    fn deals_covered(&self, combo: Combo, rules: &Ruleset, is_asked: impl Fn(Seat) -> bool) -> (i32, i32) {
        let needs = Needs::to_cover(combo, rules, Bombs::Ignored);
        let covers = |hand: Hand| (hand.len() >= combo.len() || hand.contains(Hand::ROCKET)) && needs.are_met_by(hand);
        let [next, previous] = [self.me.next(), self.me.previous()].map(is_asked);
        let (mut count, mut weight) = (0, 0);
        for (hands, &weighs) in self.hands.iter().zip(&self.weights) {
            if (next && covers(hands[0])) || (previous && covers(hands[1])) {
                count += 1;
                weight += u64::from(weighs);
            }
        }
        // weight / sum - count / DEALS_WEIGHED, as far as the weights outweigh the prior.
        let shift = (weight as i64 - (count * self.sum / DEALS_WEIGHED as u64) as i64) * 1000 / self.total as i64;
        ((count * 1000 / DEALS_WEIGHED as u64) as i32, shift as i32)
    }
}
