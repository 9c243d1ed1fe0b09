//! Guards: blunders that no player of any skill makes. A play that breaks a guard is taken off the ballot, whichever row put
//! it there.

use rules::Combo;

use super::listed::{HIGHER_FIRST, Listed, STARVE_ENEMY, WHOLE_ROCKET, big_cards};
use crate::rule_player::strategy;
use crate::turn::Turn;

/// One guard.
pub(crate) struct Guard {
    /// Its name.
    pub name: &'static str,
    /// True if a play (`None` is a pass) breaks it, proven wins left aside.
    breaks: fn(&Turn, Option<Combo>) -> bool,
    /// True if a play that is proven to win may break it.
    spares_wins: bool,
}

/// Every guard.
pub(crate) const GUARDS: &[Guard] = &[
    Guard {
        // A hand that can go out goes out.
        name: "one-move-win",
        breaks: |now, play| {
            play.is_none_or(|play| play.cards() != now.hand) && now.plays.iter().any(|other| other.cards() == now.hand)
        },
        spares_wins: false,
    },
    Guard {
        // A partner who wins with the next card is not overtaken.
        name: "spare-partner",
        breaks: |now, play| play.is_some_and(|play| play.cards() != now.hand) && partner_wins_next(now),
        spares_wins: false,
    },
    Guard {
        name: STARVE_ENEMY,
        breaks: |now, play| play.is_some_and(|play| listed(now).feeds_enemy(play)),
        spares_wins: true,
    },
    Guard {
        name: HIGHER_FIRST,
        breaks: |now, play| play.is_some_and(|play| listed(now).risks_the_lower(play)),
        spares_wins: true,
    },
    Guard {
        // A 2 or a joker does not ride while a smaller card will do.
        name: "thrifty-kicker",
        breaks: wastes_kicker,
        spares_wins: false,
    },
    Guard {
        name: WHOLE_ROCKET,
        breaks: |now, play| play.is_some_and(|play| listed(now).splits_rocket(play)),
        spares_wins: true,
    },
];

/// The first guard that a play breaks. Players as published know no guards.
pub(crate) fn broken(now: &Turn, play: Option<Combo>) -> Option<&'static Guard> {
    let guards: &'static [Guard] = if now.persona.is_published() { &[] } else { GUARDS };
    guards.iter().find(|guard| {
        let spared = || guard.spares_wins && play.is_some_and(|play| strategy::is_proven_win(now, play));
        (guard.breaks)(now, play) && !spared()
    })
}

fn listed<'a>(now: &Turn<'a>) -> Listed<'a> {
    Listed { view: now.view, me: now.me, plays: now.plays }
}

fn partner_wins_next(now: &Turn) -> bool {
    let Some((owner, standing)) = now.course().standing() else { return false };
    if now.is_enemy(owner) || owner == now.me || now.left(owner) != 1 {
        return false;
    }
    // Down leaves the trick to a partner on whom the landlord has passed; Up must know that the landlord cannot answer.
    now.course().passes() == 1 || now.is_unanswerable(standing)
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
