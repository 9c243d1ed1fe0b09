//! The cards that a hand needs in order to cover a combo: computed once, then compared with many hands.

use rules::{Combo, Hand, Kind, Rank, Ranks, Ruleset};

/// The treatment of ordinary bombs as answers. An estimate by a person leaves them out; a proof must count them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bombs {
    /// Ordinary bombs count only on a bomb. The rocket counts.
    Ignored,
    /// Four equal cards count on each combo that they beat.
    Counted,
}

/// The groups and runs of which one is enough to cover a combo; wings are assumed to be there.
pub(crate) struct Needs {
    is_rocket_enough: bool,
    /// The ranks of which one, two, three or four copies are enough, by the number of copies.
    groups: [Ranks; 4],
    run: Option<Run>,
}

/// `len` ranks in a row, `copies` of each; the highest of them is among `ends`.
struct Run {
    copies: u8,
    len: u8,
    ends: Ranks,
}

impl Needs {
    #[inline]
    pub(crate) fn to_cover(combo: Combo, rules: &Ruleset, bombs: Bombs) -> Needs {
        let mut needs = Needs { is_rocket_enough: combo.kind() != Kind::Rocket, groups: [Ranks::NONE; 4], run: None };
        if !needs.is_rocket_enough {
            return needs;
        }
        let mut enough = |copies: u8, ranks: Ranks| {
            let group = &mut needs.groups[usize::from(copies) - 1];
            *group = group.or(ranks);
        };
        if bombs == Bombs::Counted {
            enough(4, rules.bombs_on(combo));
        }
        if !rules.is_plain() {
            enough(3, rules.triples_on(combo));
            if rules.pass_card_beats(combo) {
                enough(1, Ranks::one(Rank::TWO));
            }
            if rules.may_not_answer(combo.kind()) {
                return needs;
            }
        }
        let (copies, above) = (combo.kind().shape().body, rules.above(combo));
        if combo.run() == 1 {
            enough(copies, above);
        } else {
            needs.run = Some(Run { copies, len: combo.run(), ends: above });
        }
        needs
    }

    /// Returns the fewest copies of a rank that are enough by themselves.
    pub(super) fn fewest_copies(&self, rank: Rank) -> Option<u8> {
        (1..).zip(&self.groups).find(|(_, ranks)| ranks.has(rank)).map(|(copies, _)| copies)
    }

    #[inline]
    pub(crate) fn are_met_by(&self, cards: Hand) -> bool {
        let has_group = |(copies, ranks): (u8, &Ranks)| !cards.at_least(copies).and(*ranks).is_empty();
        (self.is_rocket_enough && cards.contains(Hand::ROCKET))
            || (1..).zip(&self.groups).any(has_group)
            || self.run.as_ref().is_some_and(|run| run.is_in(cards))
    }
}

impl Run {
    #[inline]
    fn is_in(&self, cards: Hand) -> bool {
        let have = cards.at_least(self.copies).and(Ranks::RUN);
        let starts = (1..self.len).fold(have, |starts, _| starts.and(starts.down(1)));
        !starts.up(u32::from(self.len) - 1).and(self.ends).is_empty()
    }
}
