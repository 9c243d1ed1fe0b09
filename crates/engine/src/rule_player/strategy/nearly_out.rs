//! Rows about a seat that is about to go out: combos on which an enemy could go out are avoided, and a partner who holds one card gets a
//! single that it likely covers.

use rules::{Kind, Rank, Seat, Trick};

use crate::hand::key_value;
use crate::rule_player::ballot::{Ballot, Verdict};
use crate::rule_player::leads;
use crate::turn::Turn;

/// Leads no single if an enemy with one card plays next; for the landlord, if any enemy has one card. If there are only singles, prefers
/// the highest.
pub(super) fn lead_to_enemy(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let threatened = match now.me {
        Seat::Landlord => now.enemy_holds(1),
        _ => now.is_enemy(now.me.next()) && now.left(now.me.next()) == 1,
    };
    if threatened { avoid_kind(now, ballot, Kind::Single) } else { Verdict::Skip }
}

/// Leads the second lowest single, for the partner to take, if the landlord holds one card and plays after the partner. If the hand has no
/// pair, or fewer than three singles, it leads a single only if it must.
pub(super) fn lead_to_partner(now: &Turn, ballot: &mut Ballot) -> Verdict {
    if now.me != Seat::Down || now.left(Seat::Landlord) != 1 {
        return Verdict::Skip;
    }
    let parts = now.usual_split();
    let singles = || parts.iter().filter(|part| part.kind() == Kind::Single);
    let has_pairs = parts.iter().any(|part| part.kind() == Kind::Pair);
    if !has_pairs || singles().count() < 3 {
        return avoid_kind(now, ballot, Kind::Single);
    }
    // Splits list singles by strength: the first is the lowest.
    ballot.put(singles().nth(1).copied(), 0);
    Verdict::Settle
}

/// Leads no pair as landlord, if there is a lead of another kind and a peasant holds two cards.
pub(super) fn avoid_pairs(now: &Turn, ballot: &mut Ballot) -> Verdict {
    if now.enemy_holds(2) { avoid_kind(now, ballot, Kind::Pair) } else { Verdict::Skip }
}

fn avoid_kind(now: &Turn, ballot: &mut Ballot, kind: Kind) -> Verdict {
    leads::put_leads(now, ballot, |lead| lead.kind() != kind);
    if ballot.as_slice().iter().all(|lead| lead.play.is_some_and(|lead| lead.is_bomb())) {
        // Most splits keep bombs whole: a four with two, or a part of a bomb, may be the better way out.
        for &play in now.plays.iter().filter(|play| play.kind() != kind && !play.is_bomb()) {
            ballot.put(Some(play), leads::value(now, play));
        }
    }
    if ballot.as_slice().is_empty() {
        for &play in now.plays.iter().filter(|play| play.kind() == kind) {
            ballot.put(Some(play), key_value(play, now.rules()));
        }
    }
    if ballot.as_slice().is_empty() { Verdict::Skip } else { Verdict::Choose }
}

/// Answers a single by [`put_biggest_answer`] if the landlord holds one card and plays next. It passes if the single is the partner's and big.
pub(super) fn follow_upstream(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let Trick::Follow(standing) = now.trick else { return Verdict::Skip };
    if now.me != Seat::Up || now.left(Seat::Landlord) != 1 || standing.kind() != Kind::Single {
        return Verdict::Skip;
    }
    let partners = now.course().standing().is_some_and(|(owner, _)| !now.is_enemy(owner));
    if partners && now.is_big(standing) {
        ballot.put(None, 0);
        return Verdict::Settle;
    }
    put_biggest_answer(now, ballot)
}

/// Answers a single by [`put_biggest_answer`] as landlord if a peasant holds one card.
pub(super) fn follow_as_landlord(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let Trick::Follow(standing) = now.trick else { return Verdict::Skip };
    if !now.enemy_holds(1) || standing.kind() != Kind::Single {
        return Verdict::Skip;
    }
    put_biggest_answer(now, ballot)
}

/// Proposes the biggest answer that is no bomb; the lowest bomb if there is no other answer.
fn put_biggest_answer(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let plain = now.plays.iter().filter(|play| !play.is_bomb()).max_by_key(|&&play| key_value(play, now.rules()));
    let Some(&biggest) = plain.or_else(|| now.plays.iter().min_by_key(|&&play| key_value(play, now.rules()))) else {
        return Verdict::Skip;
    };
    ballot.put(Some(biggest), 0);
    Verdict::Settle
}

/// Leads the lowest single below ten if the partner plays next and holds one card.
pub(super) fn feed_partner(now: &Turn, ballot: &mut Ballot) -> Verdict {
    if !partner_has_one_card(now) {
        return Verdict::Skip;
    }
    let order = now.rules().order();
    let singles = now.plays.iter().filter(|play| play.kind() == Kind::Single && order.is_above(Rank::TEN, play.key()));
    let Some(&lowest) = singles.min_by_key(|play| order.place(play.key())) else { return Verdict::Skip };
    ballot.put(Some(lowest), 0);
    Verdict::Settle
}

/// Takes the landlord's trick if the partner plays next and holds one card: with an answer that leaves a card below ten to lead to the
/// partner.
pub(super) fn win_lead_to_feed(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let enemy_stands = now.course().standing().is_some_and(|(owner, _)| now.is_enemy(owner));
    if !partner_has_one_card(now) || !enemy_stands {
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

fn partner_has_one_card(now: &Turn) -> bool {
    now.partner_playing_next().is_some_and(|partner| now.left(partner) == 1)
}
