//! Guards where ranks are wild: blunders that no player of any skill makes, going out aside. The first three are about waste; the others
//! are those of natural play that hold here.

use rules::{Combo, View};

use crate::rule_player::listed::{HIGHER_FIRST, Listed, STARVE_ENEMY, WHOLE_ROCKET, big_cards};

/// One guard.
pub struct WildGuard {
    /// Its name.
    pub name: &'static str,
    breaks: fn(&Listed<'_>, Combo) -> bool,
}

/// Every guard.
pub const WILD_GUARDS: &[WildGuard] = &[
    WildGuard {
        // A wild card does not ride while a natural card outside fours would.
        name: "wild-kicker",
        breaks: |now, play| now.cheaper(play).any(|other| now.wild_wings(other) < now.wild_wings(play)),
    },
    WildGuard {
        // Two wild cards are not spent where one makes the same combo.
        name: "fewest-wilds",
        breaks: |now, play| now.cheaper(play).any(|other| other.wild_cards() > 0),
    },
    WildGuard {
        // A wild card does not stand for a rank of which a natural card is held, unless that keeps a four whole.
        name: "natural-first",
        breaks: |now, play| now.cheaper(play).next().is_some(),
    },
    WildGuard {
        // A partner who wins with the next card is not overtaken once the landlord has passed.
        name: "spare-partner",
        breaks: |now, _| {
            let course = now.view.course();
            let owner = course.standing().map(|(owner, _)| owner);
            course.passes() == 1
                && owner.is_some_and(|owner| Some(owner) == now.me.partner() && course.left(owner) == 1)
        },
    },
    WildGuard { name: STARVE_ENEMY, breaks: |now, play| now.feeds_enemy(play) },
    WildGuard { name: HIGHER_FIRST, breaks: |now, play| now.risks_the_lower(play) },
    WildGuard {
        // A 2 or a joker does not ride while a smaller natural card will do.
        name: "thrifty-kicker",
        breaks: |now, play| {
            let dear = |combo: Combo| big_cards(combo.wings().without(now.wilds())) + now.wild_wings(combo);
            let here = dear(play);
            let thrifty = |other: Combo| dear(other) < here && other.wild_cards() <= play.wild_cards();
            here > 0 && now.like(play).any(|other| thrifty(other) && now.keeps_fours(other, play))
        },
    },
    WildGuard { name: WHOLE_ROCKET, breaks: |now, play| now.splits_rocket(play) },
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

impl<'a> Listed<'a> {
    fn wilds(&self) -> rules::Ranks {
        self.view.rules().wilds().ranks()
    }

    fn wild_wings(&self, combo: Combo) -> u32 {
        combo.wings().only(self.wilds()).len()
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

    /// True if one play breaks no natural four that the other keeps whole.
    fn keeps_fours(&self, one: Combo, other: Combo) -> bool {
        let fours = self.view.hand().without(self.wilds()).at_least(4);
        let broken = |combo: Combo| fours.and(combo.cards().ranks());
        broken(one).except(broken(other)).is_empty()
    }
}
