//! The deck of a hand: all that is known of its cards has to be part of one.

use rules::Chair;
use rules::view::BadView;

use super::{BadHand, Game, Step};
use crate::cards::{Cards, Tally};
use crate::refusal::{AtField, Refusal};
use crate::violation::impossible;

/// The number of cards that each chair is dealt.
pub(super) const DEALT: u32 = 17;

impl Game {
    /// Refuses hands that are no deal, before anything happens.
    pub(super) fn check_sizes(&self) -> Result<(), BadHand> {
        for (chair, held) in Chair::ALL.into_iter().zip(&self.held) {
            if let Some(found) = held.as_ref().map(Cards::len).filter(|&found| found != DEALT) {
                return Err(BadHand::View(chair, BadView::HandSize { found, expected: DEALT }));
            }
        }
        Ok(())
    }

    /// Refuses a hand whose known cards are no deck: what bots hold, what was played, the bottom that the landlord took.
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
            _ => rules::Hand::EMPTY,
        };
        for entry in &self.log {
            if let Step::Played(chair, cards, _) = &entry.step {
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
