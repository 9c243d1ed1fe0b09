//! Runs of neighbouring ranks.

use rules::{Combo, Hand, Kind, Rank, Ranks};

pub(super) const STRAIGHT_MIN: u8 = 5;
pub(super) const PAIR_CHAIN_MIN: u8 = 3;

#[derive(Clone, Copy)]
pub(super) enum End {
    Low,
    High,
}

pub(super) fn bare_combo(kind: Kind, run: u8, key: Rank) -> Combo {
    Combo::wingless(kind, run, key).expect("the steps make combos of legal length")
}

/// Returns the first and the last rank, as positions.
pub(super) fn span(straight: Combo) -> (u8, u8) {
    let last = straight.key().index() as u8;
    (last + 1 - straight.run(), last)
}

pub(super) fn straight_between(first: u8, last: u8) -> Combo {
    let key = Rank::from_index(usize::from(last)).expect("a straight ends within the deck");
    bare_combo(Kind::Straight, last + 1 - first, key)
}

pub(super) fn shared_cards(low: Combo, high: Combo) -> Hand {
    low.cards().only(high.body_ranks())
}

pub(super) fn rank_below(rank: Rank) -> Rank {
    nth_below(rank, 1)
}

pub(super) fn nth_below(rank: Rank, steps: u8) -> Rank {
    Rank::from_index(rank.index() - usize::from(steps)).expect("the chain starts within the deck")
}

/// Returns the ranks of a straight, from one end to the other.
pub(super) fn ranks_from(straight: Combo, end: End) -> impl Iterator<Item = Rank> {
    let (first, last) = span(straight);
    (0..=last - first).filter_map(move |step| {
        let index = match end {
            End::Low => first + step,
            End::High => last - step,
        };
        Rank::from_index(usize::from(index))
    })
}

/// Returns the length and the highest rank of the longest run of at least `run_min` neighbours from 3 to ace; of equally long runs, of the
/// lowest one.
pub(super) fn longest_run(ranks: Ranks, run_min: u8) -> Option<(u8, Rank)> {
    let ranks = ranks.and(Ranks::RUN);
    let (mut run, mut starts, mut longest) = (0, ranks, ranks);
    while !starts.is_empty() {
        run += 1;
        longest = starts;
        starts = starts.and(ranks.down(run));
    }
    if run < u32::from(run_min) {
        return None;
    }
    let start = longest.lowest()?;
    Some((run as u8, Rank::from_index(start.index() + run as usize - 1)?))
}

/// Returns the number of pair chains that `free` gives, plus one for each rank that is left.
pub(super) fn count_groups(free: Hand) -> u32 {
    let (mut free, mut chains) = (free, 0);
    while let Some((run, key)) = longest_run(free.at_least(2), PAIR_CHAIN_MIN) {
        free = free.minus(bare_combo(Kind::PairChain, run, key).cards()).expect("the run was found here");
        chains += 1;
    }
    chains + free.ranks().len()
}
