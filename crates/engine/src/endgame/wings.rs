//! Which wings are worth trying. A lone card outside every run is best given away before any higher card: whatever it
//! could do later, the higher one does at least as well. So plays that carry the higher card and keep the lower are
//! left out; `docs/ENDGAME.md` has the argument in full.

use rules::{Combo, Hand, Ranks, Ruleset, Wing};

/// What is known of one hand's wings.
pub(crate) struct WingFilter {
    /// Single copies that are in no straight.
    lone: Ranks,
    /// Exactly two copies, in no straight and no pair chain.
    lone_pairs: Ranks,
    /// Ranks that may stand aside for a lower lone card.
    yielding: Ranks,
    yielding_pairs: Ranks,
}

impl WingFilter {
    #[inline]
    pub(crate) fn new(_rules: &Ruleset, hand: Hand) -> WingFilter {
        let (one, two, three) = (hand.ranks(), hand.at_least(2), hand.at_least(3));
        if three.is_empty() {
            return WingFilter { lone: Ranks::NONE, lone_pairs: Ranks::NONE, yielding: Ranks::NONE, yielding_pairs: Ranks::NONE };
        }
        let run = one.and(Ranks::RUN);
        let starts = run.and(run.down(1)).and(run.down(2)).and(run.down(3)).and(run.down(4));
        let low = starts.or(starts.up(1)).or(starts.up(2));
        let straight = low.or(low.up(2)).or(starts.up(3));
        let run = two.and(Ranks::RUN);
        let starts = run.and(run.down(1)).and(run.down(2));
        let chained = starts.or(starts.up(1)).or(starts.up(2));
        let jokers = if hand.contains(Hand::ROCKET) { Ranks::JOKERS } else { Ranks::NONE };
        let single = one.except(two).except(jokers);
        let pairs = two.except(three);
        WingFilter {
            lone: single.except(straight),
            lone_pairs: pairs.except(straight).except(chained),
            yielding: single,
            yielding_pairs: pairs,
        }
    }

    /// Whether no better choice of wings exists for the same body.
    #[inline]
    pub(crate) fn keeps(&self, combo: Combo) -> bool {
        let (lone, yielding) = match combo.kind().shape().wing {
            Wing::None => return true,
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
