//! Guards: blunders that no player of any skill makes. A play that breaks a guard is not chosen, whatever proposed it. A play that goes
//! out breaks none.

use rules::Combo;

use super::blunder;
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
    All(fn(&Turn) -> bool),
    /// Some plays.
    Play(fn(&Turn, Combo) -> bool),
}

impl Guard {
    const fn new(name: &'static str, breaks: fn(&Turn, Combo) -> bool) -> Guard {
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
    Guard { name: "one-move-win", of_wilds: false, breaks: Breaks::All(blunder::goes_out), spares_wins: false },
    // A wild card does not ride while a natural card outside fours would.
    Guard::new("wild-kicker", blunder::wastes_wild_wing).of_wilds(),
    // Two wild cards are not spent where one makes the same combo.
    Guard::new("fewest-wilds", blunder::wastes_second_wild).of_wilds(),
    // A wild card does not stand for a rank of which a natural card is held, unless that keeps a four whole.
    Guard::new("natural-first", blunder::wastes_wild).of_wilds(),
    // A partner who wins with the next card is not overtaken.
    Guard::new("spare-partner", |now, _| blunder::partner_wins_next(now)),
    // An enemy with one card who plays next is not led a single while there is anything else.
    Guard::new("starve-enemy", blunder::feeds_enemy).sparing_wins(),
    // Of the last two cards the higher one faces an enemy with one card who plays next, and the other goes out after it.
    Guard::new("higher-first", blunder::risks_the_lower).sparing_wins(),
    // A 2 or a joker does not ride while a smaller natural card will do.
    Guard::new("thrifty-kicker", blunder::wastes_kicker),
    // The rocket is not split while there is another answer.
    Guard::new("whole-rocket", blunder::splits_rocket).sparing_wins(),
];

/// Returns the first guard that a play breaks beside the listed plays of the turn. Players as published know no guards.
pub fn broken(now: &Turn, play: Option<Combo>) -> Option<&'static Guard> {
    let has_wilds = now.rules().has_stand_ins();
    let goes_out = play.is_some_and(|play| play.cards() == now.hand);
    if goes_out || (now.persona.is_published() && !has_wilds) {
        return None;
    }
    let breaks = |guard: &&Guard| match guard.breaks {
        Breaks::All(breaks) => breaks(now),
        Breaks::Play(breaks) => play.is_some_and(|play| breaks(now, play)),
    };
    let is_spared =
        |guard: &&Guard| guard.spares_wins && !has_wilds && play.is_some_and(|play| strategy::is_proven_win(now, play));
    GUARDS.iter().filter(|guard| has_wilds || !guard.of_wilds).find(|guard| breaks(guard) && !is_spared(guard))
}
