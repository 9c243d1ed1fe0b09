//! Guards where ranks are wild: blunders that no player of any skill makes, going out aside. The first three are about waste; the others
//! are those of natural play that hold here.

use rules::{Combo, Hand, Kind, Rank, Seat, Trick, View};

/// One guard.
pub struct WildGuard {
    /// Its name.
    pub name: &'static str,
    /// What it forbids, as a sentence.
    pub why: &'static str,
    breaks: fn(&Listed<'_>, Combo) -> bool,
}

/// Every guard.
pub const WILD_GUARDS: &[WildGuard] = &[
    WildGuard {
        name: "wild-kicker",
        why: "A wild card does not ride while a natural card outside fours would.",
        breaks: |now, play| now.cheaper(play).any(|other| now.wild_wings(other) < now.wild_wings(play)),
    },
    WildGuard {
        name: "fewest-wilds",
        why: "Two wild cards are not spent where one makes the same combo.",
        breaks: |now, play| now.cheaper(play).any(|other| other.wild_cards() > 0),
    },
    WildGuard {
        name: "natural-first",
        why: "A wild card does not stand for a rank of which a natural card is held, unless that keeps a four whole.",
        breaks: |now, play| now.cheaper(play).next().is_some(),
    },
    WildGuard {
        name: "spare-partner",
        why: "A partner who wins with the next card is not overtaken once the landlord has passed.",
        breaks: |now, _| {
            let course = now.view.course();
            let owner = course.standing().map(|(owner, _)| owner);
            course.passes() == 1
                && owner.is_some_and(|owner| Some(owner) == now.me.partner() && course.left(owner) == 1)
        },
    },
    WildGuard {
        name: "starve-enemy",
        why: "An enemy with one card who plays next is not led a single while there is anything else.",
        breaks: |now, play| {
            now.view.trick() == Trick::Lead
                && now.next_enemy_has_one()
                && play.kind() == Kind::Single
                && now.plays.iter().any(|other| other.kind() != Kind::Single)
        },
    },
    WildGuard {
        name: "higher-first",
        why: "Of the last two cards the higher one faces an enemy with one card who plays next: the other goes out after it.",
        breaks: |now, play| {
            let is_above = |other: &Combo| now.view.rules().order().is_above(other.key(), play.key());
            now.view.trick() != Trick::Lead
                && now.view.hand().len() == 2
                && now.next_enemy_has_one()
                && play.len() == 1
                && now.plays.iter().any(is_above)
        },
    },
    WildGuard {
        name: "thrifty-kicker",
        why: "A 2 or a joker does not ride while a smaller natural card will do.",
        breaks: |now, play| {
            let dear = |combo: Combo| big_cards(combo.wings().without(now.wilds())) + now.wild_wings(combo);
            let here = dear(play);
            let thrifty = |other: Combo| dear(other) < here && other.wild_cards() <= play.wild_cards();
            here > 0 && now.like(play).any(|other| thrifty(other) && now.keeps_fours(other, play))
        },
    },
    WildGuard {
        name: "whole-rocket",
        why: "The rocket is not split while there is another answer.",
        breaks: |now, play| {
            let splits = |play: Combo| play.cards().overlap(Hand::ROCKET).len() == 1;
            now.view.hand().contains(Hand::ROCKET) && splits(play) && now.plays.iter().any(|&other| !splits(other))
        },
    },
];

/// The first guard that a play breaks among these plays: the frugal list, or all. A play that goes out breaks none, a pass none.
pub fn broken_wild_guard(view: &View, plays: &[Combo], play: Option<Combo>) -> Option<&'static WildGuard> {
    let (me, play) = view.seat().zip(play)?;
    let now = Listed { view, me, plays };
    if play.cards() == view.hand() {
        return None;
    }
    WILD_GUARDS.iter().find(|guard| (guard.breaks)(&now, play))
}

/// The plays among which one is guarded.
struct Listed<'a> {
    view: &'a View,
    me: Seat,
    plays: &'a [Combo],
}

impl<'a> Listed<'a> {
    fn wilds(&self) -> rules::Ranks {
        self.view.rules().wilds().ranks()
    }

    fn wild_wings(&self, combo: Combo) -> u32 {
        combo.wings().only(self.wilds()).len()
    }

    fn next_enemy_has_one(&self) -> bool {
        let next = self.me.next();
        next.side() != self.me.side() && self.view.course().left(next) == 1
    }

    /// The plays of the same kind, length and key.
    fn like(&self, play: Combo) -> impl Iterator<Item = Combo> + use<'a> {
        let same = move |other: &Combo| {
            (other.kind(), other.run(), other.key(), other.len()) == (play.kind(), play.run(), play.key(), play.len())
        };
        self.plays.iter().copied().filter(same)
    }

    /// Of these the ones that spend fewer wild cards and break no four that this one keeps whole.
    fn cheaper(&self, play: Combo) -> impl Iterator<Item = Combo> + use<'_, 'a> {
        let is_wild = play.wild_cards() > 0 && !play.is_all_wild();
        let fewer = move |other: &Combo| is_wild && other.wild_cards() < play.wild_cards();
        self.like(play).filter(fewer).filter(move |&other| self.keeps_fours(other, play))
    }

    /// Whether one play breaks no natural four that the other keeps whole.
    fn keeps_fours(&self, one: Combo, other: Combo) -> bool {
        let fours = self.view.hand().without(self.wilds()).at_least(4);
        let broken = |combo: Combo| fours.and(combo.cards().ranks());
        broken(one).except(broken(other)).is_empty()
    }
}

fn big_cards(cards: Hand) -> u32 {
    [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
}
