//! Every way to deal some cards, as ranks: suits do not matter, so a deal stands for all ways to draw it with suits.

use rules::Hand;

/// The number of ways to choose some of up to four copies of a rank, by copies and chosen copies.
pub(super) const WAYS_TO_CHOOSE: [[u64; 5]; 5] =
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// Counts the ways in which exactly `drawn` can be drawn from `open`, with suits.
pub(crate) fn count_ways(open: Hand, drawn: Hand) -> u64 {
    let choose = |rank| WAYS_TO_CHOOSE[usize::from(open.count(rank))][usize::from(drawn.count(rank))];
    drawn.ranks().map(choose).product()
}

/// Counts the ways (by ranks, without suits) in which `wanted` cards can be drawn; more than `enough` ways count as `enough` + 1.
pub(crate) fn count_deals(open: Hand, wanted: u32, enough: u64) -> u64 {
    let mut ways = [0u64; 21];
    ways[0] = 1;
    for rank in open.ranks() {
        let copies = usize::from(open.count(rank));
        for drawn in (0..=wanted as usize).rev() {
            let sum: u64 = (0..=copies.min(drawn)).map(|taken| ways[drawn - taken]).sum();
            ways[drawn] = sum.min(enough + 1);
        }
    }
    ways[wanted as usize]
}

/// Calls `visit` with each hand of `wanted` cards from `open`, and the number of ways to choose its suits. If `visit` returns `None`, the
/// walk ends.
pub(crate) fn each_deal(open: Hand, wanted: u32, visit: &mut impl FnMut(Hand, u64) -> Option<()>) -> Option<()> {
    each_deal_with_drawn(open, wanted, Hand::EMPTY, 1, visit)
}

fn each_deal_with_drawn(
    open: Hand,
    wanted: u32,
    drawn: Hand,
    weight: u64,
    visit: &mut impl FnMut(Hand, u64) -> Option<()>,
) -> Option<()> {
    if wanted == 0 {
        return visit(drawn, weight);
    }
    if open.len() < wanted {
        return Some(());
    }
    let rank = open.lowest().expect("cards are wanted and there are enough");
    let copies = open.count(rank);
    let rest = open.minus(Hand::of(rank, copies)?)?;
    for taken in (0..=u32::from(copies).min(wanted)).rev() {
        let more = drawn.plus(Hand::of(rank, taken as u8)?)?;
        let ways = WAYS_TO_CHOOSE[usize::from(copies)][taken as usize];
        each_deal_with_drawn(rest, wanted - taken, more, weight * ways, visit)?;
    }
    Some(())
}
