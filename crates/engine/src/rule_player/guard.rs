//! Guards: blunders that no player of any skill makes. A play that breaks a guard is not chosen, whatever proposed it. A play that goes
//! out breaks none.

use rules::{Combo, View};

use super::listed::Listed;
use crate::rule_player::strategy;
use crate::turn::Turn;

/// One guard.
pub struct Guard {
    /// Its name.
    pub name: &'static str,
    /// True if it holds only where ranks are wild.
    pub of_wilds: bool,
    breaks: Breaks,
    /// True if a play that is proven to win may break it. Nothing is proven where ranks are wild.
    spares_wins: bool,
}

/// The plays that break a guard.
enum Breaks {
    /// Every play, and a pass.
    All(fn(&Listed<'_>) -> bool),
    /// Some plays.
    Play(fn(&Listed<'_>, Combo) -> bool),
}

impl Guard {
    const fn new(name: &'static str, breaks: fn(&Listed<'_>, Combo) -> bool) -> Guard {
        Guard { name, of_wilds: false, breaks: Breaks::Play(breaks), spares_wins: false }
    }

    const fn sparing_wins(self) -> Guard {
        Guard { spares_wins: true, ..self }
    }

    const fn of_wilds(self) -> Guard {
        Guard { of_wilds: true, ..self }
    }
}

/// Every guard.
pub static GUARDS: &[Guard] = &[
    // A hand that can go out goes out.
    Guard { name: "one-move-win", of_wilds: false, breaks: Breaks::All(|now| now.goes_out()), spares_wins: false },
    // A wild card does not ride while a natural card outside fours would.
    Guard::new("wild-kicker", |now, play| now.cheaper(play).any(|other| now.wild_wings(other) < now.wild_wings(play)))
        .of_wilds(),
    // Two wild cards are not spent where one makes the same combo.
    Guard::new("fewest-wilds", |now, play| now.cheaper(play).any(|other| other.wild_cards() > 0)).of_wilds(),
    // A wild card does not stand for a rank of which a natural card is held, unless that keeps a four whole.
    Guard::new("natural-first", |now, play| now.cheaper(play).next().is_some()).of_wilds(),
    // A partner who wins with the next card is not overtaken.
    Guard::new("spare-partner", |now, _| now.partner_wins_next()),
    // An enemy with one card who plays next is not led a single while there is anything else.
    Guard::new("starve-enemy", |now, play| now.feeds_enemy(play)).sparing_wins(),
    // Of the last two cards the higher one faces an enemy with one card who plays next, and the other goes out after it.
    Guard::new("higher-first", |now, play| now.risks_the_lower(play)).sparing_wins(),
    // A 2 or a joker does not ride while a smaller natural card will do.
    Guard::new("thrifty-kicker", |now, play| now.wastes_kicker(play)),
    // The rocket is not split while there is another answer.
    Guard::new("whole-rocket", |now, play| now.splits_rocket(play)).sparing_wins(),
];

/// Returns the first guard that a play breaks. Players as published know no guards.
pub(crate) fn broken(now: &Turn, play: Option<Combo>) -> Option<&'static Guard> {
    if now.persona.is_published() && !now.rules().has_stand_ins() {
        return None;
    }
    let listed = Listed { view: now.view, me: now.me, plays: now.plays, has_wilds: now.rules().has_stand_ins() };
    let proven = |guard: &Guard| guard.spares_wins && play.is_some_and(|play| strategy::is_proven_win(now, play));
    first_broken(&listed, play, |guard| !listed.has_wilds && proven(guard))
}

/// Returns the first guard that a play breaks among these plays: all, or the frugal ones. Proven wins are not spared.
pub fn broken_among(view: &View, plays: &[Combo], play: Option<Combo>) -> Option<&'static Guard> {
    let has_wilds = view.rules().has_stand_ins();
    first_broken(&Listed { view, me: view.seat()?, plays, has_wilds }, play, |_| false)
}

fn first_broken(now: &Listed<'_>, play: Option<Combo>, is_spared: impl Fn(&Guard) -> bool) -> Option<&'static Guard> {
    if play.is_some_and(|play| play.cards() == now.view.hand()) {
        return None;
    }
    let breaks = |guard: &&Guard| match guard.breaks {
        Breaks::All(breaks) => breaks(now),
        Breaks::Play(breaks) => play.is_some_and(|play| breaks(now, play)),
    };
    GUARDS.iter().filter(|guard| now.has_wilds || !guard.of_wilds).find(|guard| breaks(guard) && !is_spared(guard))
}
