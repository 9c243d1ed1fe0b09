//! A partner who plays next and holds one card wins with the lead, or with any single that it covers.

use rules::{Kind, Rank};

use crate::rule_player::ballot::{Ballot, Verdict};
use crate::turn::Turn;

/// Leads the lowest single below ten.
pub(super) fn lead(now: &Turn, ballot: &mut Ballot) -> Verdict {
    if !partner_waits(now) {
        return Verdict::Skip;
    }
    let order = now.rules().order();
    let food = now.plays.iter().filter(|play| play.kind() == Kind::Single && order.is_above(Rank::TEN, play.key()));
    let Some(&lowest) = food.min_by_key(|play| order.place(play.key())) else { return Verdict::Skip };
    ballot.put(Some(lowest), 0);
    Verdict::Settle
}

/// Takes the landlord's trick with the biggest answer that leaves a single to feed with.
pub(super) fn follow(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let enemy_stands = now.course().standing().is_some_and(|(owner, _)| now.is_enemy(owner));
    if !partner_waits(now) || !enemy_stands {
        return Verdict::Skip;
    }
    let order = now.rules().order();
    let feeds = |rest: rules::Hand| order.weakest(rest.ranks()).is_some_and(|rank| order.is_above(Rank::TEN, rank));
    for &play in now.plays.iter().filter(|play| feeds(now.after(**play))) {
        let waste = if play.is_bomb() { 10_000 } else { 0 };
        ballot.put(Some(play), -now.odds_covered(play) * 10 - waste + now.judge.worth(now.after(play)));
    }
    if ballot.as_slice().is_empty() { Verdict::Skip } else { Verdict::Settle }
}

fn partner_waits(now: &Turn) -> bool {
    now.partner_next().is_some_and(|partner| now.left(partner) == 1)
}
