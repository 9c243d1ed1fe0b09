//! Guards against blunders. The published designs have guards only with wild ranks. A play that goes out breaks none.

use rules::{Combo, Hand, Kind, Rank, Ranks, Trick};

use crate::hand::cover::{self, Bombs, Chance};
use crate::turn::Turn;

/// A rule against a blunder.
pub struct Guard {
    /// The name.
    pub name: &'static str,
    /// True if it holds only with wild ranks.
    pub only_with_wilds: bool,
    breaks: BrokenBy,
    /// True if a play that is proven to win may break it. Nothing is proven if ranks are wild.
    spares_wins: bool,
}

enum BrokenBy {
    /// Every play that does not go out, and a pass, at the turns for which the function is true.
    All(fn(&Turn) -> bool),
    /// The plays for which the function is true.
    Play(fn(&Turn, Combo) -> bool),
}

impl Guard {
    const fn new(name: &'static str, breaks: fn(&Turn, Combo) -> bool) -> Guard {
        Guard { name, only_with_wilds: false, breaks: BrokenBy::Play(breaks), spares_wins: false }
    }

    const fn sparing_wins(self) -> Guard {
        Guard { spares_wins: true, ..self }
    }

    const fn only_with_wilds(self) -> Guard {
        Guard { only_with_wilds: true, ..self }
    }
}

/// Every guard.
pub static GUARDS: &[Guard] = &[
    // A hand that can go out goes out.
    Guard { name: "one-move-win", only_with_wilds: false, breaks: BrokenBy::All(can_go_out), spares_wins: false },
    // A wild card is no kicker while a natural card can be one, unless that keeps a four whole.
    Guard::new("wild-kicker", wastes_wild_wing).only_with_wilds(),
    // A combo that needs wild cards spends no others, unless that keeps a four whole.
    Guard::new("fewest-wilds", wastes_extra_wild).only_with_wilds(),
    // A wild card does not stand for a rank of which an unused natural card is held, unless that keeps a four whole.
    Guard::new("natural-first", wastes_wild).only_with_wilds(),
    // A partner who wins with the next card is not overtaken.
    Guard::new("spare-partner", |now, _| partner_wins_next(now)),
    // No single is led to an enemy with one card who plays next, while there is a lead of another kind.
    Guard::new("starve-enemy", feeds_enemy).sparing_wins(),
    // With two cards left, the higher one answers if an enemy with one card plays next; the other card may go out later.
    Guard::new("higher-first", risks_lower_card).sparing_wins(),
    // A 2 or a joker is no kicker while another card can be one; with wild ranks, only a natural card outside fours counts.
    Guard::new("thrifty-kicker", wastes_kicker),
    // The rocket is not split while there is another play.
    Guard::new("whole-rocket", splits_rocket).sparing_wins(),
];

/// Returns the first guard that a play breaks, given the listed plays of the turn. Published players have guards only with wild ranks.
pub fn first_broken(now: &Turn, play: Option<Combo>) -> Option<&'static Guard> {
    let has_wilds = now.rules().has_wild_ranks();
    let goes_out = play.is_some_and(|play| play.cards() == now.hand);
    if goes_out || (now.persona.is_published() && !has_wilds) {
        return None;
    }
    let breaks = |guard: &&Guard| match guard.breaks {
        BrokenBy::All(breaks) => breaks(now),
        BrokenBy::Play(breaks) => play.is_some_and(|play| breaks(now, play)),
    };
    let is_spared =
        |guard: &&Guard| guard.spares_wins && !has_wilds && play.is_some_and(|play| now.is_proven_win(play));
    GUARDS.iter().filter(|guard| has_wilds || !guard.only_with_wilds).find(|guard| breaks(guard) && !is_spared(guard))
}

fn can_go_out(now: &Turn) -> bool {
    now.plays.iter().any(|play| play.cards() == now.hand)
}

