//! The fewest turns without chains. Ranks that hold equally many cards are then exchangeable, so a hand is four numbers and a flag.

use rules::{Kind, Ruleset};

/// The numbers of ranks that hold one, two, three and four cards. `rocket` is true if both jokers are here: they are not in the numbers. A
/// lone joker is a single.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LooseCards {
    pub(super) ranks: [u32; 4],
    pub(super) rocket: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FourKickers {
    singles: bool,
    pair_as_singles: bool,
    rocket: bool,
    pairs: bool,
}

impl FourKickers {
    pub(super) fn of(rules: &Ruleset) -> FourKickers {
        FourKickers {
            singles: rules.allows(Kind::FourSingles),
            pair_as_singles: rules.four_pair_as_singles(),
            rocket: rules.four_rocket(),
            pairs: rules.allows(Kind::FourPairs),
        }
    }
}

impl LooseCards {
    #[inline]
    pub(super) fn turns(&self, fours: FourKickers) -> u32 {
        let [singles, pairs, triples, quads] = self.ranks;
        if quads == 0 {
            return self.turns_without_fours();
        }
        let (kickers, slots) = (singles + pairs, triples + 2 * quads);
        if kickers < slots || !fours.singles || !fours.pairs {
            return self.search_turns(fours);
        }
        // Every carrier is full. A four takes two of a sort. This leaves one out only if fours carry everything and both sorts are odd.
        let odd = triples == 0 && kickers == slots && singles % 2 == 1;
        kickers - quads + u32::from(self.rocket) + u32::from(odd)
    }

    /// Returns a lower bound of the turns in constant time. Carriers that are not full may break up others to fill themselves; each turn
    /// that is saved in this way takes at least two places.
    #[inline]
    pub(super) fn turns_at_least(&self) -> u32 {
        let [singles, pairs, triples, quads] = self.ranks;
        let (kickers, slots) = (singles + pairs, triples + 2 * quads);
        let all = triples + quads + u32::from(self.rocket);
        if kickers >= slots { kickers - quads + u32::from(self.rocket) } else { all - ((slots - kickers) / 2).min(all) }
    }

    /// Returns the fewest turns if no rank holds four. A triple takes a single or a pair. With places to spare, the two jokers are
    /// carried as two singles (two places for one turn), then a triple as a single and a pair (its own place and two more for one turn).
    #[inline]
    fn turns_without_fours(&self) -> u32 {
        let [singles, pairs, triples, _] = self.ranks;
        let rocket = u32::from(self.rocket);
        if singles + pairs >= triples {
            return singles + pairs + rocket;
        }
        let spare = triples - singles - pairs;
        let apart = if spare >= 2 { rocket } else { 0 };
        triples + rocket - apart - (spare - 2 * apart) / 3
    }

    fn search_turns(&self, fours: FourKickers) -> u32 {
        let [singles, pairs, triples, quads] = self.ranks;
        // No four carries: each is a bomb or two pairs.
        let broken = |quads_broken| {
            let rest = LooseCards { ranks: [singles, pairs + 2 * quads_broken, triples, 0], ..*self };
            rest.turns_without_fours() + quads - quads_broken
        };
        let mut best = (0..=quads.min(triples)).map(broken).min().unwrap_or(0);
        if quads == 0 {
            return best;
        }
        let mut rest = *self;
        rest.ranks[3] -= 1;
        let mut consider = |left: Option<LooseCards>| {
            if let Some(left) = left {
                best = best.min(1 + left.search_turns(fours));
            }
        };
        if fours.singles {
            let after_joker = rest.rocket.then(|| LooseCards { ranks: with_ranks(rest.ranks, 1, 1), rocket: false });
            for first in 1..=4 {
                let left = rest.take(first, 1);
                // Two wings from one rank are a pair that counts as two singles: a case of its own.
                for second in first..=4 {
                    consider(rest.take_from_two(first, second, 1));
                }
                if fours.pair_as_singles && first >= 2 {
                    consider(rest.take(first, 2));
                }
                if rest.rocket {
                    consider(left.map(|left| LooseCards { ranks: with_ranks(left.ranks, 1, 1), rocket: false }));
                }
            }
            if fours.rocket && after_joker.is_some() {
                consider(Some(LooseCards { rocket: false, ..rest }));
            }
        }
        if fours.pairs {
            for first in 2..=4 {
                for second in first..=4 {
                    consider(rest.take_from_two(first, second, 2));
                }
            }
        }
        best
    }

    /// Takes `cards` from a rank that holds `held`.
    fn take(&self, held: usize, cards: usize) -> Option<LooseCards> {
        let mut ranks = self.ranks;
        ranks[held - 1] = ranks[held - 1].checked_sub(1)?;
        Some(LooseCards { ranks: with_ranks(ranks, held - cards, 1), ..*self })
    }

    /// Takes `cards` from each of two different ranks.
    fn take_from_two(&self, first: usize, second: usize, cards: usize) -> Option<LooseCards> {
        let mut ranks = self.ranks;
        for held in [first, second] {
            ranks[held - 1] = ranks[held - 1].checked_sub(1)?;
        }
        let ranks = with_ranks(with_ranks(ranks, first - cards, 1), second - cards, 1);
        Some(LooseCards { ranks, ..*self })
    }
}

/// Returns the counts with `more` ranks added that hold `held` cards; a rank without cards is not counted.
fn with_ranks(mut ranks: [u32; 4], held: usize, more: u32) -> [u32; 4] {
    if held > 0 {
        ranks[held - 1] += more;
    }
    ranks
}
