//! The shape of a hand, as sets of ranks. It takes few instructions, because it is computed many times.

use rules::{Combo, Hand, Kind, Rank, Ranks};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KindGroup {
    Single,
    Pair,
    Triple,
    Straight,
    Chain,
    Four,
}

impl KindGroup {
    pub(super) const COUNT: usize = 6;

    pub(super) const fn of(kind: Kind) -> KindGroup {
        match kind {
            Kind::Single => KindGroup::Single,
            Kind::Pair => KindGroup::Pair,
            Kind::Triple | Kind::TripleSingle | Kind::TriplePair => KindGroup::Triple,
            Kind::Straight => KindGroup::Straight,
            Kind::PairChain | Kind::Airplane | Kind::AirplaneSingles | Kind::AirplanePairs => KindGroup::Chain,
            _ => KindGroup::Four,
        }
    }
}

/// The cheapest way that a hand has to answer a combo. Runs have only `Low`, `Broken`, `Bomb` and `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CheapestAnswer {
    /// A whole group up to a ten, or a run that breaks no larger group.
    Low,
    /// A whole group up to a king.
    High,
    /// Whole aces.
    Ace,
    /// Cards that the answer would break out of a group.
    Broken,
    Two,
    Joker,
    /// Only a bomb or the rocket.
    Bomb,
    None,
}

impl CheapestAnswer {
    pub(super) const COUNT: usize = 8;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct HandShape {
    pub(super) hand: Hand,
    /// The ranks with at least one, two, three, four cards.
    pub(super) at_least: [Ranks; 4],
    /// The ranks that are part of a straight.
    pub(super) runs: Ranks,
    /// The ranks with exactly one card, and in no straight.
    pub(super) loose: Ranks,
    pub(super) pairs: Ranks,
    pub(super) triples: Ranks,
}

const TWO: Ranks = Ranks::one(Rank::TWO);
/// 3 to ace.
const BELOW_TWO: Ranks = Ranks::RUN;

impl HandShape {
    #[inline]
    pub(super) fn of(hand: Hand) -> HandShape {
        let at_least = [1, 2, 3, 4].map(|copies| hand.at_least(copies));
        let [any, two, three, four] = at_least;
        let row = any.and(BELOW_TWO);
        let starts = row.and(row.down(1)).and(row.down(2).and(row.down(3))).and(row.down(4));
        let runs = starts.or(starts.up(1)).or(starts.up(2).or(starts.up(3))).or(starts.up(4));
        let loose = any.except(two).except(runs);
        HandShape { hand, at_least, runs, loose, pairs: two.except(three), triples: three.except(four) }
    }

    #[inline]
    pub(super) const fn quads(&self) -> Ranks {
        self.at_least[3]
    }

    #[inline]
    pub(super) const fn has_rocket(&self) -> bool {
        self.hand.contains(Hand::ROCKET)
    }

    /// Returns the largest group that has the cards of a rank, as a number: 0 none, 1 a straight, 2 a pair, 3 a triple, 4 a bomb.
    #[inline]
    pub(super) const fn source(&self, rank: Rank) -> usize {
        let [_, two, three, four] = self.at_least;
        if four.has(rank) {
            4
        } else if three.has(rank) {
            3
        } else if two.has(rank) {
            2
        } else {
            self.runs.has(rank) as usize
        }
    }

    #[inline]
    pub(super) fn whole_groups(&self, group: KindGroup) -> Ranks {
        match group {
            KindGroup::Single => self.loose,
            KindGroup::Pair => self.pairs,
            KindGroup::Triple => self.triples,
            KindGroup::Straight | KindGroup::Chain => Ranks::NONE,
            KindGroup::Four => self.quads(),
        }
    }

    #[inline]
    pub(super) fn cheapest_answer(&self, standing: Combo) -> CheapestAnswer {
        let above = Ranks::printed_above(standing.key());
        let [any, two, three, _] = self.at_least;
        match standing.kind() {
            Kind::Single => self.cheapest_of_groups(self.loose, any, above),
            Kind::Pair => self.cheapest_of_groups(self.pairs, two, above),
            Kind::TriplePair if two.len() < 2 => self.bomb_or_none(),
            Kind::Triple | Kind::TripleSingle | Kind::TriplePair if self.hand.len() >= standing.len() => {
                self.cheapest_of_groups(self.triples, three, above)
            }
            Kind::Bomb if self.quads().and(above).is_empty() => {
                if self.has_rocket() {
                    CheapestAnswer::Bomb
                } else {
                    CheapestAnswer::None
                }
            }
            Kind::Rocket => CheapestAnswer::None,
            kind => {
                let body = usize::from(kind.shape().body);
                if standing.run() < 2 || self.hand.len() < standing.len() {
                    return self.bomb_or_none();
                }
                let enough = self.at_least[body - 1].and(BELOW_TWO);
                if run_starts_above(enough, standing).is_empty() {
                    return self.bomb_or_none();
                }
                let more = if body < 4 { self.at_least[body] } else { Ranks::NONE };
                if run_starts_above(enough.except(more), standing).is_empty() {
                    CheapestAnswer::Broken
                } else {
                    CheapestAnswer::Low
                }
            }
        }
    }

    #[inline]
    fn cheapest_of_groups(&self, whole: Ranks, enough: Ranks, above: Ranks) -> CheapestAnswer {
        let enough = enough.and(above);
        if enough.is_empty() {
            return self.bomb_or_none();
        }
        match whole.and(above).and(BELOW_TWO).lowest() {
            Some(rank) if rank.index() <= Rank::TEN.index() => CheapestAnswer::Low,
            Some(rank) if rank.index() <= Rank::KING.index() => CheapestAnswer::High,
            Some(_) => CheapestAnswer::Ace,
            None if !enough.and(BELOW_TWO).is_empty() => CheapestAnswer::Broken,
            None if !enough.and(TWO).is_empty() => CheapestAnswer::Two,
            None => CheapestAnswer::Joker,
        }
    }

    #[inline]
    fn bomb_or_none(&self) -> CheapestAnswer {
        if self.quads().is_empty() && !self.has_rocket() { CheapestAnswer::None } else { CheapestAnswer::Bomb }
    }
}

/// Returns the ranks at which a run as long as that of `combo` and above it can begin, among ranks of which there are enough.
#[inline]
pub(super) fn run_starts_above(enough: Ranks, combo: Combo) -> Ranks {
    let steps = u32::from(combo.run()) - 1;
    let starts = (1..=steps).fold(enough, |starts, step| starts.and(enough.down(step)));
    starts.and(Ranks::printed_above(combo.key()).down(steps))
}

#[inline]
pub(super) const fn ranks_below(rank: Rank) -> Ranks {
    Ranks::ALL.except(Ranks::printed_above(rank)).except(Ranks::one(rank))
}
