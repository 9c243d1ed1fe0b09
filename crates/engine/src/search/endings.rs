//! The end of an ordinary hand: when the unseen cards can lie in few ways only, each way is solved as an open endgame
//! and the plays are judged by the share of deals in which they win.
//!
//! Every deal that agrees with the counts and the known cards is weighed by the belief: by the number of ways to draw it and by
//! what the others have done. The vote is exact for wins that hold in every deal; in between it assumes that the other seats see
//! all hands, which favours neither side.

use rules::{Combo, Hand, Seat, Seed};

use crate::endgame::{Ask, Endgame, Memory, SolveLimits, solve};
use crate::opponents::belief::Belief;
use crate::opponents::belief::deals::deals;
use crate::turn::Turn;

/// The most plays that are voted on; a position near its end has fewer.
pub(crate) const PLAYS_MAX: usize = 128;

/// The most deals that are solved, and the most positions that this enters.
#[derive(Clone, Copy)]
pub(crate) struct EndingLimits {
    pub(crate) worlds_max: u32,
    pub(crate) nodes_max: u64,
}

/// The result of solving all deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndingVote {
    plays: [(Option<Combo>, u64); PLAYS_MAX],
    len: usize,
    /// The weight of all deals.
    total: u64,
    /// Number of deals that were solved.
    pub(crate) worlds: u32,
    /// Positions entered.
    pub(crate) nodes: u64,
}

impl EndingVote {
    /// Returns in how many of 1,000 deals a play wins.
    pub(crate) fn wins(&self, play: Option<Combo>) -> i32 {
        let weight = self.plays[..self.len].iter().find(|voted| voted.0 == play).map_or(0, |voted| voted.1);
        (weight * 1000 / self.total) as i32
    }

    /// Returns the plays and their weights, the most promising first within equal weights.
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

/// Solves every deal, or answers `None`: too many deals, cards that are in no hand, or out of nodes or time.
pub(crate) fn vote(
    now: &Turn<'_>,
    memory: &mut Memory,
    limits: EndingLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Option<EndingVote> {
    let EndingLimits { worlds_max, nodes_max } = limits;
    if worlds_max == 0 || now.view.discarded() > 0 || now.count_plays(PLAYS_MAX) >= PLAYS_MAX {
        return None;
    }
    let others = [now.me.next(), now.me.previous()];
    let known = others.map(|seat| now.view.known(seat));
    let unseen = now.view.unseen();
    let open = unseen.minus(known[0]).and_then(|rest| rest.minus(known[1])).expect("known cards are unseen ones");
    let wanted = now.view.course().left(others[0]) - known[0].len();
    if deals(open, wanted, worlds_max.into()) > worlds_max.into() {
        return None;
    }
    // The remains of an earlier decision would change how far the nodes reach.
    memory.clear();
    let mut vote = EndingVote { plays: [(None, 0); PLAYS_MAX], len: 0, total: 0, worlds: 0, nodes: 0 };
    // Every deal is listed: nothing depends on the seed.
    let mut belief = Belief::with_config(now.view, Seed(0), now.belief)?;
    for &(world, weight) in belief.enumerated()? {
        let game = endgame(now, others, others.map(|seat| world.hand(seat)))?;
        let ask = Ask { all_first_plays: true, line: false };
        let outcome = solve(&game, ask, memory, SolveLimits { nodes_max: nodes_max - vote.nodes }, halt);
        vote.nodes += outcome.nodes;
        if outcome.stopped.is_some() || vote.nodes >= nodes_max {
            return None;
        }
        let weight = u64::from(weight);
        vote.worlds += 1;
        vote.total += weight;
        outcome
            .first_plays
            .iter()
            .for_each(|first| vote.add(first.play, if first.wins == Some(true) { weight } else { 0 }));
    }
    Some(vote)
}

fn endgame(now: &Turn<'_>, others: [Seat; 2], held: [Hand; 2]) -> Option<Endgame> {
    let mut hands = [Hand::EMPTY; 3];
    hands[now.me.index()] = now.view.hand();
    for (seat, hand) in others.into_iter().zip(held) {
        hands[seat.index()] = hand;
    }
    let game = Endgame::three(*now.view.rules(), hands).ok()?;
    match now.view.course().standing() {
        Some((owner, combo)) => game.answering(now.me, combo, owner).ok(),
        None => game.led_by(now.me).ok(),
    }
}
