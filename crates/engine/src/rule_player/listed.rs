//! The blunders that natural play and play among wild ranks have in common. They are read off the listed plays alone.

use rules::{Combo, Hand, Kind, Rank, Seat, Trick, View};

/// A guard: an enemy with one card who plays next is not led a single while there is anything else.
pub(crate) const STARVE_ENEMY: &str = "starve-enemy";
/// A guard: of the last two cards the higher one faces an enemy with one card who plays next, and the other goes out after it.
pub(crate) const HIGHER_FIRST: &str = "higher-first";
/// A guard: the rocket is not split while there is another answer.
pub(crate) const WHOLE_ROCKET: &str = "whole-rocket";

/// The plays among which one is guarded.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a> {
    pub(crate) view: &'a View,
    pub(crate) me: Seat,
    pub(crate) plays: &'a [Combo],
}

impl Listed<'_> {
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

    /// True for one joker of two in a play that does not go out, if a listed play splits no rocket.
    pub(crate) fn splits_rocket(&self, play: Combo) -> bool {
        let hand = self.view.hand();
        let splits = |play: Combo| play.cards().overlap(Hand::ROCKET).len() == 1;
        hand.contains(Hand::ROCKET)
            && splits(play)
            && play.cards() != hand
            && self.plays.iter().any(|&other| !splits(other))
    }

    fn next_enemy_has_one(&self) -> bool {
        let next = self.me.next();
        next.side() != self.me.side() && self.view.course().left(next) == 1
    }
}

/// Number of 2s and jokers.
pub(crate) fn big_cards(cards: Hand) -> u32 {
    [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
}
