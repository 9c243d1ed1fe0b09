//! Guards: blunders that no player of any skill makes. A play that breaks a guard is taken off the ballot, whichever row put
//! it there.

use rules::{Combo, Hand, Kind, Rank, Trick};

use crate::rule_player::strategy;
use crate::turn::Turn;

/// One guard.
pub(crate) struct Guard {
    /// Its name.
    pub name: &'static str,
    /// What it forbids, as a sentence.
    pub why: &'static str,
    /// Whether a play (`None` is a pass) breaks it, proven wins left aside.
    breaks: fn(&Turn, Option<Combo>) -> bool,
    /// Whether a play that is proven to win may break it.
    spares_wins: bool,
}

/// Every guard.
pub(crate) const GUARDS: &[Guard] = &[
    Guard {
        name: "one-move-win",
        why: "A hand that can go out goes out.",
        breaks: |now, play| {
            play.is_none_or(|play| play.cards() != now.hand) && now.plays.iter().any(|other| other.cards() == now.hand)
        },
        spares_wins: false,
    },
    Guard {
        name: "spare-partner",
        why: "A partner who wins with the next card is not overtaken.",
        breaks: |now, play| play.is_some_and(|play| play.cards() != now.hand) && partner_wins_next(now),
        spares_wins: false,
    },
    Guard {
        name: "starve-enemy",
        why: "An enemy with one card who plays next is not led a single while there is anything else.",
        breaks: feeds_enemy,
        spares_wins: true,
    },
    Guard {
        name: "higher-first",
        why: "Of the last two cards the higher one faces an enemy with one card who plays next: the other goes out after it.",
        breaks: risks_the_lower,
        spares_wins: true,
    },
    Guard {
        name: "thrifty-kicker",
        why: "A 2 or a joker does not ride while a smaller card will do.",
        breaks: wastes_kicker,
        spares_wins: false,
    },
    Guard {
        name: "whole-rocket",
        why: "The rocket is not split while there is another answer.",
        breaks: splits_rocket,
        spares_wins: true,
    },
];

/// The first guard that a play breaks.
pub(crate) fn broken(now: &Turn, play: Option<Combo>) -> Option<&'static Guard> {
    GUARDS.iter().find(|guard| {
        let spared = || guard.spares_wins && play.is_some_and(|play| strategy::is_proven_win(now, play));
        (guard.breaks)(now, play) && !spared()
    })
}

fn partner_wins_next(now: &Turn) -> bool {
    let Some((owner, standing)) = now.course().standing() else { return false };
    if now.is_enemy(owner) || owner == now.me || now.left(owner) != 1 {
        return false;
    }
    // Down leaves the trick to a partner on whom the landlord has passed; Up must know that the landlord cannot answer.
    now.course().passes() == 1 || now.is_unanswerable(standing)
}

fn feeds_enemy(now: &Turn, play: Option<Combo>) -> bool {
    let next = now.me.next();
    let threatened = now.trick == Trick::Lead && now.is_enemy(next) && now.left(next) == 1;
    threatened
        && play.is_some_and(|play| play.kind() == Kind::Single)
        && now.plays.iter().any(|other| other.kind() != Kind::Single)
}

fn risks_the_lower(now: &Turn, play: Option<Combo>) -> bool {
    let next = now.me.next();
    let threatened = now.trick != Trick::Lead && now.hand.len() == 2 && now.is_enemy(next) && now.left(next) == 1;
    let above = |other: &Combo, play: Combo| now.rules().order().is_above(other.key(), play.key());
    threatened && play.is_some_and(|play| play.len() == 1 && now.plays.iter().any(|other| above(other, play)))
}

fn wastes_kicker(now: &Turn, play: Option<Combo>) -> bool {
    let Some(play) = play else { return false };
    let dear = |combo: Combo| big_cards(combo.wings());
    let dear_wings = dear(play);
    let same_body =
        |other: &&Combo| other.kind() == play.kind() && other.run() == play.run() && other.key() == play.key();
    dear_wings > 0
        && play.cards() != now.hand
        && now.plays.iter().filter(same_body).any(|&other| dear(other) < dear_wings)
}

fn big_cards(cards: Hand) -> u32 {
    [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
}

fn splits_rocket(now: &Turn, play: Option<Combo>) -> bool {
    let splits = |play: Combo| now.hand.contains(Hand::ROCKET) && play.cards().overlap(Hand::ROCKET).len() == 1;
    play.is_some_and(|play| splits(play) && play.cards() != now.hand) && now.plays.iter().any(|&other| !splits(other))
}
