//! The facts by which guards judge a play. They are read off the listed plays.

use rules::{Combo, Hand, Kind, Rank, Ranks, Seat, Trick, View};

use crate::hand::cover::{self, Bombs, Chance, Unseen};

/// The plays among which one is guarded.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a> {
    pub(crate) view: &'a View,
    pub(crate) me: Seat,
    pub(crate) plays: &'a [Combo],
    /// True if ranks are wild.
    pub(crate) has_wilds: bool,
}

impl<'a> Listed<'a> {
    pub(crate) fn goes_out(&self) -> bool {
        self.plays.iter().any(|play| play.cards() == self.view.hand())
    }

    pub(crate) fn partner_wins_next(&self) -> bool {
        let course = self.view.course();
        let Some((owner, standing)) = course.standing() else { return false };
        if Some(owner) != self.me.partner() || course.left(owner) != 1 {
            return false;
        }
        // Down leaves the trick to a partner on whom the landlord has passed; Up must know that the landlord cannot answer. It is known by all
        // that was played, remembered or not.
        let is_unanswerable = || {
            let hidden = Unseen::of(self.view, self.me, self.view.unseen());
            cover::chance_covered(&hidden, standing, self.view.rules(), Bombs::Counted) == Chance::NEVER
        };
        course.passes() == 1 || (!self.has_wilds && is_unanswerable())
    }

    pub(crate) fn feeds_enemy(&self, play: Combo) -> bool {
        self.view.trick() == Trick::Lead
            && self.next_enemy_has_one()
            && play.kind() == Kind::Single
            && self.plays.iter().any(|other| other.kind() != Kind::Single)
    }

    pub(crate) fn risks_the_lower(&self, play: Combo) -> bool {
        let is_above = |other: &Combo| self.view.rules().order().is_above(other.key(), play.key());
        self.view.trick() != Trick::Lead
            && self.view.hand().len() == 2
            && self.next_enemy_has_one()
            && play.len() == 1
            && self.plays.iter().any(is_above)
    }

    /// True if a listed play differs by cheaper wings alone.
    pub(crate) fn wastes_kicker(&self, play: Combo) -> bool {
        let dear = |combo: Combo| big_cards(combo.wings().without(self.wilds())) + self.wild_wings(combo);
        let here = dear(play);
        let is_allowed = |other: Combo| other.wild_cards() <= play.wild_cards() && self.keeps_fours(other, play);
        let is_cheaper = |other: Combo| dear(other) < here && (!self.has_wilds || is_allowed(other));
        here > 0 && self.like(play).any(is_cheaper)
    }

    /// True for one joker of two, if a listed play splits no rocket.
    pub(crate) fn splits_rocket(&self, play: Combo) -> bool {
        let splits = |play: Combo| play.cards().overlap(Hand::ROCKET).len() == 1;
        self.view.hand().contains(Hand::ROCKET) && splits(play) && self.plays.iter().any(|&other| !splits(other))
    }

    fn next_enemy_has_one(&self) -> bool {
        let next = self.me.next();
        next.side() != self.me.side() && self.view.course().left(next) == 1
    }

    fn wilds(&self) -> Ranks {
        self.view.rules().wilds().ranks()
    }

    pub(crate) fn wild_wings(&self, combo: Combo) -> u32 {
        combo.wings().only(self.wilds()).len()
    }

    /// Returns the plays of the same kind, length and key.
    fn like(&self, play: Combo) -> impl Iterator<Item = Combo> + use<'a> {
        let same = move |other: &Combo| {
            (other.kind(), other.run(), other.key(), other.len()) == (play.kind(), play.run(), play.key(), play.len())
        };
        self.plays.iter().copied().filter(same)
    }

    /// Returns the plays like this one that spend fewer wild cards and break no four that this one keeps whole.
    pub(crate) fn cheaper(&self, play: Combo) -> impl Iterator<Item = Combo> + use<'_, 'a> {
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

/// Returns the number of 2s and jokers.
fn big_cards(cards: Hand) -> u32 {
    [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
}
