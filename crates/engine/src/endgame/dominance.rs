//! The plays that are worth trying. If one of two plays is never worse than the other, only that one is searched.
//!
//! Both rules below rest on one comparison. A card is *lone* when its hand has one copy of the rank and no straight through it, and when it is
//! not half of a rocket. Everything that a hand does with a lone card x (lead it, answer with it, carry it), it could do with a higher card y
//! instead, and no more cards would beat it. So keeping y is never worse than keeping x, provided that the extra copy of y never makes a set of
//! wings illegal or turns a play into another one. [`Dominance::new`] excludes such cases. The same holds for lone pairs. Two rules follow:
//!
//! - wings: a play that carries y and keeps a lone x below it yields to the same play carrying x;
//! - singles and pairs: y yields to a lone x below it that beats the standing combo as well, when the other side has
//!   nothing of that sort above x up to y, so every answer to x also answers y.
//!
//! With a partner both need more: x and y are only compared when the partner has no rank between them, and none that is y's. Otherwise the
//! partner may want to beat x and could not beat y.
//!
//! Every play left out yields to one of lower ranks, so the chain of comparisons ends at a play that is kept.

use rules::{Combo, Hand, Kind, Ranks, Ruleset, Wing};

/// The plays of one hand in one position that others dominate.
pub(crate) struct Dominance {
    lone: Ranks,
    lone_pairs: Ranks,
    /// The ranks of which one card may yield to a lower lone card.
    yielding: Ranks,
    /// The ranks of which a pair may yield to a lower lone pair.
    yielding_pairs: Ranks,
    redundant_singles: Ranks,
    redundant_pairs: Ranks,
    /// The ranks of a partner: if one of them beats the lower of two cards and not the higher, the lower may be worth more.
    partner: Ranks,
}

impl Dominance {
    /// Makes the dominance of a hand. `others` are the hands that may answer; `partner` is the partner's hand among them, empty without a
    /// partner. `answers` are the ranks with which the standing combo can be beaten in kind; all ranks in a lead.
    #[inline]
    pub(crate) fn new(rules: &Ruleset, hand: Hand, others: &[Hand], partner: Hand, answers: Ranks) -> Dominance {
        let [one, two, three, four] = [1, 2, 3, 4].map(|copies| hand.at_least(copies));
        // Two jokers in one hand are a rocket, and the ruleset decides if they may be wings together.
        let jokers = if hand.contains(Hand::ROCKET) { Ranks::JOKERS } else { Ranks::NONE };
        let singles = one.except(two).except(jokers);
        let pairs = two.except(three);
        let straight = ranks_in_runs(one, 5);
        let lone = singles.except(straight);
        let lone_pairs = pairs.except(straight).except(ranks_in_runs(two, 3));

        let (mut yielding, mut yielding_pairs) = (singles, pairs);
        if !lone.or(lone_pairs).is_empty() && !two.is_empty() {
            // Neighbouring triples do not yield: a third or fourth y could become a link of their chain.
            let side_by_side = ranks_in_runs(three, 2);
            // With y in place of x beside another y, a four carries two equal cards instead of two different ones.
            let four_takes_pair = four.is_empty() || !rules.allows(Kind::FourSingles) || rules.four_pair_as_singles();
            let copies_max = if side_by_side.is_empty() { 4 } else { rules.wing_copies_max() };
            if four_takes_pair && copies_max >= 2 {
                yielding = yielding.or(pairs);
            }
            if four_takes_pair && copies_max >= 3 {
                let triples = three.except(four).except(side_by_side);
                yielding = yielding.or(triples);
                yielding_pairs = yielding_pairs.or(triples);
                if copies_max >= 4 && partner.is_empty() {
                    // y y y with x becomes the bomb y y y y, which is answered by less and beats more.
                    yielding = yielding.or(four.except(side_by_side));
                }
            }
        }
        let held = |copies| others.iter().fold(Ranks::NONE, |held, other| held.or(other.at_least(copies)));
        Dominance {
            lone,
            lone_pairs,
            yielding,
            yielding_pairs,
            redundant_singles: redundant_ranks(lone.and(answers), yielding, held(1)),
            redundant_pairs: redundant_ranks(lone_pairs.and(answers), yielding_pairs, held(2).or(partner.ranks())),
            partner: partner.ranks(),
        }
    }

    /// True if the play must be searched, because no kept play is shown to be at least as good.
    #[inline]
    pub(crate) fn keeps(&self, combo: Combo) -> bool {
        let (lone, yielding) = match (combo.kind().shape().wing, combo.kind()) {
            (_, Kind::Single) => return !self.redundant_singles.has(combo.key()),
            (_, Kind::Pair) => return !self.redundant_pairs.has(combo.key()),
            (Wing::None, _) => return true,
            (Wing::Single, _) => (self.lone, self.yielding),
            (Wing::Pair, _) => (self.lone_pairs, self.yielding_pairs),
        };
        let wings = combo.wings().ranks();
        let kept = lone.except(wings);
        if self.partner.is_empty() {
            return kept.lowest().is_none_or(|kept| wings.and(yielding).and(Ranks::printed_above(kept)).is_empty());
        }
        wings.and(redundant_ranks(kept, yielding, self.partner)).is_empty()
    }
}

/// Returns each rank of `yielding` that is above a rank of `lone`, if `held` has neither this rank nor a rank between the two.
#[inline]
fn redundant_ranks(lone: Ranks, yielding: Ranks, held: Ranks) -> Ranks {
    let mut redundant = Ranks::NONE;
    for low in lone {
        let above = Ranks::printed_above(low);
        let reach = match held.and(above).lowest() {
            Some(barrier) => above.except(Ranks::printed_above(barrier)).except(Ranks::one(barrier)),
            None => above,
        };
        redundant = redundant.or(yielding.and(reach));
    }
    redundant
}

/// Returns the ranks that are in a run of at least `run` neighbours (2, 3 or 5) between 3 and ace.
#[inline]
fn ranks_in_runs(ranks: Ranks, run: u32) -> Ranks {
    let ranks = ranks.and(Ranks::RUN);
    let mut starts = ranks;
    for step in 1..run {
        starts = starts.and(ranks.down(step));
    }
    (1..run).fold(starts, |within, step| within.or(starts.up(step)))
}
