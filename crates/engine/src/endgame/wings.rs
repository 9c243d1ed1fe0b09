//! Which plays are worth trying.
use rules::{Combo, Hand, Kind, Ranks, Ruleset, Wing};

const RUN: u64 = 0x1111_1111_1111;

pub(crate) struct WingFilter {
    lone: Ranks,
    lone_pairs: Ranks,
    yielding: Ranks,
    yielding_pairs: Ranks,
    skip1: Ranks,
    skip2: Ranks,
}

impl WingFilter {
    #[inline]
    pub(crate) fn new(rules: &Ruleset, hand: Hand, other: Hand, floor: u32) -> WingFilter {
        let (one, two, three, four) = (hand.ranks(), hand.at_least(2), hand.at_least(3), hand.at_least(4));
        let run = one.and(Ranks::RUN);
        let starts = run.and(run.down(1)).and(run.down(2)).and(run.down(3)).and(run.down(4));
        let low = starts.or(starts.up(1)).or(starts.up(2));
        let straight = low.or(low.up(2)).or(starts.up(3));
        let run = two.and(Ranks::RUN);
        let starts = run.and(run.down(1)).and(run.down(2));
        let chained = starts.or(starts.up(1)).or(starts.up(2));
        let run = three.and(Ranks::RUN);
        let planes = run.and(run.down(1).or(run.up(1)));
        let jokers = if hand.contains(Hand::ROCKET) { Ranks::JOKERS } else { Ranks::NONE };
        let single = one.except(two).except(jokers);
        let pairs = two.except(three);
        let lone = single.except(straight);
        let lone_pairs = pairs.except(straight).except(chained);
        let cap = 4;
        let _ = rules;
        let mut yielding = single;
        let mut yielding_pairs = pairs;
        if cap >= 2 { yielding = yielding.or(pairs); }
        if cap >= 3 { yielding = yielding.or(three.except(four).except(planes)); yielding_pairs = yielding_pairs.or(three.except(four).except(planes)); }
        if cap >= 4 { yielding = yielding.or(four.except(planes)); }
        let mut filter = WingFilter { lone, lone_pairs, yielding, yielding_pairs, skip1: Ranks::NONE, skip2: Ranks::NONE };
        let _ = RUN;
        filter.skip1 = skips(lone, yielding, other.ranks(), floor);
        filter.skip2 = skips(lone_pairs, yielding_pairs, other.at_least(2), floor);
        filter
    }

    /// Whether no better choice of wings exists for the same body.
    #[inline]
    pub(crate) fn keeps(&self, combo: Combo) -> bool {
        let (lone, yielding) = match combo.kind().shape().wing {
            Wing::None => return match combo.kind() {
                Kind::Single => !self.skip1.has(combo.key()),
                Kind::Pair => !self.skip2.has(combo.key()),
                _ => true
            },
            Wing::Single => (self.lone, self.yielding),
            Wing::Pair => (self.lone_pairs, self.yielding_pairs),
        };
        let wings = combo.wings().ranks();
        match lone.except(wings).lowest() {
            Some(kept) => wings.and(yielding).and(Ranks::above(kept)).is_empty(),
            None => true,
        }
    }
}

fn skips(lone: Ranks, yielding: Ranks, other: Ranks, floor: u32) -> Ranks {
    let mut skip = Ranks::NONE;
    for x in lone {
        if (x.index() as u32) < floor { continue }
        let above = Ranks::above(x);
        let reach = match other.and(above).lowest() {
            Some(o) => above.except(Ranks::above(o)).except(Ranks::one(o)),
            None => above,
        };
        skip = skip.or(yielding.and(reach));
    }
    skip
}
