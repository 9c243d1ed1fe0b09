//! The end of an ordinary hand: when the unseen cards can lie in few ways only, each way is solved as an open endgame
//! and the plays are judged by the share of deals in which they win.
//!
//! Every deal that agrees with the counts and the known cards is as likely as the number of ways to draw it. The vote is
//! exact for wins that hold in every deal; in between it takes the others to see all hands, which flatters nobody.

use rules::{Combo, Hand, Rank, Seat};

use crate::endgame::{Ask, Endgame, Limits, Memory, solve};
use crate::situation::Situation;

/// The most plays that are voted on; a position near its end has fewer.
const PLAYS_MAX: usize = 128;

/// What solving all deals said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vote {
    plays: [(Option<Combo>, u64); PLAYS_MAX],
    len: usize,
    /// The weight of all deals.
    total: u64,
    /// How many deals were solved.
    pub(crate) worlds: u32,
    /// Positions entered.
    pub(crate) nodes: u64,
}

impl Vote {
    /// In how many of 1,000 deals a play wins.
    pub(crate) fn wins(&self, play: Option<Combo>) -> i32 {
        let weight = self.plays[..self.len].iter().find(|voted| voted.0 == play).map_or(0, |voted| voted.1);
        (weight * 1000 / self.total) as i32
    }

    /// The plays and their weights, the most promising first within equal weights.
    pub(crate) fn plays(&self) -> impl Iterator<Item = (Option<Combo>, i32)> + Clone {
        self.plays[..self.len].iter().map(|&(play, _)| (play, self.wins(play)))
    }

    fn add(&mut self, play: Option<Combo>, weight: u64) {
        let place = self.plays[..self.len].iter().position(|voted| voted.0 == play);
        let place = place.unwrap_or_else(|| {
            self.plays[self.len] = (play, 0);
            self.len += 1;
            self.len - 1
        });
        self.plays[place].1 += weight;
    }
}

/// Solves every deal, or answers `None`: too many deals, cards that lie with nobody, or out of nodes or time.
pub(crate) fn vote(now: &Situation, memory: &mut Memory, halt: &mut dyn FnMut() -> bool) -> Option<Vote> {
    let nature = now.persona.nature();
    if nature.solve_worlds == 0 || now.view.discarded() > 0 || now.plays.len() >= PLAYS_MAX {
        return None;
    }
    let others = [now.me.next(), now.me.previous()];
    let known = others.map(|seat| now.view.known(seat));
    let unseen = now.view.unseen();
    let open = unseen.minus(known[0]).and_then(|rest| rest.minus(known[1])).expect("known cards are unseen ones");
    let wanted = now.left(others[0]) - known[0].len();
    if deals(open, wanted, nature.solve_worlds as u64) > nature.solve_worlds as u64 {
        return None;
    }
    // What an earlier decision left behind would change how far the nodes reach.
    memory.clear();
    let mut vote = Vote { plays: [(None, 0); PLAYS_MAX], len: 0, total: 0, worlds: 0, nodes: 0 };
    let nodes_max = nature.solve_nodes as u64;
    let solved = each_deal(open, wanted, Hand::EMPTY, 1, &mut |drawn, weight| {
        let hands = [known[0].plus(drawn)?, known[1].plus(open.minus(drawn)?)?];
        let game = endgame(now, others, hands)?;
        let ask = Ask { all_first_plays: true, line: false };
        let outcome = solve(&game, ask, memory, Limits { nodes_max: nodes_max - vote.nodes }, halt);
        vote.nodes += outcome.nodes;
        if outcome.stopped.is_some() || vote.nodes >= nodes_max {
            return None;
        }
        vote.worlds += 1;
        vote.total += weight;
        outcome
            .first_plays
            .iter()
            .for_each(|first| vote.add(first.play, if first.wins == Some(true) { weight } else { 0 }));
        Some(())
    });
    solved.map(|()| vote)
}

fn endgame(now: &Situation, others: [Seat; 2], held: [Hand; 2]) -> Option<Endgame> {
    let mut hands = [Hand::EMPTY; 3];
    hands[now.me.index()] = now.hand;
    for (seat, hand) in others.into_iter().zip(held) {
        hands[seat.index()] = hand;
    }
    let game = Endgame::three(*now.rules(), hands).ok()?;
    match now.course().standing() {
        Some((owner, combo)) => game.answering(now.me, combo, owner).ok(),
        None => game.led_by(now.me).ok(),
    }
}

/// In how many ways (as ranks, suits aside) `wanted` cards can be drawn; counting stops above `enough`.
fn deals(open: Hand, wanted: u32, enough: u64) -> u64 {
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

/// Calls `visit` with each way to draw `wanted` cards and the number of ways to draw it with suits; `None` ends it.
fn each_deal(
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
    let rank: Rank = open.lowest().expect("cards are wanted and there are enough");
    let copies = open.count(rank);
    let rest = open.minus(Hand::of(rank, copies)?)?;
    for taken in (0..=u32::from(copies).min(wanted)).rev() {
        let more = drawn.plus(Hand::of(rank, taken as u8)?)?;
        let ways = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
        each_deal(rest, wanted - taken, more, weight * ways[usize::from(copies)][taken as usize], visit)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_counted_and_weighed_as_the_binomial_says() {
        // 7 of 12 cards: C(12, 7) = 792 ways with suits, whatever the ranks.
        for cards in ["334455667788", "333344445555", "3456789TJQKA", "34445667XD22"] {
            let open: Hand = cards.parse().unwrap();
            let (mut count, mut sum) = (0, 0);
            each_deal(open, 7, Hand::EMPTY, 1, &mut |drawn, weight| {
                assert_eq!(drawn.len(), 7);
                (count, sum) = (count + 1, sum + weight);
                Some(())
            });
            assert_eq!((count, sum), (deals(open, 7, 100_000), 792), "{cards}");
        }
        assert_eq!(deals("3456789TJQKA".parse().unwrap(), 6, 10), 11);
    }
}
