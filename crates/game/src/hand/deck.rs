//! The deck of a hand. All known cards must fit into one deck. The dealt cards follow from the cards that are held now and the events. A
//! stored room and a call without a room use the same code.

use rules::view::BadView;
use rules::{Chair, Hand, PassOn};

use super::{BadHand, Entry, Game};
use crate::cards::{Cards, Tally};
use crate::event::Announcement::{LandlordFound, PassedOn};
use crate::event::TableEvent;
use crate::refusal::{AtField, Refusal};
use crate::violation::impossible;

/// The number of cards that each chair is dealt.
pub(super) const DEALT: u32 = 17;

impl Game {
    /// Refuses dealt hands that do not have 17 cards.
    pub(super) fn check_sizes(&self) -> Result<(), BadHand> {
        for (chair, held) in Chair::ALL.into_iter().zip(&self.held) {
            if let Some(found) = held.as_ref().map(Cards::len).filter(|&found| found != DEALT) {
                return Err(BadHand::View(chair, BadView::HandSize { found, expected: DEALT }));
            }
        }
        Ok(())
    }

    /// Refuses a hand whose known cards do not fit into one deck: what bots hold, what was played, the bottom, and what is shown as
    /// `remaining`.
    pub(super) fn check_deck(&self, remaining: Option<&[Option<Cards>; 3]>) -> Result<(), Refusal> {
        let mut deck = Tally::default();
        let landlord = self.landlord();
        let mut add = |what: &dyn Fn() -> String, cards: &Cards| {
            let refused = |rank| format!("{} has {rank}, which lies elsewhere too", what());
            deck.add(cards).map_err(|rank| impossible(refused(rank)))
        };
        for (chair, held) in Chair::ALL.into_iter().zip(&self.held) {
            if let Some(held) = held {
                add(&|| format!("the {chair} chair's hand"), held).at("holds")?;
            } else if let Some(shown) = remaining.and_then(|remaining| remaining[chair.index()].as_ref()) {
                add(&|| format!("the {chair} chair's last cards"), shown).at("holds")?;
            }
        }
        let mut bottom_left = match (self.bottom(), landlord) {
            (Some(bottom), Some(landlord)) if self.held[landlord.index()].is_none() => bottom.hand(),
            _ => Hand::EMPTY,
        };
        for event in self.log.iter().filter_map(Entry::event) {
            if let TableEvent::Played(Some(chair), cards, _) = event {
                add(&|| format!("the {chair} chair's play {}", cards.hand()), cards).at("events")?;
                if landlord == Some(*chair) && !bottom_left.is_empty() {
                    bottom_left = bottom_left.minus(bottom_left.overlap(cards.hand())).expect("an overlap lies within");
                }
            }
        }
        let shown = landlord.is_some_and(|landlord| remaining.is_some_and(|shown| shown[landlord.index()].is_some()));
        if !shown && deck.hand().plus(bottom_left).is_none() {
            return Err(impossible(format!("the bottom cards {bottom_left} lie elsewhere already")).at("events"));
        }
        Ok(())
    }
}

impl Entry {
    /// Returns the cards that this entry moves.
    pub(super) fn moves(&self) -> Option<Move<'_>> {
        match self.event()? {
            TableEvent::Announced(chair, LandlordFound(bottom)) => {
                self.counted().and(*chair).map(|chair| Move::Bottom(chair, bottom))
            }
            TableEvent::Announced(chair, PassedOn(cards)) => Some(Move::Gift((*chair)?, cards.as_ref())),
            TableEvent::Played(chair, cards, _) => Some(Move::Play((*chair)?, cards)),
            _ => None,
        }
    }
}

/// A move of cards from or to a chair.
#[derive(Clone, Copy)]
pub(super) enum Move<'c> {
    /// The landlord takes the bottom.
    Bottom(Chair, &'c Cards),
    /// A chair passes cards on; `None` if they are not told.
    Gift(Chair, Option<&'c Cards>),
    /// A chair plays.
    Play(Chair, &'c Cards),
}

/// Returns the cards that `chair` was dealt: those that it holds now, plus what it played and gave, minus the bottom that it took and the
/// gift that it got.
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
    // Gifts move when all chairs have given.
    sum(start, gave)?.minus(got).ok_or(BadHand::NotOneDeck(chair))
}