fn partner_wins_next(now: &Turn) -> bool {
    let course = now.course();
    let Some((owner, standing)) = course.standing() else { return false };
    if Some(owner) != now.me.partner() || course.left(owner) != 1 {
        return false;
    }
    // Down leaves the trick to a partner on whom the landlord has passed; Up must know that the landlord cannot answer. For this all played
    // cards count, remembered or not.
    let is_unanswerable = || {
        let hidden = now.hidden_cards(now.view.unseen());
        cover::chance_covered(&hidden, standing, now.rules(), Bombs::Counted) == Chance::NEVER
    };
    course.passes() == 1 || (!now.rules().has_wild_ranks() && is_unanswerable())
}

fn feeds_enemy(now: &Turn, play: Combo) -> bool {
    now.trick == Trick::Lead
        && next_enemy_has_one_card(now)
        && play.kind() == Kind::Single
        && now.plays.iter().any(|other| other.kind() != Kind::Single)
}

fn risks_lower_card(now: &Turn, play: Combo) -> bool {
    let is_above = |other: &Combo| now.rules().order().is_above(other.key(), play.key());
    now.trick != Trick::Lead
        && now.hand.len() == 2
        && next_enemy_has_one_card(now)
        && play.len() == 1
        && now.plays.iter().any(is_above)
}

fn wastes_kicker(now: &Turn, play: Combo) -> bool {
    let cost = |combo: Combo| count_big_cards(combo.wings().without(wilds(now))) + count_wild_wings(now, combo);
    let own_cost = cost(play);
    let is_allowed = |other: Combo| other.wild_cards() <= play.wild_cards() && keeps_fours(now, other, play);
    let is_cheaper = |other: Combo| cost(other) < own_cost && (!now.rules().has_wild_ranks() || is_allowed(other));
    own_cost > 0 && same_combos(now, play).any(is_cheaper)
}

fn splits_rocket(now: &Turn, play: Combo) -> bool {
    let splits = |play: Combo| play.cards().overlap(Hand::ROCKET).len() == 1;
    now.hand.contains(Hand::ROCKET) && splits(play) && now.plays.iter().any(|&other| !splits(other))
}

fn next_enemy_has_one_card(now: &Turn) -> bool {
    let next = now.me.next();
    now.is_enemy(next) && now.left(next) == 1
}

fn wilds(now: &Turn) -> Ranks {
    now.rules().wilds().ranks()
}

fn count_wild_wings(now: &Turn, combo: Combo) -> u32 {
    combo.wings().only(wilds(now)).len()
}

fn same_combos(now: &Turn, play: Combo) -> impl Iterator<Item = Combo> {
    let same = move |other: &Combo| {
        (other.kind(), other.run(), other.key(), other.len()) == (play.kind(), play.run(), play.key(), play.len())
    };
    now.plays.iter().copied().filter(same)
}

fn wastes_wild_wing(now: &Turn, play: Combo) -> bool {
    cheaper_plays(now, play).any(|other| count_wild_wings(now, other) < count_wild_wings(now, play))
}

fn wastes_extra_wild(now: &Turn, play: Combo) -> bool {
    cheaper_plays(now, play).any(|other| other.wild_cards() > 0)
}

fn wastes_wild(now: &Turn, play: Combo) -> bool {
    cheaper_plays(now, play).next().is_some()
}

/// Returns the plays like this one that spend fewer wild cards and break no four that this one keeps whole; none for wild cards alone.
fn cheaper_plays(now: &Turn, play: Combo) -> impl Iterator<Item = Combo> {
    let is_wild = play.wild_cards() > 0 && !play.is_all_wild();
    let fewer = move |other: &Combo| is_wild && other.wild_cards() < play.wild_cards();
    same_combos(now, play).filter(fewer).filter(move |&other| keeps_fours(now, other, play))
}

/// True if one play breaks no natural four that the other keeps whole.
fn keeps_fours(now: &Turn, one: Combo, other: Combo) -> bool {
    let fours = now.hand.without(wilds(now)).at_least(4);
    let broken = |combo: Combo| fours.and(combo.cards().ranks());
    broken(one).except(broken(other)).is_empty()
}

fn count_big_cards(cards: Hand) -> u32 {
    [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
}
