//! The cards that were dealt, from those that are held now and the events. A stored room and a call without a room ask the same function.

use rules::{Chair, Hand, PassOn};

use super::{BadHand, Entry, Step};
use crate::cards::Cards;
use crate::event::Announcement::{LandlordFound, PassedOn};

impl Entry {
    /// Returns the cards that change hands by it.
    pub(super) fn moves(&self) -> Option<Move<'_>> {
        match &self.step {
            Step::Announced(chair, LandlordFound(bottom)) if !self.skipped => Some(Move::Bottom(*chair, bottom)),
            Step::Announced(chair, PassedOn(cards)) => Some(Move::Gift(*chair, cards.as_ref())),
            Step::Played(chair, cards, _) => Some(Move::Play(*chair, cards)),
            _ => None,
        }
    }
}

/// Cards that change hands.
#[derive(Clone, Copy)]
pub(super) enum Move<'c> {
    /// The landlord takes the bottom.
    Bottom(Chair, &'c Cards),
    /// A chair passes cards on, as far as they are told.
    Gift(Chair, Option<&'c Cards>),
    /// A chair plays.
    Play(Chair, &'c Cards),
}

/// Returns the cards that `chair` was dealt: those that it holds now, with what it played and passed on, less the bottom that it took and
/// what came to it.
pub(super) fn dealt<'c>(
    now: Hand,
    chair: Chair,
    pass_on: PassOn,
    moves: impl Iterator<Item = Move<'c>>,
) -> Result<Hand, BadHand> {
    let sum = |hand: Hand, more: Hand| hand.plus(more).ok_or(BadHand::NotOneDeck(chair));
    let (mut start, mut taken) = (now, Hand::EMPTY);
    let (mut gifts, mut gave, mut got) = (0, Hand::EMPTY, Hand::EMPTY);
    for moved in moves {
        match moved {
            Move::Play(who, cards) if who == chair => start = sum(start, cards.hand())?,
            Move::Bottom(who, bottom) if who == chair => taken = sum(taken, bottom.hand())?,
            Move::Gift(giver, cards) => {
                gifts += 1;
                match cards {
                    Some(cards) if giver == chair => gave = cards.hand(),
                    Some(cards) if pass_on.receiver(giver) == Some(chair) => got = cards.hand(),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let start = start.minus(taken).ok_or(BadHand::BottomNotHeld(chair, taken))?;
    if gifts < Chair::ALL.len() {
        return Ok(start);
    }
    // Cards that are passed on move when all have given.
    sum(start, gave)?.minus(got).ok_or(BadHand::NotOneDeck(chair))
}
