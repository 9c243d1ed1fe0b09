//! The blunders that guards name. A play is one beside the other listed plays of the turn.

use rules::{Combo, Hand, Kind, Rank, Ranks, Trick};

use crate::hand::cover::{self, Bombs, Chance, Unseen};
use crate::turn::Turn;

pub(super) fn goes_out(now: &Turn) -> bool {
    now.plays.iter().any(|play| play.cards() == now.hand)
}

pub(super) fn partner_wins_next(now: &Turn) -> bool {
    let course = now.course();
    let Some((owner, standing)) = course.standing() else { return false };
    if Some(owner) != now.me.partner() || course.left(owner) != 1 {
        return false;
    }
    // Down leaves the trick to a partner on whom the landlord has passed; Up must know that the landlord cannot answer. It is known by all
    // that was played, remembered or not.
    let is_unanswerable = || {
        let hidden = Unseen::of(now.view, now.me, now.view.unseen());
        cover::chance_covered(&hidden, standing, now.rules(), Bombs::Counted) == Chance::NEVER
    };
    course.passes() == 1 || (!now.rules().has_stand_ins() && is_unanswerable())
}

pub(super) fn feeds_enemy(now: &Turn, play: Combo) -> bool {
    now.trick == Trick::Lead
        && next_enemy_has_one(now)
        && play.kind() == Kind::Single
        && now.plays.iter().any(|other| other.kind() != Kind::Single)
}

pub(super) fn risks_the_lower(now: &Turn, play: Combo) -> bool {
    let is_above = |other: &Combo| now.rules().order().is_above(other.key(), play.key());
    now.trick != Trick::Lead
        && now.hand.len() == 2
        && next_enemy_has_one(now)
        && play.len() == 1
        && now.plays.iter().any(is_above)
}

/// True if a listed play differs by cheaper wings alone.
pub(super) fn wastes_kicker(now: &Turn, play: Combo) -> bool {
    let dear = |combo: Combo| big_cards(combo.wings().without(wilds(now))) + wild_wings(now, combo);
    let here = dear(play);
    let is_allowed = |other: Combo| other.wild_cards() <= play.wild_cards() && keeps_fours(now, other, play);
    let is_cheaper = |other: Combo| dear(other) < here && (!now.rules().has_stand_ins() || is_allowed(other));
    here > 0 && like(now, play).any(is_cheaper)
}

/// True for one joker of two, if a listed play splits no rocket.
pub(super) fn splits_rocket(now: &Turn, play: Combo) -> bool {
    let splits = |play: Combo| play.cards().overlap(Hand::ROCKET).len() == 1;
    now.hand.contains(Hand::ROCKET) && splits(play) && now.plays.iter().any(|&other| !splits(other))
}

fn next_enemy_has_one(now: &Turn) -> bool {
    let next = now.me.next();
    now.is_enemy(next) && now.left(next) == 1
}

fn wilds(now: &Turn) -> Ranks {
    now.rules().wilds().ranks()
}

fn wild_wings(now: &Turn, combo: Combo) -> u32 {
    combo.wings().only(wilds(now)).len()
}

/// Returns the plays of the same kind, length and key.
fn like(now: &Turn, play: Combo) -> impl Iterator<Item = Combo> {
    let same = move |other: &Combo| {
        (other.kind(), other.run(), other.key(), other.len()) == (play.kind(), play.run(), play.key(), play.len())
    };
    now.plays.iter().copied().filter(same)
}

/// True if a listed play has fewer wild wings, and fewer wild cards in all.
pub(super) fn wastes_wild_wing(now: &Turn, play: Combo) -> bool {
    cheaper(now, play).any(|other| wild_wings(now, other) < wild_wings(now, play))
}

/// True if a listed play makes the same with one wild card or more, and with fewer than this one.
pub(super) fn wastes_second_wild(now: &Turn, play: Combo) -> bool {
    cheaper(now, play).any(|other| other.wild_cards() > 0)
}

/// True if a listed play makes the same with fewer wild cards.
pub(super) fn wastes_wild(now: &Turn, play: Combo) -> bool {
    cheaper(now, play).next().is_some()
}

/// Of these the ones that spend fewer wild cards and break no four that this one keeps whole.
fn cheaper(now: &Turn, play: Combo) -> impl Iterator<Item = Combo> {
    let is_wild = play.wild_cards() > 0 && !play.is_all_wild();
    let fewer = move |other: &Combo| is_wild && other.wild_cards() < play.wild_cards();
    like(now, play).filter(fewer).filter(move |&other| keeps_fours(now, other, play))
}

/// True if one play breaks no natural four that the other keeps whole.
fn keeps_fours(now: &Turn, one: Combo, other: Combo) -> bool {
    let fours = now.hand.without(wilds(now)).at_least(4);
    let broken = |combo: Combo| fours.and(combo.cards().ranks());
    broken(one).except(broken(other)).is_empty()
}

/// Returns the number of 2s and jokers.
fn big_cards(cards: Hand) -> u32 {
    [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
}
